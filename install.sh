#!/bin/sh
# Builds rejoin and installs it for this user. `./install.sh --help` says what it takes.
set -eu

usage() {
    cat <<'TEXT'
usage: ./install.sh [--yes | --no-hooks] [--prefix DIR]
       ./install.sh --uninstall [--keep-log] [--prefix DIR]

Builds rejoin, rejoin-hook and rejoin-exec as static programs, puts them into
DIR/bin (DIR is ~/.local unless given), their man pages and completions into
DIR/share, adds the hooks of the agents that are found here, and shows with
`rejoin doctor` that a conversation is captured.

  --yes        add the hooks without asking
  --no-hooks   leave every agent's settings alone
  --prefix DIR install below DIR
  --uninstall  remove the hooks, the programs and the log
  --keep-log   with --uninstall: keep the log
TEXT
}

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

prefix="${HOME:?set HOME to your home directory}/.local"
hooks=ask
uninstall=no
keep_log=no
while [ $# -gt 0 ]; do
    case $1 in
        --yes) hooks=yes ;;
        --no-hooks) hooks=no ;;
        --prefix) [ $# -ge 2 ] || fail "--prefix needs a directory"; prefix=$2; shift ;;
        --prefix=*) prefix=${1#--prefix=} ;;
        --uninstall) uninstall=yes ;;
        --keep-log) keep_log=yes ;;
        --help|-h) usage; exit 0 ;;
        *) usage >&2; fail "unknown option: $1" ;;
    esac
    shift
