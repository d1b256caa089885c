"""Reads a list of players from text: one player a line, or an organiser's list of columns with a line of headings.

1. A line of headings (`office.columns`) makes the rest columns; otherwise a line is ``Name``, ``Name, NL`` or ``Name (NL)``, and "jnr" or
   the organiser's number may stand beside it.
2. Numbering ("1.", "2)"), bullets, surplus white space, e-mail addresses and phone numbers are dropped; empty lines are skipped.
3. Countries are read in any common spelling (`office.countries`); one that nobody knows is asked about.
4. Each line is accepted, doubted or refused: no name, too long, the same name again, already entered. If two names may be spellings of one
   person, a sentence says so, but the line is accepted (`likeness`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournament.day.likeness import KnownName, KnownNames
from tournament.day.office.columns import LONGEST_LINE, Columns, PlayerField, find_columns
from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import ALSO_GIVEN_NAMES, country_code
from tournament.record.names import name_key
from wording import gettext as _
from wording import gettext_noop
from wording.figures import whole

MAX_NAME = 120
MAX_LINES = 2000
LONGEST_NUMBER = 30

_NUMBERING = re.compile(r"^\s*(?:\d{1,4}\s*[.):]\s+|\d{1,4}\t+|[-*•]\s+)")
_COUNTRY = re.compile(r"^[A-Za-z]{2,3}$")
_BRACKET = re.compile(r"\s*\(([^()]*)\)\s*$")
_NUMBER = re.compile(r"#?\d{1,30}")
_JUNIOR = {"jnr", "junior", "jun", "j"}
# The bidirectional classes of characters that change the direction of writing.
_DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_INVISIBLE = {"\u200b", "\ufeff"}  # the zero-width space and the byte order mark
_TRUE = {"1", "true", "yes", "y", "jnr", "junior", "jr", "j", "x", "ja", "oui", "si", "tak", "da", "sim", "✓"}


NAME_TOO_LONG = gettext_noop("The name has {length} characters; the most is {most}. Shorten it.")
GIVEN_TOO_LONG = gettext_noop("The given name has {length} characters; the most is {most}. Shorten it.")
FAMILY_TOO_LONG = gettext_noop("The surname has {length} characters; the most is {most}. Shorten it.")
NUMBER_TOO_LONG = gettext_noop("The organiser's number has {length} characters; the most is {most}. Shorten it.")


class RosterError(ValueError):
    """Raised if the list as a whole cannot be read; the message says why and what to do."""


class LineState(StrEnum):
    """What happens to a line of the list: NEW is entered; DUPLICATE and ENTERED only if selected; REFUSED never."""

    NEW = "new"
    DUPLICATE = "duplicate"
    ENTERED = "entered"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the list as it was understood; ``remark`` says why it is doubted or refused.

    ``unknown_country`` is a country that is not known, as written; ``alike`` are sentences on known players who may be the same person.
    ``had_contacts``: an e-mail address or a phone number was beside the name and was dropped.
    """

    line: int
    name: str
    country: str = ""
    is_junior: bool = False
    contestant_id: str = ""
    given_name: str = ""
    family_name: str = ""
    state: LineState = LineState.NEW
    remark: str = ""
    unknown_country: str = ""
    alike: tuple[str, ...] = ()
    had_contacts: bool = False

    @property
    def is_doubted(self) -> bool:
        """Whether somebody should check this line."""
        return bool(self.state is not LineState.NEW or self.unknown_country or self.alike)


@dataclass(frozen=True, slots=True)
class Roster:
    """A list as it was understood: its lines, and its columns, None if it has one player a line."""

    lines: tuple[RosterLine, ...]
    columns: Columns | None = None

    @property
    def tells(self) -> frozenset[PlayerField]:
        """The fields that the list has for every player; without columns only the name."""
        return frozenset(self.columns.places) if self.columns else frozenset({PlayerField.NAME})

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


