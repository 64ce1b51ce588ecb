"""The agents' own packages, each in its pinned version, installed once into a cache folder.

Must never write outside that folder: npm's and pip's own caches live there too.
"""
import fcntl
import os
import shutil
import subprocess
import sys

INSTALL_S = 600      # some hundred megabytes over a slow line


class Missing(Exception):
    """An agent cannot be had here; the text says why."""


def program_directory(cache, agent):
    """The folder that holds the agent's program; installs the package if the cache has it not yet."""
    prefix = cache / f"{agent.name}-{agent.version}"
    prefix.mkdir(parents=True, exist_ok=True)
    with open(prefix / ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = prefix / ".installed"
        if not done.exists():
            {"npm": from_npm, "pypi": from_pypi}[agent.registry](cache, prefix, agent)
            done.touch()
    programs = prefix / ("bin" if agent.registry == "pypi" else "node_modules/.bin")
    if not (programs / agent.program).exists():
        raise Missing(f"{agent.package} {agent.version} brought no program {agent.program}")
    return programs


def from_npm(cache, prefix, agent):
    for need in ("node", "npm"):
        if not shutil.which(need):
            raise Missing(f"{need} is not installed")
    # A version that asks for another node is still the pinned one: what it needs stands in `beside`.
    words = ["npm", "install", "--no-audit", "--no-fund", "--no-engine-strict", "--prefix", str(prefix)]
    run([*words, f"{agent.package}@{agent.version}", *agent.beside], agent,
        dict(os.environ, npm_config_cache=str(cache / "npm"), npm_config_update_notifier="false"))


def from_pypi(cache, prefix, agent):
    run([sys.executable, "-m", "venv", str(prefix)], agent, os.environ)
    words = [str(prefix / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    run([*words, f"{agent.package}=={agent.version}", *agent.beside], agent,
        dict(os.environ, PIP_CACHE_DIR=str(cache / "pip")))


def run(words, agent, env):
    try:
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=INSTALL_S, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Missing(f"{agent.package}: {error}") from error
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        why = " / ".join(lines[:3]) or f"exit {done.returncode}"
        raise Missing(f"{agent.package} {agent.version} could not be installed: {why}")
