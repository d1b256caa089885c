"""Printing: what is due now, single sheets, the pack of a round; and the archive of the whole event.

How sheets are to be printed: the paper of an event, and the choices for one print, each with a default.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy

from tournament.access.devices import printed_codes
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.desk.fields import DeskForm
from tournament.desk.frame import DUE
from tournament.desk.reprints import Row, orders_of, place_of, reprints, row_of, to_open, use_of
from tournament.draw.seating import name_of_round, title_of_round
from tournament.installation.faults import fault_of
from tournament.pdf.document import pack_of, sheets_as_pdf
from tournament.pdf.job import DisputedError, Job, Options, PaperError
from tournament.pdf.prints import Prints, due_sheets
from tournament.pdf.sheet import PaperSheet, Scope, Takes
from tournament.pdf.sheets import NOW_ON, SHEETS
from tournament.public.form_words import WholeField
from tournament.record.archive import archive as archive_text
from tournament.record.archive import with_own_keys
from tournament.record.event import EventRecord
from tournament.record.lengths import LONGEST_REASON, too_long
from tournament.record.printing import Contents, PaperSize, Sides, Supplement
from tournament.services.printing import store_answer, store_printed, store_way, supplements_of
from tournament.tellings.paper import USUAL, When, has_sheet, is_offered, sheets_wanted
from tournament.tellings.words import disputed_in
from wording import gettext as _
from wording import pgettext
from wording.figures import listed, listed_or
from wording.languages import speaking

SIDES = (
    (Sides.TWO.value, gettext_lazy("on both sides")),
    (Sides.ONE.value, gettext_lazy("on one side")),
)
PAPERS = tuple((paper.value, paper.words) for paper in PaperSize)
OF_EVENT = ("paper", "sides")
"""The choices that are the event's own (`WayForm`); an address may still name others, for one print."""


RANGES = {Takes.TABLES: ("first_table", "last_table"), Takes.PLAYERS: ("first_player", "last_player")}
"""The choices of a range, by what a sheet takes."""


class WayForm(DeskForm):
    """How an event prints: the size of its paper and the sides; stored once and used for every print."""

    paper_size = forms.ChoiceField(label=gettext_lazy("Paper size"), choices=PAPERS)
    printed_sides = forms.ChoiceField(label=gettext_lazy("Print"), choices=SIDES)

    def __init__(self, *arguments: Any, record: EventRecord, **options: Any) -> None:
        """``record`` has what is stored now."""
        super().__init__(*arguments, **options)
        self._record = record
        self.initial = {"paper_size": record.paper.value, "printed_sides": record.sides.value}

    @property
    def paper_words(self) -> str:
        """The stored size of paper in words: "A4"."""
        return self._record.paper.words

    @property
    def paper(self) -> PaperSize:
        """The chosen size of paper."""
        return PaperSize(self.cleaned_data["paper_size"])

    @property
    def sides(self) -> Sides:
        """The chosen sides."""
        return Sides(self.cleaned_data["printed_sides"])


