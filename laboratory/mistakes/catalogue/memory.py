"""Logs written from memory, or by a table that counts nothing: what they lack, and errors in what they have."""

from __future__ import annotations

from random import Random

from games.acquire.actions import ActKind
from laboratory.mistakes.catalogue.clauses import lose_purchase, miswrite_shares
from laboratory.mistakes.catalogue.editing import Mistake, Spoilt, changed
from laboratory.mistakes.catalogue.shares import (
    buy_another_of_equal_price,
    exchange_purchases_of_equal_cost,
    write_other_chain,
)
from laboratory.mistakes.catalogue.sums import pay_both_from_wrong_row
from laboratory.mistakes.sheets import COUNTS, FINALS, SampleLog

#: All that is remembered of a game but moves and final.
_FORGOTTEN = frozenset({ActKind.BUY, ActKind.BONUS, ActKind.DISPOSE, ActKind.CASH})


def _uncounted(mistake: Mistake, acts: frozenset[ActKind], words: str) -> Mistake:
    """An error in a log that has no events of some kinds; ``words`` is its definition."""

    def made(sheet: SampleLog, random: Random) -> Spoilt | None:
        return mistake(sheet.without(acts), random)

    made.__name__ = f"{mistake.__name__}_{len(acts)}"
    made.__doc__ = words
    return made


lose_purchase_uncounted = _uncounted(
    lose_purchase, COUNTS, "The clause of a purchase is not written down; nobody counted the cash before the final."
)
miswrite_shares_uncounted = _uncounted(
    miswrite_shares,
    COUNTS,
    "Another number of shares is written than was bought; nobody counted the cash before the final.",
)
write_other_chain_uncounted = _uncounted(
    write_other_chain,
    COUNTS,
    "Another chain on the board is written than was bought; nobody counted the cash before the final.",
)
write_other_chain_without_final = _uncounted(
    write_other_chain,
    COUNTS | FINALS,
    "Another chain on the board is written than was bought; the log has neither counts nor final.",
)
buy_another_without_final = _uncounted(
    buy_another_of_equal_price,
    FINALS,
    "In a purchase another chain of the same price is written; the log has no final.",
)
exchange_purchases_without_final = _uncounted(
    exchange_purchases_of_equal_cost,
    FINALS,
    "The purchases of two neighbours, which cost the same, are each written for the other; the log has no final.",
)
wrong_row_uncounted = _uncounted(
    pay_both_from_wrong_row,
    COUNTS,
    "Majority and minority are both paid by the next row of the price list; nobody counted the cash before the final.",
)


def remember_moves_only(sheet: SampleLog, _: Random) -> Spoilt:
    """Only tiles, foundings, survivors, end and final are written; no purchase, bonus, disposal or count."""
    return _forgetting(sheet, _FORGOTTEN)


def forget_disposals(sheet: SampleLog, _: Random) -> Spoilt | None:
    """No disposal is written down; everything else is."""
    spoilt = _forgetting(sheet, frozenset({ActKind.DISPOSE}))
    return spoilt if len(spoilt.record.events) < len(sheet.record.events) else None


def _forgetting(sheet: SampleLog, acts: frozenset[ActKind]) -> Spoilt:
    """The log without all events of some kinds."""
    first = next((at for at, event in enumerate(sheet.record.events) if event.act in acts), 0)
    return changed(sheet, [event for event in sheet.record.events if event.act not in acts], first)
