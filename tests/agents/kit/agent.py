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
    package: str             # npm package
    version: str             # pinned
    program: str             # the word that starts it
    install: list            # words after `rejoin install`
    store: dict              # {folder below HOME, variable that routes it, also: files which then stand in it}
    transcript: str          # glob of a conversation's file below the store, with {id}
    id: str                  # regex of a conversation id
    ready: str               # regex: the screen waits for a prompt
    commands: dict           # name -> words after the program
    actions: dict            # name -> {type | keys, shows}
    environment: dict = field(default_factory=dict)
    files: dict = field(default_factory=dict)      # path below HOME -> text
    early: bool = False      # publishes its id at the start, before any prompt
    litter: str = ""         # regex of paths outside HOME which the agent leaves behind

    @classmethod
    def load(cls, path):
        with open(path, "rb") as file:
            return cls(name=path.stem, **tomllib.load(file))

    def id_in(self, file_name):
        """The conversation id that a transcript's file name holds."""
        return re.findall(self.id, file_name)[-1]

    def words(self, command, holes):
        return [self.program, *(fill(word, holes) for word in self.commands[command])]
