"""How a process learns of writes by other processes: on SQLite from a counter of commits, on PostgreSQL from notifications.

When the counter changes, games with new acts are reported at once. All watched games are checked for other changes, at most every
`ALL_EVERY` seconds. This runs in a thread of its own, and only while a socket waits for news.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import Any

from django.db import DatabaseError, connection

from tournament.play.games.services.changes import CHANNEL
from tournament.play.games.services.queries import ACTED_SINCE, NEWEST_ACT

LOOKS_EVERY = 0.012
"""Seconds between two looks at SQLite's counter of commits."""
ALL_EVERY = 0.25
"""Seconds between two checks of all watched games on SQLite."""
LISTENS_FOR = 0.5
"""Seconds after which the listener to PostgreSQL checks whether a socket still waits."""
AFTER_A_FAULT = 1.0

log = logging.getLogger("tournament.play.games.sockets")


class Watch:
    """A thread that watches the database for writes of other processes.

    It calls ``acted`` with the numbers of the newest acts by game, and ``wake`` with the games that may have changed otherwise (None: all).
    """

    def __init__(self, wake: Callable[[set[int] | None], None], acted: Callable[[Mapping[int, int]], None]) -> None:
        self._wake, self._acted = wake, acted
        self._is_wanted = Event()
        self._is_ending = False
        self._thread = Thread(target=self._run, daemon=True, name="watch")

    def start(self) -> None:
        """Start the thread, which does nothing until `want` is called."""
        self._thread.start()

    def want(self, *, is_wanted: bool) -> None:
        """Begin or stop watching the database."""
        if is_wanted:
            self._is_wanted.set()
        else:
            self._is_wanted.clear()

    def end(self) -> None:
        """End the thread."""
        self._is_ending = True
        self._is_wanted.set()

    @property
    def _goes_on(self) -> bool:
        """Whether the thread should go on watching."""
        return self._is_wanted.is_set() and not self._is_ending

    def _run(self) -> None:
        """Watch the database whenever that is wanted, and begin again after an error, until `end` is called."""
        while self._is_wanted.wait() and not self._is_ending:
            try:
                if connection.vendor == "postgresql":
                    self._watch_postgresql()
                else:
                    self._watch_sqlite()
            except Exception as error:  # noqa: BLE001  whatever the driver meets, the next connection may be well
                log.warning("Watching the database for games: %s; it is tried again.", error)
                time.sleep(AFTER_A_FAULT)
            finally:
                _close()

    def _watch_sqlite(self) -> None:
        """Watch SQLite: compare its counter of commits every few milliseconds."""
        connection.ensure_connection()
        wire: Any = connection.connection
        before: Any = None
        newest = max((key for (key,) in NEWEST_ACT.of()), default=0)
        is_due, due = True, 0.0
        while self._goes_on:
            now = wire.execute("PRAGMA data_version").fetchone()
            if now != before:
                before, is_due = now, True
                newest = self._tell_acts(newest)
            if is_due and (moment := time.monotonic()) >= due:
                is_due, due = False, moment + ALL_EVERY
                self._wake(None)
            time.sleep(LOOKS_EVERY)

    def _tell_acts(self, newest: int) -> int:
        """Report the games with acts that are newer than ``newest``, a primary key; return the key of the newest act."""
        acts = ACTED_SINCE.of(newest)
        if not acts:
            return newest
        self._acted({game: number for game, number, _ in acts})
        return int(max(key for _, _, key in acts))

    def _watch_postgresql(self) -> None:
        """Watch PostgreSQL: wait for its notifications of changed games."""
        connection.ensure_connection()
        wire: Any = connection.connection
        wire.execute(f"LISTEN {CHANNEL}")
        self._wake(None)
        while self._goes_on:
            for note in wire.notifies(timeout=LISTENS_FOR):
                self._wake({int(note.payload)})


def _close() -> None:
    """Close the connection of this thread; an error is only logged."""
    try:
        connection.close()
    except DatabaseError as error:
        log.warning("Closing the connection that watched: %s", error)