def read_roster(
    text: str, entered: Collection[str] = (), contestant_ids: Collection[str] = ()
) -> tuple[RosterLine, ...]:
    """Return the lines of a list; ``entered`` are names already in the event, ``contestant_ids`` the organiser's numbers there."""
    return read_list(text, Surroundings(entered, contestant_ids)).lines


def read_list(text: str, around: Surroundings) -> Roster:
    """Return a list of players as understood; raises RosterError if it is empty, has only headings or is far too long."""
    filled = _filled(text)
    found = find_columns([line for _, line in filled])
    if found is None:
        read = [_read_line(number, line, around.countries) for number, line in filled]
        return Roster(_with_states(read, around))
    place, columns = found
    if place == len(filled) - 1:
        raise RosterError(_("The list has column headings but no players below them; paste the players too."))
    above = [_line_above_headings(number, line) for number, line in filled[: max(place, 0)]]
    read = [_read_columns(number, line, columns, around.countries) for number, line in filled[place + 1 :]]
    return Roster(_with_states([*above, *read], around), columns)


def _filled(text: str) -> list[tuple[int, str]]:
    """Return the numbers and texts of the lines that are not empty; raises RosterError for none, too many or too long lines."""
    lines = _without_invisible(text).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = [(number, line) for number, line in enumerate(lines, 1) if line.strip(" \t,;|")]
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
    return filled


def _line_above_headings(number: int, line: str) -> RosterLine:
    """Return a refused line for text above the headings."""
    return RosterLine(
        number,
        tidy_name(line),
        state=LineState.REFUSED,
        remark=_("This line is above the column headings, so it is not a player."),
    )


def _read_columns(number: int, line: str, columns: Columns, answers: Mapping[str, str]) -> RosterLine:
    """Return one line of a list with columns; ``answers`` are the codes of unknown countries."""
    cells = columns.cells_of(line)
    bare = {
        part: without_contacts(cells.get(part, ""))
        for part in (PlayerField.GIVEN, PlayerField.FAMILY, PlayerField.NAME)
    }
    given, family = (tidy_name(bare[part][0]) for part in (PlayerField.GIVEN, PlayerField.FAMILY))
    name = tidy_name(bare[PlayerField.NAME][0])
    if not (given or family) and name.count(",") == 1:
        family, given = (part.strip() for part in name.split(","))
        name = ""
    name = name or " ".join(part for part in (given, family) if part)
    country, unknown = _country(cells.get(PlayerField.COUNTRY, ""), answers)
    return _checked(
        RosterLine(
            line=number,
            name=name,
            country=country,
            is_junior=cells.get(PlayerField.JUNIOR, "").casefold() in _TRUE,
            contestant_id=cells.get(PlayerField.NUMBER, ""),
            given_name=given,
            family_name=family,
            unknown_country=unknown,
            had_contacts=any(found for _, found in bare.values()),
        )
    )


def _country(written: str, answers: Mapping[str, str]) -> tuple[str, str]:
    """Return the code of a written country, and ""; or "" and the spelling if it is unknown and not answered yet."""
    code = country_code(written)
    if code is None:
        code = answers.get(name_key(written))
    return (code, "") if code is not None else ("", tidy_name(written))


def _read_line(number: int, line: str, answers: Mapping[str, str]) -> RosterLine:
    """Return one line of a list without columns; ``answers`` are the codes of unknown countries."""
    line, had_contacts = without_contacts(_NUMBERING.sub("", line))
    cells = re.split(r"[\t;,|]", line)
    first, bracketed = _without_bracket(tidy_name(cells[0]))
    beside = _Beside(answers)
    for cell in bracketed:
        beside.takes(cell, is_name_known=True)
    rest: list[str] = []
    for cell in (tidy_name(cell) for cell in cells[1:]):
        if not beside.takes(cell, is_name_known=" " in first or bool(rest)) and cell:
            rest.append(cell)
    # Ruling: with a comma the surname is first ("Last, First", as lists of entrants write it); with tabs the order stays.
    is_turned = "," in line and bool(rest) and bool(first)
    parts = [*rest, first] if "," in line else [first, *rest]
    return _checked(
        RosterLine(
            line=number,
            name=" ".join(part for part in parts if part),
            country=beside.country,
            is_junior=beside.is_junior,
            contestant_id=beside.number,
            given_name=" ".join(rest) if is_turned else "",
            family_name=first if is_turned else "",
            unknown_country=beside.unknown,
            had_contacts=had_contacts,
        )
    )


