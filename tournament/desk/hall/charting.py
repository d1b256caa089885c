"""What the desk's pages say of the movement chart, and what a draft changes for whom."""

from __future__ import annotations

from typing import Any

from tournament.draw.chart import chart_round, misfit, misfit_of
from tournament.draw.naming import name_of_round
from tournament.draw.pairings import moved_players
from tournament.draw.pairings.request import Table
from tournament.record.event import ChartRound, DrawRecord, EventRecord, RoundRecord
from tournament.record.vocabulary import PlayerId, RoundKind


def chart_of_round(record: EventRecord, played: RoundRecord) -> dict[str, Any]:
    """Whether the rounds planned after this one may be published, or are public already, or why they fit no longer; empty otherwise."""
    if record.chart:
        return {"chart_public": _span(record, [row.number for row in record.chart])}
    plan = played.draw.plan if played.draw and not played.is_closed else ()
    if played.kind is RoundKind.SWISS or len(plan) < 2 or any(row.sit_outs for row in plan):
        return {}
    following = ChartRound(played.number + 1, plan[1].tables)
    if wrong := misfit_of(record, following):
        return {"chart_misfit": wrong}
    return {"chart_offer": _span(record, list(range(played.number + 1, played.number + len(plan))))}


def chart_of_arrangement(record: EventRecord, number: int) -> dict[str, Any]:
    """Whether the round to draw can be taken from the public chart, or why not."""
    planned = chart_round(record, number)
    if planned is None:
        return {}
    return {"chart_misfit": misfit(record, number), "chart_sizes": " ".join(map(str, planned.sizes))}


def changes_of_draft(record: EventRecord, played: RoundRecord, earlier: DrawRecord | None) -> dict[str, Any]:
    """Who sits elsewhere than the public chart says, or else than the draw before (``earlier``) had planned for this round."""
    against, before = _before(record, played, earlier)
    if before is None:
        return {}
    after = [tuple(seat.player for seat in table.seats) for table in played.tables]
    moved = [
        {"name": name_or_number(record, move.player), "before": move.before, "after": move.after}
        for move in moved_players(before, after)
    ]
    return {"moved": moved, "moved_against": against, "moved_is_public": chart_round(record, played.number) is not None}


def name_or_number(record: EventRecord, player: PlayerId) -> str:
    """The name of a player, or the number where the entry was removed."""
    return record.name_of(player) if player in record.people else f"player {player}"


def _before(
    record: EventRecord, played: RoundRecord, earlier: DrawRecord | None
) -> tuple[str, tuple[Table, ...] | None]:
    planned = chart_round(record, played.number)
    if planned is not None:
        return "the public movement chart", planned.tables
    if earlier is None or earlier.first_round != played.number or played.kind is RoundKind.SWISS:
        return "", None  # a round drawn for the first time is compared with nothing
    return "the draw before", earlier.plan[0].tables


def _span(record: EventRecord, numbers: list[int]) -> str:
    """Name rounds in a row: "round 3", "rounds 2 to 3"."""
    return name_of_round(record, numbers[0]) if len(numbers) == 1 else f"rounds {numbers[0]} to {numbers[-1]}"
