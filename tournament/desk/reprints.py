"""Which sheets are due on paper now: never printed, changed since they were, or opened and nobody has said whether they were printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from tournament.desk.desk import Desk
from tournament.desk.frame import DUE
from tournament.draw.seating import name_of_round
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.pdf.document import fronts_of
from tournament.pdf.fonts import missing_scripts, wanted_packages
from tournament.pdf.job import DisputedError, Job, Options, PaperError
from tournament.pdf.prints import DueSheet, Place, Prints, SheetState, Why, due_sheets, sheets_with_address
from tournament.pdf.sheet import PaperSheet
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EventRecord
from tournament.record.printing import Printed, SheetPart
from tournament.tellings.paper import USES, SheetUse, Where
from tournament.tellings.words import parts_in_words
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.figures import listed, listed_or
from wording.languages import speaking


@dataclass(frozen=True, slots=True)
class Row:
    """A sheet in words: its title with the round, its state, and the addresses and the key by which it is opened and answered.

    ``key`` is "results:2" for the results of round 2, "poster:" for a sheet of the event. ``last`` is its last print and ``opened`` its
    last opening that nobody has answered, each None where there is none; ``changed`` are the parts that have changed since, in words.
    ``pages`` are those with something on them, 0 where they are not counted; ``why`` is None for a sheet that is not due.
    """

    name: str
    title: str
    where: str
    purpose: str
    key: str
    url: str
    last: Printed | None
    opened: Printed | None
    changed: str
    pages: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Reprints:
    """What is due on paper: the sheets, the address that prints them together, and missing fonts in words.

    ``rows`` are the sheets that are due, ``done`` those that are printed. ``fresh`` are the titles of those that were never printed,
    ``changed`` the sheets to replace, ``opened`` those of which it is to be said whether they were printed. Where nothing else is to be
    printed, ``url`` opens the last again; ``due_url`` opens one of them with ?only=KEY.
    """

    rows: tuple[Row, ...]
    done: tuple[Row, ...]
    fresh: str
    changed: tuple[Row, ...]
    changed_titles: str
    opened: tuple[Row, ...]
    opened_titles: str
    url: str
    due_url: str
    fonts: str = ""

    @property
    def is_to_print(self) -> bool:
        """Whether anything is to be printed; otherwise it is only to be said whether sheets were."""
        return bool(self.fresh or self.changed)


def sheet_title(state: SheetState, record: EventRecord) -> str:
    """Return the title of a sheet with its round: "Pairings by player for round 2"."""
    if state.round is None:
        return state.title
    return _("{sheet} for {round}", sheet=state.title, round=name_of_round(record, state.round))


def row_of(desk: Desk, state: SheetState, changed: Sequence[SheetPart], **more: Any) -> Row:
    """Return a sheet in words; ``changed`` are the parts that have changed, ``more`` are other fields of the row."""
    use, number = use_of(SHEETS[state.name]), state.round
    url = desk.address("desk_sheet", state.name)
    return Row(
        state.name,
        sheet_title(state, desk.record),
        use.place,
        use.purpose,
        key_of(state.name, number),
        url if number is None else f"{url}?round={number}",
        state.last,
        state.opened,
        parts_in_words(changed, desk.record),
        **more,
    )


def use_of(sheet: PaperSheet) -> SheetUse:
    """Return what a sheet is for; a plug-in's sheet says it itself and is printed when it is asked for."""
    return USES.get(sheet.name) or SheetUse(Where.DESK, label=sheet.purpose or gettext_noop("added by a plug-in"))


def key_of(name: str, number: int | None) -> str:
    """Return the key of a sheet in forms, from its name and its round."""
    return f"{name}:{'' if number is None else number}"


def place_of(key: str) -> Place:
    """Return the name and the round of a sheet from its key; PaperError where it is not one."""
    name, _colon, number = key.partition(":")
    if name not in SHEETS or (number and not number.isdecimal()):
        raise PaperError(_("There is no sheet called “{name}”; choose {sheets}.", name=name, sheets=listed_or(SHEETS)))
    return name, int(number) if number else None


@dataclass(frozen=True, slots=True)
class Order:
    """A sheet that is due, with its choices for printing."""

    sheet: DueSheet
    options: Options


def orders_of(
    record: EventRecord,
    due: Iterable[DueSheet],
    number: int | None = None,
    options: Options | None = None,
    only: Collection[str] = (),
) -> tuple[Order, ...]:
    """Return the sheets that are ``due`` now, with the choices by which each is printed; those that cannot be printed yet are left out.

    ``number`` is a round, None for all; ``only`` are the keys of some sheets, none for all. Of slips and cards only those are printed
    again that have changed.
    """
    wanted = [
        each
        for each in due
        if each.why is not Why.PRINTED
        and number in (None, each.state.round)
        and (not only or key_of(*each.place) in only)
        and _is_printable(record, each)
    ]
    return tuple(Order(each, _print_options(record, each, options or Options())) for each in wanted)