class _Beside:
    """What is beside the name on a line: the word "junior", the organiser's number and a country, each once."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.country, self.unknown, self.number, self.is_junior = "", "", "", False

    def takes(self, cell: str, *, is_name_known: bool) -> bool:
        """Store a cell if it is one of these, and return whether it was.

        A country that is also a given name counts as a country only if ``is_name_known``, that is after a whole name.
        """
        if cell.casefold() in _JUNIOR:
            self.is_junior = True
            return True
        if _NUMBER.fullmatch(cell) and not self.number:
            self.number = cell.removeprefix("#")
            return True
        if self.country or self.unknown or not self._is_country(cell, is_name_known):
            return False
        self.country, self.unknown = _country(cell, self.answers)
        return True

    def _is_country(self, cell: str, is_name_known: bool) -> bool:
        """Return whether a cell is a country: a code all in capitals or all in small letters, or after the name a known spelling."""
        if _COUNTRY.match(cell):
            return cell in (cell.upper(), cell.lower())  # "An" is a first name, "AN" is not
        return is_name_known and bool(country_code(cell)) and name_key(cell) not in ALSO_GIVEN_NAMES


def _without_bracket(name: str) -> tuple[str, tuple[str, ...]]:
    """Split "Ada Demo (NL)" into the name and the text in brackets, if that is a country or means junior."""
    found = _BRACKET.search(name)
    inside = found.group(1).strip() if found else ""
    if found and (_COUNTRY.match(inside) or inside.casefold() in _JUNIOR or (inside and country_code(inside))):
        return name[: found.start()].strip(), (inside.upper() if _COUNTRY.match(inside) else inside,)
    return name, ()


def tidy_name(name: str) -> str:
    """Return a name in composed Unicode form (NFC), with single spaces and without invisible characters.

    Characters that change the direction of writing would affect the words after the name too; joiners stay, because some scripts need
    them.
    """
    cleaned = "".join(
        " " if unicodedata.category(mark) in {"Cc", "Zl", "Zp"} else mark for mark in _without_invisible(name)
    )
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


def _without_invisible(text: str) -> str:
    """Return the text without invisible characters: direction marks, the zero-width space and the byte order mark."""
    return "".join(
        mark for mark in text if unicodedata.bidirectional(mark) not in _DIRECTIONS and mark not in _INVISIBLE
    )


def _checked(line: RosterLine) -> RosterLine:
    """Return the line, refused with a remark if it has no name or a value that is too long."""
    remark = ""
    if not line.name and line.had_contacts:
        remark = _("This line has an address but no name; add a name or leave the line out.")
    elif not line.name:
        remark = _("This line has no name; add one or leave the line out.")
    for text, longest, refusal in (
        (line.name, MAX_NAME, NAME_TOO_LONG),
        (line.given_name, MAX_NAME, GIVEN_TOO_LONG),
        (line.family_name, MAX_NAME, FAMILY_TOO_LONG),
        (line.contestant_id, LONGEST_NUMBER, NUMBER_TOO_LONG),
    ):
        if not remark and len(text) > longest:
            remark = _(refusal, length=whole(len(text)), most=whole(longest))
    return replace(line, state=LineState.REFUSED, remark=remark) if remark else line


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
        if state is not LineState.REFUSED:
            seen.setdefault(name_key(line.name), line.line)
            ids.setdefault(line.contestant_id, line.line)
            known.add(KnownName(line.name, _("line {line}", line=line.line)))
        marked.append(replace(line, state=state, remark=remark, alike=alike))
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
