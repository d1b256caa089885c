"""The columns of a list: where its headings are, what each column holds by its heading or by its cells, and what the director chose.

Telephone numbers, ages, ratings and time stamps are not read. A column that only the director can know (yes and no, amounts without a
heading, two columns of single words) is guessed and asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournament.day.lists.cells import BLANKS, WHOLE_LINES, Row, announced, rows_of, separator_of
from tournament.day.lists.headings import NAMES, PIPE_HEADINGS, PlayerField, fields_of, meaning_of
from tournament.day.lists.laying import ways_of
from tournament.day.lists.signs import PARTICLES, Sort, bare, sort_of, words_of
from tournament.day.office.countries import country_code
from wording import gettext as _
from wording import gettext_noop

SEARCHED_LINES = 40
"""The number of lines that are searched for headings, since a list may have a title and much else above them."""
LONGEST_LINE = 20_000
MOST_SAMPLED = 200
"""The most cells of a column that are looked at for what it holds."""
SEPARATORS = ("\t", ";", "|", ",")
MOST_TOLD = 12
"""The most cells of a column that a question names, where they may be people."""


class Question(StrEnum):
    """What the list as a whole leaves open; the value is a sentence for `gettext` with {columns}."""

    ORDER = gettext_noop("Which column is the surname? {columns}")
    WHAT_IS = gettext_noop("What is in {columns}? It is not used until you say so.")
    SURNAMES = gettext_noop("Are these surnames or countries? {columns}")
    HEADINGS = gettext_noop("The first line is taken for column headings: {columns}")
    ENCODING = gettext_noop("Are the letters right? {columns}")
    MISFIT = gettext_noop("The headings do not stand above their columns. Check what each column holds: {columns}")
    SHEET = gettext_noop("The list has several sheets; this one is read: {columns}")


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
    if (
        separator == "|"
        and rows
        and len(rows[0].cells) >= len(PIPE_HEADINGS.split("|"))
        and choices.has_headings is None
    ):
        headings = tuple(PIPE_HEADINGS.split("|"))
        fields = fields_of(headings) or (None,) * len(headings)
        return Columns(separator, headings, _chosen(fields, choices)), [], rows
    if separator == WHOLE_LINES:
        return Columns(separator, ("",), _chosen((PlayerField.NAME,), choices)), [], rows
    is_headed = choices.has_headings if choices.has_headings is not None else _is_headed(rows)
    body = rows[1:] if is_headed and len(rows) > 1 else rows
    headings = rows[0].cells if body is not rows else ()
    fields, asked = _guessed(body, width, headings)
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
            if fields is None or (place and len(cells) < 2) or (len(cells) == 1 and meaning_of(cells[0]).rank < 3):
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
    empty = [at for at in range(named) if rows and not _cells(rows, at)]
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
        sorts = _sorts(rows, at)
        if (
            not texts[at]
            and found[at - 1] is PlayerField.NAME
            and _share(sorts, Sort.WORDS, Sort.COUNTRY) >= 0.8
            and _is_single(rows, at)
        ):
            found[at] = PlayerField.NAME
        elif PlayerField.COUNTRY not in found and _share(sorts, Sort.COUNTRY) >= 0.8:
            found[at] = PlayerField.COUNTRY
    found = [
        None if part is PlayerField.NUMBER and _share(_sorts(rows, at), Sort.CONTACT) >= 0.5 else part
        for at, part in enumerate(found)
    ]
    columns = Columns(separator, tuple(texts), _chosen(tuple(found), choices), headings.line)
    return _asking(columns, tuple(asked), choices), above, rows


def _side_by_side(headings: Row, rows: list[Row]) -> tuple[Row, list[Row]]:
    """Return a list whose columns stand twice beside each other as one list: the second part below the first."""
    cells = [cell.casefold() for cell in headings.cells]
    for width in range(2, len(cells) // 2 + 1):
        block = cells[:width]
        if fields_of(block) is None or sum(cells[at : at + width] == block for at in range(0, len(cells), width)) < 2:
            continue
        starts = [at for at in range(0, len(cells), width) if cells[at : at + width] == block]
        parted = [Row(row.line, row.cells[at : at + width], row.text) for at in starts for row in rows]
        return Row(headings.line, headings.cells[:width], headings.text), [row for row in parted if any(row.cells)]
    return headings, rows


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


def _sorts(rows: Sequence[Row], at: int) -> list[Sort]:
    """Return what the filled cells of a column are by their signs."""
    cells = (row.cells[at] for row in rows[:MOST_SAMPLED] if at < len(row.cells) and row.cells[at])
    return [sort_of(cell) for cell in cells]


def _share(sorts: Sequence[Sort], *wanted: Sort) -> float:
    """Return the share of cells that are of these sorts, from 0 to 1."""
    return sum(each in wanted for each in sorts) / len(sorts) if sorts else 0.0


def _cells(rows: Sequence[Row], at: int) -> list[str]:
    """Return the filled cells of a column."""
    return [row.cells[at] for row in rows[:MOST_SAMPLED] if at < len(row.cells) and row.cells[at]]


def _is_single(rows: Sequence[Row], at: int) -> bool:
    """Return whether most cells of a column are one word, or a surname of several that begins with a small one."""
    cells = _cells(rows, at)
    single = sum(len(words := words_of(cell)) == 1 or (bool(words) and bare(words[0]) in PARTICLES) for cell in cells)
    return single * 10 >= 7 * len(cells)


def _is_headed(rows: Sequence[Row]) -> bool:
    """Return whether the first row is no player: its cells differ from those below it in a column of dates, addresses, countries or figures."""
    if len(rows) > 2 and not rows[0].cells[0] and any(sort_of(cell) is Sort.TIME for cell in rows[0].cells):
        return True  # days above the answers of a poll
    if len(rows) < 3 or not words_of(" ".join(rows[0].cells)):
        return len(rows) == 2 and sum(meaning_of(cell).rank > 1 for cell in rows[0].cells) > 1
    plain = {Sort.CONTACT, Sort.TIME, Sort.AMOUNT, Sort.NUMBER, Sort.COUNTRY, Sort.ANSWER}
    differs = 0
    for at, cell in enumerate(rows[0].cells):
        first = sort_of(cell)
        sorts = _sorts(rows[1:], at)
        usual = next((each for each in plain if len(sorts) > 1 and _share(sorts, each) >= 0.9), None)
        if usual is None:
            continue
        if first is usual or (usual is Sort.ANSWER and first in {Sort.JUNIOR, Sort.EMPTY}):
            return False
        differs += first is Sort.WORDS
    return (
        differs > 0
        and sum(meaning_of(cell).rank > 0 or cell.endswith("?") or cell.endswith(":") for cell in rows[0].cells)
        + differs
        > 1
    )


def _guessed(
    rows: Sequence[Row], width: int, headings: Sequence[str]
) -> tuple[tuple[PlayerField | None, ...], tuple[Asked, ...]]:
    """Return what each column of a list without known headings holds, by its cells, and what has to be asked."""
    fields: list[PlayerField | None] = [None] * width
    asked: list[Asked] = []
    words, codes, unclear = [], [], []
    for at in range(width):
        sorts = _sorts(rows, at)
        meaning = meaning_of(headings[at]) if at < len(headings) else None
        if not sorts:
            continue
        if meaning is not None and meaning.rank and meaning.field not in fields:
            fields[at] = meaning.field
        elif _share(sorts, Sort.COUNTRY) >= 0.6:
            codes.append(at)
        elif _share(sorts, Sort.CONTACT) >= 0.6:
            if PlayerField.EMAIL not in fields and all(
                "@" in cell for cell in _cells(rows, at) if sort_of(cell) is Sort.CONTACT
            ):
                fields[at] = PlayerField.EMAIL
        elif _share(sorts, Sort.JUNIOR) >= 0.9 and PlayerField.JUNIOR not in fields:
            fields[at] = PlayerField.JUNIOR
        elif _share(sorts, Sort.ANSWER, Sort.AMOUNT, Sort.JUNIOR) >= 0.9:
            unclear.append(at)
        elif _share(sorts, Sort.WORDS, Sort.COUNTRY) >= 0.5:
            words.append(at)
    asked += _place_names(rows, fields, words, codes)
    if unclear:
        asked.append(Asked(Question.WHAT_IS, "; ".join(_told(rows, at) for at in unclear)))
    return tuple(fields), tuple(asked)


def _place_names(
    rows: Sequence[Row], fields: list[PlayerField | None], words: list[int], codes: list[int]
) -> list[Asked]:
    """Decide in ``fields`` which columns of words are the name and which of country codes is the country; return what is asked."""
    asked: list[Asked] = []
    known = NAMES & set(fields)
    whole = [at for at in words if not _is_single(rows, at) and _variety(rows, at) > 0.6]
    single = [at for at in words if at not in whole and _variety(rows, at) > 0.3]
    if not known and whole:
        fields[whole[0]] = PlayerField.NAME
        rest = [at for at in words if at != whole[0]]
    elif not known and len(single) > 1:
        first, second = single[0], single[1]
        rest = [at for at in words if at not in {first, second}]
        is_turned, is_plain = _surname_first(rows, first, second)
        fields[first] = PlayerField.FAMILY if is_turned else PlayerField.GIVEN
        fields[second] = PlayerField.GIVEN if is_turned else PlayerField.FAMILY
        if not is_plain:
            asked.append(Asked(Question.ORDER, "; ".join(_told(rows, at) for at in (first, second))))
    elif not known and single:
        other = next((at for at in codes if _may_be_surnames(rows, at)), None)
        if other is not None:
            if not all(country_code(cell) for cell in _cells(rows, other)):
                fields[single[0]], fields[other] = PlayerField.GIVEN, PlayerField.FAMILY
                codes.remove(other)
            else:
                fields[single[0]] = PlayerField.NAME
            asked.append(Asked(Question.SURNAMES, _told(rows, other)))
        else:
            fields[single[0]] = PlayerField.NAME
        rest = [at for at in words if at != single[0]]
    elif not known and words:
        fields[words[0]] = PlayerField.NAME
        rest = words[1:]
    else:
        rest = words
    if not NAMES & set(fields) and codes:
        fields[codes.pop(0)] = PlayerField.NAME
    if codes and PlayerField.COUNTRY not in fields:
        fields[codes[0]] = PlayerField.COUNTRY
    if rest:
        asked.append(Asked(Question.WHAT_IS, "; ".join(_told(rows, at) for at in rest)))
    return asked


def _surname_first(rows: Sequence[Row], first: int, second: int) -> tuple[bool, bool]:
    """Return whether the first of two columns of single words is the surname, and whether that is plain by the cells themselves."""
    pairs = [
        (row.cells[first], row.cells[second])
        for row in rows[:MOST_SAMPLED]
        if max(first, second) < len(row.cells) and row.cells[first] and row.cells[second]
    ]
    signs = 0
    for one, two in pairs:
        signs += _is_surname(one, two) - _is_surname(two, one)
    if signs:
        return signs > 0, abs(signs) * 2 >= len(pairs)
    # Ruling: where nothing tells, a comma parts surname and given name in lists of two columns, and forms have the given name first.
    is_comma = bool(rows) and "," in rows[0].text and ";" not in rows[0].text and "\t" not in rows[0].text
    is_register = is_comma and len(rows[0].cells) == 2
    return is_register, is_register and all(cell.isupper() for pair in pairs for cell in pair)


def _is_surname(cell: str, other: str) -> bool:
    """Return whether a cell is a surname by its signs beside the other part: capitals, a small word in front, or an initial beside it."""
    words = cell.split()
    capitals = len(cell) > 1 and cell.isupper() and not other.isupper() and len(other) > 1
    return (
        capitals
        or (len(words) > 1 and words[0].casefold() in PARTICLES)
        or (len(other.strip(".")) == 1 < len(cell.strip(".")))
    )


def _variety(rows: Sequence[Row], at: int) -> float:
    """Return the share of different cells among the filled ones of a column: names differ, clubs and states repeat."""
    cells = _cells(rows, at)
    return len(set(cells)) / len(cells) if cells else 0.0


def _may_be_surnames(rows: Sequence[Row], at: int) -> bool:
    """Return whether a column of codes may be surnames of two letters: two capitals each, few of them equal, or not all of them codes."""
    cells = _cells(rows, at)
    return all(len(cell) == 2 and cell.isalpha() for cell in cells) and (
        not all(country_code(cell) for cell in cells) or _variety(rows, at) == 1.0
    )


def _told(rows: Sequence[Row], at: int) -> str:
    """Return a column in words by its place and its first cells: "column 2 (yes, no, x)"."""
    cells = list(dict.fromkeys(_cells(rows, at)))[: 3 if _is_single(rows, at) or _variety(rows, at) < 1 else MOST_TOLD]
    return _("column {number} ({cells})", number=at + 1, cells=", ".join(cells))
