"""Reads a list of players from text, whatever it is: one player a line, columns with or without headings, a chat, the recipients of a mail.

1. The text becomes rows of cells and columns with a field each (`office.columns`), by headings, else by what the cells hold, else by the
   director's choice. A list with one player a line has one column.
2. Each name is taken apart (`office.persons`): number, title, flag, country, mark of a junior; the rest of the list says what a comma means.
3. Lines that may be no person (`office.doubts`) stand apart and are not selected; doubted ones say why; what is not used is kept.
4. Countries are read in any common spelling (`office.countries`); one that nobody knows is asked about.
5. Each line is compared with the event and the rest of the list: refused, entered already, the same name again, perhaps the same person
   (`likeness`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from tournament.day.likeness import KnownName, KnownNames
from tournament.day.office.cells import Page, Row, pages_of
from tournament.day.office.columns import LONGEST_LINE, Asked, Choices, Columns, Question, understood
from tournament.day.office.contacts import without_contacts
from tournament.day.office.countries import country_code
from tournament.day.office.doubts import Doubt, Reason, doubts_on_name, nobody, section_of, word_apart
from tournament.day.office.headings import PlayerField, asks_who_comes, is_headings_again
from tournament.day.office.laying import aligned
from tournament.day.office.persons import FORMULA, HIDDEN, Habits, Written, habits_of, joined, take_apart
from tournament.day.office.signs import NO, YES, Sort, bare, flag_of, sort_of, without_bold, words_of
from tournament.record.names import name_key
from wording import gettext as _
from wording import gettext_noop
from wording.figures import whole

MAX_NAME = 120
MAX_LINES = 2000
LONGEST_NUMBER = 30
SAMPLES = 3
"""The number of rows that a page shows of each column."""
MOST_ON_ONE_LINE = 400
"""The most people that are read from a line of recipients."""

# The bidirectional classes of characters that change the direction of writing.
_DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_INVISIBLE = {"\u200b", "\ufeff"}  # the zero-width space and the byte order mark
_MAY_SAY_MORE = {None, PlayerField.FEE, PlayerField.TEAM, PlayerField.CLUB, PlayerField.JUNIOR}
"""The columns in which a list may say that somebody is not coming."""
_BEFORE_RECIPIENTS = re.compile(
    r"^\s*(?:to|cc|bcc|an|players?|participants?|spieler|teilnehmer|from|a|à|para)\s*:\s*", re.IGNORECASE
)


NAME_TOO_LONG = gettext_noop("The name has {length} characters; the most is {most}. Shorten it.")
GIVEN_TOO_LONG = gettext_noop("The given name has {length} characters; the most is {most}. Shorten it.")
FAMILY_TOO_LONG = gettext_noop("The surname has {length} characters; the most is {most}. Shorten it.")
NUMBER_TOO_LONG = gettext_noop("The organiser's number has {length} characters; the most is {most}. Shorten it.")


class RosterError(ValueError):
    """Raised if the list as a whole cannot be read; the message says why and what to do."""


class LineState(StrEnum):
    """What happens to a line of the list: NEW is entered; APART, DUPLICATE and ENTERED only if selected; REFUSED never."""

    NEW = "new"
    APART = "apart"
    DUPLICATE = "duplicate"
    ENTERED = "entered"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the list as it was understood; ``remark`` says why it is doubted or refused.

    ``unknown_country`` is a country that is not known, as written; ``alike`` are sentences on known players who may be the same person.
    ``doubts`` are the reasons to look at the line; ``unused`` is what stands on it and is not used.
    ``had_contacts``: an e-mail address or a phone number was beside the name and was dropped. ``fee`` is what the list says of the fee, as
    written.
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
    club: str = ""
    team: str = ""
    email: str = ""
    fee: str = ""
    doubts: tuple[Doubt, ...] = ()
    unused: tuple[str, ...] = ()

    @property
    def is_doubted(self) -> bool:
        """Whether somebody should check this line."""
        return bool(self.state is not LineState.NEW or self.unknown_country or self.alike or self.doubts)

    @property
    def why(self) -> tuple[str, ...]:
        """Every reason to look at the line, as sentences."""
        said = [doubt.words for doubt in self.doubts]
        return tuple(dict.fromkeys(filter(None, (self.remark, *said, *self.alike))))


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
    pages = pages_of(_without_invisible(text))
    checked_lines([line for page in pages for line in page.lines])
    sheet = choices.sheet if choices.sheet is not None and choices.sheet < len(pages) else _likeliest(pages)
    lines = _each_on_a_line(pages[sheet].lines, choices)
    columns, above, rows = understood(lines, choices)
    if columns.heading_line and not rows:
        raise RosterError(_("The list has column headings but no players below them; paste the players too."))
    read = [_line_above_headings(row) for row in above]
    read += _people(rows, columns, around.countries)
    if len(pages) > 1 and choices.sheet is None and not columns.heading_line:
        columns = replace(columns, asked=(Asked(Question.SHEET, pages[sheet].name), *columns.asked))
    samples = tuple(aligned(row.cells, columns.fields).cells for row in rows[:SAMPLES])
    return Roster(_with_states(read, around), columns, tuple(page.name for page in pages), sheet, samples)


def _likeliest(pages: Sequence[Page]) -> int:
    """Return the place of the sheet that is read unless the director chooses: the first with headings, else the one with most lines."""
    if len(pages) == 1:
        return 0
    for place, page in enumerate(pages):
        columns, _above, rows = understood(page.lines, NO_CHOICES)
        if columns.heading_line and rows:
            return place
    return max(range(len(pages)), key=lambda place: (len(pages[place].lines), -place))


def _each_on_a_line(lines: Sequence[tuple[int, str]], choices: Choices) -> Sequence[tuple[int, str]]:
    """Return the lines, with people who stand on one line, as recipients of a mail do, on lines of their own."""
    if len(lines) > 2 or choices.separator is not None:  # more lines are a list already
        return lines
    parted: list[tuple[int, str]] = []
    for number, line in lines:
        text = _BEFORE_RECIPIENTS.sub("", line)
        pieces = next((found for sign in ";,、" if len(found := _people_in(text, sign)) > 1), [line])
        parted += [(number, piece) for piece in pieces[:MOST_ON_ONE_LINE]]
    return parted


def _people_in(text: str, sign: str) -> list[str]:
    """Return the people that are parted by this sign on one line; empty if these are the cells of one person."""
    pieces = [piece.strip() for piece in re.split(rf"{sign}(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", text) if piece.strip()]
    named = [" ".join(words_of(without_contacts(piece)[0].replace('"', " "))) for piece in pieces]
    if len(pieces) > 1 and all("@" in piece for piece in pieces) and any(named):
        return pieces
    is_people = all(" " in name.strip() and sort_of(name) is Sort.WORDS and not country_code(name) for name in named)
    return pieces if len(pieces) > 2 and is_people else []


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


def _line_above_headings(row: Row) -> RosterLine:
    """Return a refused line for text above the headings."""
    return RosterLine(
        row.line,
        tidy_name(row.text)[:MAX_NAME],
        state=LineState.REFUSED,
        remark=_("This line is above the column headings, so it is not a player."),
    )


def _people(rows: Sequence[Row], columns: Columns, answers: Mapping[str, str]) -> Iterator[RosterLine]:
    """Yield a line for each row below the headings; a title such as "Waiting list:" counts for the lines below it."""
    places = _places(columns)
    cells = [aligned(row.cells, columns.fields) for row in rows]
    written = [_written(each.cells, places, columns) for each in cells]
    habits = habits_of(written)
    section: Reason | None = None
    for row, each, name in zip(rows, cells, written, strict=True):
        if row.line and columns.headings and any(columns.headings) and is_headings_again(row.cells, columns.headings):
            yield _apart(row, Reason.AGAIN)
            continue
        alone = each.filled == 1
        title = section_of(row.text.strip(' \t;,|"')) if alone else None
        if title is not None and not _is_name_beside(name):
            section = None if title is Reason.TITLE else title
            yield _apart(row, Reason.TITLE)
            continue
        line = _read(row, each.cells, name, columns, places, habits, answers)
        if not each.is_certain:
            line = replace(line, doubts=(*line.doubts, Doubt(Reason.CELLS)))
        if section is not None and line.state is LineState.NEW:
            line = _checked(replace(line, doubts=(Doubt(section, _section_words(section)), *line.doubts)), row)
        yield line


def _section_words(section: Reason) -> str:
    """Return what the title above a line says, for its doubt."""
    return _("cancelled") if section is Reason.CANCELLED else ""


def _is_name_beside(written: Written) -> bool:
    """Return whether a text that looks like a title has a country or the like beside it, so that it is a name."""
    return bool(written.country or written.is_junior or len(written.pieces) > 1)


def _apart(row: Row, reason: Reason) -> RosterLine:
    """Return a line that is no person, with its text as it stands."""
    return _checked(RosterLine(row.line, tidy_name(row.text.strip(" \t;,|"))[:MAX_NAME], doubts=(Doubt(reason),)))


def _places(columns: Columns) -> Mapping[PlayerField, tuple[int, ...]]:
    """Return the places of the columns of each field."""
    places: dict[PlayerField, tuple[int, ...]] = {}
    for at, part in enumerate(columns.fields):
        if part is not None:
            places[part] = (*places.get(part, ()), at)
    return places


def _text(cells: Sequence[str], at: Iterable[int]) -> str:
    """Return the cells at these places, joined by blanks."""
    return " ".join(filter(None, (cells[place] for place in at))) if at else ""


def _written(cells: Sequence[str], places: Mapping[PlayerField, tuple[int, ...]], columns: Columns) -> Written:
    """Return what the cell or cells of the name hold."""
    names = places.get(PlayerField.NAME, ())
    name = take_apart(_text(cells, names)) if names else Written()
    parts = [
        take_apart(_text(cells, places[part]), is_line=False)
        for part in (PlayerField.GIVEN, PlayerField.FAMILY)
        if part in places
    ]
    if not parts:
        return name
    for part in parts:
        name = joined(name, part)
    return name


def _read(
    row: Row,
    cells: Sequence[str],
    written: Written,
    columns: Columns,
    places: Mapping[PlayerField, tuple[int, ...]],
    habits: Habits,
    answers: Mapping[str, str],
) -> RosterLine:
    """Return one row as a line."""
    named = written.named(habits)
    given, family = (
        " ".join(take_apart(_text(cells, places[part]), is_line=False).pieces) if part in places else ""
        for part in (PlayerField.GIVEN, PlayerField.FAMILY)
    )
    if not (given or family):
        given, family = named.given, named.family
    elif written.suffix and family and not named.name.endswith(written.suffix):
        family = f"{family} {written.suffix}"
    name = tidy_name(named.name) if written.pieces else " ".join(part for part in (given, family) if part)
    doubts = [*written.doubts, *named.doubts]
    doubts = list(dict.fromkeys([*doubts, *_doubts_of_cells(row, cells, columns)]))
    country, unknown = _country_of(cells, places, answers)
    if not country and not unknown:
        country, unknown = named.country, ""
        if written.unknown_country:
            country, unknown = _country(written.unknown_country, answers)
    if not any(doubt.reason.is_apart for doubt in doubts) and name and (reason := nobody(name)) is not None:
        if not (country and reason is Reason.NOBODY and " " in name):
            doubts.append(Doubt(reason))
    doubts += doubts_on_name(name)
    contacts = written.had_contacts or (
        not any(columns.headings)
        and any(sort_of(cell) is Sort.CONTACT for cell in cells if "@" in cell or any(map(str.isdigit, cell)))
    )
    number = tidy_name(_text(cells, places.get(PlayerField.NUMBER, ()))) or written.number
    return _checked(
        RosterLine(
            line=row.line,
            name=name,
            country=country,
            is_junior=written.is_junior or _is_yes(_text(cells, places.get(PlayerField.JUNIOR, ()))),
            contestant_id=number.removeprefix("#"),
            given_name=tidy_name(given),
            family_name=tidy_name(family),
            unknown_country=unknown,
            had_contacts=contacts,
            club=tidy_name(_text(cells, places.get(PlayerField.CLUB, ()))),
            team=tidy_name(_text(cells, places.get(PlayerField.TEAM, ()))),
            email=tidy_name(_text(cells, places.get(PlayerField.EMAIL, ()))),
            fee=tidy_name(_text(cells, places.get(PlayerField.FEE, ()))),
            doubts=tuple(dict.fromkeys(doubts)),
            unused=named.unused,
        ),
        row,
    )


def _doubts_of_cells(row: Row, cells: Sequence[str], columns: Columns) -> Iterator[Doubt]:
    """Yield the doubts that the cells beside the name raise: hidden rows, formulas, people who are not coming."""
    if HIDDEN.strip() in row.text and row.text.lstrip("\t ;,|").startswith(HIDDEN.strip()):
        yield Doubt(Reason.HIDDEN)
    for at, cell in enumerate(cells):
        part = columns.fields[at]
        if not cell or columns.is_whole_lines or part in {PlayerField.NAME, PlayerField.GIVEN, PlayerField.FAMILY}:
            continue
        if cell == FORMULA and part is not None:
            yield Doubt(Reason.FORMULA)
        elif part in _MAY_SAY_MORE and not cell.isdigit():
            reason = word_apart(cell) if cell.strip("?") else None
            if reason is None and bare(cell) in NO and asks_who_comes(columns.headings[at]):
                reason = Reason.CANCELLED
            if reason is not None:
                yield Doubt(reason, cell)


def _is_yes(text: str) -> bool:
    """Return whether a cell of the juniors' column says yes."""
    key = bare(text)
    return (
        bool(key)
        and key not in NO
        and (key in YES or key in {"jnr", "junior", "u18", "u16", "u14"} or key.startswith(("yes", "ja,", "true")))
    )