class SheetForm(DeskForm):
    """The choices of the sheets page; read from the address, so that a sheet can be bookmarked."""

    round = forms.TypedChoiceField(label=gettext_lazy("Round"), coerce=int, required=False, empty_value=None)
    paper = forms.ChoiceField(
        label=gettext_lazy("Paper size"),
        choices=PAPERS,
        required=False,
    )
    sides = forms.ChoiceField(label=gettext_lazy("Print"), choices=SIDES, required=False)
    first_table = WholeField(label=gettext_lazy("From table"), required=False, min_value=1)
    last_table = WholeField(label=gettext_lazy("To table"), required=False, min_value=1)
    first_player = WholeField(label=gettext_lazy("From player number"), required=False, min_value=1)
    last_player = WholeField(label=gettext_lazy("To player number"), required=False, min_value=1)

    def __init__(self, *arguments: Any, record: EventRecord, sheet: PaperSheet | None = None, **options: Any) -> None:
        """``record`` gives the drawn rounds to choose from; of a ``sheet`` the form has only the choices that it takes."""
        super().__init__(*arguments, **options)
        drawn = [(round_.number, title_of_round(record, round_.number)) for round_ in record.rounds]
        self.fields["round"].choices = [("", pgettext("a round", "the latest")), *drawn]  # type: ignore[attr-defined]
        if sheet is not None:
            taken = {"round"} if sheet.scope is Scope.ROUND else set[str]()
            taken.update(*(RANGES[each] for each in sheet.takes))
            self.fields = {name: field for name, field in self.fields.items() if name in taken}

    @property
    def choices(self) -> list[forms.BoundField]:
        """The choices for one print."""
        return [self[name] for name in self.fields if name not in OF_EVENT]

    def options(self) -> Options:
        """Return the options for printing, with defaults for empty fields; PaperError where a field is not valid."""
        if not self.is_valid():
            raise PaperError(str(next(iter(self.errors.values()))[0]))
        typed = self.cleaned_data
        return Options(
            paper=PaperSize(typed["paper"]) if typed["paper"] else None,
            sides=Sides(typed["sides"]) if typed["sides"] else None,
            first_table=typed["first_table"],
            last_table=typed["last_table"],
            first_player=typed["first_player"],
            last_player=typed["last_player"],
            round_number=typed["round"],
        )


log = logging.getLogger("tournament.faults")

PACK = "round-pack"


@desk_form
def index(desk: Desk) -> HttpResponse:
    """Show what is due on paper now, then every sheet with its last print; a POST answers sheets or sets the paper."""
    if desk.is_post and desk.event.is_put_away:
        return desk.refused(
            _("{event} is archived and can only be read; a director can bring it back.", event=desk.record.name),
            desk.request.path,
        )
    way = WayForm(desk.posted if "way" in desk.request.POST else None, record=desk.record)
    if desk.is_post and not way.is_bound:
        return _answer(desk)
    if desk.sent(way):
        store_way(desk.event, paper=way.paper, sides=way.sides)
        return desk.done(_("Saved. Sheets will be printed this way from now on."), desk.request.path)
    prints, chosen = Prints(desk.record, desk.prints), sheets_wanted(desk.record)
    printed = {
        state.name: row_of(desk, state, state.changed_since_opened or state.changed) for state in prints.latest()
    }
    sheets = sorted(SHEETS.values(), key=lambda sheet: sheet.scope is Scope.EVENT)
    due = reprints(desk, prints=prints, is_counted=True)
    keys = {row.key for row in due.rows}
    offers = [_offer(desk, sheet, printed[sheet.name], keys) for sheet in sheets if is_offered(desk.record, sheet.name)]
    return desk.page(
        "director/event/sheets.html",
        "sheets",
        sheets=[_offer(desk), *offers] if desk.record.rounds else offers,
        way=way,
        is_usual=chosen == tuple(name for name in USUAL if has_sheet(desk.record, name)),
        chosen=listed(SHEETS[name].title for name in chosen),
        reprints=due,
    )


@dataclass(frozen=True, slots=True)
class Offer:
    """A sheet in the list of all: its title, the address that prints it as usual, its round in words, and the form of its choices.

    ``url`` is the address with the choices that the page's own address has, and ``row`` the last print; of the pack of a round it is None.
    ``is_due`` says that the sheet and its state stand above already.
    """

    title: str
    address: str
    url: str
    of: str
    form: SheetForm
    row: Row | None
    is_due: bool
    is_open: bool


