"""Reading tables with a row a turn: Markdown, tabs, CSV, semicolons, columns of spaces; with a heading row or without.

A row is divided into cells. The heading says what its cells are: the number of the turn, the player, the tile, the chain founded, the
purchase, the player's cash. Without a heading the first cells must be a turn's number and its player, or a player alone and a tile; what
the other cells are is seen from what is in them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.acquire.board import parse_tile
from games.acquire.logs.clauses.context import Context, phrase_of
from games.acquire.logs.language.cursor import MEANINGS, inner_meaning
from games.acquire.logs.language.names import Sureness
from games.acquire.logs.language.spelling import fold, plain_signs, words
from games.acquire.logs.language.tokens import SourceLine
from games.acquire.logs.language.words import LINE_WORDS, rows

#: What a column is, by the folded words of its heading, where the words of clauses and of lines do not say it.
_ROLES: Final = {
    **dict(
        rows("""
            turn    n, no, nr, number, t, turn no, turn nr, zug nr, lp
            player  who, name, player, spieler, joueur, jugador, speler, gracz, giocatore, hrac
            play    tile played, tile placed, tuile, ficha, steen, tegel, kafel, square, feld, plattchen
            found   new chain, new, chain founded, chain, hotel, neue kette, neu
            buy     shares, stock, stocks, shares bought, bought shares, kaufe, aktien, achats, compras, actions
            cash    cash after, cash left, balance, bank, kontostand
            remark  notes, note, remark, remarks, comment, comments, bemerkung, bemerkungen
            round   round, runde, rnd, manche, ronda, ronde, runda, kolo
        """)
    ),
    **dict.fromkeys(words("merger what events event action disposals disposal merge fusion"), ""),
    "actions taken": "",
}
#: In which order the cells of a row are read: what is not named comes between the chain founded and the purchase.
_ORDER: Final = ("play", "found", "survivor", "", "bonus", "dispose", "buy", "draw", "cash", "end")
#: The roles whose cells get the role's word before them if they have none.
_WORDED: Final = ("found", "survivor", "buy", "draw", "cash", "bonus")
_SIGNS: Final = ("|", "\t", ";", ",")
#: A row has at least so many cells, and a heading at least so many known columns.
_LEAST_CELLS: Final = 3
_LEAST_KNOWN: Final = 2
_NOTHING: Final = frozenset({"-", "--", "none", "no", "nothing", "0", "/", "x", "nichts", "rien", "nada"})
_DITTO: Final = frozenset({'"', "''", "〃", "″", "do", "do.", "ditto", "dto", "dto.", "idem", "id."})
#: What stands around the text of a cell: spaces, and the signs with which Markdown makes it bold.
_AROUND: Final = " \t\u00a0*_`"
_COLUMN: Final = re.compile(r"\S+(?: \S+)*")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row that says something: the word that belongs before it, if any, and its text."""

    word: str
    line: SourceLine


@dataclass(frozen=True, slots=True)
class Row:
    """A row: the turn that it begins (``seat`` is None if it goes on with the one above), its cells in the order of play, and remarks."""

    seat: int | None
    number: int | None
    cells: list[Cell]
    remarks: list[SourceLine] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Heading:
    """The heading row of a table: the sign between its cells (a space for columns of spaces), and the role and the place of each."""

    sign: str
    roles: list[str]
    starts: list[int]