def _country_of(
    cells: Sequence[str], places: Mapping[PlayerField, tuple[int, ...]], answers: Mapping[str, str]
) -> tuple[str, str]:
    """Return the country of a row by its column: the code, or the spelling if it is unknown."""
    text = _text(cells, places.get(PlayerField.COUNTRY, ())).removeprefix(HIDDEN)
    if not text:
        return "", ""
    code, left = flag_of(text)
    if code and not (left.strip() and country_code(left)):
        return country_code(code) or code, ""
    written = left.strip()
    if country_code(written) is None and (found := re.fullmatch(r"(.*?)\s*[(\[]\s*(.*?)\s*[)\]]", written)):
        known = [each for each in (found[1], found[2]) if country_code(each)]
        written = known[0] if known else written
    if (
        country_code(written) is None
        and (found := re.fullmatch(r"([A-Za-z]{2,3})\s*[-–—:/]\s*(.+)", written))
        and country_code(found[2])
    ):
        written = found[2]
    return _country(written, answers)


def _country(written: str, answers: Mapping[str, str]) -> tuple[str, str]:
    """Return the code of a written country, and ""; or "" and the spelling if it is unknown and not answered yet."""
    code = country_code(written)
    if code is None:
        code = answers.get(name_key(written))
    return (code, "") if code is not None else ("", tidy_name(written))


