"""Games in the midst of play, opened for a measurement: one is played some acts on, and all others begin with the same acts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from django.db import connection
from django.test import override_settings

from games.acquire.play.devices.messages import Acts
from tournament.management.measuring.playing.choosing import chosen
from tournament.play.games.models import Game, GameAct, GameSeat
from tournament.play.games.seats.joining import say_hello
from tournament.play.games.services.acting import act
from tournament.play.games.services.opening import GameOrder, OpenedGame, open_game
from tournament.play.games.services.viewing import look, view_for

EDITION, SEATS, MINUTES = "mso", 4, 25
PLAYED = 80
"""Acts of people before the measurement begins: about a third of a game."""
TABLES = ("tournament_game", "tournament_gameseat", "tournament_gameact")


@dataclass(frozen=True, slots=True)
class Measured:
    """A game that is measured: its code, and the tokens of its seats in their order."""

    code: str
    tokens: tuple[str, ...]


def opened_games(many: int, seed: int) -> list[Measured]:
    """So many games of four at clocks, each some acts on; their draws follow no seed."""
    with override_settings(GAMES=True, GAMES_AT_ONCE=many):
        made = [
            open_game(GameOrder(EDITION, [f"Player {place}" for place in range(1, SEATS + 1)], 10 * MINUTES))
            for _ in range(many)
        ]
    _play(made[0].game, Random(seed))
    _follow(made)
    return [Measured(each.game.code, tuple(each.tokens.values())) for each in made]


def _play(game: Game, chance: Random) -> None:
    seats = list(game.seats.order_by("place"))
    for seat in seats:
        say_hello(seat)
    for number in range(PLAYED):
        row, session = look(Game.objects.get(pk=game.pk))
        views = [view_for(seat, row, session) for seat in seats]
        place = next(at for at, view in enumerate(views) if view["ask"] and view["ask"]["who"] == view["you"])
        act(seats[place], Acts(f"before {number}", row.last + 1, (chosen(views[place], chance),)))


def _follow(made: Sequence[OpenedGame]) -> None:
    first = Game.objects.get(pk=made[0].game.pk)
    acts = list(first.acts.all())
    come = first.seats.order_by("place")[0].hello_at
    for other in made[1:]:
        Game.objects.filter(pk=other.game.pk).update(state=first.state, begun_at=first.begun_at, last=first.last)
        GameSeat.objects.filter(game=other.game).update(hello_at=come)
        for row in acts:
            row.pk, row.game = None, other.game
        GameAct.objects.bulk_create(acts)


def lost_of(acknowledged: Sequence[tuple[str, int, str]]) -> int:
    """How many acts that were acknowledged are not in the database, by the code of their game, their seat and their id."""
    stored = set(GameAct.objects.exclude(client_id="").values_list("game__code", "seat", "client_id"))
    return len({(code, seat, name) for code, seat, name in acknowledged} - stored)


def bytes_stored() -> int:
    """Bytes of the tables of games with their indexes; 0 where the database cannot tell."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT SUM(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) name", [list(TABLES)]
            )
        else:
            cursor.execute("SELECT 1 FROM pragma_compile_options WHERE compile_options = 'ENABLE_DBSTAT_VTAB'")
            if cursor.fetchone() is None:
                return 0
            cursor.execute(
                "SELECT SUM(d.pgsize) FROM dbstat d JOIN sqlite_master m ON m.name = d.name WHERE m.tbl_name IN (%s, %s, %s)",
                list(TABLES),
            )
        return int(cursor.fetchone()[0] or 0)
