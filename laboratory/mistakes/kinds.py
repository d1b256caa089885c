"""The kinds of error that are measured: how each is made, in which logs, and whether a log with it determines the correct figures."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from inspect import getdoc
from typing import Final

from laboratory.mistakes.catalogue import (
    CATALOGUE,
    columns,
    memory,
    pages,
    remarks,
    several,
    shares,
    sums,
    tiles,
    turns,
)
from laboratory.mistakes.catalogue.disposals import DISPOSALS
from laboratory.mistakes.catalogue.editing import Mistake

#: The kinds of log.
FULL, SCRIBE = "full", "scribe"
VIEWS: Final = (FULL, SCRIBE)


class Family(StrEnum):
    """The parts of the catalogue: single errors, further errors of scribes and tables, edits of a disposal, manners of a whole log."""

    SINGLE = "single"
    FURTHER = "further"
    DISPOSAL = "disposal"
    MANNER = "manner"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of error.

    ``undetermined`` is the reason why logs with it do not determine everybody's correct final cash, empty where they do; ``limit`` is
    the reason why some of them do not, and then each log says for itself. ``has_counts`` says whether cash is counted before the final.
    With ``may_hide`` a log with the error may be faultless in itself, so that nothing in it can tell.
    """

    name: str
    make: Mistake
    family: Family
    views: tuple[str, ...] = (SCRIBE,)
    undetermined: str = ""
    limit: str = ""
    has_counts: bool = True
    may_hide: bool = False

    @property
    def definition(self) -> str:
        """What is done to a faultless log."""
        return " ".join((getdoc(self.make) or "").split())


def _further(
    name: str, make: Mistake, undetermined: str = "", *, limit: str = "", counted: bool = True, may_hide: bool = False
) -> Kind:
    """A kind of the second part of the catalogue."""
    return Kind(name, make, Family.FURTHER, (SCRIBE,), undetermined, limit, counted, may_hide)


_UNCOUNTED = "Only the final could tell, and the final is what is to be proved."
_LAST = "Where no count follows, only the final could tell, and the final is what is to be proved."

_UNSTATED = (
    "No line states the sum, and the count and the final that do may follow from a wrong line of the scribe as well."
)
_SLIP = "Where the counts agree with another disposal, whether the scribe or the bank slipped stands in no line."

_TURN = (
    "Disposals of a lost turn stand in no line, and without a count after it only the final could tell what was bought."
)
_LIMITS: Final = {
    "forgotten turn": _TURN,
    "turn left uncounted": _TURN,
    "lost purchase": _LAST,
    "nothing for something": _LAST,
}
_UNDETERMINED: Final = {
    "founder's share": "Whether the share was never taken or is still held stands in no line.",
    **dict.fromkeys(("wrong price", "wrong change", "wrong sale price"), _UNSTATED),
}

