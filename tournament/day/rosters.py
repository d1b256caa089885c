"""A pasted roster: one player a line, or the organiser's entrant list as CSV or tab-separated text.

1. A first line naming columns (Name, or First Name and Last Name) makes the rest columns; otherwise a line is ``Name``,
   ``Name, NL`` or ``Name (NL)``, and "jnr" beside it marks a junior.
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
from dataclasses import dataclass, replace
from enum import StrEnum

from tournament.record.names import name_key

MAX_NAME = 120
MAX_LINES = 2000

_NUMBERING = re.compile(r"^\s*(?:\d{1,4}\s*[.):]\s+|\d{1,4}\t+|[-*•]\s+)")
_COUNTRY = re.compile(r"^[A-Za-z]{2,3}$")
_BRACKET = re.compile(r"\s*\(([^()]*)\)\s*$")
_JUNIOR = {"jnr", "junior", "jun", "j"}
# The bidirectional classes of the marks that turn the direction of writing.
_DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_UNSEEN = {"\u200b", "\ufeff"}  # the space of no width, and the mark with which a file may begin
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
    given_name: str = ""
    family_name: str = ""
    state: LineState = LineState.NEW
    remark: str = ""


def read_roster(
    text: str, entered: Collection[str] = (), contestant_ids: Collection[str] = ()
) -> tuple[RosterLine, ...]:
    """Read a pasted roster; ``entered`` are the names already in the event, ``contestant_ids`` the organiser's numbers there.

    Raises RosterError where there is nothing to read or far too much.
    """
    lines = _seen(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip()]
    if not filled:
        raise RosterError("The roster is empty; paste one player a line, for example “Ada Demo, NL”.")
    if len(filled) > MAX_LINES:
        raise RosterError(
            f"The roster has {len(filled)} lines; at most {MAX_LINES} can be read at once. Paste it in parts."
        )
    header = _header_of(filled[0][1])
    if header and len(filled) == 1:
        raise RosterError("The roster has the names of its columns but no player below them; paste the players too.")
    read = (
        [_read_columns(number, line, header) for number, line in filled[1:]]
        if header
        else [_read_line(number, line) for number, line in filled]
    )
    return _marked(read, {name_key(name) for name in entered}, {number for number in contestant_ids if number})


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
            name=tidy_name(name),
            country=country.upper() if _COUNTRY.match(country) else "",
            is_junior=cell("isjunior", "junior", "jnr").casefold() in _TRUE,
            contestant_id=cell("contestantid", "contestant id", "id")[:30],
        )
    )


def _read_line(number: int, line: str) -> RosterLine:
    cells = re.split(r"[\t;,]", _NUMBERING.sub("", line))
    country, is_junior, rest = "", False, []
    first, bracketed = _without_bracket(tidy_name(cells[0]))
    for cell in (*bracketed, *(tidy_name(cell) for cell in cells[1:])):
        if cell.casefold() in _JUNIOR:
            is_junior = True
        elif (
            cell in (cell.upper(), cell.lower()) and _COUNTRY.match(cell) and not country
        ):  # "An" is a first name, "AN" is not
            country = cell.upper()
        elif cell:
            rest.append(cell)
    # Ruling: a comma turns the name round ("Last, First" as entrant lists write it); columns of a spreadsheet stand as they are read.
    parts = [*rest, first] if "," in line else [first, *rest]
    return _checked(
        RosterLine(line=number, name=" ".join(part for part in parts if part), country=country, is_junior=is_junior)
    )


def _without_bracket(name: str) -> tuple[str, tuple[str, ...]]:
    """Part "Ada Demo (NL)" into the name and what stands in brackets, where that is a country or the junior mark."""
    found = _BRACKET.search(name)
    inside = found.group(1).strip() if found else ""
    if found and (_COUNTRY.match(inside) or inside.casefold() in _JUNIOR):
        return name[: found.start()].strip(), (inside.upper(),)
    return name, ()


def tidy_name(name: str) -> str:
    """A name as it is kept: composed, with single spaces, and without marks that nobody sees.

    A mark that turns the direction of writing would turn the words after the name as well; joiners stay, for some scripts need them.
    """
    cleaned = "".join(" " if unicodedata.category(mark) in {"Cc", "Zl", "Zp"} else mark for mark in _seen(name))
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


def _seen(text: str) -> str:
    return "".join(mark for mark in text if unicodedata.bidirectional(mark) not in _DIRECTIONS and mark not in _UNSEEN)


def _checked(line: RosterLine) -> RosterLine:
    remark = ""
    if not line.name:
        remark = "There is no name on this line; write one or leave the line out."
    elif len(line.name) > MAX_NAME:
        remark = f"The name has {len(line.name)} characters; at most {MAX_NAME} fit. Shorten it."
    if not remark:
        return line
    return replace(line, name=line.name[:MAX_NAME], state=LineState.REFUSED, remark=remark)


def _marked(lines: list[RosterLine], entered: set[str], contestant_ids: set[str]) -> tuple[RosterLine, ...]:
    seen: dict[str, int] = {}
    ids: dict[str, int] = {}
    marked = []
    for line in lines:
        state, remark = line.state, line.remark
        if state is LineState.NEW:
            state, remark = _doubt(line, seen, ids, entered, contestant_ids)
        if state is not LineState.REFUSED:
            seen.setdefault(name_key(line.name), line.line)
            ids.setdefault(line.contestant_id, line.line)
        marked.append(replace(line, state=state, remark=remark))
    return tuple(marked)


def _doubt(
    line: RosterLine, seen: Mapping[str, int], ids: Mapping[str, int], entered: set[str], contestant_ids: set[str]
) -> tuple[LineState, str]:
    """What a readable line is beside those before it: an organiser's number is one person, a name may be two."""
    number, key = line.contestant_id, name_key(line.name)
    if number in contestant_ids:
        return LineState.REFUSED, f"The organiser's number {number} is entered already; leave the line out."
    if number and number in ids:
        return LineState.REFUSED, f"The same organiser's number as on line {ids[number]}: one person enters once."
    if key in entered:
        return LineState.ENTERED, f"{line.name} is entered already; tick to enter another player of this name."
    if key in seen:
        return LineState.DUPLICATE, f"The same name as on line {seen[key]}; tick if they are two people."
    return LineState.NEW, ""
