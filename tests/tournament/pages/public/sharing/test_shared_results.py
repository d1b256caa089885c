"""A result that its player shares: at its address alone, with what is public, until the player takes it back."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_to
from tests.tournament.pages.public.sharing.test_sharing import metas
from tests.tournament.pages.reading import every_page, html
from tests.tournament.pages.words import words
from tournament.models import Entry, Event
from tournament.models.queries import record_of
from tournament.public.shared import sharing_part
from tournament.public.site import open_site
from tournament.record.vocabulary import NameShown
from tournament.scores.medals import medals
from tournament.services.archives.restoring import restore
from tournament.services.archives.writing import archive_of
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import publish_final_list, withdraw_final_list
from tournament.services.forgetting.acting import forget
from tournament.services.forgetting.finding import people_of
from tournament.services.sharing import share_result, unshare_result
from tournament.services.showing import hide_event
from tournament.tellings.words import thousandths

pytestmark = pytest.mark.django_db


def ended(name: str = "Sharing Cup", **settings: Any) -> Event:
    """An event of one round whose final list is public."""
    event = play_to(make_event(9, name=name, rounds_planned=1, **settings), round_closed=1)
    publish_final_list(event, director_of(event))
    return Event.objects.get(pk=event.pk)


def winner(event: Event) -> Entry:
    return event.entries.get(number=medals(record_of(event))[0].player)


def shared(entry: Entry) -> str:
    """The address at which the entry's result is shared from now on."""
    share_result(entry)
    return f"/{entry.event.slug}/shared/{Entry.objects.get(pk=entry.pk).shared}/"


def answer(address: str) -> tuple[int, str]:
    """The status of a page, and its words."""
    found = Client().get(address)
    return found.status_code, words(found)


GONE = (404, "No result is shared at this address any more.")


def is_gone(address: str) -> bool:
    status, said = answer(address)
    return status == GONE[0] and GONE[1] in said


def test_whoever_has_the_address_reads_name_place_medal_total_and_rounds_and_nobody_elses_name() -> None:
    event = ended()
    entry = winner(event)
    version, changes = event.version, event.changes.count()
    address, total = shared(entry), thousandths(medals(record_of(event))[0].total)
    page = html(Client(), address)
    said = words(Client().get(address))
    for part in (entry.name, "1 of 9", "Gold", f"Total {total}", "place 1 of", f'<a href="/{event.slug}/">'):
        assert part in (page if "<" in part else said), part
    assert [other.name for other in event.entries.exclude(pk=entry.pk) if other.name in said] == []
    told = metas(page)
    assert told["og:title"] == f"{entry.name}: Gold, place 1 of 9, {total} · Sharing Cup"
    assert told["og:description"].startswith(f"{entry.name}: Gold, place 1 of 9, {total}. 20 August 2026.")
    assert told["og:url"] == f"http://testserver{address}"
    assert "Platz 1 von 9" in metas(html(Client(), f"/de{address}"))["og:title"]
    event.refresh_from_db()
    assert (event.version, event.changes.count()) == (version, changes)


def test_pressed_twice_the_address_stays_and_taken_back_nothing_is_there_and_the_next_one_is_another() -> None:
    entry = winner(ended())
    address = shared(entry)
    assert (shared(entry), answer(address)[0]) == (address, 200)
    unshare_result(entry)
    assert is_gone(address)
    again = shared(entry)
    assert (again != address, answer(again)[0], is_gone(address)) == (True, 200, True)


def test_no_search_engine_finds_it_and_no_page_leads_to_it() -> None:
    event = ended(lets_robots_in=True)
    address = shared(winner(event))
    assert Client().get(address)["X-Robots-Tag"] == "noindex, nofollow"
    assert "X-Robots-Tag" not in Client().get(f"/{event.slug}/").headers
    assert [page for page in every_page(event) if "/shared/" in html(Client(), page)] == []


def test_the_address_of_one_event_opens_nothing_in_another_and_neither_does_a_guess() -> None:
    first, second = ended("First"), ended("Second")
    address = shared(winner(first))
    assert is_gone(address.replace(first.slug, second.slug))
    assert all(is_gone(f"/{first.slug}/shared/{guess}/") for guess in ("1", "x" * 26))
    assert Client().get(f"/{first.slug}/shared//").status_code == 404


def test_nothing_is_shared_of_what_is_held_back_or_hidden() -> None:
    event = make_event(9, rounds_planned=1)
    play_to(event, round_closed=1)
    with pytest.raises(RefusedError, match="once the final list is public"):
        share_result(event.entries.get(number=1))
    assert sharing_part(open_site(event), event.entries.get(number=1)) == {}
    publish_final_list(event, director_of(event))
    address = shared(Event.objects.get(pk=event.pk).entries.get(number=1))
    withdraw_final_list(event, director_of(event))
    assert is_gone(address)
    publish_final_list(event, director_of(event))
    assert answer(address)[0] == 200
    hide_event(event, director_of(event))
    assert answer(address)[0] == 404
    with pytest.raises(RefusedError):
        share_result(Event.objects.get(pk=event.pk).entries.get(number=2))


def test_who_is_a_number_in_the_event_is_a_number_there() -> None:
    event = ended(names_shown=NameShown.NUMBER.value)
    entry = winner(event)
    page = html(Client(), shared(entry))
    assert entry.name not in page
    assert metas(page)["og:title"].startswith(f"Player {entry.number}: ")


def test_with_a_forgotten_person_the_page_is_gone() -> None:
    event = ended()
    entry, other = winner(event), event.entries.get(number=medals(record_of(event))[1].player)
    address, stays = shared(entry), shared(other)
    forget([person for person in people_of(event) if person.number == entry.number], director_of(event))
    assert (is_gone(address), answer(stays)[0]) == (True, 200)
    assert Entry.objects.get(pk=entry.pk).shared == ""


def test_an_archive_takes_no_address_along() -> None:
    event = ended()
    address = shared(winner(event))
    copy = restore(archive_of(event), director_of(event)).event
    assert {entry.shared for entry in copy.entries.all()} == {""}
    assert (answer(address)[0], answer(address.replace(event.slug, copy.slug))[0]) == (200, 404)


def test_the_players_own_page_offers_it_and_then_has_the_whole_address() -> None:
    event = ended()
    entry = winner(event)
    assert sharing_part(open_site(event), entry) == {"share": {"address": ""}}
    address = shared(entry)
    stored = Entry.objects.get(pk=entry.pk)
    assert sharing_part(open_site(event), stored) == {"share": {"address": f"http://testserver{address}"}}
