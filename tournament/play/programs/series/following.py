"""Follow a series for its page: its games become games of the server, act by act, and the page can pause, slow down and end it.

1. The command writes games, messages, table and state; pages write wishes alone, so neither overwrites the other.
2. Before each decision the wishes are read: a pause, a step, a speed, open hands, the end.
3. Decisions of this process are stored under the lock of the game. If the server has stored an act of a client meanwhile, that counts.
   A client from elsewhere is a bot named `remote:NAME` on the command line: a program that connects to this server over the network.

Ruling: while a series waits, a game with clients from elsewhere is also paused in its log, so that nobody can act in it.
Ruling: hands are looked into only while the series waits or is slowed down, and each look is in the log as ``peek``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.acquire.play.devices import ARBITER, Chooser, Session, decide
from games.interrupts import raise_if_interrupted
from games.series.bots import OwnBot, SeriesBot
from games.series.playing import Follower, PlannedGame, StartedGame, StopError, bag_of, cash_of
from games.series.running import FILLS, BotKind, parse_bot, rows_of, seed_of
from games.series.running import SeriesOrder as Order
from games.series.table import BotRow, document
from games.series.tracing import MessageDirection
from tournament.play.games.models import Game
from tournament.play.games.services.acting import locked, write
from tournament.play.games.services.sessions import session_of
from tournament.play.programs.models import Series, SeriesGame, SeriesMessage
from tournament.play.programs.series.remote import RemoteBot
from tournament.play.programs.series.rows import (
    begin_game,
    chooser_for,
    end_series,
    forget_oldest,
    open_game_of,
    revoke_token,
    row_of,
    seed_for,
)
from tournament.record.gaming import MessageWay, SeriesState
from tournament.services.changes import RefusedError

LOOKS_EVERY, ANSWERS_EVERY = 0.1, 0.03
"""Seconds between two looks: at the wishes while a series waits, and at what a client from elsewhere did."""
HEARD_EVERY = timedelta(seconds=5)
TO_AGREE = 5.0
"""Seconds that a client from elsewhere has to agree to a result before its token leads to the next game."""
A_MINUTE = 60.0

Own = Callable[[str, int], Any]
"""A function that makes one of our players, from its name and the bot's place in the command line (from 0)."""


