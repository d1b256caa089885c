"""The same person entered twice: whether two entries can be merged, the consequences, and why not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tournament.day.office.fees import amount_words
from tournament.draw.naming import name_of, name_of_round
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SitOutRecord
from tournament.record.vocabulary import PlayerId, Status
from tournament.scores import standings
from tournament.scores.scoring import ScoringError
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import decimals, listed, whole

FILLED = (
    "country",
    "contestant_id",
    "given_name",
    "family_name",
    "fixed_table",
    "note",
    "club",
    "team",
    "email",
    "fee_due",
)
"""The fields that the kept entry takes over from the removed one if its own are empty."""
EMPTY = ("", None)
TITLES = {
    "country": gettext_noop("the country"),
    "contestant_id": gettext_noop("the organiser's number"),
    "given_name": gettext_noop("the given name"),
    "family_name": gettext_noop("the surname"),
    "fixed_table": gettext_noop("the fixed table"),
    "note": gettext_noop("the note"),
    "club": gettext_noop("the club"),
    "team": gettext_noop("the family or team"),
    "email": gettext_noop("the e-mail address"),
    "fee_due": gettext_noop("the fee"),
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
        tuple(name for name in FILLED if getattr(gone, name) not in EMPTY and getattr(kept, name) in EMPTY),
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
        yield _("An entry cannot be merged with itself; choose the other one.")
        return
    for round_ in record.rounds:
        place = round_.table_of(gone.player) or _sit_out(round_, gone.player)
        if not round_.has_begun and place:
            yield _(
                "{player} is in a draft ({round}); discard the draft first.", player=gone.name, round=name_of(round_)
            )
        elif round_.table_of(gone.player) and round_.table_of(kept.player):
            yield _("Both have a seat in {round}, so they are two different people.", round=name_of(round_))
    for penalty in record.penalties:
        if penalty.player != gone.player or not penalty.amount or penalty.is_cancelled:
            continue
        if record.has_round(penalty.round) and record.round(penalty.round).table_of(kept.player):
            yield (
                _(
                    "{player} has a fine of {fine} in {round}; cancel it first, or {other} would pay it.",
                    player=gone.name,
                    fine=whole(penalty.amount),
                    round=name_of_round(record, penalty.round),
                    other=kept.name,
                )
            )
    yield from _bound_by(record, gone)


def _bound_by(record: EventRecord, gone: EntryRecord) -> Iterator[str]:
    """Yield what holds an entry that would be removed, each with what to do first."""
    if gone.taken:
        yield _("The seat of {player} is taken over; take that back first.", player=gone.name)
    if any(gone.player in tie.players for tie in record.ties):
        yield _("{player} is part of a ruling on a tie; withdraw the ruling first (R65).", player=gone.name)
    if any(gone.player in planned.players for planned in record.chart):
        yield _("{player} is on the movement chart; unpublish the chart first (R6).", player=gone.name)


def _follows(record: EventRecord, merge: Merge) -> Iterator[str]:
    """Yield the consequences of merging two entries, a sentence each."""
    kept, gone = merge.kept, merge.gone
    yield _(
        "{player} stays as number {number}; number {other_number}, {other}, is removed.",
        player=kept.name,
        number=kept.player,
        other_number=gone.player,
        other=gone.name,
    )
    yield from _rounds_follow(record, merge)
    if merge.filled:
        yield _(
            "{player} takes over {fields}.", player=kept.name, fields=listed(_(TITLES[name]) for name in merge.filled)
        )
    if gone.is_junior and not kept.is_junior:
        yield _("{player} becomes a junior.", player=kept.name)
    if gone.fee_paid:
        paid = amount_words(kept.fee_paid + gone.fee_paid, record.currency)
        yield _("{player} has then paid {amount} in total.", player=kept.name, amount=paid)
    if gone.contestant_id and kept.contestant_id and gone.contestant_id != kept.contestant_id:
        yield _(
            "The organiser's number {other} is removed; {number} stays.",
            other=gone.contestant_id,
            number=kept.contestant_id,
        )
    warnings = sum(penalty.player == gone.player for penalty in record.penalties)
    if warnings:
        yield ngettext(
            "{n} penalty of {other} now counts for {player} (R23).",
            "{n} penalties of {other} now count for {player} (R23).",
            warnings,
            other=gone.name,
            player=kept.name,
        )
    for rule in record.aparts:
        if gone.player in rule.players:
            others = [record.name_of(player) for player in rule.players if player not in (gone.player, kept.player)]
            yield (
                _("{player} is kept apart from {others}.", player=kept.name, others=listed(others))
                if others
                else _("The rule that keeps the two apart is removed.")
            )
    if merge.status is not kept.status:
        yield _("{player} becomes {status}.", player=kept.name, status=_(merge.status.value))


def _rounds_follow(record: EventRecord, merge: Merge) -> Iterator[str]:
    """Yield which rounds are taken over, which sit-outs are removed, and the total of the merged entry."""
    kept, gone = merge.kept, merge.gone
    seated = [number for number in merge.moved if record.round(number).table_of(gone.player)]
    idle = [number for number in merge.moved if number not in seated]
    if seated:
        yield ngettext(
            "{player} takes over the result of {rounds}.",
            "{player} takes over the results of {rounds}.",
            len(seated),
            player=kept.name,
            rounds=_named(record, seated),
        )
    if idle:
        yield _(
            "{player} takes over what {other} scored without a table in {rounds}.",
            player=kept.name,
            other=gone.name,
            rounds=_named(record, idle),
        )
    for number, player in merge.dropped:
        yield _(
            "What {player} scored without a table in {round} is removed (R49-R54).",
            player=record.name_of(player),
            round=name_of_round(record, number),
        )
    if not merge.moved or merge.refusals:
        return
    one = as_one(record, merge)
    rested = [
        round_.number
        for round_ in one.begun_rounds
        if any(row.player == kept.player and row.kind.counts_as_sit_out for row in round_.sit_outs)
    ]
    if len(rested) > 1:
        yield _(
            "{player} has then sat out {rounds}; both scores stay, although nobody should sit out twice (R49).",
            player=kept.name,
            rounds=_named(record, rested),
        )
    try:
        row = next((row for row in standings(one) if row.player == kept.player), None)
    except ScoringError:
        return
    if row is not None and record.closed_rounds:
        rows = standings(one)
        level = "=" if sum(other.rank == row.rank for other in rows) > 1 else ""
        total = decimals(row.total, 3)
        if row.rank is None:
            yield _("{player} then has a total of {total}.", player=kept.name, total=total)
        else:
            yield _(
                "{player} then has a total of {total}, place {place} of {players}.",
                player=kept.name,
                total=total,
                place=f"{level}{row.rank}",
                players=len(rows),
            )
    if any(not record.round(number).is_closed for number in merge.moved):
        yield _("Reprint the slip of the table that is being played.")


def _named(record: EventRecord, numbers: list[int]) -> str:
    """Return the names of rounds, joined."""
    return listed([name_of_round(record, number) for number in numbers])
