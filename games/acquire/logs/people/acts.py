"""Moves at the words of acts, and at words for nothing and all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.acquire.actions import NOBODY, UNKNOWN_TILE, ActKind
from games.acquire.logs.people.disposing import DisposalMoves
from games.acquire.logs.people.game import may_be_over
from games.acquire.logs.people.heads import begun
from games.acquire.logs.people.hypothesis import Reading, Turn
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.people.view import (
    AGAINST,
    IMPLIED,
    NOTHING,
    PARTS,
    STRANGE,
    UNLIKELY,
    Move,
    filled,
    is_done,
    turn_of,
    within,
)

#: Acts with which a turn may begin whose tile comes later or not at all.
_BEGINNING: Final = ("end", "pass", "buy", "found", *NOTHING)
#: Acts behind which a word for nothing says that nothing was bought.
_BEFORE_NOTHING: Final = ("", "buy", "found", "play", *NOTHING)


class ActMoves(DisposalMoves):
    """Reads the words that say what is done."""

    def act_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Take a word for what is done from here on."""
        act = word.act
        found: Reading | None
        after = reading.copy(word.act_cost)
        if _begins(reading, act):
            seat = reading.who if reading.who is not None else reading.expected()
            cost = word.act_cost + STRANGE * (seat != reading.expected())
            after = begun(reading, seat, word, cost, is_headed=True)
        after.at_head = after.at_head and act == "turn"
        if act == "found" and _is_just_founded(reading, word):
            found = filled(reading.copy())
        elif act == "end":
            found = self._ended(after, place, word, is_head=reading.at_head)
        elif act in NOTHING:
            found = _nothing(after, act, word)
        elif act == "draw" and after.turn is not None and self._is_unseen(place + 1, word.line):
            found = _drawn(after, word)
        elif act in ("pause", "resume"):
            after.tell(ActKind[act.upper()], NOBODY, None, word)
            found = after
        else:
            found = _in_force(after, reading, act)
        if found is not None:
            yield found, 1

    def _is_unseen(self, place: int, line: int) -> bool:
        """Whether no tile stands behind the word for a draw, whose place is given."""
        while (word := self.peek(place)) is not None and word.line == line and word.text not in ("?", ";", ".", ","):
            if not (word.inside in ("noise", "1") or word.act == "play" or word.text == "a"):
                return False
            place += 1
        return True

    def _ended(self, reading: Reading, place: int, word: Word, *, is_head: bool) -> Reading | None:
        """Read that the game is ended; not where a chain follows, of which rather something is said."""
        turn = reading.turn
        if turn is None or turn.is_ended:
            return None if turn is None else reading
        behind = self.peek(self.behind(place + 1, ()))
        reading.cost += AGAINST * (
            behind is not None and (bool(behind.chains) or behind.act in ("play", "found", "buy"))
        )
        reading.cost += 0.0 if may_be_over(turn.placed.state) else UNLIKELY if is_head else STRANGE
        reading.turn, reading.act = turn._replace(is_ended=True), ""
        reading.tell(ActKind.END, turn.seat, None, word)
        reading.come_back(turn.seat)
        return reading

    def none_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read that nothing was bought."""
        turn = reading.turn
        is_parted = reading.act in PARTS and reading.is_filled and not word.is_sign
        if turn is None or turn.is_bought or not (reading.act in _BEFORE_NOTHING or is_parted):
            return
        if reading.act != "buy" and self.is_between(place):
            return
        after = within(filled(reading.copy(IMPLIED * (reading.act != "buy"))))
        after.buy_nothing(word)
        yield after, 1

    def all_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read that somebody sells, trades or keeps all, or the rest, perhaps with the number of shares behind it."""
        turn, behind = reading.turn, self.peek(place + 1)
        if turn is None or reading.act not in PARTS:
            return
        chains = behind.chains if behind is not None else ()
        for holder, chain, cost in self.disposals(reading, chains[0] if len(chains) == 1 else None):
            left = max(0, turn.left(holder, chain))
            after = within(filled(reading.copy(cost)))
            after.dispose(holder, chain, reading.act, left, word)
            is_counted = behind is not None and behind.number == left
            yield after, 2 if is_counted else 1


def _begins(reading: Reading, act: str) -> bool:
    """Whether a turn begins with a word of clauses, because its player stands before it."""
    if reading.who is None or act not in _BEGINNING or not is_done(reading):
        return False
    if not (reading.is_head or (reading.fresh and act == "found")):
        return False
    if act == "end":
        return reading.who != reading.seat and not (reading.turn is not None and reading.turn.is_ended)
    return reading.who == reading.expected() or act in ("pass", "skip")


def _is_just_founded(reading: Reading, word: Word) -> bool:
    """Whether the chain whose founding is told stands before the word for it."""
    last = reading.turn.acts[-1] if reading.turn is not None and reading.turn.acts else None
    is_founding = last is not None and last.action.act is ActKind.FOUND and last.word.line == word.line
    return is_founding and not reading.act and reading.who in (None, reading.seat)


def _drawn(reading: Reading, word: Word) -> Reading:
    """Read that a tile was drawn which nobody saw."""
    reading.tell(ActKind.DRAW, turn_of(reading).seat, (UNKNOWN_TILE,), word)
    reading.act = ""
    return filled(reading)


def _nothing(reading: Reading, act: str, word: Word) -> Reading | None:
    """Read that nothing was bought, or no tile laid."""
    turn: Turn | None = reading.turn
    is_passed = turn is not None and turn.tile is None and act in ("pass", "skip")
    if turn is None or (turn.is_bought and not is_passed):
        return None
    if is_passed:
        reading.tell(ActKind.PASS, turn.seat, None, word)
        reading.turn = (reading.turn or turn)._replace(is_passed=True)
    else:
        reading.buy_nothing(word)
    return filled(reading)


def _in_force(after: Reading, before: Reading, act: str) -> Reading:
    """Put the word of an act in force; where nothing was read behind the one before it, that costs something."""
    if not before.is_filled and before.act in (*PARTS, "buy", "cash", "found") and act in (*PARTS, "buy"):
        after.cost += UNLIKELY
    after.act, after.is_filled, after.is_stale, after.mark = act, False, False, ""
    turn = after.turn
    if act in PARTS and after.topic is None and turn is not None and len(turn.placed.defunct) == 1:
        after.topic = turn.placed.defunct[0]
    return after
