"""All that a reading may make of the next words: each move reads one thing, or passes one word over, at a cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.acquire.actions import UNKNOWN_TILE
from games.acquire.logs.people.acts import TILES, with_listed_tile
from games.acquire.logs.people.chains import ChainMoves
from games.acquire.logs.people.hypothesis import Reading
from games.acquire.logs.people.lexicon import Word
from games.acquire.logs.people.view import Move, at_row, at_row_start, behind_sign, in_cell

#: A tile that nobody saw.
_UNSEEN: Final = "?"


class Moves(ChainMoves):
    """The moves over the words of one log."""

    def at(self, reading: Reading, place: int) -> Iterator[Move]:
        """Yield all that may be made of the word at a place; readings are copies of the one given."""
        word = self.words[place]
        if word.wraps:
            yield from self._here(reading, place, word)
        if word.apart:
            reading = at_row(reading)
            if reading.act or reading.who is not None:
                yield from self._here(at_row_start(reading), place, word)
        elif word.is_cell:
            reading = in_cell(reading)
        yield from self._here(reading, place, word)

    def _here(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Yield the moves at a word with one context."""
        if word.text == _UNSEEN and reading.turn is not None and reading.act in TILES:
            yield with_listed_tile(reading, UNKNOWN_TILE, word), 1
        if word.is_sign and not word.inside and not word.act:
            yield behind_sign(reading, word), 1
            if word.number is None:
                return
        if word.player is not None:
            yield from self.player_moves(reading, word)
        if word.tile is not None:
            yield from self.tile_moves(reading, place, word)
        if word.act:
            yield from self.act_moves(reading, place, word)
        if word.number is not None:
            yield from self.number_moves(reading, place, word)
        yield from self._filler_moves(reading, place, word)
        yield from self.chain_moves(reading, place, word)
        if word.part is not None and reading.turn is not None:
            yield from self.lettered_moves(reading, word)
        yield self.skipped(reading, place, word), 1

    def _filler_moves(self, reading: Reading, place: int, word: Word) -> Iterator[Move]:
        """Yield the moves at a word for nothing, all or the rest."""
        if word.inside == "none":
            yield from self.none_moves(reading, place, word)
        elif word.inside in ("all", "rest"):
            yield from self.all_moves(reading, place, word)