def _is_printable(record: EventRecord, sheet: DueSheet) -> bool:
    """Whether a due sheet can be printed: one of a round is due only where it can, and one that has changed was compared."""
    if sheet.state.round is not None or sheet.why is Why.CHANGED:
        return True
    try:
        SHEETS[sheet.state.name].contents(Job(record, Options(), timezone.localtime()))
    except PaperError:
        return False
    return True


def _fronts(record: EventRecord, order: Order) -> tuple[bool, ...]:
    """Return for each page of a sheet whether it lies on the front of a paper; none where a dispute has to be settled before it is printed.

    The sheet is laid out for that.
    """
    try:
        with speaking(record.printed_in):
            return fronts_of(order.sheet.state.name, record, order.options, timezone.localtime())
    except DisputedError:
        return ()


def to_open(orders: Sequence[Order]) -> tuple[Order, ...]:
    """Return those of the due sheets that are to be printed; where there are none, those that were opened last."""
    return tuple(order for order in orders if order.sheet.is_to_print) or tuple(orders)


def _print_options(record: EventRecord, sheet: DueSheet, options: Options) -> Options:
    """Return the choices for printing a due sheet: its round, and of slips and cards only those that have changed."""
    state = sheet.state
    options = replace(options, round_number=state.round)
    if sheet.why is not Why.CHANGED:
        return options
    changed = {entry.player for entry in record.present or record.entries} & set(state.players)
    if changed:
        options = replace(options, first_player=min(changed), last_player=max(changed))
    return replace(options, tables=state.tables)


def reprints(
    desk: Desk, number: int | None = None, *, prints: Prints | None = None, is_counted: bool = False
) -> Reprints:
    """Return what is due on paper now; ``number`` is a round, None for all. ``prints`` are read if not given.

    The sheets are laid out to count their pages only where the page says them (``is_counted``). Nothing is due for an event that is put
    away.
    """
    record = desk.record
    prints = prints or Prints(desk.record, desk.prints)
    due = due_sheets(prints)
    orders = () if desk.event.is_put_away else orders_of(record, due, number)
    pages = {order.sheet.place: _fronts(record, order) if is_counted else () for order in orders}
    rows = tuple(
        row_of(
            desk,
            order.sheet.state,
            order.sheet.changed,
            pages=len(pages[order.sheet.place]),
            why=order.sheet.why.value,
        )
        for order in orders
    )
    opened = tuple(row for row in rows if row.opened is not None)
    url = desk.address("desk_sheet", DUE)
    return Reprints(
        rows,
        tuple(row_of(desk, each.state, (), why=each.why.value) for each in due if each.why is Why.PRINTED),
        fresh=_titles((order.sheet.state for order in orders if order.sheet.why is Why.NEW), record),
        changed=tuple(row for row in rows if row.why == Why.CHANGED.value),
        changed_titles=_titles((order.sheet.state for order in orders if order.sheet.why is Why.CHANGED), record),
        opened=opened,
        opened_titles=_titles((order.sheet.state for order in orders if order.sheet.state.opened is not None), record),
        url=url if number is None else f"{url}?round={number}",
        due_url=url,
        fonts=lacking_fonts(record),
    )


def _titles(states: Iterable[SheetState], record: EventRecord) -> str:
    """Return the titles of sheets, those of one round together: "Results for round 1; Pairings by player and Result slips for round 2"."""
    found = []
    for number, group in groupby(states, key=lambda state: state.round):
        titles = listed([state.title for state in group])
        round_ = "" if number is None else name_of_round(record, number)
        found.append(_("{sheet} for {round}", sheet=titles, round=round_) if round_ else titles)
    return "; ".join(found)


def lacking_fonts(record: EventRecord) -> str:
    """Return a sentence on scripts in the event's names for which this machine has no font, and the packages; empty for none."""
    missing = missing_scripts(entry.name for entry in record.entries)
    if not missing:
        return ""
    return ngettext(
        "No font on this computer can print {scripts}, which {n} name needs. Install a TrueType font that can (on "
        "Debian: {packages}), then restart the desk.",
        "No font on this computer can print {scripts}, which {n} names need. Install a TrueType font that can (on "
        "Debian: {packages}), then restart the desk.",
        len({name for lack in missing for name in lack.names}),
        scripts=listed(dict.fromkeys(lack.script for lack in missing)),
        packages=listed(wanted_packages(missing)),
    )


def is_printed_before(record: EventRecord, moment: datetime | None) -> bool:
    """Whether the paper in the hall was printed before a moment, that is, whether the latest round was published before it.

    Printing by a command is not recorded, so each publication counts as new paper. False where ``moment`` is None, and once the final
    list is public.
    """
    published = [round_.published_at for round_ in record.rounds if round_.published_at is not None]
    if moment is None or record.is_final_published or not published:
        return False
    return max(published) < moment


def sheets_underway(events: QuerySet[Event], moment: datetime | None) -> list[tuple[EventRecord, tuple[str, ...]]]:
    """Return those events that are not over and whose paper was printed before a moment, each with its sheets that show the address.

    Empty where ``moment`` is None.
    """
    if moment is None:
        return []
    begun = events.filter(is_final_published=False, rounds__published_at__lt=moment).distinct()
    records = [record_of(event) for event in begun]
    return [(record, sheets_with_address(record)) for record in records if is_printed_before(record, moment)]
