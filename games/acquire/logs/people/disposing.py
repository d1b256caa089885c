"""Moves at the shares of chains that were taken over: sold, traded, kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.acquire.logs.people import view
from games.acquire.logs.people.hypothesis import Reading
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.people.view import Move, View, past_row_head, with_filled_read

_SLASHED: Final = ("/", ",", "-", "+", ";")


class DisposalMoves(View):
    """Reads numbers, alone or with a chain, as parts of disposals."""

    def disposals(self, reading: Reading, chain: int | None) -> Iterator[tuple[int, int, float]]:
        """Yield the holders and chains that a part of a disposal may be of, with what each costs."""
        turn = reading.this_turn
        defunct = turn.placed.defunct
        if chain is not None:
            chains = [(chain, 0.0 if chain in defunct else view.IMPLIED if chain == reading.topic else view.UNLIKELY)]
        elif reading.topic is not None:
            told = 0.0 if reading.topic in defunct else view.LIKELY
            chains = [(reading.topic, told), *((one, view.LIKELY) for one in defunct if one != reading.topic)]
        else:
            chains = [(one, view.IMPLIED / 2 * at) for at, one in enumerate(defunct)]
        for of, cost in chains:
            holders = [(reading.who, 0.0)] if reading.who is not None else [(turn.seat, view.IMPLIED)]
            if reading.who is None:
                holding = [seat for seat in range(reading.state.seats) if turn.holding(seat, of)]
                holders += [(seat, view.LIKELY) for seat in holding if seat != turn.seat] if len(holding) == 1 else []
            for holder, dear in holders:
                is_empty = turn.left(holder, of) <= 0 and not turn.parts(holder, of)
                yield holder, of, cost + dear + view.UNLIKELY * is_empty

    def count_moves(self, reading: Reading, place: int, word: Word, number: int) -> Iterator[Move]:
        """Read a number alone as shares of the chain that is being settled."""
        behind = self.peek(place + 1)
        yield from self._read_exchange(reading, place, word)
        if behind is not None and behind.act in view.PARTS:
            said = reading.copy(0.0 if reading.is_filled or reading.act not in view.PARTS else view.STRANGE)
            said.act, said.is_stale = behind.act, False
            yield from ((after, 2) for after in self._part(said, behind.act, number, word))
        if reading.act in view.PARTS:
            named = self.peek(self.behind(place + 1, ()))
            alone = reading.copy(view.LIKELY * (named is not None and len(named.chains) == 1))
            yield from ((after, 1) for after in self._part(alone, reading.act, number, word))
            if reading.act == "trade" and _is_half(reading, number):
                yield reading.copy(view.IMPLIED / 2), 1
        yield from self._triple(reading, place, word)

    def lettered_moves(self, reading: Reading, word: Word) -> Iterator[Move]:
        """Read a letter with a number, such as ``h6``."""
        assert word.part is not None  # noqa: S101
        part, count = word.part
        for holder, chain, cost in self.disposals(reading, None):
            after = past_row_head(with_filled_read(reading.copy(cost)))
            after.dispose(holder, chain, part, count, word)
            after.act = part
            yield after, 1

    def parted(self, reading: Reading, chain: int, count: int | None, word: Word) -> Iterator[Reading]:
        """Read shares of a chain as sold, traded or kept, or as got in trade."""
        turn, act = reading.this_turn, reading.act
        is_got = (
            act == "trade" and chain not in turn.placed.defunct and turn.placed.merger and reading.topic is not None
        )
        is_first = reading.who is not None and not any(holder == reading.who for (holder, _), _ in turn.disposed)
        if is_got and (count is None or is_first or _is_half(reading, count)):
            yield reading.copy(view.IMPLIED)
        for holder, of, cost in self.disposals(reading, chain):
            number = turn.left(holder, of) if count is None else count
            if count is None and number <= 0:
                continue
            yield from _read_as_kept(reading, holder, of, act, number, word)
            after = past_row_head(
                with_filled_read(reading.copy(cost + view.LIKELY * (count is None) + view.UNLIKELY * reading.is_stale))
            )
            after.dispose(holder, of, act, max(0, number), word)
            yield after

    def _part(self, reading: Reading, part: str, count: int, word: Word) -> Iterator[Reading]:
        """Read a number as so many shares sold, traded or kept."""
        for holder, chain, cost in self.disposals(reading, None):
            yield from _read_as_kept(reading, holder, chain, part, count, word)
            is_parted = not reading.is_filled and reading.mark in (",", ";") and part == reading.act
            after = past_row_head(with_filled_read(reading.copy(cost + view.UNLIKELY * (reading.is_stale + is_parted))))
            after.dispose(holder, chain, part, count, word)
            yield after

    def _read_exchange(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read a number with half of it behind it, such as ``14 for 7``, as shares that were given in trade."""
        link, half = self.peek(place + 1), self.peek(place + 2)
        if link is None or half is None or half.number is None or 2 * half.number != word.number or not half.is_count:
            return
        if link.number is None and (link.is_sign or link.inside or not link.is_known):
            plain = reading.copy(view.IMPLIED)
            plain.is_stale = False
            yield from ((after, 3) for after in self._part(plain, "trade", word.number or 0, word))

    def _triple(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Read three numbers as what a holder sold, traded and kept."""
        turn, who = reading.this_turn, reading.who
        if not turn.placed.defunct or who is None or not (reading.fresh or reading.act == "dispose"):
            return
        numbers, at = [word.number], place + 1
        while len(numbers) < len(view.PARTS):
            sign = self.peek(at)
            at += sign is not None and sign.text in _SLASHED
            number = self.peek(at)
            if number is None or not number.is_count:
                return
            numbers.append(number.number)
            at += 1
        sell, trade, hold = (number or 0 for number in numbers)
        for _, chain, cost in self.disposals(reading, None):
            is_right = sell + trade + hold == turn.holding(who, chain)
            after = past_row_head(with_filled_read(reading.copy(cost + (view.LIKELY if is_right else view.STRANGE))))
            after.set_parts(who, chain, (sell, trade, hold), word)
            yield after, at - place


def _read_as_kept(reading: Reading, holder: int, chain: int, part: str, count: int, word: Word) -> Iterator[Reading]:
    """Read exactly the shares that are left, behind a word that is not known, as kept."""
    turn = reading.this_turn
    if part == "hold" or not reading.is_stale or turn.left(holder, chain) != count or not count:
        return
    after = past_row_head(with_filled_read(reading.copy(view.LIKELY)))
    after.dispose(holder, chain, "hold", count, word)
    yield after


def _is_half(reading: Reading, number: int) -> bool:
    """Whether a number is that of the shares got for those traded last."""
    disposed = reading.this_turn.disposed
    return bool(disposed) and disposed[-1][1][1] == 2 * number
