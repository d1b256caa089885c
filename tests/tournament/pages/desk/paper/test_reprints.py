"""What was printed is written down, and the desk says what to hang anew: a sheet is out of date when it would be set otherwise."""

from __future__ import annotations

import io
import sys
from functools import partial
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.build import director_of, make_event, play_to, publish
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.pages import desk, words
from tournament.models import Event, PrintedSheet
from tournament.models.queries import record_of
from tournament.pdf import missing_characters
from tournament.pdf.flow import paginate
from tournament.services.gamelogs import open_dispute
from tournament.services.seats import swap_players

pytestmark = pytest.mark.django_db
PACK = ["pairings-by-player", "pairings-by-table", "result-slips"]


@pytest.fixture
def event(db: None) -> Event:
    """Eight players in round 1."""
    made = make_event(8)
    publish(made, 1)
    return Event.objects.get(pk=made.pk)


def text_of(content: bytes) -> str:
    return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)


def print_it(client: Client, event: Event, sheet: str) -> None:
    """Open a PDF, and say of all its sheets that they came out of the printer."""
    client.get(desk(event, f"sheets/{sheet}"))
    opened = event.printed.filter(is_printed=False)
    keys = [f"{row.sheet}:{'' if row.round_number is None else row.round_number}" for row in opened]
    client.post(desk(event, "sheets/"), {"printed": " ".join(keys)})


def swap(event: Event) -> None:
    """Two players of tables 1 and 2 change places."""
    one, two, *_ = record_of(event).round(1).tables
    swap_players(event, director_of(event), 1, one.seats[0].player, two.seats[0].player)


def test_a_pack_that_is_fetched_is_a_row_a_sheet_and_no_change_of_the_event(event: Event, director: Client) -> None:
    version, changes = event.version, event.changes.count()
    page = desk(event, "sheets/round-pack.pdf?round=1")
    director.head(page)
    director.get(page, headers={"Sec-Purpose": "prefetch;prerender"})
    assert list(event.printed.all()) == []
    director.get(page)
    rows = list(event.printed.all())
    assert [(row.sheet, row.round_number, row.version, row.is_whole) for row in rows] == [
        (name, 1, version, True) for name in PACK
    ]
    assert {row.printed_by for row in rows} == {director_of(event)}
    event.refresh_from_db()
    assert (event.version, event.changes.count()) == (version, changes)


def test_the_desk_says_what_to_hang_anew_and_prints_just_that(event: Event, director: Client) -> None:
    page = words(director.get(desk(event)))
    assert "To print: Pairings by player, Pairings by table and Result slips for round 1." in page
    assert "changed since" not in page
    print_it(director, event, "round-pack.pdf?round=1")
    assert "To print" not in words(director.get(desk(event)))
    swap(event)
    page = words(director.get(desk(event)))
    line = "Pairings by player, Pairings by table and Result slips for round 1."
    assert f'<span class="tag doubt">Replace</span> {line}' in page
    assert page.count("changed since: tables 1 and 2") == 3
    printing = words(director.get(desk(event, "sheets/")))
    assert printing.count("changed since: tables 1 and 2") >= 3
    assert "Print what is due" in printing
    printed = director.get(desk(event, "sheets/due.pdf"))
    assert f"{event.slug}-due-v" in printed["Content-Disposition"]
    assert [row.sheet for row in event.printed.all()][len(PACK) :] == PACK
    assert "Table 1" in text_of(printed.content)
    assert "Replace" not in words(director.get(desk(event)))
    print_it(director, event, "due.pdf")
    nothing = director.get(desk(event, "sheets/due.pdf"), follow=True)
    assert "Nothing needs printing now." in words(nothing)


def test_only_the_page_print_lays_sheets_out_to_count_their_pages(event: Event, director: Client) -> None:
    laid_out = {}
    for place in ("", "rounds/1/", "sheets/"):
        called: set[Any] = set()
        sys.setprofile(partial(lambda found, frame, _what, _of: found.add(frame.f_code), called))
        try:
            director.get(desk(event, place))
        finally:
            sys.setprofile(None)
        laid_out[place] = paginate.__code__ in called
    assert laid_out == {"": False, "rounds/1/": False, "sheets/": True}


