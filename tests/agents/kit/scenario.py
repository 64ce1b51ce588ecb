"""Scenarios as data: a name and steps, one short sentence each, and which agents they are for."""
import re
import tomllib
from dataclasses import dataclass, field


class Unsure(AssertionError):
    """rejoin does not know, and says so: no wrong answer, and no right one."""


@dataclass
class Scenario:
    name: str
    steps: list
    needs: list = field(default_factory=list)      # facts of an agent that must be true
    only: list = field(default_factory=list)       # agents, where the case is one agent's own
    short: bool = False                            # every agent plays it in every run

    def things(self):
        """What an agent must have for these steps, in the words of its `without`."""
        for line in self.steps:
            if command := re.search(r"^\w (?:starts|launches|tries|asks) (\w+)", line):
                yield "starts " + command.group(1)
            if action := re.search(r"^\w does (\w+)", line):
                yield "does " + action.group(1)
            if "{ask " in line:
                yield "starts ask"
            if re.search(r"^\w delegates ", line):
                yield "delegates"
            if line.endswith("a store of its own"):
                yield "variable"
        yield from self.needs

    def withheld(self, agent, others):
        """Why this scenario is not for this agent; None where it has all that the steps need."""
        if self.only and agent.name not in self.only:
            return "a matter of " + " and ".join(self.only) + " alone"
        if not others and any("{ask other " in line for line in self.steps):
            return "no other agent is here"
        return next((agent.without.get(thing, f"no `{thing}`") for thing in self.things() if not agent.has(thing)), None)


def load(path):
    with open(path, "rb") as file:
        return [Scenario(**entry) for entry in tomllib.load(file)["scenario"]]
