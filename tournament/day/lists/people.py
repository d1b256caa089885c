"""The rows of a list as people: a line for each row, with its name put together, what stands beside it, and its doubts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from tournament.day.lists.cells import BLANKS, Row
from tournament.day.lists.columns import Columns
from tournament.day.lists.doubts import (
    Doubt,
    Reason,
    counted,
    doubts_on_name,
    is_title_of_list,
    nobody,
    remark_apart,
    section_of,
    word_apart,
)
from tournament.day.lists.headings import (
    NAMES,
    PlayerField,
    asks_who_comes,
    goes_before,
    is_headings_again,
    meaning_of,
    puts_surname_first,
    says_paid,
    says_state,
)
from tournament.day.lists.laying import Aligned, aligned
from tournament.day.lists.lines import LineState, RosterLine, checked, tidy_name
from tournament.day.lists.persons import BOXES, FORMULA, HIDDEN, is_two_people, take_apart
from tournament.day.lists.signs import (
    NO,
    YES,
    Sort,
    bare,
    country_alone,
    flag_of,
    has_number,
    is_ticked,
    is_time,
    sort_of,
    without_bold,
)
from tournament.day.lists.words import words
from tournament.day.lists.written import Habits, Written, habits_of, together
from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import country_code
from tournament.record.names import name_key
from wording import gettext as _

_SAY_MORE = frozenset({None, PlayerField.FEE, PlayerField.TEAM, PlayerField.CLUB, PlayerField.JUNIOR})
"""What the columns hold in which a list may say that somebody is not coming."""
_AROUND = " \t;,|"
_IN_BRACKETS = re.compile(r"(.*?)\s*[(\[]\s*(.*?)\s*[)\]]")
_CODE_FIRST = re.compile(r"[A-Za-z]{2,3}\s*[-–—:/]\s*(.+)")
_REPLIES = frozenset(words("reply"))
_BADGES = frozenset(words("badge"))
_USUAL = frozenset(map(name_key, words("state of a player")))
_WORD_OF_JUNIORS = frozenset({"jnr", "junior", "u18", "u16", "u14"})  # not said
MOST_ABOVE = 8
"""How many rows from the top the heading of a list is looked for, above which nobody is a player."""
_ALONE = 3
"""The least number of filled cells of most rows beside which a row with one filled cell is doubted."""


def line_above_headings(row: Row) -> RosterLine:
    """Return a refused line for text above the headings."""
    return RosterLine(
        row.line,
        tidy_name(row.text),
        state=LineState.REFUSED,
        remark=_("This line is above the column headings, so it is not a player."),
    )


@dataclass(frozen=True, slots=True)
class _Person:
    """A row taken apart: its cells by column, what its name holds, and given name and surname where they have columns of their own."""

    row: Row
    laid: Aligned
    written: Written
    given: str
    family: str


@dataclass(frozen=True)
class People:
    """The people in the rows of a list; ``answers`` are the codes of countries that nobody knew."""

    columns: Columns
    rows: Sequence[Row]
    answers: Mapping[str, str]

    def lines(self) -> Iterator[RosterLine]:
        """Yield a line for each row; a title such as "Waiting list:" counts for the lines below it."""
        section: Doubt | None = None
        country = ""
        above = self._rows_above
        for at, person in enumerate(self._people):
            if at < above and not person.row.text.lstrip()[:1].isdigit():
                yield _apart(person.row, Reason.TITLE)
                continue
            if self._is_headings(person.row):
                yield _apart(person.row, Reason.AGAIN)
                continue
            title = section_of(without_bold(person.row.text.strip(f'{_AROUND}"'))) if person.laid.filled == 1 else None
            if title is not None and not _has_more_than_a_name(person.written):
                said = tidy_name(person.row.text).strip(" :#*-–—")
                section, country = None if title is Reason.TITLE else Doubt(title, said), ""
                yield _apart(person.row, Reason.TITLE)
                continue
            if person.laid.filled == 1 and (named := country_alone(person.row.text)):
                section, country = None, named
                yield _apart(person.row, Reason.TITLE)
                continue
            line = self._line(person, section or self._badge(at))
            yield (
                replace(line, country=country) if country and not line.country and line.state is LineState.NEW else line
            )

    @cached_property
    def _places(self) -> Mapping[PlayerField, tuple[int, ...]]:
        """The places of the columns of each field, in the order in which their cells are joined."""
        read = [(at, part) for at, part in enumerate(self.columns.fields) if part is not None]
        places: dict[PlayerField, tuple[int, ...]] = {}
        for at, part in sorted(read, key=lambda each: not goes_before(self.columns.headings[each[0]])):
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
            has_parts=bool({PlayerField.GIVEN, PlayerField.FAMILY} & set(beside)),
        )

    @cached_property
    def _is_ticked(self) -> bool:
        """Whether some lines have a tick in front, so that those with an empty box have none."""
        return any(is_ticked(row.text) for row in self.rows)

    @cached_property
    def _has_replies(self) -> bool:
        """Whether people answer each other here, as below a picture: who writes need not want to play."""
        return sum(name_key(row.text).strip() in _REPLIES for row in self.rows) > 1

    @cached_property
    def _is_numbered(self) -> bool:
        """Whether most lines have a number or a bullet in front."""
        numbered = sum(has_number(row.text) for row in self.rows)
        return self.columns.is_whole_lines and len(self.rows) > 3 and numbered * 10 >= 7 * len(self.rows)

    def _badge(self, at: int) -> Doubt | None:
        """Return SPECTATOR where the line below says that this is who writes to the others: "Author", "Admin"."""
        below = self.rows[at + 1].text if at + 1 < len(self.rows) else ""
        return Doubt(Reason.SPECTATOR, below.strip()) if name_key(below).strip(" .:·") in _BADGES else None

    @cached_property
    def _rows_above(self) -> int:
        """How many rows stand above a heading such as "Participants:" of a list with one player a line."""
        if not self.columns.is_whole_lines:
            return 0
        titles = (at for at, row in enumerate(self.rows[:MOST_ABOVE]) if is_title_of_list(without_bold(row.text)))
        return next(titles, 0)

    @cached_property
    def _usual_width(self) -> int:
        """How many cells most rows have."""
        widths = sorted(len(row.cells) for row in self.rows)
        return widths[len(widths) // 2] if widths else 0

    @cached_property
    def _usually_filled(self) -> int:
        """How many cells most rows have filled."""
        filled = sorted(person.laid.filled for person in self._people)
        return filled[len(filled) // 2] if filled else 0

    def _cell(self, cells: Sequence[str], part: PlayerField) -> str:
        """Return the cell of a field, or its cells joined by blanks."""
        places = self._places.get(part, ())
        return cells[places[0]] if len(places) == 1 else " ".join(filter(None, (cells[at] for at in places)))

    def _fee(self, cells: Sequence[str]) -> str:
        """Return what the list says of the fee; an amount below a heading such as "Paid" is paid."""
        text = tidy_name(self._cell(cells, PlayerField.FEE))
        headings = (self.columns.headings[at] for at in self._places.get(PlayerField.FEE, ()))
        return f"{text} paid" if any(map(str.isdigit, text)) and any(map(says_paid, headings)) else text

    def _is_headings(self, row: Row) -> bool:
        """Return whether a row repeats the headings."""
        return any(self.columns.headings) and is_headings_again(row.cells, self.columns.headings)

    def _taken_apart(self, row: Row) -> _Person:
        """Return a row taken apart."""
        laid = aligned(row.cells, self.columns.fields)
        parts = [
            take_apart(self._cell(laid.cells, part), is_line=False) if part in self._places else Written()
            for part in (PlayerField.GIVEN, PlayerField.FAMILY)
        ]
        whole = self._cell(laid.cells, PlayerField.NAME)
        written = take_apart(whole) if whole else Written()
        given, family = (" ".join(part.pieces) for part in parts)
        if parts[1].suffix and family:
            family = f"{family} {parts[1].suffix}"
        return _Person(row, laid, together([written, *parts]) if given or family else written, given, family)

    def _line(self, person: _Person, section: Doubt | None) -> RosterLine:
        """Return one row as a line; ``section`` is what the title above it says."""
        written, cells = person.written, person.laid.cells
        named = written.named(self._habits)
        given, family = (person.given, person.family) if person.given or person.family else (named.given, named.family)
        name = tidy_name(named.name) if written.pieces else " ".join(filter(None, (given, family)))
        country, unknown = self._country(cells, written, named.country)
        doubts = [*([section] if section else []), *named.doubts, *self._doubts_on(person)]
        beside = written.country or written.unknown_country
        if self._cell(cells, PlayerField.COUNTRY) and beside not in {"", country}:
            doubts.append(Doubt(Reason.LEFT_OUT, beside))
        if is_two_people(given if person.given else name, is_given=bool(person.given)):
            doubts.append(Doubt(Reason.TWO_PEOPLE))
        if name and not any(doubt.reason.is_apart for doubt in doubts):
            reason = nobody(name) or _counted_in(name, person)
            if reason and not (country and reason is Reason.NOBODY and " " in name):
                doubts.append(Doubt(reason))
        if not name and (reason := counted(person.row.text)) is not None:
            doubts.append(Doubt(reason))
        line = RosterLine(
            line=person.row.line,
            name=name,
            country=country,
            is_junior=written.is_junior
            or _is_yes(self._cell(cells, PlayerField.JUNIOR))
            or any(doubt.reason is Reason.JUNIOR for doubt in doubts),
            contestant_id=(tidy_name(self._cell(cells, PlayerField.NUMBER)) or written.number).removeprefix("#"),
            given_name=tidy_name(given),
            family_name=tidy_name(family),
            unknown_country=unknown,
            had_contacts=written.had_contacts or (not any(self.columns.headings) and _had_contacts(cells)),
            club=tidy_name(self._cell(cells, PlayerField.CLUB)),
            team=tidy_name(self._cell(cells, PlayerField.TEAM)),
            email=tidy_name(self._cell(cells, PlayerField.EMAIL)),
            fee=self._fee(cells),
            doubts=tuple(dict.fromkeys([*doubts, *doubts_on_name(name)])),
            unused=named.unused,
        )
        whole = (
            self._cell(cells, PlayerField.NAME)
            or f"{self._cell(cells, PlayerField.GIVEN)} {self._cell(cells, PlayerField.FAMILY)}"
        )
        return checked(line, person.row.text, note=person.row.text if self.columns.is_whole_lines else whole)

    def _country(self, cells: Sequence[str], written: Written, beside: str) -> tuple[str, str]:
        """Return the code of the country by its column, else as it stands ``beside`` the name; or "" and the spelling of an unknown one."""
        code, left = flag_of(self._cell(cells, PlayerField.COUNTRY).removeprefix(HIDDEN))
        text = left.strip()
        if code and not country_code(text):
            return country_code(code) or code, ""
        if not text:
            return (beside, "") if beside or not written.unknown_country else self._known(written.unknown_country)
        if country_code(text) is None:
            found = (_IN_BRACKETS.fullmatch(text), _CODE_FIRST.fullmatch(text))
            more = [each for match in found if match for each in match.groups()]
            text = next((each for each in more if each and country_code(each)), text)
        return self._known(text)

    def _known(self, written: str) -> tuple[str, str]:
        """Return the code of a written country, and ""; or "" and the spelling if it is unknown and not answered yet."""
        code = country_code(written)
        if code is None:
            code = self.answers.get(name_key(written))
        return (code, "") if code is not None else ("", tidy_name(written))

    def _doubts_on(self, person: _Person) -> Iterator[Doubt]:
        """Yield the doubts that the whole row raises: a hidden one, cells beside the name, cells too many or too few."""
        row, laid = person.row, person.laid
        if row.text.lstrip(_AROUND).startswith(HIDDEN.strip()):
            yield Doubt(Reason.HIDDEN)
        if not self.columns.is_whole_lines:
            yield from self._doubts_of_cells(laid.cells)
            is_shifted = self.columns.separator == BLANKS and len(row.cells) != self._usual_width
            if is_shifted or not laid.is_certain or (laid.filled == 1 and self._usually_filled >= _ALONE):
                yield Doubt(Reason.CELLS)
        if self._has_replies:
            yield Doubt(Reason.CHAT)
        if self._is_numbered and not has_number(row.text):
            yield Doubt(Reason.UNNUMBERED)
        if self._is_ticked and row.text.lstrip(" -*•")[:3].startswith(BOXES):
            yield Doubt(Reason.MAYBE, row.text.strip(" -*•")[:3].strip())

    def _doubts_of_cells(self, cells: Sequence[str]) -> Iterator[Doubt]:
        """Yield the doubts that cells beside the name raise: formulas, people who are not coming."""
        days: list[Reason | None] = []
        for at, (cell, part) in enumerate(zip(cells, self.columns.fields, strict=True)):
            if not cell or part in NAMES:
                continue
            heading = self.columns.headings[at]
            if part is None and _is_day(heading):
                days.append(_comes(cell))
            elif (reason := _said(cell, part, heading)) is not None:
                yield Doubt(reason, cell)
        if days and None not in days:
            yield Doubt(Reason.CANCELLED if set(days) == {Reason.CANCELLED} else Reason.MAYBE, _("none of the days"))


def _apart(row: Row, reason: Reason) -> RosterLine:
    """Return a line that is no person, with its text as it stands; headings again are refused."""
    line = RosterLine(row.line, tidy_name(row.text.strip(_AROUND)), doubts=(Doubt(reason),))
    if reason is Reason.AGAIN:
        return replace(line, name="", state=LineState.REFUSED, remark=_(reason.value), doubts=(), unused=(line.name,))
    return checked(line, row.text, note=row.text)


def _counted_in(name: str, person: _Person) -> Reason | None:
    """Return TOTAL or the like where a figure stands in front of the name, or of the whole row if it has nothing else."""
    if person.laid.filled == 1 and (has_number(person.row.text) or ":" in person.row.text):
        return counted(person.row.text)
    return counted(name) if any(map(str.isdigit, name)) else None


def _has_more_than_a_name(written: Written) -> bool:
    """Return whether a text that looks like a title has a country or the like beside it, so that it is a name."""
    return bool(written.country or written.is_junior or len(written.pieces) > 1)


def _said(cell: str, part: PlayerField | None, heading: str) -> Reason | None:
    """Return what a cell beside the name says that somebody should look at."""
    if FORMULA in cell:
        return None if part in {None, PlayerField.FEE} else Reason.FORMULA
    if part is PlayerField.JUNIOR and bare(cell) not in YES | NO | _WORD_OF_JUNIORS and not _is_yes(cell):
        return Reason.STATE
    if part is None and bare(cell) in _WORD_OF_JUNIORS:
        return Reason.JUNIOR
    if part is None and not cell.isdigit() and counted(cell) is Reason.TOTAL:
        return Reason.TOTAL
    if part in _SAY_MORE and (reason := _by_heading(cell, heading)) is not None:
        return reason
    return _state(cell, heading) if part in _SAY_MORE and not cell.isdigit() else None


def _by_heading(cell: str, heading: str) -> Reason | None:
    """Return what an answer or a figure says below a heading that asks who cancelled, waits or comes: "Cancelled?", "Coming?"."""
    is_yes = bare(cell) in YES or (cell.isdigit() and int(cell) > 0)
    asked = word_apart(heading.strip(" ?:"))
    if asked in {Reason.CANCELLED, Reason.WAITING} and is_yes:
        return asked
    return Reason.CANCELLED if bare(cell) in NO and asks_who_comes(heading) else None


def _state(cell: str, heading: str) -> Reason | None:
    """Return what a cell beside the name says about its person; unknown words are doubted where the heading asks for a state."""
    reason = word_apart(cell) if cell.strip("?") else None
    if reason is None and " " in cell:
        reason = remark_apart(cell)
    if reason is None and says_state(heading) and name_key(cell) not in _USUAL and bare(cell) not in YES:
        return Reason.STATE
    return reason


def _is_day(heading: str) -> bool:
    """Return whether a heading is a day or an hour, as where people say when they can come."""
    return bool(heading) and any(is_time(piece) for piece in (heading, *heading.split()))


def _comes(cell: str) -> Reason | None:
    """Return what an answer below a day says: None for somebody who comes, CANCELLED or MAYBE for others."""
    if bare(cell) in NO:
        return Reason.CANCELLED
    return None if bare(cell) in YES or name_key(cell) in _USUAL else Reason.MAYBE


def _is_yes(text: str) -> bool:
    """Return whether a cell of the juniors' column says yes."""
    key = bare(text)
    return bool(key) and key not in NO and (key in YES | _WORD_OF_JUNIORS or key.startswith(("yes", "ja,", "true")))


def _had_contacts(cells: Iterable[str]) -> bool:
    """Return whether there is an address or a telephone number in a list that does not say what its columns are."""
    looked_at = (cell for cell in cells if "@" in cell or any(map(str.isdigit, cell)))
    return any(sort_of(cell) is Sort.CONTACT or without_contacts(cell)[1] for cell in looked_at)
