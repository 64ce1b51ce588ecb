# The database shape: one row a pane.
import json, sqlite3, sys

said = json.load(sys.stdin)
with sqlite3.connect(f"{sys.argv[1]}/panes.db") as database:
    database.execute("create table if not exists panes (pane primary key, id, cwd)")
    database.execute("insert or replace into panes values ('P1', ?, ?)", (said["session_id"], said["cwd"]))
