"""Fix the seating: every verb on the round's page, what follows before it is done, and a button that keeps what its page promises."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode, urlsplit

import pytest
from django.contrib.messages import get_messages
from django.db import transaction
from django.test import Client
from django.urls import reverse
from hypothesis import example, given
from hypothesis import strategies as st

from tests.build import (
    being_played,
    director_of,
    draw_round,
    enter_result,
    enter_results,
    logged_in,
    make_director,
    make_event,
    plausible_cash,
    play_round,
    play_to,
    publish,
)
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.forms import Form, forms_of, press
from tests.tournament.pages.pages import desk, words
from tests.tournament.pages.words import told
from tests.tournament.pages.words import words as plain_words
from tournament.day.lists.rosters import read_roster
from tournament.desk.acting import REFUSALS
from tournament.draw.forecast import movement_of
from tournament.draw.lines import said as written
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PlayerId, RoundState, SeatSource, SitOutKind, Status
from tournament.services.attendance import set_status
from tournament.services.changes.refusals import RefusedError
from tournament.services.entries import add_entries
from tournament.services.rounds import close_round, publish_round, reopen_round
from tournament.services.seats import mark_no_show, set_seat_source, swap_players
from tournament.services.tables import move_player
from tournament.slices.leaving import disqualify, withdraw

pytestmark = pytest.mark.django_db


def test_a_published_round_without_results_can_be_unpublished(event: Event, director: Client) -> None:
    assert "Draw the whole round again</a>" in words(director.get(desk(event, "rounds/1/")))
    assert "it will disappear from the public pages" in words(director.get(desk(event, "rounds/1/withdraw/")))
    director.post(desk(event, "rounds/1/withdraw/"))
    assert record_of(event).round(1).state is RoundState.DRAFT
    publish_round(event, director_of(event), 1)
    enter_results(event, 1, apart_from=[2])
    assert "Clear table 1 first." in words(director.get(desk(event, "rounds/1/")))
    assert "Unpublish round 1</button>" not in words(director.get(desk(event, "rounds/1/withdraw/")))


def test_the_list_names_every_verb_with_its_page_or_why_it_is_closed(director: Client) -> None:
    event = being_played(12)
    listed = words(director.get(desk(event, "rounds/1/"))).partition("Fix the seating</h2>")[2]
    for label in (
        "Two players sit at each other&#x27;s tables",
        "A player did not turn up",
        "A player has arrived late",
        "A table is too large or too small",
        "A table has a different number",
        "A table cannot play",
        "All tables play in the order drawn, without starting tiles",
        "Players want to see their tables for all random rounds",
        "Draw the whole round again",
    ):
        assert f">{label}</a>" in listed
    enter_results(event, 1, apart_from=[2])
    listed = words(director.get(desk(event, "rounds/1/")))
    assert (
        '<span>A table cannot play</span> <span class="soft">Every other table has already reported.</span>' in listed
    )
    assert ">A player did not turn up</a>" in listed


def test_a_table_that_played_in_another_order_leads_to_its_own_tiles(director: Client) -> None:
    """Only in a round of the movement chart, whose tiles decide nothing, the whole round has to be seated by tiles first."""
    event = being_played(12)
    happened = "A table played out of order</a>"
    tiles, seating = desk(event, "rounds/1/tiles/"), desk(event, "rounds/1/seating/")
    page = words(director.get(desk(event, "rounds/1/")))
    assert f'<a href="{tiles}">{happened}' in page
    set_seat_source(event, director_of(event), 1, SeatSource.CHART)
    page = words(director.get(desk(event, "rounds/1/")))
    assert f'<a href="{seating}?source=tiles">{happened}' in page


def test_a_move_is_shown_before_it_is_done_and_is_undone_by_its_own_address(director: Client) -> None:
    event = make_event(12)
    before = publish(event, 1)
    player = before.tables[0].seats[0].player
    name = record_of(event).name_of(player)
    page = director.get(desk(event, f"rounds/1/move/?player={player}&table=2"))
    assert f"{name} moves from table 1 to table 2." in words(page)
    assert "Table 1 will then have 3 players, with 33 minutes each (R29) and percentages × 0.75 (R58)." in words(page)
    assert "Table 2 will then have 5 players, with 20 minutes each (R29) and percentages × 1.2 (R58)." in words(page)
    assert "If already printed, reprint the slips for tables 1 and 2" in words(page)
    assert record_of(event).round(1).sizes == (4, 4, 4)
    answer = press(director, page, f"Move {name} to table 2")
    assert record_of(event).round(1).sizes == (3, 5, 4)
    assert f"The director moved {name} from table 1 to table 2." in map(written, record_of(event).round(1).protocol)
    (undo,) = [message.extra_tags for message in get_messages(answer.wsgi_request)]
    assert undo is not None
    director.post(undo)
    assert record_of(event).round(1).sizes == (4, 4, 4)


def test_a_table_gets_the_number_that_it_has_in_the_hall(director: Client) -> None:
    event = make_event(8)
    one, two = (table.seats for table in publish(event, 1).tables)
    page = director.get(desk(event, "rounds/1/renumber/?table=1&to=7"))
    assert "Table 1 becomes table 7." in words(page)
    answer = press(director, page, "Renumber table 1 as table 7")
    assert {table.number: table.seats for table in record_of(event).round(1).tables} == {2: two, 7: one}
    assert {place[0] for place in movement_of(record_of(event)).places.values()} == {2, 7}
    (undo,) = [message.extra_tags or "" for message in get_messages(answer.wsgi_request)]
    assert urlsplit(undo).query == "table=7&to=1"
    director.post(desk(event, "rounds/1/renumber/"), {"table": "7", "to": "2"})
    assert {table.number: table.seats for table in record_of(event).round(1).tables} == {2: one, 7: two}
    enter_results(event, 1, apart_from=[2])
    page = director.get(desk(event, "rounds/1/renumber/?table=2&to=7"))
    assert "Table 7 has a result; clear it first." in words(page)


def test_two_tables_that_exchange_their_numbers_let_out_the_phones_of_both(director: Client) -> None:
    """A code speaks for a number, so a phone that kept it would report for others."""
    event = make_event(12, players_report=True)
    publish(event, 1, sizes=(4, 4, 4))
    phones = [phone_of(event, table) for table in (1, 2, 3)]
    director.post(desk(event, "rounds/1/renumber/"), {"table": "1", "to": "2"})
    addresses = [reverse("mine", args=[event.slug, 1, table]) for table in (1, 2, 3)]
    assert [phone.get(address).status_code for phone, address in zip(phones, addresses, strict=True)] == [410, 410, 200]
    assert [table.codes_withdrawn for table in record_of(event).round(1).tables] == [1, 1, 0]


def test_who_arrives_without_being_on_the_list_is_seated_from_the_same_page(event: Event, director: Client) -> None:
    page = director.get(desk(event, "rounds/1/join/"))
    assert "Every player on the list has a seat or has left." in words(page)
    answer = press(director, page, "Add and seat", {"player": "Wanda Walkin"})
    assert answer["Location"] == desk(event, "entries/9/arrive/")
    answer = press(director, director.get(answer["Location"]), "Seat at table 1")
    assert record_of(event).round(1).sizes == (5, 4)


def test_the_only_one_who_may_still_come_is_not_asked_for(event: Event, director: Client) -> None:
    """Whoever came is somebody else where the name is not that one; that page asks for it too."""
    add_entries(event, director_of(event), read_roster("Lena Late"), Status.LATE)
    answer = director.get(desk(event, "rounds/1/join/"))
    assert answer["Location"] == desk(event, "entries/9/arrive/")
    answer = press(director, director.get(answer["Location"]), "Add and seat", {"player": "Wanda Walkin"})
    assert answer["Location"] == desk(event, "entries/10/arrive/")


def test_of_several_who_may_still_come_one_press_opens_the_ways_in(event: Event, director: Client) -> None:
    add_entries(event, director_of(event), read_roster("Lena Late\nLars Later"), Status.LATE)
    page = words(director.get(desk(event, "rounds/1/join/")))
    for number, name in ((9, "Lena Late"), (10, "Lars Later")):
        assert f'<a href="{desk(event, f"entries/{number}/arrive/")}">{name} ({number}): late</a>' in page
    assert "<select" not in page


def test_a_draft_that_was_reseated_in_the_hall_says_so(director: Client) -> None:
    event = being_played(10)
    page = director.get(desk(event, "rounds/1/retire/?table=2"))
    press(director, page, "Retire table 2")
    director.post(desk(event, "rounds/1/withdraw/"))
    assert "Players have been moved in the hall since this draw" in words(director.get(desk(event, "rounds/1/")))


def test_a_no_show_is_told_with_the_score_and_the_table_before_it_is_done(director: Client) -> None:
    event = make_event(8)
    player = publish(event, 1).tables[1].seats[2].player
    page = director.get(desk(event, f"rounds/1/no-show/?player={player}&kind=standard"))
    assert "scores 25.000 for round 1 and will have used their one sit-out (R49)." in words(page)
    assert "30.000" not in words(page), "a pairing problem is for who is there (R52)"
    director.post(desk(event, "rounds/1/no-show/"), {"player": player, "kind": "pairing-problem"})
    assert record_of(event).round(1).sit_outs == ()
    assert "Table 2 will then have 3 players, with 33 minutes each (R29)" in words(page)
    press(director, page, "Mark ")
    assert [(row.player, row.kind) for row in record_of(event).round(1).sit_outs] == [(player, SitOutKind.STANDARD)]


def test_who_comes_while_a_round_is_played_is_seated_and_checked_in_by_one_button(director: Client) -> None:
    event = make_event(12)
    set_status(event, director_of(event), [12], Status.LATE)
    play_round(event, 1)
    publish(event, 2)
    page = director.get(desk(event, "entries/12/arrive/"))
    open_ways = words(page).partition("Not possible")[0]
    assert open_ways.index(">Seat at table ") < open_ways.index(">Play from round 3<")
    chosen = page.content.decode()
    assert '<input type="radio" name="missed" value="missed" checked>' in chosen
    refused = press(director, page, "Seat at table 3", {"missed": ""})
    assert "Not saved:</strong> 1 round has begun; choose what a missed round scores" in words(refused)
    assert record_of(event).entry(record_of(event).entries[11].player).status is Status.LATE
    press(director, page, "Seat at table 3", {"missed": "standard"})
    record = record_of(event)
    assert (record.table(2, 3).size, record.entries[11].status) == (4, Status.PRESENT)
    assert [(row.player, row.kind) for row in record.round(1).sit_outs] == [(12, SitOutKind.STANDARD)]
    assert record.round(2).sit_outs == ()


def test_who_comes_while_a_draft_exists_is_drawn_in_or_waits(director: Client) -> None:
    event = make_event(9)
    set_status(event, director_of(event), [9], Status.LATE)
    set_status(event, director_of(event), [9], Status.REGISTERED)
    draw_round(event, 1)
    page = director.get(desk(event, "entries/9/arrive/"))
    assert "9 players: 3 tables of 3." in words(page)
    press(director, page, "Mark as late")
    assert record_of(event).entries[8].status is Status.LATE
    publish_round(event, director_of(event), 1)
    director.post(desk(event, "rounds/1/withdraw/"))
    answer = press(director, director.get(desk(event, "entries/9/arrive/")), "Draw again with ")
    assert answer["Location"] == desk(event, "rounds/1/arrangement/")
    assert record_of(event).entries[8].status is Status.PRESENT


# The page before an act never promises what its button refuses: both ask the same question


@pytest.fixture
def before_draw(db: None) -> Event:
    """The event of most tests here."""
    return make_event(8)


def test_who_is_taken_off_a_table_leaves_it_to_so_many(before_draw: Event, director: Client) -> None:
    publish(before_draw)
    table = record_of(before_draw).round(1).tables[0]
    page = director.get(desk(before_draw, f"rounds/1/no-show/?player={table.seats[0].player}&kind=missed"))
    done = press(director, page, f"Mark {record_of(before_draw).name_of(table.seats[0].player)} as a no-show")
    assert f"{record_of(before_draw).name_of(table.seats[0].player)} did not turn up at table {table.number}" in words(
        director.get(done["Location"])
    )
    assert len(record_of(before_draw).round(1).table(table.number).seats) == 3


def test_a_swap_in_a_closed_round_is_refused_before_its_button(before_draw: Event, director: Client) -> None:
    first, second = play_round(before_draw).tables
    address = f"rounds/1/swap/?first={first.seats[0].player}&second={second.seats[0].player}"
    page = words(director.get(desk(before_draw, address)))
    assert "Round 1 is closed; reopen it first." in page
    assert "Swap two players</button>" not in page
    publish(before_draw, 2)
    page = words(director.get(desk(before_draw, address)))
    assert "Round 1 is closed; open a table&#x27;s page to correct it." in page


def test_a_round_that_has_another_behind_it_is_offered_no_reopening(before_draw: Event, director: Client) -> None:
    play_round(before_draw)
    assert "Reopen round 1</a>" in words(director.get(desk(before_draw, "rounds/1/")))
    draw_round(before_draw, 2)
    page = words(director.get(desk(before_draw, "rounds/1/")))
    assert "Reopen round 1</a>" not in page
    assert "Round 2 was drawn from these results; discard that draft first." in page
    publish_round(before_draw, director_of(before_draw), 2)
    page = words(director.get(desk(before_draw, "rounds/1/")))
    assert "Reopen round 1</a>" not in page
    assert "Round 2 has already been drawn. To fix round 1, open a table&#x27;s page and correct" in page
    asked = director.get(desk(before_draw, "rounds/1/reopen/"))
    assert asked.status_code == 302, "the page that asks does not ask what it would refuse"
    assert "Round 2 has already been drawn." in words(director.get(asked["Location"]))
    with pytest.raises(RefusedError, match="Round 2 has already been drawn"):
        reopen_round(before_draw, director_of(before_draw), 1)


def test_a_draft_and_a_closed_round_are_offered_no_unpublishing(before_draw: Event, director: Client) -> None:
    draw_round(before_draw)
    page = words(director.get(desk(before_draw, "rounds/1/withdraw/")))
    assert "Round 1 is not being played." in page
    assert "Unpublish round 1</button>" not in page
    publish_round(before_draw, director_of(before_draw), 1)
    enter_results(before_draw, 1)
    close_round(before_draw, director_of(before_draw), 1)
    assert record_of(before_draw).round(1).state is RoundState.CLOSED
    page = words(director.get(desk(before_draw, "rounds/1/withdraw/")))
    assert "Round 1 is not being played." in page


def test_a_closed_round_is_not_seated_otherwise_before_its_button(before_draw: Event, director: Client) -> None:
    play_round(before_draw)
    page = words(director.get(desk(before_draw, "rounds/1/seating/?source=chart")))
    assert "Round 1 is closed; reopen it first." in page
    assert "using the movement chart</button>" not in page


@pytest.mark.parametrize("verb", ["withdraw", "disqualify", "reinstate"])
def test_who_stands_otherwise_is_asked_nothing_by_the_page_of_a_departure(director: Client, verb: str) -> None:
    event = play_to(make_event(6), round_closed=1)
    if verb == "withdraw":
        withdraw(event, director_of(event), 1)
    if verb == "disqualify":
        disqualify(event, director_of(event), 1, "collusion")
    page = words(director.get(desk(event, f"entries/1/{verb}/")))
    assert "1 Ada Demo is" in page
    assert "reload the page." in page
    assert f"{verb.capitalize()} Ada Demo</button>" not in page


def test_a_swap_says_first_who_goes_to_which_table(before_draw: Event, director: Client) -> None:
    first, second = publish(before_draw).tables
    one, other = first.seats[0].player, second.seats[0].player
    name = record_of(before_draw).name_of
    page = words(director.get(desk(before_draw, f"rounds/1/swap/?first={one}&second={other}")))
    assert f'<p class="lead">{name(one)}: table 1 → table 2<br>{name(other)}: table 2 → table 1</p>' in page


def test_a_swap_with_who_sits_out_says_who_comes_to_the_table(director: Client) -> None:
    event = make_event(7)
    round_ = publish(event, 1, sizes=(3, 3))
    one, idle = round_.tables[0].seats[0].player, round_.sit_outs[0].player
    name = record_of(event).name_of
    page = words(director.get(desk(event, f"rounds/1/swap/?first={one}&second={idle}")))
    assert f"{name(one)}: table 1 → sits out<br>{name(idle)}: sits out → table 1</p>" in page


# A page before an act in the hall offers its button where the act is done, and only there, whatever was done in the round before


PLAYERS, TABLES = range(1, 14), range(1, 6)
KINDS = [kind.value for kind in SitOutKind]


def numbers(values: range) -> st.SearchStrategy[int]:
    return st.sampled_from(values)


QUESTION = st.one_of(
    st.builds(lambda one, other: ("swap", {"first": one, "second": other}), numbers(PLAYERS), numbers(PLAYERS)),
    st.builds(lambda who, to: ("move", {"player": who, "table": to}), numbers(PLAYERS), numbers(TABLES)),
    st.builds(lambda who, kind: ("no-show", {"player": who, "kind": kind}), numbers(PLAYERS), st.sampled_from(KINDS)),
    st.builds(lambda one, to: ("renumber", {"table": one, "to": to}), numbers(TABLES), numbers(TABLES)),
    st.builds(lambda one: ("retire", {"table": one}), numbers(TABLES)),
)
DONE = st.one_of(
    st.tuples(st.just("result"), numbers(TABLES), st.just(0)),
    st.tuples(st.just("no-show"), numbers(PLAYERS), st.just(0)),
    st.tuples(st.just("withdraw"), numbers(PLAYERS), st.just(0)),
    st.tuples(st.just("swap"), numbers(PLAYERS), numbers(PLAYERS)),
    st.tuples(st.just("move"), numbers(PLAYERS), numbers(TABLES)),
)


def rested() -> Event:
    """Thirteen players, of whom one sat out round 1; round 2 is being played at tables of 4, 3, 3 and 3."""
    event = make_event(13)
    play_round(event, 1, sizes=(4, 4, 4))
    publish(event, 2, sizes=(4, 3, 3, 3))
    return event


def do(event: Event, act: str, one: int, other: int) -> None:
    """Do an act before the question, or nothing of it where it is refused."""
    by, player = director_of(event), PlayerId(one)
    try:
        with transaction.atomic():
            if act == "result":
                table = next((table for table in record_of(event).round(2).tables if table.number == one), None)
                if table is not None:
                    enter_result(event, 2, table, plausible_cash(table.size, one))
            elif act == "no-show":
                mark_no_show(event, by, 2, player, SitOutKind.MISSED, "")
            elif act == "withdraw":
                withdraw(event, by, one)
            elif act == "swap":
                swap_players(event, by, 2, player, PlayerId(other))
            else:
                move_player(event, by, 2, player, other)
    except REFUSALS:
        pass
    event.refresh_from_db()


def confirming(forms: list[Form]) -> list[Form]:
    return [form for form in forms if form.method == "post" and "shown" in form.values]


def version_of(event: Event) -> int:
    return Event.objects.get(pk=event.pk).version


@given(st.lists(DONE, max_size=3), QUESTION)
@example([], ("no-show", {"player": 13, "kind": "standard"}))
@example([("result", 1, 0)], ("swap", {"first": 1, "second": 2}))
@example([("no-show", 1, 0)], ("swap", {"first": 1, "second": 2}))
def test_the_page_offers_what_its_button_does_and_nothing_else(
    done: list[tuple[str, int, int]], question: tuple[str, Mapping[str, object]]
) -> None:
    client = logged_in(make_director())
    with transaction.atomic():
        event = rested()
        for act in done:
            do(event, *act)
        page, asked = question
        address = desk(event, f"rounds/2/{page}/")
        shown = client.get(f"{address}?{urlencode(asked)}")
        before = version_of(event)
        if offered := confirming(forms_of(shown)):
            (form,) = offered
            answer = client.post(form.action, form.filled(button=form.buttons[0]))
            assert (answer.status_code, version_of(event)) == (302, before + 1), (told(answer), plain_words(shown))
        else:
            client.post(f"{address}?{urlencode(asked)}", {**asked, "confirmed": "yes"})
            assert version_of(event) == before, plain_words(shown)
        transaction.set_rollback(True)
