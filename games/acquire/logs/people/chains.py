"""Moves at the names of chains, alone or with a number: founded, surviving, taken over, bought."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.logs.people import view
from games.acquire.logs.people.acts import with_turn_begun
from games.acquire.logs.people.amounts import AmountMoves
from games.acquire.logs.people.hypothesis import Reading, Turn
from games.acquire.logs.people.lexicon import TIMES, Word
from games.acquire.logs.people.view import Move, is_done, past_row_head, with_filled_read
from games.acquire.state import NO_TILE

_LINKS: Final = (*TIMES, ":", "=", "(", ".", "+")
_ARROWS: Final = (">", "→", "->", "=>")
_LEFT: Final = ("<", "←", "<-", "<=")
#: Acts behind which shares may be bought without a word for it.
_BEFORE_SHARES: Final = ("", "buy", "found", "play", "spends", "cash", *view.MERGING, *view.PAID, *view.NOTHING)
_PAIR: Final = 2


class ChainMoves(AmountMoves):
    """Reads chains."""

    def chain_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read a chain, a chain with a number in either order, or a row of chains."""
        for chain, count, length, cost in self._items(place, word):
            yield from ((after, length) for after in self._meanings(reading.copy(cost), chain, count, word))
            if count is not None:
                yield from self._counted_moves(reading.copy(cost), place, length, (chain, count))
        if len(word.chains) > 1:
            yield from _row_of_chains(reading, word)
        elif word.chains and reading.turn is not None:
            yield from self._direction(reading, reading.turn, place, word)

    def _direction(self, reading: Reading, turn: Turn, place: int, word: Word) -> Iterator[Move]:
        """Read two chains with a word or an arrow between them that says which takes over the other."""
        link = self.peek(place + 1)
        at = self.behind(place + 2, ("(",))
        other = self.peek(at)
        if link is None or other is None or len(other.chains) != 1 or turn.placed.state.placed == NO_TILE:
            return
        one, two = word.chains[0], other.chains[0]
        if link.act == "absorbs" or link.text in _LEFT:
            survivor, defunct = one, two
        elif link.act == "joins" or link.text in _ARROWS or link.text.casefold() == "into":
            survivor, defunct = two, one
        else:
            return
        yield from ((after, at + 1 - place) for after in self._taken_over(reading, turn, survivor, defunct, word))

    def _taken_over(self, reading: Reading, turn: Turn, survivor: int, defunct: int, word: Word) -> Iterator[Reading]:
        """Read that one chain takes over another, which the position knows, leaves open, or has otherwise."""
        placed = turn.placed
        after = past_row_head(reading.copy())
        after.act, after.is_filled = "absorbs", True
        if survivor in placed.choices:
            after.survive(survivor, word)
        elif placed.merger is None or placed.merger.survivor != survivor or defunct not in placed.defunct:
            is_known = placed.merger is not None and {survivor, defunct} <= set(placed.merger.sizes)
            after.cost += view.LIKELY if self.is_unstarted(reading) else view.UNLIKELY if is_known else view.STRANGE
            after.take_over(survivor, defunct, word)
        after.topic = defunct
        yield after

    def _items(self, place: int, word: Word) -> Iterator[tuple[int, int | None, int, float]]:
        """Yield the chains at a place: each with its number or None, the number of words, and the cost of recognising it."""
        if word.share is not None:
            yield *word.share, 1, view.LIKELY
        if word.is_count and word.number is not None:
            at = self.behind(place + 1, (*TIMES, "(", "."))
            chain = self.peek(at)
            if chain is not None and len(chain.chains) == 1:
                yield chain.chains[0], word.number, at + 1 - place, chain.chain_cost
        if len(word.chains) == 1:
            at = self.behind(place + 1, _LINKS)
            number = self.peek(at)
            is_counted = place > 0 and word.glued and self.words[place - 1].is_count
            if number is not None and number.is_count and number.number is not None and not is_counted:
                yield word.chains[0], number.number, at + 1 - place, word.chain_cost
            yield word.chains[0], None, 1, word.chain_cost

    def _counted_moves(self, reading: Reading, place: int, length: int, item: tuple[int, int]) -> Iterator[Move]:
        """Read a chain with a number as its size, with the word of its act behind it, or as shares before and after."""
        (chain, count), word, turn = item, self.words[place], reading.turn
        if turn is None:
            return
        is_size = chain in turn.placed.touched and 0 < count == len(turn.placed.state.members[chain])
        if is_size and reading.act not in ("buy", *view.PARTS):
            between = self.words[place + 1 : place + length]
            is_told = word.number is None and any(one.inside for one in between)
            is_spoken = is_told or reading.is_stale or any(one.text in "([" for one in between)
            yield past_row_head(reading.copy(view.IMPLIED / 2 if is_spoken else view.UNLIKELY + view.LIKELY)), length
        holder = reading.who if reading.who is not None else turn.seat
        behind = self.peek(place + length)
        if chain in turn.placed.defunct and reading.fresh and turn.holding(holder, chain) == count and not reading.act:
            act = self.peek(place + length + 1)
            if behind is not None and behind.is_sign and act is not None and act.act in view.PARTS:
                held = reading.copy(view.IMPLIED)  # all that is settled behind it
                held.topic = chain
                yield held, length
        if behind is not None and behind.act in (*view.PARTS, "buy") and not behind.given and behind.act != reading.act:
            is_open = not reading.is_filled and reading.act in (*view.PARTS, "buy")
            said = reading.copy(view.STRANGE * is_open)
            said.act = behind.act
            yield from ((after, length + 1) for after in self._meanings(said, chain, count, word))
        yield from self._grown(reading, turn, place, length, item)

    def _grown(self, reading: Reading, turn: Turn, place: int, length: int, item: tuple[int, int]) -> Iterator[Move]:
        """Read two numbers of a chain, one behind the other, as the shares before and after a purchase or a disposal."""
        chain, before = item
        sign, after = self.peek(place + length), self.peek(place + length + 1)
        if sign is None or after is None or sign.text not in _ARROWS or not after.is_count:
            return
        now = (after.number or 0) - before
        holder = reading.who if reading.who is not None else turn.seat
        if chain in turn.placed.defunct and turn.holding(holder, chain) == before:
            settled = reading.copy(view.IMPLIED)
            settled.topic, settled.who, settled.fresh = chain, holder, True
            yield settled, length + 2
        if now > 0 and turn.placed.state.shares[chain][turn.seat] == before:
            yield from ((one, length + 2) for one in self._purchase(reading, chain, now, self.words[place]))
        elif now == 1 and turn.placed.touched == (chain,) and before == 0:
            yield reading.copy(view.IMPLIED), length + 2  # the founder's share

    def _meanings(self, reading: Reading, chain: int, count: int | None, word: Word) -> Iterator[Reading]:
        """Yield what a chain, perhaps with a number, may mean."""
        turn, act = reading.turn, reading.act
        if turn is None:
            yield from self._purchase(reading, chain, count, word)
            return
        if act in view.PARTS:
            yield from self.parted(reading, chain, count, word)
        is_founder = reading.who in (None, turn.seat)
        if is_founder and count == 1 and turn.acts and turn.acts[-1].action[::2] == (ActKind.FOUND, chain):
            yield reading.copy(view.LIKELY)  # the founder's share
        if count is None:
            yield from self._read_as_named(reading, turn, chain, word)
            yield from _merging(reading, turn, chain, word, is_blind=self.is_blind(reading))
        if act in _BEFORE_SHARES:
            yield from self._purchase(reading, chain, count, word)
        elif act in view.PARTS and reading.is_filled and chain not in turn.placed.defunct:
            yield from self._purchase(reading.copy(view.LIKELY), chain, count, word)

    def _read_as_named(self, reading: Reading, turn: Turn, chain: int, word: Word) -> Iterator[Reading]:
        """Read a chain as one that is founded, or that the tile made larger."""
        placed, act = turn.placed, reading.act
        if turn.tile is None and act == "found":
            after = past_row_head(reading.copy())
            after.turn, after.act = turn._replace(named=chain), ""
            yield after
        if chain in placed.touched and placed.merger is None and act not in ("buy", *view.PARTS):
            yield past_row_head(reading.copy(view.UNLIKELY * (reading.number is not None)))
        is_off_board = not placed.state.on_board >> chain & 1
        founds = placed.founds and is_off_board and act not in view.PARTS
        # A starting tile that nobody has written down may lie beside a tile that seems to touch nothing.
        may_found = is_off_board and self.is_blind(reading)
        if founds or act == "found" or may_found:
            cost = view.IMPLIED * (act != "found") if founds else view.LIKELY if may_found else view.STRANGE
            after = past_row_head(reading.copy(cost))
            after.name(chain, word)
            after.act = ""
            yield after

    def _purchase(self, reading: Reading, chain: int, count: int | None, word: Word) -> Iterator[Reading]:
        """Read shares as bought, in this turn or in the next one, whose tile comes behind them."""
        turn, who = reading.turn, reading.who
        if is_done(reading):
            if (
                who is not None
                and who == reading.expected()
                and who != reading.seat
                and (reading.is_head or reading.fresh)
            ):
                cost = view.LIKELY if reading.is_head else 2 * view.LIKELY
                yield from _read_purchase(with_turn_begun(reading, who, word, cost, is_headed=True), chain, count, word)
            elif turn is not None and reading.at_head and who is None and count is not None:
                cost = 2 * view.LIKELY + view.LIKELY * (not turn.is_bought)
                first = with_turn_begun(reading, reading.expected(), word, cost, is_headed=False)
                for after in _read_purchase(first, chain, count, word):
                    after.at_head = True
                    yield after
        yield from _read_purchase(reading, chain, count, word)


