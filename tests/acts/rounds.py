"""Acts on rounds and seats."""

from __future__ import annotations

from random import Random

from tests.acts.choosing import (
    CHOSEN_KINDS,
    DRAFT,
    PLAYING,
    one_of,
    player_of,
    round_of,
    table_of,
)
from tests.acts.results import finish_by_lot
from tournament.day.hall import best_spread
from tournament.draw.allocation import choices
from tournament.models import Event
from tournament.play.games.tables.opening import play_at_the_table, play_on_devices
from tournament.record.event import EventRecord
from tournament.record.vocabulary import STORED_SEAT_SOURCES, RoundState
from tournament.services.changes.refusals import RefusedError
from tournament.services.draws import DrawOrder
from tournament.services.rounds import close_round, draft_round, publish_round
from tournament.services.seats import join_table, mark_no_show, set_seat_source, set_starting_tiles, swap_players
from tournament.services.tables import move_player, renumber_table, retire_table


def draw_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    sizes = one_of(chance, choices(max(3, len(record.active)), record.rounds_planned, record.format)).arrangement.sizes
    draft = next((played for played in record.rounds if played.state is RoundState.DRAFT), None)
    sitting_out = player_of(record, chance) if chance.random() < 0.3 else None
    order = DrawOrder(
        sizes,
        chance.randrange(1000),
        chance.choice(STORED_SEAT_SOURCES),
        sitting_out=sitting_out,
        sit_out_reason="is unwell" if sitting_out else "",
        replaces=draft.draw.key if draft and draft.draw else None,
        over_dispute=chance.choice(("", "it cannot move the cut")),
    )
    draft_round(event, event.created_by, order)


def on_devices_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    """Open a table on devices, or take that back."""
    played, table = table_of(record, chance, PLAYING)
    do = chance.choice((play_on_devices, play_on_devices, play_at_the_table))
    do(event, event.created_by, played.number, table.number)


def bring_on(event: Event, record: EventRecord, chance: Random) -> None:
    """Do what the day asks for next: draw, publish what still fits or draw it anew, report every table, close."""
    current = next((played for played in record.rounds if not played.is_closed), None)
    if current is None:
        draw_by_lot(event, record, chance)
    elif current.state is DRAFT:
        try:
            publish_round(event, event.created_by, current.number)
        except RefusedError:
            draw_by_lot(event, record, chance)
    elif all(table.has_result for table in current.tables):
        close_round(event, event.created_by, current.number, "it cannot wait")
    else:
        finish_by_lot(event, record, chance)


def swap_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played = round_of(record, chance, DRAFT, PLAYING)
    idle = [row.player for row in played.sit_outs]
    there = [seat.player for table in played.tables for seat in table.seats] + idle
    if idle and chance.random() < 0.5:
        swap_players(event, event.created_by, played.number, one_of(chance, there), one_of(chance, idle))
        return
    swap_players(event, event.created_by, played.number, one_of(chance, there), one_of(chance, there))


def no_show_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, PLAYING)
    kind = chance.choice(CHOSEN_KINDS)
    mark_no_show(event, event.created_by, played.number, one_of(chance, table.seats).player, kind, "")


def join_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, PLAYING)
    idle = [entry.player for entry in record.active if played.table_of(entry.player) is None]
    join_table(event, event.created_by, played.number, one_of(chance, idle), table.number)


def move_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, PLAYING)
    to = one_of(chance, played.tables)
    move_player(event, event.created_by, played.number, one_of(chance, table.seats).player, to.number)


def renumber_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, PLAYING)
    renumber_table(event, event.created_by, played.number, table.number, chance.randrange(12))


def retire_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, PLAYING)
    to = best_spread(record, played, table.number) if chance.random() < 0.7 else {}
    retire_table(event, event.created_by, played.number, table.number, to)


def tiles_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance)
    drawn = {seat.player: chance.choice(("", f"{seat.position}A")) for seat in table.seats}
    set_starting_tiles(event, event.created_by, played.number, {table.number: drawn})


def seating_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    set_seat_source(event, event.created_by, round_of(record, chance).number, chance.choice(STORED_SEAT_SOURCES))
