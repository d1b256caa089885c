"""The rows of a series: open it and its games, store messages, read and write the wishes of its page."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import PurePath
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from games.acquire.play.devices import Chooser, Session, open_session, settle
from games.acquire.play.devices.messages import Acts
from games.series.playing import PlannedGame
from games.series.programs import words_of
from games.series.running import REMOTE, BotKind, SeriesError, parse_bot, rows_of
from games.series.running import SeriesOrder as Order
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import locked, write
from tournament.play.games.services.opening import GameOrder, new_game_code, open_game
from tournament.play.games.services.seats import begin_when_all_are_here
from tournament.play.games.services.sessions import chooser_of, session_of, terms_of
from tournament.play.programs.models import LONGEST_CODE, Series, SeriesGame, SeriesMessage
from tournament.record.gaming import GameState, MessageWay, SeriesState
from tournament.record.letin import hash_of, new_token
from tournament.services.changes import RefusedError
from wording import gettext as _
from wording.digits import plain_digits
from wording.figures import whole

MOST_MESSAGES = 4_000
"""How many messages of a series are stored; a trace holds all of them."""
LONGEST_MESSAGE = 600
"""The length up to which a message is stored whole; of a longer one only the beginning is stored."""
UNCOUNTED = frozenset({"stale", "game-not-begun", "paused", "game-over", "game-left"})
"""Codes of refusals that are nobody's fault, because the game had moved on or waits."""


def row_of(series_game: SeriesGame, place: int, way: str, message: object) -> SeriesMessage | None:
    """Return a message as an unsaved row; None for a view without a question. Of a view only the question is stored, never a hand.

    ``place`` is the seat from 0, ``way`` the value of a `MessageWay`.
    """
    code, body = "", message
    if way == MessageWay.TO.value and isinstance(message, Mapping):
        if message.get("t") == "view":
            ask = message.get("ask") or {}
            if "legal" not in ask:
                return None
            body = {"t": "view", "n": message["n"], "ask": {"phase": ask["phase"]}}
        elif message.get("t") == "no":
            code = str(message.get("code", ""))
    elif way == MessageWay.ABOUT.value and isinstance(message, Mapping):
        code = str(message.get("code", ""))
    return SeriesMessage(
        played=series_game,
        seat=place,
        bot=series_game.bots[place],
        at=timezone.now(),
        way=way,
        code=code[:LONGEST_CODE],
        body=_cut(body),
    )


def _cut(body: object) -> Any:
    """Return a message as every database can store it: of one that is too long or cannot be stored, the beginning as text."""
    try:
        text = json.dumps(body, allow_nan=False)
    except (ValueError, RecursionError):
        return plain_text(repr(body) if isinstance(body, str) else "no message of the protocol")  # not said
    if len(text) > LONGEST_MESSAGE or "\\u0000" in text or "\\ud" in text:
        return text[:LONGEST_MESSAGE]
    return body


def plain_text(words: str) -> str:
    """The beginning of a text, without unprintable letters."""
    return "".join(letter if letter.isprintable() else "?" for letter in words[:LONGEST_MESSAGE])


def forget_oldest(series: Series) -> None:
    """Delete all but the newest messages of a series."""
    rows = SeriesMessage.objects.filter(played__series=series)
    oldest = rows.order_by("-pk").values_list("pk", flat=True)[MOST_MESSAGES : MOST_MESSAGES + 1]
    for key in oldest:
        rows.filter(pk__lte=key).delete()


def note_refusal(seat: GameSeat, sent: Acts, answer: list[dict[str, Any]]) -> None:
    """Store that the server refused what a client from elsewhere sent, until the series' command reads it.

    Nothing is stored in games that belong to no series, for refusals that are nobody's fault (`UNCOUNTED`), or if a first act was done.
    """
    first = answer[0] if answer else {}
    if first.get("t") != "no" or first.get("code") in UNCOUNTED:
        return
    series_game = SeriesGame.objects.filter(game=seat.game_id).first()
    if series_game is None:
        return
    line = {"t": "act", "id": sent.id, "n": sent.number, "acts": list(sent.requests)}
    SeriesMessage.objects.create(
        played=series_game,
        seat=seat.place,
        bot=series_game.bots[seat.place],
        at=timezone.now(),
        way=MessageWay.SENT.value,
        code=str(first["code"])[:LONGEST_CODE],
        body={"line": _cut(line), "message": plain_text(str(first["message"]))},
    )


