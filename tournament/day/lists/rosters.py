"""Reads a list of players from text, whatever it is: one player a line, columns with or without headings, a chat, the recipients of a mail.

1. The text becomes rows of cells and columns with a field each (`columns`), by headings, else by what the cells hold (`guessing`), else by
   the director's choice. A list with one player a line has one column.
2. Each name is taken apart (`persons`): number, title, flag, country, mark of a junior; the rest of the list says what a comma means.
3. Lines that may be no person (`doubts`) stand apart and are not selected; doubted ones say why; what is not used is kept.
4. Countries are read in any common spelling (`office.countries`); one that nobody knows is asked about.
5. Each line is compared with the event and the rest of the list: refused, entered already, the same name again, perhaps the same person
   (`likeness`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from tournament.day.likeness import KnownName, KnownNames
from tournament.day.lists.asked import Asked, Question
from tournament.day.lists.cells import WHOLE_LINES, Page, pages_of
from tournament.day.lists.columns import LONGEST_LINE, Choices, Columns, understood
from tournament.day.lists.headings import PlayerField
from tournament.day.lists.laying import aligned
from tournament.day.lists.lines import (
    FAMILY_TOO_LONG,
    GIVEN_TOO_LONG,
    MAX_NAME,
    NAME_TOO_LONG,
    NUMBER_TOO_LONG,
    LineState,
    RosterLine,
    tidy_name,
    without_invisible,
)
from tournament.day.lists.people import People, line_above_headings
from tournament.day.lists.signs import Sort, sort_of, words_of
from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import country_code
from tournament.record.names import name_key
from wording import gettext as _
from wording.figures import whole

__all__ = [
    "FAMILY_TOO_LONG",
    "GIVEN_TOO_LONG",
    "MAX_LINES",
    "MAX_NAME",
    "NAME_TOO_LONG",
    "NO_CHOICES",
    "NUMBER_TOO_LONG",
    "Choices",
    "LineState",
    "Roster",
    "RosterError",
    "RosterLine",
    "Surroundings",
    "read_list",
    "read_roster",
    "tidy_name",
]

MAX_LINES = 2000
SAMPLES = 3
"""The number of rows that a page shows of each column."""

MOST_OF_RECIPIENTS = 2
"""The most lines of a list whose lines may be several people each; a longer one is a list already."""
LEAST_ROMAN = 3
_ROMAN = re.compile(r"\s*[IVX]{1,6}[.)]\s+")
_TEAM = re.compile(
    r"\s*(?:team|mannschaft|[ée]quipe|equipo|squadra|group|gruppe|famil(?:y|ie|le|ia))\s[^:–—]{1,60}?(?::|\s[-–—])\s+",
    re.IGNORECASE,
)
_BEFORE_RECIPIENTS = re.compile(
    r"^\s*(?:to|cc|bcc|an|players?|participants?|spieler|teilnehmer|from|a|à|para)\s*:\s*", re.IGNORECASE
)


class RosterError(ValueError):
    """Raised if the list as a whole cannot be read; the message says why and what to do."""


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
    def asked(self) -> tuple[Asked, ...]:
        """The questions about the list as a whole."""
        return self.columns.asked if self.columns else ()

    @property
    def accented(self) -> tuple[str, ...]:
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
    checked_lines([line for page in pages for line in page.lines])
    sheet = choices.sheet if choices.sheet is not None and choices.sheet < len(pages) else _likeliest(pages)
    lines = _each_on_a_line(pages[sheet].lines, choices)
    checked_lines(lines)
    columns, above, rows = understood(lines, choices)
    if columns.heading_line and not rows:
        raise RosterError(_("The list has column headings but no players below them; paste the players too."))
    read = [line_above_headings(row) for row in above]
    read += People(columns, rows, around.countries).lines()
    if len(pages) > 1 and choices.sheet is None and not columns.heading_line:
        columns = replace(columns, asked=(Asked(Question.SHEET, pages[sheet].name), *columns.asked))
    samples = tuple(aligned(row.cells, columns.fields).cells for row in rows[:SAMPLES])
    return Roster(_with_states(read, around), columns, tuple(page.name for page in pages), sheet, samples)


def _likeliest(pages: Sequence[Page]) -> int:
    """Return the place of the sheet that is read unless the director chooses: the one that was open, unless it has no people.

    Else it is the first with headings, else the one with most lines.
    """
    if len(pages) == 1:
        return 0
    read = {place: understood(page.lines, NO_CHOICES) for place, page in enumerate(pages) if page.lines}
    for place, (columns, _above, rows) in read.items():
        if pages[place].is_open:
            people = sum(line.state is LineState.NEW for line in People(columns, rows, {}).lines())
            if people * 2 > len(rows) or (people and columns.heading_line):
                return place
    for place, (columns, _above, rows) in read.items():
        if columns.heading_line and rows and not columns.asked:
            return place
    return max(range(len(pages)), key=lambda place: (len(pages[place].lines), -place))


def _each_on_a_line(lines: Sequence[tuple[int, str]], choices: Choices) -> Sequence[tuple[int, str]]:
    """Return the lines without Roman numbers in front, and with people who stand on one line on lines of their own.

    Such lines are the recipients of a mail, and teams with their members.
    """
    if choices.separator not in {None, WHOLE_LINES}:
        return lines
    lines = _without_roman_numbers(lines)
    are_recipients = len(lines) <= MOST_OF_RECIPIENTS
    parted: list[tuple[int, str]] = []
    for number, line in lines:
        team = _TEAM.match(line)
        pieces: list[str] = []
        if are_recipients or team:
            text = line[team.end() :] if team else _BEFORE_RECIPIENTS.sub("", line)
            ways = (_people_in(text, sign, 2 if team else 3) for sign in (";,、/" if team else ";,、"))
            pieces = next((way for way in ways if len(way) > 1), [])
        parted += [(number, piece) for piece in pieces or [line]]
    return parted


def _without_roman_numbers(lines: Sequence[tuple[int, str]]) -> Sequence[tuple[int, str]]:
    """Return the lines without Roman numbers in front where most have one; "I." and "V." alone may be initials."""
    numbered = sum(bool(_ROMAN.match(line)) for _, line in lines)
    if numbered < LEAST_ROMAN or numbered * 5 < 4 * len(lines):
        return lines
    return [(number, _ROMAN.sub("", line)) for number, line in lines]


def _people_in(text: str, sign: str, least: int) -> list[str]:
    """Return the people that are parted by this sign on one line; empty if there are fewer, or if these are the cells of one person."""
    pieces = [piece.strip() for piece in re.split(rf"{sign}(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", text) if piece.strip()]
    named = [" ".join(words_of(without_contacts(piece)[0].replace('"', " "))) for piece in pieces]
    if len(pieces) > 1 and all("@" in piece for piece in pieces) and any(named):
        return pieces
    is_people = all(" " in name.strip() and sort_of(name) is Sort.WORDS and not country_code(name) for name in named)
    return pieces if len(pieces) >= least and is_people else []


def checked_lines(filled: Sequence[tuple[int, str]]) -> None:
    """Raise RosterError for no filled line, too many or too long ones."""
    if not filled:
        raise RosterError(_("The list is empty; paste one player per line, for example “Ada Demo, NL”."))
    for number, line in filled:
        if len(line) > LONGEST_LINE:
            raise RosterError(
                _(
                    "Line {number} has {length} characters; the most is {most}. Is it a list of players?",
                    number=number,
                    length=whole(len(line)),
                    most=whole(LONGEST_LINE),
                )
            )
    if len(filled) > MAX_LINES:
        raise RosterError(
            _(
                "The list has {lines} lines; the most is {most} at once. Paste it in parts.",
                lines=whole(len(filled)),
                most=whole(MAX_LINES),
            )
        )


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
            "Organiser's number {number} is already entered; leave the line out.", number=number
        )
    if number and number in ids:
        return LineState.REFUSED, _(
            "Line {line} has the same organiser's number, and a person can enter only once.", line=ids[number]
        )
    if key in entered:
        if entered[key].casefold() == line.name.casefold():
            remark = _("{name} is already entered; select the line to add another player of this name.", name=line.name)
        else:
            remark = _(
                "{name} is already entered as {other}; select the line to add another player of this name.",
                name=line.name,
                other=entered[key],
            )
        return LineState.ENTERED, remark
    if key in seen:
        return LineState.DUPLICATE, _(
            "Line {line} has the same name; select this line if they are two people.", line=seen[key]
        )
    return LineState.NEW, ""
