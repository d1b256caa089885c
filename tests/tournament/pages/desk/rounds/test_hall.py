"""Fix the seating: every verb on the round's page, what follows before it is done, its button and its Undo."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.contrib.messages import get_messages
from django.test import Client
from django.urls import reverse

from tests.build import director_of, draw_round, enter_results, make_event, play_round, publish
from tests.tournament.devices.phones import phone_of
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk, words
from tournament.day.lists.rosters import read_roster
from tournament.draw.forecast import movement_of
from tournament.draw.lines import said as written
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import RoundState, SeatSource, SitOutKind, Status
from tournament.services.attendance import set_status
from tournament.services.entries import add_entries
from tournament.services.rounds import publish_round
from tournament.services.seats import set_seat_source

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
    event = make_event(12)
    publish(event, 1)
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
    event = make_event(12)
    publish(event, 1)
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
    addresses = [reverse("device_table", args=[event.slug, 1, table]) for table in (1, 2, 3)]
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
    event = make_event(10)
    publish(event, 1)
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
