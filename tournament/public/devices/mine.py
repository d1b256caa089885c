"""The page of a phone: what is next for its player at one glance, and what may be done about it, by what the phone has proved.

A name alone sees what is public. A slip lets report, confirm, call and take a free hand at its table. Card and link open everything: they
also check in, ask the director, and keep the page. A phone that a whole table shares has the same page without a player.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from hashlib import blake2b
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from tournament.access.devices import DeviceLimitError, DeviceRefusedError, own_phones, spend
from tournament.draw.seating import order_of_play, title_of_round
from tournament.models import Event
from tournament.models.at_table import calls_of
from tournament.models.queries import record_of
from tournament.public.devices.asking import asked_context
from tournament.public.devices.holding import (
    COOKIE,
    PhoneRequest,
    following_context,
    following_of,
    phone_page,
    refusal_page,
)
from tournament.public.devices.past import past_of
from tournament.public.devices.result import PhoneTable
from tournament.public.player import places_in, player_facts
from tournament.public.polled_parts import current_draw, what_comes
from tournament.public.results import PublicDraw
from tournament.public.shared import medal_of, sharing_part
from tournament.public.site import Site, open_site, round_name
from tournament.record.acts import Act
from tournament.record.devices import code_of
from tournament.record.event import EventRecord, RoundRecord
from tournament.record.figures import capitalized
from tournament.record.public import with_shown_names
from tournament.record.vocabulary import PlayerId, RoundState, Status
from tournament.services.changes.refusals import RefusedError
from tournament.services.selfcheck import Window, check_in_self, window_of
from tournament.services.sharing import share_result, unshare_result
from tournament.tellings.draw import shown_table
from tournament.tellings.times import end_of
from tournament.tellings.words import seated_name
from wording import gettext as _
from wording import ngettext
from wording.digits import whole_number

OF_TABLES = frozenset({Act.REPORT_RESULT, Act.ANSWER_REPORT, Act.RECORD_RESULT, Act.CONFIRM_RESULT})
"""Kinds of changes that name every table they are about, so that they make no difference to the phones of other tables."""
MOST_READ = 60
"""The most changes since a phone's version that are checked for this; with more, the phone's page is made again."""
TOLD_BEFORE = timedelta(minutes=10)
"""How long before the end of a round a phone tells it."""
TOO_MUCH = 429
FOLLOWED = ("seat", "beside", "lines", "rank", "last", "may_check_in", "phones", "requests", "away", "ends", "calls")
"""What of the context makes the page be shown anew, beside the state of the table."""


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


def _by_name(request: HttpRequest, event: Event, refusal: str) -> HttpResponse:
    """Show what is public of a player to a phone that has proved nothing, or is not valid any more: ``refusal`` says why."""
    match = request.resolver_match
    if match is None or "player" not in match.kwargs or request.method == "POST" or not event.is_shown:
        return refusal_page(request, event, refusal)
    site = open_site(event)
    context = {
        **site.frame(""),
        **following_context(event),
        **_glance(site, record_of(event), match.kwargs["player"], None),
        "problems": [refusal] if COOKIE in request.COOKIES else [],
        "is_name": True,
    }
    return render(request, "public/devices/mine.html", context)


@phone_page("GET", "HEAD", "POST", refused=_by_name)
def show(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show the page; a POST checks in, or shares a result. Whoever has proved nothing sees what is public of the player."""
    if request.method != "POST":
        return page_of(request, phone)
    try:
        _act(phone, request.POST.get("share", ""))
    except (RefusedError, DeviceLimitError) as refusal:
        return page_of(request, phone, str(refusal), TOO_MUCH if isinstance(refusal, DeviceLimitError) else 409)
    return redirect(phone.address)


def _act(phone: PhoneRequest, share: str) -> None:
    """Share the result of a phone's player, or no longer, as ``share`` says, or else check the player in.

    Raises RefusedError for a phone that has not proved whose it is.
    """
    entry = phone.proof.entry
    if not phone.is_own or entry is None:
        raise RefusedError(_("Scan the code on your place card first, or go to the desk."))
    spend(phone.proof)
    if share == "yes":
        share_result(entry)
    elif share:
        unshare_result(entry)
    else:
        check_in_self(phone.event, entry.number)


