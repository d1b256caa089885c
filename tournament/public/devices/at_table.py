"""The page of a phone that speaks for a table: what can be done there, each a link of its own."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access.devices import DeviceRefusedError
from tournament.access.pages import is_there
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.devices.holding import (
    PhoneRequest,
    address_of,
    following_of,
    phone_request,
    table_page,
)
from tournament.public.devices.result import PhoneTable, at_table
from tournament.public.site import PRICES, round_name
from tournament.record.acts import Act
from tournament.record.devices import table_subject
from tournament.record.public import with_shown_names
from tournament.record.vocabulary import PlayerId
from tournament.tellings.draw import shown_table
from tournament.tellings.hall import moved_words
from wording import gettext as _
from wording import gettext_noop
from wording.digits import whole_number

OF_TABLES = frozenset({Act.REPORT_RESULT, Act.ANSWER_REPORT, Act.RECORD_RESULT, Act.CONFIRM_RESULT})
"""Kinds of changes that name every table they are about, so that they make no difference to the phones of other tables."""
MOST_READ = 60
"""The most changes since a phone's version that are checked for this; with more, the phone's table is read again."""

MENU = (("event", gettext_noop("Event")), ("standings", gettext_noop("Standings")), ("floor_event", PRICES))
"""The pages in the menu of a table's phone, if the event is shown to players."""


@table_page("GET", "HEAD")
def show(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show the page of a table's phone: the state of its result, what to do about it, and who sits there."""
    return render(request, "public/devices/table.html", table_context(phone, phone_table_of(phone)))


@login_not_required
@never_cache
@require_safe
def result_now(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Return the present state of the result for a phone that polls it: 204 where it has not changed, 410 where the phone is not valid.

    ``?s=`` is the stamp of the state that the phone shows, ``?v=`` the event's version then: if there are no changes since, or only
    results of other tables, the record is not read at all.
    """
    seen = whole_number(request.GET.get("v")) or 0
    try:
        phone = phone_request(request, slug, table_subject(number, table))
        if phone.event.version == seen:
            return HttpResponse(status=204)
        if _is_of_others(phone.event, seen, number, table):
            return HttpResponse(status=204, headers={"X-Version": str(phone.event.version)})
        phone_table = phone_table_of(phone)
    except DeviceRefusedError:
        return HttpResponse(status=410)
    if phone_table.stamp == request.GET.get("s"):
        return HttpResponse(status=204, headers={"X-Version": str(phone.event.version)})
    return render(request, "public/devices/_result.html", table_context(phone, phone_table))


def _is_of_others(event: Event, seen: int, number: int, table: int) -> bool:
    """Whether every change since version ``seen`` is about results of other tables, found by one query; ``number`` is the round."""
    if not 0 < event.version - seen <= MOST_READ:
        return False
    done = event.changes.filter(version__gt=seen, version__lte=event.version)
    rows = list(done.values_list("act", "round_number", "before", "after"))
    return len(rows) == event.version - seen and all(
        act in OF_TABLES
        and (named := {*before.get("tables", {}), *after.get("tables", {})})
        and (round_ != number or str(table) not in named)
        for act, round_, before, after in rows
    )


def phone_table_of(phone: PhoneRequest) -> PhoneTable:
    """Return the table of a phone's request; raises DeviceRefusedError where the table does not exist any more."""
    phone_table = at_table(phone.event, phone.device)
    if phone_table is None or not phone_table.round_.has_begun:
        gone = _("Round {round} no longer has a table {table}.", round=phone.subject.round, table=phone.subject.number)
        raise DeviceRefusedError(f"{gone} {_seat_now(phone)}")
    return phone_table


def _seat_now(phone: PhoneRequest) -> str:
    """Return a sentence on where the phone's holder sits now, for the case that the phone's table is gone."""
    record, number = record_of(phone.event), phone.subject.round
    if phone.device.entry is None or not record.has_round(number) or not record.round(number).has_begun:
        return _("Check where you are sitting now.")
    player = PlayerId(phone.device.entry.number)
    return moved_words(with_shown_names(record), record.round(number), player, phone.subject.number)


def table_context(phone: PhoneRequest, phone_table: PhoneTable, **more: Any) -> dict[str, Any]:
    """Return the context of every page of a table's phone, with the frame of public pages; ``more`` is added to it."""
    event = phone.event
    here_url = address_of(event.slug, phone.subject)
    return {
        "event": event,
        "event_url": reverse("event", args=[event.slug]) if event.is_shown else here_url,
        "menu": [
            {"label": _(label), "url": reverse(page, args=[event.slug]), "current": False}
            for page, label in MENU
            if event.is_shown and is_there(page, event.parts)
        ],
        **following_of(phone.device, phone_table),
        "here_url": here_url,
        "name": round_name(phone_table.round_),
        "number": phone_table.round_.number,
        "round": phone_table.round_,
        "table": shown_table(phone_table.record, phone_table.round_, phone_table.table),
        "holder": phone.device.entry,
        "phone_table": phone_table,
        **more,
    }
