"""The pages of practice: an event is made and plays a round by one press, and three things are tried by one press each.

In the demo nobody has to log in for these on the machine itself; elsewhere they are for whoever may make events.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import check_makes_events, may_make_events, user_of
from tournament.access.accounts import director_of_the_demo
from tournament.access.devices import codes_of
from tournament.desk.acting import REFUSALS, actor_of, answers_again
from tournament.desk.desk import READ_AND_SENT, Desk, desk_act
from tournament.desk.event_forms import NewEventForm, event_name, field_of
from tournament.desk.fields import PageForm
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.devices.holding import keep, let_in
from tournament.public.form_words import WholeField
from tournament.record.devices import table_subject
from tournament.record.formats import MSO_ACQUIRE, shipped_format
from tournament.record.settings import LONGEST_EVENT_NAME
from tournament.record.vocabulary import SMALLEST_EVENT
from tournament.services.tables import phones_of
from tournament.slices.practice.playing import Trial, event_to_try, make_practice_event, play_round, table_to_report
from wording import gettext as _


class PracticeForm(PageForm):
    """A practice event: its format, what it is called, and how many made-up players are entered."""

    format = NewEventForm.base_fields["format"]
    name = forms.CharField(label=gettext_lazy("Name"), max_length=LONGEST_EVENT_NAME, initial=gettext_lazy("Practice"))
    players = WholeField(label=gettext_lazy("Players"), min_value=SMALLEST_EVENT, max_value=60, initial=17)
    rounds_planned = field_of("rounds_planned", initial=4)

    def clean_name(self) -> str:
        """Return the name with single spaces between its words; ValidationError where it is empty or only spaces."""
        return event_name(self.cleaned_data["name"])


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
def practise(request: HttpRequest) -> HttpResponse:
    """Make a practice event with made-up players, then go to its overview, where it plays a round by one press."""
    check_makes_events(user_of(request))
    form = PracticeForm(request.POST or None, initial={"format": MSO_ACQUIRE.key})
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        played = shipped_format(typed["format"] or MSO_ACQUIRE.key)
        if "rounds_planned" not in form.changed_data:
            typed["rounds_planned"] = played.rounds_planned
        event = make_practice_event(actor_of(request), **typed | {"format": played})
        messages.success(request, _("{name} has been created and is hidden from players.", name=event.name))
        return redirect("desk_event", event.slug)
    return render(
        request, "director/practice/practice_new.html", {"form": form, "find_url": reverse("desk_find_everywhere")}
    )


@desk_act
def play(desk: Desk) -> HttpResponse:
    """Make the players of a practice event play its current or next round."""
    event = desk.event
    if not event.is_practice:
        raise Http404(_("{name} is not a practice event.", name=event.name))
    # The event's version as seed: the same event at the same moment plays the same round.
    return desk.act(
        lambda: play_round(event, desk.actor, random.Random(event.version)),
        desk.address("desk_event"),
        desk.told_last,
    )


BACKEND = "django.contrib.auth.backends.ModelBackend"


@login_not_required
@never_cache
@require_http_methods(READ_AND_SENT)
def begin_in_the_demo(request: HttpRequest, trial: str) -> HttpResponse:
    """Log in as the demo's director, on the demo's own machine alone, and begin a trial; everybody else is led to the home page."""
    director = director_of_the_demo(request) if request.method == "POST" else None
    if director is None:
        return redirect("home")
    login(request, director, backend=BACKEND)
    return _begin(request, trial)


@never_cache
@require_http_methods(READ_AND_SENT)
def begin(request: HttpRequest, trial: str) -> HttpResponse:
    """Begin a trial and lead to its first page; a GET leads to the page with the buttons."""
    check_makes_events(user_of(request))
    return _begin(request, trial) if request.method == "POST" else redirect("desk")


def _begin(request: HttpRequest, trial: str) -> HttpResponse:
    """Make the event that a trial needs, where there is none, and redirect to its first page; Http404 for an unknown trial."""
    if trial not in set(Trial):
        raise Http404
    try:
        event = event_to_try(actor_of(request), Trial(trial), random.Random())
        return _first_page(request, event, Trial(trial))
    except REFUSALS as refusal:
        messages.error(request, str(refusal))
        return redirect("desk")


def _first_page(request: HttpRequest, event: Event, trial: Trial) -> HttpResponse:
    """Redirect to the page with which a trial begins; a player's phone is claimed first."""
    record = record_of(event)
    if trial is Trial.PLAY:
        number, table = table_to_report(record)
        subject = table_subject(number, table.number)
        code = codes_of(event, [subject])[subject]
        taken = {phone.entry.number for phone in phones_of(event, number, table.number) if phone.entry}
        holder = next((seat.player for seat in table.seats if seat.player not in taken), table.seats[0].player)
        phone = let_in(request, event, subject, code, holder)
        return keep(redirect(phone.address), request, phone)
    if trial is Trial.RULE:
        dispute = next(row for row in record.open_disputes if row.log is not None)
        return redirect("desk_log", event.slug, dispute.round, dispute.table, dispute.log)
    return redirect("desk_event", event.slug)


def may_play(page: Mapping[Any, Any]) -> dict[str, bool]:
    """Return for the overview of an event whether its next round can be played."""
    record = page["event"]
    return {"may_play": len(record.active) >= SMALLEST_EVENT and len(record.closed_rounds) < record.rounds_planned}


def trials_in_the_demo(page: Mapping[Any, Any]) -> dict[str, Any]:
    """Return for the demo's home page what this visitor may try: at the machine itself, or logged in."""
    request = page["request"]
    may_try = director_of_the_demo(request) is not None or (
        isinstance(request.user, User) and may_make_events(request.user)
    )
    return {"trials": tuple(Trial) if may_try else ()}
