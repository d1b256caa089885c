"""What is stored about a player, to download; and forgetting one, after showing in which events and what stays out of reach."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse

from tournament.access import events_to_direct
from tournament.desk.desk import Desk, desk_act, desk_confirmation
from tournament.installation.copies.given import GivenKind, note_given
from tournament.models import Event
from tournament.record.acts import DIRECTORS
from tournament.services.people.forgetting.acting import forget, may_forget, sweep, tried
from tournament.services.people.forgetting.exporting import as_text, export, files_of, zipped
from tournament.services.people.forgetting.finding import Person, namesakes_elsewhere, people_of, same_name
from tournament.services.people.forgetting.reach import always_out_of_reach, out_of_reach
from tournament.services.people.forgetting.replacing import Replaced, parts_alone
from tournament.services.people.forgetting.rewriting import is_pseudonym, words_of
from tournament.services.people.forgetting.telling import left_in_words, rewritten_in_words
from wording import gettext as _

TEXTS_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody in an event who may be the person to be forgotten, and what would be rewritten there."""

    person: Person
    is_chosen: bool
    words: str


@desk_act
def stored(desk: Desk, number: int) -> HttpResponse:
    """Download everything that is stored about a player, in all events that the user directs: JSON, in a ZIP file with the game logs."""
    person = _person(desk, number)
    people = [each for each in _of_the_same_name(desk, person) if _is_likely(person, each)]
    document, files = export(people), files_of(people)
    name = f"{desk.slug}-{number}"
    if files:
        answer = HttpResponse(zipped(document, files), content_type="application/zip")
        answer["Content-Disposition"] = f'attachment; filename="{name}.zip"'
    else:
        answer = HttpResponse(as_text(document), content_type="application/json")
        answer["Content-Disposition"] = f'attachment; filename="{name}.json"'
    note_given(GivenKind.PERSON, answer["Content-Disposition"].split('"')[1])
    return answer


@desk_confirmation
def ask(desk: Desk, number: int) -> HttpResponse:
    """Show what forgetting a player rewrites and what it cannot reach, and do it when that is confirmed."""
    if not may_forget(desk.user, desk.event):
        raise PermissionDenied(
            _(
                "Only the account that created {event}, or an administrator, can forget its players.",
                event=desk.event.name,
            )
        )
    entry, person = desk.entry(number), _person(desk, number)
    if is_pseudonym(person.name):
        left = out_of_reach([desk.event], ())
        return desk.confirmation(
            "director/installation/forgotten.html",
            "entries",
            shown=(),
            entry=entry,
            out_of_reach=left,
            always=always_out_of_reach(),
        )
    found = [each for each in _of_the_same_name(desk, person) if may_forget(desk.user, each.event)]
    words = sorted(_words(person))
    if desk.is_post and desk.request.POST.get("confirmed"):
        chosen = [each for each in found if each.mark in desk.request.POST.getlist("who")]
        also = [word for word in words if word in desk.request.POST.getlist("also")]
        with desk.refusals():
            if chosen:
                return _done(desk, number, chosen, also)
            desk.problems.append(_("Choose at least one entry."))
    candidates = [_candidate(desk, person, each) for each in found]
    told = parts_alone(desk.event, person, words)
    events = list({each.event.pk: each.event for each in found}.values())
    return desk.confirmation(
        "director/installation/forget.html",
        "entries",
        shown=(number, *((each.person.mark, each.words) for each in candidates)),
        entry=entry,
        person=person,
        candidates=candidates,
        words=[word for word in words if any(word in text for text in told)],
        texts=told[:TEXTS_SHOWN],
        more=max(0, len(told) - TEXTS_SHOWN),
        out_of_reach=out_of_reach(events, person.keys),
        always=always_out_of_reach(),
        problems=desk.problems,
    )


def _done(desk: Desk, number: int, chosen: list[Person], also: list[str]) -> HttpResponse:
    """Forget the chosen people, and tell what was rewritten and where a search finds the name all the same."""
    chosen.sort(key=lambda each: each.event.pk != desk.event.pk)
    done = forget(chosen, desk.actor, namesakes_elsewhere(chosen), words=also)
    sweep()
    (messages.warning if done.left else messages.info)(desk.request, left_in_words(done))
    words = _(
        "{pseudonym} takes the place of the name. {rewritten}",
        pseudonym=chosen[0].pseudonym,
        rewritten=rewritten_in_words(done),
    )
    is_here = any(each.event.pk == desk.event.pk and each.number == number for each in chosen)
    return desk.done(words, desk.request.path if is_here else desk.address("desk_entry", number))


def _person(desk: Desk, number: int) -> Person:
    """Return who has that number in the event now."""
    desk.entry(number)
    return next(each for each in people_of(desk.event) if each.number == number and each.entry)


def _of_the_same_name(desk: Desk, person: Person) -> list[Person]:
    """Return everybody of that name in the events that the user directs, the person first."""
    events: list[Event] = list(events_to_direct(desk.user, DIRECTORS).order_by("date", "slug"))
    found = same_name(person, events)
    return sorted(found, key=lambda each: each.mark != person.mark)


def _is_likely(person: Person, other: Person) -> bool:
    """Return whether somebody of the same name is probably the same person: another event, and no other country."""
    if other.mark == person.mark:
        return True
    countries = {each.entry.country for each in (person, other) if each.entry and each.entry.country}
    return other.event.pk != person.event.pk and len(countries) < 2


def _candidate(desk: Desk, person: Person, other: Person) -> Candidate:
    """Return somebody of the same name with what forgetting would rewrite; it is tried and taken back."""
    with tried():
        done: Replaced = forget([other], desk.user, everywhere=False)
    return Candidate(other, _is_likely(person, other), rewritten_in_words(done))


def _words(person: Person) -> frozenset[str]:
    """Return the single words of a person's names."""
    return frozenset().union(*(words_of(*parts) for parts in person.names))