class SeriesFollower(Follower):
    """The follower that writes a series to its rows. ``tell`` receives the name and token of each client from elsewhere."""

    def __init__(
        self,
        row: Series,
        order: Order,
        own: Own,
        tell: Callable[[str, str], None],
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.is_stopped = False
        self._sleep = sleep
        self._row, self._order, self._own, self._tell = row, order, own, tell
        self._remotes: dict[int, RemoteBot] = {}
        self._rows: Sequence[BotRow] = rows_of(order)
        self._series_game: SeriesGame | None = None
        self._choose: Chooser = bag_of(order.seed)
        self._messages: list[SeriesMessage] = []
        self._next_at = 0.0
        self._write(table=self._table())

    def bot_for(self, name: str, place: int) -> SeriesBot | None:
        """Return a bot for a client from elsewhere; None for any other name. ``place`` is the bot's place in the command line, from 0."""
        if parse_bot(name)[0] is not BotKind.REMOTE:
            return None
        remote = RemoteBot(self._row.words["bots"][place]["name"], self._order.limits, self._wait_a_moment)
        self._remotes[place] = remote
        return remote

    def begin(self, rows: Sequence[BotRow], games: int) -> None:
        """Take over the rows of the table, whose figures change with every game."""
        self._rows = rows

    def open(self, planned: PlannedGame) -> StartedGame | None:
        """Open a game. For the first one print the tokens, wait for the clients, and wait until the page lets it begin."""
        seed = seed_of(self._order, planned)
        present = {bot: remote for bot, remote in self._remotes.items() if remote.standing_in is None}
        tokens = {bot: remote.token_hash for bot, remote in present.items()}
        self._check_stop()
        try:
            self._series_game = open_game_of(self._row, planned, tokens, seed_for(seed) if present else "")
        except RefusedError as refusal:
            self._stop()
            raise StopError(str(refusal)) from None
        places = {place: self._remotes[bot] for place, bot in enumerate(planned.bots) if bot in self._remotes}
        for place, remote in places.items():
            remote.sit(self._series_game, place)
        if planned.number == 1:
            for remote in self._remotes.values():
                self._tell(remote.name, remote.token)
            self._gather({place: remote for place, remote in places.items() if remote in present.values()})
            self._wait_to_begin()
        game = self._game()
        self._choose = chooser_for(game, bag_of(seed))
        session = begin_game(game, (), self._choose)
        assert session is not None  # noqa: S101  everybody is said to be here
        return StartedGame(session, self._choose)

    def ready(self, session: Session) -> Session:
        """Wait until the page lets the next decision be made (speed, pause, step); StopError where the page ends the series."""
        self._check_stop()
        session = self._up_to_date(session)
        while not self._may_go(session):
            session = self._up_to_date(self._with_open_hands(self._paused_while_waiting(session)))
            self._sleep(LOOKS_EVERY)
            self._check_stop()
        return self._after_order(session, {"act": "resume"}) if session.paused else session

    def done(self, before: Session, session: Session) -> Session:
        """Store a decision, unless the server stored another act first; return the session with what is stored."""
        with transaction.atomic():
            game = locked(self._game_key())
            if game.last == before.number:
                session = write(game, before, session.deeds[before.number :])
            elif game.last != session.number:
                session = session_of(game)
            SeriesMessage.objects.bulk_create(self._messages)
            self._messages.clear()
            if not self._row.is_wished_on:
                self._row.steps_done = min(self._row.steps, self._row.steps_done + 1)
                self._write(steps_done=self._row.steps_done)
        if self._row.speed:
            self._next_at = time.monotonic() + A_MINUTE / self._row.speed
        return session

    def ended(self, planned: PlannedGame, session: Session) -> None:
        """Write the table, and wait a few seconds for clients from elsewhere to agree before their tokens open the next game."""
        self._write(table=self._table())
        SeriesGame.objects.filter(game=self._game_key()).update(cash=list(cash_of(session)))
        forget_oldest(self._row)
        places = [place for place, bot in enumerate(planned.bots) if self._is_elsewhere(bot)]
        until = time.monotonic() + TO_AGREE
        while places and time.monotonic() < until:
            if not self._game().seats.filter(place__in=places, agreed_at=None).exists():
                return
            self._sleep(LOOKS_EVERY)

    def note(self, where: Mapping[str, Any], direction: MessageDirection, message: object) -> None:
        """Collect a message, to be stored with the decision that it belongs to."""
        if self._series_game is not None and where["game"] == self._series_game.number:
            row = row_of(self._series_game, int(where["seat"][1:]) - 1, direction.value, message)
            if row is None:
                return
            before = self._messages[-1] if self._messages else None
            if row.code and before is not None and before.seat == row.seat:
                if before.way == MessageWay.ABOUT.value and before.code == row.code:
                    return  # the bot is told what was said of it
                if before.way == MessageWay.FROM.value:
                    before.code = row.code
            self._messages.append(row)

    def finish(self, *, is_whole: bool) -> None:
        """End the series: leave unfinished games as they are and void the tokens. ``is_whole`` tells that it was played to its end."""
        for remote in self._remotes.values():
            self._void_token(remote)
        self._write(table=self._table())
        end_series(self._row, SeriesState.OVER if is_whole and not self.is_stopped else SeriesState.STOPPED)

    def _gather(self, remotes: Mapping[int, RemoteBot]) -> None:
        """Wait until all clients from elsewhere have connected, or the page begins without them; then our player replaces the missing ones.

        ``remotes`` are the clients by their seats in the first game.
        """
        while True:
            self._check_stop()
            came = set(self._game().seats.exclude(hello_at=None).values_list("place", flat=True))
            away = {place: remote for place, remote in remotes.items() if place not in came}
            names = [remote.name for remote in away.values()]
            if names != self._row.waits_for:
                self._row.waits_for = names
                self._write(waits_for=names)
            if not away or self._row.is_wished_locked:
                break
            self._sleep(LOOKS_EVERY)
        for remote in away.values():
            self._void_token(remote)
            bot = next(bot for bot, each in self._remotes.items() if each is remote)
            remote.standing_in = OwnBot(self._own(FILLS, bot), self._order.limits)
            self._rows[bot].bot, self._rows[bot].is_filled = FILLS, True
        self._row.waits_for = []
        self._write(waits_for=[], table=self._table())

    def _wait_to_begin(self) -> None:
        """Wait until the page lets the series begin."""
        self._set_state(SeriesState.LOCKED)
        while not (self._row.is_wished_on or self._row.steps > self._row.steps_done):
            self._sleep(LOOKS_EVERY)
            self._check_stop()

    def _may_go(self, session: Session) -> bool:
        """Whether the next decision may be made now."""
        if self._row.steps > self._row.steps_done and not self._row.is_wished_on:
            return True
        if not self._row.is_wished_on:
            self._set_state(SeriesState.PAUSED)
            return False
        self._set_state(SeriesState.PLAYING)
        return not self._row.speed or time.monotonic() >= self._next_at

    def _paused_while_waiting(self, session: Session) -> Session:
        """The session, paused in its log while the series waits and clients from elsewhere play."""
        is_elsewhere = any(map(self._is_elsewhere, self._remotes))
        if is_elsewhere and not self._row.is_wished_on and not session.paused:
            return self._after_order(session, {"act": "pause"})
        return session

    def _with_open_hands(self, session: Session) -> Session:
        """Look into all hands that were not looked into in this position, if the page asks for open hands; return the session after it."""
        if not (self._row.has_open_hands and self._row.are_hands_wished):
            return session
        for place, player in enumerate(session.terms.ids):
            if place not in session.peeked and session.state.hands[place]:
                session = self._after_order(session, {"act": "peek", "player": player})
        return session

    def _after_order(self, session: Session, order: Mapping[str, Any]) -> Session:
        """Do an arbiter's order and return the session after it; if another act was stored first, return the session with that instead."""
        with transaction.atomic():
            game = locked(self._game_key())
            if game.last != session.number:
                return session_of(game)
            return write(game, session, decide(session, ARBITER, order, at=session.at, choose=self._choose))

    def _up_to_date(self, session: Session) -> Session:
        """Return the session with the acts that clients from elsewhere have added in the database meanwhile."""
        if not any(map(self._is_elsewhere, self._remotes)):
            return session
        game = self._game()
        return session if game.last == session.number else session_of(game)

    def _is_elsewhere(self, bot: int) -> bool:
        """Whether the bot at a place of the command line is a client from elsewhere that plays itself."""
        return bot in self._remotes and self._remotes[bot].standing_in is None

    def _void_token(self, remote: RemoteBot) -> None:
        """Void the token of a client from elsewhere."""
        if self._series_game is not None:
            for seat in self._game().seats.filter(token_hash=remote.token_hash):
                revoke_token(seat)

    def _check_stop(self) -> None:
        """Read the wishes and store that the command still runs; StopError where the page ends the series, KeyboardInterrupt on Ctrl+C."""
        raise_if_interrupted()
        self._row.refresh_from_db()
        if timezone.now() - self._row.heard_at > HEARD_EVERY:
            self._write()
        if self._row.is_wished_over:
            self._stop()
            raise StopError

    def _wait_a_moment(self) -> None:
        """Wait a moment before the next look for a client's act; may raise what `_check_stop` raises."""
        self._sleep(ANSWERS_EVERY)
        self._check_stop()

    def _stop(self) -> None:
        """Note that the series was ended before its last game, and drop the messages that are not stored."""
        self.is_stopped = True
        self._messages.clear()

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

    def _game(self) -> Game:
        """The row of the current game, read anew."""
        return Game.objects.get(pk=self._game_key())

    def _game_key(self) -> int:
        """The primary key of the current game."""
        assert self._series_game is not None  # noqa: S101  there is one once the first was opened
        return self._series_game.game_id
