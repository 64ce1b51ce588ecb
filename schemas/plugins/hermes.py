"""Tells rejoin which conversation this process holds. Nothing waits for it, and it is silent
whatever goes wrong. `rejoin uninstall` removes it."""

import json
import os
import subprocess

RUN = ["{hook}", "{agent}"]

EVENTS = ("on_session_start", "on_session_reset", "pre_llm_call", "on_session_finalize")


def send(said):
    try:
        text = json.dumps(said).encode()
        hook = subprocess.Popen(
            RUN,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        hook.stdin.write(text)
        hook.stdin.close()
    except Exception:
        pass


def teller(event):
    def tell(**said):
        try:
            send({
                "hook_event_name": event,
                "session_id": said.get("session_id"),
                "cwd": os.getcwd(),
                "extra": {"platform": said.get("platform")},
            })
        except Exception:
            pass

    return tell


def register(context):
    for event in EVENTS:
        try:
            context.register_hook(event, teller(event))
        except Exception:
            pass