def _row_of_chains(reading: Reading, word: Word) -> Iterator[Move]:
    """Read initials such as ``FFL`` as so many shares bought."""
    after: Reading | None = reading.copy(view.IMPLIED)
    for chain in word.chains:
        again = (
            after.copy(-2 * view.LIKELY - view.IMPLIED if after.act != "buy" else -view.LIKELY)
            if after is not None
            else None
        )
        after = next(_read_purchase(again, chain, None, word), None) if again is not None else None
    if after is not None:
        yield after, 1


def _merging(reading: Reading, turn: Turn, chain: int, word: Word, *, is_blind: bool) -> Iterator[Reading]:
    """Read a chain as one of the merger, also of one that the position does not know of."""
    placed, act = turn.placed, reading.act
    if chain in placed.choices:
        after = past_row_head(reading.copy(view.IMPLIED * (act != "survivor")))
        after.survive(chain, word)
        yield after
        if len(placed.choices) == _PAIR and act != "survivor":
            after = past_row_head(reading.copy(view.LIKELY))
            after.survive(next(one for one in placed.choices if one != chain), word)
            after.topic = chain
            yield after
    is_merging = placed.merger is not None and chain in placed.merger.sizes
    if (is_merging and act != "buy") or act == "survivor":
        is_against = act == "survivor" and (not is_merging or chain in placed.defunct)
        after = past_row_head(reading.copy(view.STRANGE * is_against))
        if chain in placed.defunct or (turn.is_ended and act in view.PAID):
            after.topic = chain
        elif act == "survivor":
            after.tell(ActKind.SURVIVOR, turn.seat, chain, word)
        yield after
    elif act in (*view.MERGING, *view.PAID) and placed.state.on_board >> chain & 1 and not placed.choices:
        after = past_row_head(reading.copy(view.LIKELY if is_blind else view.UNLIKELY))
        after.topic = chain
        yield after


