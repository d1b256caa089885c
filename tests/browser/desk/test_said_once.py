"""How much a page of the desk says: words without the event's own data, folded parts counted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import PHONE, Visitors, at_desk, press
from tests.build import enter_results, make_event, play_round, publish
from tests.tournament.pages.logs import DISPUTED, MISCOUNTED, RIGHT, UNPROVED, a_table, at, with_log
from tournament.models import Event, GameLog
from tournament.models.queries import record_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SAID = """() => {
  const page = document.querySelector("main").cloneNode(true);
  page.querySelectorAll(`script, style, svg, option, .help-fold,
    .turns, .replay-words, .in-turn ol, .holdings tbody, .unread .excerpt, .read-as li, .account tbody,
    [data-turn]`).forEach((part) => part.remove());
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


MOST_WORDS = {"": 130, "rounds/2/": 140, "rounds/1/tables/1/": 120, "settings/": 600}
"""How many words the overview, a round, a table and the settings may say."""


def test_a_page_says_no_more_than_it_may(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    page = at_desk(visitors(), live_server, event)
    for rest, most in MOST_WORDS.items():
        page.goto(f"{live_server.url}/desk/{event.slug}/{rest}")
        said = words_of(page, event)
        assert len(said) <= most, (rest, len(said), " ".join(said))


LOGS_OF_A_DISPUTE = {
    "proved": RIGHT,
    "a mistake": DISPUTED,
    "lines not needed": re.sub(r"(?m)^(\d0 .*)$", r"\1\n   Kassensturz: alles in Ordnung, sagt Dot", RIGHT),
    "a turn missing": UNPROVED,
    "two stories": MISCOUNTED,
}


def test_the_page_of_a_log_says_no_more_than_it_may_and_a_proved_one_is_short_on_a_phone(
    live_server: LiveServer, visitors: Visitors, db: None
) -> None:
    disputed = a_table()
    page = at_desk(visitors(**PHONE), live_server, disputed)
    proved = 0
    for name, log in LOGS_OF_A_DISPUTE.items():
        attached = with_log(disputed, log)
        page.goto(f"{live_server.url}{at(disputed, f'logs/{attached.pk}/')}")
        said = words_of(page, disputed)
        assert len(said) <= 250, (name, len(said), " ".join(said))
        if page.get_by_text("The log proves everybody’s cash").count():
            proved += 1
            assert page.evaluate("document.documentElement.scrollHeight") <= 2_500, name
        attached.delete()
    assert proved
    with_log(disputed)
    page.goto(f"{live_server.url}{at(disputed, f'logs/{GameLog.objects.get().pk}/')}")
    press(page, "Rule on the cash…")
    press(page, "Apply the cash to table 1")
    page.reload()
    expect(page.get_by_role("button", name="Undo the ruling")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 2_500  # also after the ruling
