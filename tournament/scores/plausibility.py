"""Doubts about a result: what is impossible, what should be checked again, and what is worth knowing.

A refusal cannot be stored; a doubt to confirm can, with a tick or a reason; a note is only shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from tournament.record.event import SeatRecord, TableRecord
from tournament.record.rulesets import Ruleset
from tournament.record.vocabulary import Dollars, FineTiming, PlayerId, SeatScore, TableScore, format_dollars
from tournament.scores.scoring import SIZE_WORDS, NothingToShareError, ScoringError, format_multiplier, try_score

NOTES = 100  # dollars: every amount in the game is a multiple of this, so final cash ends in 00
WINNERS = range(20_000, 120_001)  # dollars: the usual cash of winners; outside this range a digit is probably wrong
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
    ruleset: Ruleset,
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
    called = {seat.player: (names or {}).get(seat.player, f"player {seat.player}") for seat in table.seats}
    found = [doubt for seat in table.seats for doubt in _about_seat(seat, called[seat.player])]
    if table.has_result:
        result = scored or try_score(0, table, fines, ruleset)  # the number of the round does not matter here
        found += _about_table(table, result, ruleset, claimed_winners, called)
    severities = list(DoubtKind)
    return tuple(sorted(found, key=lambda doubt: severities.index(doubt.severity)))


def _about_seat(seat: SeatRecord, name: str) -> Iterator[Doubt]:
    """Yield the doubts about the cash of one seat alone."""
    if seat.cash is None:
        yield Doubt(seat.position, DoubtKind.REFUSE, f"The final cash of {name} is missing; type it.")
    elif seat.cash < 0:
        amount = format_dollars(seat.cash)
        yield Doubt(
            seat.position, DoubtKind.REFUSE, f"{name} has {amount}: nobody ends below 0; type the cash before fines."
        )
    elif seat.cash % NOTES:
        amount = format_dollars(seat.cash)
        yield Doubt(
            seat.position,
            _unless_reasoned(seat),
            f"{name} has {amount}, which does not end in 00; every amount in the game does. Count again, or give the reason.",
        )


def _about_table(
    table: TableRecord,
    scored: TableScore | ScoringError,
    ruleset: Ruleset,
    claimed_winners: tuple[PlayerId, ...],
    names: Mapping[PlayerId, str],
) -> Iterator[Doubt]:
    """Yield the doubts about a table whose seats all have cash."""
    if isinstance(scored, NothingToShareError):
        sentence = "The amounts less fines sum to 0 or less, so there is nothing to share (R62); check them, or rule equal shares."
        yield Doubt(None, DoubtKind.REFUSE, sentence)
        return
    if isinstance(scored, ScoringError):
        yield Doubt(None, DoubtKind.REFUSE, str(scored))
        return
    if scored.ruled_equal:
        yield Doubt(None, DoubtKind.NOTE, "Equal shares by the director's ruling (R62); the cash does not count.")
        return
    seats = {seat.player: seat for seat in table.seats}
    winners = [row for row in scored.rows if row.is_winner]
    yield from _about_winners(winners, seats, ruleset, names)
    yield from _about_claim(scored, ruleset, claimed_winners, names)
    yield from _about_fines(scored, names)
    yield from _about_digits(scored, seats, names)


def _about_winners(
    winners: list[SeatScore], seats: Mapping[PlayerId, SeatRecord], ruleset: Ruleset, names: Mapping[PlayerId, str]
) -> Iterator[Doubt]:
    """Yield the doubts about a tie for first and about the amounts of winners."""
    if len(winners) > 1:
        who = " and ".join(names[row.player] for row in winners)
        multiplier = format_multiplier(ruleset.bonus_multipliers[len(winners)], 10_000)
        tied_on = winners[0].cash if ruleset.fine_timing is FineTiming.AFTER_BONUS else winners[0].net
        yield Doubt(
            None,
            DoubtKind.CONFIRM,
            f"{who} tie for first on {format_dollars(tied_on)}: each gets × {multiplier} (R56). Confirm the tie.",
        )
    for row in winners:
        if row.cash not in WINNERS:
            low, high = format_dollars(WINNERS.start), format_dollars(WINNERS.stop - 1)
            yield Doubt(
                row.seat,
                _unless_reasoned(seats[row.player]),
                f"{names[row.player]} wins with {format_dollars(row.cash)}; winners have {low} to {high}. Count the digits.",
            )


def _about_claim(
    scored: TableScore, ruleset: Ruleset, claimed_winners: tuple[PlayerId, ...], names: Mapping[PlayerId, str]
) -> Iterator[Doubt]:
    """Yield a doubt if the winners named on the slip are not those of the score."""
    if claimed_winners and set(claimed_winners) != set(scored.winners):
        claimed = " and ".join(names.get(player, f"player {player}") for player in claimed_winners)
        actual = " and ".join(names[player] for player in scored.winners)
        decides = "the cash" if ruleset.fine_timing is FineTiming.AFTER_BONUS else "the cash less fines"
        yield Doubt(
            None,
            DoubtKind.CONFIRM,
            f"The slip names {claimed} as first, but by {decides} it is {actual}; check both.",
        )


def _about_fines(scored: TableScore, names: Mapping[PlayerId, str]) -> Iterator[Doubt]:
    """Yield notes on fines that make an amount negative or cost the first place."""
    for row in scored.rows:
        if row.fine and row.net < 0:
            counts = "0" if row.scored_net == 0 else "what it is"
            net, fine = format_dollars(row.net), format_dollars(row.fine)
            sentence = f"{names[row.player]} has {net} after the fine of {fine}; it counts as {counts} (R55)."
            yield Doubt(row.seat, DoubtKind.NOTE, sentence)
    richest = max(row.cash for row in scored.rows)
    for row in scored.rows:
        if row.cash == richest and not row.is_winner:
            yield Doubt(
                row.seat,
                DoubtKind.NOTE,
                f"{names[row.player]} has the most cash, {format_dollars(row.cash)}, but is not first after the fine (R55).",
            )


def _about_digits(
    scored: TableScore, seats: Mapping[PlayerId, SeatRecord], names: Mapping[PlayerId, str]
) -> Iterator[Doubt]:
    """Yield doubts about amounts that may have a digit too many or too few."""
    in_order = sorted(scored.rows, key=lambda row: -row.cash)
    best, second = in_order[0], in_order[1]
    if best.cash > FAR_AHEAD * second.cash:
        amount, times = format_dollars(best.cash), SIZE_WORDS[FAR_AHEAD]
        sentence = f"{names[best.player]} has {amount}, more than {times} times the second; is there a digit too many?"
        yield Doubt(best.seat, _unless_reasoned(seats[best.player]), sentence)
        return
    for row in in_order[1:]:
        if 0 <= row.cash * FAR_BEHIND < best.cash:
            yield Doubt(
                row.seat,
                _unless_reasoned(seats[row.player]),
                f"{names[row.player]} has {format_dollars(row.cash)}, less than an eighth of the winner's; is a digit missing?",
            )


def _unless_reasoned(seat: SeatRecord) -> DoubtKind:
    """Return NOTE if the seat has a reason for its amount, else CONFIRM."""
    return DoubtKind.NOTE if seat.cash_reason.strip() else DoubtKind.CONFIRM
