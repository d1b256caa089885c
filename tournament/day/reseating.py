"""The consequences of new seats in a round, in sentences: moves, table sizes, repeats, wishes, starting tiles and paper.

Why a round, a table or its seats must stay as they are, in a sentence with what to do; pages and services both ask here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from tournament.day.phones import begun_on_devices, numbers_listed, reason_to_stay_seated
from tournament.draw.seating import ClockError, minutes_per_player, name_of_round, title_of_round
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PenaltyKind, PlayerId, RoundState, SeatSource
from tournament.scores.factors import NO_MULTIPLIER, shown_multiplier
from tournament.scores.steps import SizeMultiplierError, size_multiplier
from wording import gettext as _
from wording import ngettext
from wording.figures import listed, whole


def reason_not_in_play(record: EventRecord, round_: RoundRecord) -> str:
    """Return why no seat of this round can be changed: it is closed or a draft; empty if it is being played."""
    title = title_of_round(record, round_.number)
    if round_.is_closed and reason_not_to_reopen(record, round_):
        return _("{round} is closed; open a table's page to correct it.", round=title)
    if round_.is_closed:
        return _("{round} is closed; reopen it first.", round=title)
    return "" if round_.has_begun else _("{round} is a draft; publish it first.", round=title)


def reason_not_to_reopen(record: EventRecord, round_: RoundRecord) -> str:
    """Return why a round cannot be reopened: it is not closed, or a later one was drawn from its results (R68); empty if it can."""
    title = title_of_round(record, round_.number)
    if not round_.is_closed:
        return _("{round} is not closed.", round=title)
    later = next((row for row in record.rounds if row.number > round_.number), None)
    if later is None:
        return ""
    next_title = title_of_round(record, later.number)
    if not later.has_begun:
        return _("{round} was drawn from these results; discard that draft first.", round=next_title)
    return _(
        "{later} has already been drawn. To fix {round}, open a table's page and correct its result or who sat there (R68).",
        later=next_title,
        round=name_of_round(record, round_.number),
    )


def reason_to_stay(round_: RoundRecord, number: int) -> str:
    """Return why nobody may leave or join table ``number``: a result, a pending report, or play on devices; empty if they may."""
    table = round_.table(number)
    if table.has_cash:
        return _("Table {table} has a result; clear it first.", table=number)
    if table.waiting is not None:
        return _not_official([number])
    return reason_to_stay_seated(table)


def _not_official(tables: Sequence[int]) -> str:
    """Return the sentence that tables have reports that are not official yet, with what to do first."""
    return ngettext(
        "Table {tables} has a report that is not official yet; accept it and clear the result first.",
        "Tables {tables} have reports that are not official yet; accept them and clear the results first.",
        len(tables),
        tables=numbers_listed(tables),
    )


def reason_to_stay_public(record: EventRecord, round_: RoundRecord) -> str:
    """Return why a round cannot become a draft again: its reports would be lost; empty if it can."""
    title = title_of_round(record, round_.number)
    if round_.state is not RoundState.PUBLISHED:
        return _("{round} is not being played.", round=title)
    if official := [table.number for table in round_.tables if table.has_cash]:
        return _("Table {table} has a result; clear it first.", table=official[0])
    if waiting := [table.number for table in round_.tables if table.waiting is not None]:
        return _not_official(waiting)
    if begun := [table.number for table in round_.tables if table.on_devices.has_begun]:
        return begun_on_devices(begun)
    return ""


def reason_not_by_chart(round_: RoundRecord) -> str:
    """Return why the order of play cannot come from the chart: the round is ranked (R48); empty if it can."""
    if not round_.kind.is_seated_by_rank:
        return ""
    if round_.top_table_wins:
        return _("The final is seated by starting tiles (R48).")
    return _("Round {number} is seated by starting tiles (R48).", number=round_.number)


def reason_not_to_seat_by(record: EventRecord, round_: RoundRecord, source: SeatSource) -> str:
    """Return why the order of play cannot come from ``source`` (R4, R6, R48); empty if it can."""
    if round_.is_closed:
        return reason_not_in_play(record, round_)
    if source is SeatSource.CHART and (wrong := reason_not_by_chart(round_)):
        return wrong
    if begun := [table.number for table in round_.tables if table.on_devices.has_begun]:
        return begun_on_devices(begun)
    return ""


Seats = Mapping[int, tuple[PlayerId, ...]]
"""Who sits at each table, by its number, in the order of the seats."""

NAMED = 4
"""The most sentences of one kind; further ones are only counted."""


def changed_tables(before: Seats, after: Seats) -> list[int]:
    """Return the tables whose players change."""
    return [number for number in before if set(before[number]) != set(after.get(number, ()))]


def rounds_met(record: EventRecord, round_: RoundRecord, one: PlayerId, other: PlayerId) -> list[int]:
    """Return the other begun rounds in which two players shared a table."""
    return [
        row.number
        for row in record.begun_rounds
        if row.number != round_.number and (table := row.table_of(one)) and table is row.table_of(other)
    ]


def _tables_by_player(seats: Seats) -> dict[PlayerId, int]:
    """Return the table of each player."""
    return {player: number for number, players in seats.items() for player in players}


def moves(record: EventRecord, before: Seats, after: Seats) -> list[str]:
    """Return a sentence for each player who moves, leaves or sits down, and for each table that is dissolved."""
    was, then = _tables_by_player(before), _tables_by_player(after)
    lines = [
        _(
            "{player} moves from table {table} to table {other}.",
            player=record.name_of(player),
            table=number,
            other=then[player],
        )
        if player in then
        else _("{player} leaves table {table}.", player=record.name_of(player), table=number)
        for player, number in was.items()
        if then.get(player) != number
    ]
    lines += [
        _("{player} joins table {table}.", player=record.name_of(player), table=number)
        for player, number in then.items()
        if player not in was
    ]
    return lines + [
        _("Table {table} is removed from this round.", table=number) for number in before if number not in after
    ]


def size_sentence(record: EventRecord, number: int, size: int) -> str:
    """Return a sentence on a table's new size, its minutes and its multiplier."""
    try:
        minutes = minutes_per_player(size, record.format)
        times = shown_multiplier(size_multiplier(size, record.format), NO_MULTIPLIER)
    except (SizeMultiplierError, ClockError):
        return ngettext(
            "Table {table} will then have {n} player.", "Table {table} will then have {n} players.", size, table=number
        )
    return ngettext(
        "Table {table} will then have {n} player, with {minutes} minutes each (R29) and percentages × {times} (R58).",
        "Table {table} will then have {n} players, with {minutes} minutes each (R29) and percentages × {times} (R58).",
        size,
        table=number,
        minutes=minutes,
        times=times,
    )


