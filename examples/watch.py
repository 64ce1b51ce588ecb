#!/usr/bin/env python3
"""Prints a line whenever a pane comes to hold another conversation:

    watch.py [COUNT]

    PANE  AGENT  ID  STATE  COMMAND

COMMAND is what resumes it, for any POSIX shell. After COUNT lines it ends. A terminal
manager does the same to keep what it shows of its panes up to date: no log format, no
agent's store and no agent's options are known here.
"""

import json
import shlex
import subprocess
import sys


def bindings():
    """What each pane holds now, by its name."""
    done = subprocess.run(
        ["rejoin", "resolve", "--all", "--json"], stdout=subprocess.PIPE, check=True
    )
    panes = json.loads(done.stdout)["panes"]
    return {pane["pane"]: pane for pane in panes if pane["id"]}


def line(pane):
    resume = pane["resume"]
    if "refused" in resume:
        command = "# " + resume["refused"]["cause"]
    else:
        # A word that is no UTF-8 stands as an object; a real manager decodes it.
        command = shlex.join(word for word in resume["argv"] if isinstance(word, str))
    return "  ".join([pane["pane"], pane["agent"], pane["id"], pane["state"], command])


def main():
    left = int(sys.argv[1]) if len(sys.argv) > 1 else -1
    shown = {}
    log = subprocess.Popen(
        ["rejoin", "log", "--follow", "--json"], stdout=subprocess.PIPE, text=True
    )
    try:
        for record in log.stdout:
            if json.loads(record).get("record", {}).get("kind") == "address":
                continue  # it says where a pane stands, and changes nothing that it holds
            for name, pane in bindings().items():
                if shown.get(name) == pane["id"]:
                    continue
                shown[name] = pane["id"]
                print(line(pane), flush=True)
                left -= 1
                if left == 0:
                    return
    finally:
        log.terminate()
        log.wait()


if __name__ == "__main__":
    main()
