"""What the agents' own files say: a witness that rejoin has no part in. Reads only, and never through rejoin."""
import re
import sqlite3


def said_in(store, conversations, identity, word):
    """The ids of the conversations below `store` which hold the answer to `word`.

    `conversations` is {files} with a glob, or {database, query} with a query for (id, text). An id stands in a
    file's path, or else in its text.
    """
    answer = f"answered {word}"
    if "files" in conversations:
        found = set()
        for path in store.glob(conversations["files"]):
            text = path.read_text(encoding="utf-8", errors="replace")
            if answer in text:
                names = re.findall(identity, str(path.relative_to(store)))
                found.add(names[-1] if names else re.search(identity, text).group(0))
        return found
    path = store / conversations["database"]
    if not path.exists():
        return set()
    door = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=5)
    try:
        return {row[0] for row in door.execute(conversations["query"]) if answer in str(row[1])}
    except sqlite3.OperationalError:
        return set()           # the agent has not made its tables yet
    finally:
        door.close()
