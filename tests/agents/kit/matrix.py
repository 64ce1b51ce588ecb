"""Which agent passes which scenario: outcomes, kept between runs, and the page made of them. It judges nothing."""
import json
from dataclasses import dataclass

SIGNS = {"passed": "yes", "unsure": "unsure", "failed": "**no**"}


@dataclass
class Outcome:
    agent: str
    scenario: str
    word: str              # passed, unsure, failed, not offered
    why: str = ""


def remember(file, agents, outcomes):
    """Adds outcomes to those that `file` keeps; what it knows of another version of an agent is forgotten."""
    known = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    for agent in agents:
        if known.get(agent.name, {}).get("version") != agent.version:
            known[agent.name] = {"version": agent.version, "outcomes": {}}
    for one in outcomes:
        known[one.agent]["outcomes"][one.scenario] = [one.word, one.why]
    known = dict(sorted(known.items()))
    file.write_text(json.dumps(known, indent=1), encoding="utf-8")
    return known


def page(known, scenarios):
    """The page in Markdown: versions, the table, and why a scenario is not offered."""
    notes, lines = [], [
        "# What was tried on the real agents", "",
        "Written by `tests/agents/run --matrix docs/matrix.md`: the scenarios of `tests/agents/scenarios.toml`, played with the",
        "real agents in a real terminal. *yes*: after every step rejoin held what the agent's own files say. *unsure*: it did",
        "not know, and said so. A number: why it was not played.", "",
        "| | " + " | ".join(known) + " |", "|---|" + "---|" * len(known),
        "| version | " + " | ".join(agent["version"] for agent in known.values()) + " |"]
    for scenario in scenarios:
        cells = []
        for agent in known.values():
            word, why = agent["outcomes"].get(scenario.name, ("", "not played yet"))
            if word not in SIGNS and why not in notes:
                notes.append(why)
            cells.append(SIGNS.get(word) or str(notes.index(why) + 1))
        lines.append(f"| {scenario.name} | " + " | ".join(cells) + " |")
    return "\n".join([*lines, "", *(f"{number}. {why}" for number, why in enumerate(notes, 1))]) + "\n"
