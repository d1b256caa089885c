"""The rows of a series: open it and its games, read and write the wishes of its page.

Follow a series for its page: its games become games of the server, act by act, and the page can pause, slow down and end it.

1. The command writes games, table and state; pages write wishes alone, so neither overwrites the other.
2. Before each decision the wishes are read: a pause, a step, a speed, open hands, the end.

Ruling: hands are looked into only while the series waits or is slowed down, and each look is in the log as ``peek``.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.acquire.play.devices.deciding import ARBITER, decide
from games.acquire.play.devices.deeds import Terms
from games.acquire.play.devices.session import Chooser, Session, open_session, settle
from games.running import raise_if_interrupted
from games.series.bots import SeriesError
from games.series.programs import words_of
from games.series.running import (
    LONGEST_NAME,
    Bag,
    BotKind,
    Follower,
    PlannedGame,
    SeriesOrder,
    StopError,
    cash_of,
    parse_bot,
    rows_of,
)
from games.series.table import BotRow, document
from tournament.play.games.services.acting import locked_game, write
from tournament.play.games.services.opening import GameOrder, new_game_code, open_game
from tournament.play.games.services.sessions import terms_of
from tournament.play.programs.models import Series, SeriesGame
from tournament.record.devices import hash_of, new_token
from tournament.record.vocabulary import GameState, SeriesState
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording.digits import whole_number
from wording.figures import whole

DELETED_AFTER = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class StartWishes:
    """How a series begins: paused or not, how many decisions a minute (None: as fast as possible), with open hands or not."""

    is_paused: bool = False
    speed: int | None = None
    has_open_hands: bool = False


def names_of(bots: Sequence[str]) -> list[str]:
    """The names of the bots on pages, no two alike: one from elsewhere by its name, a program by its file without the folder."""
    plain = [_name_of(bot)[: LONGEST_NAME - 4].strip() for bot in bots]
    return [
        f"{name} {plain[:place].count(name) + 1}" if plain.count(name) > 1 else name for place, name in enumerate(plain)
    ]


def _name_of(bot: str) -> str:
    """The name of one bot on pages, before it is cut, or numbered where it occurs twice."""
    kind, name = parse_bot(bot)
    if kind is not BotKind.PROGRAM:
        return bot if kind is BotKind.OWN else name
    words = [word for word in words_of(name) if not word.startswith("-")]
    name = PurePath(words[1] if len(words) > 1 else words[0]).name if words else ""
    return "".join(letter if letter.isprintable() else "?" for letter in name) or "program"


def open_series(order: SeriesOrder, wait: StartWishes) -> tuple[Series, str]:
    """Open a series; return its row and the token that gives control of it, which is shown once.

    Series whose command last wrote more than a month ago are deleted. Raises SeriesError where this installation opens no games.
    """
    if not settings.GAMES:
        raise SeriesError("This installation opens no games on devices; TOPTABLE_GAMES=on lets it.")
    now, token = timezone.now(), new_token()
    bots = [row.bot for row in rows_of(order)]
    words = {
        "edition": order.edition,
        "bots": [{"bot": bot, "name": name} for bot, name in zip(bots, names_of(bots), strict=True)],
        "seats": order.seats,
        "games": order.games,
        "seconds": order.limits.decision,
    }
    with transaction.atomic():
        Series.objects.filter(heard_at__lt=now - DELETED_AFTER).delete()
        row = Series.objects.create(
            code=new_game_code(),
            words=words,
            control_hash=hash_of(token),
            has_open_hands=wait.has_open_hands,
            opened_at=now,
            heard_at=now,
            is_wished_on=not wait.is_paused,
            speed=wait.speed,
        )
    return row, token


@transaction.atomic
def begin_game(series: Series, planned: PlannedGame, choose: Chooser) -> tuple[int, Session]:
    """Begin a game of a series with all players present; return its key and its session. ``choose`` draws its tiles, not the server.

    Raises RefusedError where no game can be opened.
    """
    names, now = [series.words["bots"][bot]["name"] for bot in planned.bots], timezone.now()
    opened = open_game(GameOrder(series.words["edition"], names, opens_hands=series.has_open_hands)).game
    SeriesGame.objects.create(
        series=series, game=opened, number=planned.number, bag=planned.number, bots=list(planned.bots)
    )
    row = locked_game(opened.pk)
    row.seats.update(hello_at=now)
    row.state, row.begun_at = GameState.PLAYING.value, now
    row.save(update_fields=["state", "begun_at"])
    session = open_session(terms_of(row))
    return row.pk, write(row, session, settle(session, 0, choose)[1])


def end_series(series: Series, state: SeriesState) -> None:
    """End a series: leave the game under way, and stop waiting for programs from elsewhere."""
    now = timezone.now()
    with transaction.atomic():
        for series_game in SeriesGame.objects.filter(series=series, game__state=GameState.PLAYING.value):
            game = locked_game(series_game.game_id)
            game.state = GameState.LEFT.value
            game.save(update_fields=["state"])
        Series.objects.filter(pk=series.pk).update(
            state=state.value, waits_for=[], heard_at=now, ended_at=now, are_hands_wished=False
        )


SLOWEST, FASTEST = 1, 1_000
"""The limits of a speed in decisions a minute; a series without a speed is played as fast as possible."""
_ENDED = Q(state__in=[state.value for state in SeriesState if state.has_ended])


class Wish(StrEnum):
    """What the page may ask the command of a series to do, as its forms send it."""

    PLAY = "play"
    PAUSE = "pause"
    STEP = "step"
    SPEED = "speed"
    LOCK = "lock"
    STOP = "stop"
    OPEN_HANDS = "open"
    COVER_HANDS = "cover"


def wish(series: Series, what: Wish, step: int = 0, speed: str = "") -> None:
    """Store what the page asks for. ``step`` is the number of the step that is asked for; a form that is sent twice counts once.

    ``speed`` is what was typed as decisions a minute, empty for as fast as possible. Raises RefusedError where that is no speed, the
    series has ended, or was begun without open hands.
    """
    if what in (Wish.OPEN_HANDS, Wish.COVER_HANDS) and not series.has_open_hands:
        raise RefusedError(_("This series was started without --open-hands, so its hands stay hidden."))
    changes: dict[Wish, dict[str, object]] = {
        Wish.PLAY: {"is_wished_on": True, "steps": F("steps_done")},
        Wish.PAUSE: {"is_wished_on": False},
        Wish.STEP: {"is_wished_on": False, "steps": step},
        Wish.SPEED: {"speed": _speed_in(speed) if what is Wish.SPEED else None},
        Wish.LOCK: {"is_wished_locked": True},
        Wish.STOP: {"is_wished_over": True},
        Wish.OPEN_HANDS: {"are_hands_wished": True},
        Wish.COVER_HANDS: {"are_hands_wished": False},
    }
    rows = Series.objects.filter(pk=series.pk).exclude(_ENDED)
    if not rows.exists():
        raise RefusedError(_("The series has ended and can no longer be controlled."))
    if what is Wish.STEP:
        rows = rows.filter(steps=step - 1)  # otherwise it was wished before
    rows.update(**changes[what])


def _speed_in(typed: str) -> int | None:
    """Read a typed speed in decisions a minute, None where it is empty; RefusedError for anything else."""
    typed = typed.strip()
    speed = whole_number(typed)
    if typed and not SLOWEST <= speed <= FASTEST:
        raise RefusedError(
            _(
                "Enter {slowest} to {fastest} decisions a minute, or leave it empty to play at full speed.",
                slowest=SLOWEST,
                fastest=whole(FASTEST),
            )
        )
    return speed or None


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

    def wait_for_programs(self, names: Sequence[str]) -> bool:
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
            write(locked_game(self._game_key), before, session.deeds[before.number :])
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
                    session = write(locked_game(self._game_key), session, deeds)
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
