"""The words on the form of a game record, but for its title."""

from __future__ import annotations

from wording import gettext as _
from wording import ngettext, pgettext


def turn_heads() -> tuple[str, ...]:
    """The heads of the columns of turns; the first two, the number of the turn and the player, have none."""
    return (
        "",
        "",
        pgettext("column of a game record", "tile"),
        pgettext("column of a game record: founded", "fnd"),
        pgettext("column of a game record", "buy, as L2 T1; - none"),
        pgettext("column of a game record", "draw"),
        pgettext("column of a game record", "note"),
    )


def box_labels() -> tuple[str, ...]:
    """The labels of a merger's box: the turn, the chain that disappears, its size, and the chain into which it goes."""
    return (
        pgettext("box of a merger", "turn"),
        pgettext("box of a merger: the chain that disappears", "gone"),
        pgettext("box of a merger: of the chain that disappears", "size"),
        pgettext("box of a merger: the chain that stays", "into"),
    )


def share_labels() -> tuple[str, ...]:
    """The heads of what each player does in a merger: the bonus, and the shares sold, traded and held."""
    return (
        pgettext("box of a merger", "bonus"),
        pgettext("box of a merger", "sell"),
        pgettext("box of a merger", "trade"),
        pgettext("box of a merger", "hold"),
    )


def exchange_labels() -> tuple[str, ...]:
    """The heads of the lines for exchanged tiles: the turn, the player, the word of the log, and the tiles."""
    return (
        pgettext("box of a merger", "turn"),
        pgettext("exchanged tiles: the player", "by"),
        pgettext("exchanged tiles: how the log calls it", "word"),
        pgettext("exchanged tiles", "tiles"),
    )


CLAUSES = "pass, end, clock, timeout, takeback"
"""The words of a log for the notes on a turn, which no language changes."""
EXCHANGES_OF_LOG = "show, dead, return, draw, redraw"
"""The words of a log for tiles that are exchanged."""


def notes_on_turns(chains: str) -> str:
    """How the lines of turns are filled in; ``chains`` are the names of the chains."""
    return _(
        "One line per turn. Chains by their first letters: {chains}. Note: M merger (in a box), S shown tiles (in the list), "
        "pass, end, clk (clock pressed before drawing), out (out of time), back (tile taken back); in the log these are {clauses}. "
        "Write ? for a tile that nobody saw.",
        chains=chains,
        clauses=CLAUSES,
    )


def second_sheet(size: int) -> str:
    """The heading of a second sheet for a table of this size."""
    return ngettext(
        "Table {number}, second sheet, {n} player", "Table {number}, second sheet, {n} players", size, number="____"
    )
