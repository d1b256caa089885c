"""Calling the director from a table's phone: making a call, following the table's calls, and cancelling one."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from tournament.access.devices import DeviceLimitError, DeviceRefusedError
from tournament.day.calls import CallKind
from tournament.public.devices.holding import PhoneRequest, address_of, following_of, refusal_page, table_page
from tournament.public.site import open_site, round_name
from tournament.record.vocabulary import whole_number
from tournament.services.at_table.calls import call_director, calls_of, cancel_call
from tournament.services.changes import RefusedError
from tournament.services.on_devices.following import games_at_tables
from wording import gettext as _
from wording import gettext_noop

TOO_MUCH = 429
BUTTONS = (
    (CallKind.RULE, gettext_noop("A rule question")),
    (CallKind.DISPUTE, gettext_noop("A dispute")),
    (CallKind.TIME, gettext_noop("Time on the clock")),
    (CallKind.OTHER, gettext_noop("Something else")),
)


@table_page("GET", "HEAD", "POST")
def show(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show the page on which a table's phone calls the director and follows its calls; a POST makes or cancels a call."""
    number, table = phone.subject.round, phone.subject.number
    problem, status = "", 200
    if request.method == "POST":
        try:
            _do(request, phone)
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


def _do(request: HttpRequest, phone: PhoneRequest) -> None:
    """Cancel a call or make one, as the form says; ValueError with a sentence where it says neither."""
    if "cancel" in request.POST:
        cancel_call(phone.device, whole_number(request.POST["cancel"]) or 0)
        return
    kind = request.POST.get("kind", "")
    if kind not in set(CallKind):
        raise ValueError(_("Press one of the buttons."))
    call_director(phone.device, CallKind(kind), request.POST.get("words", ""))
