"""Who sits where in a round: two players swapped, and the starting tiles of all tables."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct
from tournament.desk.acting import REFUSALS, act_and_go, actor_of, page, round_of, undo_address
from tournament.desk.collisions import Confirmation, confirmed
from tournament.desk.frame import desk_context
from tournament.desk.hall.charting import name_or_number
from tournament.desk.hall.questions import Choice, Question, put
from tournament.desk.views.rounds.rounds import players_of
from tournament.draw.seating import StartingTileError, order_of_play, parse_starting_tile
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, SeatSource, whole_number
from tournament.services.hall.seats import set_starting_tiles, swap_players
from tournament.services.hall.swaps import weigh_swap


@require_http_methods(["GET", "HEAD", "POST"])
@confirmed
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show what swapping two players would cost; a POST swaps them. Both are named in the address, so that undoing is the same act."""
    event = event_to_direct(request, slug)
    asked = request.GET if "first" in request.GET else request.POST
    first, second = (PlayerId(whole_number(asked.get(name))) for name in ("first", "second"))
    here = page("desk_round", event, number)
    record = record_of(event)
    if request.method == "POST":
        return act_and_go(
            request,
            lambda: swap_players(event, actor_of(request), number, first, second),
            f"{name_or_number(record, first)} and {name_or_number(record, second)} have swapped places.",
            here,
            undo=f"{page('desk_swap', event, number)}?first={first}&second={second}",
        )
    played = round_of(record, number)
    if not first and not second:
        return put(request, event, record, _who_swaps(event, record, played))
    try:
        weighed = weigh_swap(record, number, first, second)
    except REFUSALS as refusal:
        asks = _who_swaps(event, record, played, first, second, str(refusal))
        return put(request, event, record, asks)
    context = desk_context(
        event,
        record,
        number=number,
        swap=weighed,
        first=record.entry(first),
        second=record.entry(second),
        here=here,
    )
    shown = (first, second, weighed.cost, weighed.before, weighed.after, _homes(played, first, second))
    return Confirmation(request, "director/rounds/swap.html", context, shown=shown)


def _homes(played: RoundRecord, *players: PlayerId) -> list[int]:
    """At which tables these sit, 0 for none."""
    return [table.number if (table := played.table_of(player)) else 0 for player in players]


@require_http_methods(["GET", "HEAD", "POST"])
def tiles(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Type the starting tiles of all tables on one page (R4); what is wrong stays in its field."""
    event = event_to_direct(request, slug)
    record = record_of(event)
    played = round_of(record, number)
    if request.method != "POST":
        return render(request, "director/rounds/tiles.html", _tiles_context(event, record, played, {}, {}))
    typed = {
        seat.player: str(request.POST.get(f"tile-{seat.player}", "")).strip()
        for table in played.tables
        for seat in table.seats
    }
    wrong = _wrong_tiles(record, played, typed)
    if not wrong:
        wanted = {table.number: {seat.player: typed[seat.player] for seat in table.seats} for table in played.tables}
        try:
            changed = set_starting_tiles(event, actor_of(request), number, wanted)
        except REFUSALS as refusal:
            messages.error(request, str(refusal))
        else:
            done = f"Starting tiles of {changed} {'table' if changed == 1 else 'tables'} saved."
            messages.success(request, done, extra_tags=undo_address(event, event.version))
            return redirect(page("desk_round", event, number))
    return render(request, "director/rounds/tiles.html", _tiles_context(event, record, played, typed, wrong))


def _who_swaps(
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    first: int | None = None,
    second: int | None = None,
    problem: str = "",
) -> Question:
    """The page that asks which two sat down at each other's table; with what was chosen, where that cannot be."""
    offers = [(str(player), words) for player, words in players_of(record, played)]
    return Question(
        "Swap two players",
        "",
        page("desk_swap", event, played.number),
        page("desk_round", event, played.number),
        choices=(
            Choice("first", "Swap", str(first or ""), offers),
            Choice("second", "with", str(second or ""), offers),
        ),
        problem=problem,
        look="See what it costs",
    )


def _wrong_tiles(record: EventRecord, played: RoundRecord, typed: dict[PlayerId, str]) -> dict[PlayerId, str]:
    """A sentence for every field that holds no tile, or one that another player of the table has."""
    wrong: dict[PlayerId, str] = {}
    for table in played.tables:
        claimed: dict[str, PlayerId] = {}
        for seat in table.seats:
            if not typed[seat.player]:
                continue
            try:
                tile = parse_starting_tile(typed[seat.player])
            except StartingTileError as refusal:
                wrong[seat.player] = str(refusal)
                continue
            first = claimed.setdefault(tile, seat.player)
            if first != seat.player:
                wrong[seat.player] = f"{record.entry(first).name} has {tile} already; look at both."
    return wrong


def _tiles_context(
    event: Event,
    record: EventRecord,
    played: RoundRecord,
    typed: dict[PlayerId, str],
    wrong: dict[PlayerId, str],
) -> dict[str, Any]:
    return desk_context(
        event,
        record,
        number=played.number,
        is_by_chart=played.seat_source is SeatSource.CHART,
        problems=[f"{len(wrong)} {'tile is' if len(wrong) == 1 else 'tiles are'} not right; nothing is saved yet."]
        if wrong
        else [],
        most_seats=range(max(played.sizes, default=0)),
        rows=[
            {
                "number": table.number,
                "seats": [
                    {
                        "player": seat.player,
                        "name": record.entry(seat.player).name,
                        "tile": typed.get(seat.player, seat.starting_tile),
                        "error": wrong.get(seat.player, ""),
                    }
                    for seat in table.seats
                ],
                "starts": record.entry(order_of_play(table, played.seat_source)[0].player).name
                if all(seat.starting_tile for seat in table.seats) or played.seat_source is SeatSource.CHART
                else "",
            }
            for table in played.tables
        ],
    )
