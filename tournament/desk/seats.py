"""Who sits where in a round: swapping two players, and typing the starting tiles of all tables."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse

from tournament.desk.acting import REFUSALS, looks_again
from tournament.desk.desk import Desk, desk_confirmation, desk_form
from tournament.desk.rounds import to_clear
from tournament.draw.seating import StartingTileError, order_of_play, parse_starting_tile
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, SeatSource
from tournament.services.changes.refusals import StaleError
from tournament.services.seats import set_starting_tiles, swap_players, weigh_swap
from wording import gettext as _
from wording import ngettext
from wording.digits import whole_number


@desk_confirmation
def swap(desk: Desk, number: int) -> HttpResponse:
    """Show what swapping two players would cost; a POST swaps them. An Undo posts to an address that names the same two players."""
    record, sent = desk.record, desk.request.GET if "first" in desk.request.GET else desk.request.POST
    first, second = (PlayerId(whole_number(sent.get(name))) for name in ("first", "second"))
    if desk.is_post:
        return desk.act(
            lambda: swap_players(desk.event, desk.actor, number, first, second),
            desk.address("desk_round", number),
            undo=f"{desk.request.path}?first={first}&second={second}",
        )
    round_ = desk.round_(number)
    if not first or not second:
        return _who_swaps(desk, round_, first or second)
    try:
        weighed = weigh_swap(record, number, first, second)
    except REFUSALS as refusal:
        return _who_swaps(desk, round_, first, str(refusal))
    return desk.confirmation(
        "director/rounds/swap.html",
        shown=(first, second, weighed.cost, weighed.before, weighed.after, _homes(round_, first, second)),
        number=number,
        swap=weighed,
        moves=_moves(record, round_, first, second),
        first=record.entry(first),
        second=record.entry(second),
        here=desk.address("desk_round", number),
    )


def _homes(round_: RoundRecord, *players: PlayerId) -> list[int]:
    """Return the numbers of the tables at which these players sit, 0 for none."""
    return [table.number if (table := round_.table_of(player)) else 0 for player in players]


def _moves(record: EventRecord, round_: RoundRecord, first: PlayerId, second: PlayerId) -> list[str]:
    """Return for each of two players from which table to which a swap moves them; whoever has no table sits out."""
    here, there = (_("table {table}", table=home) if home else _("sits out") for home in _homes(round_, first, second))
    return [
        _("{name}: {value}", name=record.name_of(player), value=f"{before} → {after}")
        for player, before, after in ((first, here, there), (second, there, here))
    ]


def _who_swaps(desk: Desk, round_: RoundRecord, first: PlayerId | None, problem: str = "") -> HttpResponse:
    """Show the tables without a report, and who sits out, with a link at each name: the first press chooses one, the second the other.

    ``first`` is the player who is chosen, None for none yet; ``problem`` why the last choice cannot be.
    """
    record = desk.record
    open_tables = [table for table in round_.tables if not table.holds_figures]
    places = [(table.number, [seat.player for seat in table.seats]) for table in open_tables]
    if idle := [row.player for row in round_.sit_outs if row.kind.counts_as_sit_out]:
        places.append((0, idle))
    return desk.confirmation(
        "director/rounds/swap_who.html",
        shown=(problem,),
        number=round_.number,
        places=[(table, [(player, record.name_of(player)) for player in players]) for table, players in places],
        first=record.entry(first) if first is not None and first in record.people else None,
        problem=problem,
        left_out=to_clear(round_) if any(table.has_cash for table in round_.tables) else "",
        here=desk.address("desk_round", round_.number),
    )


@looks_again
@desk_form
def tiles(desk: Desk, number: int) -> HttpResponse:
    """Show and save the starting tiles of all tables of a round (R4); a wrong tile stays in its field.

    What another desk has saved since stays; a field that both changed, or whose player has moved since, is shown with both.
    """
    round_ = desk.round_(number)
    typed: dict[PlayerId, str] = {}
    wrong: dict[PlayerId, str] = {}
    if desk.is_post:
        typed, overtaken = _typed_tiles(desk, round_)
        wrong = _wrong_tiles(desk.record, round_, typed) | overtaken
        desk.is_compared()
    if desk.is_post and not wrong:
        wanted = {table.number: {seat.player: typed[seat.player] for seat in table.seats} for table in round_.tables}
        try:
            set_starting_tiles(desk.event, desk.actor, number, wanted)
        except REFUSALS as refusal:
            messages.error(desk.request, str(refusal))
        else:
            return desk.did(desk.address("desk_round", number))
    return desk.page("director/rounds/tiles.html", **_tiles_context(desk.record, round_, typed, wrong))


def _typed_tiles(desk: Desk, round_: RoundRecord) -> tuple[dict[PlayerId, str], dict[PlayerId, str]]:
    """Return the tile that each player is to have, and by player what another desk did meanwhile where that is another thing.

    A field that is as its page showed it, or that the page did not have, follows what is stored now. What a page showed is in the fields
    ``was-<player>``, table and tile; a form without them is not compared.
    """
    posted, typed, overtaken = desk.request.POST, dict[PlayerId, str](), dict[PlayerId, str]()
    for table in round_.tables:
        for seat in table.seats:
            now = f"{table.number}:{seat.starting_tile}"
            shown = posted.get(f"was-{seat.player}", now)
            place, _colon, tile = shown.partition(":")
            typed[seat.player] = desk.typed(f"tile-{seat.player}") if f"tile-{seat.player}" in posted else tile
            if shown != now and typed[seat.player] == tile:
                typed[seat.player] = seat.starting_tile
            elif shown != now and typed[seat.player].upper() != seat.starting_tile:
                name = desk.record.name_of(seat.player)
                overtaken[seat.player] = (
                    _(
                        "{player} is now at table {table}. Enter the tile drawn there.",
                        player=name,
                        table=table.number,
                    )
                    if place != str(table.number)
                    else _(
                        "{tile} has since been entered for {player}. Check it.",
                        player=name,
                        tile=seat.starting_tile,
                    )
                    if seat.starting_tile
                    else str(StaleError())
                )
    return typed, overtaken


def _wrong_tiles(record: EventRecord, round_: RoundRecord, typed: dict[PlayerId, str]) -> dict[PlayerId, str]:
    """Return by player what is wrong with a typed tile: it is none, or another player of the table has it."""
    wrong: dict[PlayerId, str] = {}
    for table in round_.tables:
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
                wrong[seat.player] = _(
                    "{player} already has {tile}; check both tiles.", player=record.entry(first).name, tile=tile
                )
    return wrong


def _tiles_context(
    record: EventRecord,
    round_: RoundRecord,
    typed: dict[PlayerId, str],
    wrong: dict[PlayerId, str],
) -> dict[str, Any]:
    """Return the context of the page of starting tiles: a row for each table, with typed tiles and errors by player."""
    return {
        "number": round_.number,
        "is_by_chart": round_.seat_source is SeatSource.CHART,
        "problems": [
            ngettext(
                "{n} tile is wrong; nothing has been saved yet.",
                "{n} tiles are wrong; nothing has been saved yet.",
                len(wrong),
            )
        ]
        if wrong
        else [],
        "most_seats": range(max(round_.sizes, default=0)),
        "rows": [
            {
                "number": table.number,
                "seats": [
                    {
                        "player": seat.player,
                        "name": record.entry(seat.player).name,
                        "tile": typed.get(seat.player, seat.starting_tile),
                        "was": f"{table.number}:{seat.starting_tile}",
                        "error": wrong.get(seat.player, ""),
                    }
                    for seat in table.seats
                ],
                "starts": record.entry(order_of_play(table, round_.seat_source)[0].player).name
                if all(seat.starting_tile for seat in table.seats) or round_.seat_source is SeatSource.CHART
                else "",
            }
            for table in round_.tables
        ],
    }
