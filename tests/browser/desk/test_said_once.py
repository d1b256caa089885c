"""How much a page of the desk says: words without the event's own data, folded parts counted, and what a phone shows at once."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import PHONE, Visitors, at_desk
from tests.build import enter_results, make_event, play_round, publish
from tests.tournament.pages.logs import a_table, at, with_log
from tournament.models import Event
from tournament.models.queries import record_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SAID = """() => {
  const page = document.querySelector("main").cloneNode(true);
  page.querySelectorAll(`script, style, svg, option, .help-fold,
    .turns, .replay-words, .in-turn ol, .holdings tbody, [data-turn]`).forEach((part) => part.remove());
  return page.textContent;
}"""
"""The words of a page without those of a log, its turns and its mistakes; the help's own answers stand in the help."""


@pytest.fixture
def event(db: None) -> Event:
    """An event of 22, as directors have them: round 1 is closed, and half of round 2 is in."""
    event = make_event(22, extras="")
    play_round(event, 1)
    publish(event, 2)
    enter_results(event, 2, apart_from=(2, 4, 6))
    return event


def words_of(page: Page, event: Event) -> list[str]:
    """The words of the page that are the desk's and not the event's: no names, figures, times."""
    text = page.evaluate(SAID)
    for entry in sorted(record_of(event).entries, key=lambda entry: -len(entry.name)):
        text = text.replace(entry.name, " ")
    return re.findall(r"[^\W\d_][\w’'-]*", text.replace(event.name, " "))


@pytest.mark.parametrize(
    ("rest", "most"),
    [("", 130), ("rounds/2/", 140), ("rounds/1/tables/1/", 120), ("settings/", 600)],
    ids=["overview", "round", "table", "settings"],
)
def test_a_page_says_no_more_than_it_may(
    live_server: LiveServer, visitors: Visitors, event: Event, rest: str, most: int
) -> None:
    said = words_of(at_desk(visitors(), live_server, event, rest), event)
    assert len(said) <= most, (len(said), " ".join(said))


def test_a_dispute_says_no_more_than_it_may(live_server: LiveServer, visitors: Visitors, db: None) -> None:
    disputed = a_table(closed=True)
    log = with_log(disputed)
    page = at_desk(visitors(), live_server, disputed, at(disputed, f"logs/{log.pk}/").partition(f"{disputed.slug}/")[2])
    said = words_of(page, disputed)
    assert len(said) <= 250, (len(said), " ".join(said))


@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_phone_shows_the_first_table_at_once_below_a_low_header(
    live_server: LiveServer, visitors: Visitors, event: Event, language: str
) -> None:
    phone: dict[str, Any] = {**PHONE, "locale": language}
    page = at_desk(visitors(**phone), live_server, event, "rounds/2/")
    header, first = (page.locator(part).bounding_box() for part in ("header.top", "#table-1"))
    assert header
    assert first
    assert header["height"] <= 120
    assert first["y"] + first["height"] <= PHONE["viewport"]["height"]
