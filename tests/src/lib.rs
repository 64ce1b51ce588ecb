//! Checks on the real programs live in `tests/`; this crate has no code of its own.
