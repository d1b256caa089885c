"""The judgement of a table's result, typed or stored: the same for the check in the grid, for saving and for reports."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournament.record.event import EventRecord, TableRecord
from tournament.record.vocabulary import Dollars, PlayerId, TableScore
from tournament.scores.plausibility import NOTES, Doubt, DoubtKind, doubts
from tournament.scores.scoring import NothingToShareError, ScoringError, fines_of, try_score


@dataclass(frozen=True, slots=True)
class Judgement:
    """A judged table: ``table`` with the given reason at the seats that need one, its score if it can be scored, and all doubts.

    With ``refusals`` the table cannot be stored; ``open`` doubts need a reason or a tick first; ``notes`` are only shown. ``asks_tick``:
    a tick would settle an open doubt. ``needs_reason``: an amount needs a reason, even with a tick. ``nothing_to_share``: only a ruling
    of equal shares can score the table (R62).
    """

    table: TableRecord
    score: TableScore | None
    refusals: tuple[Doubt, ...]
    open: tuple[Doubt, ...]
    notes: tuple[Doubt, ...]
    asks_tick: bool
    nothing_to_share: bool
    needs_reason: bool = False

    @property
    def asks_reason(self) -> bool:
        """Whether a reason would settle an open doubt: only doubts about an amount, since a tie can only be confirmed."""
        return any(doubt.seat is not None for doubt in self.open)

    @property
    def is_tie(self) -> bool:
        """Whether the only open doubt is a tie for first."""
        return bool(self.open) and self.score is not None and len(self.score.winners) > 1 and not self.asks_reason

    @property
    def is_fit(self) -> bool:
        """Whether the table may be stored as it is."""
        return not self.refusals and not self.open


def judge_table(
    record: EventRecord,
    number: int,
    table: TableRecord,
    *,
    reason: str = "",
    is_confirmed: bool = False,
    needs_all: bool = False,
    fines: Mapping[PlayerId, Dollars] | None = None,
    scored: TableScore | ScoringError | None = None,
) -> Judgement:
    """Judge a table of round ``number`` by the rules of its event.

    ``reason`` is the reason for every amount that needs one; ``is_confirmed`` confirms all other doubts. While a round is played seats
    may be empty, unless ``needs_all``. An amount that does not end in 00 always needs a reason. ``fines`` and ``scored`` are the fines of
    the round and the score of the table if they are known already; if None they are computed.
    """
    taken = fines_of(record, number) if fines is None else fines
    names = {seat.player: record.name_of(seat.player) for seat in table.seats}
    judged = _with_reason(record, table, taken, reason)
    result = scored or try_score(number, judged, taken, record.ruleset, record.fill_ins)
    found = doubts(judged, taken, record.ruleset, names=names, scored=result)
    gaps = frozenset() if needs_all else frozenset(seat.position for seat in table.seats if seat.cash is None)
    odd = {seat.position for seat in judged.seats if seat.cash is not None and seat.cash % NOTES}
    to_confirm = [doubt for doubt in found if doubt.severity is DoubtKind.CONFIRM]
    waiting = tuple(doubt for doubt in to_confirm if not is_confirmed or doubt.seat in odd)
    return Judgement(
        table=judged,
        score=None if isinstance(result, ScoringError) else result,
        refusals=tuple(doubt for doubt in found if doubt.severity is DoubtKind.REFUSE and doubt.seat not in gaps),
        open=waiting,
        notes=tuple(doubt for doubt in found if doubt.severity is DoubtKind.NOTE),
        asks_tick=any(doubt.seat not in odd for doubt in waiting),
        nothing_to_share=isinstance(result, NothingToShareError),
        needs_reason=bool(odd),
    )


def _with_reason(
    record: EventRecord, table: TableRecord, fines: Mapping[PlayerId, Dollars], reason: str
) -> TableRecord:
    """Return the table with ``reason`` at the seats whose amount needs a reason and has none."""
    if not reason:
        return table
    bare = replace(table, seats=tuple(replace(seat, cash_reason="") for seat in table.seats))
    asking = {doubt.seat for doubt in doubts(bare, fines, record.ruleset) if doubt.severity is DoubtKind.CONFIRM}
    seats = tuple(
        replace(seat, cash_reason=reason) if seat.position in asking and not seat.cash_reason else seat
        for seat in table.seats
    )
    return replace(table, seats=seats)
