"""Plays an agent to one plugin: drive.py FILE. With a second word every door is shut."""

import importlib.util
import sys

spec = importlib.util.spec_from_file_location("plugin", sys.argv[1])
plugin = importlib.util.module_from_spec(spec)
spec.loader.exec_module(plugin)


class Agent:
    def __init__(self):
        self.on = {}

    def register_hook(self, event, tell):
        if len(sys.argv) > 2:
            raise RuntimeError("shut")
        self.on[event] = tell


agent = Agent()
plugin.register(agent)
if len(sys.argv) == 2:
    agent.on["on_session_reset"](session_id="a", platform="tui", reason="new_session")
    agent.on["pre_llm_call"](session_id="b", platform="subagent", user_message="x" * 9)
    agent.on["on_session_finalize"](platform=object())
