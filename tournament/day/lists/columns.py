"""The columns of a list: where its headings are, what each column holds by its heading or by its cells, and what the director chose.

Telephone numbers, ages, ratings and time stamps are not read. Columns without headings are guessed and asked about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import median_high

from tournament.day.lists.cells import BLANKS, WHOLE_LINES, Row, announced_separator, rows_of, separator_of
from tournament.day.lists.headings import (
    NAMES,
    PIPE_HEADINGS,
    PlayerField,
    asks_anything,
    fields_of,
    is_about,
    is_of_this_game,
    meaning_of,
)
from tournament.day.lists.lines import why_no_name
from tournament.day.lists.signs import (
    PARTICLES,
    Sort,
    country_alone,
    name_key_without_points,
    sort_of,
    without_numbering,
    without_pictures,
    words_of,
)
from wording import gettext as _
from wording import gettext_noop

SEARCHED_LINES = 40
"""The number of lines that are searched for headings, since a list may have a title and much else above them."""
LONGEST_LINE = 20_000
SEPARATORS = ("\t", ";", "|", ",")
MOST_SAMPLED = 200
"""The most cells of a column that are looked at for what it holds."""
MOST_TOLD = 12
"""The most cells of a column that a question names, where they may be people."""
LEAST_AGAIN = 4
"""The least number of lines that are not there once only before a text is taken for what stands on a screen."""
MOST, HALF = 0.6, 0.5
"""The shares of the cells of a column that must be of a sort before the column is taken for it."""
_FIGURE = re.compile(r"(?<!\S)[(\[]?\d[\d:/.]*[)\]]?(?!\S)")
_PLAIN = ((Sort.COUNTRY, PlayerField.COUNTRY), (Sort.CONTACT, PlayerField.EMAIL), (Sort.JUNIOR, PlayerField.JUNIOR))


class Question(StrEnum):
    """What the list as a whole leaves open; the value is a sentence for `gettext` with {columns}."""

    WHAT_IS = gettext_noop("What is in {columns}? It will not be used until you say.")
    COLUMNS = gettext_noop("Check what each column holds: {columns}")
    MIXED = gettext_noop(
        "Not every line seems to be a player: some look like times, addresses, or parts of a page. Select only the players."
    )
    GAMES = gettext_noop("The list has other games too: {columns}. Only the lines for Acquire are selected.")
    SHEET = gettext_noop("The list has several sheets; the one being read is {columns}")


class RosterError(ValueError):
    """Raised if the list as a whole cannot be read; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question about the list, and what it is about."""

    question: Question
    about: str

    @property
    def words(self) -> str:
        """The sentence for a page."""
        return _(self.question.value, columns=self.about)


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
    def tells(self) -> frozenset[PlayerField]:
        """The fields that the list has for every player."""
        return frozenset(part for part in self.fields if part)

    def title(self, at: int) -> str:
        """Return how a column is named on pages: by its heading, else by its place."""
        heading = self.headings[at] if at < len(self.headings) else ""
        return heading or _("column {number}", number=at + 1)


def columns_of_sheet(lines: Sequence[tuple[int, str]], choices: Choices) -> tuple[Columns, list[Row], list[Row]]:
    """Return the columns of a sheet, the rows above its headings, and the rows of its list."""
    separator = choices.separator
    found = _headings_of(lines, separator) if choices.has_headings is not False else None
    if separator is None:
        separator = found[0] if found else announced_separator(lines) or separator_of(lines)
    rows = rows_of(lines, separator)
    width = max((len(row.cells) for row in rows), default=0)
    if found:
        at = next((at for at, row in enumerate(rows) if row.line == found[1]), None)
        if at is not None:
            return _with_headings(separator, rows[at], rows[:at], rows[at + 1 :], found[2], choices)
    if separator == "|" and rows and len(rows[0].cells) >= len(PIPE_HEADINGS) and choices.has_headings is None:
        headings: tuple[str, ...] = PIPE_HEADINGS
        fields = fields_of(headings) or (None,) * len(headings)
        return Columns(separator, headings, _fields_as_chosen(fields, choices)), [], rows
    if separator == WHOLE_LINES:
        mixed = (Asked(Question.MIXED, ""),) if is_mixed(rows) else ()
        return Columns(separator, ("",), _fields_as_chosen((PlayerField.NAME,), choices), asked=mixed), [], rows
    body = rows[1:] if choices.has_headings and len(rows) > 1 else rows
    headings = rows[0].cells if body is not rows else ()
    fields, asked = fields_by_contents(body, width)
    headings = (*headings, *[""] * (width - len(headings)))
    columns = Columns(separator, headings, _fields_as_chosen(fields, choices), rows[0].line if body is not rows else 0)
    return _with_questions(columns, asked, choices), [], body


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
            return sign, number, best[2]
    return None


def _is_alone(below: Sequence[tuple[int, str]], separator: str, cells: Sequence[str]) -> bool:
    """Return whether no line below has the separator of several cells, so that these are the words of a sentence."""
    return len(cells) > 1 and bool(below) and separator != BLANKS and not any(separator in line for _, line in below)


def _with_headings(
    separator: str,
    headings: Row,
    above: list[Row],
    rows: list[Row],
    fields: tuple[PlayerField | None, ...],
    choices: Choices,
) -> tuple[Columns, list[Row], list[Row]]:
    """Return the columns of a list with headings; a column without one is guessed by its cells, as part of a name that goes over two."""
    named = len(headings.cells)
    empty = [at for at in range(named) if rows and not filled_in(rows, at)]
    fields = fields_of(headings.cells, empty) or fields_of(headings.cells) or fields[:named]
    usual = median_high(len(row.cells) for row in rows) if rows else named
    width = max(named, usual)
    found = list(fields) + [None] * (width - named)
    is_misfit = usual > named or (separator == BLANKS and usual != named)
    asked = [Asked(Question.COLUMNS, " | ".join(headings.cells))] if is_misfit else []
    texts = [*headings.cells, *[""] * (width - named)]
    for at in range(width):
        if at and found[at] is None and separator != WHOLE_LINES and not meaning_of(texts[at]).rank:
            found[at] = _by_cells(rows, found, texts[at], at)
        if texts[at].casefold() == "id" and filled_in(rows, at)[:1] == ["1"]:  # the answers of a form are counted
            found[at] = None
    unclear = [at for at in range(named) if _is_unclear(rows, found, texts, at)]
    if unclear:
        found = [None if at in unclear else part for at, part in enumerate(found)]
        asked.append(Asked(Question.WHAT_IS, "; ".join(texts[at] for at in unclear)))
    if others := _other_games(rows, texts, found):
        asked.append(Asked(Question.GAMES, others))
    columns = Columns(separator, tuple(texts), _fields_as_chosen(tuple(found), choices), headings.line)
    return _with_questions(columns, tuple(asked), choices), above, rows


def _other_games(rows: Sequence[Row], headings: Sequence[str], fields: Sequence[PlayerField | None]) -> str:
    """Return the other games that a column of games has beside Acquire, empty where there are none."""
    for at, heading in enumerate(headings):
        cells = filled_in(rows, at) if fields[at] is None and is_about(heading, "game") else []
        others = dict.fromkeys(cell for cell in cells if not is_of_this_game(cell))
        if len(others) > 0 and any(map(is_of_this_game, cells)):
            return ", ".join(list(others)[:MOST_TOLD])
    return ""


def _by_cells(rows: Sequence[Row], found: Sequence[PlayerField | None], heading: str, at: int) -> PlayerField | None:
    """Return what a column with an unknown heading, or none, holds: countries, or where it has none another part of the name beside it."""
    sorts = sorts_in(rows, at)
    is_part = not heading and found[at - 1] is PlayerField.NAME and is_single(rows, at)
    if is_part and share(sorts, Sort.WORDS, Sort.COUNTRY) >= 0.8:
        return PlayerField.NAME
    return PlayerField.COUNTRY if PlayerField.COUNTRY not in found and share(sorts, Sort.COUNTRY) >= 0.8 else None


def _is_unclear(rows: Sequence[Row], found: Sequence[PlayerField | None], headings: Sequence[str], at: int) -> bool:
    """Return whether only the director can say what a column is: answers about ages or days, perhaps the rest of a name."""
    sorts = sorts_in(rows, at)
    if found[at] is not None:
        return found[at] is PlayerField.NUMBER and share(sorts, Sort.CONTACT) >= HALF
    if asks_anything(headings[at]):
        return True
    is_beside = at > 0 and found[at - 1] is PlayerField.NAME and is_single(rows, at - 1) and is_single(rows, at)
    return is_beside and not meaning_of(headings[at]).rank and share(sorts, Sort.WORDS) >= 0.8


def check_parts(headings: Sequence[str]) -> None:
    """Raise RosterError for a list that stands in several parts beside each other: the heading of its names comes again."""
    names = [heading.casefold() for heading in headings if meaning_of(heading).field in NAMES]
    if len(set(names)) < len(names):
        raise RosterError(
            _("The list is in several parts side by side. Put one part below the other and send the list again.")
        )


def _fields_as_chosen(fields: tuple[PlayerField | None, ...], choices: Choices) -> tuple[PlayerField | None, ...]:
    """Return the fields with what the director chose."""
    return tuple(choices.fields.get(at, part) for at, part in enumerate(fields))


def _with_questions(columns: Columns, asked: tuple[Asked, ...], choices: Choices) -> Columns:
    """Return the columns with the questions that no choice answers yet."""
    left = () if choices.fields else asked
    return Columns(columns.separator, columns.headings, columns.fields, columns.heading_line, left)


def is_mixed(rows: Sequence[Row]) -> bool:
    """Return whether lines are more than people: figures in some, pictures or countries alone, the same line again and again."""
    texts = [row.text.strip() for row in rows]
    figures = sum(bool(_FIGURE.search(without_numbering(text))) for text in texts)
    often = Counter(text for text in texts if text[:1].isupper() and why_no_name(text) is None)
    again = sum(count for count in often.values() if count > 1)
    pictures = any(not without_pictures(text)[0].strip() for text in texts)
    is_below = any(map(country_alone, texts)) and not country_alone(texts[0])
    return 1 < figures < 0.8 * len(texts) or pictures or is_below or again >= LEAST_AGAIN


def fields_by_contents(rows: Sequence[Row], width: int) -> tuple[tuple[PlayerField | None, ...], tuple[Asked, ...]]:
    """Return what each column of a list without headings holds, and the question about them."""
    fields: list[PlayerField | None] = [None] * width
    words = []
    for at in range(width):
        sorts = sorts_in(rows, at)
        plain = (field for sort, field in _PLAIN if field not in fields and share(sorts, sort) >= MOST)
        fields[at] = next(plain, None)
        if fields[at] is PlayerField.EMAIL and not all("@" in cell for cell in filled_in(rows, at)):
            fields[at] = None
        if fields[at] is None and share(sorts, Sort.WORDS, Sort.COUNTRY) >= HALF:
            words.append(at)
    whole = [at for at in words if not is_single(rows, at)]
    if whole or len(words) == 1:
        fields[(whole or words)[0]] = PlayerField.NAME
    elif words:
        fields[words[0]], fields[words[1]] = PlayerField.GIVEN, PlayerField.FAMILY
    elif PlayerField.COUNTRY in fields:
        fields[fields.index(PlayerField.COUNTRY)] = PlayerField.NAME
    return tuple(fields), (
        Asked(Question.COLUMNS, "; ".join(_column_in_words(rows, at, fields[at]) for at in range(width))),
    )


def _column_in_words(rows: Sequence[Row], at: int, field: PlayerField | None) -> str:
    """Return a column in words by its place and its first cells, with more of those that may be people: "column 2 (yes, no, x)"."""
    cells = list(dict.fromkeys(filled_in(rows, at)))[: MOST_TOLD if field is None else 3]
    title = _("column {number}", number=at + 1)
    return f"{title} ({', '.join(cells)})"


def sorts_in(rows: Sequence[Row], at: int) -> list[Sort]:
    """Return what the filled cells of a column are by their signs."""
    return [sort_of(cell) for cell in filled_in(rows, at)]


def share(sorts: Sequence[Sort], *wanted: Sort) -> float:
    """Return the share of cells that are of these sorts, from 0 to 1."""
    return sum(each in wanted for each in sorts) / len(sorts) if sorts else 0.0


def filled_in(rows: Sequence[Row], at: int) -> list[str]:
    """Return the filled cells of a column."""
    return [row.cells[at] for row in rows[:MOST_SAMPLED] if at < len(row.cells) and row.cells[at]]


def is_single(rows: Sequence[Row], at: int) -> bool:
    """Return whether most cells of a column are one word, or a surname of several that begins with a small one."""
    cells = filled_in(rows, at)
    single = sum(
        len(words := words_of(cell)) == 1 or (bool(words) and name_key_without_points(words[0]) in PARTICLES)
        for cell in cells
    )
    return single * 10 >= 7 * len(cells)
