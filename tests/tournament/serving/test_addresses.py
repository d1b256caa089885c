"""The address on paper and pages: never one that leads phones to themselves, and named anew where it has changed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import zxingcpp
from django.test import Client
from django.utils import timezone
from PIL import Image
from pytest_django import Settings

from tests.build import make_director, make_event, play_to, publish
from tests.installation.test_settings import SECRET, settings_under
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import html, words_of
from tests.tournament.pdf.events import event as printable
from tests.tournament.pdf.reading import text_of
from tournament.desk.reprints import sheets_underway
from tournament.installation import addresses
from tournament.installation.addresses import is_in_container
from tournament.installation.serve_folder import NOWHERE
from tournament.management.serving.place import ServingPlace, address_changed_message, code_of, let_in_line, where_to
from tournament.models import Event, Round
from tournament.pdf.document import sheet
from tournament.pdf.job import Options
from tournament.pdf.prints import sheets_with_address
from tournament.pdf.sheets import SHEETS

PRINTED_AT = datetime(2026, 8, 20, 14, 30, tzinfo=UTC)
OLD = "http://10.0.0.4:8000"


@pytest.fixture
def director() -> Client:
    """A browser in which the director is logged in."""
    client = Client()
    client.force_login(make_director())
    return client


# Paper


@pytest.mark.parametrize("name", [name for name in SHEETS if name != "poster"])
def test_the_sheets_that_carry_an_address_are_those_that_are_called_so(name: str) -> None:
    whole = printable(8, closed=4, drawn=0)
    with_it, without = (
        sheet(name, replace(whole, public_address=address), Options(), PRINTED_AT) for address in (f"{OLD}/london/", "")
    )
    assert (with_it != without) is SHEETS[name].carries_address  # on slips as a code alone
    assert OLD not in text_of(without)


def test_the_sheets_that_may_hang_in_the_hall_are_named_with_their_rounds() -> None:
    play = ("Pairings by player, round {0}", "Pairings by table, round {0}", "Result slips, round {0}")
    after = ("Results, round {0}", "Standings, round {0}")
    begun, closed = sheets_with_address(printable(8)), sheets_with_address(printable(8, closed=1))
    assert {"Poster", *(title.format(1) for title in play)} <= set(begun)
    assert not set(begun) & {title.format(1) for title in after}
    assert {"Poster", *(title.format(2) for title in play), *(title.format(1) for title in after)} <= set(closed)
    assert closed[:4] == ("Poster", *(title.format(2) for title in play))
    titles = [each.title for each in SHEETS.values() if each.carries_address]
    assert [title.partition(",")[0] for title in closed] == [
        title
        for title in titles
        if title not in ("Movement chart", "Final list")  # there is no chart, and the end is to come
    ]
    assert sheets_with_address(printable(8, drawn=0)) == ()
    assert sheets_with_address(replace(printable(8, closed=4, drawn=0), is_final_published=True)) == ()


def test_a_loopback_address_is_no_public_address_while_the_machine_still_answers_to_it() -> None:
    program = {"TOPTABLE_SECRET_KEY": SECRET, "TOPTABLE_PUBLIC_ADDRESS": "http://127.0.0.1:8000"}
    found = settings_under(program)
    assert isinstance(found, dict)
    assert (found["ALLOWED_HOSTS"], found["CSRF_TRUSTED_ORIGINS"]) == (["127.0.0.1"], ["http://127.0.0.1:8000"])
    assert found["PUBLIC_ADDRESS"] == ""
    assert settings_under({**program, "TOPTABLE_PUBLIC_ADDRESS": "http://10.0.0.5"})["PUBLIC_ADDRESS"] == (  # type: ignore[index]
        "http://10.0.0.5"
    )


# Pages


@pytest.mark.django_db
def test_where_phones_cannot_come_in_the_pages_show_no_code_and_say_how(director: Client, settings: Settings) -> None:
    event = make_event(4)
    for page in (desk(event, "players/"), "/desk/phones/"):
        settings.PUBLIC_ADDRESS = ""
        closed = html(director, page)
        settings.PUBLIC_ADDRESS = "http://10.0.0.5:8000"
        opened = html(director, page)
        assert ("QR code of" in closed, "QR code of http://10.0.0.5:8000/" in opened) == (False, True)
        how = "Phones cannot open these pages"
        assert (how in words_of(closed), how in words_of(opened)) == (True, False)


@pytest.mark.django_db
def test_a_changed_address_is_said_where_a_round_was_published_before(director: Client, settings: Settings) -> None:
    begun, later = make_event(8, name="Begun Cup 2026"), make_event(8, name="Later Cup 2026")
    publish(begun, 1)
    settings.EARLIER_ADDRESS, settings.ADDRESS_CHANGED = OLD, timezone.now()
    publish(later, 1)
    Round.objects.filter(event=later).update(published_at=timezone.now() + timedelta(seconds=1))
    said = f"Sheets printed earlier show the old address, {OLD}."
    assert [said in words_of(html(director, desk(event, "players/"))) for event in (begun, later)] == [True, False]
    assert ["address changed" in words_of(html(director, desk(event))) for event in (begun, later)] == [True, False]
    page = words_of(html(director, "/desk/phones/"))
    assert f"It used to be {OLD}." in page
    assert ("These sheets for Begun Cup 2026 show the old address." in page, "Result slips, round 1" in page) == (
        True,
        True,
    )
    assert "Later Cup 2026" not in page


@pytest.mark.django_db
def test_paper_of_the_next_round_is_new_paper() -> None:
    event = play_to(make_event(8), round_closed=1)
    moment = timezone.now()
    assert [record.name for record, _titles in sheets_underway(Event.objects.all(), moment)] == [event.name]
    publish(event, 2)
    Round.objects.filter(event=event, number=2).update(published_at=moment + timedelta(seconds=1))
    assert sheets_underway(Event.objects.all(), moment) == []


@pytest.mark.django_db
def test_nothing_is_to_be_printed_anew_of_an_event_that_is_over_or_never_began() -> None:
    over = play_to(make_event(8, name="Over Cup 2026", rounds_planned=1), round_closed=1)
    make_event(8, name="New Cup 2026")
    moment = timezone.now() + timedelta(seconds=1)
    assert [record.name for record, _titles in sheets_underway(Event.objects.all(), moment)] == ["Over Cup 2026"]
    Event.objects.filter(pk=over.pk).update(is_final_published=True)
    assert sheets_underway(Event.objects.all(), moment) == []
    assert sheets_underway(Event.objects.all(), None) == []


# The terminal


def test_what_the_terminal_says_of_a_changed_address() -> None:
    assert address_changed_message(OLD, [("Sample Cup", ("Pairings by table, round 2", "Result slips, round 2"))]) == (
        f"The address for phones has changed; it was {OLD}/.\n"
        "Printed sheets of Sample Cup that show the old address: "
        "Pairings by table, round 2; Result slips, round 2. Reprint them."
    )


def test_the_terminal_shows_a_code_for_phones_and_none_for_this_machine_alone() -> None:
    assert "█" in where_to("http://10.0.0.5:8000", "http://127.0.0.1:8000", is_narrow=False)
    for is_narrow in (True, False):
        alone = where_to("http://127.0.0.1:8000", "http://127.0.0.1:8000", is_narrow=is_narrow)
        assert "█" not in alone
        assert alone.startswith("On this machine: http://127.0.0.1:8000/\n")


def test_a_container_that_was_told_no_address_says_so_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    signs = (tmp_path / ".dockerenv", tmp_path / ".containerenv")
    monkeypatch.setattr(addresses, "OF_CONTAINERS", signs)
    assert not is_in_container()
    signs[1].touch()
    assert is_in_container()
    told = where_to("http://172.17.0.2:8000", "http://127.0.0.1:8000", is_narrow=False, is_contained=True)
    assert "TOPTABLE_PUBLIC_ADDRESS=http://192.168.1.20:8000" in "".join(told.splitlines()[:2])
    assert "Phones in the hall: http://172.17.0.2:8000/" in told
    assert not where_to("http://10.0.0.5:8000", "http://127.0.0.1:8000", is_narrow=False).startswith(told[:20])
    for own, host, is_found in ((NOWHERE, "", True), (NOWHERE, "10.0.0.5", False), ("http://192.168.1.20", "", False)):
        settings.OWN_ADDRESS = own
        assert ServingPlace(tmp_path, host, 8000).is_found is is_found


def test_a_link_is_told_with_how_long_it_lasts() -> None:
    assert let_in_line("/let-in/abc/", "http://127.0.0.1:8000", whose="ada", minutes=60) == (
        "Set a new password for ada: open this link once on this machine, within 60 minutes:\n\n"
        "    http://127.0.0.1:8000/let-in/abc/\n"
    )


def test_the_code_of_letters_is_the_code_black_on_white_whatever_the_terminals_colours() -> None:
    address = "http://10.0.0.5:8000/"
    plain, coloured = code_of(address).split("\n"), code_of(address, is_terminal=True).split("\n")
    assert coloured == [f"\x1b[30;107m{line}\x1b[0m" for line in plain]
    upper, lower = {"▀", "█"}, {"▄", "█"}
    rows = [[int(letter in half) for letter in line] for line in plain for half in (upper, lower)]
    size = len(rows[0])
    picture = [bytes(0 if dark else 255 for _ in range(4) for dark in row for _ in range(4)) for row in rows]
    image = Image.frombytes("L", (size * 4, len(rows) * 4), b"".join(picture))
    assert [found.text for found in zxingcpp.read_barcodes(image)] == [address]
