#!/bin/bash
# A stand-in for tmux-resurrect: its hooks and its file as documented, and nothing else.
#
#     resurrect.sh save FILE | restore FILE
set -eu
file=$2

hook() {
    kind=$1
    shift
    arguments=
    [ $# = 0 ] || printf -v arguments '%q ' "$@"
    command=$(tmux show-option -gqv "@resurrect-hook-$kind")
    [ -z "$command" ] || eval "$command $arguments"
}

save() {
    tmux list-panes -a -F $'pane\t#{session_name}\t#{window_index}\t#{window_active}\t:#{window_flags}\t#{pane_index}\t#{pane_title}\t:#{pane_current_path}\t#{pane_active}\t#{pane_current_command}\t:' >"$file"
    hook post-save-layout "$file"
    hook post-save-all
}

restore() {
    hook pre-restore-all
    while IFS=$'\t' read -r kind session window _ _ pane _ folder _; do
        [ "$kind" = pane ] || continue
        folder=${folder#:}
        if ! tmux has-session -t "=$session" 2>/dev/null; then
            tmux new-session -d -s "$session" -c "$folder"
            first=$(tmux list-windows -t "=$session" -F '#{window_index}')
            [ "$first" = "$window" ] || tmux move-window -s "=$session:$first" -t "=$session:$window"
        elif ! tmux list-windows -t "=$session" -F '#{window_index}' | grep -qx "$window"; then
            tmux new-window -d -t "=$session:$window" -c "$folder"
        elif ! tmux list-panes -t "=$session:$window" -F '#{pane_index}' | grep -qx "$pane"; then
            tmux split-window -t "=$session:$window" -c "$folder"
        fi
    done <"$file"
    hook pre-restore-pane-processes
    # What this line names is looked for in it: post-restore-all
    hook post-restore-all
}

"$1"
