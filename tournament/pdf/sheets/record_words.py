"""The words on the form of a game record, but for its title."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from wording import gettext as _
from wording import gettext_noop, ngettext

BOX_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "turn": gettext_noop("turn"),
        "gone": gettext_noop("gone"),
        "size": gettext_noop("size"),
        "into": gettext_noop("into"),
        "bonus": gettext_noop("bonus"),
        "sell": gettext_noop("sell"),
        "trade": gettext_noop("trade"),
        "hold": gettext_noop("hold"),
    }
)
EXCHANGE_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "turn": gettext_noop("turn"),
        "by": gettext_noop("by"),
        "act": gettext_noop("word"),
        "tiles": gettext_noop("tiles"),
    }
)
HEADS = {
    "turn": "",
    "player": "",
    "tile": gettext_noop("tile"),
    "found": gettext_noop("fnd"),
    "buy": gettext_noop("buy, as L2 T1; - none"),
    "draw": gettext_noop("draw"),
    "note": gettext_noop("note"),
}
CLAUSES = "pass, end, clock, timeout, takeback"  # not said
"""The words of a log for the notes on a turn, which no language changes."""
EXCHANGES_OF_LOG = "show, dead, return, draw, redraw"  # not said
"""The words of a log for tiles that are exchanged."""


def notes_on_turns(chains: str, *, is_two_sided: bool) -> str:
    """How the lines of turns are filled in; ``chains`` are the names of the chains, and printing decides where the merger boxes are."""
    if is_two_sided:
        return _(
            "One line per turn. Chains by their first letters: {chains}. Note: M merger (box on the back), S shown tiles (on the back), "
            "pass, end, clk (clock pressed before drawing), out (out of time), back (tile taken back); in the log these are {clauses}. "
            "A tile that nobody saw: ?",
            chains=chains,
            clauses=CLAUSES,
        )
    return _(
        "One line per turn. Chains by their first letters: {chains}. Note: M merger (box on the next page), S shown tiles (on the next "
        "page), pass, end, clk (clock pressed before drawing), out (out of time), back (tile taken back); in the log these are {clauses}. "
        "A tile that nobody saw: ?",
        chains=chains,
        clauses=CLAUSES,
    )


def second_sheet(size: int) -> str:
    """The heading of a second sheet for a table of this size."""
    return ngettext(
        "Table {number}, second sheet, {n} player", "Table {number}, second sheet, {n} players", size, number="____"
    )
