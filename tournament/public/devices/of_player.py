"""The page of a player's own phone: where to sit, requests to the director, and the answers to them."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.html import format_html
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access.devices import DeviceLimitError, DeviceRefusedError, spend
from tournament.day.leaving import rounds_to_miss
from tournament.draw.lines import said
from tournament.draw.seating import name_of_round, title_of_round
from tournament.models import PlannedAbsence, PlayerRequest
from tournament.public.devices.holding import (
    PhoneRequest,
    address_of,
    event_of,
    following_of,
    phone_request,
    refusal_page,
)
from tournament.public.player import player_found
from tournament.public.polled_parts import current_draw
from tournament.public.site import Site, open_site
from tournament.record.devices import RequestKind, RequestState, player_subject
from tournament.record.event import EventRecord
from tournament.record.lengths import quoted
from tournament.record.vocabulary import DECIDED_BY_RESULTS, PlayerId, SitOutKind, Status
from tournament.services.asking import LONGEST, ask, may_ask, take_back
from tournament.services.changes.refusals import RefusedError
from tournament.services.selfcheck import Window, check_in_self, window_of
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import whole_number
from wording.figures import listed


def may_check_in(site: Site, player: PlayerId) -> bool:
    """Return whether a page of this player offers to check in: the window is open, and the player is still expected."""
    event, record = site.event, site.record
    return (
        record.extras.self_check_in
        and not event.is_put_away
        and window_of(event, timezone.now()) is Window.OPEN
        and not record.begun_rounds
        and record.entry(player).status in (Status.REGISTERED, Status.LATE, Status.ABSENT)
    )


LATEST = 5
TOO_MUCH = 429
SENTENCES = {
    RequestKind.WITHDRAW: gettext_noop("You asked to be withdrawn: {state}."),
    RequestKind.MISS: gettext_noop("You asked to miss {rounds}: {state}."),
    RequestKind.LATE: gettext_noop("You said that you would be late: {state}."),
}
"""What a player asked."""


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show the page of a player's own phone; a POST sends a request to the director, or takes one back."""
    problem, status = "", 200
    try:
        phone = phone_request(request, slug, player_subject(number))
        if request.method == "POST":
            try:
                _act(request, phone)
            except (RefusedError, DeviceLimitError) as refusal:
                problem, status = str(refusal), TOO_MUCH if isinstance(refusal, DeviceLimitError) else 409
            else:
                return redirect(address_of(slug, phone.subject))
    except DeviceRefusedError as refusal:
        return refusal_page(request, event_of(slug), str(refusal))
    site = open_site(phone.event)
    entry = site.record.entry(PlayerId(number))
    requests = list(phone.event.requests.filter(entry=phone.device.entry).order_by("-pk")[:LATEST])
    planned = _planned_absences(phone, site.record)
    waiting = {each.kind for each in requests if each.state == RequestState.OPEN.value}
    context = {
        **site.frame(""),
        **following_of(phone.device, site),
        "player": entry,
        "event_is_shown": phone.event.is_shown,
        "pin": player_found(site, entry.player, current_draw(site)),
        "requests": [_request_row(each) for each in requests],
        "may_withdraw": may_ask(phone.event, entry.status) and RequestKind.WITHDRAW.value not in waiting,
        "may_be_late": may_ask(phone.event, entry.status)
        and RequestKind.LATE.value not in waiting
        and entry.status is not Status.LATE,
        "may_check_in": may_check_in(site, entry.player),
        "away": _away_sentence(site.record, planned),
        "rounds_to_miss": [
            (number, title_of_round(site.record, number))
            for number in rounds_to_miss(site.record)
            if may_ask(phone.event, entry.status) and number not in planned
        ],
        "missed_score": site.record.format.score_of(SitOutKind.MISSED),
        "is_waiting": bool(waiting),
        "longest": LONGEST,
        "problems": [problem] if problem else [],
        "words": request.POST.get("words", "") if problem else "",
    }
    return render(request, "public/devices/player.html", context, status=status)


def _act(request: HttpRequest, phone: PhoneRequest) -> None:
    """Send a request or take one back, as the pressed button says; RefusedError where it says neither."""
    back, kind = whole_number(request.POST.get("take_back")), request.POST.get("ask", "")
    if back:
        take_back(phone.device, back)
    elif "here" in request.POST:
        spend(phone.device)
        check_in_self(phone.event, phone.subject.number)
    elif kind in set(RequestKind):
        rounds = [whole_number(number) for number in request.POST.getlist("round")]
        ask(phone.device, RequestKind(kind), request.POST.get("words", ""), rounds)
    else:
        raise RefusedError(_("Press one of the buttons."))


def _planned_absences(phone: PhoneRequest, record: EventRecord) -> list[int]:
    """Return the rounds to come in which the player will be away, in order; only this phone and the desk know them."""
    absences = PlannedAbsence.objects.filter(entry=phone.device.entry, round_number__gte=record.next_round)
    return list(
        absences.exclude(kind__in=DECIDED_BY_RESULTS).order_by("round_number").values_list("round_number", flat=True)
    )


def _away_sentence(record: EventRecord, planned: Sequence[int]) -> str:
    """Return a sentence on the rounds in which the player will be away; empty for none."""
    if not planned:
        return ""
    return ngettext(
        "You are not playing in {rounds}; you will be back for the round after that.",
        "You are not playing in rounds {rounds}; you will be back for the round after that.",
        len(planned),
        rounds=name_of_round(record, planned[0]) if len(planned) == 1 else listed(planned),
    )


def _rounds(row: PlayerRequest) -> str:
    """Return the rounds of a request to miss some: "round 3", "rounds 2 and 3"."""
    many = row.round_numbers
    return ngettext("round {rounds}", "rounds {rounds}", len(many), rounds=listed(many)) if many else ""


def _request_row(row: PlayerRequest) -> dict[str, object]:
    """Return a request with a sentence about it: what was asked, its state, and the director's answer."""
    state = RequestState(row.state)
    words = format_html("<strong>{}</strong>", state.words)
    if row.answer:
        words = format_html("{}, {}", words, quoted(said(row.answer)))
    sentence = format_html(_(SENTENCES[RequestKind(row.kind)]), state=words, rounds=_rounds(row))
    return {"row": row, "sentence": sentence, "is_open": state is RequestState.OPEN}
