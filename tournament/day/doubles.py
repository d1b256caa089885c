"""The same person entered twice: whether two entries can become one, what follows, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournament.draw.naming import name_of, name_of_round
from tournament.record.event import LEFT, EntryRecord, EventRecord, RoundRecord
from tournament.record.vocabulary import SitOutKind, SitOutSource, Status, format_dollars

FILLED = ("country", "contestant_id", "given_name", "family_name", "fixed_table", "note")
"""What the entry that stays takes from the other where it has nothing itself."""
TITLES = {
    "country": "the country",
    "contestant_id": "the organiser's number",
    "given_name": "the given name",
    "family_name": "the surname",
    "fixed_table": "the fixed table",
    "note": "the note",
}


@dataclass(frozen=True, slots=True)
class Merge:
    """Two entries that are to be one: ``kept`` stays, ``gone`` goes; ``refusals`` say why not, ``follows`` what happens."""

    kept: EntryRecord
    gone: EntryRecord
    refusals: tuple[str, ...]
    follows: tuple[str, ...]
    filled: tuple[str, ...]
    becomes_present: bool


def merge_of(record: EventRecord, kept: EntryRecord, gone: EntryRecord) -> Merge:
    """What merging would do. Refused where anything of a round would be lost: seats, sit-outs and fines stay with who had them.

    Ruling: nothing that was played moves from one entry to another; the entry that played is the one to keep.
    """
    filled = tuple(name for name in FILLED if getattr(gone, name) and not getattr(kept, name))
    becomes_present = gone.is_active and not kept.is_active and not record.begun_rounds and kept.status not in LEFT
    return Merge(
        kept,
        gone,
        tuple(_refusals(record, kept, gone)),
        tuple(_follows(record, kept, gone, filled, becomes_present=becomes_present)),
        filled,
        becomes_present,
    )


def _refusals(record: EventRecord, kept: EntryRecord, gone: EntryRecord) -> Iterator[str]:
    if kept.player == gone.player:
        yield "An entry cannot be merged with itself; choose the other one."
        return
    for played in record.rounds:
        yield from _held_in(played, kept, gone)
    for penalty in record.penalties:
        if penalty.player == gone.player and penalty.amount and not penalty.is_cancelled:
            yield (
                f"{gone.name} has a fine of {format_dollars(penalty.amount)} in {name_of_round(record, penalty.round)}, which "
                f"would count for {kept.name}; cancel it first."
            )
    if gone.status is Status.DISQUALIFIED:
        yield f"{gone.name} is disqualified, and that ruling would be lost; keep {gone.name} instead."
    if any(gone.player in tie.players for tie in record.ties):
        yield f"{gone.name} stands in a ruling on a tie; withdraw the ruling first (R65)."
    if any(gone.player in planned.players for planned in record.chart):
        yield f"{gone.name} is on the movement chart; unpublish the chart first (R6)."


def _held_in(played: RoundRecord, kept: EntryRecord, gone: EntryRecord) -> Iterator[str]:
    """Why what an entry has of a round keeps it from going."""
    table = played.table_of(gone.player)
    sit_out = next((row for row in played.sit_outs if row.player == gone.player), None)
    if table is None and sit_out is None:
        return
    if not played.has_begun:
        yield f"{gone.name} stands in the draft of {name_of(played)}; discard the draft first."
    elif table is not None and played.table_of(kept.player) is not None:
        yield f"Both have a seat in {name_of(played)}, so these are two people."
    elif table is not None:
        yield (
            f"{gone.name} has a seat at table {table.number} of {name_of(played)}, and its score would be lost; "
            f"keep {gone.name} instead."
        )
    elif sit_out is not None and sit_out.source is not SitOutSource.LATE_ENTRY:
        yield f"{gone.name} stands in {name_of(played)} without a table; keep {gone.name} instead."
    elif sit_out is not None and sit_out.kind is not SitOutKind.MISSED:
        yield (
            f"{gone.name} has a score of {name_of(played)} as a late comer; mark {gone.name} as absent first, "
            "which takes it back (R53)."
        )


def _follows(
    record: EventRecord, kept: EntryRecord, gone: EntryRecord, filled: tuple[str, ...], *, becomes_present: bool
) -> Iterator[str]:
    yield f"{kept.name} stays as number {kept.player}; number {gone.player}, {gone.name}, is gone."
    if filled:
        yield f"{kept.name} takes over {', '.join(TITLES[name] for name in filled)}."
    if gone.is_junior and not kept.is_junior:
        yield f"{kept.name} becomes a junior."
    if gone.contestant_id and kept.contestant_id and gone.contestant_id != kept.contestant_id:
        yield f"The organiser's number {gone.contestant_id} is dropped; {kept.contestant_id} stays."
    missed = [name_of(played) for played in record.begun_rounds for row in played.sit_outs if row.player == gone.player]
    if missed:
        yield f"What {gone.name} was given as a late comer goes too: 0.000 for {', '.join(missed)} (R53)."
    warnings = sum(penalty.player == gone.player for penalty in record.penalties)
    if warnings:
        yield f"What stands in the offence book for {gone.name} counts for {kept.name} ({warnings}) (R23)."
    for rule in record.aparts:
        if gone.player in rule.players:
            others = [record.name_of(player) for player in rule.players if player not in (gone.player, kept.player)]
            yield (
                f"{kept.name} is kept apart from {', '.join(others)}."
                if others
                else "Their keep-apart rule is dropped."
            )
    if becomes_present:
        yield f"{kept.name} becomes present."
    elif gone.is_active and not kept.is_active:
        yield f"{kept.name} stays {kept.status.value}; check {kept.name} in afterwards."
    yield "There is no undo: history keeps what was written of both, and a player can be entered again by hand."
