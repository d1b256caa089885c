"""The same person entered twice: whether two entries can be merged, the consequences, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournament.draw.naming import name_of, name_of_round
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SitOutRecord
from tournament.record.vocabulary import PlayerId, Status, format_dollars, format_thousandths
from tournament.scores import standings
from tournament.scores.scoring import ScoringError
from tournament.scores.totals import listed

FILLED = ("country", "contestant_id", "given_name", "family_name", "fixed_table", "note")
"""The fields that the kept entry takes over from the removed one if its own are empty."""
TITLES = {
    "country": "the country",
    "contestant_id": "the organiser's number",
    "given_name": "the given name",
    "family_name": "the surname",
    "fixed_table": "the fixed table",
    "note": "the note",
}
STRONGER = (Status.WITHDRAWN, Status.PRESENT, Status.DISQUALIFIED)
"""Statuses from weakest to strongest: the merged entry has the stronger one of the two; any other status is weaker than these (R67)."""


@dataclass(frozen=True, slots=True)
class Merge:
    """Two entries to merge: ``kept`` stays, ``gone`` is removed; ``refusals`` say why they cannot be merged, ``follows`` what would happen.

    ``filled`` are the fields that the kept entry takes over. ``status`` and ``first_round`` are those of the merged entry. ``moved`` are
    the rounds whose seat or sit-out it takes over, ``dropped`` the sit-outs that are removed, each as the number of the round and the
    player.
    """

    kept: EntryRecord
    gone: EntryRecord
    refusals: tuple[str, ...]
    follows: tuple[str, ...]
    filled: tuple[str, ...]
    status: Status
    first_round: int
    moved: tuple[int, ...]
    dropped: tuple[tuple[int, PlayerId], ...]


def merge_of(record: EventRecord, kept: EntryRecord, gone: EntryRecord) -> Merge:
    """Return what merging two entries would do; it is refused if both had a seat in one round, or if something must be done first.

    Ruling: what each entry played belongs to the person. In a round in which one had a seat and the other sat out, the seat counts.
    """
    taken_over = [_taken_over(round_, kept.player, gone.player) for round_ in record.rounds]
    merge = Merge(
        kept,
        gone,
        tuple(_refusals(record, kept, gone)),
        (),
        tuple(name for name in FILLED if getattr(gone, name) and not getattr(kept, name)),
        max(kept.status, gone.status, key=lambda status: STRONGER.index(status) if status in STRONGER else -1),
        min(kept.first_round, gone.first_round),
        tuple(number for number, is_moved, _ in taken_over if is_moved),
        tuple((number, player) for number, _, player in taken_over if player is not None),
    )
    return replace(merge, follows=tuple(_follows(record, merge)))


def as_one(record: EventRecord, merge: Merge) -> EventRecord:
    """Return the event after the merger, as far as scores are concerned."""
    kept, gone = merge.kept.player, merge.gone.player

    def of(round_: RoundRecord) -> RoundRecord:
        stays = tuple(row for row in round_.sit_outs if (round_.number, row.player) not in merge.dropped)
        if round_.number not in merge.moved:
            return replace(round_, sit_outs=stays)
        return replace(
            round_,
            tables=tuple(
                replace(
                    table,
                    seats=tuple(replace(seat, player=kept) if seat.player == gone else seat for seat in table.seats),
                )
                for table in round_.tables
            ),
            sit_outs=tuple(replace(row, player=kept) if row.player == gone else row for row in stays),
        )

    one = replace(merge.kept, status=merge.status, is_junior=merge.kept.is_junior or merge.gone.is_junior)
    return replace(
        record,
        entries=tuple(one if row.player == kept else row for row in record.entries if row.player != gone),
        rounds=tuple(map(of, record.rounds)),
        penalties=tuple(replace(row, player=kept) if row.player == gone else row for row in record.penalties),
    )


def _taken_over(round_: RoundRecord, kept: PlayerId, gone: PlayerId) -> tuple[int, bool, PlayerId | None]:
    """Return what merging does to one round.

    The three values are the number of the round, whether the seat or sit-out of the removed entry is taken over, and the player whose
    sit-out is removed, None if none is.
    """
    mine, others = _sit_out(round_, kept), _sit_out(round_, gone)
    if round_.table_of(gone):
        return round_.number, True, kept if mine else None
    if others is None:
        return round_.number, False, None
    if round_.table_of(kept) or (mine is not None and (mine.takes_part or not others.takes_part)):
        return round_.number, False, gone
    return round_.number, True, kept if mine else None


def _sit_out(round_: RoundRecord, player: PlayerId) -> SitOutRecord | None:
    """Return a player's sit-out in a round; None without one."""
    return next((row for row in round_.sit_outs if row.player == player), None)


