"""The agents' own packages, each in its pinned version, installed once into a cache folder.

Must never write outside that folder: npm's own cache lives there too.
"""
import fcntl
import json
import os
import shutil
import subprocess

INSTALL_S = 600      # some hundred megabytes over a slow line


class Missing(Exception):
    """An agent cannot be had here; the text says why."""


def program_directory(cache, agent):
    """The folder that holds the agent's program; installs the package if the cache has it not yet."""
    for need in ("node", "npm"):
        if not shutil.which(need):
            raise Missing(f"{need} is not installed")
    prefix = cache / f"{agent.name}-{agent.version}"
    manifest = prefix / "node_modules" / agent.package / "package.json"
    prefix.mkdir(parents=True, exist_ok=True)
    with open(prefix / ".lock", "w", encoding="ascii") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = prefix / ".installed"
        if not done.exists():
            install(cache, prefix, f"{agent.package}@{agent.version}")
            done.touch()
    try:
        version = json.loads(manifest.read_text(encoding="utf-8"))["version"]
    except (OSError, ValueError, KeyError) as error:
        raise Missing(f"{manifest}: {error!r}") from error
    if version != agent.version:
        raise Missing(f"{agent.package} is {version}, wanted {agent.version}")
    programs = prefix / "node_modules" / ".bin"
    if not (programs / agent.program).exists():
        raise Missing(f"the package brought no program {agent.program}")
    return programs


def install(cache, prefix, package):
    words = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(prefix), package]
    env = dict(os.environ, npm_config_cache=str(cache / "npm"), npm_config_update_notifier="false")
    try:
        done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=INSTALL_S, check=False)
    except subprocess.TimeoutExpired as late:
        raise Missing(f"npm did not finish {package} within {INSTALL_S} s") from late
    if done.returncode:
        lines = [line for line in done.stderr.splitlines() if "error" in line.lower()]
        raise Missing(f"npm could not install {package}: {' / '.join(lines[:3]) or 'exit ' + str(done.returncode)}")