class Table:
    """The table that is being read: its heading, if it has one, and the cells of the last row, for ditto marks."""

    __slots__ = ("above", "context", "heading")

    def __init__(self, context: Context) -> None:
        self.context = context
        self.heading: Heading | None = None
        self.above: Sequence[SourceLine] = ()

    def reads_heading(self, line: SourceLine) -> bool:
        """Remember a line that is the heading row of a table; returns whether it is one."""
        for sign in (*_SIGNS, " "):
            cells = _in_columns(line) if sign == " " else cells_of(line, sign)
            if len(cells) < _LEAST_CELLS:
                continue
            roles = [self._role(cell) for cell in cells]
            known = {role for role in roles if role}
            if "player" in known and len(known - {"remark"}) >= _LEAST_KNOWN + 1 and self._are_columns(roles):
                self.heading = Heading(sign, roles, [cell.start for cell in cells])
                self.above = ()
                return True
        return False

    def _are_columns(self, roles: Sequence[str]) -> bool:
        """Whether there is a column of tiles."""
        return "play" in roles

    def _role(self, cell: SourceLine) -> str:
        """Return what the column under a cell of a heading is; empty if that is not known."""
        text = " ".join(fold(plain_signs(cell.text)).replace(".", " ").split())
        if text in _ROLES:
            return _ROLES[text]
        if text in LINE_WORDS and LINE_WORDS[text] in ("turn", "players"):
            return "turn" if LINE_WORDS[text] == "turn" else "player"
        meaning = MEANINGS.get(text, "")
        if meaning and meaning in _ORDER:
            return meaning
        phrase = phrase_of(cell, self.context)
        chain = phrase.chain_at() if len(phrase.tokens) == 1 and len(text) > 1 else None
        return "" if chain is None else f"chain {chain}"

    def _seat(self, cell: SourceLine) -> int | None:
        """Return the seat of the player that a cell names, if it names nothing else."""
        phrase = phrase_of(cell, self.context)
        found = phrase.player_at(0, Sureness.START) if phrase.tokens else None
        return found.seat if found is not None and found.length == len(phrase.tokens) else None

    def row(self, line: SourceLine) -> Row | None:
        """Return the row that a line is, or None if it is none."""
        if self.heading is not None:
            sign = self.heading.sign
            cells = self._under_heading(line) if sign == " " else cells_of(line, sign)
            if len(cells) >= _LEAST_CELLS and (row := self._headed(cells, self.heading)) is not None:
                self.above = cells
                return row
        for sign in _SIGNS:
            cells = cells_of(line, sign)
            if len(cells) >= _LEAST_CELLS and (row := self._unheaded(cells)) is not None:
                self.above = cells
                return row
        cells = _in_columns(line)
        return self._unheaded(cells) if len(cells) >= _LEAST_CELLS else None

    def _under_heading(self, line: SourceLine) -> list[SourceLine]:
        """Return the cells of a row in columns of spaces, each under the nearest heading; empty if two are under one."""
        starts = self.heading.starts if self.heading is not None else []
        cells = [line.after(len(line.text))] * len(starts)
        for piece in _in_columns(line):
            column = min(range(len(starts)), key=lambda at: abs(starts[at] - piece.start))
            if cells[column].text:
                return []
            cells[column] = piece
        return cells

    def _ditto(self, cells: Sequence[SourceLine]) -> list[SourceLine]:
        """Return cells with those of the row above in place of ditto marks."""
        above = [*self.above, *cells[len(self.above) :]]
        return [above[at] if cell.text.lower() in _DITTO else cell for at, cell in enumerate(cells)]

    def _headed(self, cells: Sequence[SourceLine], heading: Heading) -> Row | None:
        """Return the row of cells under a heading, or None if they do not fit it."""
        roles = heading.roles
        if len(cells) > len(roles) + 1 or any(cell.text for cell in cells[len(roles) :]):
            return None
        cells = self._ditto(cells)
        by_role = list(zip(roles, cells, strict=False))
        seat = number = None
        for role, cell in by_role:
            if role == "player" and cell.text:
                seat = self._seat(cell)
                if seat is None:
                    return None
            elif role == "turn" and cell.text.strip(".)"):
                if not cell.text.strip(".)").isdecimal():
                    return None
                number = int(cell.text.strip(".)")[:9])
        if seat is None and (number is not None or not any(cell.text for cell in cells)):
            return None
        placed = [cell for role, cell in by_role if role == "play" and cell.text.lower() not in ("", *_NOTHING)]
        if not all(map(self._is_beginning, placed)):
            return None
        has_tile = bool(placed)
        read = [*self._by_role(by_role, has_tile=has_tile and seat is not None)]
        read.sort(key=lambda pair: _ORDER.index(pair[0]))
        remarks = [cell for role, cell in by_role if role == "remark" and cell.text]
        return Row(seat, number, [cell for _, cell in read], remarks)

    def _by_role(self, by_role: Sequence[tuple[str, SourceLine]], *, has_tile: bool) -> Iterator[tuple[str, Cell]]:
        """Yield the cells of a row with their roles; an empty cell of a purchase says that nothing was bought, if a tile was placed."""
        chains = [(role, cell) for role, cell in by_role if role.startswith("chain ")]
        bought = [(role, cell) for role, cell in chains if cell.text.lower() not in ("", *_NOTHING)]
        for role, cell in bought:
            name = self.context.chain_name(int(role.removeprefix("chain ")))
            yield "buy", Cell(f"buy {name}", cell)
        if chains and not bought and has_tile:
            yield "buy", Cell("buy -", chains[0][1].after(len(chains[0][1].text)))
        for role, cell in by_role:
            is_nothing = cell.text.lower() in ("", *_NOTHING)
            if role in ("player", "turn", "round", "remark") or role.startswith("chain "):
                continue
            if role == "buy" and is_nothing and has_tile:
                yield role, Cell("buy -", cell.after(len(cell.text)))
            elif not is_nothing:
                yield role, Cell(role if role in _WORDED and not self._has_word(cell) else "", cell)

    def _has_word(self, cell: SourceLine) -> bool:
        """Whether a cell begins with a clause word, perhaps behind its chain, or with words for nothing."""
        phrase = phrase_of(cell, self.context)
        return any(phrase.word_at(ahead)[1] for ahead in (0, 1)) or inner_meaning(phrase.peek()) == "none"

    def _unheaded(self, cells: Sequence[SourceLine]) -> Row | None:
        """Return the row of cells without a heading, or None if they are no row."""
        cells = self._ditto(cells)
        first = cells[0].text.rstrip(".)")
        has_number = first.isdecimal()
        seat = self._seat(cells[1] if has_number else cells[0])
        rest = cells[2:] if has_number else cells[1:]
        if seat is None or not rest or not self._begins_turn(rest[0]):
            return None
        told = [self._by_content(cell, rest[0]) for cell in rest if cell.text.lower() not in ("", *_NOTHING)]
        dashes = [cell for cell in rest if cell.text and cell.text.lower() in _NOTHING]
        nothing = [Cell("buy -", dashes[-1].after(len(dashes[-1].text)))] if dashes else []
        read = told if any(map(self._is_purchase, told)) else [*told, *nothing]
        return Row(seat, int(first[:9]) if has_number else None, read)

    def _begins_turn(self, cell: SourceLine) -> bool:
        """Whether a cell has the tile of a turn, or a pass; anything else may be done in another player's turn."""
        phrase = phrase_of(cell, self.context)
        return bool(phrase.tile_at()) or phrase.word_at()[0] in ("play", "pass")

    def _is_beginning(self, cell: SourceLine) -> bool:
        """Whether a cell begins what is done in a turn: with a tile or a clause word."""
        return phrase_of(cell, self.context).begins_clause()

    def _is_purchase(self, cell: Cell) -> bool:
        """Whether a cell tells a purchase: by its word, or as a chain and a number at its beginning."""
        phrase = phrase_of(cell.line, self.context)
        is_pair = phrase.peek().is_number or phrase.peek(1).is_number
        is_chain = phrase.chain_at() is not None or phrase.chain_at(1) is not None
        return phrase.word_at()[0] == "buy" or (is_pair and is_chain and not phrase.begins_clause())

    def _by_content(self, cell: SourceLine, tile: SourceLine) -> Cell:
        """Return a cell with the word that belongs before it: a bare chain is founded or survives if the tile makes it so."""
        phrase = phrase_of(cell, self.context)
        chain = phrase.chain_at() if len(phrase.tokens) == 1 else None
        placed = phrase_of(tile, self.context)
        if chain is None or not placed.tile_at():
            return Cell("", cell)
        return Cell(self._act_beside(tile, chain), cell)

    def _act_beside(self, tile: SourceLine, chain: int) -> str:
        """Return the word of the act that a bare chain means beside the tile of its row; empty if it means none."""
        phrase = phrase_of(tile, self.context)
        written = "".join(token.text for token in phrase.tokens[: phrase.tile_at()])
        try:
            act = self.context.game.act_of(parse_tile(written), chain)
        except ValueError:
            return ""
        return "" if act is None else act.word


