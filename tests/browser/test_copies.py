"""Copies by hand in a real browser at a real server: what only the machine itself shows, judged, and a day that continues from a stick."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.kit.clipping import clipped, too_wide
from tests.browser.kit.judge import violations
from tests.browser.kit.walking import DESK, NARROW
from tests.run.patience import MILLISECONDS
from tests.tournament.keeping.evening import Evening
from tests.tournament.keeping.test_by_hand import PASSWORD, a_hall
from tests.tournament.serving.running import command, hall_database, put_migrated, serving
from tournament.installation.copies.snapshots import check_copy

pytestmark = pytest.mark.browser


def seen(page: Page) -> list[str]:
    """What is wrong with the page as it stands, at a desk and on a phone."""
    found = violations(page)
    page.set_viewport_size(NARROW)
    found += [*clipped(page), *too_wide(page)]
    page.set_viewport_size(DESK)
    page.emulate_media(color_scheme="light")
    return found


def test_a_second_laptop_continues_from_a_stick_by_five_presses(
    tmp_path: Path, kept_database: Path, evening: Evening, visitor: BrowserContext
) -> None:
    sticks = tmp_path / "sticks"
    (sticks / "BLUE").mkdir(parents=True)
    (sticks / "A stick of a very long name that somebody gave it").mkdir()
    slug, _codes = a_hall(tmp_path / "first", evening)
    assert command(tmp_path / "first", "backup", str(sticks / "BLUE" / "evening.sqlite3")).returncode == 0
    home = tmp_path / "second"
    put_migrated(kept_database, hall_database(home))
    with serving(home, TOPTABLE_STICKS=str(sticks)) as served:
        served.until_up()
        page = visitor.new_page()
        page.goto(f"http://127.0.0.1:{served.port}/")
        wrong = seen(page)
        # A browser that `serve` opens is known already; this one came by itself.
        page.get_by_label("Are you at the computer that runs Top Table?").fill(served.code)
        page.get_by_role("button", name="Use this browser").click()
        page.get_by_role("link", name="Continue from a stick").click()
        wrong += seen(page)
        page.get_by_role("link", name=re.compile("^Continue")).first.click()
        wrong += seen(page)
        page.get_by_role("button", name="Continue").click()
        expect(page.get_by_role("heading", name="The copy is being opened")).to_be_visible()
        page.wait_for_url("**/login/", timeout=MILLISECONDS)
        expect(page.get_by_text("Log in with the same name and password as before.")).to_be_visible()
        page.get_by_text("Forgotten your password?").click()
        wrong += seen(page)
        page.get_by_label("Username").fill("director")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        page.goto(f"http://127.0.0.1:{served.port}/desk/phones/")
        page.get_by_role("button", name="Copy to this stick BLUE").click()
        expect(page.get_by_text("Every snapshot will be copied there from now on.")).to_be_visible()
        page.get_by_text("Another folder").click()
        page.get_by_text("Snapshots on this computer").click()
        wrong += seen(page)
        with page.expect_download() as download:
            page.get_by_role("link", name="Download a copy of everything").click()
        download.value.save_as(tmp_path / "copy.sqlite3")
        check_copy(tmp_path / "copy.sqlite3")
        page.goto(f"http://127.0.0.1:{served.port}/desk/{slug}/")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert "\n".join(wrong) == ""