def meetings(record: EventRecord, round_: RoundRecord, before: Seats, after: Seats) -> list[str]:
    """Return sentences on pairs that would meet again, or that none does; empty if no two players come together anew."""
    were = {frozenset(pair) for players in before.values() for pair in combinations(players, 2)}
    new = [pair for players in after.values() for pair in combinations(players, 2) if frozenset(pair) not in were]
    if not new:
        return []
    met = [(pair, rounds) for pair in new if (rounds := rounds_met(record, round_, *pair))]
    lines = [
        _(
            "{player} and {other} meet again ({rounds}).",
            player=record.name_of(one),
            other=record.name_of(other),
            rounds=listed(name_of_round(record, number) for number in rounds),
        )
        for (one, other), rounds in met[:NAMED]
    ]
    if len(met) > NAMED:
        lines.append(ngettext("{n} more pair meets again.", "{n} more pairs meet again.", len(met) - NAMED))
    return lines or [_("No repeats.")]


def wishes(record: EventRecord, before: Seats, after: Seats) -> list[str]:
    """Return sentences on players who are to be kept apart and come together, and on fixed tables that are left."""
    lines = []
    for rule in record.all_aparts:
        for number, players in after.items():
            together = [player for player in players if player in rule.players]
            if len(together) > 1 and not set(together) <= set(before.get(number, ())):
                lines.append(
                    _(
                        "{players} are to be kept apart, but would sit together at table {table}.",
                        players=listed(map(record.name_of, together)),
                        table=number,
                    )
                )
    then = _tables_by_player(after)
    for player, number in _tables_by_player(before).items():
        fixed = record.entry(player).fixed_table
        if fixed == number and then.get(player, number) != number:
            lines.append(_("{player}'s fixed table is table {table}.", player=record.name_of(player), table=fixed))
    return lines


def cleared_tiles(record: EventRecord, round_: RoundRecord, before: Seats, after: Seats) -> list[str]:
    """Return a sentence on starting tiles that are cleared because their players leave the table; empty if there are none."""
    then = _tables_by_player(after)
    cleared = [
        record.name_of(seat.player)
        for table in round_.tables
        for seat in table.seats
        if seat.starting_tile and then.get(seat.player) != table.number
    ]
    if not cleared:
        return []
    return [
        ngettext(
            "The starting tile of {names} will be cleared.",
            "The starting tiles of {names} will be cleared.",
            len(cleared),
            names=listed(cleared),
        )
    ]


def paper(tables: Iterable[int]) -> str:
    """Return a sentence on the printed sheets that would be wrong."""
    numbers = list(tables)
    return ngettext(
        "If already printed, reprint the slip for table {tables} and the lists by player and by table.",
        "If already printed, reprint the slips for tables {tables} and the lists by player and by table.",
        len(numbers),
        tables=listed(numbers),
    )


def fines_kept(record: EventRecord, round_: RoundRecord, after: RoundRecord, who: Collection[PlayerId]) -> list[str]:
    """Return a sentence on each fine of a round of the players whose seats are corrected: fines stay with their players."""
    lines = []
    for row in record.penalties:
        if row.kind is not PenaltyKind.FINE or row.is_cancelled or row.round != round_.number or row.player not in who:
            continue
        fine, name, table = whole(row.amount), record.name_of(row.player), after.table_of(row.player)
        lines.append(
            _("{player}'s fine of {fine} counts at table {table}.", player=name, fine=fine, table=table.number)
            if table
            else _("{player}'s fine of {fine} cannot be deducted, as there is no cash.", player=name, fine=fine)
        )
    return lines
