"""The rows of a list as people: a line for each row, with its name put together, what stands beside it, and its doubts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import median_low

from tournament.day.lists import signs
from tournament.day.lists.cells import BLANKS, Row
from tournament.day.lists.columns import Columns, Question
from tournament.day.lists.headings import (
    NAMES,
    PlayerField,
    is_about,
    is_headings_again,
    is_of_this_game,
    meaning_of,
    puts_surname_first,
    says_paid,
)
from tournament.day.lists.lines import (
    NO_PLAYER,
    Doubt,
    LineState,
    Reason,
    RosterLine,
    checked_line,
    doubts_on_name,
    remark_apart,
    section_of,
    tidy_name,
    why_no_name,
    why_no_person,
    word_apart,
)
from tournament.day.lists.persons import BOXES, is_two_people, take_apart
from tournament.day.lists.words import words
from tournament.day.lists.written import Habits, Written, habits_of
from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import country_code
from tournament.day.office.sources.texts import FORMULA_MARK, HIDDEN_MARK
from tournament.record.names import name_key
from wording import gettext as _

_AROUND = " \t;,|"
_IN_BRACKETS = re.compile(r"(.*?)\s*[(\[]\s*(.*?)\s*[)\]]")
_CODE_FIRST = re.compile(r"[A-Za-z]{2,3}\s*[-–—:/]\s*(.+)")
_SAY_MORE = frozenset({None, PlayerField.FEE, PlayerField.TEAM, PlayerField.CLUB, PlayerField.JUNIOR})
"""What the columns hold in which a list may say that somebody is not coming."""
_FIGURE = re.compile(r"\s*\+?\s*(\d{1,4})(?!\d)")
_USUAL = frozenset(map(name_key, words("state of a player")))
_WORD_OF_JUNIORS = frozenset({"jnr", "junior", "u18", "u16", "u14"})
_ALONE = 3
"""The least number of filled cells of most rows beside which a row with one filled cell is doubted."""


def cells_by_column(row: Row, width: int) -> tuple[str, ...]:
    """Return the cells of a row, one for each column; what is left over is not read."""
    return (*row.cells[:width], *[""] * (width - len(row.cells)))


def line_above_headings(row: Row) -> RosterLine:
    """Return a refused line for text above the headings."""
    return RosterLine(
        row.line,
        tidy_name(row.text),
        state=LineState.REFUSED,
        remark=_(NO_PLAYER),
    )


@dataclass(frozen=True, slots=True)
class _Person:
    """A row taken apart: its cells, one for each column, and what its name holds."""

    row: Row
    cells: tuple[str, ...]
    written: Written


@dataclass(frozen=True)
class People:
    """The people in the rows of a list; ``answers`` are the codes of countries that nobody knew."""

    columns: Columns
    rows: Sequence[Row]
    answers: Mapping[str, str]

    def lines(self) -> Iterator[RosterLine]:
        """Yield a line for each row; a title such as "Waiting list:" counts for the lines below it, and so does a country."""
        section: Doubt | None = None
        country = ""
        for person in self._people:
            text = person.row.text.strip(f'{_AROUND}"')
            is_alone = sum(map(bool, person.row.cells)) == 1
            title = section_of(signs.without_bold(text)) if is_alone else None
            if any(self.columns.headings) and is_headings_again(person.row.cells, self.columns.headings):
                yield _line_set_apart(person.row, Reason.AGAIN)
            elif title is not None and not _has_more_than_a_name(person.written):
                country, section = "", Doubt(title, tidy_name(text).strip(" :#*-–—"))
                section = None if title is Reason.TITLE else section
                yield _line_set_apart(person.row, Reason.TITLE)
            elif is_alone and Question.MIXED not in self._list_questions and (named := signs.country_alone(text)):
                section, country = None, named
                yield _line_set_apart(person.row, Reason.TITLE)
            else:
                line = self._line(person, section)
                is_from_there = country and not line.country and line.state is LineState.NEW
                yield replace(line, country=country) if is_from_there else line

    @cached_property
    def _list_questions(self) -> frozenset[Question]:
        """What is asked about the whole list: where not every line is a person, a country need not stand above its people."""
        return frozenset(each.question for each in self.columns.asked)

    @cached_property
    def _places(self) -> Mapping[PlayerField, tuple[int, ...]]:
        """The places of the columns of each field, in the order in which their cells are joined."""
        read = [(at, part) for at, part in enumerate(self.columns.fields) if part is not None]
        places: dict[PlayerField, tuple[int, ...]] = {}
        for at, part in sorted(read, key=lambda each: not is_about(self.columns.headings[each[0]], "infix")):
            places[part] = (*places.get(part, ()), at)
        return places

    @cached_property
    def _people(self) -> tuple[_Person, ...]:
        """Every row, taken apart."""
        return tuple(self._taken_apart(row) for row in self.rows)

    @cached_property
    def _habits(self) -> Habits:
        """How the list writes its names."""
        places = self._places.get(PlayerField.NAME, ())
        headings = [self.columns.headings[at] for at in places]
        beside = [meaning_of(heading).field for at, heading in enumerate(self.columns.headings) if at not in places]
        habits = habits_of([person.written for person in self._people])
        return replace(
            habits,
            first_word_is_surname=any(map(puts_surname_first, headings)),
            comma_turns=any(headings),
            has_country=PlayerField.COUNTRY in self._places,
            has_parts=bool({PlayerField.GIVEN, PlayerField.FAMILY} & set(beside)),
        )

    @cached_property
    def _is_ticked(self) -> bool:
        """Whether some lines have a tick in front, so that those with an empty box have none."""
        return any(signs.is_ticked(row.text) for row in self.rows)

    @cached_property
    def _is_numbered(self) -> bool:
        """Whether most lines have a number or a bullet in front."""
        numbered = sum(signs.has_number(row.text) for row in self.rows)
        return self.columns.is_whole_lines and len(self.rows) > 3 and numbered * 10 >= 7 * len(self.rows)

    @cached_property
    def _usual_width(self) -> int:
        """How many cells most rows have."""
        return median_low([0, *(len(row.cells) for row in self.rows)])

    @cached_property
    def _usually_filled(self) -> int:
        """How many cells most rows have filled."""
        return median_low([0, *(sum(map(bool, row.cells)) for row in self.rows)])

    def _cell(self, cells: Sequence[str], part: PlayerField) -> str:
        """Return the cell of a field, or its cells joined by blanks."""
        places = self._places.get(part, ())
        return cells[places[0]] if len(places) == 1 else " ".join(filter(None, (cells[at] for at in places)))

    def _fee(self, cells: Sequence[str]) -> str:
        """Return what the list says of the fee; an amount below a heading such as "Paid" is paid."""
        text = tidy_name(self._cell(cells, PlayerField.FEE))
        headings = (self.columns.headings[at] for at in self._places.get(PlayerField.FEE, ()))
        return f"{text} paid" if any(map(str.isdigit, text)) and any(map(says_paid, headings)) else text

    def _taken_apart(self, row: Row) -> _Person:
        """Return a row taken apart."""
        cells = cells_by_column(row, len(self.columns.fields))
        parts = (self._cell(cells, part) for part in (PlayerField.NAME, PlayerField.GIVEN, PlayerField.FAMILY))
        return _Person(row, cells, take_apart(*parts))

    def _line(self, person: _Person, section: Doubt | None) -> RosterLine:
        """Return one row as a line; ``section`` is what the title above it says."""
        written, cells = person.written, person.cells
        named = written.named(self._habits)
        given, family = written.given, written.family
        if not given and not family:
            given, family = named.given, named.family
        name = tidy_name(named.name)
        if written.given and written.family and not _has_words_of(name, f"{given} {family}"):
            name = ""  # what people like to be called, beside what they are called
        name = name or " ".join(filter(None, (given, family)))
        country, unknown = self._country(cells, written, named.country)
        doubts = [*([section] if section else []), *named.doubts, *self._doubts_on(person)]
        beside = written.country or written.unknown_country
        if self._cell(cells, PlayerField.COUNTRY) and beside not in {"", country}:
            doubts.append(Doubt(Reason.LEFT_OUT, beside))
        if is_two_people(written.given or name, is_given=bool(written.given)):
            doubts.append(Doubt(Reason.TWO_PEOPLE))
        if name and not any(doubt.reason.is_apart for doubt in doubts):
            reason = why_no_name(name) or _reason_of_figure(name, person)
            if reason and not (country and reason is Reason.NOBODY and " " in name):
                doubts.append(Doubt(reason))
        if not name and (reason := why_no_person(person.row.text)) is not None:
            doubts.append(Doubt(reason))
        line = RosterLine(
            line=person.row.line,
            name=name,
            country=country,
            is_junior=written.is_junior
            or is_yes(self._cell(cells, PlayerField.JUNIOR))
            or any(doubt.reason is Reason.JUNIOR for doubt in doubts),
            contestant_id=(tidy_name(self._cell(cells, PlayerField.NUMBER)) or written.number).removeprefix("#"),
            given_name=tidy_name(given),
            family_name=tidy_name(family),
            unknown_country=unknown,
            had_contacts=written.had_contacts or (not any(self.columns.headings) and holds_contacts(cells)),
            club=tidy_name(self._cell(cells, PlayerField.CLUB)),
            team=tidy_name(self._cell(cells, PlayerField.TEAM)),
            email=tidy_name(self._cell(cells, PlayerField.EMAIL)),
            fee=self._fee(cells),
            doubts=tuple(dict.fromkeys([*doubts, *doubts_on_name(name)])),
            unused=(*named.unused, *filter(None, person.row.cells[len(cells) :])),
        )
        whole = (
            self._cell(cells, PlayerField.NAME)
            or f"{self._cell(cells, PlayerField.GIVEN)} {self._cell(cells, PlayerField.FAMILY)}"
        )
        return checked_line(line, person.row.text, note=person.row.text if self.columns.is_whole_lines else whole)

    def _country(self, cells: Sequence[str], written: Written, beside: str) -> tuple[str, str]:
        """Return the code of the country by its column, else as it stands ``beside`` the name; or "" and the spelling of an unknown one."""
        code, left = signs.flag_of(self._cell(cells, PlayerField.COUNTRY).removeprefix(HIDDEN_MARK))
        text = left.strip()
        if code and not country_code(text):
            return country_code(code) or code, ""
        if not text:
            return (
                (beside, "") if beside or not written.unknown_country else self._country_code(written.unknown_country)
            )
        if country_code(text) is None:
            found = (_IN_BRACKETS.fullmatch(text), _CODE_FIRST.fullmatch(text))
            more = [each for match in found if match for each in match.groups()]
            text = next((each for each in more if each and country_code(each)), text)
        return self._country_code(text)

    def _country_code(self, written: str) -> tuple[str, str]:
        """Return the code of a written country, and ""; or "" and the spelling if it is unknown and not answered yet."""
        code = country_code(written)
        if code is None:
            code = self.answers.get(name_key(written))
        return (code, "") if code is not None else ("", tidy_name(written))

    def _doubts_on(self, person: _Person) -> Iterator[Doubt]:
        """Yield the doubts that the whole row raises: a hidden one, cells beside the name, cells too many or too few."""
        row, filled = person.row, sum(map(bool, person.row.cells))
        if row.text.lstrip(_AROUND).startswith(HIDDEN_MARK.strip()):
            yield Doubt(Reason.HIDDEN)
        if not self.columns.is_whole_lines:
            yield from self._doubts_of_cells(person.cells)
            is_shifted = self.columns.separator == BLANKS and len(row.cells) != self._usual_width
            is_cut = any(row.cells[len(person.cells) :])
            if is_shifted or is_cut or (filled == 1 and self._usually_filled >= _ALONE):
                yield Doubt(Reason.CELLS)
        if self._is_numbered and not signs.has_number(row.text):
            yield Doubt(Reason.UNNUMBERED)
        if self._is_ticked and row.text.lstrip(" -*•")[:3].startswith(BOXES):
            yield Doubt(Reason.MAYBE, row.text.strip(" -*•")[:3].strip())

    def _doubts_of_cells(self, cells: Sequence[str]) -> Iterator[Doubt]:
        """Yield the doubts that cells beside the name raise: formulas, people who are not coming."""
        for at, (cell, part) in enumerate(zip(cells, self.columns.fields, strict=True)):
            if not cell or part in NAMES:
                continue
            heading = self.columns.headings[at]
            if part is None and Question.GAMES in self._list_questions and is_about(heading, "game"):
                if not is_of_this_game(cell):
                    yield Doubt(Reason.GAME, cell)
            elif (reason := reason_in_cell(cell, part, heading)) is not None:
                yield Doubt(reason, cell)


def _line_set_apart(row: Row, reason: Reason) -> RosterLine:
    """Return a line that is no person, with its text as it stands; headings again are refused."""
    line = RosterLine(row.line, tidy_name(row.text.strip(_AROUND)), doubts=(Doubt(reason),))
    if reason is Reason.AGAIN:
        return replace(line, name="", state=LineState.REFUSED, remark=_(NO_PLAYER), doubts=(), unused=(line.name,))
    return checked_line(line, row.text, note=row.text)


def _has_words_of(name: str, parts: str) -> bool:
    """Return whether a name has all words of its parts."""
    return set(name_key(parts).split()) <= set(name_key(name).split())


def _reason_of_figure(name: str, person: _Person) -> Reason | None:
    """Return TOTAL or the like where a figure stands in front of the name, or of the whole row if it has nothing else."""
    if len(list(filter(None, person.row.cells))) == 1 and (signs.has_number(person.row.text) or ":" in person.row.text):
        return why_no_person(person.row.text)
    return why_no_person(name) if any(map(str.isdigit, name)) else None


def _has_more_than_a_name(written: Written) -> bool:
    """Return whether a text that looks like a title has a country or the like beside it, so that it is a name."""
    return bool(written.country or written.is_junior or len(written.pieces) > 1)


def reason_in_cell(cell: str, part: PlayerField | None, heading: str) -> Reason | None:
    """Return what a cell beside the name says that somebody should look at."""
    if FORMULA_MARK in cell:
        return None if part in {None, PlayerField.FEE} else Reason.FORMULA
    if (
        part is PlayerField.JUNIOR
        and signs.name_key_without_points(cell) not in signs.YES | signs.NO | _WORD_OF_JUNIORS
        and not is_yes(cell)
    ):
        return Reason.STATE
    most = next((most for most, kind in enumerate(("guests", "quantity")) if is_about(heading, kind)), None)
    if part is None and most is not None and (figure := _FIGURE.match(cell)) and int(figure[1]) > most:
        return Reason.PLUS
    if part is None and signs.name_key_without_points(cell) in _WORD_OF_JUNIORS:
        return Reason.JUNIOR
    if part is None and not cell.isdigit() and why_no_person(cell) is Reason.TOTAL:
        return Reason.TOTAL
    if part in _SAY_MORE and (reason := _by_heading(cell, heading)) is not None:
        return reason
    return _state(cell, heading) if part in _SAY_MORE and not cell.isdigit() else None


def _by_heading(cell: str, heading: str) -> Reason | None:
    """Return what an answer or a figure says below a heading that asks who cancelled, waits or comes: "Cancelled?", "Coming?"."""
    agrees = signs.name_key_without_points(cell) in signs.YES or (cell.isdigit() and int(cell) > 0)
    asked = word_apart(heading.strip(" ?:"))
    if asked in {Reason.CANCELLED, Reason.WAITING} and agrees:
        return asked
    return Reason.CANCELLED if signs.name_key_without_points(cell) in signs.NO and is_about(heading, "coming") else None


def _state(cell: str, heading: str) -> Reason | None:
    """Return what a cell beside the name says about its person; unknown words are doubted where the heading asks for a state."""
    reason = word_apart(cell) if cell.strip("?") else None
    if reason is None and " " in cell:
        reason = remark_apart(cell)
    if (
        reason is None
        and is_about(heading, "state")
        and name_key(cell) not in _USUAL
        and signs.name_key_without_points(cell) not in signs.YES
    ):
        return Reason.STATE
    return reason


def is_yes(text: str) -> bool:
    """Return whether a cell of the juniors' column says yes."""
    key = signs.name_key_without_points(text)
    return (
        bool(key)
        and key not in signs.NO
        and (key in signs.YES | _WORD_OF_JUNIORS or key.startswith(("yes", "ja,", "true")))
    )


def holds_contacts(cells: Iterable[str]) -> bool:
    """Return whether there is an address or a telephone number in a list that does not say what its columns are."""
    looked_at = (cell for cell in cells if "@" in cell or any(map(str.isdigit, cell)))
    return any(signs.sort_of(cell) is signs.Sort.CONTACT or without_contacts(cell)[1] for cell in looked_at)
