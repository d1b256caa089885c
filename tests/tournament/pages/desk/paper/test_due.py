"""Print is a next thing: one press prints what is due, and opening is not printing; unanswered, it blocks nothing."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from tests.build import director_of, enter_result, make_event, play_to, publish
from tests.tournament.pages.crawl import asked
from tests.tournament.pages.forms import Answer, Form, form_with, forms_of
from tests.tournament.pages.pages import desk, said, words
from tournament.models import Event, Helper
from tournament.models.queries import record_of
from tournament.record.acts import Role
from tournament.record.printing import PaperSize
from tournament.services.copying import copy_event
from tournament.services.printing import store_way
from tournament.services.seats import swap_players

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
    assert (
        "Only these sheets ever become due in this event: Pairings by player, Pairings by table, Result slips"
        in words(page)
    )
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
