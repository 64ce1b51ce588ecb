"""Waiting for a condition. The one place of the suite that sleeps, and it never sleeps instead of looking."""
import time

LOOK_EVERY_S = 0.1


class Late(AssertionError):
    """A condition that did not come true before its deadline."""


def until(what, look, seconds):
    """The first true value of `look()`; raises Late, naming `what`, after `seconds`. Looks at least once."""
    deadline = time.monotonic() + seconds
    while True:
        seen = look()
        if seen:
            return seen
        if time.monotonic() > deadline:
            raise Late(f"{seconds} s passed and still not: {what}")
        time.sleep(LOOK_EVERY_S)
