"""Calls for the director: made on a table's phone, shown on every page of the desk, and answered there.

Calls are rows of their own and no recorded changes, so the event's version does not rise.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.access.devices import DeviceLimitError
from tournament.access.pages import PageRow, read_by
from tournament.access.slices import Mark, MenuEntry, Slice
from tournament.day.at_table import CallKind, in_short, to_do
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.draw.lines import line
from tournament.models import Call
from tournament.models.at_table import calls_of, waiting_of
from tournament.public.devices.asking import act_on_request, asking_context
from tournament.public.devices.holding import PhoneRequest, pages_of_phones, phone_page
from tournament.public.devices.mine import frame_of
from tournament.public.site import round_name
from tournament.record.acts import AT_WORK, IN_THE_HALL, Act
from tournament.services.calls import answer_call, call_director, cancel_call
from tournament.services.changes import Doing, actor_of
from tournament.services.changes.refusals import RefusedError
from tournament.services.on_devices.following import games_at_tables
from tournament.tellings.hall import book_of
from wording import gettext as _
from wording import gettext_noop
from wording.digits import whole_number

TOO_MUCH = 429
BUTTONS = (
    (CallKind.RULE, gettext_noop("A rule question")),
    (CallKind.DISPUTE, gettext_noop("A dispute")),
    (CallKind.TIME, gettext_noop("Time on the clock")),
    (CallKind.OTHER, gettext_noop("Something else")),
)


@phone_page("GET", "HEAD", "POST")
def director(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show the page on which a phone calls the director to its table, follows its calls and asks for what its player wants."""
    problem, status = "", 200
    if request.method == "POST":
        try:
            _act(request, phone)
            return redirect(request.path)
        except (RefusedError, DeviceLimitError) as refusal:
            problem, status = str(refusal), TOO_MUCH if isinstance(refusal, DeviceLimitError) else 409
    context = _context(phone) | {"words": request.POST.get("words", ""), "problem": problem}
    return render(request, "public/devices/director.html", context, status=status)


def _context(phone: PhoneRequest) -> dict[str, Any]:
    """Return the context of the page: the table's calls as long as its round is played, and the requests of an own phone."""
    site = phone.site
    context = frame_of(phone) | asking_context(phone, site)
    if phone.table is None or site.round(phone.table.round).is_over:
        return context
    round_, table = site.table(phone.table.round, phone.table.number)
    calls = [call for call in calls_of(phone.event, round_.number, table.number) if call.cancelled_at is None]
    on_devices, code = games_at_tables().hand_of(phone.device)
    return {
        **context,
        "name": round_name(round_),
        "table": table,
        "on_devices": on_devices,
        "hand": reverse("game_hand", args=[code]) if code else "",
        "buttons": [
            (kind.value, _(words)) for kind, words in BUTTONS if kind not in {c.kind for c in calls if c.is_open}
        ],
        "waiting": [call for call in calls if call.is_open],
        "answered": [call for call in calls if not call.is_open],
    }


def _act(request: HttpRequest, phone: PhoneRequest) -> None:
    """Cancel a call or make one, or act on a request, as the form says; RefusedError where it says none of these."""
    kind = request.POST.get("kind", "")
    if "cancel" in request.POST:
        cancel_call(phone.speaking().device, whole_number(request.POST["cancel"]) or 0)
    elif kind in set(CallKind):
        call_director(phone.speaking().device, CallKind(kind), request.POST.get("words", ""))
    else:
        act_on_request(phone, request.POST)


@never_cache
@desk_form
def queue(desk: Desk) -> HttpResponse:
    """Show which tables wait for a director and since when, the longest first, then the answered calls; a POST answers a call."""
    if desk.is_post:
        return _answer(desk)
    calls, now = calls_of(desk.event), timezone.now()
    open_calls = [call for call in calls if call.is_open]
    games = games_at_tables().at_calls(desk.event, {(call.round, call.table) for call in open_calls})
    waiting = [
        {"call": call, "minutes": call.waited(now), "game": games.get((call.round, call.table))} for call in open_calls
    ]
    return desk.page("director/at_table/calls.html", "calls", waiting=waiting, book=book_of(calls, now))


def _answer(desk: Desk) -> HttpResponse:
    """Answer the call whose button was pressed."""
    key, note = whole_number(desk.request.POST.get("call")) or 0, desk.request.POST.get("note", "")
    if "coming" in desk.request.POST:
        note = note or line("call.coming")
    try:
        call = answer_call(desk.event, desk.actor, key, note)
    except RefusedError as refusal:
        return desk.refused(str(refusal), desk.request.path)
    return desk.done(_("The call from table {number} has been answered.", number=call.table_number), desk.request.path)


@never_cache
@desk_page
def waiting_badge(desk: Desk) -> HttpResponse:
    """Return the badge that counts waiting calls; status 204 where its text is what the page shows already (parameter ``shown``)."""
    words = in_short(waiting_of(desk.event), timezone.now())
    if words == desk.request.GET.get("shown", ""):
        return HttpResponse(status=204)
    return render(desk.request, "director/at_table/_badge.html", {"calls_said": words, "slug": desk.slug})


def _badge(page: Mapping[Any, Any]) -> dict[str, str]:
    """Return what the badge of waiting calls says; nothing before the first draw and after the last round, when no table calls."""
    if not page.get("is_under_way"):
        return {}
    event = page["event_row"]
    return {"slug": event.slug, "calls_said": in_short(waiting_of(event), timezone.now())}


def _oldest(page: Mapping[Any, Any]) -> dict[str, str]:
    """Return the sentence about the call that has waited longest."""
    return {"called": to_do(waiting_of(page["event_row"]), timezone.now())}


def _answer_overtaken(doing: Doing, through: int) -> None:
    """Answer the open calls of every round up to number ``through``: it is closed, so nobody comes to its tables."""
    waiting = Call.objects.filter(event=doing.event, round_number__lte=through, answered_at=None, cancelled_at=None)
    waiting.update(answered_at=timezone.now(), answered_by=actor_of(doing.actor).user, note=line("call.closed"))


SLICE = Slice(
    "calls",
    pages=(
        path("calls/", queue, name="desk_calls"),
        path("calls/waiting/", waiting_badge, name="desk_calls_waiting"),
    ),
    phone_pages=pages_of_phones("call/", director, "device_call"),
    opened_by={"desk_calls": PageRow(AT_WORK, senders=IN_THE_HALL), "desk_calls_waiting": read_by(AT_WORK)},
    menu=(MenuEntry("calls", gettext_noop("Calls"), "desk_calls"),),
    marks={
        "top": Mark("director/at_table/_calls.html", _badge),
        "next": Mark("director/at_table/_called.html", _oldest),
    },
    within={
        Act.PUBLISH_ROUND: lambda doing, published: _answer_overtaken(doing, published.number - 1),
        Act.CLOSE_ROUND: lambda doing, closed: _answer_overtaken(doing, closed.number),
    },
)
