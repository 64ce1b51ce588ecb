"""The steps of scenarios, one function each. Panes are single letters; conversations have names.

A name that was never used stands for a conversation not seen before; from then on it is that one. Must never learn
an id from a place that the step does not name: `holds` asks rejoin, `is where` reads the agent's own files.
"""
import json
import re
import shlex

from .scenario import Unsure
from .waiting import Late, until

HOLDS_S = 20             # a hook that was run has published
ANSWER_S = 60            # a whole headless run
FILES_S = 20             # an agent writes its transcript a little after the screen
BOUND = ("published", "proven")
UNSURE = {"unsure", "conflict", "provisional"}     # flags of an answer that does not claim to be right
STEPS = []


def step(pattern):
    def keep(function):
        STEPS.append((re.compile(pattern + r"\Z"), function))
        return function
    return keep


class Play:
    """A scenario under way: the world, the agent it is about, and the conversations named so far."""

    def __init__(self, world, agent, others):
        self.world, self.agent, self.others = world, agent, others
        self.ids = {}

    def do(self, line):
        for pattern, function in STEPS:
            if found := pattern.match(line):
                return function(self, *found.groups())
        raise ValueError(f"no such step: {line}")

    def holes(self, name=None):
        return dict(self.world.holes, id=self.ids.get(name, ""))

    def learn(self, name, identity):
        """Checks an id against a name, or gives the name to an id that has none yet."""
        if name in self.ids:
            return self.ids[name] == identity
        if not identity or identity in self.ids.values():
            return False
        self.ids[name] = identity
        return True

    def named(self, identity):
        return next((name for name, known in self.ids.items() if known == identity), identity)


@step("every agent has its hooks")
def everything(play):
    play.world.install_everything()


@step(r"(\w) starts (\w+)(?: (\w+))?")
def starts(play, pane, command, name):
    play.world.start(pane, play.agent, play.agent.words(command, play.holes(name)))


@step(r"(\w) launches (\w+)(?: (\w+))?")
def launches(play, pane, command, name):
    words = play.agent.words(command, play.holes(name))
    play.world.start(pane, play.agent, words, before=["rejoin", "run", "--"])


@step(r"(\w) asks (\w+) (\w+)")
def asks(play, pane, command, word):
    """A command line that takes the prompt and leaves the shell at its end."""
    shell = play.world.pane(pane)
    shell.run(shlex.join(play.agent.words(command, dict(play.holes(), prompt=f"please say {word}"))) + "; echo it-ended")
    shell.sees(r"^it-ended", ANSWER_S)
    if not play.world.model.hears(word, HOLDS_S):
        raise Late(f"nobody said {word}")
    shell.back_at_shell()


@step(r"(\w) tries (\w+)")
def tries(play, pane, command):
    """A start that the agent itself refuses."""
    shell = play.world.pane(pane)
    shell.run(shlex.join(play.agent.words(command, play.holes())) + "; echo it-ended-$?")
    shell.sees(r"^it-ended-[1-9]", HOLDS_S)
    shell.back_at_shell()


@step(r"(\w) rejoins (\w)")
def rejoins(play, pane, other):
    """Runs what rejoin prints for the other pane: its argv, in its directory, with its variables."""
    resume = play.world.resolve(other).get("resume")
    if not resume or "argv" not in resume:
        raise AssertionError(f"no resume for {other}: {resume}")
    play.world.start(pane, play.agent, resume["argv"], env=resume.get("env"),
                     unset=resume.get("unset", ()), cwd=resume.get("cwd"))


@step(r"(\w) moves to (\w+)")
def moves_to(play, pane, folder):
    """The pane's shell goes to a folder below the project."""
    (play.world.project / folder).mkdir(exist_ok=True)
    play.world.pane(pane).run(f"cd {folder}")
    play.world.pane(pane).back_at_shell()


@step(r"(\w) has a store of its own")
def has_a_store(play, pane):
    play.world.route(pane, play.agent)


@step(r"(\w) says (\w+)")
def says(play, pane, word):
    play.world.order(pane, "say", word)


@step(r"(\w) uses (\w+) (.+)")
def uses(play, pane, word, command):
    """A tool call; {ask W} is one prompt to a nested agent of the same kind, {ask other W} to one of another kind."""
    def ask(found):
        agent = play.others[0] if found.group(1) else play.agent
        return shlex.join(agent.words("ask", dict(play.world.holes, prompt=f"please say {found.group(2)}")))
    play.world.order(pane, "run", word, re.sub(r"\{ask (other )?(\w+)\}", ask, command))


@step(r"(\w) delegates (\w+) (.+)")
def delegates(play, pane, word, prompt):
    play.world.order(pane, "delegate", word, prompt)


@step(r"the model hears (\w+)")
def the_model_hears(play, word):
    if not play.world.model.hears(word, HOLDS_S):
        raise Late(f"nobody said {word}")


