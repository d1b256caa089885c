"""What programs have to play now: the seats of games in which somebody is there, in one query; and how many such games there are.

A game whose people were not heard of for ten minutes rests: nothing is asked for it, and it does not count. It goes on as soon as one of
them looks at it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournament.play.games.models import Game, GameSeat
from tournament.record.gaming import GameState

REST_AFTER = timedelta(minutes=10)
TO_AGREE = timedelta(days=1)
"""So long after the end of a game a program agrees to it yet."""


@dataclass(frozen=True, slots=True)
class ProgramSeat:
    """A seat that a program has to play: its game by key and code, its place from 0, the name of its level.

    ``last`` is the number of the game's last act, ``state`` how far the game is.
    """

    game: int
    code: str
    place: int
    level: str
    last: int
    state: str

    @property
    def mark(self) -> tuple[int, str]:
        """What is another one after each act, and where the game begins, ends or is taken up again."""
        return self.last, self.state


def seats_to_play(now: datetime, part: int = 0, parts: int = 1) -> list[ProgramSeat]:
    """The seats that programs have to play at a moment, by game and place; of several processes each asks for its part of the games."""
    found = _seats_now(now).order_by("game", "place")
    rows = found.values_list("game", "game__code", "place", "program", "game__last", "game__state")
    return [ProgramSeat(*row) for row in rows if row[0] % parts == part]


def _seats_now(now: datetime) -> QuerySet[GameSeat]:
    over = Q(game__state=GameState.OVER.value, game__ended_at__gt=now - TO_AGREE, agreed_at=None)
    return GameSeat.objects.exclude(program="").filter(_in_play(now, "game__", "game") | over)


def _in_play(now: datetime, of_game: str, key: str) -> Q:
    """A game that is waited for or played while somebody is there: a person at a seat, its host, or who opened it just now."""
    since = now - REST_AFTER
    people = GameSeat.objects.filter(game=OuterRef(key), program="", seen_at__gt=since)
    return Q(**{f"{of_game}state__in": (GameState.LOBBY.value, GameState.PLAYING.value)}) & (
        Q(**{f"{of_game}opened_at__gt": since}) | Q(**{f"{of_game}host_seen_at__gt": since}) | Q(Exists(people))
    )


def played_now(now: datetime) -> int:
    """How many games with programs are played at a moment, or wait to begin."""
    programs = GameSeat.objects.filter(game=OuterRef("pk")).exclude(program="")
    return Game.objects.filter(_in_play(now, "", "pk"), Exists(programs), table=None).count()


def is_with_programs(game: Game) -> bool:
    """Whether a program sits in a game."""
    return game.seats.exclude(program="").exists()
