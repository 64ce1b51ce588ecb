# The plainest shape: a shell, a stream editor, and a rename.
id=$(sed -n 's/.*"session_id":"\([^"]*\)".*/\1/p')
printf '%s\n' "$id" >"$1/pane.$$"
mv "$1/pane.$$" "$1/pane"
