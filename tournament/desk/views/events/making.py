"""The first page of the desk: the director's events, and the three ways to make one."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access import check_makes_events, event_to_direct, events_to_direct, may_make_events, user_of
from tournament.day.almanac import is_meant, next_first
from tournament.desk.acting import actor_of
from tournament.desk.forms.events import CopyForm, EventForm, PracticeForm, defaults
from tournament.desk.lists import csv_answer
from tournament.desk.lists.events import EventTable
from tournament.models import Event
from tournament.public.lists import wants_csv
from tournament.record.acts import AT_WORK, DIRECTORS
from tournament.record.vocabulary import RoundState
from tournament.services.events import create_event
from tournament.services.events.copying import copy_event
from tournament.services.events.planning import NoSuchTimeError
from tournament.services.practice import make_practice_event

EVENTS_PER_PAGE = 50
LONGEST_QUESTION = 120


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """List the events in which the user has a role, the next one first; ``?q=`` finds some, ``?away=yes`` are those put away."""
    is_away = request.GET.get("away") == "yes"
    asked = request.GET.get("q", "").strip()[:LONGEST_QUESTION]
    events = list(
        events_to_direct(user_of(request)).annotate(
            players=Count("entries", distinct=True),
            closed=Count("rounds", filter=Q(rounds__state=RoundState.CLOSED.value), distinct=True),
        )
    )
    here = [event for event in events if event.is_put_away == is_away]
    found = next_first((event for event in here if is_meant(event, asked)), timezone.localdate())
    table = EventTable(found)
    at_work = events_to_direct(user_of(request), AT_WORK).values_list("pk", flat=True)
    table.shown_only = frozenset(event.pk for event in found) - frozenset(at_work)
    if wants_csv(request):
        return csv_answer(table, "events")
    table.arrange(request, EVENTS_PER_PAGE)
    context = {
        "table": table if found else None,
        "has_events": bool(events),
        "may_make": may_make_events(user_of(request)),
        "is_away": is_away,
        "asked": asked,
        "away": sum(event.is_put_away for event in events),
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/event/event_list.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def create(request: HttpRequest) -> HttpResponse:
    """Make an event; the next thing is its roster."""
    check_makes_events(user_of(request))
    form = EventForm(request.POST or None, initial=defaults())
    if request.method == "POST" and form.is_valid():
        event = create_event(actor_of(request), form.cleaned_data)
        messages.success(request, f"{event.name} is created, hidden from players. Now its players.")
        return redirect("desk_paste", event.slug)
    return render(request, "director/event/event_new.html", {"form": form, "find_url": reverse("desk_find_everywhere")})


@require_http_methods(["GET", "HEAD", "POST"])
def practise(request: HttpRequest) -> HttpResponse:
    """Make a practice event with made-up players; the next thing is how far it plays itself."""
    check_makes_events(user_of(request))
    form = PracticeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        event = make_practice_event(actor_of(request), typed["name"], typed["players"], typed["rounds_planned"])
        messages.success(request, f"{event.name} is created, hidden from players.")
        return redirect("desk_practice", event.slug)
    return render(
        request, "director/practice/practice_new.html", {"form": form, "find_url": reverse("desk_find_everywhere")}
    )


@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: HttpRequest) -> HttpResponse:
    """Make an event with the settings of another one, and its entries where asked."""
    check_makes_events(user_of(request))
    events = next_first(events_to_direct(user_of(request), DIRECTORS), timezone.localdate())
    form = CopyForm(
        request.POST or None,
        sources=[(event.slug, f"{event.name}, {date_format(event.date, 'j F Y')}") for event in events],
        initial=_proposed(events, request.GET.get("event", "")),
    )
    if request.method == "POST" and form.is_valid():
        typed = form.cleaned_data
        source = event_to_direct(request, typed["source"])
        try:
            made = copy_event(
                source, actor_of(request), typed["name"], typed["date"], with_entries=typed["with_entries"]
            )
        except NoSuchTimeError as refusal:
            form.add_error("date", f"A planned time of {source.name} cannot be kept: {refusal} Or choose another day.")
        else:
            players = made.entries.count()
            told = f", with {players} player{'' if players == 1 else 's'}" if players else ""
            messages.success(request, f"{made.name} is created from {source.name}{told}; it is hidden from players.")
            return redirect("desk_event", made.slug)
    context = {"form": form, "has_events": bool(events), "find_url": reverse("desk_find_everywhere")}
    return render(request, "director/event/event_copy.html", context)


def _proposed(events: list[Event], slug: str) -> dict[str, object]:
    """What stands in the form beforehand: the event that a page named, its name, and today."""
    found = next((event for event in events if event.slug == slug), None)
    return {"date": timezone.localdate()} | ({"source": found.slug, "name": found.name} if found else {})
