"""Entering players: from a pasted list or a file, with questions before anybody is entered; and entering a single player.

How the page of a list offers its columns: each with a choice of what it holds, its heading and its first cells.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from tournament.day.arriving import may_arrive
from tournament.day.lists.columns import Choices, RosterError
from tournament.day.lists.headings import PlayerField
from tournament.day.lists.lines import LineState, RosterLine
from tournament.day.lists.rosters import COLUMN, NOT_USED, SIGNS, Roster, choices_of, fields_by_place, read_list
from tournament.day.office.compared import ChangedEntry, Comparison, comparison_with_entries
from tournament.day.office.countries import LONGEST_CODE, countries, country_code, near_country
from tournament.day.office.sources.texts import CANDIDATES, encoding_words
from tournament.desk.acting import looks_again
from tournament.desk.desk import Desk, desk_form
from tournament.desk.entries import unprintable_characters
from tournament.desk.entry_forms import RosterForm
from tournament.desk.frame import mark_of
from tournament.desk.people import surroundings
from tournament.installation.processes import read_apart
from tournament.record.acts import Act
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.lengths import quoted
from tournament.record.names import name_key
from tournament.record.vocabulary import PlayerId
from tournament.services.changes.refusals import RefusedError, StaleError
from tournament.services.entries import ListOrder, add_entries, apply_list, read_as_before, reason_to_keep, remember
from wording import gettext as _
from wording import gettext_noop
from wording.figures import listed

SEPARATORS: Mapping[str, str] = {
    "lines": gettext_noop("One person per line"),
    "tab": gettext_noop("Columns separated by tabs"),
    "semicolon": gettext_noop("Columns separated by semicolons"),
    "comma": gettext_noop("Columns separated by commas"),
    "bar": gettext_noop("Columns separated by vertical bars"),
    "blanks": gettext_noop("Columns separated by spaces"),
}
"""The separators in words, by the names of `SIGNS`."""


@dataclass(frozen=True, slots=True)
class ColumnChoice:
    """A column on the page: the name of its field of the form, its title, and the choices, of which one is chosen."""

    name: str
    title: str
    options: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class Layout:
    """How a list was read, for the page: its columns, its first rows, and the choices of sheet, separator and headings."""

    columns: tuple[ColumnChoice, ...]
    samples: tuple[tuple[str, ...], ...]
    sheets: tuple[tuple[str, str], ...]
    sheet: str
    separators: tuple[tuple[str, str], ...]
    separator: str
    has_headings: str
    guess: str

    @property
    def is_whole_lines(self) -> bool:
        """Whether each line was read as one person."""
        return self.separator == "lines"


def layout_of(roster: Roster, guess: str) -> Layout | None:
    """Return how a list was read, with the ``guess`` that the reader made of its columns; None before one is read."""
    columns = roster.columns
    if columns is None:
        return None
    fields = ((NOT_USED, _("not used")), *((part.name.lower(), part.words) for part in PlayerField))
    return Layout(
        tuple(
            ColumnChoice(f"{COLUMN}{at}", columns.title(at), fields, part.name.lower() if part else NOT_USED)
            for at, part in enumerate(columns.fields)
        ),
        roster.samples,
        tuple((str(at), name) for at, name in enumerate(roster.sheets)) if len(roster.sheets) > 1 else (),
        str(roster.sheet),
        tuple((name, _(words)) for name, words in SEPARATORS.items()),
        _sign(columns.separator),
        _headings(columns.heading_line),
        guess,
    )


def guess_of(roster: Roster) -> str:
    """Return what the reader made of a list without any choice about its columns, as the page keeps it between two requests."""
    columns = roster.columns
    if columns is None:
        return ""
    laid = f"{roster.sheet}:{_sign(columns.separator)}:{_headings(columns.heading_line)}"
    return f"{laid}:{' '.join(fields_by_place(columns).values())}"


def list_choices(posted: Mapping[str, str], *, is_same_text: bool) -> Choices:
    """Return what the director chose about the list on the page.

    Nothing where the text was changed since, and nothing about columns where these are as they were guessed, or where the list is now laid
    out in another way: its columns are others.
    """
    if not is_same_text:
        return Choices()
    choices = choices_of(posted)
    *laid, guess = (posted.get("guess") or ":::").split(":")
    fields = [part.name.lower() if part else NOT_USED for _, part in sorted(choices.fields.items())]
    shown = [posted.get("sheet", laid[0]), posted.get("separator"), posted.get("headings", laid[-1])]
    if fields == guess.split() or laid != shown:
        return Choices(choices.sheet, choices.separator, choices.has_headings)
    return choices


def _sign(separator: str) -> str:
    """Return the name of a separator."""
    return next(name for name, each in SIGNS.items() if each == separator)


def _headings(line: int) -> str:
    """Return whether a list has headings, as the page sends it."""
    return "yes" if line else "no"


ANSWER = "country:"
"""The prefix of fields that say which country is meant; the unknown spelling follows it."""
NO_COUNTRY = "-"
NOBODY = frozenset({LineState.APART, LineState.REFUSED})
"""Lines that may be no person, or cannot be entered as they are."""
MOST_QUESTIONS = 30
"""The most spellings of countries that are asked about at once; the others are asked after these."""


@dataclass(frozen=True, slots=True)
class CountryQuestion:
    """A question about an unknown spelling of a country: ``choices`` are values and words, ``chosen`` is the value proposed."""

    written: str
    choices: tuple[tuple[str, str], ...]
    chosen: str


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list on its page: as understood, by what choices, what it changes, and the entry for each tick that may have been sent."""

    roster: Roster = field(default_factory=lambda: Roster(()))
    choices: Choices = field(default_factory=Choices)
    found: Comparison = field(default_factory=lambda: Comparison((), (), (), 0))
    ticks: Mapping[str, int] = field(default_factory=dict)


