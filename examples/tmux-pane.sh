#!/bin/sh
# Starts an agent in a new pane of the tmux server around us, under a name of our choice:
#
#     tmux-pane.sh NAME PROGRAM [ARGUMENT ...]
#
# The pane gets this shell's environment and directory, though the tmux server was started
# with others. Later, `rejoin resolve NAME` says which conversation it holds.
set -eu
name=$1
shift
line=$(rejoin prepare --pane "$name" -- "$@")
# The line is quoted for a POSIX shell. tmux gets it word by word and starts no shell.
eval "set -- $line"
exec tmux split-window -d -P -F '#{pane_id}' "$@"
