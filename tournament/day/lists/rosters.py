"""Reads a list of players from text, whatever it is: one player a line, columns with or without headings, the recipients of a mail.

1. The text becomes rows of cells and columns with a field each (`columns`), by headings, else by what the cells hold, else by the
   director's choice. A list with one player a line has one column.
2. Each name is taken apart (`persons`): number, title, flag, country, mark of a junior; the rest of the list says what a comma means.
3. Lines that may be no person (`doubts`) stand apart and are not selected; doubted ones say why; what is not used is kept.
4. Countries are read in any common spelling (`office.countries`); one that nobody knows is asked about.
5. Each line is compared with the event and the rest of the list: refused, entered already, the same name again, perhaps the same person
   (`likeness`).

What a director chose about a list, as the page sends it and as it is kept for the next list of the same shape.

A list of players as a file, read as the page reads it, as plain values: what `manage.py roster` prints.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from tournament.day.likeness import KnownName, KnownNames
from tournament.day.lists.cells import BLANKS, WHOLE_LINES, Page, pages_of
from tournament.day.lists.columns import (
    LONGEST_LINE,
    Asked,
    Choices,
    Columns,
    Question,
    RosterError,
    check_parts,
    columns_of_sheet,
)
from tournament.day.lists.headings import PlayerField
from tournament.day.lists.lines import LineState, RosterLine, without_invisible
from tournament.day.lists.people import People, cells_by_column, line_above_headings
from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import country_code
from tournament.day.office.files import source_of_file
from tournament.day.office.sources.texts import CANDIDATES, encoding_words, recoded_text, too_large
from tournament.record.lengths import too_long
from tournament.record.names import name_key
from wording import gettext as _

NOT_USED = "-"
"""How a page says that a column is not used."""
SIGNS: Mapping[str, str] = {
    "lines": WHOLE_LINES,
    "tab": "\t",
    "semicolon": ";",
    "comma": ",",
    "bar": "|",
    "blanks": BLANKS,
}
"""The separators by the names under which a page sends them."""
COLUMN = "column-"
"""The prefix of a page's fields that say what a column holds; the column's place follows, counted from 0."""
MOST_COLUMNS = 200


def choices_of(sent: Mapping[str, str]) -> Choices:
    """Return what a page sent; values that no page offers are passed over."""
    fields: dict[int, PlayerField | None] = {}
    for name, value in sent.items():
        at = name.removeprefix(COLUMN)
        if name.startswith(COLUMN) and at.isascii() and at.isdigit() and len(at) <= len(str(MOST_COLUMNS)):
            if value == NOT_USED:
                fields[int(at)] = None
            elif value.upper() in PlayerField.__members__:
                fields[int(at)] = PlayerField[value.upper()]
    sheet, headings = sent.get("sheet", ""), sent.get("headings", "")
    return Choices(
        sheet=int(sheet) if sheet.isascii() and sheet.isdigit() and len(sheet) < 4 else None,
        separator=SIGNS.get(sent.get("separator", "")),
        has_headings={"yes": True, "no": False}.get(headings),
        fields=fields,
    )


def shape_of(columns: Columns) -> str:
    """Return a digest of the separator and the headings; without headings the number of columns stands for them."""
    told = [name_key(heading) for heading in columns.headings] if any(columns.headings) else [str(len(columns.fields))]
    return hashlib.sha256(repr((columns.separator, told)).encode()).hexdigest()[:16]


def fields_by_place(columns: Columns) -> dict[str, str]:
    """Return the fields of the columns as they are kept: the name of the field by the column's place, `NOT_USED` for none."""
    return {str(at): part.name.lower() if part else NOT_USED for at, part in enumerate(columns.fields)}


def choices_kept(fields: Mapping[str, str]) -> Choices:
    """Return what was kept of an earlier list as choices for this one."""
    return choices_of({f"{COLUMN}{at}": value for at, value in fields.items()})


MAX_LINES = 2000
SAMPLES = 3
"""The number of rows that a page shows of each column."""

