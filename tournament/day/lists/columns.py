"""The columns of a list: where its headings are, what each column holds by its heading or by its cells, and what the director chose.

Telephone numbers, ages, ratings and time stamps are not read. A column that only the director can know (yes and no, amounts without a
heading, two columns of single words) is guessed and asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tournament.day.lists.asked import Asked, Question
from tournament.day.lists.cells import BLANKS, BLOCKS, WHOLE_LINES, Row, announced, rows_of, separator_of
from tournament.day.lists.guessing import (
    MOST_SAMPLED,
    MOST_TOLD,
    filled_in,
    guessed,
    is_headed,
    is_mixed,
    is_single,
    share,
    sorts_in,
    variety,
)
from tournament.day.lists.headings import PIPE_HEADINGS, PlayerField, fields_of, is_of_this_game, meaning_of, says_game
from tournament.day.lists.laying import ways_of
from tournament.day.lists.signs import Sort
from wording import gettext as _

SEARCHED_LINES = 40
"""The number of lines that are searched for headings, since a list may have a title and much else above them."""
LONGEST_LINE = 20_000
SEPARATORS = ("\t", ";", "|", ",")


@dataclass(frozen=True, slots=True)
class Choices:
    """What the director chose instead of a guess: the sheet by its place, the separator, whether there are headings, fields by column.

    None stands for no choice; in ``fields`` None stands for a column that is not used.
    """

    sheet: int | None = None
    separator: str | None = None
    has_headings: bool | None = None
    fields: Mapping[int, PlayerField | None] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a list: the separator, the heading and the field of each, the line of the headings (0 without), and what is asked."""

    separator: str
    headings: tuple[str, ...]
    fields: tuple[PlayerField | None, ...]
    heading_line: int = 0
    asked: tuple[Asked, ...] = ()

    @property
    def is_whole_lines(self) -> bool:
        """Whether each line is a person as people write one, and not a row of cells."""
        return self.separator == WHOLE_LINES

    @property
    def read(self) -> tuple[tuple[PlayerField, str], ...]:
        """The fields that are read and their headings, in the order of the columns."""
        return tuple((part, heading) for part, heading in zip(self.fields, self.headings, strict=True) if part)

    @property
    def unread(self) -> tuple[str, ...]:
        """The headings of columns that are not read."""
        return tuple(heading for part, heading in zip(self.fields, self.headings, strict=True) if heading and not part)

    @property
    def tells(self) -> frozenset[PlayerField]:
        """The fields that the list has for every player."""
        return frozenset(part for part in self.fields if part)

    def title(self, at: int) -> str:
        """Return how a column is named on pages: by its heading, else by its place."""
        heading = self.headings[at] if at < len(self.headings) else ""
        return heading or _("column {number}", number=at + 1)


def columns_of(line: str) -> Columns | None:
    """Return the columns if the line is a line of headings; None if it does not name the players in one column or in two."""
    separator = max(SEPARATORS, key=line.count)
    (row,) = rows_of([(1, line)], separator) or [Row(1, (), line)]
    fields = fields_of(row.cells)
    return Columns(separator, row.cells, fields, 1) if fields else None


def understood(lines: Sequence[tuple[int, str]], choices: Choices) -> tuple[Columns, list[Row], list[Row]]:
    """Return the columns of a sheet, the rows above its headings, and the rows of its list."""
    separator = choices.separator
    found = _headings_of(lines, separator) if choices.has_headings is not False else None
    if separator is None:
        separator = found[0] if found else announced(lines) or separator_of(lines)
    rows = rows_of(lines, separator)
    width = max((len(row.cells) for row in rows), default=0)
    if found:
        at = next((at for at, row in enumerate(rows) if row.line == found[1]), None)
        if at is not None:
            return _with_headings(separator, rows[at], rows[:at], rows[at + 1 :], found[2], choices)
    if separator == "|" and rows and len(rows[0].cells) >= len(PIPE_HEADINGS) and choices.has_headings is None:
        headings: tuple[str, ...] = PIPE_HEADINGS
        fields = fields_of(headings) or (None,) * len(headings)
        return Columns(separator, headings, _chosen(fields, choices)), [], rows
    if separator == WHOLE_LINES:
        mixed = (Asked(Question.MIXED, ""),) if is_mixed(rows) else ()
        return Columns(separator, ("",), _chosen((PlayerField.NAME,), choices), asked=mixed), [], rows
    has_headings = choices.has_headings if choices.has_headings is not None else separator != BLOCKS and is_headed(rows)
    body = rows[1:] if has_headings and len(rows) > 1 else rows
    headings = rows[0].cells if body is not rows else ()
    fields, asked = guessed(body, width, headings)
    if separator == BLOCKS:
        asked = (Asked(Question.BLOCKS, ""), *asked)
    if headings and choices.has_headings is None:
        asked = (Asked(Question.HEADINGS, ", ".join(filter(None, headings))), *asked)
    headings = (*headings, *[""] * (width - len(headings)))
    columns = Columns(separator, headings, _chosen(fields, choices), rows[0].line if body is not rows else 0)
    return _asking(columns, asked, choices), [], body


