"""Computes what a swap of two players costs in repeat meetings, before it is made and for the protocol afterwards (R44)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tournament.day.staying import reason_not_in_play, reason_to_stay
from tournament.draw.lines import line, said
from tournament.draw.naming import title_of_round
from tournament.draw.pairings import DrawnRound, DrawReport, DrawRequest, RoundPlan, edit_cost, evaluate
from tournament.draw.sitouts import reason_not_to_sit_out
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, RoundKind, SitOutSource
from tournament.services.changes import RefusedError
from tournament.services.draws import DrawOrder, draw_request
from wording import gettext as _


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap of two players and its cost.

    ``line`` is the line for the protocol as it is stored, ``cost_line`` its part about repeat meetings; ``before`` and ``after`` count
    these.
    ``rounds`` are the swapped round and those planned after it, and ``report`` is the report on them. For a Swiss final the counts and
    the report are None, because its tables follow from the standings and not from meetings.
    """

    line: str
    cost_line: str
    before: int | None
    after: int | None
    rounds: tuple[DrawnRound, ...]
    report: DrawReport | None

    @property
    def cost(self) -> str:
        """The cost as a sentence."""
        return said(self.cost_line)


def weigh_swap(record: EventRecord, number: int, first: PlayerId, second: PlayerId) -> Swap:
    """Return a swap of two players of round ``number`` with its cost, without making it.

    Raises RefusedError where they cannot be swapped.
    """
    if not record.has_round(number):
        raise RefusedError(_("{round} has not been drawn.", round=title_of_round(record, number)))
    round_ = record.round(number)
    tables = _tables(round_)
    if not {first, second} <= tables.keys() or tables[first] == tables[second]:
        raise RefusedError(_("Choose two players in this round who are not in the same place."))
    if wrong := _reason_to_stay(record, round_, {first: tables[first], second: tables[second]}):
        raise RefusedError(wrong)
    moved = {
        "name": record.name_of(first),
        "table": tables[first],
        "other": record.name_of(second),
        "to": tables[second],
    }
    # A swap with a sit-out drops the plans of later rounds, in which the same player may sit out; they are planned anew anyway.
    is_between_tables = None not in (tables[first], tables[second])
    planned = (_drawn_round(round_), *(_later(round_) if is_between_tables else ()))
    changed = (_swapped(planned[0], first, second), *planned[1:])
    if round_.kind is RoundKind.SWISS:
        cost = line("edit.final")
        return Swap(line("hall.swapped", **moved, cost=cost), cost, None, None, changed[:1], None)
    before, after = (evaluate(_request(record, round_, rounds), rounds) for rounds in (planned, changed))
    cost = edit_cost(before, after).line
    return Swap(line("hall.swapped", **moved, cost=cost), cost, before.repeats, after.repeats, changed, after)


def _reason_to_stay(record: EventRecord, round_: RoundRecord, tables: dict[PlayerId, int | None]) -> str:
    """Return why two players cannot be swapped: the round is closed, a table has reported, or a second sit-out (R49); else empty."""
    if round_.is_closed:
        return reason_not_in_play(record, round_)
    for table in tables.values():
        if table is not None and (wrong := reason_to_stay(round_, table)):
            return wrong
    if None in tables.values():
        for player, table in tables.items():
            if table is not None and (wrong := reason_not_to_sit_out(record, round_.number, player)):
                return wrong
    return ""


def _tables(round_: RoundRecord) -> dict[PlayerId, int | None]:
    """Return the table number of everybody in a round, None for those who sit out."""
    tables: dict[PlayerId, int | None] = {seat.player: table.number for table in round_.tables for seat in table.seats}
    return tables | dict.fromkeys(_sitting_out(round_))


def _sitting_out(round_: RoundRecord) -> tuple[PlayerId, ...]:
    """Return the players who sit out a round and could play it instead; who is away as planned could not."""
    return tuple(
        row.player for row in round_.sit_outs if row.kind.counts_as_sit_out and row.source is not SitOutSource.ABSENCE
    )


def _drawn_round(round_: RoundRecord) -> DrawnRound:
    """Return a stored round as a drawn one: the players of each table in order of position, and who sits out."""
    tables = tuple(
        tuple(seat.player for seat in sorted(table.seats, key=lambda seat: seat.position)) for table in round_.tables
    )
    return DrawnRound(tables, _sitting_out(round_))


def _later(round_: RoundRecord) -> tuple[DrawnRound, ...]:
    """Return the rounds that were planned with this one in the same draw; none once this one is no draft any more."""
    if round_.has_begun or round_.draw is None:
        return ()
    return tuple(DrawnRound(row.tables, row.sit_outs) for row in round_.draw.plan[1:])


def _swapped(drawn: DrawnRound, first: PlayerId, second: PlayerId) -> DrawnRound:
    """Return the drawn round with the two players in each other's places."""
    other = {first: second, second: first}
    return DrawnRound(
        tuple(tuple(other.get(player, player) for player in table) for table in drawn.tables),
        tuple(other.get(player, player) for player in drawn.sit_outs),
    )


def _request(record: EventRecord, round_: RoundRecord, rounds: tuple[DrawnRound, ...]) -> DrawRequest:
    """Return the request to the draw by which these rounds are judged, with the players who were drawn then."""
    order = DrawOrder(tuple(map(len, rounds[0].tables)), round_.seed or 0, round_.seat_source)
    request = draw_request(record, round_.number, order, rounds[0].sit_outs)
    everybody = [
        tuple(sorted(player for players in (*row.tables, row.sit_outs) for player in players)) for row in rounds
    ]
    plans = tuple(
        RoundPlan(tuple(map(len, row.tables)), len(row.sit_outs), players=players)
        for row, players in zip(rounds, everybody, strict=True)
    )
    had_sit_out = {
        row.player
        for earlier in record.rounds
        if earlier.number < round_.number
        for row in earlier.sit_outs
        if row.kind.counts_as_sit_out
    }
    players = tuple(sorted({player for players in everybody for player in players}))
    return replace(request, players=players, rounds=plans, sat_out=tuple(sorted(had_sit_out)))