KINDS: Final = (
    *(
        Kind(name, make, Family.SINGLE, VIEWS, _UNDETERMINED.get(name, ""), _LIMITS.get(name, ""))
        for name, make in CATALOGUE.items()
    ),
    _further("nothing wrong", several.nothing_wrong),
    # Sums of the table.
    _further("two errors that cancel", sums.two_sums_that_cancel),
    _further("majority and minority of wrong size", sums.pay_both_from_wrong_row),
    _further("second tie split wrongly", sums.pay_whole_minority_to_each),
    _further("tie rounded down", sums.round_tie_down),
    _further("price and bonus wrong", sums.wrong_price_and_wrong_bonus, _UNSTATED),
    _further("change between two players", sums.change_between_two, _UNSTATED),
    _further("sold at the survivor's price", sums.sell_at_survivors_price, _UNSTATED),
    _further("third paid for second", sums.pay_third_for_second),
    _further("end bonus forgotten", sums.forget_end_bonus),
    _further("fine taken from cash", sums.pay_fine_from_cash, _UNSTATED),
    _further(
        "fine noted as purchase",
        sums.write_fine_as_purchase,
        "Every amount is that of a purchase; that the player has no such share stands nowhere.",
        may_hide=True,
    ),
    _further("bonus line wrong, money right", sums.write_wrong_bonus_line),
    # Columns.
    _further("two counts exchanged", columns.exchange_counts),
    _further("digits transposed", columns.transpose_digits),
    _further("count a turn late", columns.count_a_turn_late),
    _further("whole count wrong", columns.miscount_everybody),
    _further("two finals exchanged", columns.exchange_finals),
    _further("finals in hundreds", columns.write_finals_in_hundreds),
    _further("final wrong by one share", columns.misread_share_in_final),
    _further("two names exchanged from a turn on", columns.exchange_names_on),
    _further("two names exchanged in mergers", columns.exchange_names_in_mergers_on),
    _further("two chains exchanged from a turn on", columns.exchange_chains_on),
    _further("seats in alphabetical order", columns.sort_the_header),
    # Shares.
    _further("trade as received, once", shares.write_trade_as_received),
    _further("trades as received, always", shares.write_trades_as_received),
    _further("odd trade", shares.trade_odd_number),
    _further("disposal under survivor's name", shares.dispose_under_survivors_name),
    _further("disposal line lost", shares.lose_disposal),
    _further("survivor unsaid", shares.leave_survivor_unsaid),
    _further("founder's share twice", shares.write_founders_share_as_bought),
    _further("last purchase repeated", shares.repeat_last_purchase, limit=_LAST),
    _further("neighbour's purchase", shares.repeat_neighbours_purchase, limit=_LAST),
    _further("equal-price chain", shares.buy_another_of_equal_price, may_hide=True),
    _further(
        "equal-cost purchases exchanged",
        shares.exchange_purchases_of_equal_cost,
        limit="All amounts stay as they were; where no disposal or bonus speaks against it, only the final could tell.",
        may_hide=True,
    ),
    # Tiles.
    _further("tile mirrored", tiles.mirror_tile),
    _further("1 for 11", tiles.write_one_for_eleven),
    _further("10 for 1, 12 for 2", tiles.lose_digit_of_column),
    _further("two tiles of a player exchanged", tiles.exchange_tiles_of_player),
    # Pages.
    _further("half page lost", pages.lose_half_page, "What was bought and sold in the lost turns stands in no line."),
    _further(
        "half page lost, renumbered",
        pages.lose_half_page_and_number_on,
        "What was bought and sold in the lost turns stands in no line.",
    ),
    _further("two scribes, overlap", pages.overlap),
    _further("two scribes who differ", pages.overlap_and_differ),
    _further(
        "last turn lost",
        pages.lose_last_turn,
        "What the last turn changed stands in no line; only the final could tell, and the final is what is to be proved.",
    ),
    _further(
        "second half lost", pages.lose_second_half, "What was bought and sold in the lost turns stands in no line."
    ),
    # Several errors.
    _further(
        "turn lost and count wrong",
        several.lose_turn_and_miscount,
        limit=_TURN,
    ),
    _further(
        "two random errors",
        several.two_errors,
        limit="One of the two may leave out a purchase, which with another error beside it no count determines.",
    ),
    # Memory.
    _further("wrong row, no counts", memory.wrong_row_uncounted, counted=False),
    _further("no counts, purchase lost", memory.lose_purchase_uncounted, _UNCOUNTED, counted=False),
    _further("no counts, shares wrong", memory.miswrite_shares_uncounted, _UNCOUNTED, counted=False),
    _further("no counts, other chain", memory.write_other_chain_uncounted, _UNCOUNTED, counted=False),
    _further(
        "no counts, no final, other chain",
        memory.write_other_chain_without_final,
        "The log states no cash at all.",
        counted=False,
        may_hide=True,
    ),
    _further("memory: moves and final only", memory.remember_moves_only, "No purchase is written down.", counted=False),
    _further(
        "memory: no disposals",
        memory.forget_disposals,
        "Shares traded and shares held leave the same cash, and which it was stands in no line.",
    ),
    _further(
        "equal-price chain, no final",
        memory.buy_another_without_final,
        "Every count fits both chains; what the shares brought at the end stands nowhere.",
        may_hide=True,
    ),
    _further(
        "equal-cost purchases exchanged, no final",
        memory.exchange_purchases_without_final,
        "Every count fits both purchases; what the shares brought at the end stands nowhere.",
        may_hide=True,
    ),
    *(Kind(name, make, Family.DISPOSAL, limit=_SLIP) for name, make in DISPOSALS.items()),
    # Manners of a whole log.
    Kind("house rounds down throughout", sums.round_down_throughout, Family.MANNER),
    Kind("house pays to the dollar throughout", sums.round_to_the_dollar_throughout, Family.MANNER),
    Kind("remark on its own line", remarks.remark_on_own_line, Family.MANNER),
    Kind(
        "end before the last purchase",
        turns.end_before_last_purchase,
        Family.MANNER,
        undetermined="Whether the end was called before the purchase or only written before it stands in no line.",
    ),
    Kind("remark behind a clause", remarks.remark_behind_clause, Family.MANNER),
)
