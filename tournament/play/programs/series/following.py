"""Follow a series for its page: its games become games of the server, act by act, and the page can pause, slow down and end it.

1. The command writes games, table and state; pages write wishes alone, so neither overwrites the other.
2. Before each decision the wishes are read: a pause, a step, a speed, open hands, the end.

Ruling: hands are looked into only while the series waits or is slowed down, and each look is in the log as ``peek``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.acquire.play.devices import ARBITER, Chooser, Session, Terms, decide
from games.interrupts import raise_if_interrupted
from games.series.playing import Bag, Follower, PlannedGame, StopError, cash_of
from games.series.running import SeriesOrder, rows_of
from games.series.table import BotRow, document
from tournament.play.games.services.acting import locked, write
from tournament.play.programs.models import Series, SeriesGame
from tournament.play.programs.series.rows import begin_game, end_series
from tournament.record.gaming import SeriesState
from tournament.services.changes import RefusedError

LOOKS_EVERY = 0.1
"""Seconds between two looks at the wishes while a series waits."""
HEARD_EVERY = timedelta(seconds=5)
A_MINUTE = 60.0


class SeriesFollower(Follower):
    """The follower that writes a series to its rows."""

    def __init__(self, row: Series, order: SeriesOrder, sleep: Callable[[float], None] = time.sleep) -> None:
        self._is_stopped = False
        self._sleep = sleep
        self._row, self._order = row, order
        self._rows: Sequence[BotRow] = rows_of(order)
        self._game_key = 0
        self._choose: Chooser = Bag(order.seed)
        self._next_at = 0.0
        self._write(table=self._table())

    def begin(self, rows: Sequence[BotRow]) -> None:
        """Take over the rows of the table, whose figures change with every game."""
        self._rows = rows

    def waits_for(self, names: Sequence[str]) -> bool:
        """Show who has not joined; return whether the page begins without them."""
        self._check_stop()
        if list(names) != self._row.waits_for or not names:
            self._row.waits_for = list(names)
            self._write(waits_for=self._row.waits_for, table=self._table())
        return self._row.is_wished_locked

    def open(self, planned: PlannedGame, terms: Terms, bag: Chooser) -> Session:
        """Open a game of the server, which has terms of its own."""
        self._check_stop()
        try:
            self._game_key, session = begin_game(self._row, planned, bag)
        except RefusedError as refusal:
            self._is_stopped = True
            raise StopError(str(refusal)) from None
        self._choose = bag
        return session

    def ready(self, session: Session) -> Session:
        """Wait until the page lets the next decision be made (speed, pause, step); StopError where the page ends the series."""
        self._check_stop()
        while not self._may_go():
            session = self._with_open_hands(session)
            self._sleep(LOOKS_EVERY)
            self._check_stop()
        return session

    def done(self, before: Session, session: Session) -> None:
        """Store a decision."""
        with transaction.atomic():
            write(locked(self._game_key), before, session.deeds[before.number :])
            if not self._row.is_wished_on:
                self._row.steps_done = min(self._row.steps, self._row.steps_done + 1)
                self._write(steps_done=self._row.steps_done)
        if self._row.speed:
            self._next_at = time.monotonic() + A_MINUTE / self._row.speed

    def ended(self, planned: PlannedGame, session: Session) -> None:
        """Write the table, and the cash of the game."""
        self._write(table=self._table())
        SeriesGame.objects.filter(game=self._game_key).update(cash=list(cash_of(session)))

    def finish(self, *, is_whole: bool) -> None:
        """End the series: leave unfinished games as they are. ``is_whole`` tells that it was played to its end."""
        self._write(table=self._table())
        end_series(self._row, SeriesState.OVER if is_whole and not self._is_stopped else SeriesState.STOPPED)

    def _may_go(self) -> bool:
        """Whether the next decision may be made now."""
        if self._row.steps > self._row.steps_done and not self._row.is_wished_on:
            return True
        self._set_state(SeriesState.PLAYING if self._row.is_wished_on else SeriesState.PAUSED)
        return self._row.is_wished_on and (not self._row.speed or time.monotonic() >= self._next_at)

    def _with_open_hands(self, session: Session) -> Session:
        """Look into all hands that were not looked into in this position, if the page asks for open hands; return the session after it."""
        if not (self._row.has_open_hands and self._row.are_hands_wished):
            return session
        for place, player in enumerate(session.terms.ids):
            if place not in session.peeked and session.state.hands[place]:
                look = {"act": "peek", "player": player}
                deeds = decide(session, ARBITER, look, at=session.at, choose=self._choose)
                with transaction.atomic():
                    session = write(locked(self._game_key), session, deeds)
        return session

    def _check_stop(self) -> None:
        """Read the wishes and store that the command still runs; StopError where the page ends the series, KeyboardInterrupt on Ctrl+C."""
        raise_if_interrupted()
        self._row.refresh_from_db()
        if timezone.now() - self._row.heard_at > HEARD_EVERY:
            self._write()
        if self._row.is_wished_over:
            self._is_stopped = True
            raise StopError

    def _set_state(self, state: SeriesState) -> None:
        """Store how far the series is, if that changed."""
        if self._row.state != state.value:
            self._row.state = state.value
            self._write(state=state.value)

    def _write(self, **what: Any) -> None:
        """Write columns of the series that belong to the command, and when it wrote; never a wish, which belongs to the page."""
        Series.objects.filter(pk=self._row.pk).update(heard_at=timezone.now(), **what)

    def _table(self) -> list[dict[str, Any]]:
        """The rows of the table as they are stored."""
        rows: list[dict[str, Any]] = document(self._order.edition, 0, self._rows)["bots"]
        return rows
