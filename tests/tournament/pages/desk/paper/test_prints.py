"""Print is a next thing, what was printed is written down, and the desk says what to hang anew."""

from __future__ import annotations

import io
import sys
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from tests.build import being_played, director_of, enter_result, make_event, play_to, publish
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.forms import Answer, Form, form_with, forms_of
from tests.tournament.pages.pages import desk, said, words
from tournament.models import Event, Helper, PrintedSheet
from tournament.models.queries import record_of
from tournament.pdf.flow import paginate
from tournament.pdf.fonts import missing_characters
from tournament.record.acts import Role
from tournament.record.printing import PaperSize
from tournament.services.copying import copy_event
from tournament.services.printing import store_way
from tournament.services.seats import swap_players
from tournament.slices.disputes.acts import open_dispute

pytestmark = pytest.mark.django_db


PLACES = ("", "rounds/2/", "standings/")
SLIPS = "result-slips:2"


@pytest.fixture
def event(db: None) -> Event:
    """Eight players after one closed round, the second just published."""
    made = play_to(make_event(8), round_closed=1)
    publish(made, 2)
    return Event.objects.get(pk=made.pk)


def step(client: Client, event: Event, place: str = "standings/") -> tuple[str, str, str]:
    """The sentence of the next thing to do, the words on its button, and those on the one beside it."""
    shown = client.get(desk(event, place)).context["next"]
    return shown["sentence"], shown["label"], shown["other"]["label"] if shown["other"] else ""


def answers(page: Answer) -> Form:
    """The form of the page of paper that answers sheets."""
    (found,) = [
        form for form in forms_of(page) if any(button.name in ("not-needed", "printed") for button in form.buttons)
    ][:1]
    return found


def press(client: Client, event: Event, words_of_button: str, key: str = "") -> Answer:
    """Press the button of these words on the page of paper, the one of that sheet if a key is given."""
    form = answers(client.get(desk(event, "sheets/")))
    (button,) = [each for each in form.buttons if each.words.startswith(words_of_button) and key in each.value][:1]
    return client.post(form.action, form.filled({}, button))


def states(client: Client, event: Event) -> dict[str, str]:
    """Of every sheet that is due or printed, its key and why."""
    due = client.get(desk(event, "sheets/")).context["reprints"]
    return {row.key: row.why for row in (*due.rows, *due.done)}


PRINT = ("Round 2 is public. Its sheets have not been printed yet.", "Print round 2", "Enter results")
ENTER = ("Round 2 is being played. Tables 1 and 2 have not reported.", "Enter results", "")


def test_after_publishing_one_press_prints_and_the_results_stand_beside_it(event: Event, director: Client) -> None:
    for place in PLACES:
        page = director.get(desk(event, place))
        assert step(director, event, place) == PRINT
        due = desk(event, "sheets/due.pdf")
        assert f'<a class="button primary" href="{due}" target="_blank" data-paper>Print round 2</a>' in words(page)
        is_there = f'<a class="button" href="{desk(event, "rounds/2/")}">Enter results</a>' in words(page)
        assert is_there is not place.startswith("rounds/2/"), place
    pages = PdfReader(io.BytesIO(director.get(desk(event, "sheets/due.pdf")).content)).pages
    text = " ".join(page.extract_text() for page in pages)
    assert all(title in text for title in ("Results", "Standings", "Pairings by player", "Pairings by table"))
    assert step(director, event) == ENTER


def test_the_round_page_prints_from_one_place(event: Event, director: Client) -> None:
    """Its own button stands there where the next thing has none: after the sheets were opened."""
    own = "round-pack.pdf?round=2"
    director.get(desk(event, "sheets/due.pdf"))
    assert director.get(desk(event, "rounds/2/")).content.decode().count(own) == 1


def test_what_was_only_looked_at_is_to_be_printed_again_once_that_is_said(event: Event, director: Client) -> None:
    director.get(desk(event, "sheets/due.pdf"))
    assert set(states(director, event).values()) == {"opened"}
    assert "opened at " in words(director.get(desk(event, "sheets/")))
    press(director, event, "Not printed")
    assert (event.printed.count(), step(director, event)) == (0, PRINT)


