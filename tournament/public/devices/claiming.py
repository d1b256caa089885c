"""The page of a code on paper or in a link: it says for which table or player the code is, and its button claims it for this phone.

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
    held_by,
    spend,
    withdraw_device,
)
from tournament.models import Device, Event
from tournament.public.devices.holding import (
    BROWSER,
    COOKIE,
    PhoneRequest,
    address_of,
    event_of_code,
    keep,
    let_in,
    phone_page,
    refusal_page,
)
from tournament.public.devices.mine import may_check_in
from tournament.public.site import Site, open_site, round_name
from tournament.record.devices import DeviceKind, DeviceSubject, hash_of, player_subject, table_subject
from tournament.record.vocabulary import PlayerId
from tournament.services.changes.refusals import RefusedError
from tournament.services.on_devices.following import games_at_tables
from tournament.services.selfcheck import check_in_self
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
    """Show the page of the code on a place card or in a player's link, which asks whether this is the phone of that player."""
    return _claim_page(request, slug, player_subject(number), code)


def _claim_page(request: HttpRequest, slug: str, subject: DeviceSubject, code: str) -> HttpResponse:
    """Show the page of a code; a POST makes this phone one of the table or player, and sets its cookies."""
    event = event_of_code(request, slug, subject, code)
    try:
        check_alive(event, subject)
        check_code(event, subject, code)
        if request.method == "POST":
            return _claimed(request, event, subject, code)
    except DeviceRefusedError as refusal:
        return refusal_page(request, event, str(refusal), is_code=True)
    site, browser = open_site(event), hash_of(request.COOKIES.get(BROWSER, ""))
    mine = held_by(event, subject, browser)
    if mine and subject.kind is DeviceKind.PLAYER and not may_check_in(site, PlayerId(subject.number)):
        return redirect(address_of(slug, subject))
    context = {**site.frame(""), **_claim_context(site, subject, mine), "is_shown": event.is_shown, "mine": mine}
    if mine:
        own = player_subject(mine.entry.number) if mine.entry else subject
        context["own_url"] = address_of(slug, own)
    return render(request, "public/devices/claim.html", context)


def _claimed(request: HttpRequest, event: Event, subject: DeviceSubject, code: str) -> HttpResponse:
    """Let the phone in; check its player in where the button says so."""
    chosen = request.POST.get("holder", "")
    holder = whole_number(chosen) if chosen not in ("", ALL_OF_US) else None
    is_card = subject.kind is DeviceKind.PLAYER
    phone = let_in(request, event, subject, code, subject.number if is_card else holder)
    answer: HttpResponse = redirect(phone.address)
    with suppress(RefusedError):  # the page says what is so
        if is_card and "here" in request.POST:
            check_in_self(event, subject.number)
        elif not is_card:
            answer = to_game(phone)
    return keep(answer, request, phone)


def to_game(phone: PhoneRequest) -> HttpResponse:
    """Redirect a phone to its hand, or to the board where the table shares it; RefusedError where its table does not play on devices."""
    speaking = phone.speaking()
    return games_at_tables().enter(speaking.device, speaking.secret_at_table)


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


@phone_page("POST")
def leave(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Withdraw this phone at its user's wish; another phone may then take its hand. A table's phone is asked again who uses it."""
    table = phone.table
    spend(phone.proof)
    withdraw_device(phone.proof)
    answer = redirect(phone.address)
    if table is not None and not phone.is_own:
        code = codes_of(phone.event, [table])[table]
        answer = redirect("claim_table", phone.event.slug, table.round, table.number, code)
    answer.delete_cookie(COOKIE, path=phone.address)
    return answer