@looks_again
@desk_form
def paste(desk: Desk) -> HttpResponse:
    """Enter players from a list: the first POST shows how it was understood, the next (``step=enter``) enters the ticked lines.

    ``step=look`` reads the list again by other columns; ``step=certain`` takes the ticks from all doubted lines.
    """
    form = RosterForm(desk.posted, desk.request.FILES or None)
    read = ReadList()
    if desk.sent(form):
        try:
            read = _read_list(desk, form.text)
            # Ticks are only valid for the text with which they were shown; if the text was changed, the page is shown again.
            if desk.typed("step") == "enter" and desk.typed("read") == mark_of_text(form.text):
                desk.is_compared()
                answer = _take_over(desk, read.found, read.ticks)
                if read.choices.fields:
                    remember(desk.event, read.roster)
                return answer
        except (RosterError, RefusedError) as refusal:
            desk.problems.append(str(refusal))
    return desk.page("director/entries/lists/paste.html", "entries", **_list_context(desk, form, read))


def _read_list(desk: Desk, text: str) -> ReadList:
    """Return a list as understood by what the director chose, compared with the entries; raises RosterError."""
    around = surroundings(desk, countries_answered(desk.request))
    choices = list_choices(desk.request.POST.dict(), is_same_text=desk.typed("read") == mark_of_text(text))
    roster = read_as_before(desk.event, text, around, choices)
    found = comparison_with(desk.record, roster)
    bare = found
    if around.countries:
        # A tick includes a digest of the changes shown. Answers about countries change that, so ticks from before the answers count too.
        bare = comparison_with(desk.record, read_as_before(desk.event, text, replace(around, countries={}), choices))
    return ReadList(roster, choices, found, {tick_of(row): row.entry.player for row in (*found.changed, *bare.changed)})


@looks_again
@desk_form
def add(desk: Desk) -> HttpResponse:
    """Enter one player from a line of text; a doubtful line is shown as a list of one first. A GET leads to the entries."""
    entries_page = desk.address("desk_entries")
    if not desk.is_post:
        return redirect(entries_page)
    text = desk.typed("player")
    form = RosterForm({"roster": text})
    form.is_valid()
    try:
        roster = read_apart(RosterError, read_list, text, surroundings(desk, {}))
    except RosterError:
        return desk.refused(_("Enter the player's name, for example “Ada Demo, NL”."), entries_page)
    (line, *others) = roster.lines
    if others or line.state is not LineState.NEW or line.unknown_country or line.doubts or roster.list_questions:
        context = _list_context(desk, form, ReadList(roster, found=comparison_with(desk.record, roster)))
        return desk.page("director/entries/lists/paste.html", "entries", **context)
    desk.is_compared()
    try:
        (entry,) = add_entries(desk.event, desk.actor, [line])
    except RefusedError as refusal:
        return desk.refused(str(refusal), entries_page)
    desk.tell()
    if line.had_contacts:
        contacts = _("E-mail addresses and phone numbers are not saved; they have been removed.")
        messages.info(desk.request, contacts)
    for doubt in line.alike:
        messages.warning(desk.request, doubt)
    return redirect(after_adding(desk, [entry.number], entries_page))


def comparison_with(record: EventRecord, roster: Roster) -> Comparison:
    """Return what a list changes: a list with columns is compared with the entries; of any other, all players are new."""
    if not roster.has_columns or not record.entries:
        return Comparison(roster.lines, (), (), 0)
    return comparison_with_entries(roster, record.entries)


