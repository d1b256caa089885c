"""What the moves of the beam share: the words around a place, and what a step costs.

What stands there literally costs nothing. A thing that only the position tells, that comes in another order or that the rules do not
expect, costs more; what is passed over costs by what it might have meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from games.acquire.logs.people.hypothesis import Reading
from games.acquire.logs.people.lexicon import Word

#: A reading after a move, and how many words the move took.
Move: TypeAlias = tuple[Reading, int]

PARTS: Final = ("sell", "trade", "hold")
PAID: Final = ("bonus", "gets", "majority", "minority")
MERGING: Final = ("absorbs", "joins", "merges", "survivor", "order")
NOTHING: Final = ("pass", "skip", "nothing", "not")
LISTS: Final = ("final", "start", "cash", "hand")

# What the position tells alone, or contradicts.
IMPLIED: Final = 0.1
LIKELY: Final = 0.2
UNLIKELY: Final = 0.6
STRANGE: Final = 1.5
AGAINST: Final = 2.0

# What is passed over.
_TILE, _AMOUNT, _COUNT, _CHAIN, _ACT, _PLAYER, _WORD = 2.0, 1.0, 1.0, 1.2, 0.8, 0.6, 0.1
_INITIAL, _CAPITAL = 0.3, 0.8
#: From this cost on a word passed over may have meant something.
TOLD: Final = 0.4
#: Acts whose words say nothing by themselves.
_SILENT: Final = frozenset(
    "turn play bonus gets merges cash spends order".split()  # noqa: SIM905
)
#: Acts behind whose word nothing but a chain is told, so that an unknown word there may be one.
_NAMING: Final = ("found", "survivor")
_MOST_LINKS: Final = 2
#: Acts that come behind a purchase of nothing.
_AFTER_NOTHING: Final = ("cash", "draw", "end", "final")
_BRACKETS: Final = ("(", "[")


class View:
    """The words of one log; ``starts`` are the seats of starting tiles that are known without it."""

    def __init__(self, words: Sequence[Word], starts: Mapping[int, int]) -> None:
        self.words, self.starts = words, starts

    def peek(self, place: int) -> Word | None:
        """Return the word at a place of the same row, or of one that may go on with it; else None."""
        word = self.words[place] if place < len(self.words) else None
        return word if word is not None and (word.wraps or not word.apart) else None

    def behind(self, place: int, links: Sequence[str]) -> int:
        """Return the place behind at most two fillers or signs that bind a number to its chain."""
        for _ in range(_MOST_LINKS):
            word = self.peek(place)
            if word is None or not (word.inside == "noise" or word.text in links):
                break
            place += 1
        return place

    def is_between(self, place: int) -> bool:
        """Whether a dash stands at a place between two clauses, and not for nothing."""
        word, behind = self.words[place], self.peek(place + 1)
        is_dash = word.inside == "none" and word.is_sign and not word.act
        return is_dash and behind is not None and not (behind.is_sign or behind.is_cell or behind.act in _AFTER_NOTHING)

    def is_blind(self, reading: Reading) -> bool:
        """Whether the tile of a turn may touch a starting tile that is not known."""
        turn = reading.turn
        return self.is_unstarted(reading) and turn is not None and turn.tile is not None and not turn.placed.touched

    def is_unstarted(self, reading: Reading) -> bool:
        """Whether starting tiles lie on the board of which nobody knows."""
        is_known = bool(self.starts) or reading.placed_starts >= reading.state.seats
        return not is_known and bool(reading.state.edition.start_tiles)

    def skipped(self, reading: Reading, place: int, word: Word) -> Reading:
        """Return a reading that passed a word over."""
        behind = self.peek(place + 1)
        is_count = word.is_spelled and behind is not None and (behind.inside == "noise" or bool(behind.chains))
        cost = _COUNT if is_count else 0.0 if self.is_between(place) else _skip_cost(reading, word)
        after = reading.copy(cost)
        is_chain = reading.act in _NAMING and not reading.is_filled and not word.is_known
        if (cost >= TOLD or is_chain) and not word.given:
            after.pass_over(word)
        if not word.is_known or (word.inside == "none" and not word.is_sign):
            after.is_stale = after.is_filled
        if not word.inside and word.act != "turn":
            after.at_head = after.at_head and not word.is_known
        return after


def _skip_cost(reading: Reading, word: Word) -> float:
    """Return what it costs to pass a word over."""
    if word.given:
        return UNLIKELY
    if reading.act == "final" and word.number is not None and word.number <= reading.state.seats:
        return _WORD  # a rank
    if word.inside == "none" and word.number is None and not (word.apart and word.is_sign):
        return LIKELY if reading.turn is not None and not reading.turn.is_bought else 0.0
    if word.inside in ("all", "rest") and reading.act in PARTS and not reading.is_filled:
        return LIKELY
    is_filler = word.is_sign or (bool(word.inside) and not word.text.isupper())
    if (word.inside or word.is_sign) and word.number is None and not word.act and (is_filler or not word.chains):
        return 0.0
    cost = max(_WORD, *_costs(reading, word))
    return min(cost, TOLD) if reading.mark in _BRACKETS and not word.is_money else cost


def _costs(reading: Reading, word: Word) -> list[float]:
    """Return what it costs to pass over each thing that a word may mean."""
    is_short = bool(word.chain_cost) and len(word.chains) == 1
    is_silent = word.act in _SILENT or word.act == reading.act or bool(word.act_cost)
    is_of_lists = word.act in LISTS and word.act != "cash" and not reading.at_head
    return [
        0.0 if word.tile is None else _TILE - 2 * word.tile_cost,
        0.0
        if word.number is None and not word.is_odd
        else _AMOUNT
        if word.is_amount
        else LIKELY
        if word.is_spelled
        else _COUNT,
        0.0
        if not (word.chains or word.share or word.part)
        else (
            _CAPITAL
            if word.text.isupper() and (not word.inside or reading.mark == "+" or reading.act == "buy")
            else _INITIAL
        )
        if is_short
        else _CHAIN,
        0.0 if word.player is None else _PLAYER - word.player_cost,
        0.0 if not word.act or is_silent or is_of_lists else _ACT,
    ]


def at_row(reading: Reading) -> Reading:
    """Return a reading at the beginning of a row, that may go on with what is in force."""
    after = reading.copy(IMPLIED if reading.act not in LISTS else 0.0)
    after.at_head, after.number, after.mark, after.is_stale = True, None, "", False
    return after


def at_row_start(reading: Reading) -> Reading:
    """Return a reading at the beginning of a row with nothing in force; a name that heads what comes below it is not dropped lightly."""
    after = reading.copy(-IMPLIED if reading.act not in LISTS else IMPLIED)
    after.cost += STRANGE * (reading.is_head and reading.fresh and reading.at_head)
    after.act, after.who, after.fresh, after.is_head, after.is_filled = "", None, False, False, True
    return after


def in_cell(reading: Reading) -> Reading:
    """Return a reading at the beginning of a cell: what was said before it does not go on."""
    after = reading.copy()
    if reading.act in PARTS and reading.turn is not None and not reading.is_head:
        after.who, after.fresh = reading.turn.seat, False
    after.act = ""
    return after


def behind_sign(reading: Reading, word: Word) -> Reading:
    """Return a reading behind a sign."""
    after = reading.copy()
    after.mark = word.text
    return after


def past_row_head(reading: Reading) -> Reading:
    """Return a reading that is no longer at the head of a row."""
    reading.at_head = reading.is_stale = False
    return reading


def with_filled_read(reading: Reading) -> Reading:
    """Return a reading in which something has been read of the player and behind the word in force."""
    reading.fresh, reading.is_filled, reading.is_stale = False, True, False
    return reading


def is_done(reading: Reading) -> bool:
    """Whether the turn that is being read has what a turn needs, so that another one may begin."""
    turn = reading.turn
    return turn is None or turn.tile is not None or turn.is_passed