def _headings_of(
    lines: Sequence[tuple[int, str]], separator: str | None
) -> tuple[str, int, tuple[PlayerField | None, ...]] | None:
    """Return separator, line and fields of the headings: the first line that names two fields, or the first of all that names one."""
    for place, (number, line) in enumerate(lines[:SEARCHED_LINES]):
        best: tuple[int, str, tuple[PlayerField | None, ...]] | None = None
        signs = SEPARATORS if separator is None else (separator or "\0",)
        for sign in (*signs, *((BLANKS,) if separator is None and BLANKS in line.strip() else ())):
            if sign not in line and not (place == 0 and sign == signs[0]):
                continue
            cells = (rows_of([(number, line)], sign) or [Row(number, (), "")])[0].cells
            if sign == BLANKS and len(cells) < 2:
                continue
            fields = fields_of(cells)
            is_no_heading = len(cells) == 1 and (place > 0 or meaning_of(cells[0]).rank < 3)
            if fields is None or is_no_heading or _is_alone(lines[place + 1 : place + 4], sign, cells):
                continue
            named = sum(part is not None for part in fields)
            known = sum(meaning_of(cell).rank > 0 for cell in cells)
            if (place == 0 or named > 1 or known > 1) and (best is None or named > best[0]):
                best = named, sign, fields
        if best is not None:
            sign = best[1]
            if len(best[2]) == 1 and separator is None:
                # "Players" alone above names: what stands below says what separates them.
                sign = separator_of(lines[1:]) if len(lines) > 1 else WHOLE_LINES
            return _second_line(lines[place + 1 : place + 2], sign) or (sign, number, best[2])
    return None


def _is_alone(below: Sequence[tuple[int, str]], separator: str, cells: Sequence[str]) -> bool:
    """Return whether no line below has the separator of several cells, so that these are the words of a sentence."""
    return len(cells) > 1 and bool(below) and separator != BLANKS and not any(separator in line for _, line in below)


def _second_line(
    lines: Sequence[tuple[int, str]], separator: str
) -> tuple[str, int, tuple[PlayerField | None, ...]] | None:
    """Return separator, line and fields of the line below the headings if it is one of headings too; None if it is a player."""
    for number, line in lines:
        cells = (rows_of([(number, line)], separator or "\0") or [Row(number, (), "")])[0].cells
        fields = fields_of(cells)
        if (
            fields is not None
            and len(cells) > 1
            and sum(meaning_of(cell).rank > 2 for cell in cells) * 3 >= 2 * sum(map(bool, cells))
        ):
            return separator, number, fields
    return None


