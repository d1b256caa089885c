"""What is stored about a player, to download; and forgetting one, after asking."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import path

from tournament.access import events_to_direct
from tournament.access.slices import Mark, Slice
from tournament.desk.acting import REFUSALS
from tournament.desk.desk import Desk, desk_act, desk_confirmation
from tournament.installation.copies.second_place import GivenKind, note_given
from tournament.installation.folders import command_line
from tournament.record.acts import DIRECTORS
from tournament.record.formats import Part
from tournament.services.forgetting.acting import forget, may_forget, sweep
from tournament.services.forgetting.finding import Person, all_people, is_pseudonym, namesakes, people_of, pseudonym_of
from tournament.services.forgetting.replacing import as_text, export
from wording import gettext as _


@desk_act
def stored(desk: Desk, number: int) -> HttpResponse:
    """Download everything that is stored about a player, in all events that the user directs, as JSON."""
    person = _person(desk, number)
    events = events_to_direct(desk.user, DIRECTORS).order_by("date", "slug")
    others = namesakes((each for event in events for each in people_of(event)), [person])
    people = [person, *(each for each in others if _is_likely(person, each))]
    answer = HttpResponse(as_text(export(people)), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{desk.slug}-{number}.json"'
    note_given(GivenKind.PERSON, f"{desk.slug}-{number}.json")
    return answer


@desk_confirmation
def ask(desk: Desk, number: int) -> HttpResponse:
    """Ask, then forget a player in this event alone; the command forgets one in all events and lists the copies that keep the name."""
    if not may_forget(desk.user, desk.event):
        raise PermissionDenied(
            _(
                "Only the account that created {event}, or an administrator, can forget its players.",
                event=desk.event.name,
            )
        )
    name, entry_page = desk.entry(number).name, desk.address("desk_entry", number)
    if not desk.is_confirmed():
        told = {"pseudonym": pseudonym_of(number), "command": command_line("forget")}
        loses = _(
            "“{pseudonym}” replaces the name in this event: in the entry, on all pages, in the change log, in "
            "reports and in game logs. Country, club, e-mail address, notes and registration are deleted. Scores, "
            "seats and medals stay. This cannot be undone. “{command}” does the same in every event and lists the "
            "copies that still have the name.",
            **told,
        )
        if not desk.record.has(Part.REPLAY):
            loses = _(
                "“{pseudonym}” replaces the name in this event: in the entry, on all pages, in the change log and in "
                "reports. Country, club, e-mail address, notes and registration are deleted. Scores and "
                "seats stay. This cannot be undone. “{command}” does the same in every event and lists the "
                "copies that still have the name.",
                **told,
            )
        return desk.ask(_("Forget this person"), loses, entry_page, title=_("Forget {name} in this event?", name=name))
    person = _person(desk, number)
    try:
        done = forget([person], desk.actor, namesakes(all_people(), [person]))
    except REFUSALS as refusal:
        return desk.refused(str(refusal), entry_page)
    sweep()
    if done.left:
        still = _(
            "The name is still stored elsewhere. Run “{command}” to forget it in every event.",
            command=command_line("forget"),
        )
        messages.warning(desk.request, still)
    return desk.did(entry_page)


def _person(desk: Desk, number: int) -> Person:
    """Return who has that number in the event now."""
    desk.entry(number)
    return next(each for each in people_of(desk.event) if each.number == number and each.entry)


def _is_likely(person: Person, other: Person) -> bool:
    """Return whether somebody of the same name is probably the same person: another event, and no other country."""
    countries = {each.entry.country for each in (person, other) if each.entry and each.entry.country}
    return other.event.pk != person.event.pk and len(countries) < 2


SLICE = Slice(
    "forgetting",
    pages=(
        path("entries/<int:number>/stored/", stored, name="desk_stored"),
        path("entries/<int:number>/forget/", ask, name="desk_forget"),
    ),
    marks={
        "entry.more": Mark(
            "director/entries/_stored.html",
            lambda context: {
                "may_forget": may_forget(context["desk"].user, context["desk"].event)
                and not is_pseudonym(context["entry"].name)
            },
        )
    },
)
