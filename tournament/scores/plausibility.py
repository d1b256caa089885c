"""Doubts about a result: what is impossible, what should be checked again, and what is worth knowing.

A refusal cannot be stored; a doubt to confirm can, with a tick or a reason; a note is only shown.

The judgement of a table's result, typed or stored: the same for the check in the grid, for saving and for reports.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.formats import Amount, Bonus, Fines, Format
from tournament.record.vocabulary import Dollars, PlayerId, SeatScore, TableScore
from tournament.scores.amounts import HUNDRED, LARGEST, figure, missing, not_of_a_table
from tournament.scores.factors import NO_BONUS, shown_multiplier
from tournament.scores.scoring import fines_of, try_score
from tournament.scores.steps import NothingToShareError, ScoringError, counted, fines_after_bonus
from wording import gettext as _
from wording.figures import listed, whole

FAR_AHEAD = 4  # a winner with more than this times the second probably has a digit too many
FAR_BEHIND = 8  # a player with less than the best divided by this probably has a digit too few


class DoubtKind(StrEnum):
    """How serious a doubt is: it must be corrected (REFUSE), confirmed by a tick or a reason (CONFIRM), or is only shown (NOTE)."""

    REFUSE = "refuse"
    CONFIRM = "confirm"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Doubt:
    """One doubt: the position of its seat (None for the table as a whole), its kind, and a sentence."""

    seat: int | None
    severity: DoubtKind
    sentence: str


def doubts(
    table: TableRecord,
    fines: Mapping[PlayerId, Dollars],
    rules: Format,
    *,
    claimed_winners: tuple[PlayerId, ...] = (),
    names: Mapping[PlayerId, str] | None = None,
    scored: TableScore | ScoringError | None = None,
) -> tuple[Doubt, ...]:
    """Return every doubt about a table's result, refusals first; empty if nothing is odd (section 5).

    ``fines`` are in dollars. ``claimed_winners`` are the winners named on the slip, empty if it names none. ``names`` are for the
    sentences; players without a name appear by number. Until every seat has cash, only doubts about single amounts are found. ``scored``
    is the score of the table if it is known already; if None it is computed.
    """
    called = {
        seat.player: (names or {}).get(seat.player, _("player {number}", number=seat.player)) for seat in table.seats
    }
    found = [
        doubt
        for seat in table.seats
        for doubt in _about_seat(seat, called[seat.player], rules.amount, table.equal_shares_ruling)
    ]
    if table.has_result:
        result = scored or try_score(0, table, fines, rules)  # the number of the round does not matter here
        found += _about_table(table, result, rules, claimed_winners, called)
    severities = list(DoubtKind)
    return tuple(sorted(found, key=lambda doubt: severities.index(doubt.severity)))


def _about_seat(seat: SeatRecord, name: str, amount: Amount, ruling: str) -> Iterator[Doubt]:
    """Yield the doubts about the figures of one seat alone."""
    if seat.cash is None:
        yield Doubt(seat.position, DoubtKind.REFUSE, missing(amount, name))
    elif seat.cash < 0 and amount.is_money:
        sentence = _(
            "{name} has {amount}, but nobody can end below 0. Enter the cash before fines.",
            name=name,
            amount=figure(amount, seat.cash),
        )
        yield Doubt(seat.position, DoubtKind.REFUSE, sentence)
    elif seat.cash % amount.step:
        told = {"name": name, "amount": figure(amount, seat.cash), "step": figure(amount, amount.step)}
        in_hundreds = _(
            "{name} has {amount}, which does not end in 00; every amount in the game does. Count again, or give the reason.",
            **told,
        )
        other = _("{name} has {amount}, which is no multiple of {step}. Count again, or give the reason.", **told)
        yield Doubt(seat.position, _unless_reasoned(seat), in_hundreds if amount.step == HUNDRED else other)
    if amount.second and seat.cash is not None and seat.second is None and not ruling:
        yield Doubt(seat.position, DoubtKind.REFUSE, missing(amount.second, name))


def _about_table(
    table: TableRecord,
    scored: TableScore | ScoringError,
    rules: Format,
    claimed_winners: tuple[PlayerId, ...],
    names: Mapping[PlayerId, str],
) -> Iterator[Doubt]:
    """Yield the doubts about a table whose seats all have cash."""
    wrong = not_of_a_table(rules.amount, [seat.cash or 0 for seat in table.seats])
    if wrong and not table.equal_shares_ruling:
        yield Doubt(None, DoubtKind.REFUSE, wrong)
        return
    if isinstance(scored, NothingToShareError):
        sentence = _(
            "After fines, the amounts add up to 0 or less, so there is nothing to share (R62); check them, or rule equal shares."
        )
        yield Doubt(None, DoubtKind.REFUSE, sentence if rules.has(Fines) else str(scored))
        return
    if isinstance(scored, ScoringError):
        yield Doubt(None, DoubtKind.REFUSE, str(scored))
        return
    if scored.ruled_equal:
        cash = _("Equal shares by the director's ruling (R62); the cash does not count.")
        other = _("Equal shares by the director's ruling; what is entered does not count.")
        yield Doubt(None, DoubtKind.NOTE, cash if rules.amount.is_money else other)
        return
    seats = {seat.player: seat for seat in table.seats}
    winners = [row for row in scored.rows if row.is_winner]
    yield from _about_winners(winners, seats, rules, names)
    yield from _about_claim(scored, claimed_winners, names)
    if rules.has(Fines):
        yield from _about_fines(scored, rules, names)
    if rules.amount.is_money:
        yield from _about_digits(scored, seats, names)


def _about_winners(
    winners: list[SeatScore], seats: Mapping[PlayerId, SeatRecord], rules: Format, names: Mapping[PlayerId, str]
) -> Iterator[Doubt]:
    """Yield the doubts about a tie for first and about the amounts of winners."""
    if len(winners) > 1 and rules.has(Bonus):
        multiplier = shown_multiplier(rules.step(Bonus).by_winners[len(winners)], NO_BONUS)
        tied_on = winners[0].figure("cash") - (0 if fines_after_bonus(rules) else winners[0].figure("fine"))
        yield Doubt(
            None,
            DoubtKind.CONFIRM,
            _(
                "{names} are tied for first on {amount}: each gets × {multiplier} (R56). Confirm the tie.",
                names=listed(names[row.player] for row in winners),
                amount=whole(tied_on),
                multiplier=multiplier,
            ),
        )
    low, high = rules.amount.usual or (-LARGEST, LARGEST)
    for row in winners:
        if not low <= row.figure("cash") <= high:
            yield Doubt(
                row.seat,
                _unless_reasoned(seats[row.player]),
                _(
                    "{name} wins with {amount}; winners usually have {low} to {high}. Check the digits.",
                    name=names[row.player],
                    amount=figure(rules.amount, row.figure("cash")),
                    low=figure(rules.amount, low),
                    high=figure(rules.amount, high),
                ),
            )


def _about_claim(
    scored: TableScore, claimed_winners: tuple[PlayerId, ...], names: Mapping[PlayerId, str]
) -> Iterator[Doubt]:
    """Yield a doubt if the winners named on the slip are not those of the score."""
    if claimed_winners and set(claimed_winners) != set(scored.winners):
        claimed = listed(names.get(player) or _("player {number}", number=player) for player in claimed_winners)
        actual = listed(names[player] for player in scored.winners)
        sentence = _(
            "The slip puts {claimed} first, but the amounts put {actual} first. Check both.",
            claimed=claimed,
            actual=actual,
        )
        yield Doubt(None, DoubtKind.CONFIRM, sentence)


def _about_fines(scored: TableScore, rules: Format, names: Mapping[PlayerId, str]) -> Iterator[Doubt]:
    """Yield notes on fines that make an amount negative or cost the first place."""
    for row in scored.rows:
        if row.figure("fine") and row.figure("net") < 0:
            sentence = _(
                "{name} has {net} after a fine of {fine}; this counts as {counted} (R55).",
                name=names[row.player],
                net=whole(row.figure("net")),
                fine=whole(row.figure("fine")),
                counted=whole(counted(rules.step(Fines), row.figure("net"))),
            )
            yield Doubt(row.seat, DoubtKind.NOTE, sentence)
    richest = max(row.figure("cash") for row in scored.rows)
    for row in scored.rows:
        if row.figure("cash") == richest and not row.is_winner:
            yield Doubt(
                row.seat,
                DoubtKind.NOTE,
                _(
                    "{name} has the most cash, {amount}, but is not first after the fine (R55).",
                    name=names[row.player],
                    amount=whole(row.figure("cash")),
                ),
            )


def _about_digits(
    scored: TableScore, seats: Mapping[PlayerId, SeatRecord], names: Mapping[PlayerId, str]
) -> Iterator[Doubt]:
    """Yield doubts about amounts that may have a digit too many or too few."""
    in_order = sorted(scored.rows, key=lambda row: -row.figure("cash"))
    best, second = in_order[0], in_order[1]
    if best.figure("cash") > FAR_AHEAD * second.figure("cash"):
        sentence = _(
            "{name} has {amount}, more than {times} times the runner-up's cash. Is there a digit too many?",
            name=names[best.player],
            amount=whole(best.figure("cash")),
            times=whole(FAR_AHEAD),
        )
        yield Doubt(best.seat, _unless_reasoned(seats[best.player]), sentence)
        return
    for row in in_order[1:]:
        if 0 <= row.figure("cash") * FAR_BEHIND < best.figure("cash"):
            yield Doubt(
                row.seat,
                _unless_reasoned(seats[row.player]),
                _(
                    "{name} has {amount}, less than an eighth of the winner's cash. Is a digit missing?",
                    name=names[row.player],
                    amount=whole(row.figure("cash")),
                ),
            )


def _unless_reasoned(seat: SeatRecord) -> DoubtKind:
    """Return NOTE if the seat has a reason for its amount, else CONFIRM."""
    return DoubtKind.NOTE if seat.cash_reason.strip() else DoubtKind.CONFIRM


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
    may be empty, unless ``needs_all``. An amount that is no multiple of the format's step always needs a reason. ``fines`` and ``scored``
    are the fines of the round and the score of the table if they are known already; if None they are computed.
    """
    taken = fines_of(record, number) if fines is None else fines
    names = {seat.player: record.name_of(seat.player) for seat in table.seats}
    judged = _with_reason(record, table, taken, reason)
    result = scored or try_score(number, judged, taken, record.format, record.fill_ins)
    found = doubts(judged, taken, record.format, names=names, scored=result)
    gaps = frozenset() if needs_all else frozenset(seat.position for seat in table.seats if seat.cash is None)
    step = record.format.amount.step
    odd = {seat.position for seat in judged.seats if seat.cash is not None and seat.cash % step}
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
    asking = {doubt.seat for doubt in doubts(bare, fines, record.format) if doubt.severity is DoubtKind.CONFIRM}
    seats = tuple(
        replace(seat, cash_reason=reason) if seat.position in asking and not seat.cash_reason else seat
        for seat in table.seats
    )
    return replace(table, seats=seats)
