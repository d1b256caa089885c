"""Who sat where in a closed round, put right by lot: exchanged at one table or between two, somebody in another one's place, or at none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from tests.acts.choosing import CHOSEN_KINDS, CLOSED, one_of, player_of, table_of
from tournament.day.correcting import ActualSeats, with_seats
from tournament.models import Event
from tournament.record.event import EventRecord, RoundRecord, SeatRecord
from tournament.record.rounds import SitOutRecord
from tournament.record.vocabulary import PlayerId, SitOutKind
from tournament.services.results.seating import correct_seats


def correct_seats_by_lot(event: Event, record: EventRecord, chance: Random) -> None:
    played, table = table_of(record, chance, CLOSED)
    one = one_of(chance, table.seats).player
    other = player_of(record, chance)
    shape = chance.random()
    if shape < 0.7:
        sat = exchanged(played, one, other, chance.choice(CHOSEN_KINDS))
    elif shape < 0.85:
        sat = renamed(played, {one: None}, {one: chance.choice(CHOSEN_KINDS)})
    else:
        more = SeatRecord(other, 0, cash=20_000)
        seats = [*sorted(table.seats, key=lambda seat: seat.position), more]
        sat = ActualSeats((with_seats(table, seats),))
    correct_seats(
        event, event.created_by, played.number, sat, chance.choice(("they had exchanged seats", "recount", ""))
    )


def exchanged(
    played: RoundRecord, one: PlayerId, other: PlayerId, kind: SitOutKind = SitOutKind.STANDARD
) -> ActualSeats:
    """That two players had each other's places; who comes to a place where there is none is scored by ``kind``."""
    idle = {} if played.table_of(other) else {one: kind}
    return renamed(played, {one: other, other: one}, idle)


def renamed(
    played: RoundRecord, who: Mapping[PlayerId, PlayerId | None], idle: Mapping[PlayerId, SitOutKind]
) -> ActualSeats:
    """That in the seats of these players those sat, or nobody, and that others did not play."""
    tables = []
    for table in played.tables:
        if any(seat.player in who for seat in table.seats):
            seats = [
                replace(seat, player=sat)
                for seat in sorted(table.seats, key=lambda seat: seat.position)
                if (sat := who.get(seat.player, seat.player)) is not None
            ]
            tables.append(with_seats(table, seats))
    return ActualSeats(
        tuple(tables), {player: SitOutRecord(player, kind, "did not play") for player, kind in idle.items()}
    )
