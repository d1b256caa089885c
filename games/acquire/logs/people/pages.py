"""The layout of a page before any word is read: marks of chats, words struck out, tables with heads, grids of players, footnotes.

A table becomes rows of words in which each cell has the word of its heading before it, so that the beam reads it as it reads a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from games.acquire.logs.language.spelling import plain_signs
from games.acquire.logs.language.tokens import SourceLine
from games.acquire.logs.language.words import COLUMN_WORDS
from games.acquire.logs.people.beam import Row
from games.acquire.logs.people.lexicon import Lexicon, Word
from games.acquire.logs.people.lines import (
    Cell,
    cells_of,
    filled_lines,
    footnotes,
    joined_lines,
    one_column,
    with_strokes,
)
from games.acquire.logs.people.view import PARTS

#: The date and the time of a chat's line, in brackets or with a dash behind them.
_STAMP: Final = re.compile(
    r"\s*[\[(]?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]\.?m\.?)?[\])]?\s*[-–|]?\s+(?=\S)",
    re.IGNORECASE,
)
_SENDER: Final = re.compile(r"([^\W\d_][\w .]{0,30}?)\s?:\s+(?=\S)")
#: A line of signs that only draws a table.
_RULE: Final = re.compile(r"[\s|+:=_-]*[-=_]{2,}[\s|+:=_-]*\Z")
_DELIMITERS: Final = ("|", "\t", ";", ",")
#: Words struck out: what the strokes are written as, and what a bracket tells of a correction.
_STRUCK: Final = (
    re.compile(r"~~[^~]{1,80}~~"),
    re.compile(r"--[^\s-][^-]{0,40}[^\s-]--"),
    re.compile(
        r"\S+\s*[(\[](?:crossed out|struck(?: out)?|deleted|gestrichen|durchgestrichen|rayé|barré|tachado|doorgestreept|cancellato"
        r"|skreślone|škrtnuto)[)\]]",
        re.I,
    ),
    re.compile(
        r"[(\[][^)\]]{0,40}\b(?:was|statt|instead of|vorher|war|avant|antes|prima|przedtem)\b[^)\]]{0,40}[)\]]", re.I
    ),
)
_TILE: Final = re.compile(r"(?<!\w)(?:(?:1[0-2]|[1-9])\s?-?[A-Ia-i]|[A-I]-?(?:1[0-2]|[1-9]))(?!\w)")
_AMOUNT: Final = re.compile(r"\d{3}")
#: Columns whose cells go on with the sentence of their row.
_WITHIN: Final = ("", "chain", "amount")
#: Columns of purchases, and signs that repeat the cell above.
_BOUGHT: Final = frozenset({"buy", "chain"})
#: Columns below which a row may go on in another one, in which something is bought.
_WITH_MORE: Final = frozenset({"", "event", "bonus", "joins", "merges", "survivor", *_BOUGHT, *PARTS})
_DITTO: Final = ('"', "''", "”", "″", "〃", "do.", "ditto")
#: The kind of a column that says nothing which another one does not say.
_UNSAID: Final = "unsaid"
_LONGEST_HEADING: Final = 4
_FEWEST_CELLS: Final = 3
_FEWEST_KNOWN: Final = 2
#: How far a cell of a table without signs may stand from the beginning of its heading.
_ASTRAY: Final = 3


@dataclass(frozen=True, slots=True)
class Column:
    """What stands in a column: the words that belong before each cell; ``kind`` is "player" in a grid, or the meaning of the heading."""

    kind: str
    given: tuple[Word, ...] = ()


def without_stamps(lines: Sequence[SourceLine]) -> list[SourceLine]:
    """Return the lines of a chat without their times, and without the name of its only writer."""
    stamped = [line for line in lines if _STAMP.match(line.text)]
    if len(stamped) * 2 < len(lines):
        return list(lines)
    bare = [line.after(found.end()) if (found := _STAMP.match(line.text)) else line for line in lines]
    senders = {found[1] for line in bare if (found := _SENDER.match(line.text))}
    if len(senders) > 1:
        return bare
    return [line.after(found.end()) if (found := _SENDER.match(line.text)) else line for line in bare]


def without_struck(line: SourceLine) -> SourceLine:
    """Return a line with spaces in place of what is struck out."""
    text = line.text
    for pattern in _STRUCK:
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return line._replace(text=text)


class Pages:
    """Reads the layout of the lines of one log."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.sign = ""
        self.columns: list[Column] = []
        self.starts: list[int] = []
        self.block: list[tuple[Column, list[Cell], SourceLine, list[Word]]] = []
        #: The lines below a block of a grid: whose turn each belongs to, and its words.
        self.below: list[tuple[int, list[Word]]] = []
        self.seats: list[Word] = []
        #: The tables whose headings were read, by their sign and number of columns; a later one of that shape replaces an earlier one.
        self.tables: dict[tuple[str, int], tuple[list[Column], list[Word]]] = {}
        #: The texts of the cells above, for signs that repeat them.
        self.above: dict[int, str] = {}
        self.lines: Sequence[SourceLine] = ()
        #: The words of footnotes, by the line and the place of their mark.
        self.notes: dict[tuple[int, int, int], list[Word]] = {}

    def rows(self, lines: Sequence[SourceLine]) -> list[Row]:
        """Return the rows of all lines, in the order in which they are to be read."""
        found: list[Row] = []
        self.lines = lines
        lines = one_column([with_strokes(without_struck(line)) for line in lines])
        full = filled_lines(lines)
        lines = joined_lines(lines)
        own = self._keep_footnotes(lines)
        for above, line in pairwise([SourceLine("", 0), *lines]):
            if _RULE.match(line.text) or line.number in own:
                continue
            if self._heads(line):
                found += self._rows_by_player()
                continue
            cells = self._cells(line)
            if cells is None and self.block and line.is_indented:
                self._note(line)
            elif cells is None:
                found += self._rows_by_player()
                words = self._words(line)
                is_whole = not any(number == line.number for number, _, _ in self.notes)
                if above.number in full and words:
                    words[0] = replace(words[0], wraps=True)
                found.append(Row(words, line if is_whole else None))
            elif self.seats and self._attribute(cells, line):
                continue
            elif self.seats and len(cells) == len(self.seats) + 1:
                found += self._rows_by_player()
                self.block.append((Column(""), list(cells[1:]), line, self.seats))
            else:
                found += self._rows_by_player()
                found.append(Row(self._row(cells, line)))
        return [*found, *self._rows_by_player()]

    def _keep_footnotes(self, lines: Sequence[SourceLine]) -> set[int]:
        """Keep the footnotes by their marks, and return the numbers of their lines."""
        own: set[int] = set()
        for note, start, end, home in footnotes(lines):
            mark = self.lexicon.words(SourceLine(home.text[start - home.start : end - home.start], home.number))
            if not any(word.player is not None for word in mark):
                self.notes.setdefault((home.number, start, end), []).extend(self._footnote_words(note))
                own.add(note.number)
        return own

    def _words(self, line: SourceLine) -> list[Word]:
        """Return the words of a line or of a cell, with those of each footnote in the place of its mark."""
        words: list[Word] = []
        begin = line.start
        for (number, start, end), note in self.notes.items():
            if number == line.number and begin <= start < line.start + len(line.text):
                before = SourceLine(line.text[begin - line.start : start - line.start], number, begin)
                words += [*self.lexicon.words(before), *note]
                begin = end
        words += self.lexicon.words(line.after(begin - line.start))
        return [word if not at else replace(word, apart=False) for at, word in enumerate(words)]

    def _footnote_words(self, note: SourceLine) -> list[Word]:
        """Return the words of a footnote, within the row that has its mark."""
        words = self.lexicon.words(note)
        stop = Word(";", note.number, note.start + len(note.text) + 1)
        return [*(replace(word, apart=False) for word in words), stop]

    def is_heading(self, line: SourceLine, lines: Sequence[SourceLine]) -> bool:
        """Whether a line is the heading of a table."""
        self.lines = lines
        return self._heads(line)

    def _heads(self, line: SourceLine) -> bool:
        """Take a line as the heading of a table, if it is one."""
        for sign in (*_DELIMITERS, ""):
            cells = cells_of(line.text, sign)
            if len(cells) < _FEWEST_CELLS:
                continue
            if (
                _TILE.search(line.text)
                or _AMOUNT.search(line.text)
                or any(cell.text.strip().isdigit() for cell in cells)
            ):
                return False
            columns = [self._column(cell, line) for cell in cells]
            known = [column for column in columns if column.kind]
            players = [column for column in columns if column.kind == "player"]
            if len(players) == 1 and (sign, len(columns)) in self.tables:
                return False  # a row of the table that tells no tile
            alike = sum(other.text.count(sign) == line.text.count(sign) for other in self.lines) if sign else 0
            is_table = alike > _FEWEST_CELLS
            least = _FEWEST_KNOWN if is_table else max(_FEWEST_KNOWN, (len(columns) + 1) // 2)
            is_across = len(players) == len(known) - 1 == len(columns) - 1
            if (sign in (",", ";") and not is_table and not is_across) or (sign == "," and ", " in line.text):
                continue
            kinds = {column.kind for column in columns}
            is_spaced = (
                len(players) > 1
                or len(known) == len(columns)
                or bool(kinds & {"tile", "final"} and kinds & {"who", "number"})
            )
            if not sign and len(players) == len(columns) and line.is_indented:
                columns, cells = [Column("number"), *columns], [Cell("", 0), *cells]
            if "final" in kinds and "who" in kinds:
                columns = [column if column.kind in ("who", "final") else Column(_UNSAID) for column in columns]
            if len(known) >= least and (sign or is_spaced):
                self.sign, self.columns = sign, columns
                self.starts = [cell.start for cell in cells]
                is_grid = len(players) >= len(columns) - 1 and len(players) > 1
                self.seats = [column.given[-1] for column in players] if is_grid else []
                self.tables[sign, len(columns)] = self.columns, self.seats
                return True
        return False

    def _column(self, cell: Cell, line: SourceLine) -> Column:
        """Return what a heading says of its column; a kind is empty if it says nothing."""
        text = plain_signs(cell.text).strip().strip("#").strip()
        if cell.text.strip() in ("#", "no", "No", "n°", "N°", "nr", "Nr"):
            return Column("number")
        words = [word for word in self.lexicon.words(SourceLine(text, line.number, cell.start)) if not word.is_sign]
        if not 0 < len(words) <= _LONGEST_HEADING:
            return Column("")
        folded = " ".join(word.text.casefold() for word in words)
        bare = " ".join(word.text.casefold() for word in words if word.number is None and word.player is None)
        kind = COLUMN_WORDS.get(text.casefold()) or COLUMN_WORDS.get(folded) or COLUMN_WORDS.get(bare, "")
        player = next((word for word in words if word.player is not None and not word.player_cost), None)
        if player is not None and any(
            word is not player and not (word.act or word.inside) and not kind for word in words
        ):
            return Column("")
        chains = [word for word in words if word.chains and not word.chain_cost]
        others = [word for word in words if word not in chains and not word.inside]
        chain = chains[0] if len(chains) == 1 and all(word.act == "buy" for word in others) else None
        if player is not None:
            money = kind == "cash" or any(word.act in ("cash", "final", "buy") for word in words)
            given = (
                *((_with_meaning("cash", word) for word in words[:1]) if money else ()),
                replace(player, given=True, act=""),
            )
            return Column("cash" if money else "player", given)
        if kind in ("number", "who", "tile", "event", "amount"):
            return Column(kind)
        said = others or words
        act = kind or (said[0].act if len(said) == 1 and not said[0].act_cost else "")
        if chain is not None and (not act or others):
            return Column("chain", (replace(chain, given=True),))
        return Column(act, (_with_meaning(act, words[0]),)) if act else Column("")

    def _cells(self, line: SourceLine) -> list[Cell] | None:
        """Return the cells of a line of the table that is being read; None if it is not in it."""
        if not self.columns:
            return None
        if self.sign:
            cells = cells_of(line.text, self.sign)
            self.columns, self.seats = self.tables.get((self.sign, len(cells)), (self.columns, self.seats))
            return cells if len(cells) >= max(2, len(self.columns) // 2) else None
        cells = cells_of(line.text, "")
        if len(cells) < 2 or len(cells) > len(self.columns):
            return None
        if len(cells) == len(self.columns) and self.columns[0].kind in ("number", _UNSAID):
            return cells
        if any(min(abs(start - cell.start) for start in self.starts) > _ASTRAY for cell in cells):
            return None
        placed = [Cell("", start) for start in self.starts]
        for cell in cells:
            at = min(range(len(self.starts)), key=lambda place: abs(self.starts[place] - cell.start))
            if placed[at].text:
                return None
            placed[at] = cell
        return placed

    def _row(self, cells: Sequence[Cell], line: SourceLine) -> list[Word]:
        """Return the words of a row of the table, each cell behind the words of its heading."""
        words: list[Word] = []
        spoken: set[str] = set()
        for at in self._order(len(cells)):
            column = self.columns[at] if at < len(self.columns) else Column("")
            text = self.above.get(at, "") if cells[at].text.strip() in _DITTO else cells[at].text
            self.above[at] = text
            whole = self._cell_words(column, text, line, cells[at].start) if column.kind != _UNSAID else []
            if not whole:
                continue
            spoken.add(column.kind)
            is_row = not words or column.kind == "player"
            whole[0] = replace(whole[0], apart=is_row, is_cell=not is_row and column.kind not in _WITHIN)
            words += whole
        kinds = {column.kind for column in self.columns}
        if any(word.tile is not None for word in words) and kinds & _BOUGHT and not spoken & _WITH_MORE:
            words.append(Word("", line.number, line.end().column, act="nothing", given=True, is_cell=True))
        return words

    def _cell_words(self, column: Column, text: str, line: SourceLine, start: int) -> list[Word]:
        """Return the words of a cell behind those of its heading; nothing for an empty cell or one of signs."""
        found = self._words(SourceLine(text, line.number, line.start + start))
        if all(word.is_sign and not word.inside for word in found):
            return []
        given = [replace(word, line=line.number, column=line.start + start + 1) for word in column.given]
        return [*given, *(replace(word, apart=False) for word in found)]

    def _order(self, count: int) -> list[int]:
        """Return the places of cells in the order of play: what happened stands before what was bought."""
        kinds = [column.kind for column in self.columns[:count]]
        places = list(range(count))
        if "event" in kinds and "buy" in kinds and kinds.index("buy") < kinds.index("event"):
            places.insert(kinds.index("buy"), places.pop(kinds.index("event")))
        return places

    def _note(self, line: SourceLine) -> None:
        """Keep a line below a block of a grid for the player whose merger it tells, or else for the one of the line before."""
        words = self._footnote_words(line)
        heading = line.text.partition(":")[0].strip()
        cells = [" ".join(cells[at].text for _, cells, _, _ in self.block) for at in range(len(self.seats))]
        tiles = [word.text for word in words if word.tile is not None and not word.tile_cost]
        told = next((word.player for word in words if word.player is not None), None) if _is_merger(words) else None
        headed = [at for at, cell in enumerate(cells) if heading and heading in cell]
        laid = [at for at, cell in enumerate(cells) if any(tile in cell for tile in tiles)]
        named = [at for at, word in enumerate(self.seats) if word.player == told]
        last = self.below[-1][0] if self.below else len(self.seats) - 1
        self.below.append((next(iter((*headed, *laid, *named)), last), words))

    def _attribute(self, cells: Sequence[Cell], line: SourceLine) -> bool:
        """Keep a row of a grid whose first cell tells what all its others are of; returns whether it is one."""
        if len(cells) != len(self.seats) + 1:
            return False
        column = self._column(cells[0], line) if cells[0].text.strip() else self.columns[0]
        if (
            not column.kind
            or column.kind in ("number", "player", "who")
            or any(c.isdigit() for c in cells[0].text.split()[-1:])
        ):
            return False
        self.block.append((column, list(cells[1:]), line, self.seats))
        return True

    def _rows_by_player(self) -> Iterator[Row]:
        """Yield the rows of a block of a grid, one for each player."""
        block, self.block = self.block, []
        below, self.below = self.below, []
        for at, seat in enumerate(block[0][3] if block else ()):
            words = [replace(seat, line=block[0][2].number, column=block[0][1][at].start + 1, apart=True)]
            for column, cells, line, _ in block:
                whole = self._cell_words(column, cells[at].text, line, cells[at].start)
                if whole:
                    words += [replace(whole[0], is_cell=True), *whole[1:]]
            for other, note in below:
                if other == at:
                    words += [replace(note[0], is_cell=True), *note[1:]]
            if len(words) > 1:
                yield Row(words)


def _is_merger(words: Sequence[Word]) -> bool:
    """Whether words tell whose merger it is."""
    return any(word.act in ("merges", "absorbs", "joins") for word in words)


def _with_meaning(act: str, word: Word) -> Word:
    """Return a word of a heading with one meaning."""
    return Word(word.text, word.line, word.column, act=act, given=True)
