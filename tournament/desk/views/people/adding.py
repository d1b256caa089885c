"""One more player from one field: the name, and beside it the country and the organiser's number."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from tournament.access import event_to_direct, user_of
from tournament.day.rosters import LineState, RosterError, read_list
from tournament.desk.acting import actor_of, page
from tournament.desk.collisions import is_compared, looks_again
from tournament.desk.forms.entries import RosterForm
from tournament.desk.known import surroundings
from tournament.desk.views.people.lists import after_adding, compared_with, page_context
from tournament.models.queries import record_of
from tournament.services.changes import RefusedError
from tournament.services.entries import add_entries


@require_http_methods(["GET", "HEAD", "POST"])
@looks_again
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the player of one line; where it is to be looked at first, show it as a list of one. A bare visit leads to the entries."""
    event = event_to_direct(request, slug)
    if request.method != "POST":
        return redirect("desk_entries", slug)
    record = record_of(event)
    text = request.POST.get("player", "").replace("\x00", "").strip()
    form = RosterForm({"roster": text})
    form.is_valid()
    try:
        roster = read_list(text, surroundings(user_of(request), event, record, {}))
    except RosterError:
        messages.error(request, "Write the player's name, for example “Ada Demo, NL”.")
        return redirect("desk_entries", slug)
    (line, *others) = roster.lines
    if others or line.state is not LineState.NEW or line.country_asked:
        context = page_context(request, event, record, form, roster, compared_with(record, roster), [])
        return render(request, "director/entries/paste.html", context)
    is_compared(request, record)
    try:
        (entry,) = add_entries(event, actor_of(request), [line])
    except RefusedError as refusal:
        messages.error(request, str(refusal))
        return redirect("desk_entries", slug)
    messages.success(request, f"{entry.name} is entered as number {entry.number}.")
    if line.had_contacts:
        messages.info(
            request, "E-mail addresses and phone numbers are not read: what stood beside the name was left out."
        )
    for doubt in line.alike:
        messages.warning(request, doubt)
    return redirect(after_adding(event, [entry.number], page("desk_entries", event)))
