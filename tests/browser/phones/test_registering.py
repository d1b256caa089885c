"""A player registers on a phone of 360 pixels, changes and cancels by the private link; the desk accepts; with and without script."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect
from pytest_django.live_server_helper import LiveServer

from tests.browser.kit.clipping import too_wide
from tests.browser.kit.judge import violations
from tests.browser.kit.steps import at_desk
from tests.build import director_of, make_event
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Event, Registration
from tournament.public import registering as form
from tournament.services.registrations import set_registration

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: ViewportSize = {"width": 360, "height": 740}
LONG = "Featherstonehaugh-Wolfeschlegelsteinhausenbergerdorff"


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event of two players with three places."""
    monkeypatch.setattr(form, "FASTEST", 0)
    made = make_event(2)
    settings = RegistrationSettings(True, None, 3, "desk", "optional", True)
    set_registration(made, director_of(made), settings)
    return made


def looks_right(page: Page) -> None:
    """Nothing sticks out, and the judge of accessibility finds nothing."""
    assert too_wide(page) == []
    assert violations(page) == []


def fill_in(page: Page, surname: str) -> None:
    page.get_by_label("Given name").fill("Ana-Maria")
    page.get_by_label("Surname").fill(surname)
    page.get_by_role("textbox", name="Country").fill("Netherlands")
    page.get_by_label("E-mail address").fill("ana@example.org")
    page.get_by_label("Message to the desk").fill("I come by train.")
    page.get_by_label("I agree that my full name").check()


def test_from_the_page_of_the_event_to_the_desk_and_back(
    live_server: LiveServer, event: Event, page: Page, visitor: BrowserContext
) -> None:
    page.set_viewport_size(PHONE)
    page.goto(f"{live_server.url}/{event.slug}/")
    page.get_by_role("link", name="Register").click()
    expect(page.locator(".lead")).to_have_text("1 place is free.")
    looks_right(page)
    page.get_by_label("Surname").fill(LONG)
    page.get_by_role("textbox", name="Country").fill("Atlantis")
    page.get_by_label("I agree that my full name").check()
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("“Atlantis” is not a country we recognise.")).to_be_visible()
    looks_right(page)
    fill_in(page, LONG)
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("heading", name="Keep this link")).to_be_visible()
    expect(page.locator(".private")).to_have_text(page.url)
    looks_right(page)

    desk = at_desk(visitor, live_server, event)
    desk.get_by_role("link", name="Registrations").click()
    for viewport in (PHONE, {"width": 1280, "height": 800}):
        desk.set_viewport_size(viewport)  # type: ignore[arg-type]  # one of the two above
        assert violations(desk) == []
        assert desk.evaluate("document.documentElement.scrollWidth") == viewport["width"]
    desk.get_by_role("button", name="Accept all").click()
    expect(desk.locator(".messages")).to_contain_text(" entered.")

    page.reload()
    expect(page.locator(".lead")).to_have_text("You have been entered as number 3.")
    page.get_by_role("textbox", name="Country").fill("BE")
    page.get_by_role("button", name="Save the changes").click()
    looks_right(page)
    page.locator("summary", has_text="Cancel my registration").click()
    page.get_by_role("button", name="Cancel my registration").click()
    expect(page.locator(".lead")).to_have_text("You cancelled this registration.")
    looks_right(page)
    assert not event.entries.filter(number=3).exists()


def test_it_works_without_script_and_in_german(
    live_server: LiveServer, event: Event, chromium_without_script: Page
) -> None:
    page = chromium_without_script
    page.goto(f"{live_server.url}/{event.slug}/register/")
    fill_in(page, "Nova")
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_role("heading", name="Keep this link")).to_be_visible()
    page.locator("summary", has_text="Cancel my registration").click()
    page.get_by_role("button", name="Cancel my registration").click()
    expect(page.locator(".lead")).to_have_text("You cancelled this registration.")
    assert Registration.objects.get().state == "cancelled"
    page.goto(f"{live_server.url}/{event.slug}/register/?language=de")
    assert page.locator("html").get_attribute("lang") == "de"
    assert too_wide(page) == []


@pytest.fixture
def chromium_without_script(visitors: object) -> Page:
    """A page of a phone on which no script runs."""
    context: BrowserContext = visitors(java_script_enabled=False, viewport=PHONE)  # type: ignore[operator]  # as conftest gives it
    return context.new_page()
