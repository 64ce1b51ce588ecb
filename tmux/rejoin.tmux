#!/bin/sh
# rejoin in tmux: addresses are saved whenever tmux-resurrect saves, and agents come back
# when it restores, by hand or through tmux-continuum. Load it behind those two:
#
#     run-shell PREFIX/share/rejoin/tmux/rejoin.tmux
#
# What you set yourself stays: hooks of ours are put in front of yours, once.
#
#     @rejoin-program      path of rejoin, if it is not on tmux's PATH
#     @rejoin-restore      off: tmux-resurrect restores without agents
#     @rejoin-restore-key  a key that restores agents; there is none unless you set it
set -u

option() { tmux show-option -gqv "$1"; }
# Words that a shell reads again, with any character in them.
quoted() { printf "'%s'" "$(printf %s "$1" | sed "s/'/'\\\\''/g")"; }

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
self=$(quoted "$here/rejoin.tmux")

# tmux-resurrect evaluates its hooks in a shell and puts arguments behind them: they belong
# to the last command, which stays the one that was there.
chain() {
    now=$(option "$1")
    case $now in
        *rejoin.tmux*" $2"*) ;;
        '') tmux set-option -g "$1" "$self $2" ;;
        *) tmux set-option -g "$1" "$self $2; $now" ;;
    esac
}

program() {
    named=$(option @rejoin-program)
    if [ -n "$named" ]; then printf '%s\n' "$named"
    elif command -v rejoin; then :
    elif [ -x "$here/../../../bin/rejoin" ]; then printf '%s\n' "$here/../../../bin/rejoin"
    else tmux display-message "rejoin is not on PATH; set @rejoin-program to it"; exit 0
    fi
}

# Agents start when nothing else types into the panes any more. A tmux-resurrect that has
# no hook at its end has the last one before it types.
restores_at_end() {
    script=$(option @resurrect-restore-script-path)
    [ -n "$script" ] && grep -q post-restore-all "$script" 2>/dev/null
}

restore() {
    [ "$(option @rejoin-restore)" != off ] || return 0
    rejoin=$(program)
    if told=$("$rejoin" restore --here --yes 2>&1); then tmux display-message "rejoin: agents are back"
    else tmux display-message "rejoin: $(printf '%s\n' "$told" | tail -n 1 | sed 's/#/##/g')"
    fi
}

case ${1:-} in
    save) "$(program)" save --quiet >/dev/null 2>&1 || true ;;
    before-processes) restores_at_end || restore ;;
    after-restore) restore ;;
    '')
        chain @resurrect-hook-post-save-all save
        chain @resurrect-hook-pre-restore-pane-processes before-processes
        chain @resurrect-hook-post-restore-all after-restore
        key=$(option @rejoin-restore-key)
        [ -z "$key" ] || tmux bind-key "$key" run-shell -b "$self after-restore"
        ;;
    *) echo "rejoin.tmux: no such word: $1" >&2; exit 2 ;;
esac
exit 0
