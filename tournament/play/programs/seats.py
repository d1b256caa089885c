"""Programs (computer players) at seats of casual games, never in an event: seat one, open a game against some, find their seats.

A program's token follows from the installation's secret, the game's code and the place. So a process finds it again after a restart,
nobody else can know it, and only its hash is stored.

A game whose human players were not heard of for ten minutes rests: programs do not act in it, and it does not count towards the limit
of games. It goes on as soon as one of these players looks at it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.opponents.levels import LEVELS, Level, level_named
from tournament.installation.device_mark import keyed_digest
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.services.acting import locked_game
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import name_among, open_for_people, seat_with
from tournament.play.games.services.sessions import announce_change
from tournament.play.programs.models import ProgramProcess
from tournament.record.devices import hash_of
from tournament.record.names import name_key
from tournament.record.vocabulary import GameState
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop

SAYS_EVERY = timedelta(seconds=15)
GONE_AFTER = timedelta(seconds=60)
"""A process reports every `SAYS_EVERY` that it runs; after `GONE_AFTER` without a report it counts as gone."""
NOT_SERVED = gettext_noop(
    "Programs are not running now. After a restart, they come back by themselves; otherwise, ask whoever runs this "
    "installation to start them: they run with the commands “serve” and “demo”, or behind a proxy as a separate "
    "service, “bots --serve”."
)


def note_served(name: str, now: datetime | None = None) -> None:
    """Store that the process with this name, which makes the moves of programs, still runs. ``now`` is only for tests."""
    ProgramProcess.objects.update_or_create(name=name, defaults={"seen_at": now or timezone.now()})


def is_served(now: datetime | None = None) -> bool:
    """Return whether a process that moves for the computer players has reported within the last minute; one query."""
    return ProgramProcess.objects.filter(seen_at__gt=(now or timezone.now()) - GONE_AFTER).exists()


def token_of_program(code: str, place: int) -> str:
    """Return the token of the program at a place (from 0) of a game: always the same, and known to this installation alone."""
    return keyed_digest("tournament.game.program", f"{code} {place}")


def level_of(typed: str) -> Level:
    """Return the level whose name was typed; RefusedError where there is none."""
    try:
        return level_named(typed)
    except KeyError:
        raise RefusedError(_("Choose one of the options.")) from None


def title_of(program: str) -> str:
    """Return the title of the level with the name ``program``; the name itself where this version does not know the level."""
    return next((_(level.title) for level in LEVELS if level.name == program), program)


def name_of_program(level: Level, taken: Iterable[str]) -> str:
    """Return a name for a program of a level that differs from the names that are ``taken``."""
    keys, name, number = {name_key(each) for each in taken}, _("Program {level}", level=level.name.capitalize()), 1
    called = name
    while name_key(called) in keys:
        number += 1
        called = f"{name} {number}"
    return called


@transaction.atomic
def sit_program(game: Game, place: int, typed: str) -> None:
    """Seat a program of the level ``typed`` at a free place (from 0); it appears in the game as soon as a process plays for it.

    If a program of that level sits there already, nothing changes. Raises RefusedError where there is no such level, the game has begun
    or is one of an event, somebody has the seat, or the installation plays as many games with programs as it may.
    """
    level, row = level_of(typed), locked_game(game.pk)
    if row.table_id is not None:
        raise RefusedError(_("Programs never play at an event’s tables."))
    if row.state != GameState.LOBBY.value:
        raise RefusedError(_("The game has begun, so nobody else can join."))
    seats = list(row.seats.order_by("place"))
    seat = next((seat for seat in seats if seat.place == place), None)
    if seat is not None and seat.program == level.name:
        return
    if seat is None or not seat.is_free:
        raise RefusedError(_("That seat is taken. Choose a free one."))
    if not is_with_programs(row):
        check_room()
    take(seat, level, [each.name for each in seats if not each.is_free])
    announce_change(row.pk)


def take(seat: GameSeat, level: Level, taken: Iterable[str]) -> None:
    """Give a seat to a program, which then still has to connect. The game must be locked; ``taken`` are the names of the other seats."""
    seat.name, seat.program = name_of_program(level, taken), level.name
    seat.token_hash = hash_of(token_of_program(seat.game.code, seat.place))
    seat.hello_at = seat.link_hash = seat.claimed_at = None
    seat.save(update_fields=["name", "program", "token_hash", "hello_at", "link_hash", "claimed_at"])


def check_room() -> None:
    """Raise RefusedError, which says what to do, where programs play no games here or already play as many as they may."""
    if not settings.PROGRAMS:
        raise RefusedError(
            _("Programs cannot play here. Whoever runs this installation can allow it (TOPTABLE_PROGRAMS).")
        )
    most = settings.PROGRAM_GAMES
    if games_running(timezone.now()) >= most:
        raise RefusedError(
            _(
                "Programs are already playing as many games as this installation allows (TOPTABLE_PROGRAM_GAMES: "
                "{n}). Try again in ten minutes: games that people have left will no longer count then.",
                n=most,
            )
        )


def open_against(order: GameOrder, name: str, levels: Sequence[str], once: str) -> tuple[Game, str]:
    """Open a game for a person of that name against a program of each of these levels; return the game and the person's token.

    The names in ``order`` are replaced. ``once`` is a key of the sent form: the same key again returns the same game.
    Raises RefusedError where the installation opens no games or allows no more games with programs, or the order fits no edition.
    """
    if not once:
        raise RefusedError(_("This form is incomplete. Open the page again."))
    token = keyed_digest("tournament.game.against", once)
    try:
        seat = seat_with(token)
        return (seat.game if seat is not None else _open_against(order, name, levels, token)), token
    except IntegrityError:  # the same form came twice at the same moment, and the other one was quicker
        seat = seat_with(token)
        if seat is None:
            raise
        return seat.game, token


@transaction.atomic
def _open_against(order: GameOrder, name: str, levels: Sequence[str], token: str) -> Game:
    """Open a game as `open_against` describes; ``token`` becomes that of the person."""
    check_room()
    chosen = [level_of(level) for level in levels]
    order = replace(order, names=[f"Player {place}" for place in range(1, len(chosen) + 2)])
    game = open_for_people(order)
    own, *others = GameSeat.objects.filter(game=game).select_related("game").order_by("place")
    taken: list[str] = []
    for seat, level in zip(others, chosen, strict=True):
        take(seat, level, taken)
        taken.append(seat.name)
    now = timezone.now()
    own.name, own.token_hash = name_among(name, others), hash_of(token)
    own.hello_at = own.seen_at = now
    own.save(update_fields=["name", "token_hash", "hello_at", "seen_at"])
    return game


REST_AFTER = timedelta(minutes=10)
TO_AGREE = timedelta(days=1)
"""How long after the end of a game a program may still agree to its result."""


@dataclass(frozen=True, slots=True)
class ProgramSeat:
    """A seat that a program has to play: its game by key and code, its place from 0, the name of its level.

    ``last`` is the number of the game's last act, ``state`` the value of its `GameState`.
    """

    game: int
    code: str
    place: int
    level: str
    last: int
    state: str

    @property
    def mark(self) -> tuple[int, str]:
        """A value that changes with each act, and when the game begins, ends or is resumed."""
        return self.last, self.state


def seats_to_play(now: datetime, part: int = 0, parts: int = 1) -> list[ProgramSeat]:
    """Return the seats that programs have to play at ``now``, by game and place.

    Each of ``parts`` processes plays a part of the games; only the seats of part ``part`` (from 0) are returned.
    """
    found = _seats_now(now).order_by("game", "place")
    rows = found.values_list("game", "game__code", "place", "program", "game__last", "game__state")
    return [ProgramSeat(*row) for row in rows if row[0] % parts == part]


def _seats_now(now: datetime) -> QuerySet[GameSeat]:
    """The seats of programs in games that are in play, or that ended lately and whose result the program has not agreed to."""
    over = Q(game__state=GameState.OVER.value, game__ended_at__gt=now - TO_AGREE, agreed_at=None)
    return GameSeat.objects.exclude(program="").filter(_in_play(now, "game__", "game") | over)


def _in_play(now: datetime, of_game: str, key: str) -> Q:
    """Return the condition that a game waits or is played, and a person is there: at a seat, as host, or as who opened it just now.

    ``of_game`` is the prefix of the game's columns in the query, ``key`` the name of the column with the game's key.
    """
    since = now - REST_AFTER
    people = GameSeat.objects.filter(game=OuterRef(key), program="", seen_at__gt=since)
    return Q(**{f"{of_game}state__in": (GameState.LOBBY.value, GameState.PLAYING.value)}) & (
        Q(**{f"{of_game}opened_at__gt": since}) | Q(**{f"{of_game}host_seen_at__gt": since}) | Q(Exists(people))
    )


def games_running(now: datetime) -> int:
    """How many games with programs are played at a moment, or wait to begin."""
    programs = GameSeat.objects.filter(game=OuterRef("pk")).exclude(program="")
    return Game.objects.filter(_in_play(now, "", "pk"), Exists(programs), table=None).count()


def is_with_programs(game: Game) -> bool:
    """Whether a program sits in a game."""
    return game.seats.exclude(program="").exists()
