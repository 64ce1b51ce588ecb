# The one entry is .ci/run; these are its parts, for people.

# Format, lint and test.
check:
    cargo fmt --all --check
    cargo clippy --workspace --all-targets -- -D warnings
    cargo test --workspace

# Drive the real agents against a model server of our own.
agents *ARGS:
    tests/agents/run --bin "$(.ci/programs)" {{ARGS}}

# Measure the hook against the floor.
bench:
    cargo run --release --quiet -p rejoin-bench

# Everything that a change must pass.
ci:
    .ci/run
