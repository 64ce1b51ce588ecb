"""What a prompt orders the model to do, and the tool call that does it.

    please say WORD                  answers "answered WORD"
    please run WORD COMMAND...       calls the shell tool with COMMAND, then answers "answered WORD"
    please delegate WORD PROMPT...   calls the subagent tool with PROMPT, then answers "answered WORD"
    anything else                    answers "answered nothing"

Must never know an agent: which tools there are, and what they take, is what the request offers.
"""
import json
import re
from dataclasses import dataclass

ORDER = re.compile(r"^\W*please (say|run|delegate) ([A-Za-z0-9_-]+)[ \t]*(.*)$", re.M)
TOOLS = {
    "run": ("Bash", "bash", "exec_command", "shell_command", "shell", "run_shell_command", "execute", "terminal"),
    "delegate": ("Agent", "Task", "spawn_agent", "task", "delegate_task", "invoke_agent"),
}
SCHEMAS = ("input_schema", "parametersJsonSchema", "parameters")     # where a dialect keeps what a tool takes
KINDS = ("general-purpose", "general", "coder")                      # of subagents: whichever the tool's text knows
KIND_OF_AGENT = {"subagent_type": KINDS[0], "agent_type": KINDS[0], "agent_name": "generalist"}
PLAIN = {"string": "as asked", "number": 30000, "integer": 30000, "boolean": False, "array": [], "object": {}}


@dataclass
class Turn:
    """What one request asks for: the last order, and whether its tool already answered."""
    verb: str = "say"
    word: str = "nothing"
    rest: str = ""
    tool_done: bool = False

    def hear(self, text):
        """Takes the last order out of a user's text, if it holds one."""
        for verb, word, rest in ORDER.findall(text):
            self.verb, self.word, self.rest, self.tool_done = verb, word, rest.strip(), False

    def tool(self, offered):
        """The name of the tool to call now, or None where the answer is text."""
        return None if self.tool_done else next((name for name in TOOLS.get(self.verb, ()) if name in offered), None)

    def text(self):
        return f"answered {self.word}"

    def arguments(self, tool):
        """A tool's arguments: the order under whatever name the tool has for it, and something plain for the rest."""
        schema = next((tool[where] for where in SCHEMAS if tool.get(where)), {})
        known = schema.get("properties") or {}
        given = dict.fromkeys(("command", "cmd", "prompt", "goal", "message"), self.rest)
        kind = next((kind for kind in KINDS if re.search(rf"\b{kind}\b", json.dumps(tool))), None)
        given.update({name: kind or usual for name, usual in KIND_OF_AGENT.items()})
        given.update(description="as asked", task_name="delegated_work")
        for name in schema.get("required") or ():
            known_as = known.get(name) or {}
            given.setdefault(name, (known_as.get("enum") or [PLAIN.get(known_as.get("type"), "as asked")])[0])
        if (known.get("command") or {}).get("type") == "array":
            given["command"] = ["bash", "-c", self.rest]
        return {name: value for name, value in given.items() if name in known}


def texts_of(content):
    """The text parts of a message's content, which is a string or a list of typed parts."""
    if isinstance(content, str):
        return [content]
    return [part.get("text", "") for part in content or [] if part.get("type") in ("text", "input_text")]