@dataclass(frozen=True, slots=True)
class LineRow:
    """A line on the page: the value of its tick, whether it is ticked, and the letters of its name that no font here prints."""

    line: RosterLine
    tick: str
    is_ticked: bool
    missing: str


def _list_context(desk: Desk, form: RosterForm, read: ReadList) -> dict[str, Any]:
    """Return the context of the page of a list: the lines as read, the questions, and what the list changes."""
    request, roster, found = desk.request, read.roster, read.found
    text = form.text if form.is_bound and form.is_valid() else request.POST.get("roster", "")
    rows = _rows(desk, found.new)
    # Doubted lines first, so that nobody has to look for them among a hundred; lines that may be no person stand below, by themselves.
    people = sorted(
        (row for row in rows if row.line.state not in NOBODY), key=lambda row: (not row.line.is_doubted, row.line.line)
    )
    return {
        "form": form,
        "rows": people,
        "nobody": [row for row in rows if row.line.state in NOBODY],
        "doubted": sum(row.line.is_doubted for row in people),
        "ticked_doubts": sum(row.line.is_doubted and row.is_ticked for row in people),
        "is_read": bool(roster.lines),
        "same": found.same,
        "changed": _changed_rows(desk, found, read.ticks),
        "gone": (gone := _gone_rows(desk, found)),
        "takes_gone": any(is_ticked for _, _, is_ticked, _ in gone),
        "layout": layout_of(roster, request.POST.get("guess", "") if read.choices.fields else guess_of(roster)),
        "asked": roster.list_questions,
        "encoding": form.encoding,
        "encodings": [(each, encoding_words(each)) for each in CANDIDATES] if form.encoding else [],
        "accented": roster.sample_names,
        "columns": roster.columns if roster.has_columns else None,
        "had_contacts": roster.had_contacts,
        "questions": questions_about(roster, request),
        "text": text,
        "read": mark_of_text(text),
    }


def _rows(desk: Desk, lines: Iterable[RosterLine]) -> list[LineRow]:
    """Return the rows of the lines: ticked as before where the page was refused, else all that are new and no person twice."""
    marked = set(desk.request.POST.getlist("line"))
    step = desk.typed("step")
    rows = []
    for line in lines:
        tick = line_tick(line)
        is_ticked = line.state is LineState.NEW
        if desk.problems or (step == "certain" and marked):
            is_ticked = _is_ticked(str(line.line), tick, marked)
        if step == "certain" and line.is_doubted:
            is_ticked = False
        rows.append(LineRow(line, tick, is_ticked, unprintable_characters(line.name)))
    return rows


def _changed_rows(desk: Desk, found: Comparison, ticks: Mapping[str, int]) -> list[tuple[ChangedEntry, bool, bool]]:
    """Return each changed entry, whether to tick it, and whether it was corrected at the desk: then it is not ticked beforehand."""
    corrected = set()
    if found.changed:
        for numbers in desk.event.changes.filter(act=Act.EDIT_ENTRY.value).values_list("entries", flat=True):
            corrected.update(numbers)
    ticked = {ticks.get(tick) for tick in desk.request.POST.getlist("changed")}
    return [
        (
            row,
            row.entry.player in ticked if desk.problems else row.entry.player not in corrected,
            row.entry.player in corrected,
        )
        for row in found.changed
    ]


def line_tick(line: RosterLine) -> str:
    """Return the value of a line's tick: its number, and a digest of the name and the state with which it was shown."""
    return f"{line.line}:{mark_of((line.name, line.contestant_id, line.state))}"


def tick_of(row: ChangedEntry) -> str:
    """Return the value of a changed entry's tick: its number, and a digest of the changes shown."""
    return f"{row.entry.player}:{row.mark}"


def _gone_rows(desk: Desk, found: Comparison) -> list[tuple[EntryRecord, str, bool, bool]]:
    """Return each entry that is not in the list: the entry, its tick's value, whether it is ticked, and whether it may be removed."""
    ticks = set(desk.request.POST.getlist("gone"))
    return [
        (
            entry,
            gone_tick(entry),
            _is_ticked(str(entry.player), gone_tick(entry), ticks),
            not reason_to_keep(desk.record, entry.player),
        )
        for entry in found.gone
    ]


def gone_tick(entry: EntryRecord) -> str:
    """Return the value of the tick that removes an entry: its number, and a digest of what was shown of it."""
    return f"{entry.player}:{mark_of((entry.name, entry.status))}"