done
case $prefix in
    "") fail "--prefix needs a directory" ;;
    /*) ;;
    *) prefix=$PWD/$prefix ;;
esac
bin=$prefix/bin
programs="rejoin rejoin-hook rejoin-exec"
man=$prefix/share/man/man1
plugin=$prefix/share/rejoin/tmux
# The shells that are completed, each with the file that it reads.
completions="bash:$prefix/share/bash-completion/completions/rejoin
zsh:$prefix/share/zsh/site-functions/_rejoin
fish:$prefix/share/fish/vendor_completions.d/rejoin.fish"

state_folder() {
    if [ -n "${REJOIN_STATE_DIR:-}" ]; then say "$REJOIN_STATE_DIR"
    elif [ -n "${XDG_STATE_HOME:-}" ]; then say "$XDG_STATE_HOME/rejoin"
    else say "$HOME/.local/state/rejoin"
    fi
}

# The hooks go first: an agent must never be left with an entry whose program is gone.
remove() {
    state=$(state_folder)
    [ -x "$bin/rejoin" ] || fail "no rejoin in $bin: name its prefix with --prefix; nothing was removed"
    "$bin/rejoin" uninstall || fail "a hook could not be removed (see above); nothing else was removed"
    for page in $("$bin/rejoin" man --names); do rm -f "$man/$page"; done
    each_shell remove_completion
    rm -f "$plugin/rejoin.tmux"
    rmdir "$plugin" "${plugin%/*}" 2>/dev/null || true
    for program in $programs; do rm -f "$bin/$program"; done
    say "removed $programs from $bin"
    if [ "$keep_log" = yes ]; then
        say "kept the log in $state"
    elif [ -d "$state" ]; then
        # One folder a host: a home may be shared by several.
        for host in "$state"/????????????; do
            [ -d "$host" ] || continue
            rm -f "$host/log" "$host"/log.[0-9]* "$host/log.next" "$host/heads" "$host/status" "$host/restore.lock" "$host/checkpoint" "$host/checkpoint.next"
            rmdir "$host" 2>/dev/null || true
        done
        rm -f "$state/ledger.json"
        if rmdir "$state" 2>/dev/null; then say "removed the log in $state"
        else say "left what is not ours in $state"
        fi
    fi
}

# What an agent runs must start fast, which it does with musl linked in; where that target
# cannot be had, the host's own C library is. `rejoin` always takes the host's: it holds
# SQLite, which is C, and the host's compiler compiles that for the host.
choose_target() {
    bare="--features rejoin-hook/bare,rejoin-exec/bare"
    host=$(rustc -vV | sed -n 's/^host: //p')
    [ -n "$host" ] || fail "rustc does not say what machine this is"
    target="${host%%-*}-unknown-linux-musl"
    static=
    has_target() { [ -n "$(ls "$(rustc --print sysroot)/lib/rustlib/$target/lib" 2>/dev/null)" ]; }
    case $host in
        *-linux-*)
            static="-C target-feature=+crt-static -C relocation-model=static"
            has_target && return
            if command -v rustup >/dev/null; then
                say "adding the Rust target $target"
                rustup target add "$target" >/dev/null 2>&1 || true
            fi
            has_target && return
            say "the target $target cannot be had here: linking the host's C library statically (starts slower)"
            target=$host
            bare= ;;   # the host's C library expects the unwinder that comes with std
        *) target=$host; bare= ;;
    esac
}

# Cargo unifies the features of what it builds in one run; the two programs without std
# are therefore built apart from the one that has it.
build() {
    command -v cargo >/dev/null || fail "cargo is not on PATH; install a Rust toolchain first (see README.md)"
    command -v cc >/dev/null || fail "no C compiler (cc) on PATH; install one first, such as gcc"
    choose_target
    out=${CARGO_TARGET_DIR:-$PWD/target}/programs
    say "building for $target"
    # shellcheck disable=SC2086 # no feature is no word
    (
        [ "$target" != "$host" ] || export RUSTFLAGS="$static"
        cargo build --quiet --locked --release --target "$target" --target-dir "$out" \
            -p rejoin-hook -p rejoin-exec $bare
    )
    RUSTFLAGS=$static cargo build --quiet --locked --release --target "$host" --target-dir "$out" -p rejoin ||
        fail "rejoin does not build; if the linker lacks libc.a, install your system's static C library (glibc-static)"
    built=$out/$target/release
    built_cli=$out/$host/release
}

# By rename, so that a hook that runs right now keeps the file it was started from.
put() {
    mkdir -p "$bin"
    for program in $programs; do
        from=$built
        [ "$program" != rejoin ] || from=$built_cli
        cp "$from/$program" "$bin/.$program.new.$$"
        chmod 755 "$bin/.$program.new.$$"
        mv -f "$bin/.$program.new.$$" "$bin/$program"
    done
    say "installed $programs in $bin"
}

# Calls a function with each shell and its file.
each_shell() {
    printf '%s\n' "$completions" | while IFS=: read -r shell file; do "$1" "$shell" "$file"; done
}
remove_completion() { rm -f "$2"; }
put_completion() { mkdir -p "${2%/*}" && "$bin/rejoin" completions "$1" >"$2"; }

put_manuals() {
    mkdir -p "$man"
    for page in $("$bin/rejoin" man --names); do
        command=${page%.1}
        command=${command#rejoin}
        # shellcheck disable=SC2086 # no command is no word
        "$bin/rejoin" man ${command#-} >"$man/$page"
    done
    each_shell put_completion
    mkdir -p "$plugin"
    cp tmux/rejoin.tmux "$plugin/rejoin.tmux"
    say "man pages, completions and the tmux plugin are in $prefix/share"
}

add_hooks() {
    if [ "$hooks" = ask ] && [ -t 0 ]; then
        "$bin/rejoin" install --helper "$bin/rejoin-hook" --dry-run
        printf 'Add these hooks? [Y/n] '
        read -r answer || answer=n
        case $answer in ""|y|Y|yes) hooks=yes ;; *) hooks=no ;; esac
    fi
    case $hooks in
        yes) "$bin/rejoin" install --helper "$bin/rejoin-hook" ;;
        ask) say "no terminal to ask on: no hook added (rejoin install adds them, or --yes)" ;;
        no) say "no hook added (rejoin install does it later)" ;;
    esac
}

cd "$(dirname "$0")"
if [ "$uninstall" = yes ]; then remove; exit 0; fi
build
put
put_manuals
add_hooks
case ":$PATH:" in *":$bin:"*) ;; *) say "note: $bin is not on your PATH" ;; esac
# Where hooks were left out, doctor names them; that is not a failure of the installation.
"$bin/rejoin" doctor || [ "$hooks" != yes ]