def test_what_was_printed_is_said_by_one_press_for_all_or_sheet_by_sheet(event: Event, director: Client) -> None:
    director.get(desk(event, "sheets/due.pdf"))
    answer = press(director, event, "Printed: Result slips for round 2")
    assert said(answer) == ["Recorded as printed: Result slips."]
    assert states(director, event)[SLIPS] == "printed"
    assert sorted(states(director, event).values()) == ["opened"] * 4 + ["printed"]
    press(director, event, "Printed")
    page = words(director.get(desk(event, "sheets/")))
    assert set(states(director, event).values()) == {"printed"}
    assert "Nothing is due now." in page
    assert page.count(" · printed at ") == 5, "beside each sheet in the list of all"
    assert {(row.printed_by, row.is_printed) for row in event.printed.all()} == {(director_of(event), True)}


def test_unanswered_it_blocks_nothing_and_a_change_is_said(event: Event, director: Client) -> None:
    director.get(desk(event, "sheets/due.pdf"))
    one, two, *_ = record_of(event).round(2).tables
    swap_players(event, director_of(event), 2, one.seats[0].player, two.seats[0].player)
    page = words(director.get(desk(event, "sheets/")))
    assert page.count("· changed since: tables 1 and 2") == 3
    assert step(director, event) == ENTER
    director.get(desk(event, "sheets/due.pdf"))
    press(director, event, "Printed")
    assert set(states(director, event).values()) == {"printed"}


def test_the_notice_of_a_reprint_stays_until_the_new_one_is_printed(event: Event, director: Client) -> None:
    director.get(desk(event, "sheets/due.pdf"))
    press(director, event, "Printed")
    one, two, *_ = record_of(event).round(2).tables
    swap_players(event, director_of(event), 2, one.seats[0].player, two.seats[0].player)
    assert states(director, event)[SLIPS] == "changed"
    director.get(desk(event, "sheets/due.pdf"))
    assert states(director, event)[SLIPS] == "opened"
    press(director, event, "Not printed: Result slips", SLIPS)
    assert states(director, event)[SLIPS] == "changed"
    overview = director.get(desk(event, ""))
    (form,) = [form for form in forms_of(overview) if any(button.name == "printed" for button in form.buttons)]
    director.get(desk(event, "sheets/due.pdf?only=result-slips%3A2"))
    answer = director.post(form.action, form.filled({}, form.button("Printed")))
    assert answer["Location"] == desk(event, ""), "the answer leads back to the page it was given on"
    assert states(director, event)["pairings-by-player:2"] == "printed"


def test_with_the_first_result_the_paper_is_no_next_thing_any_more(event: Event, director: Client) -> None:
    enter_result(event, 2, record_of(event).round(2).tables[0], [40_000, 30_000, 20_000, 10_000])
    assert step(director, event)[1:] == ("Enter results", "")
    assert states(director, event)[SLIPS] == "new"


def test_an_event_without_paper_never_hears_of_it(event: Event, director: Client) -> None:
    store_way(event, prints=[])
    assert "Only these sheets ever become due in this event: none." in words(director.get(desk(event, "sheets/")))
    assert step(director, event) == ENTER
    for place in PLACES:
        assert "To print" not in words(director.get(desk(event, place)))
    assert "Nothing is due now." in words(director.get(desk(event, "sheets/")))


def test_a_sheet_that_is_not_needed_is_left_out_until_the_usual_ones_are_asked_for(
    event: Event, director: Client
) -> None:
    assert "become due" not in words(director.get(desk(event, "sheets/")))
    answer = press(director, event, "Not needed: Standings for round 1")
    assert said(answer) == ["This event does not print these sheets: Standings."]
    assert "standings:1" not in states(director, event)
    page = director.get(desk(event, "sheets/"))
    assert "event: Pairings by player, Pairings by table, Result slips" in words(page)
    assert form_with(page, "printed_sides").values.keys() & {"sheets"} == set()
    press(director, event, "Go back to the usual sheets")
    assert states(director, event)["standings:1"] == "new"
    assert "become due" not in words(director.get(desk(event, "sheets/")))
    other = make_event(8)
    Event.objects.filter(pk=other.pk).update(prints=["table-cards"])
    assert states(director, other) == {"table-cards:": "new"}


def test_a_copy_of_an_event_prints_the_same_sheets_on_the_same_paper(event: Event) -> None:
    store_way(event, paper=PaperSize.LETTER, prints=["standings"])
    made = copy_event(event, director_of(event), "Next Year's Cup", event.date)
    made.refresh_from_db()
    assert (made.paper, made.prints, made.printed.count()) == ("letter", ["standings"], 0)


