"""Moves a player to another table, renumbers a table, or removes one, only while the round is played and the table has no report."""

from __future__ import annotations

from collections.abc import Mapping

from tournament.access.devices import withdraw_codes_of_round
from tournament.day.hall import reason_not_to_renumber, reason_to_keep, refusal, seated, seats_of, spread
from tournament.day.reseating import Seats
from tournament.draw.lines import line
from tournament.draw.naming import name_of_round, title_of_round
from tournament.draw.seating import free_position
from tournament.models import Event, Round, Seat
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import PlayerId, RoundState
from tournament.services.changes import By, Doing, DoneError, RefusedError, act_on
from tournament.services.rounds import round_in
from wording import gettext as _

OUT_OF_THE_WAY = 10_000
"""A number that no table has, for the moment in which two exchange theirs."""


def move_player(event: Event, by: By, number: int, player: PlayerId, table: int) -> None:
    """Move a player to the table with number ``table`` in round ``number``: to a free position, else behind the last.

    Raises RefusedError where a table would have no legal size or has reported.
    """
    with act_on(event, by, Act.MOVE_PLAYER, round_number=number, table_number=table, entries=[player]) as act:
        round_ = round_in(act.event, number, RoundState.PUBLISHED)
        seats = seats_of(record_of(act.event).round(number))
        home = next((row for row, there in seats.items() if player in there), None)
        if home is None:
            raise RefusedError(
                _(
                    "Player {number} has no seat in {round}.",
                    number=player,
                    round=name_of_round(record_of(event), number),
                )
            )
        if table not in seats:
            raise RefusedError(
                _(
                    "{round} has no table {table}; reload the page.",
                    round=title_of_round(record_of(event), number),
                    table=table,
                )
            )
        if home == table:
            raise DoneError
        _reseat(act, round_, seated(seats, player, table))
        act.reseated.add(number)


def retire_table(event: Event, by: By, number: int, table: int, to: Mapping[PlayerId, int]) -> None:
    """Remove a table from round ``number``; ``to`` gives the number of the new table of each of its players.

    This cannot be undone: to have the table again, the round is unpublished and its draw restored. Raises RefusedError where a new table
    does not fit.
    """
    with act_on(event, by, Act.RETIRE_TABLE, round_number=number, table_number=table) as act:
        round_ = round_in(act.event, number, RoundState.PUBLISHED)
        record = record_of(act.event)
        if wrong := reason_to_keep(record, record.round(number), table):
            raise RefusedError(wrong)
        seats = seats_of(record.round(number))
        act.entries = list(seats[table])
        for player in seats[table]:
            if to.get(player) not in seats or to[player] == table:
                raise RefusedError(_("Choose another table for {player}.", player=record.name_of(player)))
        _reseat(act, round_, spread(seats, table, to))
        round_.tables.get(number=table).delete()
        act.reseated.add(number)


def renumber_table(event: Event, by: By, number: int, table: int, to: int) -> None:
    """Give a table of round ``number`` another number, ``to``; a table that has that number gets the old one in exchange."""
    with act_on(event, by, Act.RENUMBER_TABLE, round_number=number, table_number=to) as act:
        round_ = round_in(act.event, number, RoundState.PUBLISHED)
        record = record_of(act.event)
        if wrong := reason_not_to_renumber(record, record.round(number), table, to):
            raise RefusedError(wrong)
        renumbered = round_.tables.get(number=table)
        other = round_.tables.filter(number=to).first()
        if other is not None:
            other.number = OUT_OF_THE_WAY
            other.save(update_fields=["number"])
        renumbered.number = to
        renumbered.save(update_fields=["number"])
        if other is not None:
            other.number = table
            other.save(update_fields=["number"])
        # A code belongs to a table's number, so phones and printed slips with it would now report for the other table.
        withdraw_codes_of_round(act.event, number, [table, to])
        round_.protocol = [*round_.protocol, line("hall.renumbered", table=table, to=to)]
        round_.save(update_fields=["protocol"])
        act.before, act.after = {"round": {"table": table}}, {"round": {"table": to}}
        act.reseated.add(number)


def _reseat(act: Doing, round_: Round, after: Seats) -> None:
    """Store the seats ``after`` a move, by table number.

    A player at a new table loses the starting tile of the old one; everybody else keeps position and tile. Raises RefusedError where the
    seats are not allowed.
    """
    record = record_of(act.event)
    if wrong := refusal(record, record.round(round_.number), after):
        raise RefusedError(wrong)
    seats = {PlayerId(seat.entry.number): seat for seat in round_.seats.select_related("entry", "table")}
    tables = {table.number: table for table in round_.tables.all()}
    moved = {
        player: number for number, there in after.items() for player in there if seats[player].table.number != number
    }
    act.before = {"entries": {str(player): {"table": seats[player].table.number} for player in moved}}
    act.after = {"entries": {str(player): {"table": number} for player, number in moved.items()}}
    for player in moved:
        seats[player].delete()  # deleted first, because a constraint forbids two seats of a player in a round
    round_.protocol = [
        *round_.protocol,
        *(
            line("hall.moved", name=record.name_of(player), table=seats[player].table.number, to=number)
            for player, number in moved.items()
        ),
    ]
    round_.save(update_fields=["protocol"])
    taken = {
        number: [seats[player].position for player in there if player not in moved] for number, there in after.items()
    }
    for player, number in moved.items():
        position = free_position(taken[number])
        taken[number].append(position)
        Seat.objects.create(round=round_, table=tables[number], entry=seats[player].entry, position=position)
