"""The rows of a list as people: a line for each row, with its name put together, what stands beside it, and its doubts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from tournament.day.lists.asked import Question
from tournament.day.lists.beside import holds_contacts, is_day, is_yes, said_by, said_of_day
from tournament.day.lists.cells import BLANKS, Row
from tournament.day.lists.columns import Columns
from tournament.day.lists.doubts import (
    Doubt,
    Reason,
    count_of,
    counted,
    counted_section_of,
    doubts_on_name,
    is_title_of_list,
    nobody,
    section_of,
)
from tournament.day.lists.headings import (
    NAMES,
    PlayerField,
    goes_before,
    is_headings_again,
    is_of_this_game,
    meaning_of,
    puts_surname_first,
    says_game,
    says_paid,
)
from tournament.day.lists.laying import Aligned, aligned
from tournament.day.lists.lines import LineState, RosterLine, checked, tidy_name
from tournament.day.lists.persons import BOXES, HIDDEN, is_french, is_two_people, take_apart
from tournament.day.lists.signs import (
    country_alone,
    flag_of,
    has_number,
    is_ticked,
    without_bold,
)
from tournament.day.lists.written import Habits, Written, habits_of, together
from tournament.day.office.countries import country_code
from tournament.record.names import name_key
from wording import gettext as _

_AROUND = " \t;,|"
_IN_BRACKETS = re.compile(r"(.*?)\s*[(\[]\s*(.*?)\s*[)\]]")
_CODE_FIRST = re.compile(r"[A-Za-z]{2,3}\s*[-–—:/]\s*(.+)")
MOST_ABOVE = 8
"""How many rows from the top the heading of a list is looked for, above which nobody is a player."""
LEAST_COUNTED = 2
"""The least number of headings that count the people below them."""
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
        """Yield a line for each row; a title such as "Waiting list:" counts for the lines below it, one with a count for so many."""
        section: Doubt | None = None
        country, left = "", 0
        above = self._rows_above
        for at, person in enumerate(self._people):
            text = person.row.text.strip(f'{_AROUND}"')
            said, is_counted = tidy_name(text).strip(" :#*-–—"), at in self._counted
            if at < above and not text[:1].isdigit():
                yield _apart(person.row, Reason.TITLE)
                continue
            if self._is_headings(person.row):
                yield _apart(person.row, Reason.AGAIN)
                continue
            title = section_of(without_bold(text)) if person.laid.filled == 1 else None
            if is_counted:
                section, country, left = Doubt(self._counted[at], said), "", count_of(text) or 0
                section = None if section.reason is Reason.TITLE else section
            elif title is not None and not _has_more_than_a_name(person.written):
                if title is not Reason.TITLE or not self._counted:
                    section, country, left = None if title is Reason.TITLE else Doubt(title, said), "", len(self.rows)
            elif person.laid.filled == 1 and not self._is_mixed and (named := country_alone(person.row.text)):
                section, country = None, named
            elif self._counted and at > min(self._counted) and left < 1:
                pass  # below the last of those whom the heading counts
            else:
                line = self._line(person, section)
                left -= 1
                is_from_there = country and not line.country and line.state is LineState.NEW
                yield replace(line, country=country) if is_from_there else line
                continue
            yield _apart(person.row, Reason.TITLE)

    @cached_property
    def _counts(self) -> Mapping[int, int]:
        """How many people a row says stand below it, by its place."""
        counts = ((at, count_of(row.text)) for at, row in enumerate(self.rows) if self.columns.is_whole_lines)
        return {at: count for at, count in counts if count is not None}

    @cached_property
    def _counted(self) -> Mapping[int, Reason]:
        """The headings that say how many stand below them, by their places, and what they say of these; a single one is no habit."""
        places = [*self._counts, len(self.rows)]
        fits = [
            at
            for at, until in pairwise(places)
            if 0 < self._counts[at] <= until - at - 1
            and (until == len(self.rows) or self._counts[at] == until - at - 1)
        ]
        if len(fits) < LEAST_COUNTED:
            return {}
        return {at: counted_section_of(self.rows[at].text, is_first=at == fits[0]) for at in fits}

    @cached_property
    def _has_other_games(self) -> bool:
        """Whether some lines are for other games."""
        return any(each.question is Question.GAMES for each in self.columns.asked)

    @cached_property
    def _is_mixed(self) -> bool:
        """Whether not every line is a person, so that a country need not stand above those who come from there."""
        return any(each.question is Question.MIXED for each in self.columns.asked)

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
    def _is_numbered(self) -> bool:
        """Whether most lines have a number or a bullet in front."""
        numbered = sum(has_number(row.text) for row in self.rows)
        return self.columns.is_whole_lines and len(self.rows) > 3 and numbered * 10 >= 7 * len(self.rows)

    @cached_property
    def _rows_above(self) -> int:
        """How many rows stand above a heading such as "Participants:" of a list with one player a line."""
        if not self.columns.is_whole_lines:
            return 0
        titles = (
            at
            for at, row in enumerate(self.rows[:MOST_ABOVE])
            if is_title_of_list(without_bold(row.text)) or self._counted.get(at) is Reason.TITLE
        )
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

    @cached_property
    def _is_french(self) -> bool:
        """Whether the list has French titles, so that "M." is one of them."""
        return is_french([row.text for row in self.rows])

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
        written = take_apart(whole, is_french=self._is_french) if whole else Written()
        given, family = (" ".join(part.pieces) for part in parts)
        if parts[1].suffix and family:
            family = f"{family} {parts[1].suffix}"
        return _Person(row, laid, together([written, *parts]) if given or family else written, given, family)

    def _line(self, person: _Person, section: Doubt | None) -> RosterLine:
        """Return one row as a line; ``section`` is what the title above it says."""
        written, cells = person.written, person.laid.cells
        named = written.named(self._habits)
        given, family = (person.given, person.family) if person.given or person.family else (named.given, named.family)
        name = tidy_name(named.name)
        if person.given and person.family and not _has_words_of(name, f"{given} {family}"):
            name = ""  # what people like to be called, beside what they are called
        name = name or " ".join(filter(None, (given, family)))
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
        if 0 < len(self._counts) * 2 < len(self.rows) and (count := count_of(row.text)):
            yield Doubt(Reason.PLUS, f"({count})")
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
            if part is None and is_day(heading):
                days.append(said_of_day(cell))
            elif part is None and self._has_other_games and says_game(heading):
                if not is_of_this_game(cell):
                    yield Doubt(Reason.GAME, cell)
            elif (reason := said_by(cell, part, heading)) is not None:
                yield Doubt(reason, cell)
        if days and None not in days:
            yield Doubt(Reason.CANCELLED if set(days) == {Reason.CANCELLED} else Reason.MAYBE, _("none of the days"))


def _apart(row: Row, reason: Reason) -> RosterLine:
    """Return a line that is no person, with its text as it stands; headings again are refused."""
    line = RosterLine(row.line, tidy_name(row.text.strip(_AROUND)), doubts=(Doubt(reason),))
    if reason is Reason.AGAIN:
        return replace(line, name="", state=LineState.REFUSED, remark=_(reason.value), doubts=(), unused=(line.name,))
    return checked(line, row.text, note=row.text)


def _has_words_of(name: str, parts: str) -> bool:
    """Return whether a name has all words of its parts."""
    return set(name_key(parts).split()) <= set(name_key(name).split())


def _counted_in(name: str, person: _Person) -> Reason | None:
    """Return TOTAL or the like where a figure stands in front of the name, or of the whole row if it has nothing else."""
    if person.laid.filled == 1 and (has_number(person.row.text) or ":" in person.row.text):
        return counted(person.row.text)
    return counted(name) if any(map(str.isdigit, name)) else None


def _has_more_than_a_name(written: Written) -> bool:
    """Return whether a text that looks like a title has a country or the like beside it, so that it is a name."""
    return bool(written.country or written.is_junior or len(written.pieces) > 1)