def _read_purchase(reading: Reading, chain: int, count: int | None, word: Word) -> Iterator[Reading]:
    """Read shares as bought in the turn that is being read."""
    turn = reading.turn
    if turn is None or (reading.fresh and reading.who not in (None, turn.seat)):
        return
    cost = 0.0 if reading.act == "buy" else view.IMPLIED if reading.act == "" else view.LIKELY
    cost += 0.0 if count is not None else view.LIKELY if reading.act == "buy" or word.chain_cost else 2 * view.LIKELY
    cost += view.STRANGE * (count is None and reading.act != "buy" and reading.mark in ("(", "[", *_ARROWS))
    after = past_row_head(with_filled_read(reading.copy(cost)))
    if turn.placed.founds and not turn.placed.state.on_board >> chain & 1:
        after.name(chain, word)
        after.cost += view.UNLIKELY
    number, state = 1 if count is None else count, after.this_turn.placed.state
    after.cost += view.AGAINST * (not state.on_board >> chain & 1 and turn.tile is not None)
    after.cost += view.AGAINST * (number + sum(shares for _, shares in turn.bought) > state.edition.buy_max)
    after.cost += view.STRANGE * ((state.bank[chain] < number) + (turn.is_bought and not turn.bought))
    if number:
        after.buy(chain, number, word)
    yield after