DELETED_AFTER = timedelta(days=30)
LONGEST_NAME = 40
_SEED_LENGTH = 40


@dataclass(frozen=True, slots=True)
class StartWishes:
    """How a series begins: paused or not, how many decisions a minute (None: as fast as possible), with open hands or not."""

    is_paused: bool = False
    speed: int | None = None
    has_open_hands: bool = False


def names_of(bots: Sequence[str]) -> list[str]:
    """The names of the bots on pages, no two alike: a client by its name, a program by its file without the folder.

    Raises SeriesError where a client has no name that can be used.
    """
    plain = [_name_of(bot) for bot in bots]
    times, met, names = Counter(plain), Counter[str](), []
    for name in plain:
        met[name] += 1
        names.append(f"{name} {met[name]}" if times[name] > 1 else name)
    return names


def _name_of(bot: str) -> str:
    """The name of one bot on pages, before names that occur twice are numbered; SeriesError where it is too long or unusable."""
    kind, rest = parse_bot(bot)
    if kind is BotKind.REMOTE:
        name = rest.strip()
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise SeriesError(
                f"A client from elsewhere needs a name of 1 to {LONGEST_NAME} letters, as in {REMOTE}NAME."  # not said
            )
        return name
    if kind is BotKind.PROGRAM:
        words = [word for word in words_of(rest) if not word.startswith("-")]
        name = PurePath(words[1] if len(words) > 1 else words[0]).name if words else ""
        bot = "".join(letter if letter.isprintable() else "?" for letter in name) or "program"
    if len(bot) > LONGEST_NAME:
        raise SeriesError(
            f"The program “{bot}” has a name of {len(bot)} letters; at most {LONGEST_NAME} fit. Rename it."  # not said
        )
    return bot


