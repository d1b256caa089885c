"""Rulings in the game of a table, for the director and the arbiter: the page that the host of a casual game has, under the round's table.

Ruling: an act of the game stands in its own log, with its reason; the event's diary tells what the game comes to, its report and log.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.views.decorators.cache import never_cache

from tournament.desk.desk import Desk, desk_form
from tournament.play.games.models import Game
from tournament.play.games.pages.rulings.bench import Bench, answer
from tournament.play.games.pages.scene import Scene, scene_at
from tournament.record.acts import Act


@never_cache
@desk_form
def show(desk: Desk, number: int, table: int) -> HttpResponse:
    """What may be ordered in the game of a table; Http404 where it is not played on devices."""
    if desk.own_table is not None:
        raise PermissionDenied(desk.own_table.sentence)
    if desk.is_post and not desk.may(Act.GIVE_TIME):
        raise PermissionDenied(f"{desk.event.name} is put away, so nothing is ruled in its games.")
    desk.table(number, table)
    games = Game.objects.filter(table__round__event=desk.event, table__round__number=number)
    game = games.filter(table__number=table).first()
    if game is None:
        raise Http404(f"Table {table} of this round does not play on devices.")

    def around(scene: Scene) -> dict[str, Any]:
        return desk.context(number=number, table=table, code=scene.game.code)

    def read() -> Scene:
        return scene_at(Game.objects.get(pk=game.pk))

    phones = desk.address("desk_table_phones", number, table)
    back = {"calls": desk.address("desk_calls"), "boards": desk.address("desk_boards", number)}
    address, template = desk.address("desk_game", number, table), "director/at_table/game.html"
    bench = Bench(read, around, address, template, phones=phones, back=back, by=desk.user)
    return answer(desk.request, bench, scene_at(game))
