"""The desk that saves on through everything, and a phone beside it, as a program: `python -m tests.load.floods.desk TARGET`.

A director has the grid of round 2 open twice: one browser keeps its connection, the other was idle and comes on a new one each time. Each
saves a row every quarter of a second, and as soon as the last one is answered where that took longer. Each save is printed as a line of
JSON: whether it came on a new connection, when it was sent (on time.monotonic's clock), its milliseconds, and its status, 0 where no
answer came; 1 where an answer of 200 does not say that it was saved. So is each look of the phone, which begins with null: it has an
address of its own, and opens a page that is made anew each time.
"""

from __future__ import annotations

import json
import re
import sys
import time
from itertools import count
from threading import Lock, Thread

from tests.load.browsing import Browser
from tests.load.floods.target import PHONE, Target, target_of

EVERY = 0.25
NOT_SAVED = 1
DIRECTOR = "director"
_writing = Lock()


def main(target: Target) -> None:
    """Log in, open both grids, and save until somebody ends this."""
    first = Browser("127.0.0.1", target.port, target.origin, target.tls())
    logged_in = first.log_in(DIRECTOR, target.password)
    if logged_in.status != 302:
        sys.exit(f"The director cannot log in ({logged_in.status}): {logged_in.text[:400]}")
    second = first.at("127.0.0.1", target.port)
    threads = [
        Thread(target=Grid(browser, target.slug, is_new=is_new).save_on, daemon=True)
        for browser, is_new in ((first, True), (second, False))
    ]
    threads.append(Thread(target=look_on, args=(target,), daemon=True))
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def look_on(target: Target) -> None:
    """Look for a name on a phone, four times a second."""
    phone = Browser("127.0.0.1", target.port, target.origin, target.tls(), source=(PHONE, 0))
    for turn in count(1):
        began = time.monotonic()
        page = phone.get(f"/{target.slug}/?me=Sample+{turn}")
        told(None, began, page.ms, page.status)
        time.sleep(max(0.0, EVERY - (time.monotonic() - began)))


def told(kind: bool | None, began: float, took: float, status: int) -> None:
    """Tell of a save or a look."""
    with _writing:
        sys.stdout.write(json.dumps([kind, began, took, status]) + "\n")
        sys.stdout.flush()


class Grid:
    """The open grid of a browser; those of new connections save the odd tables, the others the even ones."""

    def __init__(self, browser: Browser, slug: str, *, is_new: bool) -> None:
        self.browser, self.is_new = browser, is_new
        self.address = f"/desk/{slug}/rounds/2/results/"
        page = browser.get(self.address)
        self.form = page.form("t1-cash-")
        tables = {int(found) for found in re.findall(r'name="t(\d+)-cash-', page.text)}
        self.tables = sorted(table for table in tables if table % 2 == is_new)
        self.seen: dict[int, str] = {}

    def save_on(self) -> None:
        """Save one row after the other, without end."""
        due = time.monotonic()
        for turn in count(1):
            if self.is_new:
                self.browser.close()
            began = time.monotonic()
            status, took = self.save(turn)
            told(self.is_new, began, took, status)
            due = max(due + EVERY, time.monotonic())
            time.sleep(max(0.0, due - time.monotonic()))

    def save(self, turn: int) -> tuple[int, float]:
        """Save a row with other amounts than before: the status, and the milliseconds."""
        table = self.tables[turn % len(self.tables)]
        own = {name: value for name, value in self.form.items() if name.startswith(f"t{table}-")}
        names = [name for name in own if re.fullmatch(rf"t{table}-cash-\d+", name)]
        typed = {name: f"{40_000 - 5_000 * place - 100 * (turn % 200):,}" for place, name in enumerate(names)}
        seen = {f"t{table}-seen": self.seen[table]} if table in self.seen else {}
        key = f"{self.form['key'][:30]}-{int(self.is_new)}{turn}"
        page = self.browser.post(
            self.address, {**own, **typed, **seen, "seen": self.form["seen"], "key": key, "row": str(table)}
        )
        if page.status != 200:
            return page.status, page.ms
        found = re.findall(rf'name="t{table}-seen" value="(\d+)"', page.text)
        if not found or "data-unsaved" in page.text or f'value="{typed[names[0]]}"' not in page.text:
            return NOT_SAVED, page.ms
        self.seen[table] = found[0]
        return page.status, page.ms


if __name__ == "__main__":
    main(target_of(sys.argv[1]))
