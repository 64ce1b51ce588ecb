# The careful shell shape: a JSON reader, and a rename.
id=$(jq -r .session_id)
printf '%s\n' "$id" >"$1/pane.$$"
mv "$1/pane.$$" "$1/pane"
