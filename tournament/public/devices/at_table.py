"""The page of a phone that speaks for a table: what can be done there, each a link of its own.

Calling the director from a table's phone: making a call, following the table's calls, and cancelling one.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournament.access.devices import DeviceLimitError, DeviceRefusedError
from tournament.day.at_table import CallKind
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.devices.holding import (
    PhoneRequest,
    address_of,
    following_of,
    phone_request,
    refusal_page,
    table_page,
)
from tournament.public.devices.result import PhoneTable, at_table
from tournament.public.site import PRICES, open_site, round_name
from tournament.record.acts import Act
from tournament.record.devices import table_subject
from tournament.record.public import with_shown_names
from tournament.record.vocabulary import PlayerId
from tournament.services.calls import call_director, calls_of, cancel_call
from tournament.services.changes import RefusedError
from tournament.services.on_devices.following import games_at_tables
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
        "menu": [{"label": _(label), "url": reverse(page, args=[event.slug]), "current": False} for page, label in MENU]
        if event.is_shown
        else [],
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


TOO_MUCH = 429
BUTTONS = (
    (CallKind.RULE, gettext_noop("A rule question")),
    (CallKind.DISPUTE, gettext_noop("A dispute")),
    (CallKind.TIME, gettext_noop("Time on the clock")),
    (CallKind.OTHER, gettext_noop("Something else")),
)


@table_page("GET", "HEAD", "POST")
def call(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show the page on which a table's phone calls the director and follows its calls; a POST makes or cancels a call."""
    number, table = phone.subject.round, phone.subject.number
    problem, status = "", 200
    if request.method == "POST":
        try:
            _act_on_call(request, phone)
            return redirect(request.path)
        except (DeviceRefusedError, RefusedError, ValueError) as refusal:
            problem, status = str(refusal), TOO_MUCH if isinstance(refusal, DeviceLimitError) else 409
    site = open_site(phone.event)
    round_, table_ = site.table(number, table)
    if round_.is_over:
        return refusal_page(
            request, phone.event, _("Round {number} is closed. Go to the director's desk.", number=number)
        )
    calls = [call for call in calls_of(phone.event, number, table) if call.cancelled_at is None]
    on_devices, code = games_at_tables().hand_of(phone.device)
    context = {
        **site.frame(""),
        **following_of(phone.device, site),
        "name": round_name(round_),
        "table": table_,
        "on_devices": on_devices,
        "hand": reverse("game_hand", args=[code]) if code else "",
        "back": address_of(phone.event.slug, phone.subject),
        "buttons": [
            (kind.value, _(words)) for kind, words in BUTTONS if kind not in {c.kind for c in calls if c.is_open}
        ],
        "waiting": [call for call in calls if call.is_open],
        "answered": [call for call in calls if not call.is_open],
        "words": request.POST.get("words", ""),
        "problem": problem,
    }
    return render(request, "public/devices/call.html", context, status=status)


def _act_on_call(request: HttpRequest, phone: PhoneRequest) -> None:
    """Cancel a call or make one, as the form says; ValueError with a sentence where it says neither."""
    if "cancel" in request.POST:
        cancel_call(phone.device, whole_number(request.POST["cancel"]) or 0)
        return
    kind = request.POST.get("kind", "")
    if kind not in set(CallKind):
        raise ValueError(_("Press one of the buttons."))
    call_director(phone.device, CallKind(kind), request.POST.get("words", ""))
