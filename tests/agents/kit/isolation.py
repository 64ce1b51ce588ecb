"""A loopback-only network and an owner for every process: what the suite starts, it can reach and it ends.

Must never signal a process that is not a descendant of the suite.
"""
import ctypes
import fcntl
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import time

PR_SET_CHILD_SUBREAPER = 36
SIOCSIFFLAGS = 0x8914
IFF_UP = 0x1
TRY_S = 20
END_S = 10       # killed processes are gone from the table well within this


def unshare():
    """The words that start a command without a network, as root or in a user namespace; None where neither may."""
    for words in (["unshare", "--net", "--"], ["unshare", "--map-root-user", "--net", "--"]):
        try:
            if subprocess.run([*words, "true"], capture_output=True, timeout=TRY_S, check=False).returncode == 0:
                return words
        except (OSError, subprocess.TimeoutExpired):
            return None
    return None


def raise_loopback():
    """Brings `lo` up; a new network namespace has it down."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
        fcntl.ioctl(door, SIOCSIFFLAGS, struct.pack("16sh14x", b"lo", IFF_UP))


def own_descendants():
    """Splits off a keeper: daemons that agents leave behind become its children, and it ends them all at the end.

    Returns in the child, which is the suite; the keeper leaves with the suite's exit code.
    """
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    suite = os.fork()
    if suite == 0:
        return
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: os.kill(suite, number))
    code = None
    while code is None:
        pid, status = os.wait()
        if pid == suite:
            code = os.waitstatus_to_exitcode(status)
    end_children(os.getpid())
    os._exit(code if code >= 0 else 128 - code)


def end_children(keeper):
    """Kills and reaps children until none is left; the orphans of a killed one arrive as children too."""
    deadline = time.monotonic() + END_S
    while time.monotonic() < deadline:
        for pid in children(keeper):
            signal_one(pid, signal.SIGKILL)
        try:
            os.wait()
        except ChildProcessError:
            return


def processes():
    """(pid, parent, process group, state) of every process that can be read."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as stat:
                fields = stat.read().rpartition(")")[2].split()
        except OSError:
            continue
        yield int(name), int(fields[1]), int(fields[2]), fields[0]


def children(parent):
    return [pid for pid, above, _, _ in processes() if above == parent]


def descendants(root):
    """Every process below `root`, without `root`."""
    below, table = {root}, list(processes())
    while more := {pid for pid, above, _, _ in table if above in below} - below:
        below |= more
    return sorted(below - {root})


def group(leader):
    """The living members of a process group."""
    return [pid for pid, _, members, state in processes() if members == leader and state != "Z"]


def signal_one(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def end(pids, spared=()):
    """Kills these processes, and waits until they are gone or dead."""
    for pid in pids:
        if pid not in spared:
            signal_one(pid, signal.SIGKILL)
    deadline = time.monotonic() + END_S
    while time.monotonic() < deadline and any(
            pid in pids and pid not in spared and state != "Z" for pid, _, _, state in processes()):
        time.sleep(0.05)


def litter(pids, pattern):
    """Paths that match `pattern` in the command lines and open files of these processes: theirs beyond doubt."""
    found = set()
    for pid in pids:
        try:
            with open(f"/proc/{pid}/cmdline", encoding="utf-8", errors="replace") as words:
                texts = [words.read()]
            texts += [os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")]
        except OSError:
            continue
        found.update(match.group(0) for text in texts for match in re.finditer(pattern, text))
    return found


def sweep(paths):
    for path in paths:
        shutil.rmtree(path, ignore_errors=True)


def keeper():
    """The process that all of ours descend from: the suite's parent."""
    return os.getppid()


def stat(pid):
    with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
        return file.read().rpartition(")")[2].split()


def foreground(shell):
    """The foreground process group of a shell's terminal."""
    return int(stat(shell)[5])


def on_terminal(pid):
    """Whether a process lives and still has a controlling terminal."""
    try:
        fields = stat(pid)
    except OSError:
        return False
    return fields[0] != "Z" and fields[4] != "0"
