"""The prize-giving: the awards as the director sees them, and step by step for the hall, which ends by publishing the final list."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.core import signing
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.cache import never_cache

from tournament.access.slices import Mark, Slice
from tournament.day.agenda import Step
from tournament.desk.acting import REFUSALS
from tournament.desk.desk import Desk, desk_form, desk_page
from tournament.record.event import EventRecord
from tournament.record.formats import Part
from tournament.services.changes import Actor, done_since
from tournament.services.changes.refusals import DoneBeforeError
from tournament.services.events import acts_moving_medals, publish_final_list
from tournament.tellings.diary import sentence_of
from tournament.tellings.prizes import CALLED, Award, awards, still_waiting
from wording import gettext as _
from wording.digits import whole_number
from wording.figures import listed

DESPITE = "prize-giving despite a dispute"
"""What the reason to begin despite a dispute is signed for."""


def medals_not_given(record: EventRecord) -> str:
    """Return the medals that nobody gets: "Not awarded: Silver."; empty if all are given, or before the end."""
    given = {award.medal for award in awards(record) if not award.is_junior}
    missing = [medal.words for medal in reversed(CALLED) if medal not in given]
    return _("Not awarded: {medals}.", medals=listed(missing)) if given and missing else ""


@desk_page
def prizes(desk: Desk) -> HttpResponse:
    """Show the director alone the awards of the prize-giving in their order, and what must be decided before."""
    record = desk.record
    called = awards(record)
    return desk.page(
        "director/screens/prizes.html",
        called=[_beside_full_names(award, record) for award in called],
        waiting=still_waiting(record),
        not_given=medals_not_given(record),
        has_juniors=any(award.is_junior for award in called),
        has_ties=any(award.waits_for_ruling for award in called),
        disputes=record.open_disputes,
        is_open=bool(still_waiting(record)) and not record.is_final_published,
    )


def _beside_full_names(award: Award, record: EventRecord) -> dict[str, Any]:
    """Return an award with the full name of each winner whose public name is shorter (empty for others), for reading out."""
    winners = [(winner, record.name_of(winner.player)) for winner in award.winners]
    return {"award": award, "winners": [(winner, name if name != winner.name else "") for winner, name in winners]}


@never_cache
@desk_form
def give_prizes(desk: Desk) -> HttpResponse:
    """Show the steps of the prize-giving for the hall; a POST publishes the final list and leads to the last step.

    It begins only when no dispute is open, or with the reason to begin despite it (a POST with ``begin``), which nobody sees in the hall.
    """
    if desk.is_post:
        return _begin(desk) if "begin" in desk.request.POST else _publish(desk)
    record = desk.record
    called, reason = awards(record), _reason_to_begin(desk.request.GET.get("despite", ""))
    if not called or (record.open_disputes and not reason and not record.is_final_published):
        return redirect(desk.address("desk_prizes"))
    context = {
        "event": record,
        "slug": desk.slug,
        "called": called,
        "is_hidden": not desk.event.is_shown,
        "reason": reason,
    }
    return render(desk.request, "director/screens/give.html", context)


def _begin(desk: Desk) -> HttpResponse:
    """Lead to the steps with the reason to begin despite an open dispute; nobody can read it in the address."""
    reason = signing.dumps(desk.typed("over_dispute"), salt=DESPITE)
    return redirect(f"{desk.address('desk_give_prizes')}?{urlencode({'despite': reason})}")


def _reason_to_begin(signed: str) -> str:
    """Return the reason that `_begin` put into an address; empty where it is not one."""
    try:
        return str(signing.loads(signed, salt=DESPITE))
    except signing.BadSignature:
        return ""


def _publish(desk: Desk) -> HttpResponse:
    """Publish the final list; a refusal is shown on the director's page of the prize-giving."""
    try:
        publish_final_list(desk.event, desk.actor, desk.request.POST.get("over_dispute", ""))
    except REFUSALS as refusal:
        return desk.refused(str(refusal), desk.address("desk_prizes"))
    except DoneBeforeError:
        pass
    return redirect(f"{desk.address('desk_give_prizes')}#public")


@never_cache
@desk_page
def prizes_since(desk: Desk) -> HttpResponse:
    """Return a sentence about the latest change since version ``v`` that may affect the medals; 204 where there is none."""
    seen = whole_number(desk.request.GET.get("v"))
    later = done_since(desk.event, Actor(desk.user, "", seen or None), acts_moving_medals()) if seen else []
    if not later:
        return HttpResponse(status=204)
    act = sentence_of(later[0], desk.record)
    words = _("Somebody has made a change: {change}. Check the prize-giving again before you go on.", change=act)
    return HttpResponse(words, content_type="text/plain; charset=utf-8")


SLICE = Slice(
    "prizes",
    part=Part.MEDALS,
    pages=(
        path("prizes/", prizes, name="desk_prizes"),
        path("prizes/give/", give_prizes, name="desk_give_prizes"),
        path("prizes/since/", prizes_since, name="desk_prizes_since"),
    ),
    steps={Step.READ_OUT: "desk_prizes"},
    marks={"final.act": Mark("director/screens/_begin.html")},
)
