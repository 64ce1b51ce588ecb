"""tmux as the terminal which a person sits at: one private server, panes that run a plain shell.

It must never touch another tmux server: every call names our own socket.
"""
import re
import subprocess

from .waiting import Late, until

COLUMNS, LINES = 150, 50
KEYS_S = 20          # typed text shows up, a shell comes back
CALL_S = 20          # one call of tmux
SHELL = ["/bin/bash", "--norc", "--noprofile"]
STILL_LOOKS = 3      # a screen that is the same this many looks in a row has settled


class Tmux:
    """One tmux server on its own socket, started with exactly `env`."""

    def __init__(self, socket, env, directory):
        self.socket, self.env, self.directory = socket, env, directory
        self.fresh = True

    def call(self, *words):
        done = subprocess.run(["tmux", "-S", str(self.socket), "-f", "/dev/null", *words], env=self.env,
                              cwd=self.directory, capture_output=True, text=True, timeout=CALL_S, check=False)
        if done.returncode:
            raise RuntimeError(f"tmux {words[0]}: {done.stderr.strip()}")
        return done.stdout.rstrip("\n")

    def pane(self):
        """Opens a pane in a window of its own; the first one starts the server."""
        size = ["-x", str(COLUMNS), "-y", str(LINES)]
        start = ["new-session", "-d", "-s", "suite", *size] if self.fresh else ["new-window", "-d", "-t", "suite:"]
        self.fresh = False
        return Pane(self, self.call(*start, "-P", "-F", "#{pane_id}", *SHELL))

    def pid(self):
        return int(self.call("display-message", "-p", "#{pid}"))

    def stop(self):
        try:
            self.call("kill-server")
        except (RuntimeError, subprocess.TimeoutExpired):
            pass       # never started, or killed by the scenario itself
        self.fresh = True


class Pane:
    """One pane, by its tmux id (%N)."""

    def __init__(self, tmux, name):
        self.tmux, self.name = tmux, name

    def show(self, form):
        return self.tmux.call("display-message", "-p", "-t", self.name, form)

    def screen(self):
        return self.tmux.call("capture-pane", "-p", "-J", "-t", self.name)

    def pid(self):
        """The pid of the pane's shell."""
        return int(self.show("#{pane_pid}"))

    def keys(self, *names):
        self.tmux.call("send-keys", "-t", self.name, *names)

    def type(self, text):
        """Types a line and Enter, as a person would: Enter comes when the text stands on a screen at rest."""
        self.settle()
        self.tmux.call("send-keys", "-t", self.name, "-l", "--", text)
        tail = re.sub(r"\s", "", text)[-30:]
        until(f"{text!r} shows in {self.name}", lambda: tail in re.sub(r"\s|[^ -~]", "", self.screen()), KEYS_S)
        self.settle()
        self.keys("Enter")

    def settle(self):
        """Waits for a screen at rest; one that never rests (a clock, a spinner) is taken as it is."""
        seen = []

        def still():
            seen.append(self.screen())
            return len(seen) >= STILL_LOOKS and len(set(seen[-STILL_LOOKS:])) == 1
        try:
            until("a screen at rest", still, 3)
        except Late:
            pass

    def sees(self, pattern, seconds):
        return until(f"/{pattern}/ in {self.name}", lambda: re.search(pattern, self.screen(), re.M), seconds)

    def at_shell(self):
        return self.show("#{pane_current_command}") == "bash"

    def back_at_shell(self, seconds=KEYS_S):
        until(f"the shell is back in {self.name}", self.at_shell, seconds)

    def run(self, line):
        """Types a command line into the pane's shell, on a clean screen."""
        self.back_at_shell()
        self.tmux.call("send-keys", "-t", self.name, "C-u")
        self.type("clear; " + line)