def test_a_sheet_is_never_asked_about_that_nobody_opened(event: Event, director: Client) -> None:
    for sent, refusal in (
        ({"printed": SLIPS}, "Nobody has opened these sheets since they were last printed."),
        ({"printed": "no-such-sheet:2"}, "There is no sheet called “no-such-sheet”"),
        ({"printed": ""}, "Nobody has opened these sheets since they were last printed."),
    ):
        assert said(director.post(desk(event, "sheets/"), sent))[-1].startswith(refusal)
    elsewhere = director.post(desk(event, "sheets/"), {"printed": SLIPS, "back": "https://example.org/"})
    assert elsewhere["Location"] == desk(event, "sheets/")


def test_a_helper_who_may_not_print_is_not_asked_to(event: Event) -> None:
    nora = User.objects.create_user("nora")
    Helper.objects.create(event=event, account=nora, roles=Role.CHECKER.value)
    client = Client()
    client.force_login(nora)
    assert step(client, event, "")[1] == "Enter results"


def test_the_frame_asks_for_paper_only_while_a_round_has_just_been_published(event: Event, director: Client) -> None:
    with_paper = asked(director, desk(event, "standings/")).queries
    enter_result(event, 2, record_of(event).round(2).tables[0], [40_000, 30_000, 20_000, 10_000])
    assert asked(director, desk(event, "standings/")).queries == with_paper - 1


# What was printed is written down, and the desk says what to hang anew: a sheet is out of date when it would be set otherwise


PACK = ["pairings-by-player", "pairings-by-table", "result-slips"]


@pytest.fixture
def in_round_one(db: None) -> Event:
    """Eight players in round 1."""
    made = being_played(8)
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


def test_a_pack_that_is_fetched_is_a_row_a_sheet_and_no_change_of_the_event(
    in_round_one: Event, director: Client
) -> None:
    version, changes = in_round_one.version, in_round_one.changes.count()
    page = desk(in_round_one, "sheets/round-pack.pdf?round=1")
    director.head(page)
    director.get(page, headers={"Sec-Purpose": "prefetch;prerender"})
    assert list(in_round_one.printed.all()) == []
    director.get(page)
    rows = list(in_round_one.printed.all())
    assert [(row.sheet, row.round_number, row.version, row.is_whole) for row in rows] == [
        (name, 1, version, True) for name in PACK
    ]
    assert {row.printed_by for row in rows} == {director_of(in_round_one)}
    in_round_one.refresh_from_db()
    assert (in_round_one.version, in_round_one.changes.count()) == (version, changes)


def test_the_desk_says_what_to_hang_anew_and_prints_just_that(in_round_one: Event, director: Client) -> None:
    page = words(director.get(desk(in_round_one)))
    assert "To print: Pairings by player, Pairings by table and Result slips for round 1." in page
    assert "changed since" not in page
    print_it(director, in_round_one, "round-pack.pdf?round=1")
    assert "To print" not in words(director.get(desk(in_round_one)))
    swap(in_round_one)
    page = words(director.get(desk(in_round_one)))
    line = "Pairings by player, Pairings by table and Result slips for round 1."
    assert f'<span class="tag doubt">Replace</span> {line}' in page
    assert page.count("changed since: tables 1 and 2") == 3
    printing = words(director.get(desk(in_round_one, "sheets/")))
    assert printing.count("changed since: tables 1 and 2") >= 3
    assert "Print what is due" in printing
    printed = director.get(desk(in_round_one, "sheets/due.pdf"))
    assert f"{in_round_one.slug}-due-v" in printed["Content-Disposition"]
    assert [row.sheet for row in in_round_one.printed.all()][len(PACK) :] == PACK
    assert "Table 1" in text_of(printed.content)
    assert "Replace" not in words(director.get(desk(in_round_one)))
    print_it(director, in_round_one, "due.pdf")
    nothing = director.get(desk(in_round_one, "sheets/due.pdf"), follow=True)
    assert "Nothing needs printing now." in words(nothing)


def test_only_the_page_print_lays_sheets_out_to_count_their_pages(in_round_one: Event, director: Client) -> None:
    laid_out = {}
    for place in ("", "rounds/1/", "sheets/"):
        called: set[Any] = set()
        sys.setprofile(partial(lambda found, frame, _what, _of: found.add(frame.f_code), called))
        try:
            director.get(desk(in_round_one, place))
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


def test_the_pages_that_speak_of_paper_ask_the_database_at_most_twelve_times(
    in_round_one: Event, director: Client
) -> None:
    director.get(desk(in_round_one, "sheets/round-pack.pdf?round=1"))
    swap(in_round_one)
    costs = {place: asked(director, desk(in_round_one, place)).queries for place in ("", "rounds/1/", "sheets/")}
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
