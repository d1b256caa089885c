"""Programs of strangers that do all that they should not: ``python strangers.py KIND``."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any


def views() -> Iterator[dict[str, Any]]:
    """The views that ask."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["t"] == "view" and (message["ask"] or {}).get("legal"):
            yield message


def say(message: object) -> None:
    sys.stdout.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
    sys.stdout.flush()


def act(view: dict[str, Any], **what: Any) -> None:
    say({"t": "act", "id": "a", "n": view["n"] + 1, **what})


def calm() -> None:
    """Plays the first legal act, as everybody should."""
    for view in views():
        act(view, **view["ask"]["legal"][0])


def bare() -> None:
    """Leaves out all that may be left out."""
    for view in views():
        say(view["ask"]["legal"][0])


def sleeps() -> None:
    """Never answers."""
    for _ in views():
        time.sleep(600)


def late() -> None:
    """Answers what it was asked before."""
    before: dict[str, Any] | None = None
    for view in views():
        if before is not None:
            act(before, **before["ask"]["legal"][0])
        before = view


def crashes() -> None:
    for _ in views():
        sys.exit(3)


def killed() -> None:
    for _ in views():
        os.kill(os.getpid(), signal.SIGKILL)


def lies() -> None:
    """Acts for somebody else, and as the arbiter."""
    for view in views():
        others = [player["id"] for player in view["players"] if player["id"] != view["you"]]
        act(view, **view["ask"]["legal"][0], player=others[0])
        act(view, act="pause")


def twice(first: Callable[[dict[str, Any]], None]) -> None:
    """Says what it should when it is asked for the second time."""
    number = -1
    for view in views():
        if view["n"] == number:
            act(view, **view["ask"]["legal"][0])
        else:
            first(view)
        number = view["n"]


def foreign() -> None:
    """Says fields that no act has, then what it should."""
    twice(lambda view: act(view, **view["ask"]["legal"][0], cash=1_000_000))


def floods() -> None:
    while True:
        say({"act": "pass"})


def endless() -> None:
    """Never ends its line."""
    while True:
        sys.stdout.write("x" * 65_536)


def long_lines() -> None:
    twice(lambda view: say("x" * 10_000_000))


def garbage() -> None:
    for _ in views():
        sys.stdout.buffer.write(bytes(range(256)) * 4 + b"\n[[[[" + b"[" * 3_000 + b"\n")
        sys.stdout.flush()


def deaf() -> None:
    """Reads nothing."""
    time.sleep(600)


def stays() -> None:
    """Plays, ends for nobody, and leaves a child that holds its pipes."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    for view in views():
        say({"id": str(child.pid), **view["ask"]["legal"][0]})
    time.sleep(600)


def leaves() -> None:
    """Ends at once, and leaves a child in a session of its own that holds its pipes for a while."""
    for _ in views():
        subprocess.Popen([sys.executable, "-c", "import time; time.sleep(20)"], start_new_session=True)
        sys.exit(3)


def raves() -> None:
    """Says numbers that are none."""
    for view in views():
        say(f'{{"act": "pass", "n": NaN, "x": {view["n"]}}}')


def greets() -> None:
    """Says what only sockets need."""
    for view in views():
        say({"t": "hello", "v": 1, "token": "x"})
        say({"t": "ping", "at": 1})
        act(view, **view["ask"]["legal"][0])
        say({"t": "agree"})


def jabbers() -> None:
    """Says without an end what counts for nothing."""
    while True:
        say({"t": "ping", "at": 1})


KINDS: dict[str, Callable[[], None]] = {
    kind.__name__: kind
    for kind in (
        *(calm, bare, sleeps, late, crashes, killed, lies, foreign, floods, endless, long_lines, garbage, deaf),
        *(stays, leaves, raves, greets, jabbers),
    )
}

if __name__ == "__main__":
    KINDS[sys.argv[1]]()