_RECIPIENTS = re.compile(r"^\s*[^\W\d_]{1,14}\s*:\s*")
"""The word in front of the recipients of a mail: "To:"."""
_PIECES = {sign: re.compile(rf'(?:"[^"]*"|[^"{sign}])+') for sign in ";,、"}
"""What stands between two signs on one line, with such signs in quotation marks."""


@dataclass(frozen=True, slots=True)
class Roster:
    """A list as it was understood: its lines, its columns, the names of its sheets and which one is read (counted from 0)."""

    lines: tuple[RosterLine, ...]
    columns: Columns | None = None
    sheets: tuple[str, ...] = ()
    sheet: int = 0
    samples: tuple[tuple[str, ...], ...] = ()

    @property
    def has_columns(self) -> bool:
        """Whether the list has columns, so that it tells of every player what they hold."""
        return self.columns is not None and not self.columns.is_whole_lines

    @property
    def tells(self) -> frozenset[PlayerField]:
        """The fields that the list has for every player; without columns only the name."""
        return self.columns.tells if self.columns and self.has_columns else frozenset({PlayerField.NAME})

    @property
    def list_questions(self) -> tuple[Asked, ...]:
        """The questions about the list as a whole."""
        return self.columns.asked if self.columns else ()

    @property
    def sample_names(self) -> tuple[str, ...]:
        """Up to three names with letters beyond A to Z, else headings and the like: by these one sees whether letters are right."""
        texts = [line.name for line in self.lines] + [*(self.columns.headings if self.columns else ())]
        texts += [text for line in self.lines for text in (line.club, line.team, line.unknown_country)]
        return tuple(islice(dict.fromkeys(text for text in texts if not text.isascii()), SAMPLES))

    @property
    def had_contacts(self) -> int:
        """The number of names with an e-mail address or a phone number beside them."""
        return sum(line.had_contacts for line in self.lines)

    @property
    def unknown_countries(self) -> tuple[str, ...]:
        """The unknown countries as written, each once."""
        return tuple(dict.fromkeys(line.unknown_country for line in self.lines if line.unknown_country))


@dataclass(frozen=True)
class Surroundings:
    """Everything with which a list is compared.

    ``entered`` and ``contestant_ids`` are the names and the organiser's numbers of the event's entries, ``known`` are names in the event,
    ``earlier`` names of other events. ``countries`` are answers on unknown countries: the code by spelling (as `name_key` returns it), ""
    for no country.
    """

    entered: Collection[str] = ()
    contestant_ids: Collection[str] = ()
    known: Iterable[KnownName] = ()
    earlier: Iterable[KnownName] = ()
    countries: Mapping[str, str] = field(default_factory=dict)


NO_CHOICES = Choices()


def read_roster(
    text: str, entered: Collection[str] = (), contestant_ids: Collection[str] = ()
) -> tuple[RosterLine, ...]:
    """Return the lines of a list; ``entered`` are names already in the event, ``contestant_ids`` the organiser's numbers there."""
    return read_list(text, Surroundings(entered, contestant_ids)).lines


def read_list(text: str, around: Surroundings, choices: Choices = NO_CHOICES) -> Roster:
    """Return a list of players as understood; raises RosterError if it is empty, has only headings or is far too long."""
    pages = pages_of(without_invisible(text))
    check_lines([line for page in pages for line in page.lines])
    sheet = choices.sheet if choices.sheet is not None and choices.sheet < len(pages) else _likeliest_sheet(pages)
    lines = _each_on_a_line(pages[sheet].lines, choices)
    check_lines(lines)
    columns, above, rows = columns_of_sheet(lines, choices)
    check_parts(columns.headings)
    if columns.heading_line and not rows:
        raise RosterError(_("The list has no players; paste one player per line, for example “Ada Demo, NL”."))
    read = [line_above_headings(row) for row in above]
    read += People(columns, rows, around.countries).lines()
    if len(pages) > 1 and choices.sheet is None and not (columns.heading_line and pages[sheet].is_open):
        columns = replace(columns, asked=(Asked(Question.SHEET, pages[sheet].name), *columns.asked))
    samples = tuple(cells_by_column(row, len(columns.fields)) for row in rows[:SAMPLES])
    return Roster(_with_states(read, around), columns, tuple(page.name for page in pages), sheet, samples)