@phone_page("GET", "HEAD")
def past(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Show what the player of an own phone has played in other events too."""
    found = past_of(phone.proof.entry) if phone.is_own and phone.proof.entry else None
    if found is None:
        return redirect(phone.address)
    return render(request, "public/devices/past.html", frame_of(phone) | {"past": found})


def page_of(
    request: HttpRequest, phone: PhoneRequest, problem: str = "", status: int = 200, **more: Any
) -> HttpResponse:
    """Render the page of a phone; ``problem`` is the sentence of a refusal, ``more`` what else the page shows.

    Raises DeviceRefusedError where the phone's table does not exist any more.
    """
    context = now_context(phone) | {"problems": [problem] if problem else [], **more}
    if phone.is_own and phone.proof.entry:
        code = code_of(settings.SECRET_KEY, phone.event.pk, phone.place, phone.proof.counter)
        path = reverse("claim_player", args=[phone.event.slug, phone.place.number, code])
        context |= {"link": request.build_absolute_uri(path), "has_past": phone.proof.entry.person is not None}
        context |= sharing_part(phone.site, phone.proof.entry)
    return render(request, "public/devices/mine.html", context, status=status)


@phone_page("GET", "HEAD", refused=lambda *_refused: HttpResponse(status=410))
def now(request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Return what is next now, for a page that polls: 204 where it has not changed, 410 where the phone is not valid.

    ``?s=`` is the stamp of the state that the phone shows, ``?v=`` the event's version then, ``?c=`` the latest of its calls that was
    answered, ``?at=`` its table as “round-table” unless it waits for others. If there are no changes since, or only results of other
    tables, the record is not read at all.
    """
    seen, is_called = whole_number(request.GET.get("v")) or 0, request.GET.get("c", "0") != str(_answered(phone))
    if phone.event.version == seen and not is_called:
        return HttpResponse(status=204)
    is_old = not is_called and _is_of_others(phone.event, seen, request.GET.get("at", ""))
    context = {} if is_old else now_context(phone)
    if is_old or context["stamp"] == request.GET.get("s"):
        return HttpResponse(status=204, headers={"X-Version": str(phone.event.version)})
    return render(request, "public/devices/_now.html", context)


def _answered(phone: PhoneRequest) -> int:
    """Return the key of the latest call of a phone's player that the director has answered, which is read with the phone; 0 for none."""
    return getattr(phone.proof, "answered", 0)


def _is_of_others(event: Event, seen: int, at: str) -> bool:
    """Whether every change since version ``seen`` is about results of tables other than ``at``, found by one query."""
    number, _dash, table = at.partition("-")
    if not table or not 0 < event.version - seen <= MOST_READ:
        return False
    done = event.changes.filter(version__gt=seen, version__lte=event.version)
    rows = list(done.values_list("act", "round_number", "before", "after"))
    return len(rows) == event.version - seen and all(
        act in OF_TABLES
        and (named := {*before.get("tables", {}), *after.get("tables", {})})
        and (str(round_) != number or table not in named)
        for act, round_, before, after in rows
    )


def phone_table_of(phone: PhoneRequest) -> PhoneTable:
    """Return the table of a phone's request; raises DeviceRefusedError where the table does not exist any more."""
    at, record = phone.subject, with_shown_names(phone.record)
    try:
        round_ = record.round(at.round)
        table = round_.table(at.number)
        if round_.has_begun:
            in_order = replace(table, seats=order_of_play(table, round_.seat_source))
            return PhoneTable(phone.event, phone.device, record, round_, in_order)
    except KeyError:
        pass
    gone = _("Round {round} no longer has a table {table}.", round=at.round, table=at.number)
    raise DeviceRefusedError(" ".join((gone, _("Check where you are sitting now."))))


def frame_of(phone: PhoneRequest) -> dict[str, Any]:
    """Return the context of the frame of every page of a phone: nothing leads to public pages where the event is hidden."""
    entry = phone.proof.entry
    shown = {} if phone.event.is_shown else {"menu": [], "event_url": phone.address}
    return {
        **phone.site.frame(""),
        **following_of(phone.proof, phone.site),
        **shown,
        "event_is_shown": phone.event.is_shown,
        "event_version": phone.event.version,
        "here_url": phone.address,
        "me": entry.number if entry else "",
        "phone": phone,
    }


def table_context(phone: PhoneRequest, phone_table: PhoneTable, **more: Any) -> dict[str, Any]:
    """Return the context of every page of a phone at its table; ``more`` is added to it."""
    return {
        **frame_of(phone),
        "name": round_name(phone_table.round_),
        "number": phone_table.round_.number,
        "round": phone_table.round_,
        "table": shown_table(phone_table.record, phone_table.round_, phone_table.table),
        "phone_table": phone_table,
        **more,
    }


def now_context(phone: PhoneRequest) -> dict[str, Any]:
    """Return the context of what is next for a phone, with a ``stamp`` that differs whenever it would show something new.

    A player's phone has nothing to do at a table that is gone, or whose round is over; a shared one still shows the result.
    """
    entry, phone_table = phone.proof.entry, phone_table_of(phone) if phone.table and _is_at_work(phone) else None
    context = table_context(phone, phone_table) if phone_table else frame_of(phone)
    if phone_table and phone.table:
        context["title"] = _("{round}, table {table}", round=context["name"], table=phone.table.number)
        calls = calls_of(phone.event, phone.table.round, phone.table.number)
        context["calls"] = [call for call in calls if call.cancelled_at is None]
    if entry is not None:
        context |= _glance(phone.site, phone.record, entry.number, phone_table)
    if phone.is_own:
        mine = own_phones(phone.event, phone.place.number, phone.proof.counter)
        context |= asked_context(phone, phone.site.record) | {"phones": [each.claimed_at for each in mine]}
    told = [context.get(name) for name in FOLLOWED], phone_table and phone_table.stamp, _answered(phone)
    return context | {"stamp": blake2b(repr(told).encode(), digest_size=6).hexdigest()}


def _is_at_work(phone: PhoneRequest) -> bool:
    """Whether the table of a phone is shown: always where the table shares the phone, to a player as long as the round is played."""
    table, record = phone.table, phone.record
    if phone.proof.entry is None or table is None:
        return True
    if not record.has_round(table.round) or record.round(table.round).state is not RoundState.PUBLISHED:
        return False
    return any(each.number == table.number for each in record.round(table.round).tables)


def _glance(site: Site, whole: EventRecord, number: int, phone_table: PhoneTable | None) -> dict[str, Any]:
    """Return what is next for a player: a line on the table, further lines, the latest score with its steps, and the place.

    Of ``whole``, the event with what is not public, only numbers of tables are told.
    """
    part = player_facts(site, number)
    entry, draw = part["player"], current_draw(site)
    scored = [round_ for round_ in part["rounds"] if round_.score is not None]
    playing = whole.begun_rounds[-1] if draw else None
    is_waiting = phone_table is None or phone_table.table.has_reported
    clock = end_of(whole, playing) if playing and not playing.paused_at else None
    lines = [
        _("You are checked in.")
        if entry.status is Status.PRESENT and not site.record.rounds
        else capitalized(part["state"]),
        reported_words(playing) if playing and is_waiting else "",
        "" if draw else what_comes(site),
        _("Round {number}: {words}", number=part["next"][0], words=part["next"][1])
        if part["next"] and not draw
        else "",
    ]
    held = {"rank": "", "row": None, "now": ""} if site.held else {}  # what is public is not the standing of now
    return {
        **part,
        **held,
        "me": entry.player,
        "title": seated_name(entry, playing.number) if playing else entry.name,
        **(_seat(draw, entry.player, phone_table) if draw else {}),
        "drawn_round": playing,
        "drawn_title": title_of_round(site.record, playing.number) if playing else "",
        "to_confirm": phone_table is not None
        and any(each.mine is None and not each.is_agreed for each in phone_table.reports),
        "lines": [line for line in lines if line],
        "last": scored[-1] if scored else None,
        "medal": medal_of(site, entry.player),
        "may_check_in": may_check_in(site, entry.player),
        "waits": is_waiting,
        "ends": clock,
        "tells_at": clock and clock - TOLD_BEFORE,
        "scores_url": site.address("player", entry.player),
    }


def _seat(draw: PublicDraw, player: PlayerId, phone_table: PhoneTable | None) -> dict[str, str]:
    """Return a player's table and seat in a draw, and what is said below it; who sits there is told once, by the list of the table."""
    place, beside = places_in(draw).get(player, ("", ""))
    return {"seat": capitalized(place), "beside": draw.starts if phone_table else beside}


def reported_words(round_: RoundRecord) -> str:
    """Return how many tables of a round have reported: "3 of 5 tables have reported."."""
    done = sum(table.has_reported for table in round_.tables)
    return ngettext(
        "{done} of {n} table has reported.", "{done} of {n} tables have reported.", len(round_.tables), done=done
    )
