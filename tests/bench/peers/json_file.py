# The script shape: read JSON, write a JSON file beside the old one, rename.
import json, os, sys

said = json.load(sys.stdin)
beside = f"{sys.argv[1]}/pane.{os.getpid()}"
with open(beside, "w") as file:
    json.dump({"id": said["session_id"], "cwd": said["cwd"]}, file)
os.replace(beside, f"{sys.argv[1]}/pane")