def open_series(order: Order, wait: StartWishes) -> tuple[Series, str]:
    """Open a series; return its row and the token that gives control of it, which is shown once.

    Series whose command last wrote more than a month ago are deleted. Raises SeriesError where this installation opens no games, or a
    name cannot be used.
    """
    if not settings.GAMES:
        raise SeriesError("This installation opens no games on devices; TOPTABLE_GAMES=on lets it.")  # not said
    now, token = timezone.now(), new_token()
    bots = [row.bot for row in rows_of(order)]
    words = {
        "edition": order.edition,
        "bots": [{"bot": bot, "name": name} for bot, name in zip(bots, names_of(bots), strict=True)],
        "seats": order.seats,
        "bags": order.bags,
        "games": order.bags * (order.seats if order.duplicate else 1),
        "seconds": order.limits.decision,
        "duplicate": order.duplicate,
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


def seed_for(seed: str) -> str:
    """Return a seed that fits the column of a game, computed from a seed of any length."""
    return hashlib.sha256(seed.encode()).hexdigest()[:_SEED_LENGTH]


@transaction.atomic
def open_game_of(series: Series, planned: PlannedGame, tokens: dict[int, str], seed: str) -> SeriesGame:
    """Open a game of a series. ``tokens`` are hashes of the tokens of bots from elsewhere, by their places in the command line.

    These tokens then no longer open the seats of the game before. ``seed`` is for the server's draws, empty where this process draws.
    Raises RefusedError where no game can be opened.
    """
    names = [series.words["bots"][bot]["name"] for bot in planned.bots]
    game = open_game(GameOrder(series.words["edition"], names, seed=seed, opens_hands=series.has_open_hands)).game
    for seat in GameSeat.objects.filter(token_hash__in=tokens.values()):
        revoke_token(seat)
    for place, bot in enumerate(planned.bots):
        if bot in tokens:
            game.seats.filter(place=place).update(token_hash=tokens[bot])
    return SeriesGame.objects.create(
        series=series, game=game, number=planned.number, bag=planned.bag, bots=list(planned.bots)
    )


def revoke_token(seat: GameSeat) -> None:
    """Replace the token of a seat by one that nobody knows, so that no token opens the seat."""
    GameSeat.objects.filter(pk=seat.pk).update(token_hash=hash_of(new_token()))


@transaction.atomic
def begin_game(game: Game, away: Collection[int], choose: Chooser) -> Session | None:
    """Mark all seats as present except those at the places ``away``; return the session, or None if the game has not begun."""
    row, now = locked(game.pk), timezone.now()
    row.seats.filter(hello_at=None).exclude(place__in=away).update(hello_at=now)
    if row.state == GameState.LOBBY.value and not row.seats.filter(hello_at=None).exists():
        if row.seed:
            begin_when_all_are_here(row, now)
        else:
            _begin(row, choose)
    return session_of(row) if row.state != GameState.LOBBY.value else None


def _begin(row: Game, choose: Chooser) -> None:
    """Begin a game whose tiles are drawn by ``choose`` in this process, not by the server."""
    row.state, row.begun_at = GameState.PLAYING.value, timezone.now()
    row.save(update_fields=["state", "begun_at"])
    session = open_session(terms_of(row))
    _session, deeds = settle(session, 0, choose)
    if deeds:
        write(row, session, deeds)


def chooser_for(game: Game, bag: Chooser) -> Chooser:
    """Return the function that draws a game's tiles: from its seed where the server draws too, else ``bag``."""
    return chooser_of(game.seed) if game.seed else bag


def end_series(series: Series, state: SeriesState) -> None:
    """End a series: leave the game under way, void its tokens, and stop waiting for clients."""
    now = timezone.now()
    with transaction.atomic():
        unfinished = (GameState.LOBBY.value, GameState.PLAYING.value)
        for series_game in SeriesGame.objects.filter(series=series, game__state__in=unfinished):
            game = locked(series_game.game_id)
            if game.state == GameState.LOBBY.value:
                game.begun_at = now
            game.state = GameState.LEFT.value
            game.save(update_fields=["state", "begun_at"])
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
    LOCK = "lock"
    STOP = "stop"
    OPEN_HANDS = "open"
    COVER_HANDS = "cover"


def wish(series: Series, what: Wish, step: int = 0) -> None:
    """Store what the page asks for. ``step`` is the number of the step that is asked for; a form that is sent twice counts once.

    Raises RefusedError where the series has ended, or was begun without open hands.
    """
    if what in (Wish.OPEN_HANDS, Wish.COVER_HANDS) and not series.has_open_hands:
        raise RefusedError(_("This series was started without --open-hands, so its hands stay hidden."))
    changes: dict[Wish, dict[str, object]] = {
        Wish.PLAY: {"is_wished_on": True, "steps": F("steps_done")},
        Wish.PAUSE: {"is_wished_on": False},
        Wish.STEP: {"is_wished_on": False, "steps": step},
        Wish.LOCK: {"is_wished_locked": True},
        Wish.STOP: {"is_wished_over": True},
        Wish.OPEN_HANDS: {"are_hands_wished": True},
        Wish.COVER_HANDS: {"are_hands_wished": False},
    }
    rows = Series.objects.filter(pk=series.pk).exclude(_ENDED)
    if what is Wish.STEP:
        rows = rows.filter(steps=step - 1)
        if not rows.exists() and Series.objects.filter(pk=series.pk, steps__gte=step).exists():
            return  # wished before
    if not rows.update(**changes[what]):
        raise RefusedError(_("The series has ended, so it takes no more orders."))


def wish_speed(series: Series, typed: str) -> None:
    """Store a typed speed in decisions a minute, empty for as fast as possible; RefusedError for anything else."""
    typed = plain_digits(typed).strip()
    speed = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 5 else 0
    if typed and not SLOWEST <= speed <= FASTEST:
        raise RefusedError(
            _(
                "Enter {slowest} to {fastest} decisions a minute, or nothing to play at full speed.",
                slowest=SLOWEST,
                fastest=whole(FASTEST),
            )
        )
    if not Series.objects.filter(pk=series.pk).exclude(_ENDED).update(speed=speed or None):
        raise RefusedError(_("The series has ended, so it takes no more orders."))
