"""From an event to a draw: what is asked of the pairings, and what is kept of the answer.

1. The round's kind follows from the arrangement (R45): the last round with four tables or more is cut from the standings.
2. Who sits out is settled first (R50), by the director or by the lowest score.
3. A random round is planned jointly with all random rounds still to come, on the meetings as played (R44).
4. A Swiss final is cut top table first; ties across a cut are drawn from the seed or by typed dice (R46-R47).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.allocation import final_sizes, is_swiss_final
from tournament.models import Event
from tournament.pairings import Apart, DrawnRound, DrawReport, DrawRequest, RoundPlan, cut_final, plan
from tournament.pairings.movement import Progress
from tournament.records import EventRecord, SitOutRecord
from tournament.sitouts import sat_out, suggest_sit_out
from tournament.standings import standings
from tournament.vocabulary import PlayerId, RoundKind, RoundState, SeatSource, SitOutKind


@dataclass(frozen=True, slots=True)
class DrawOrder:
    """What the director asks for: table sizes, who sits out if anybody, seed, how seats are decided, and what may not move.

    ``dice`` are values typed for tied players (R47), higher first; ``locked`` holds players at table numbers of the round to draw.
    """

    sizes: tuple[int, ...]
    seed: int
    seat_source: SeatSource
    sitting_out: PlayerId | None = None
    sit_out_reason: str = ""
    sit_out_kind: SitOutKind = SitOutKind.STANDARD
    dice: Mapping[PlayerId, int] = field(default_factory=dict)
    locked: tuple[tuple[PlayerId, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """A drawn round with everything that is kept of it; ``rounds`` holds it and the random rounds planned after it."""

    kind: RoundKind
    rounds: tuple[DrawnRound, ...]
    sit_outs: tuple[SitOutRecord, ...]
    protocol: tuple[str, ...]
    fingerprint: str
    report: DrawReport | None


def draw_next(
    record: EventRecord, event: Event, number: int, order: DrawOrder, progress: Progress | None = None
) -> Drawn:
    """Draw round ``number`` of the event as it stands; raises PairingError or SitOutError in words."""
    sit_outs, sit_out_protocol = _sit_outs(record, number, order)
    seated = tuple(entry.player for entry in record.active if entry.player not in {row.player for row in sit_outs})
    if is_final(record, number, order.sizes):
        return _cut(record, number, order, seated, sit_outs, sit_out_protocol)
    request = draw_request(record, event, number, order, tuple(row.player for row in sit_outs))
    draw = plan(request, progress)
    return Drawn(
        kind=RoundKind.RANDOM,
        rounds=draw.rounds,
        sit_outs=sit_outs,
        protocol=(*sit_out_protocol, *draw.report.lines),
        fingerprint=basis_of(record, RoundKind.RANDOM),
        report=draw.report,
    )


def is_final(record: EventRecord, number: int, sizes: tuple[int, ...]) -> bool:
    """Whether round ``number`` at these tables is the Swiss final (R45)."""
    return number == record.rounds_planned and is_swiss_final(sizes, record.rounds_planned, record.ruleset)


def draw_request(
    record: EventRecord, event: Event, number: int, order: DrawOrder, sitting_out: tuple[PlayerId, ...]
) -> DrawRequest:
    """Ask for round ``number`` and all random rounds after it, given the meetings as played."""
    last = record.rounds_planned - is_swiss_final(order.sizes, record.rounds_planned, record.ruleset)
    rest = max(last - number, 0)
    here = RoundPlan(order.sizes, len(sitting_out), sitting_out, locked=order.locked)
    return DrawRequest(
        players=tuple(entry.player for entry in record.active),
        rounds=(here, *[RoundPlan(order.sizes, len(sitting_out))] * rest),
        history=tuple(
            tuple(tuple(seat.player for seat in table.seats) for table in played.tables)
            for played in record.rounds
            if played.number < number and played.state is not RoundState.DRAFT
        ),
        sat_out=tuple(sorted(sat_out(record) - set(sitting_out))),
        apart=tuple(
            Apart(tuple(PlayerId(player) for player in rule.numbers), rule.is_hard) for rule in event.keep_aparts.all()
        ),
        fixed_tables=tuple(
            (PlayerId(entry.number), entry.fixed_table)
            for entry in event.entries.exclude(fixed_table=None)
            if entry.fixed_table is not None
        ),
        reading=record.ruleset.reading,
        seat_source=order.seat_source,
        seed=order.seed,
        names={entry.player: entry.name for entry in record.entries},
    )


def _sit_outs(record: EventRecord, number: int, order: DrawOrder) -> tuple[tuple[SitOutRecord, ...], tuple[str, ...]]:
    if len(record.active) == sum(order.sizes):
        return (), ()
    suggestion = suggest_sit_out(record, number, order.seed)
    if order.sitting_out is None or order.sitting_out == suggestion.player:
        player, reason = suggestion.player, suggestion.reason
    else:
        player, reason = order.sitting_out, order.sit_out_reason
    return (SitOutRecord(player, order.sit_out_kind, reason),), (reason,)


def _cut(
    record: EventRecord,
    number: int,
    order: DrawOrder,
    seated: tuple[PlayerId, ...],
    sit_outs: tuple[SitOutRecord, ...],
    sit_out_protocol: tuple[str, ...],
) -> Drawn:
    totals = {row.player: row.total for row in standings(record, number - 1) if row.player in seated}
    sizes = final_sizes(order.sizes, record.ruleset.preferred_size)
    cut = cut_final(totals, sizes, seed=order.seed, dice=order.dice)
    return Drawn(
        kind=RoundKind.SWISS,
        rounds=(DrawnRound(cut.tables, tuple(row.player for row in sit_outs)),),
        sit_outs=sit_outs,
        protocol=(*sit_out_protocol, *cut.protocol),
        fingerprint=basis_of(record, RoundKind.SWISS),
        report=None,
    )


def basis_of(record: EventRecord, kind: RoundKind) -> str:
    """Fingerprint what a draw rests on: who plays and who met; for a Swiss final also every total."""
    seatings = [
        [[seat.player for seat in table.seats] for table in played.tables]
        for played in record.rounds
        if played.state is not RoundState.DRAFT
    ]
    parts: list[object] = [[entry.player for entry in record.active], seatings]
    if kind is RoundKind.SWISS:
        parts.append([(row.player, row.total) for row in standings(record)])
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]
