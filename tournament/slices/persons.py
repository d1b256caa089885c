"""People who play in several events: the desk joins their entries, or parts them; the page proposes entries of one name.

What was told at one entry of a person is told at all of them (`services.joining`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.views.decorators.http import require_http_methods

from tournament.access import user_of
from tournament.access.slices import Mark, Slice
from tournament.desk.acting import REFUSALS, actor_of, answers_again
from tournament.desk.people import in_other_events
from tournament.models import Entry
from tournament.record.acts import Act, Part
from tournament.record.names import Sought, name_key, spellings
from tournament.record.vocabulary import Status
from tournament.services.attendance import entries_in
from tournament.services.changes import Actor, Doing, RefusedError, UnchangedError, act
from tournament.services.entries import edit_entry, particulars_of
from tournament.services.joining import TOLD_ONCE, events_to_join
from wording import gettext as _
from wording import gettext_noop

MOST_READ, MOST_SHOWN = 20_000, 100


@act(
    Act.JOIN_PERSON,
    Part.ENTRIES,
    sentence=gettext_noop("{whom} joined with entries in other events"),
    rows=("Entry",),
    undone_as=Act.PART_PERSON,
)
def join(doing: Doing, number: int, person: int) -> None:
    """Store that the entry with that number is this person's."""
    _put_person(doing, number, person)


@act(
    Act.PART_PERSON,
    Part.ENTRIES,
    sentence=gettext_noop("{whom} no longer joined with entries in other events"),
    rows=("Entry",),
    undone_as=Act.JOIN_PERSON,
)
def part(doing: Doing, number: int) -> None:
    """Store that the entry with that number is nobody's of other events."""
    _put_person(doing, number, None)


def _put_person(doing: Doing, number: int, person: int | None) -> None:
    """Store within an act whose an entry is; raises UnchangedError where it is so already."""
    doing.about(entries=[number])
    (entry,) = entries_in(doing.event, [number], frozenset(Status))
    if entry.person == person:
        raise UnchangedError
    entry.person = person
    entry.save(update_fields=["person"])


@transaction.atomic
def join_entries(by: Actor, chosen: Sequence[Entry]) -> None:
    """Join entries of different events, with those to which they are joined; what is told once of a person is as the first of them says.

    Where that one says nothing, the next does. Raises RefusedError where two of them are of one event, or have different numbers.
    """
    known = {entry.person for entry in chosen} - {None}
    further = Entry.objects.filter(person__in=known).exclude(pk__in=[entry.pk for entry in chosen])
    everybody = [*chosen, *further.select_related("event")]
    if len(everybody) < 2 or len({entry.event_id for entry in everybody}) < len(everybody):
        raise RefusedError(_("Tick entries of different events, one in each."))
    if len({entry.contestant_id for entry in everybody} - {""}) > 1:
        raise RefusedError(_("The entries have different organiser's numbers; correct one of them first."))
    told: dict[str, Any] = {
        name: next(filter(None, values), values[0])
        for name in TOLD_ONCE
        for values in [[getattr(entry, name) for entry in everybody]]
    }
    person = min(known, default=everybody[0].pk)
    for entry in everybody:
        with suppress(UnchangedError):
            join(entry.event, by, entry.number, person)
            by = Actor(by.user)  # a form's key can be stored once
    for entry in everybody:
        with suppress(UnchangedError):
            edit_entry(entry.event, by.user, entry.number, replace(particulars_of(entry), **told))


@transaction.atomic
def part_entries(by: Actor, chosen: Sequence[Entry]) -> None:
    """Part entries from those of other events."""
    for entry in chosen:
        with suppress(UnchangedError):
            part(entry.event, by, entry.number)
            by = Actor(by.user)


@answers_again
@require_http_methods(["GET", "HEAD", "POST"])
def persons(request: HttpRequest) -> HttpResponse:
    """List who is joined across the user's events, and entries of one name that may be; ``?q=`` finds others by words of their names.

    A POST joins or parts the ticked entries.
    """
    events = events_to_join(user_of(request)).in_bulk()
    rows = list(Entry.objects.filter(event__in=events).order_by("event__date", "event_id", "number")[:MOST_READ])
    for row in rows:
        row.event = events[row.event_id]
    if request.method == "POST":
        ticked = request.POST.getlist("entry")
        does = part_entries if request.POST.get("do") == "part" else join_entries
        try:
            does(replace(actor_of(request), seen=None), [row for row in rows if str(row.pk) in ticked])
        except REFUSALS as refusal:
            messages.error(request, str(refusal))
        return redirect("desk_persons")
    words = request.GET.get("q", "").replace("\x00", "").strip()[:120]
    wanted = Sought(words)
    found = [row for row in rows if words and wanted.is_in(spellings(row.name))][:MOST_SHOWN]
    alike = _groups(rows, lambda row: name_key(row.name))
    context = {
        "asked": words,
        "found": [found] if found else [],
        "alike": [group for group in alike if not group[0].person or len({row.person for row in group}) > 1],
        "joined": _groups(rows, lambda row: row.person),
        "find_url": reverse("desk_find_everywhere"),
    }
    return render(request, "director/entries/persons.html", context)


def _groups(rows: Iterable[Entry], key: Callable[[Entry], str | int | None]) -> list[list[Entry]]:
    """Return the entries of more than one event that have the same key."""
    groups: dict[str | int, list[Entry]] = defaultdict(list)
    for row in rows:
        if (of := key(row)) is not None:
            groups[of].append(row)
    return [group for group in groups.values() if len({row.event_id for row in group}) > 1][:MOST_SHOWN]


def _of_player(context: Mapping[Any, Any]) -> Mapping[str, Any]:
    """Return in which other events the player of a page is, and what was paid there."""
    desk, entry = context["desk"], context["entry"]
    return {"elsewhere": in_other_events(desk, entry.player).get(entry.player, ())}


SLICE = Slice(
    "persons",
    site_pages=(path("desk/people/", persons, name="desk_persons"),),
    marks={
        "events": Mark("director/entries/_persons.html"),
        "entry.attendance": Mark("director/entries/_elsewhere.html", _of_player),
    },
)
