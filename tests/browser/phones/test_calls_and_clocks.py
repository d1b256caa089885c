"""A table's phones call the director and keep the clock, over reload, another phone and no network; the desk sees both."""

from __future__ import annotations

from functools import partial

import pytest
from playwright.sync_api import expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.steps import Visitors, at_desk, comes_true
from tests.browser.kit.wire import Wire
from tests.browser.test_table_phones import claimed
from tests.build import make_event, publish
from tests.run.patience import MILLISECONDS as SEEN
from tournament.models import ClockPress, Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId
from tournament.slices.clocks import clock_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
shared = partial(claimed, table=1, who="The whole table shares it")


@pytest.fixture
def event() -> Event:
    """Eight players at two tables of a published round."""
    event = make_event(8)
    publish(event)
    return event


def order_of(event: Event) -> list[str]:
    """The names of table 1 in order of play."""
    time = clock_of(event, 1, 1).time
    assert time is not None
    record = record_of(event)
    return [record.name_of(PlayerId(row.player)) for row in time.players]


def test_a_table_calls_and_the_desk_answers(live_server: LiveServer, visitors: Visitors, event: Event) -> None:
    desk = at_desk(visitors(), live_server, event, "standings/")
    scribe = at_desk(visitors(), live_server, event, "rounds/1/tables/2/scribe/")
    assert scribe.evaluate("typeof window.htmx") == "undefined"
    phone = shared(visitors(**PHONE), live_server, event)
    phone.get_by_role("link", name="Director").click()
    phone.get_by_label("Add a note (optional)").fill("is this chain safe?")
    phone.get_by_role("button", name="A rule question").click()
    expect(phone.get_by_text("The director has been called: rule question")).to_be_visible()
    for page in (scribe, desk):  # a page of the desk asks by itself, also without its usual script
        badge = page.get_by_role("link", name="1 call: table 1, waiting 0 min")
        expect(badge).to_be_visible(timeout=SEEN)
    badge.click()
    desk.get_by_label("Note").fill("safe from eleven tiles")
    desk.get_by_role("button", name="Answer table 1").click()
    expect(desk.get_by_text("No table is waiting")).to_be_visible()
    expect(phone.get_by_text("safe from eleven tiles")).to_be_visible(timeout=SEEN)  # and so does that of the table
    expect(phone.get_by_text("The director has been called")).to_have_count(0)


def test_the_clock_survives_a_reload_and_no_network_and_all_phones_agree_again(
    live_server: LiveServer, wire: Wire, visitors: Visitors, event: Event
) -> None:
    first, second, third, _ = order_of(event)
    phone = shared(visitors(**PHONE, color_scheme="dark"), wire, event)
    phone.get_by_role("link", name="Clock").click()
    comes_true(phone, "navigator.serviceWorker.ready.then(() => true)")
    phone.get_by_role("button", name=f"Start: {first} begins").click()
    expect(phone.get_by_role("status")).to_have_text(f"{first}’s clock is running.")
    expect(phone.locator(".ticking li.runs [data-left]")).not_to_have_text("25:00")
    phone.reload()
    expect(phone.get_by_role("status")).to_have_text(f"{first}’s clock is running.")
    comes_true(phone, "fetch(location.pathname).then(() => caches.keys()).then((keys) => keys.length > 0)")

    wire.cut()
    phone.get_by_role("button", name=f"Pass to {second}").click()
    expect(phone.get_by_text("1 press has not been sent yet; this device is keeping it.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_role("status")).to_have_text(f"{second}’s clock is running.")
    phone.get_by_role("button", name="Stop the clock for a bonus").click()
    expect(phone.get_by_role("status")).to_have_text("The clocks are stopped.")
    assert ClockPress.objects.count() == 1

    other = shared(visitors(**PHONE), live_server, event)
    other.get_by_role("link", name="Clock").click()
    expect(other.get_by_role("status")).to_have_text(f"{first}’s clock is running.")
    wire.mend()
    expect(phone.get_by_text("not been sent yet")).to_have_count(0)
    expect(other.get_by_role("status")).to_have_text("The clocks are stopped.")
    shown = [page.locator("[data-left]").all_text_contents() for page in (phone, other)]
    assert shown[0] == shown[1]
    assert ClockPress.objects.count() == 3

    other.get_by_text("Merger: who is deciding").click()
    other.get_by_role("button", name=f"{third} decides").click()
    said = f"{third}’s clock is running. It is still {second}’s turn."
    expect(phone.get_by_role("status")).to_have_text(said)
    phone.get_by_role("button", name=f"{second} continues").click()
    expect(other.get_by_role("status")).to_have_text(f"{second}’s clock is running.")


def test_a_phone_that_slept_shows_what_was_pressed_meanwhile_and_the_same_time_as_the_others(
    live_server: LiveServer, visitors: Visitors, event: Event
) -> None:
    first, second, *_ = order_of(event)
    context = visitors(**PHONE)
    asleep, awake = (
        shared(context, live_server, event),
        shared(visitors(**PHONE), live_server, event),
    )
    for phone in (asleep, awake):
        phone.get_by_role("link", name="Clock").click()
    asleep.get_by_role("button", name=f"Start: {first} begins").click()
    expect(asleep.get_by_role("status")).to_have_text(f"{first}’s clock is running.")
    expect(awake.get_by_role("status")).to_have_text(f"{first}’s clock is running.")
    power = context.new_cdp_session(asleep)
    power.send("Page.setWebLifecycleState", {"state": "frozen"})
    awake.get_by_role("button", name=f"Pass to {second}").click()
    awake.wait_for_timeout(1_500)
    awake.get_by_role("button", name="Stop the clock for a bonus").click()
    expect(awake.get_by_role("status")).to_have_text("The clocks are stopped.")
    power.send("Page.setWebLifecycleState", {"state": "active"})
    expect(asleep.get_by_role("status")).to_have_text("The clocks are stopped.")
    shown = [phone.locator("[data-left]").all_text_contents() for phone in (asleep, awake)]
    assert shown[0] == shown[1]
    assert ClockPress.objects.count() == 3
