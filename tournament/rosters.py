"""A pasted roster: one player a line, or the organiser's entrant list as CSV or tab-separated text.

1. A first line naming columns (Name, or First Name and Last Name) makes the rest columns; otherwise a line is ``Name`` or
   ``Name, NLD`` with the country in capitals.
2. Numbering ("1.", "2)"), bullets and surplus white space are dropped; empty lines are skipped.
3. Each line is kept or doubted: no name, too long, the same name again in the paste, or already entered.
Phone numbers, addresses and nicknames of an entrant list are not read (2.1: drop them on import).
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

MAX_NAME = 120
MAX_LINES = 2000

_NUMBERING = re.compile(r"^\s*(?:\d{1,4}\s*[.):]\s+|\d{1,4}\t+|[-*•]\s+)")
_COUNTRY = re.compile(r"^[A-Za-z]{2,3}$")
_JUNIOR = {"jnr", "junior", "jun", "j"}
_TRUE = {"1", "true", "yes", "y", "jnr", "junior"}


class RosterError(ValueError):
    """The paste as a whole cannot be read."""


class LineState(StrEnum):
    """What is to become of a line of the roster."""

    NEW = "new"
    DUPLICATE = "duplicate"
    ENTERED = "entered"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the paste as understood; ``remark`` says why it is doubted or refused."""

    line: int
    name: str
    country: str = ""
    is_junior: bool = False
    contestant_id: str = ""
    state: LineState = LineState.NEW
    remark: str = ""


def same_name_key(name: str) -> str:
    """Fold a name for comparison: case, accents' spelling and white space do not part two people."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


def read_roster(text: str, entered: Collection[str] = ()) -> tuple[RosterLine, ...]:
    """Read a pasted roster; ``entered`` are the names already in the event.

    Raises RosterError where there is nothing to read or far too much.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not filled:
        raise RosterError("The roster is empty; paste one player a line, for example “Ada Demo, NL”.")
    if len(filled) > MAX_LINES:
        raise RosterError(
            f"The roster has {len(filled)} lines; at most {MAX_LINES} can be read at once. Paste it in parts."
        )
    header = _header_of(filled[0][1])
    read = (
        [_read_columns(number, line, header) for number, line in filled[1:]]
        if header
        else [_read_line(number, line) for number, line in filled]
    )
    return _marked(read, {same_name_key(name) for name in entered})


@dataclass(frozen=True, slots=True)
class _Header:
    """The first line of an entrant list: its mark between cells, and columns by lower-case name."""

    delimiter: str
    columns: Mapping[str, int]


def _cells(line: str, delimiter: str) -> list[str]:
    return [cell.strip() for cell in next(csv.reader(io.StringIO(line), delimiter=delimiter), [])]


def _header_of(line: str) -> _Header | None:
    """Read the names of columns, or None where the first line is a player."""
    delimiter = max("\t;,", key=line.count)
    names = [cell.casefold() for cell in _cells(line, delimiter)]
    if "name" in names or {"first name", "last name"} <= set(names):
        return _Header(delimiter, {name: index for index, name in enumerate(names) if name})
    return None


def _read_columns(number: int, line: str, header: _Header) -> RosterLine:
    cells = _cells(line, header.delimiter)

    def cell(*names: str) -> str:
        for name in names:
            index = header.columns.get(name)
            if index is not None and index < len(cells):
                return cells[index]
        return ""

    name = cell("name") or f"{cell('first name')} {cell('last name')}"
    country = cell("country", "nationality", "nat")
    return _checked(
        RosterLine(
            line=number,
            name=_tidy(name),
            country=country.upper() if _COUNTRY.match(country) else "",
            is_junior=cell("isjunior", "junior", "jnr").casefold() in _TRUE,
            contestant_id=cell("contestantid", "contestant id", "id")[:30],
        )
    )


def _read_line(number: int, line: str) -> RosterLine:
    cells = re.split(r"[\t;,]", _NUMBERING.sub("", line))
    country, is_junior, rest = "", False, []
    for cell in (_tidy(cell) for cell in cells[1:]):
        if cell.casefold() in _JUNIOR:
            is_junior = True
        elif cell.isupper() and _COUNTRY.match(cell) and not country:  # "An" is a first name, "AN" is not
            country = cell
        elif cell:
            rest.append(cell)
    name = _tidy(cells[0])
    if rest:  # "Last, First" as entrant lists write it
        name = f"{' '.join(rest)} {name}"
    return _checked(RosterLine(line=number, name=name, country=country, is_junior=is_junior))


def _tidy(name: str) -> str:
    cleaned = "".join(" " if unicodedata.category(mark) in {"Cc", "Zl", "Zp"} else mark for mark in name)
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


def _checked(line: RosterLine) -> RosterLine:
    remark = ""
    if not line.name:
        remark = "There is no name on this line; write one or leave the line out."
    elif len(line.name) > MAX_NAME:
        remark = f"The name has {len(line.name)} characters; at most {MAX_NAME} fit. Shorten it."
    if not remark:
        return line
    return RosterLine(line=line.line, name=line.name[:MAX_NAME], state=LineState.REFUSED, remark=remark)


def _marked(lines: list[RosterLine], entered: set[str]) -> tuple[RosterLine, ...]:
    seen: dict[str, int] = {}
    marked = []
    for line in lines:
        key = same_name_key(line.name)
        state, remark = line.state, line.remark
        if state is LineState.NEW and key in entered:
            state, remark = (
                LineState.ENTERED,
                f"{line.name} is entered already; tick to enter another player of this name.",
            )
        elif state is LineState.NEW and key in seen:
            state, remark = (
                LineState.DUPLICATE,
                f"The same name as on line {seen[key]}; tick if they are two people.",
            )
        if state is not LineState.REFUSED:
            seen.setdefault(key, line.line)
        marked.append(RosterLine(line.line, line.name, line.country, line.is_junior, line.contestant_id, state, remark))
    return tuple(marked)
