"""Reading the position from which a log starts, or which is all that it has, as people write it: board, shares, cash, whose turn it is.

Each line becomes lines of the notation. ``Board Tower: 1A, 2A``, ``Tower: 1A 2A``, ``holdings Ann: 5 Tower``, ``cash in hand: Ann $4,200``
and ``Ann: Tower 5, cash 4200`` are such lines, if they stand above the first turn and a board is told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Phrase, context_of, phrase_of
from games.acquire.logs.clauses.purchases import FreePurchase
from games.acquire.logs.clauses.values import read_amount, read_tile, starts_amount
from games.acquire.logs.language.cursor import inner_meaning
from games.acquire.logs.language.diagnostics import Diagnostics
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.spelling import words
from games.acquire.logs.language.tokens import SourceLine, Token
from games.acquire.logs.sheets.sums import read_sums
from games.acquire.record import Header

#: A line of a position in the notation: the words between "position" and the colon, and what stands behind it.
PositionLine: TypeAlias = tuple[tuple[str, ...], str]

_BOARD: Final = ("board", "chains", "brett", "ketten", "plateau", "tablero", "bord", "hotels")
_SHARES: Final = words("shares share holdings holding stocks stock aktien actions acciones aandelen holds")
_LONE: Final = ("loose", "lone", "single", "singles", "alone", "einzeln", "lose")
_DEAD: Final = ("dead", "inert", "tot")
_TURN: Final = ("next", "to_play", "am zug", "turn")  # not said
_LEADING: Final = ("position", "final", "end", "closing", "the", "tiles", "tile", "starting")
_SIGNS: Final = (":", "=", "-", ";", ",", "|", ".", "of", "_", "to", "play", "in", "hand", "(", ")")
#: A chain on the board has at least so many tiles.
_LEAST_TILES: Final = 2
#: A chain whose name begins a line has at least so many letters; a shorter word may be a player.
_LETTERS: Final = 3


def tells_board(line: SourceLine, header: Header) -> bool:
    """Whether a line tells the tiles of a chain."""
    return any(words[0] == "board" for words, _ in position_lines(line, header, is_whole_log=False))


def position_lines(line: SourceLine, header: Header, *, is_whole_log: bool) -> list[PositionLine]:
    """Return a line as lines of a position, empty if it is none; ``is_whole_log`` says that the log has no turns.

    Without turns, a player's name with shares and cash behind it tells what he has.
    """
    reader = _Reader(line, header)
    forms: list[Callable[[], list[PositionLine]]] = [reader.board, reader.cash, reader.shares, reader.turn]
    for read in [*forms, reader.holder] if is_whole_log else forms:
        reader.restart()
        try:
            found = read()
        except LogError:
            continue
        if found and reader.phrase.is_done:
            return found
    return []


class _Reader:
    """Tries the forms of a position's line one by one."""

    def __init__(self, line: SourceLine, header: Header) -> None:
        self.line = line
        self.context = context_of(header, Diagnostics(), [])
        self.ids = self.context.players.ids
        self.phrase: Phrase = phrase_of(line, self.context)

    def restart(self) -> None:
        """Begin again behind the words that say nothing."""
        self.phrase = phrase_of(self.line, self.context)
        while self.phrase.peek().folded in _LEADING:
            self.phrase.at += 1

    def _skip(self, *more: str) -> None:
        """Skip signs, and words without a meaning here."""
        while self.phrase.accept(*_SIGNS, *more) or inner_meaning(self.phrase.peek()) in ("and", "noise"):
            if inner_meaning(self.phrase.peek()) in ("and", "noise"):
                self.phrase.at += 1

    def board(self) -> list[PositionLine]:
        """Return the chains, lone tiles and dead tiles of a line."""
        phrase = self.phrase
        has_word = phrase.accept(*_BOARD)
        found: list[PositionLine] = []
        while not phrase.is_done:
            self._skip("tiles")
            token = phrase.peek()
            is_named = len(token.text) >= _LETTERS or has_word
            chain = phrase.chain_at() if is_named and not phrase.tile_at() else None
            if chain is None and not phrase.accept(*_LONE, *_DEAD) and not (has_word and phrase.tile_at()):
                return []
            phrase.at += chain is not None
            if phrase.peek().text in ("(", "[") and phrase.peek(1).is_number:
                phrase.at += 3  # how many tiles it has
            self._skip("tiles")
            tiles = self._tiles()
            if chain is not None and len(tiles) < _LEAST_TILES:
                return []
            name = self.context.chain_name(chain) if chain is not None else "dead" if token.folded in _DEAD else ""
            found.append((("board", name) if name else ("board",), " ".join(tiles)))
            self._skip()
        return found

    def _tiles(self) -> list[str]:
        """Read tiles, whatever separates them."""
        found: list[str] = []
        while self.phrase.tile_at():
            found.append(TILE_NAMES[read_tile(self.phrase)])
            while self.phrase.accept(",", "+", "/", "-"):
                pass
        return found

    def cash(self) -> list[PositionLine]:
        """Return everybody's cash in hand."""
        sums = read_sums(self.phrase)
        pairs = sums.pairs(range(len(self.ids))) if sums is not None and sums.act is ActKind.CASH else None
        return [(("cash",), ", ".join(f"{self.ids[seat]} {amount}" for seat, amount in pairs))] if pairs else []

    def shares(self) -> list[PositionLine]:
        """Return the shares of one player or of several."""
        phrase = self.phrase
        has_word = phrase.accept(*_SHARES)
        found: list[PositionLine] = []
        while not phrase.is_done:
            self._skip()
            seat = phrase.read_player()
            has_word = phrase.accept(*_SHARES) or has_word
            if not has_word:
                return []
            self._skip()
            found.append(self._shares_of(seat))
            self._skip()
        return found

    def _shares_of(self, seat: int) -> PositionLine:
        """Read the shares of a player."""
        shares = FreePurchase(self.phrase).read()
        text = ", ".join(f"{self.context.chain_name(chain)} {count}" for chain, count in shares)
        return ("shares", self.ids[seat]), text or "-"

    def holder(self) -> list[PositionLine]:
        """Return the shares and the cash of a player who is named first."""
        phrase = self.phrase
        seat = phrase.read_player()
        found: list[PositionLine] = []
        while not phrase.is_done:
            self._skip(*_SHARES)
            if phrase.is_done:
                break
            is_cash = phrase.word_at()[0] == "cash"
            phrase.at += phrase.word_at()[1] if is_cash else 0
            self._skip()
            if is_cash or (starts_amount(phrase) and not phrase.peek(1).is_word):
                found.append((("cash",), f"{self.ids[seat]} {read_amount(phrase)}"))
            else:
                found.append(self._shares_of(seat))
        return found

    def turn(self) -> list[PositionLine]:
        """Return whose turn it is."""
        phrase = self.phrase
        has_word = phrase.accept(*_TURN)
        self._skip()
        found = phrase.player_at(0, Sureness.START)
        is_told = has_word or self.line.text.strip().lower().startswith("to play")  # not said
        if found is None:
            return []
        phrase.at += found.length
        is_told = is_told or (phrase.peek().folded, phrase.peek(1).folded) == ("to", "play")
        self._skip()
        return [(("to_play",), self.ids[found.seat])] if is_told else []


def as_tokens(line: SourceLine, found: Sequence[PositionLine]) -> list[tuple[list[Token], SourceLine]]:
    """Return lines of a position as the reader of a header takes them, at the place of the line from which they come."""
    return [
        ([Token(word, line.number, line.start + 1) for word in words], SourceLine(rest, line.number, line.start))
        for words, rest in found
    ]
