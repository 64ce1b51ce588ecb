"""One agent as data: what stands in `<agent>.toml`.

Holes in its texts are {project}, {model} (the server's URL), {key}, {key_end} (its last 20 characters), and in command
lines {id} and {prompt}.
"""
import re
import tomllib
from dataclasses import dataclass, field

DUMMY_KEY = "not-a-real-key-0123456789abcdef0123456789"    # long enough for agents that look at its last 20 characters


def fill(text, holes):
    """Puts values into {holes}; a brace that is not a known hole stays, so JSON and TOML need no escaping."""
    return re.sub(r"\{(\w+)\}", lambda hole: str(holes.get(hole.group(1), hole.group(0))), text)


@dataclass
class Agent:
    name: str
    package: str             # name in its registry
    version: str             # pinned
    program: str             # the word that starts it
    store: dict              # {folder below HOME, variable that routes it, below: folder in what that names, also: files}
    conversations: dict      # where they are kept below the store: {files} or {database, query}
    id: str                  # regex of a conversation id
    ready: str               # regex: the screen waits for a prompt
    commands: dict           # name -> words after the program
    actions: dict            # name -> {type | keys, shows, hides}, or a list of these
    install: list = field(default_factory=list)       # words after `rejoin install`; else the agent's name
    registry: str = "npm"                             # or pypi
    beside: list = field(default_factory=list)        # what its registry must bring with it, as the node it needs
    environment: dict = field(default_factory=dict)
    files: dict = field(default_factory=dict)         # path below HOME -> text
    dialogs: list = field(default_factory=list)       # {shows, keys}: questions of a start, and the answer
    without: dict = field(default_factory=dict)       # "starts COMMAND", "does ACTION", "delegates"... -> why
    early: bool = False      # publishes its id at the start, before any prompt
    tells_resume: bool = False        # publishes a resume inside it at once
    thorough: bool = False   # plays every scenario by default
    litter: str = ""         # regex of paths outside HOME which the agent leaves behind

    @classmethod
    def load(cls, path):
        with open(path, "rb") as file:
            return cls(name=path.stem, **tomllib.load(file))

    def words(self, command, holes):
        return [self.program, *(fill(word, holes) for word in self.commands[command])]

    def has(self, thing):
        """Whether the agent has what a scenario needs: a command, an action, a variable of its store, a fact."""
        verb, _, name = thing.partition(" ")
        known = {"starts": self.commands, "does": self.actions, "variable": self.store}
        if verb in known:
            return (name or verb) in known[verb]
        return thing not in self.without and getattr(self, thing, True)