@step(r"(\w) does (\w+)(?: (\w+))?")
def does(play, pane, action, name):
    acts, shell = play.agent.actions[action], play.world.pane(pane)
    for act in acts if isinstance(acts, list) else [acts]:
        if "type" in act:
            shell.type(act["type"].replace("{id}", play.ids.get(name, "")))
        else:
            shell.settle()
            shell.keys(*act.get("keys", ()))
        if "shows" in act:
            shell.sees(act["shows"], HOLDS_S)
        if "hides" in act:
            until(f"/{act['hides']}/ has left the screen",
                  lambda: not re.search(act["hides"], shell.screen()), HOLDS_S)
        shell.settle()


@step(r"(\w) leaves")
def leaves(play, pane):
    does(play, pane, "leave", None)
    play.world.pane(pane).back_at_shell()


@step(r"(\w) is killed")
def is_killed(play, pane):
    play.world.kill(pane)


@step(r"the terminal is killed")
def the_terminal_is_killed(play):
    play.world.kill_terminal()


@step(r"(\w) sits where (\w) sat")
def sits_where(play, pane, old):
    """The new pane has the old one's tmux id, and yet another key."""
    keys = play.world.keys
    play.world.pane(pane)
    if keys[pane].rpartition("@")[0] != keys[old].rpartition("@")[0] or keys[pane] == keys[old]:
        raise AssertionError(f"{keys[pane]} after {keys[old]}")


@step(r"(\w) holds nothing")
def holds_nothing(play, pane):
    answer = play.world.resolve(pane)
    if answer["state"] != "none" or answer.get("id"):
        raise AssertionError(f"{pane} holds {play.named(answer.get('id'))}, {answer['state']}")


@step(r"(\w) holds (\w+)")
def holds(play, pane, name):
    last = {}

    def look():
        last.update(play.world.resolve(pane))
        return last["state"] in BOUND and last.get("agent") == play.agent.name and play.learn(name, last["id"])
    try:
        until("", look, HOLDS_S)
    except Late as late:
        wrong = Unsure if UNSURE & set(last["flags"]) else Late
        raise wrong(f"{pane} holds {play.named(last.get('id'))} ({last['state']}, {last['flags']}), not {name}") from late


@step(r"(\w) awaits (\w+)")
def awaits(play, pane, name):
    """The id is known, whether only asked for or already published."""
    answer = play.world.resolve(pane)
    if answer["state"] == "none" or answer.get("id") != play.ids[name]:
        raise AssertionError(f"{pane} is {answer['state']} with {play.named(answer.get('id'))}, not {name}")


@step(r"(\w) held (\w+) before")
def held_before(play, pane, name):
    answer = play.world.resolve(pane)
    if play.ids[name] not in str(answer.get("history")) or answer.get("id") == play.ids[name]:
        raise AssertionError(f"{name} is not in the history of {pane}: {answer.get('history')}")


@step(r"(\w) never held (\w+)")
def never_held(play, pane, name):
    """Neither as its own, nor before, nor in what it would resume."""
    answer = play.world.resolve(pane)
    parts = {part: answer.get(part) for part in ("id", "history", "resume", "transcript")}
    if play.ids[name] in str(parts):
        raise AssertionError(f"{name} is bound to {pane}: {parts}")


@step(r"(\w) keeps (\w+) out by ([\w-]+)")
def keeps_out(play, pane, name, rule):
    """`rejoin why` of the pane shows a record of that conversation, and the rule by which it moved nothing."""
    why = json.loads(play.world.rejoin("why", play.world.keys[pane], "--json"))
    rules = {event["verdict"]["rule"]["word"] for event in why["events"] if event["event"].get("id") == play.ids[name]}
    if rules != {rule}:
        raise AssertionError(f"{name} at {pane}: {sorted(rules)}, not {rule}")


@step(r"(\w) is (qualified|unqualified)")
def is_qualified(play, pane, word):
    if play.world.resolve(pane).get("qualified") != (word == "qualified"):
        raise AssertionError(f"{pane} is not {word}")


@step(r"(\w) is flagged (\w+)")
def is_flagged(play, pane, flag):
    flags = play.world.resolve(pane).get("flags")
    if flag not in flags:
        raise AssertionError(f"{pane} is not {flag}: {flags}")


@step(r"the log has (\w+)")
def the_log_has(play, name):
    """The hook ran and recorded this conversation: what follows is a judgement, not silence."""
    until(f"the log has {name}", lambda: play.ids[name] in play.world.rejoin("log", "--json"), HOLDS_S)


@step(r"(\w+) is where (\w+) was said")
def is_where(play, name, word):
    """The one conversation, of those without another name, in whose file the answer stands.

    An outer agent's file quotes what a nested one said; that is why names come first.
    """
    def look():
        found = play.world.said_in(word)
        found -= {known for other, known in play.ids.items() if other != name}
        return len(found) == 1 and play.learn(name, found.pop())
    until(f"{word} stands in the file of {name}", look, FILES_S)


@step(r"(\w+) (has|lacks) (\w+)")
def has(play, name, word, said):
    """Whether a conversation's own file holds an answer."""
    if word == "has":
        until(f"the file of {name} has {said}",
              lambda: play.ids[name] in play.world.said_in(said), FILES_S)
    elif play.ids[name] in play.world.said_in(said):
        raise AssertionError(f"the file of {name} has {said}")
