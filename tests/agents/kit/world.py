"""One throw-away world: HOME, project, tmux server and rejoin's state, with every agent at hand configured in it.

Must never read or write the real HOME: every program starts with exactly the environment made here.
"""
import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

from . import isolation, witness
from .agent import DUMMY_KEY, fill
from .terminal import Tmux
from .waiting import until

CALL_S = 30              # one call of rejoin
HEAR_S = 4               # a prompt that was sent reaches the model; else Enter is pressed again
ENTERS = 4               # an agent may take an early Enter for a line break
ANSWER_S = 60            # a whole turn, with a nested agent in it
READY_S = 90             # the first start of an agent may copy some hundred megabytes
SECOND_STORE = "elsewhere"


class Refused(AssertionError):
    """rejoin did not do what it was called for."""


class World:
    def __init__(self, directory, binaries, agents, programs, model):
        self.directory, self.agents, self.model = Path(directory), agents, model
        self.home, self.project = self.directory / "home", self.directory / "project"
        self.holes = {"project": self.project, "model": model.url, "key": DUMMY_KEY, "key_end": DUMMY_KEY[-20:]}
        places = [binaries, *programs, Path(shutil.which("node")).parent, "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
        self.env = {"PATH": ":".join(map(str, places)), "HOME": str(self.home), "TERM": "xterm-256color",
                    "LANG": "C.UTF-8", "SHELL": "/bin/bash", "PS1": "$ ", "TMPDIR": str(self.directory / "tmp")}
        for agent in agents:
            self.env.update({key: fill(value, self.holes) for key, value in agent.environment.items()})
        self.tmux = Tmux(self.directory / "tmux", self.env, self.project)
        self.before = set(isolation.descendants(isolation.keeper()))
        self.panes, self.keys = {}, {}
        # Programs under test may stand in a temporary folder, which install takes only when told to.
        self.helper = ["--helper", str(Path(binaries) / "rejoin-hook")]

    def build(self):
        """Writes the agents' files, then installs rejoin's hooks into them."""
        for folder in (self.home, self.project, self.directory / "tmp"):
            folder.mkdir(parents=True)
        # An agent's tool may run a login shell, whose /etc/profile forgets the PATH.
        (self.home / ".bash_profile").write_text(f"export PATH={shlex.quote(self.env['PATH'])}\n", encoding="utf-8")
        for agent in self.agents:
            for name, text in agent.files.items():
                (self.home / name).parent.mkdir(parents=True, exist_ok=True)
                (self.home / name).write_text(fill(text, self.holes).lstrip(), encoding="utf-8")
        for agent in self.agents:
            self.install(agent)

    def install(self, agent, env=None):
        self.rejoin("install", *self.helper, *(agent.install or [agent.name]), env=env)

    def install_everything(self):
        """Adds the hooks of every agent that can have some, also of those that are not here."""
        known = json.loads(self.rejoin("agents", "--json"))["agents"]
        self.rejoin("install", *self.helper, *(agent["name"] for agent in known if agent["captured"]))

    def tear_down(self):
        """Ends every process that began in this world, and removes what they left outside it."""
        self.tmux.stop()
        ours = [pid for pid in isolation.descendants(isolation.keeper()) if pid not in self.before]
        for agent in self.agents:
            if agent.litter:
                isolation.sweep(isolation.litter(ours, agent.litter))
        isolation.end(ours)

    # rejoin

    def call(self, *words, env=None):
        return subprocess.run(["rejoin", *words], env=dict(self.env, **(env or {})), cwd=self.project,
                              capture_output=True, text=True, timeout=CALL_S, check=False)

    def rejoin(self, *words, env=None):
        done = self.call(*words, env=env)
        if done.returncode:
            raise Refused(f"rejoin {' '.join(words)}: exit {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def resolve(self, name):
        """What rejoin says about a pane: the object of `resolve --json`, checked for its shape."""
        if name not in self.keys:
            self.pane(name)
        done = self.call("resolve", self.keys[name], "--json")
        if done.returncode not in (0, 1, 4):
            raise Refused(f"rejoin resolve {self.keys[name]}: exit {done.returncode}: {done.stderr.strip()}")
        answer = json.loads(done.stdout)
        if answer["schema"] != "rejoin.resolve.v1" or answer["pane"] != self.keys[name]:
            raise Refused(f"not an answer about {self.keys[name]}: {done.stdout}")
        if bool(answer.get("id")) != (done.returncode != 1):
            raise Refused(f"id {answer.get('id')} with exit {done.returncode}")
        return answer

    # panes

    def pane(self, name):
        """The pane of that name; a new one asks rejoin, from inside, for its own key."""
        if name not in self.panes:
            pane = self.tmux.pane()
            answer = self.directory / f"key-{name}"
            pane.run(f"rejoin resolve --json > {shlex.quote(str(answer))}; echo asked-rejoin")
            pane.sees(r"^asked-rejoin", CALL_S)
            self.panes[name], self.keys[name] = pane, json.loads(answer.read_text(encoding="utf-8"))["pane"]
        return self.panes[name]

    def start(self, name, agent, words, before=(), env=None, unset=(), cwd=None):
        """Runs a command line in a pane and waits for the agent's prompt."""
        line = shlex.join([*before, *words])
        if env or unset:
            changes = [f"--unset={key}" for key in unset]
            changes += [f"{key}={value}" for key, value in (env or {}).items()]
            line = shlex.join(["env", *changes]) + " " + line
        if cwd:
            line = f"cd {shlex.quote(cwd)} && {line}"
        pane = self.pane(name)
        pane.run(line)
        until(f"{agent.name} is ready in {name}", lambda: self.ready(pane, agent), READY_S)
        pane.settle()

    @staticmethod
    def ready(pane, agent):
        """Whether the agent waits for a prompt; answers what it asks before that."""
        screen = pane.screen()
        for dialog in agent.dialogs:
            if re.search(dialog["shows"], screen, re.M):
                pane.settle()
                pane.keys(*dialog["keys"])
                return False
        return re.search(agent.ready, screen, re.M)

    def order(self, name, verb, word, rest=""):
        """Sends one prompt and waits until the whole turn is answered on the screen."""
        pane = self.pane(name)
        pane.type(f"please {verb} {word} {rest}".rstrip())
        for _ in range(ENTERS):
            if self.model.hears(word, HEAR_S):
                break
            pane.keys("Enter")
        pane.sees(rf"answered {word}\b", ANSWER_S)
        if verb != "say" and not self.model.tool_answered(word):
            raise AssertionError(f"{verb} {word}: no tool that the agent offers was used")
        pane.settle()

    def route(self, name, agent):
        """Gives the agent a second store, and one pane the variable that leads there."""
        named = self.home / SECOND_STORE
        store = named / agent.store.get("below", "")
        shutil.copytree(self.home / agent.store["folder"], store)
        for extra in agent.store.get("also", ()):
            shutil.copy(self.home / extra, store)
        self.install(agent, env={agent.store["variable"]: str(named)})
        self.pane(name).run(f"export {agent.store['variable']}={shlex.quote(str(named))}")
        self.pane(name).back_at_shell()

    def kill(self, name):
        """kill -9 of what runs in the pane's foreground."""
        pane = self.panes[name]
        isolation.end(isolation.group(isolation.foreground(pane.pid())))
        pane.back_at_shell()

    def kill_terminal(self):
        """kill -9 of the tmux server; its panes' shells go with their terminals."""
        server = self.tmux.pid()
        below = isolation.descendants(server)
        isolation.end([server])
        until("the panes are gone", lambda: not [pid for pid in below if isolation.on_terminal(pid)], READY_S)
        self.tmux.fresh = True
        self.panes = {}

    def said_in(self, word):
        """The ids of the conversations, of any agent, in whose files the answer to `word` stands."""
        return {found for agent in self.agents
                for store in (agent.store["folder"], Path(SECOND_STORE) / agent.store.get("below", ""))
                for found in witness.said_in(self.home / store, agent.conversations, agent.id, word)}