def _offer(desk: Desk, sheet: PaperSheet | None = None, row: Row | None = None, due: Collection[str] = ()) -> Offer:
    """Return a sheet as it is offered, None for the pack of a round; refused choices stand in its form, which is then open."""
    name, query = sheet.name if sheet else PACK, desk.request.GET
    sent = query if query and query.get("sheet", name) == name else None
    form = SheetForm(sent, record=desk.record, sheet=sheet, auto_id=f"{name}-%s")
    chosen = urlencode({field.name: query[field.name] for field in form.choices if sent and query.get(field.name)})
    address = desk.address("desk_sheet", name)
    return Offer(
        title=sheet.title if sheet else _("Round pack"),
        address=address,
        url=f"{address}?{chosen}" if chosen else address,
        of=_usual_round(desk.record, sheet, form.cleaned_data.get("round") if form.is_valid() else None),
        form=form,
        row=row,
        is_due=row is not None and row.key in due,
        is_open=bool(sent) and "sheet" in query,
    )


def _usual_round(record: EventRecord, sheet: PaperSheet | None, chosen: int | None) -> str:
    """Return the round that a sheet is printed for in words, the ``chosen`` one if there is one; empty for a sheet of the event."""
    if sheet is None:
        return name_of_round(record, chosen or record.rounds[-1].number)
    job = Job(record, Options(round_number=chosen), timezone.localtime())
    if sheet.scope is Scope.EVENT or not any(round_.tables for round_ in record.rounds):
        return ""
    return name_of_round(record, (job.at_last_result() if use_of(sheet).when is When.CLOSED else job).round.number)


def _answer(desk: Desk) -> HttpResponse:
    """Store what the pressed button says: sheets were printed, were not, or are not needed in this event; or the usual ones are."""
    back = desk.request.POST.get("back", "")
    to = back if back.startswith(desk.address("desk_event")) else desk.address("desk_sheets")
    if "usual" in desk.request.POST:
        store_way(desk.event, prints=USUAL)
        return desk.done(_("The usual sheets will be due again."), to)
    asked = {name: desk.typed(name).split() for name in ("printed", "not-printed", "not-needed")}
    try:
        places = [place_of(key) for keys in asked.values() for key in keys]
    except PaperError as refusal:
        return desk.refused(str(refusal), to)
    titles = listed(dict.fromkeys(SHEETS[name].title for name, _number in places))
    if asked["not-needed"]:
        left = {name for name, _number in places}
        store_way(desk.event, prints=[name for name in sheets_wanted(desk.record) if name not in left])
        return desk.done(_("This event does not print these sheets: {sheets}.", sheets=titles), to)
    is_printed = bool(asked["printed"])
    if not store_answer(desk.event, places, is_printed=is_printed):
        return desk.refused(_("Nobody has opened these sheets since they were last printed."), to)
    if is_printed:
        return desk.done(_("Recorded as printed: {sheets}.", sheets=titles), to)
    return desk.done(_("Recorded as not printed: {sheets}.", sheets=titles), to)