def _with_headings(
    separator: str,
    headings: Row,
    above: list[Row],
    rows: list[Row],
    fields: tuple[PlayerField | None, ...],
    choices: Choices,
) -> tuple[Columns, list[Row], list[Row]]:
    """Return the columns of a list with headings; a column without one is guessed by its cells, as part of a name that goes over two."""
    headings, rows = _side_by_side(headings, rows)
    named = len(headings.cells)
    empty = [at for at in range(named) if rows and not filled_in(rows, at)]
    fields = fields_of(headings.cells, empty) or fields_of(headings.cells) or fields[:named]
    lengths = sorted(len(row.cells) for row in rows)
    usual = lengths[len(lengths) // 2] if lengths else named
    width = max(named, usual)
    if usual > named and _is_one_short(rows, fields):
        width = named
    found = list(fields) + [None] * (width - named)
    asked = [Asked(Question.MISFIT, " | ".join(headings.cells))] if separator == BLANKS and usual != named else []
    texts = [*headings.cells, *[""] * (width - named)]
    for at in range(1, width):
        if found[at] is not None or separator == WHOLE_LINES or (texts[at] and meaning_of(texts[at]).rank):
            continue
        sorts = sorts_in(rows, at)
        if _is_other_part(rows, found, at) and texts[at]:
            found[at] = PlayerField.FAMILY
            found[at - 1] = PlayerField.GIVEN
            asked.append(Asked(Question.ORDER, f"{texts[at - 1]}; {texts[at]}"))
        elif (
            not texts[at]
            and found[at - 1] is PlayerField.NAME
            and share(sorts, Sort.WORDS, Sort.COUNTRY) >= 0.8
            and is_single(rows, at)
        ):
            found[at] = PlayerField.NAME
        elif PlayerField.COUNTRY not in found and share(sorts, Sort.COUNTRY) >= 0.8:
            found[at] = PlayerField.COUNTRY
    found = [
        None if part is PlayerField.NUMBER and share(sorts_in(rows, at), Sort.CONTACT) >= 0.5 else part
        for at, part in enumerate(found)
    ]
    found = [
        None if part is PlayerField.NUMBER and _is_running(rows, at, texts[at]) else part
        for at, part in enumerate(found)
    ]
    if others := _other_games(rows, texts, found):
        asked.append(Asked(Question.GAMES, others))
    columns = Columns(separator, tuple(texts), _chosen(tuple(found), choices), headings.line)
    return _asking(columns, tuple(asked), choices), above, rows


def _other_games(rows: Sequence[Row], headings: Sequence[str], fields: Sequence[PlayerField | None]) -> str:
    """Return the other games that a column of games has beside Acquire, empty where there are none."""
    for at, heading in enumerate(headings):
        cells = filled_in(rows, at) if fields[at] is None and says_game(heading) else []
        others = dict.fromkeys(cell for cell in cells if not is_of_this_game(cell))
        if len(others) > 0 and any(map(is_of_this_game, cells)):
            return ", ".join(list(others)[:MOST_TOLD])
    return ""


def _is_running(rows: Sequence[Row], at: int, heading: str) -> bool:
    """Return whether a column called "ID" only counts the rows, as the answers of a form are counted."""
    return heading.strip().casefold() == "id" and _are_running(filled_in(rows, at))


def _are_running(cells: Sequence[str]) -> bool:
    """Return whether cells are figures that rise from 1 with few gaps."""
    figures = [int(cell) for cell in cells if cell.isascii() and cell.isdigit() and len(cell) < 5]
    rises = len(figures) == len(cells) > 1 and all(one < other for one, other in pairwise(figures))
    return rises and figures[0] < 3 and figures[-1] <= 3 * len(figures)


def _is_other_part(rows: Sequence[Row], found: Sequence[PlayerField | None], at: int) -> bool:
    """Return whether a column whose heading nobody knows is the other part of the name beside it: both have single words, which differ."""
    return (
        found[at - 1] is PlayerField.NAME
        and len(rows) > 1
        and is_single(rows, at - 1)
        and is_single(rows, at)
        and share(sorts_in(rows, at), Sort.WORDS) >= 0.8
        and variety(rows, at) > 0.6
    )


def _side_by_side(headings: Row, rows: list[Row]) -> tuple[Row, list[Row]]:
    """Return a list that stands in several parts beside each other as one list: each part with all its columns below the one before."""
    cells = [cell.casefold() for cell in headings.cells]
    starts = [at for at, cell in enumerate(cells) if cell and cell == next(filter(None, cells))]
    ends = [*starts[1:], max([len(cells), *(len(row.cells) for row in rows)])]
    parts = [_without_end(cells[start:end]) for start, end in zip(starts, ends, strict=True)]
    longest = max(parts, key=len)
    if len(parts) < 2 or any(part != longest[: len(part)] or fields_of(part) is None for part in parts):
        return headings, rows
    found = [
        Row(row.line, row.cells[start : start + len(part)], row.text)
        for start, part in zip(starts, parts, strict=True)
        for row in rows
    ]
    at = starts[parts.index(longest)]
    named = headings.cells[at : at + len(longest)]
    return Row(headings.line, named, headings.text), [row for row in found if any(row.cells)]


def _without_end(cells: list[str]) -> list[str]:
    """Return cells without the empty ones behind the last that is filled."""
    return cells[: max((at + 1 for at, cell in enumerate(cells) if cell), default=0)]


def _is_one_short(rows: Sequence[Row], fields: tuple[PlayerField | None, ...]) -> bool:
    """Return whether rows have more cells than there are headings because a comma in the name was not quoted."""
    gain = 0.0
    for row in rows[:MOST_SAMPLED]:
        if len(row.cells) > len(fields):
            *ways, left_out = ways_of(row.cells, fields)
            gain += max(fit for fit, _cells in ways) - left_out[0]
    return gain > 0


def _chosen(fields: tuple[PlayerField | None, ...], choices: Choices) -> tuple[PlayerField | None, ...]:
    """Return the fields with what the director chose."""
    return tuple(choices.fields.get(at, part) for at, part in enumerate(fields))


def _asking(columns: Columns, asked: tuple[Asked, ...], choices: Choices) -> Columns:
    """Return the columns with the questions that no choice answers yet."""
    left = () if choices.fields else asked
    return Columns(columns.separator, columns.headings, columns.fields, columns.heading_line, left)