def _likeliest_sheet(pages: Sequence[Page]) -> int:
    """Return the place of the sheet that is read unless the director chooses: one with headings before others, the open one first."""

    def worth(place: int) -> tuple[bool, bool, int, int]:
        page = pages[place]
        has_headings = len(pages) > 1 and columns_of_sheet(page.lines, NO_CHOICES)[0].heading_line > 0
        return has_headings, page.is_open, len(page.lines), -place

    return max(range(len(pages)), key=worth)


def _each_on_a_line(lines: Sequence[tuple[int, str]], choices: Choices) -> Sequence[tuple[int, str]]:
    """Return the lines, with people who all stand on one line, such as the recipients of a mail, on lines of their own."""
    if choices.separator not in {None, WHOLE_LINES} or len(lines) > 1:
        return lines
    (number, line), *_ = lines
    for sign, between in _PIECES.items():
        pieces = between.findall(_RECIPIENTS.sub("", line))
        named = [without_contacts(piece)[0].replace('"', " ").split() for piece in pieces]
        is_mail = sign in line and all("@" in piece for piece in pieces)
        if is_mail or (len(pieces) > 2 and all(len(name) > 1 and not country_code(" ".join(name)) for name in named)):
            return [(number, piece.strip()) for piece in pieces]
    return lines


def check_lines(filled: Sequence[tuple[int, str]]) -> None:
    """Raise RosterError for no filled line, too many or too long ones."""
    if not filled:
        raise RosterError(_("The list has no players; paste one player per line, for example “Ada Demo, NL”."))
    for _number, line in filled:
        if refusal := too_long(line, LONGEST_LINE):
            raise RosterError(refusal)
    if len(filled) > MAX_LINES:
        raise RosterError(too_large(MAX_LINES))


def _with_states(lines: list[RosterLine], around: Surroundings) -> tuple[RosterLine, ...]:
    """Return the lines with their states, compared with the event and with each other."""
    entered = {name_key(name): name for name in around.entered}
    contestant_ids = {number for number in around.contestant_ids if number}
    known, earlier = KnownNames(around.known), KnownNames(around.earlier)
    seen: dict[str, int] = {}
    ids: dict[str, int] = {}
    marked = []
    for line in lines:
        state, remark = line.state, line.remark
        alike: tuple[str, ...] = ()
        if state is LineState.NEW:
            state, remark = _doubt(line, seen, ids, entered, contestant_ids)
        if state is LineState.NEW:
            # A name known exactly from another event is that person, so similar names from other events are not pointed out.
            before = () if earlier.has(line.name) else earlier.like(line.name)
            alike = tuple(found.words for found in (*known.like(line.name), *before))
        if state not in {LineState.REFUSED, LineState.APART}:
            seen.setdefault(name_key(line.name), line.line)
            ids.setdefault(line.contestant_id, line.line)
            known.add(KnownName(line.name, _("line {line}", line=line.line)))
        is_as_read = (state, remark, alike) == (line.state, line.remark, line.alike)
        marked.append(line if is_as_read else replace(line, state=state, remark=remark, alike=alike))
    return tuple(marked)


