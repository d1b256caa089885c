"""The games for which sockets of this process wait: which have changed, and which view each socket receives.

1. The hub is told which games have new acts, and which games may have changed otherwise, in this process or another one (`watching`).
2. One query tells which have changed. Each of these is read once for all its sockets, and each socket receives what it lacks.
3. A game is read by one task at a time; if it changes meanwhile, it is read once more afterwards.

A clock that comes to zero wakes its game, so a time-out is written without a request. All of this runs in one event loop.

The places for sockets in one process: how many, how many of an address, and who makes room for a player.

How a process learns of writes by other processes: on SQLite from a counter of commits, on PostgreSQL from notifications.

When the counter changes, games with new acts are reported at once. All watched games are checked for other changes, at most every
`ALL_EVERY` seconds. This runs in a thread of its own, and only while a socket waits for news.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Collection, Coroutine, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from threading import Event, Thread
from typing import Any, Generic, Protocol, TypeVar

from django.db import DatabaseError, connection
from django.utils import timezone

from games.acquire.play.devices.session import moment_of_zero
from tournament.play.games.services.acting import game_now, view_at
from tournament.play.games.services.presence import note_all_seen, note_lags
from tournament.play.games.services.sessions import (
    ACTED_SINCE,
    CHANNEL,
    LOOKED_AT,
    NEWEST_ACT,
    SEATS_OF,
    Fingerprint,
    fingerprint_of,
    fingerprints_now,
)
from tournament.play.games.sockets.connection import Work

OF_AN_ADDRESS = 500
"""How many sockets one address may have; it may be that of a whole hall: 250 players with phone and board."""

Socket = TypeVar("Socket")


class Places(Generic[Socket]):
    """The open sockets, at most ``most``. Who holds a seat goes before who looks on or has not said who they are."""

    def __init__(self, most: int, of_an_address: int = OF_AN_ADDRESS) -> None:
        self._most, self._of_an_address = most, of_an_address
        self._addresses: dict[Socket, str] = {}
        self._of_address: Counter[str] = Counter()
        self._onlookers: dict[Socket, None] = {}
        """The sockets without a seat, the oldest first."""

    def __len__(self) -> int:
        return len(self._addresses)

    def lacks(self, address: str) -> bool:
        """Whether there is no place for one socket more from this address."""
        return len(self) >= self._most or self._of_address[address] >= self._of_an_address

    def onlooker_for(self, address: str) -> Socket | None:
        """The oldest socket without a seat whose end would make room for a player at this address; None where there is none."""
        of_same = self._of_address[address] >= self._of_an_address
        able = (each for each in self._onlookers if not of_same or self._addresses[each] == address)
        return next(able, None)

    def enter(self, socket: Socket, address: str, *, is_seat: bool) -> None:
        """Give a socket a place."""
        self._addresses[socket] = address
        self._of_address[address] += 1
        if not is_seat:
            self._onlookers[socket] = None

    def sit(self, socket: Socket) -> None:
        """From now on the socket is that of a seat."""
        self._onlookers.pop(socket, None)

    def leave(self, socket: Socket) -> None:
        """Take the place of a socket back."""
        address = self._addresses.pop(socket, None)
        self._onlookers.pop(socket, None)
        if address is not None:
            self._of_address[address] -= 1
            if not self._of_address[address]:
                del self._of_address[address]


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
        self._thread = Thread(target=self._watch, daemon=True, name="watch")

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

    def _watch(self) -> None:
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


SWEEPS_EVERY = 15.0
"""Seconds between two sweeps, which note whose sockets are open and check all games for changes that no write announces."""
AFTER_ZERO = 0.005
COMPLAINS_EVERY = 30.0


@dataclass(frozen=True, slots=True)
class WantedView:
    """The view that a seat's socket waits for: with the acts after number ``since`` as news, and if ``legal`` with the list of legal acts.

    ``token_hash`` is of the token with which the socket was opened; the view is sent only while it opens the seat.
    """

    place: int
    token_hash: str
    since: int
    legal: bool


@dataclass(frozen=True, slots=True)
class GameNews:
    """The state of a game as it was read: its fingerprint, the number of its last act, the wanted views in order (None for a void token).

    ``zero`` is when the running clock comes to zero, None if no clock runs.
    """

    fingerprint: Fingerprint | None
    number: int
    views: list[dict[str, Any] | None]
    zero: datetime | None


class WaitingSocket(Protocol):
    """A socket that waits for news of a game."""

    seat_keys: Collection[int]

    @property
    def lag(self) -> int:
        """The ms that a message took to the client and back; 0 before that was measured."""

    @property
    def wanted(self) -> WantedView | None:
        """The view that the socket waits for; None where it only wants to know that something is new."""

    def receive(self, fingerprint: Fingerprint | None, number: int, view: dict[str, Any] | None) -> None:
        """Take the news of the game: its fingerprint, the number of its last act, and the view that was wanted."""


@dataclass(slots=True)
class _Watched:
    """A watched game: its sockets, and what was last read of it.

    ``number`` is that of the last act that was read, ``target`` that of an act that is known to exist, -1 for none. ``is_read``: a task
    reads it now; ``has_moved``: it has changed since the task began. ``zero`` wakes it when a clock comes to zero.
    """

    waiting: dict[WaitingSocket, None] = field(default_factory=dict)
    fingerprint: Fingerprint | None = None
    number: int = -1
    target: int = -1
    is_read: bool = False
    has_moved: bool = False
    zero: asyncio.TimerHandle | None = None


class Hub:
    """All watched games of a process, in one event loop."""

    def __init__(self, work: Work) -> None:
        self._loop = asyncio.get_running_loop()
        self._work = work
        self._games: dict[int, _Watched] = {}
        self._woken: set[int] = set()
        self._is_looking = False
        self._complained = -COMPLAINS_EVERY
        self._tasks: set[asyncio.Task[None]] = set()
        self.watch = Watch(self.wake_soon, self.note_acts)

    def wake_soon(self, games: Collection[int] | None) -> None:
        """Check games (by primary key; None for all) for changes; callable from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, games)

    def note_acts(self, numbers: Mapping[int, int]) -> None:
        """Note the numbers of the newest acts of games, by their primary keys; callable from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._note_acts, numbers)

    def changed_here(self, game: int) -> None:
        """Read a game that this process changed, without checking; callable from any thread."""
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.read_soon, game)

    def add(self, game: int, waiting: WaitingSocket) -> None:
        """Add a socket of a game; it is sent a view at once."""
        self._games.setdefault(game, _Watched()).waiting[waiting] = None
        self.watch.want(is_wanted=True)
        self.read_soon(game)

    def remove(self, game: int, waiting: WaitingSocket) -> None:
        """Remove a socket of a game; without sockets the game is no longer watched."""
        watched = self._games.get(game)
        if watched is None or waiting not in watched.waiting:
            return
        del watched.waiting[waiting]
        if not watched.waiting:
            if watched.zero:
                watched.zero.cancel()
            del self._games[game]
        self.watch.want(is_wanted=bool(self._games))

    async def sweep(self) -> None:
        """Store every few seconds, for ever, whose sockets are open, and check every game."""
        while True:
            await asyncio.sleep(SWEEPS_EVERY)
            sockets = [each for watched in self._games.values() for each in watched.waiting]
            there = {key for each in sockets for key in each.seat_keys}
            try:
                if there:
                    await self._work.write(note_all_seen, there)
                    await self._work.write(note_lags, {key: each.lag for each in sockets for key in each.seat_keys})
            except Exception as error:  # noqa: BLE001  the next sweep tries again
                self._complain(error)
            self._wake(None)

    def _complain(self, error: Exception) -> None:
        """Log an error of the database, at most every few seconds."""
        if (now := self._loop.time()) - self._complained >= COMPLAINS_EVERY:
            self._complained = now
            log.warning("News of games wait for the database, which is asked again every second: %s", error)

    def _start_task(self, what: Coroutine[Any, Any, None]) -> None:
        """Start a task and hold a reference to it until it is done."""
        task = self._loop.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _wake(self, games: Collection[int] | None) -> None:
        """Check games (None for all) for changes, or let the check that runs go on with them."""
        self._woken |= self._games.keys() if games is None else self._games.keys() & set(games)
        if self._woken and not self._is_looking:
            self._is_looking = True
            self._start_task(self._look())

    def _note_acts(self, numbers: Mapping[int, int]) -> None:
        """Read the watched games that have acts up to these numbers, unless they were read so far already."""
        for game in numbers.keys() & self._games.keys():
            watched, number = self._games[game], numbers[game]
            if watched.number < number:
                watched.target = max(watched.target, number)
                if not watched.is_read:  # else that may have read it already
                    self.read_soon(game)

    async def _look(self) -> None:
        """Compare the fingerprints of the games to be checked, and read those that have changed."""
        try:
            while self._woken:
                games, self._woken = self._woken, set()
                marks = await self._work.read_in_thread(fingerprints_now, games)
                for game, fingerprint in marks.items():
                    watched = self._games.get(game)
                    if watched is not None and watched.fingerprint != fingerprint:
                        self.read_soon(game)
        except Exception as error:  # noqa: BLE001  whatever the database meets, it is asked again
            self._complain(error)
            self._loop.call_later(AFTER_A_FAULT, self._wake, None)
        finally:
            self._is_looking = False

    def read_soon(self, game: int) -> None:
        """Read a game that has changed; if it is being read, that is done once more afterwards."""
        watched = self._games.get(game)
        if watched is None:
            return
        watched.has_moved = True
        if not watched.is_read:
            watched.is_read = True
            self._start_task(self._read_game(game, watched))

    async def _read_game(self, game: int, watched: _Watched) -> None:
        """Read a game until nothing is new, and give each socket its view."""
        try:
            while (watched.has_moved or watched.number < watched.target) and watched.waiting:
                watched.has_moved, target = False, watched.target
                waiting = list(watched.waiting)
                wanted = [each.wanted for each in waiting]
                news = await self._work.read_in_thread(read_news, game, [each for each in wanted if each is not None])
                watched.fingerprint, watched.number = news.fingerprint, news.number
                if watched.target == target:  # nothing newer was announced while the game was read
                    watched.target = -1
                views = iter(news.views)
                for each, wanted_view in zip(waiting, wanted, strict=True):
                    view = next(views) if wanted_view is not None else None
                    if each in watched.waiting:
                        each.receive(news.fingerprint, news.number, view)
                self._wait_for_zero(game, watched, news.zero)
        except Exception as error:  # noqa: BLE001  whatever the database meets, it is asked again
            self._complain(error)
            self._loop.call_later(AFTER_A_FAULT, self.read_soon, game)
        finally:
            watched.is_read = False

    def _wait_for_zero(self, game: int, watched: _Watched, zero: datetime | None) -> None:
        """Have a game read again when its running clock comes to zero, in place of an earlier such timer."""
        if watched.zero:
            watched.zero.cancel()
        watched.zero = None
        if zero is not None and (left := (zero - timezone.now()).total_seconds()) > 0:
            watched.zero = self._loop.call_later(left + AFTER_ZERO, self.read_soon, game)


def read_news(key: int, wanted: Collection[WantedView]) -> GameNews:
    """Read a game (by primary key) for all sockets that wait; a time-out that is due is written."""
    seats = {seat.place: seat for seat in SEATS_OF.of(key)}
    game = LOOKED_AT.first(key)
    if game is None:
        return GameNews(None, 0, [None] * len(wanted), None)
    game, session = game_now(game)
    fingerprint = fingerprint_of(game, seats.values())
    came = {seat.place: seat.agreed_at is not None for seat in seats.values() if seat.hello_at is not None}
    views = [
        view_at(each.place, game, session, came, since=each.since, legal=each.legal)
        if each.place in seats and seats[each.place].token_hash == each.token_hash
        else None
        for each in wanted
    ]
    at = moment_of_zero(session)
    zero = game.begun_at + timedelta(milliseconds=at) if game.begun_at and at is not None else None
    return GameNews(fingerprint, session.number, views, zero)