@desk_page
def pdf(desk: Desk, name: str) -> HttpResponse:
    """Return as a PDF one sheet, the pack of a round, or all sheets that are due; a refusal leads back to the options.

    The sheets are then recorded as opened, but not for a HEAD request or a browser that prefetches the address. The name of a sheet that
    is gone leads to the one that has it now.
    """
    if name in NOW_ON:
        return redirect(f"{desk.address('desk_sheet', NOW_ON[name])}?{desk.request.GET.urlencode()}")
    event, record, now = desk.event, desk.record, timezone.localtime()
    try:
        with speaking(record.printed_in):
            order = _order(desk, name)
            printed = sheets_as_pdf(record, order.sheets, now, printed_codes(event.pk, record))
    except DisputedError as question:
        return _ask_why(desk, name, question)
    except PaperError as refusal:
        sent = desk.request.GET.copy()
        sent["sheet"] = name
        return desk.refused(str(refusal), f"{desk.address('desk_sheets')}?{sent.urlencode()}")
    if _is_printed(desk.request):
        reason = next((options.over_dispute for _name, options in order.sheets), "")
        try:
            store_printed(event, desk.user, order.contents, now, record.version, reason, is_printed=False)
        except DatabaseError as error:  # printing must work even with a full disk
            log.error("%s was opened and not written down: %s", order.title, fault_of(error).sentence)
    answer = HttpResponse(printed, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{desk.slug}-{order.title}-v{record.version}.pdf"'
    return answer


@dataclass(frozen=True, slots=True)
class _Order:
    """What to print: each sheet by name with its options, the contents of each, and the title for the file's name."""

    sheets: Sequence[tuple[str, Options]]
    contents: Sequence[Contents]
    title: str


def _order(desk: Desk, name: str) -> _Order:
    """Return what to print for a name in the address: a sheet, `PACK` or `DUE`, with the options of the address.

    Raises PaperError where there is no such sheet or an option is wrong.
    """
    query, record = desk.request.GET, desk.record
    reason = query.get("reason", "").strip()
    if refusal := too_long(reason, LONGEST_REASON):
        raise PaperError(refusal)
    options = replace(SheetForm(query, record=record).options(), over_dispute=reason)
    prints, now = Prints(record, desk.prints), timezone.localtime()
    if name == DUE:
        title, wanted_now = DUE, _due_sheets(prints, options, query.getlist("only"))
    elif name == PACK:
        number = options.round_number or max((round_.number for round_ in record.rounds), default=1)
        title, wanted_now = f"round-{number}", pack_of(record, number, options)
    elif name in (names := [each for each in SHEETS if has_sheet(record, each)]):
        title, wanted_now = name, ((name, options),)
    else:
        raise PaperError(_("There is no sheet called “{name}”; choose {sheets}.", name=name, sheets=listed_or(names)))
    contents = [SHEETS[sheet].contents(Job(record, chosen, now)) for sheet, chosen in wanted_now]
    supplements = frozenset[Supplement]().union(*(SHEETS[sheet].supplements for sheet, _options in wanted_now))
    handed = supplements_of(desk.event, supplements, now)
    sheets = [
        (each.sheet, replace(chosen, **handed, replaces=prints.replaced_version(each)))
        for (_name, chosen), each in zip(wanted_now, contents, strict=True)
    ]
    return _Order(sheets, contents, title)


def _due_sheets(prints: Prints, options: Options, only: Sequence[str]) -> tuple[tuple[str, Options], ...]:
    """Return the sheets that are due (of one round where the options name it); ``only`` are the keys of some of them, none for all.

    Raises PaperError where there are none.
    """
    orders = to_open(orders_of(prints.record, due_sheets(prints), options.round_number, options, only))
    if not orders:
        raise PaperError(_("Nothing needs printing now. Open any other sheet below."))
    return tuple((order.sheet.state.name, order.options) for order in orders)


def _is_printed(request: HttpRequest) -> bool:
    """Whether the request really fetches the sheet, and is neither HEAD nor a prefetch by the browser."""
    purposes = f"{request.headers.get('Sec-Purpose', '')} {request.headers.get('Purpose', '')}".lower()
    return request.method == "GET" and "prefetch" not in purposes and "preview" not in purposes


def _ask_why(desk: Desk, name: str, question: DisputedError) -> HttpResponse:
    """Ask for the reason to print despite an open dispute; the options are sent again with it."""
    return desk.page(
        "director/event/over_dispute.html",
        "sheets",
        title=SHEETS[name].title if name in SHEETS else _("These sheets"),
        question=str(question),
        disputed=disputed_in(desk.record.closed_rounds),
        choices=[(key, value) for key, values in desk.request.GET.lists() if key != "reason" for value in values],
        name=name,
    )


@desk_page
def archive(desk: Desk) -> HttpResponse:
    """Download the event as JSON text, whose checksum stands on the handover page; `events.save` sends what can be restored."""
    text = archive_text(with_own_keys(desk.record))
    answer = HttpResponse(text, content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{desk.slug}-v{desk.record.version}.json"'
    return answer
