"""A shared result and the parts of a player's own page that tell of other events and share: on a phone and at a desk."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.judge import violations
from tests.build import director_of, make_event, play_to
from tournament.models import Entry, Event
from tournament.public.devices.past import past_of
from tournament.public.shared import sharing_part
from tournament.public.site import open_site
from tournament.services.entries import join_entries
from tournament.services.events import publish_final_list
from tournament.services.sharing import share_result

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SIZES: tuple[ViewportSize, ...] = ({"width": 360, "height": 740}, {"width": 1280, "height": 800})


def ended(name: str) -> Event:
    """An event whose final list is public, with the same player first in the list of entries and one of a long name."""
    names = [
        "Maximiliane-Charlotte Oberhummer-Schwarzenbach",
        *(f"{each} Demo" for each in ["Ann", "Bob", "Cai", "Dot"]),
    ]
    event = play_to(make_event(names=names, name=name, rounds_planned=3), round_closed=3)
    publish_final_list(event, director_of(event))
    return Event.objects.get(pk=event.pk)


def judged(page: Page, name: str) -> None:
    """Judge what the page shows at every size."""
    for size in SIZES:
        page.set_viewport_size(size)
        assert violations(page) == [], (name, size)
        assert page.evaluate("document.documentElement.scrollWidth") == size["width"], name


@pytest.mark.parametrize("language", ["", "/de"])
def test_a_shared_result(live_server: LiveServer, page: Page, language: str) -> None:
    event = ended("Hall Open")
    share_result(event.entries.get(number=1))
    page.goto(f"{live_server.url}{language}/{event.slug}/shared/{event.entries.get(number=1).shared}/")
    expect(page.locator("dd")).to_have_count(5)
    judged(page, f"shared{language.replace('/', '-')}")


def test_the_past_and_the_button_that_copies(live_server: LiveServer, page: Page) -> None:
    events = [ended(name) for name in ("Hall Open", "A Weekend of Games, the Third Afternoon of Acquire")]
    join_entries(director_of(events[0]), [event.entries.get(number=1) for event in events])
    entry = Entry.objects.get(event=events[0], number=1)
    told = past_of(entry)
    assert told is not None
    page.goto(f"{live_server.url}/{events[0].slug}/")

    def shown(part: str, context: object) -> None:
        page.evaluate(
            """part => { document.querySelector("main").innerHTML = `<h1>Mine</h1>${part}`;
            document.dispatchEvent(new Event("htmx:afterSettle")); }""",
            render_to_string(f"public/devices/{part}", context),  # type: ignore[arg-type]
        )

    shown("_past.html", {"past": told})
    judged(page, "past")
    shown("_share.html", sharing_part(open_site(events[0]), entry))
    expect(page.get_by_role("button", name="Share my result")).to_be_visible()
    judged(page, "unshared")
    share_result(entry)
    shown("_share.html", sharing_part(open_site(events[0]), Entry.objects.get(pk=entry.pk)))
    judged(page, "sharing")
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    address = page.locator("#shared-link").get_attribute("href")
    page.evaluate("document.querySelector('main').innerHTML = '<label>Paste <textarea></textarea></label>'")
    page.get_by_label("Paste").press("Control+v")
    assert page.get_by_label("Paste").input_value() == address