def _refusals(record: EventRecord, kept: EntryRecord, gone: EntryRecord) -> Iterator[str]:
    """Yield the reasons why two entries cannot be merged, each with what to do first."""
    if kept.player == gone.player:
        yield "An entry cannot be merged with itself; choose the other one."
        return
    for round_ in record.rounds:
        place = round_.table_of(gone.player) or _sit_out(round_, gone.player)
        if not round_.has_begun and place:
            yield f"{gone.name} stands in the draft of {name_of(round_)}; discard the draft first."
        elif round_.table_of(gone.player) and round_.table_of(kept.player):
            yield f"Both have a seat in {name_of(round_)}, so these are two people."
    for penalty in record.penalties:
        if penalty.player != gone.player or not penalty.amount or penalty.is_cancelled:
            continue
        if record.has_round(penalty.round) and record.round(penalty.round).table_of(kept.player):
            yield (
                f"{gone.name} has a fine of {format_dollars(penalty.amount)} in {name_of_round(record, penalty.round)}, which "
                f"would count for {kept.name}; cancel it first."
            )
    if any(gone.player in tie.players for tie in record.ties):
        yield f"{gone.name} stands in a ruling on a tie; withdraw the ruling first (R65)."
    if any(gone.player in planned.players for planned in record.chart):
        yield f"{gone.name} is on the movement chart; unpublish the chart first (R6)."


def _follows(record: EventRecord, merge: Merge) -> Iterator[str]:
    """Yield the consequences of merging two entries, a sentence each."""
    kept, gone = merge.kept, merge.gone
    yield f"{kept.name} stays as number {kept.player}; number {gone.player}, {gone.name}, is gone."
    yield from _rounds_follow(record, merge)
    if merge.filled:
        yield f"{kept.name} takes over {', '.join(TITLES[name] for name in merge.filled)}."
    if gone.is_junior and not kept.is_junior:
        yield f"{kept.name} becomes a junior."
    if gone.contestant_id and kept.contestant_id and gone.contestant_id != kept.contestant_id:
        yield f"The organiser's number {gone.contestant_id} is dropped; {kept.contestant_id} stays."
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
    if merge.status is not kept.status:
        yield f"{kept.name} becomes {merge.status.value}."


def _rounds_follow(record: EventRecord, merge: Merge) -> Iterator[str]:
    """Yield which rounds are taken over, which sit-outs are removed, and the total of the merged entry."""
    kept, gone = merge.kept, merge.gone
    seated = [number for number in merge.moved if record.round(number).table_of(gone.player)]
    idle = [number for number in merge.moved if number not in seated]
    if seated:
        what = "the result" if len(seated) == 1 else "the results"
        yield f"{kept.name} takes over {what} of {_named(record, seated)}."
    if idle:
        yield f"{kept.name} takes over what {gone.name} has without a table in {_named(record, idle)}."
    for number, player in merge.dropped:
        yield f"What {record.name_of(player)} has without a table in {name_of_round(record, number)} goes (R49-R54)."
    if not merge.moved or merge.refusals:
        return
    one = as_one(record, merge)
    rested = [
        round_.number
        for round_ in one.begun_rounds
        if any(row.player == kept.player and row.kind.counts_as_sit_out for row in round_.sit_outs)
    ]
    if len(rested) > 1:
        yield f"{kept.name} has then sat out {_named(record, rested)}; both scores stay, though nobody is to sit out twice (R49)."
    try:
        row = next((row for row in standings(one) if row.player == kept.player), None)
    except ScoringError:
        return
    if row is not None and record.closed_rounds:
        rows = standings(one)
        level = "=" if sum(other.rank == row.rank for other in rows) > 1 else ""
        place = f", place {level}{row.rank} of {len(rows)}" if row.rank is not None else ""
        yield f"{kept.name} then has {format_thousandths(row.total)} in all{place}."
    if any(not record.round(number).is_closed for number in merge.moved):
        yield "Print the slip of the table that is being played again."


def _named(record: EventRecord, numbers: list[int]) -> str:
    """Return the names of rounds, joined."""
    return listed([name_of_round(record, number) for number in numbers])
