#!/bin/sh
# Prints the picture of the README, taken of a real run:
#
#     docs/picture.sh >docs/rejoin.svg
#
# Agents are stood in for, in a home of their own; rejoin and rejoin-hook are those on PATH.
# Times, the name of the home and the id of a new copy are made the same in every run.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
columns=100
rows=27
home=$(mktemp -d /tmp/XXXX) # as long as the name that stands for it
tmux() { command tmux -S "$home/tmux" -f /dev/null "$@"; }
trap 'tmux kill-server 2>/dev/null || :; rm -rf "$home"' EXIT

mkdir -p "$home/bin" "$home/aquarium" "$home/weather"
for agent in claude codex; do cp "$here/picture/agent" "$home/bin/$agent"; done
clean() {
    env -i HOME="$home" PATH="$home/bin:$PATH" TERM=xterm-256color SHELL=/bin/sh LC_ALL=C "$@"
}
# Who holds what: directory, pane, id, and the words that start it.
held() {
    (cd "$home/$1" && clean REJOIN_PANE="$2" AGENT_ID="$3" rejoin run -- "$4" ${5:+"$5" "$3"} >/dev/null 2>&1)
}
held weather work:2 01a22d8f-ce01-70c1-9bb0-da7957f03009 codex
held aquarium work:1 5d0c7e1a-93b4-4c1e-8a55-0f6e2b7d9c41 claude --resume
held weather work:3 e7f3a650-1b7d-4f0e-9c3a-6a1d52c8b904 claude --resume
held aquarium work:1 0123a95f-d2dd-4b6e-8d0c-3c9f1a7e5b20 claude --resume

(cd "$home" && clean tmux -S "$home/tmux" -f /dev/null new-session -d -x "$columns" -y "$rows" rejoin pick)
tries=0
until tmux capture-pane -p | grep -q 'Esc leave'; do
    tries=$((tries + 1))
    [ "$tries" -lt 600 ] || { echo "the picker does not appear" >&2; exit 1; }
    sleep 0.1
done
day='[0-9]\{4\}-[0-9][0-9]-[0-9][0-9]'
tmux capture-pane -p -e |
    sed -e "s/$day\\([T ]\\)[0-9][0-9]:[0-9][0-9]/2026-11-30\\117:45/g" \
        -e 's/17:45:[0-9][0-9]\.[0-9]*Z/17:45:00.000Z/g' -e "s|$home|/home/sam|g" \
        -e "s|$(echo "$home" | tr / -)|-home-sam|g" -e "s/\(--session-id \)[0-9a-f-]*/\14096d13f-8418-48fe-872d-cd0b22c76691/" |
    awk -v columns="$columns" -v rows="$rows" -f "$here/picture/svg.awk"