def countries_answered(request: HttpRequest) -> dict[str, str]:
    """Return the answers about unknown countries: the code ("" for no country) by the spelling, folded by `name_key`."""
    given = {
        name_key(name.removeprefix(ANSWER)): str(value)
        for name, value in request.POST.items()
        if name.startswith(ANSWER) and value
    }
    return {
        written: "" if code == NO_COUNTRY else code
        for written, code in given.items()
        if code == NO_COUNTRY or country_code(code) or name_key(code) == written
    }


def questions_about(roster: Roster, request: HttpRequest) -> list[CountryQuestion]:
    """Return the questions about unknown countries. Proposed is a country with a spelling one letter away, or a short code as it is."""
    questions = []
    # Answered questions are shown again, because the next request only has what is on this page.
    given = [name.removeprefix(ANSWER) for name, value in request.POST.items() if name.startswith(ANSWER) and value]
    stands = name_key(request.POST.get("roster", "")) if given else ""
    spellings = [*(each for each in given if name_key(each) in stands), *roster.unknown_countries]
    for written in list({name_key(each): each for each in spellings}.values())[:MOST_QUESTIONS]:
        may_stay = len(written) <= LONGEST_CODE and written.isalpha()
        unchanged = [(written.upper(), _("keep {country} as it is", country=written.upper()))] if may_stay else []
        proposed = near_country(written) or (written.upper() if may_stay else "")
        questions.append(
            CountryQuestion(
                written,
                (("", _("choose")), *unchanged, (NO_COUNTRY, _("no country")), *countries()),
                request.POST.get(f"{ANSWER}{written}") or proposed,
            )
        )
    return questions


def mark_of_text(text: str) -> str:
    """Return a short digest of a text, which does not depend on the line ends that a browser sends."""
    return hashlib.sha256("\n".join(text.splitlines()).encode()).hexdigest()[:16]


def _take_over(desk: Desk, found: Comparison, ticks: Mapping[str, int]) -> HttpResponse:
    """Make the ticked changes: only new players are entered as such, changes and removals go with them as one change of the list."""
    posted = desk.request.POST
    chosen = chosen_lines(desk.request, found.new)
    changed, gone = set(posted.getlist("changed")), set(posted.getlist("gone"))
    if not (changed or gone):
        return _enter(desk, chosen)
    numbers = {ticks.get(tick) for tick in changed}
    order = ListOrder(
        chosen,
        [row for row in found.changed if row.entry.player in numbers],
        [entry.player for entry in found.gone if _is_ticked(str(entry.player), gone_tick(entry), gone)],
    )
    _need_countries(row.unknown_country for row in order.changed)
    if None in numbers or len(order.gone) < len(gone):
        raise StaleError
    apply_list(desk.event, desk.actor, order)
    return desk.did(desk.address("desk_check_in" if order.new else "desk_entries"))


def _enter(desk: Desk, chosen: Sequence[RosterLine]) -> HttpResponse:
    """Enter new players from lines of a list."""
    entries = add_entries(desk.event, desk.actor, chosen)
    to = after_adding(desk, [entry.number for entry in entries], desk.address("desk_check_in"))
    return desk.did(to)


def after_adding(desk: Desk, numbers: Sequence[int], to: str) -> str:
    """Return the address to go to after entering players: ``to``, or for one player who arrives late, the page with the ways in."""
    record = desk.read_again()
    if len(numbers) == 1 and may_arrive(record, record.entry(PlayerId(numbers[0]))):
        return desk.address("desk_arrive", numbers[0])
    return to


def chosen_lines(request: HttpRequest, lines: Iterable[RosterLine]) -> Sequence[RosterLine]:
    """Return the ticked lines; StaleError where one is not as it was when it was ticked, RefusedError where its country is unknown."""
    ticks = set(request.POST.getlist("line"))
    chosen = [
        line
        for line in lines
        if line.state is not LineState.REFUSED and _is_ticked(str(line.line), line_tick(line), ticks)
    ]
    if any(":" in tick for tick in ticks - set(map(line_tick, chosen))):
        raise StaleError
    _need_countries(line.unknown_country for line in chosen)
    return chosen


def _is_ticked(number: str, tick: str, ticks: Collection[str]) -> bool:
    """Whether a row is ticked: by the value of its tick as shown now, or by its number alone, without a digest."""
    return tick in ticks or number in ticks


def _need_countries(spellings: Iterable[str]) -> None:
    """Raise RefusedError where one of these unknown spellings of countries is not empty."""
    unknown = list(dict.fromkeys(written for written in spellings if written))
    if unknown:
        raise RefusedError(
            _("Choose a country for {spellings}, or “no country”.", spellings=listed(map(quoted, unknown)))
        )
