#!/bin/sh
# How long a restore of many panes takes, as a ratio to tmux making the same panes alone:
#
#     restore.sh FOLDER [PANES]
#
# FOLDER holds rejoin and rejoin-hook. The agents are shell scripts that wait. Everything
# happens in a folder of its own and in a tmux server of its own.
set -eu
programs=$(CDPATH='' cd -- "$1" && pwd)
panes=${2:-100}
work=$(mktemp -d "${TMPDIR:-/tmp}/rejoin-restore.XXXXXX")
in_it() { env -i HOME="$work" PATH="$work/bin:$programs:/usr/bin:/bin" TERM=xterm SHELL=/bin/sh "$@"; }
tm() { in_it tmux -S "$work/sock" "$@"; }
end() { tm kill-server 2>/dev/null || true; rm -rf "$work"; }
trap end EXIT
cd "$work"
mkdir bin
printf "set -g default-command 'exec /bin/sh'\n" >.tmux.conf
cat >bin/claude <<'AGENT'
#!/bin/sh
while [ $# -gt 0 ]; do case $1 in --session-id | --resume) id=$2; shift ;; esac; shift; done
store=$HOME/.claude/projects/$(printf %s "$PWD" | tr -c 'A-Za-z0-9' -)
mkdir -p "$store"
printf '{"sessionId":"%s"}\n' "$id" >>"$store/$id.jsonl"
printf '{"session_id":"%s","cwd":"%s","hook_event_name":"UserPromptSubmit"}' "$id" "$PWD" | rejoin-hook claude
echo "$id" >>"$HOME/starts"
while read -r _; do :; done
AGENT
chmod +x bin/claude
ms() { echo $(($(date +%s%N) / 1000000)); }

# Four panes a window, ten windows a session.
make() {
    pane=0
    while [ $pane -lt "$panes" ]; do
        session=s$((pane / 40)) window=$((pane % 40 / 4))
        if [ $((pane % 40)) = 0 ]; then tm new-session -d -s $session -x 200 -y 50
        elif [ $((pane % 4)) = 0 ]; then tm new-window -d -t "=$session:$window"
        else tm split-window -d -t "=$session:$window" && tm select-layout -t "=$session:$window" tiled
        fi
        pane=$((pane + 1))
    done
}
started() { [ -f starts ] && [ "$(wc -l <starts)" -ge "$1" ]; }

begun=$(ms)
make
alone=$(($(ms) - begun))
for pane in $(tm list-panes -a -F '#{pane_id}'); do
    tm send-keys -t "$pane" 'rejoin run -- claude' Enter
done
until started "$panes"; do sleep 0.1; done
server=$(tm display-message -p '#{pid}')
kill -9 "$server"
while kill -0 "$server" 2>/dev/null; do sleep 0.1; done
sort starts >before
: >starts

begun=$(ms)
in_it rejoin restore --yes >told || { cat told >&2; exit 1; }
restored=$(($(ms) - begun))
until started "$panes"; do sleep 0.1; done
sort starts | cmp - before
echo "$panes panes: tmux alone $alone ms, restored with their agents $restored ms, ratio $((restored * 10 / alone))/10"