def tidy_name(name: str) -> str:
    """Return a name in composed Unicode form (NFC), with single spaces and without invisible characters.

    Characters that change the direction of writing would affect the words after the name too; joiners stay, because some scripts need
    them.
    """
    if name.isascii() and name.isprintable():
        return " ".join(name.split())
    cleaned = "".join(
        " " if unicodedata.category(mark) in {"Cc", "Zl", "Zp"} else mark for mark in _without_invisible(name)
    )
    return " ".join(unicodedata.normalize("NFC", cleaned).split())


def _without_invisible(text: str) -> str:
    """Return the text without invisible characters: direction marks, the zero-width space and the byte order mark."""
    if text.isascii():
        return text
    return "".join(
        mark for mark in text if unicodedata.bidirectional(mark) not in _DIRECTIONS and mark not in _INVISIBLE
    )


def _checked(line: RosterLine, row: Row | None = None) -> RosterLine:
    """Return the line, refused with a remark if it has no name or a value that is too long; apart if it may be no person."""
    remark = ""
    text = tidy_name(row.text.strip(" \t;,|")) if row is not None else ""
    if any(doubt.reason.is_apart for doubt in line.doubts):
        is_note = any(doubt.reason.is_note for doubt in line.doubts)
        line = replace(
            line, state=LineState.APART, name=text[:MAX_NAME] if text and (is_note or not line.name) else line.name
        )
    elif not line.name and text:
        line = replace(line, unused=(text[:MAX_NAME],))
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
        if state not in {LineState.REFUSED, LineState.APART}:
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
