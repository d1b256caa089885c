"""The page of a printed code: it says for which table or player the code is, and its button claims it for this phone.

Opening the page claims nothing.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access.devices import (
    DeviceRefusedError,
    check_alive,
    check_code,
    codes_of,
    device_of,
    held_by,
    spend,
    withdraw_device,
)
from tournament.models import Device, Event
from tournament.public.devices.holding import (
    BROWSER,
    PhoneRequest,
    address_of,
    browser_of,
    event_of_code,
    refusal_page,
    remember,
    remember_browser,
    table_page,
)
from tournament.public.devices.of_player import may_check_in
from tournament.public.site import Site, open_site, round_name
from tournament.record.devices import DeviceKind, DeviceSubject, player_subject, table_subject
from tournament.record.vocabulary import PlayerId
from tournament.services.calls import let_phone_in
from tournament.services.changes.refusals import RefusedError
from tournament.services.on_devices.following import games_at_tables
from tournament.tellings.draw import shown_table
from wording import gettext as _
from wording.digits import whole_number

ALL_OF_US = "0"


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def of_table(request: HttpRequest, slug: str, number: int, table: int, code: str) -> HttpResponse:
    """Show the page of the code on a result slip, which asks which player at the table uses this phone."""
    return _claim_page(request, slug, table_subject(number, table), code)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def of_player(request: HttpRequest, slug: str, number: int, code: str) -> HttpResponse:
    """Show the page of the code on a place card, which asks whether this is the phone of that player."""
    return _claim_page(request, slug, player_subject(number), code)


def _claim_page(request: HttpRequest, slug: str, subject: DeviceSubject, code: str) -> HttpResponse:
    """Show the page of a code; a POST makes this phone one of the table or player, and sets its cookies."""
    event = event_of_code(request, slug, subject, code)
    try:
        check_alive(event, subject)
        check_code(event, subject, code)
        if request.method == "POST":
            chosen = request.POST.get("holder", "")
            holder = whole_number(chosen) if chosen not in ("", ALL_OF_US) else None
            browser = browser_of(request)
            token = let_phone_in(event, subject, code, holder, browser)
            answer = _first_page(event, subject, token)
            remember(answer, slug, subject, token)
            remember_browser(answer, slug, browser)
            return answer
    except DeviceRefusedError as refusal:
        return refusal_page(request, event, str(refusal), is_code=True)
    site, mine = open_site(event), held_by(event, subject, request.COOKIES.get(BROWSER, ""))
    context = {**site.frame(""), **_claim_context(site, subject, mine), "is_shown": event.is_shown}
    context |= {"mine": mine, "own_url": address_of(slug, subject), "code": code}
    return render(request, "public/devices/claim.html", context)


def _first_page(event: Event, subject: DeviceSubject, token: str) -> HttpResponse:
    """Redirect a phone after its claim: to its hand where its table plays on devices, else to its own page."""
    if subject.kind is DeviceKind.TABLE:
        with suppress(RefusedError):
            return games_at_tables().enter(device_of(event, subject, token), token)
    return redirect(address_of(event.slug, subject))


def _claim_context(site: Site, subject: DeviceSubject, mine: Device | None) -> dict[str, Any]:
    """Return the context of the page: the table or player, and for a table which players have another phone already.

    ``mine`` is the phone as which this browser is known already, None for none.
    """
    if subject.kind is DeviceKind.TABLE:
        round_, table = site.table(subject.round, subject.number)
        hands = games_at_tables().holders(site.event, subject, mine)
        return {
            "name": round_name(round_),
            "round": round_,
            "table": shown_table(site.record, round_, table),
            "all_of_us": ALL_OF_US,
            "on_devices": hands is not None,
            "held": hands,
            "holder": site.name(PlayerId(mine.entry.number)) if mine and mine.entry else "",
        }
    player = PlayerId(subject.number)
    if player not in site.record.people:
        raise Http404(_("{event} has no player {number}.", event=site.record.name, number=subject.number))
    return {"player": site.record.entry(player), "may_check_in": may_check_in(site, player)}


@table_page("POST")
def leave(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Withdraw this phone at its user's wish, and ask again who uses it; another phone may then take its hand."""
    event, subject = phone.event, phone.subject
    spend(phone.device)
    withdraw_device(phone.device)
    return redirect("claim_table", event.slug, subject.round, subject.number, codes_of(event, [subject])[subject])
