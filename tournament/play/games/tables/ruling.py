"""Rulings in the game of a table, for the director and the arbiter: the page that the host of a casual game has, under the round's table.

Ruling: an act of the game stands in its own log, with its reason; the event's diary tells what the game comes to, its report and log.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct, may, user_of
from tournament.desk.acting import page, round_of, table_of
from tournament.desk.frame import desk_context
from tournament.models.queries import record_of
from tournament.play.games.models import Game
from tournament.play.games.pages.rulings.bench import Bench, answer
from tournament.play.games.pages.scene import Scene, scene_at
from tournament.record.acts import Act


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def show(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """What may be ordered in the game of a table; Http404 where it is not played on devices."""
    event = event_to_direct(request, slug)
    own = getattr(request, "own_table", None)
    if own is not None:
        raise PermissionDenied(own.sentence)
    if request.method == "POST" and not may(user_of(request), event, Act.GIVE_TIME):
        raise PermissionDenied(f"{event.name} is put away, so nothing is ruled in its games.")
    record = record_of(event)
    table_of(round_of(record, number), table)
    game = Game.objects.filter(table__round__event=event, table__round__number=number, table__number=table).first()
    if game is None:
        raise Http404(f"Table {table} of this round does not play on devices.")

    def around(scene: Scene) -> dict[str, Any]:
        return desk_context(event, record, number=number, table=table, code=scene.game.code)

    def read() -> Scene:
        return scene_at(Game.objects.get(pk=game.pk))

    phones = page("desk_table_phones", event, number, table)
    back = {"calls": page("desk_calls", event), "boards": page("desk_boards", event, number)}
    address, template = page("desk_game", event, number, table), "director/at_table/game.html"
    bench = Bench(read, around, address, template, phones=phones, back=back, by=user_of(request))
    return answer(request, bench, scene_at(game))