def cells_of(line: SourceLine, sign: str) -> list[SourceLine]:
    """Return the cells of a line, without the spaces, the outer bars and the quotes around them; empty if the sign is not in it."""
    if sign not in line.text:
        return []
    cells = [_trimmed(piece) for piece in (_csv if sign in ",;" else _plain)(line, sign)]
    if sign == "|":
        cells = cells[1:] if not cells[0].text else cells
        cells = cells[:-1] if cells and not cells[-1].text else cells
    return cells


def _plain(line: SourceLine, sign: str) -> Iterator[SourceLine]:
    """Yield the pieces between signs."""
    begin = 0
    for piece in line.text.split(sign):
        yield SourceLine(piece, line.number, line.start + begin)
        begin += len(piece) + 1


def _csv(line: SourceLine, sign: str) -> Iterator[SourceLine]:
    """Yield the pieces between signs; a piece in quotes may have signs in it."""
    yield from line.parts(sign)


def _trimmed(piece: SourceLine) -> SourceLine:
    """Return a piece without the spaces and the quotes around it."""
    text = piece.text.strip(_AROUND)
    start = piece.start + len(piece.text) - len(piece.text.lstrip(_AROUND))
    is_quoted = len(text) >= len('""') and text[0] == text[-1] == '"'
    return SourceLine(text[1:-1] if is_quoted else text, piece.number, start + is_quoted)


def _in_columns(line: SourceLine) -> list[SourceLine]:
    """Return the pieces of a line that are at least two spaces apart."""
    return [SourceLine(found[0], line.number, line.start + found.start()) for found in _COLUMN.finditer(line.text)]
