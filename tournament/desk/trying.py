"""Three things to try by one press: to direct a round, to be a player on a phone, to settle a dispute from a log.

In the demo nobody has to log in for them on the machine itself; elsewhere they are for whoever may make events.
"""

from __future__ import annotations

import random

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import check_makes_events, user_of
from tournament.access.accounts import director_of_the_demo
from tournament.access.devices import codes_of
from tournament.desk.acting import REFUSALS, actor_of
from tournament.desk.desk import READ_AND_SENT
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.public.devices.holding import address_of, browser_of, remember, remember_browser
from tournament.record.devices import table_subject
from tournament.services.calls import let_phone_in
from tournament.services.practice import Trial, event_to_try, table_to_report
from tournament.services.tables import phones_of

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
        subject, browser = table_subject(number, table.number), browser_of(request)
        code = codes_of(event, [subject])[subject]
        taken = {phone.entry.number for phone in phones_of(event, number, table.number) if phone.entry}
        holder = next((seat.player for seat in table.seats if seat.player not in taken), table.seats[0].player)
        token = let_phone_in(event, subject, code, holder, browser)
        answer = redirect(address_of(event.slug, subject))
        remember(answer, event.slug, subject, token)
        remember_browser(answer, event.slug, browser)
        return answer
    if trial is Trial.RULE:
        dispute = next(row for row in record.open_disputes if row.log is not None)
        return redirect("desk_log", event.slug, dispute.round, dispute.table, dispute.log)
    return redirect("desk_event", event.slug)