def test_while_a_round_is_played_results_and_standings_are_of_the_last_closed_one_and_other_sheets_of_this_one(
    director: Client,
) -> None:
    event = play_to(make_event(8), round_closed=1)
    publish(event, 2)
    for sheet, number in (("results", 1), ("standings", 1), ("pairings-by-table", 2)):
        print_it(director, event, f"{sheet}.pdf?round={number}")
    offers = director.get(desk(event, "sheets/")).context["sheets"]
    printed = {offer.row.name for offer in offers if offer.row and offer.row.last is not None}
    assert printed == {"results", "standings", "pairings-by-table"}


def test_slips_are_printed_anew_for_the_tables_alone_that_changed(director: Client) -> None:
    made = publish_twelve()
    director.get(desk(made, "sheets/result-slips.pdf?round=1"))
    swap(made)
    text = text_of(director.get(desk(made, "sheets/due.pdf?round=1&only=result-slips:1")).content)
    assert ("Table 1" in text, "Table 2" in text, "Table 3" in text) == (True, True, False)
    assert "changed since" not in words(director.get(desk(made)))


def publish_twelve() -> Event:
    made = make_event(12, name="Dozen Cup 2026")
    publish(made, 1)
    return Event.objects.get(pk=made.pk)


def test_a_medal_form_over_an_open_dispute_asks_why_and_says_so(director: Client) -> None:
    event = play_to(make_event(8, rounds_planned=1), round_closed=1)
    open_dispute(event, director_of(event), 1, 1, "final cash")
    asked_why = director.get(desk(event, "sheets/medal-form.pdf?paper=letter"))
    assert asked_why["Content-Type"].startswith("text/html")
    assert "Medal form: Print despite the dispute?" in words(asked_why)
    assert '<input type="hidden" name="paper" value="letter">' in words(asked_why)
    assert PrintedSheet.objects.count() == 0
    form = director.get(desk(event, "sheets/medal-form.pdf?reason=The+office+closes"))
    assert "Reason for printing now: The office closes" in " ".join(text_of(form.content).split())
    assert [row.reason for row in event.printed.all()] == ["The office closes"]


def test_a_list_printed_again_after_a_correction_names_the_version_that_it_replaces(director: Client) -> None:
    event = play_to(make_event(8, rounds_planned=1), round_closed=1)
    first = director.get(desk(event, "sheets/medal-form.pdf"))
    assert "This replaces" not in text_of(first.content)
    entry = event.entries.order_by("number")[0]
    entry.name = "Corrected Name"
    entry.save()
    page = words(director.get(desk(event)))
    assert '<span class="tag doubt">Replace</span> Medal form.' in page
    assert "· changed since: Corrected Name" in page
    for _ in range(2):  # printed once more as it stands, it still replaces the first
        again = director.get(desk(event, "sheets/medal-form.pdf"))
        assert f"This replaces version {event.version}. Destroy that version." in text_of(again.content)


def test_the_pages_that_speak_of_paper_ask_the_database_at_most_twelve_times(event: Event, director: Client) -> None:
    director.get(desk(event, "sheets/round-pack.pdf?round=1"))
    swap(event)
    costs = {place: asked(director, desk(event, place)).queries for place in ("", "rounds/1/", "sheets/")}
    assert max(costs.values()) <= 12, costs


def test_a_script_that_no_font_prints_is_told_in_one_line_with_its_package(director: Client) -> None:
    name = "\U00010570\U00010571 Demo"  # letters of Vithkuqi
    if not missing_characters(name):
        pytest.skip("this machine has a font for Vithkuqi")
    made = make_event(names=["Ada Demo", "Ben Demo", name, "Cai Demo"])
    publish(made, 1)
    line = (
        "No font on this computer can print Vithkuqi, which 1 name needs. Install a TrueType font that can (on "
        "Debian: fonts-noto-core), then restart the desk."
    )
    for place in ("", "entries/", "sheets/"):
        assert line in words(director.get(desk(made, place))), place
    other = make_event(8)
    assert "No font on this computer" not in words(director.get(desk(other, "sheets/")))