def _doubt(
    line: RosterLine,
    seen: Mapping[str, int],
    ids: Mapping[str, int],
    entered: Mapping[str, str],
    contestant_ids: Collection[str],
) -> tuple[LineState, str]:
    """Return the state and the remark of a readable line.

    The same organiser's number twice is one person; the same name twice may be two people. ``seen`` and ``ids`` have the lines of names
    and numbers so far, ``entered`` and ``contestant_ids`` those of the event.
    """
    number, key = line.contestant_id, name_key(line.name)
    if number in contestant_ids:
        return LineState.REFUSED, _(
            "Organiser's number {number} has already been entered; leave the line out.", number=number
        )
    if number and number in ids:
        return LineState.REFUSED, _(
            "Line {line} has the same organiser's number, and a person can enter only once.", line=ids[number]
        )
    if key in entered:
        words = _(
            "{name} has already been entered; select the line to add another player with this name.", name=entered[key]
        )
        return LineState.ENTERED, words
    if key in seen:
        return LineState.DUPLICATE, _(
            "Line {line} has the same name; select this line if they are different people.", line=seen[key]
        )
    return LineState.NEW, ""


def as_json(name: str, content: bytes, choices: Choices = NO_CHOICES, encoding: str = "") -> dict[str, Any]:
    """Return a list as it is understood; raises FileError or RosterError, both ValueErrors, with a sentence for what cannot be read.

    ``columns`` have their ``heading`` and ``kind`` ("unused" for one that is not read), ``rows`` every filled line in its order, with
    ``selected`` as the page ticks it and ``doubts`` as sentences; ``questions`` are about the list as a whole.
    """
    source = source_of_file(name, content)
    text = recoded_text(source.text, source.encoding, encoding) if encoding and source.encoding else source.text
    roster = read_list(text, Surroundings(), choices)
    _check_choices(roster, choices)
    return roster_as_plain_values(roster, encoding or source.encoding)


def _check_choices(roster: Roster, choices: Choices) -> None:
    """Raise RosterError for a sheet or a column that the list does not have."""
    columns = len(roster.columns.fields) if roster.columns else 0
    has_sheet = 0 <= (choices.sheet or 0) < max(len(roster.sheets), 1)
    if not has_sheet or any(at >= columns for at in choices.fields):
        raise RosterError(
            _("The list has no sheet or column with this number; leave the number out to see what there is.")
        )


def roster_as_plain_values(roster: Roster, encoding: str = "") -> dict[str, Any]:
    """Return a list that was read as plain values."""
    columns = roster.columns
    asked = [each.words for each in roster.list_questions]
    if encoding and (accented := roster.sample_names):
        asked.insert(0, about_letters(encoding, accented))
    return {
        "sheet": roster.sheets[roster.sheet] if roster.sheets else "",
        "sheets": list(roster.sheets) if len(roster.sheets) > 1 else [],
        "encoding": encoding,
        "encodings": [each for each in CANDIDATES if encoding and each != encoding],
        "columns": [
            {"heading": heading, "kind": part.name.lower() if part else "unused"}
            for part, heading in zip(columns.fields, columns.headings, strict=True)
        ]
        if columns
        else [],
        "questions": asked,
        "rows": [_row(line, asked) for line in roster.lines],
    }


def _row(line: RosterLine, asked: list[str]) -> dict[str, Any]:
    """Return a line as plain values; a question about the list is a doubt about each line that is selected."""
    is_selected = line.state is LineState.NEW
    return {
        "line": line.line,
        "name": line.name,
        "given": line.given_name,
        "family": line.family_name,
        "country": line.country,
        "unknown_country": line.unknown_country,
        "junior": line.is_junior,
        "number": line.contestant_id,
        "club": line.club,
        "team": line.team,
        "email": line.email,
        "fee": line.fee,
        "selected": is_selected,
        "doubts": [*line.why, *_country_question(line), *(asked if is_selected else [])],
        "unused": list(line.unused),
    }


def _country_question(line: RosterLine) -> list[str]:
    """Return the question about a country that is not known."""
    return [_("Which country is {country}?", country=f"“{line.unknown_country}”")] if line.unknown_country else []


def about_letters(encoding: str, accented: Sequence[str]) -> str:
    """Return the question whether the letters of a file are right, with some names as they were read."""
    words = _("Are all the letters right? The file was read as {encoding}.", encoding=encoding_words(encoding))
    return f"{words} {' · '.join(accented)}"
