"""Who is here: checked in by name, by ticks, all at once; and away by arrangement (R69)."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.build import being_played, director_of, draw_round, logged_in, make_event, play_round, play_to, publish
from tests.tournament.access.test_who_types import browser_of
from tests.tournament.pages.forms import form_with, offered, press
from tests.tournament.pages.reading import html
from tests.tournament.pages.words import press_undo, told, words
from tournament.access.devices import codes_of
from tournament.day.leaving import planned_of
from tournament.day.lists.lines import RosterLine
from tournament.models import Change, Event, PlayerRequest
from tournament.models.queries import record_of
from tournament.record.acts import Act, Role
from tournament.record.devices import player_subject
from tournament.record.vocabulary import PlayerId, SitOutKind, Status
from tournament.services.attendance import check_in, set_status
from tournament.services.entries import add_entries
from tournament.slices.absences import plan_absence

pytestmark = pytest.mark.django_db


REGISTERED, PRESENT, LATE, ABSENT = Status.REGISTERED, Status.PRESENT, Status.LATE, Status.ABSENT


def statuses(event: Event) -> list[Status]:
    return [entry.status for entry in record_of(event).entries]


def post(client: Client, event: Event, **typed: Any) -> Any:
    return client.post(f"/desk/{event.slug}/entries/check-in/", typed)


def late_event(players: int = 6) -> tuple[Event, int]:
    """An event after round 1 with somebody registered who comes now, and that number."""
    event = play_to(make_event(players), round_closed=1)
    (late,) = add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    return event, late.number


def test_everybody_expected_is_checked_in_at_once_and_it_can_be_undone(director: Client) -> None:
    """Of who is late it is known that they are not here yet: the rows of these are pressed when they come."""
    event = make_event(4, status=REGISTERED)
    set_status(event, director_of(event), [3], LATE)
    set_status(event, director_of(event), [4], ABSENT)
    answer = post(director, event, to="everybody")
    assert told(answer) == ["Ada Demo and Ben Demo: present."]
    assert statuses(event) == [PRESENT, PRESENT, LATE, ABSENT]
    press_undo(director, answer)
    assert statuses(event) == [REGISTERED, REGISTERED, LATE, ABSENT]


@pytest.fixture
def event(db: None) -> Event:
    """The event of most tests here."""
    return make_event(3, status=REGISTERED)


@pytest.mark.parametrize("who", ["2", "Ben Demo", "ben demo", "ben"])
def test_a_number_or_a_part_of_a_name_and_enter_checks_one_player_in(event: Event, director: Client, who: str) -> None:
    assert told(post(director, event, who=who)) == ["2 Ben Demo: present."]
    assert statuses(event) == [REGISTERED, PRESENT, REGISTERED]


@pytest.mark.parametrize(
    ("who", "sentence"),
    [
        ("demo", "3 players match “demo”: 1 Ada Demo, 2 Ben Demo and 3 Cai Demo. Enter the number."),
        ("Zed", "No player matches “Zed”. Enter a number or part of the name."),
        ("9", "No player matches “9”. Enter a number or part of the name."),
        ("", "Enter a name or number, or choose a name from the list."),
    ],
)
def test_a_name_that_is_not_one_player_says_who_it_may_be_and_stays(
    event: Event, director: Client, who: str, sentence: str
) -> None:
    answer = post(director, event, who=who)
    assert sentence in words(answer)
    assert f'value="{who}"' in answer.content.decode()
    assert statuses(event) == [REGISTERED] * 3


def rows_of(answer: Any) -> list[tuple[str, str]]:
    """The rows of the list from top to bottom: number and status."""
    return re.findall(r'data-entry="(\d+)" data-status="(\w+)"', answer.content.decode())


def buttons_of(answer: Any, number: int) -> list[tuple[str, str]]:
    """What the buttons of a row send."""
    return [
        (each.name, each.value)
        for each in form_with(answer, "who").buttons
        if each.name in {"one", "back"} and each.value.partition(":")[0] == str(number)
    ]


def test_a_row_offers_only_what_is_so_for_its_player_and_the_page_writes_it_once(director: Client) -> None:
    event = being_played(8)
    (late,) = add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    page = director.get(f"/desk/{event.slug}/entries/check-in/")
    assert page.content.decode().count("data-sends=") == 6
    assert page.content.decode().count("data-acts=") == 1, "who is here has no menu"
    assert offered(page, late.number) == [
        *(("mark", f"9:registered:{status}") for status in ("late", "absent", "excluded")),
        ("away", "9:2"),
        ("", "9"),
    ]


@pytest.mark.parametrize("was", [REGISTERED, LATE, ABSENT, Status.EXCLUDED])
def test_a_second_press_takes_a_check_in_back_to_what_was_before(event: Event, director: Client, was: Status) -> None:
    if was is not REGISTERED:
        set_status(event, director_of(event), [2], was)
    post(director, event, one="2")
    post(director, event, one="1")
    assert statuses(event) == [PRESENT, PRESENT, REGISTERED]
    answer = post(director, event, back="2")
    assert answer.headers["Location"].endswith("#entry-2")
    assert statuses(event) == [PRESENT, was, REGISTERED]


def test_who_was_present_from_the_start_is_taken_back_to_no_word_yet(director: Client) -> None:
    event = make_event(3)
    Change.objects.filter(event=event, act=Act.CHECK_IN.value).delete()
    post(director, event, back="2")
    assert statuses(event) == [PRESENT, REGISTERED, PRESENT]


def test_what_was_taken_back_on_another_desk_is_not_taken_back_again(event: Event, director: Client) -> None:
    post(director, event, one="2")
    set_status(event, director_of(event), [2], ABSENT)
    assert "Ben Demo is now absent. Check the list, then try again." in words(post(director, event, back="2"))
    assert statuses(event)[1] is ABSENT


def test_who_sits_at_a_table_is_not_taken_back_and_the_page_says_what_to_do(director: Client) -> None:
    event = being_played(6)
    page = director.get(f"/desk/{event.slug}/entries/check-in/")
    assert buttons_of(page, 1) == []
    assert f'<a class="press" data-sought href="/desk/{event.slug}/entries/1/">' in page.content.decode()
    why = "Ada Demo has already taken part. For one missed round, plan the absence or mark a no-show; "
    why += "withdraw a player who leaves (R54)."
    assert why in words(post(director, event, back="1"))
    assert statuses(event) == [PRESENT] * 6


@pytest.mark.parametrize("status", [LATE, ABSENT, Status.EXCLUDED, REGISTERED])
def test_every_other_state_is_in_the_menu_of_who_is_not_here(event: Event, director: Client, status: Status) -> None:
    if status is REGISTERED:
        set_status(event, director_of(event), [2], LATE)
    page = director.get(f"/desk/{event.slug}/entries/check-in/")
    was = "late" if status is REGISTERED else "registered"
    assert ("mark", f"2:{was}:{status.value}") in offered(page, 2)
    assert ("mark", f"2:{was}:{was}") not in offered(page, 2)
    answer = post(director, event, mark=f"2:{was}:{status.value}")
    assert answer.headers["Location"].endswith("#entry-2")
    assert statuses(event) == [REGISTERED, status, REGISTERED]


@pytest.mark.parametrize(
    "mark", ["2:registered:present", "2:registered:withdrawn", "2:registered:", "2", ":", "x:y:late"]
)
def test_a_mark_that_is_none_is_refused_with_a_sentence(event: Event, director: Client, mark: str) -> None:
    answer = post(director, event, mark=mark)
    assert answer.status_code == 200
    assert 'role="alert"' in answer.content.decode()
    assert statuses(event) == [REGISTERED] * 3


def test_all_stand_in_one_list_from_a_to_z_by_surname_and_stay_there(director: Client) -> None:
    event = make_event(0)
    lines = [
        RosterLine(1, "Zoe Adams", given_name="Zoe", family_name="Adams"),
        RosterLine(2, "Émile Zola"),
        RosterLine(3, "bo"),
    ]
    add_entries(event, director_of(event), lines)
    address = f"/desk/{event.slug}/entries/check-in/"
    assert [number for number, _ in rows_of(director.get(address))] == ["1", "3", "2"]
    post(director, event, one="1")
    assert rows_of(director.get(address)) == [("1", "present"), ("3", "registered"), ("2", "registered")]


def test_the_next_thing_names_up_to_three_who_are_not_here_and_of_more_the_list_does(director: Client) -> None:
    event = make_event(8)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo"), RosterLine(2, "Later Demo")])
    assert "Late Demo and Later Demo are not checked in." in words(director.get(f"/desk/{event.slug}/"))
    add_entries(event, director_of(event), [RosterLine(1, "Third Demo"), RosterLine(2, "Last Demo")])
    assert "Not checked in: Late Demo, Later Demo, Third Demo and Last Demo." in words(
        director.get(f"/desk/{event.slug}/")
    )
    page = words(director.get(f"/desk/{event.slug}/entries/check-in/"))
    assert "8 of 12 here: 2 tables of 4." in page
    assert "not checked in" not in page.lower()


def test_the_script_is_answered_by_what_changed_and_by_what_was_done(director: Client) -> None:
    event = make_event(4, status=REGISTERED)
    seen = Event.objects.get().version
    check_in(event, director_of(event), [4])
    answer = post(director, event, one="2", v=seen)
    assert rows_of(answer) == [("2", "present"), ("4", "present")]
    page = answer.content.decode()
    assert 'data-lit="2"' in page
    assert "2 Ben Demo: present." in page
    assert "2 of 4 here: no table." in page
    assert re.search(r'formaction="/desk/[^"]+"', page)
    assert told(director.get(f"/desk/{event.slug}/entries/check-in/")) == []
    refused = post(director, event, who="nobody", v=seen)
    assert "No player matches “nobody”." in words(refused)
    assert "add=nobody#player" in refused.content.decode()
    assert 'data-lit=""' in refused.content.decode()
    news = director.get(f"/desk/{event.slug}/entries/check-in/since/?v={seen}").content.decode()
    assert "data-said" not in news


def test_who_comes_to_a_running_round_is_led_to_the_options(director: Client) -> None:
    event = being_played(6)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    options = f"/desk/{event.slug}/entries/7/arrive/"
    page = director.get(f"/desk/{event.slug}/entries/check-in/")
    assert f'<a class="press" data-sought href="{options}">' in page.content.decode()
    assert "What should the missed round score?" not in words(page)
    assert "Check in everybody expected" not in words(page)
    assert post(director, event, who="late").headers["Location"] == options
    assert post(director, event, one="7").headers["Location"] == options
    assert post(director, event, one="7", v="1").status_code == 302
    assert statuses(event)[-1] is REGISTERED


def test_a_helper_who_may_not_seat_anybody_checks_in_from_the_next_round_on() -> None:
    event = being_played(6)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    helper = browser_of(event, Role.DESK)
    page = helper.get(f"/desk/{event.slug}/entries/check-in/")
    assert "What should the missed round score?" not in words(page)  # nobody's name has been pressed
    assert ("one", "7") in buttons_of(page, 7)
    assert "arrive/" not in page.content.decode()
    assert "no-show/" not in page.content.decode()
    assert "What should the missed round score?" in words(post(helper, event, one="7"))
    post(helper, event, coming="7", missed="missed")
    assert statuses(event)[-1] is PRESENT


def test_the_page_says_to_which_tables_the_check_in_leads(director: Client) -> None:
    event = make_event(18, status=REGISTERED)
    check_in(event, director_of(event), range(1, 18))
    page = words(director.get(f"/desk/{event.slug}/entries/check-in/"))
    assert "17 of 18 here: 2 tables of 4 and 3 tables of 3." in page


def test_how_many_were_checked_in_is_told(director: Client) -> None:
    event = make_event(9, status=REGISTERED)
    page = words(director.get(f"/desk/{event.slug}/entries/check-in/"))
    assert "9 expected: 3 tables of 3." in page
    check_in(event, director_of(event), [1])
    page = words(director.get(f"/desk/{event.slug}/entries/check-in/"))
    assert "1 of 9 here: no table." in page
    assert told(post(director, event, to="everybody")) == ["8 players: present."]


def test_after_play_has_begun_a_pressed_name_asks_and_the_score_checks_in(director: Client) -> None:
    event, number = late_event()
    quiet = "What should the missed round score?"
    assert quiet not in words(director.get(f"/desk/{event.slug}/entries/check-in/"))
    answer = post(director, event, one=number)
    page = words(answer)
    assert quiet in page
    assert "0.000 for the missed round; the player can still sit out once (R53). Recommended." in page
    assert "25.000 for round 1, which counts as the player's sit-out (R51, R53)." in page
    assert "30.000" not in page
    assert statuses(event)[-1] is REGISTERED  # nothing is done without a choice
    done = press(director, answer, "25.000 for round 1, which counts as the player's sit-out (R51, R53).")
    assert [(row.player, row.kind) for row in record_of(event).round(1).sit_outs] == [(number, SitOutKind.STANDARD)]
    assert quiet not in words(director.get(done.headers["Location"]))


@pytest.mark.parametrize("typed", [{"who": "late"}, {"to": "everybody"}])
def test_whoever_is_meant_by_a_name_or_by_everybody_is_asked_about_too(director: Client, typed: dict[str, str]) -> None:
    event, number = late_event()
    asked = post(director, event, v=str(Event.objects.get().version), **typed)
    assert f'name="coming" value="{number} "' in asked.content.decode()
    assert statuses(event)[-1] is REGISTERED
    post(director, event, coming=str(number), missed="missed")
    assert statuses(event)[-1] is PRESENT


def test_one_player_is_marked_on_the_entry_page_too(event: Event, director: Client) -> None:
    answer = director.post(f"/desk/{event.slug}/entries/2/status/", {"to": "late"})
    assert answer.headers["Location"] == f"/desk/{event.slug}/entries/2/"
    assert told(answer) == ["2 Ben Demo: late."]
    assert press_undo(director, answer).headers["Location"] == f"/desk/{event.slug}/entries/check-in/"
    assert statuses(event) == [REGISTERED] * 3


@pytest.mark.parametrize("to", ["withdrawn", "disqualified", "gone", ""])
def test_only_what_is_a_mark_is_marked(director: Client, to: str) -> None:
    event = make_event(3)
    answer = director.post(f"/desk/{event.slug}/entries/2/status/", {"to": to})
    assert told(answer) == [f"“{to}” is not a known status. Reload the page."]
    assert statuses(event) == [PRESENT] * 3


# A round is missed by arrangement through the pages: entry, check-in, entries, phone; each way of being missing leads to its act (R69)


MISSED = SitOutKind.MISSED


def phone_of_player(event: Event, number: int) -> Client:
    """A browser that holds a player's own phone."""
    phone, subject = Client(), player_subject(number)
    phone.post(reverse("claim_player", args=[event.slug, number, codes_of(event, [subject])[subject]]))
    return phone


def planned(event: Event, number: int = 3) -> dict[int, SitOutKind]:
    return planned_of(record_of(event), PlayerId(number))


def url(event: Event, page: str, *values: int) -> str:
    return reverse(page, args=[event.slug, *values])


@pytest.fixture
def of_nine(db: None) -> Event:
    """The event of most tests here."""
    return make_event(9)


def test_the_entrys_page_plans_a_round_and_takes_it_back_with_undo(of_nine: Event) -> None:
    play_round(of_nine, 1)
    desk, page = logged_in(director_of(of_nine)), url(of_nine, "desk_entry", 3)
    shown = html(desk, page)
    assert 'name="round-2"' in shown
    assert 'name="round-3"' in shown
    assert 'name="round-4"' not in shown, "nobody comes back after the last round"
    assert "30.000" not in shown, "a pairing problem is for who is there (R52)"
    desk.post(url(of_nine, "desk_absence", 3), {"round-3": "pairing-problem"})
    assert planned(of_nine) == {}
    answer = desk.post(url(of_nine, "desk_absence", 3), {"round-2": "missed", "round-3": "plays"}, follow=True)
    said = answer.content.decode()
    assert "Cai Demo stays in the event but will not be drawn in round 2. The round scores 0.000" in said
    assert "The next round will have 8 players instead of 9: 2 tables of 4 instead of 3 tables of 3." in said
    assert "away in round 2" in said
    assert planned(of_nine) == {2: MISSED}
    desk.post(url(of_nine, "desk_undo") + f"?versions={Event.objects.get(pk=of_nine.pk).version}")
    assert planned(of_nine) == {}


def test_check_in_has_it_in_the_menu_and_takes_it_back(of_nine: Event) -> None:
    desk, page = logged_in(director_of(of_nine)), url(of_nine, "desk_check_in")
    assert "Missing round 1" in html(desk, page)
    desk.post(page, {"away": "3:1"})
    shown = html(desk, page)
    assert planned(of_nine) == {1: MISSED}
    assert '<span class="state">away in round 1</span>' in shown
    assert "9 of 9 here: 2 tables of 4. 1 player will miss the next round." in shown
    assert "Playing in round 1 after all" in shown
    desk.post(page, {"plays": "3:1"})
    assert planned(of_nine) == {}
    said = desk.post(page, {"away": "3:4"}).content.decode()
    assert "Round 4 is the last round; withdraw any player who will not play in it" in said
    assert "There is no entry 77" in desk.post(page, {"away": "77:1"}).content.decode()


def test_the_pages_of_the_draw_show_who_is_away(of_nine: Event) -> None:
    plan_absence(of_nine, director_of(of_nine), 3, {1: MISSED})
    desk = logged_in(director_of(of_nine))
    shown = html(desk, url(of_nine, "desk_arrangement", 1))
    assert "Round 1: 8 players" in shown
    assert "Away in round 1:" in shown
    draw_round(of_nine, 1, sizes=(4, 4))
    assert "Away in round 1:" in html(desk, url(of_nine, "desk_round", 1))


def test_a_phone_asks_and_the_desk_accepts_or_declines(of_nine: Event) -> None:
    phone, mine = phone_of_player(of_nine, 3), url(of_nine, "device_call", 3)
    assert "I will miss these rounds and come back" in html(phone, mine)
    phone.post(mine, {"ask": "miss", "round": ["2", "3"], "words": "exam"})
    asked = PlayerRequest.objects.get()
    assert (asked.kind, asked.rounds, asked.words, planned(of_nine)) == ("miss", "2 3", "exam", {})
    assert "You asked to miss rounds 2 and 3: <strong>waiting for the director</strong>." in html(phone, mine)
    desk = logged_in(director_of(of_nine))
    shown = html(desk, url(of_nine, "desk_event"))
    assert "has asked to miss rounds 2 and 3 but stay in the event" in shown
    assert "Plan an absence for Cai Demo" in shown
    desk.post(url(of_nine, "desk_answer_request", asked.pk), {"answer": "confirm"})
    assert planned(of_nine) == {2: MISSED, 3: MISSED}
    assert (of_nine.changes.all()[0].act, of_nine.changes.all()[0].reason) == (Act.PLAN_ABSENCE.value, "exam")
    told = html(phone, mine)
    assert "You are not playing in rounds 2 and 3; you will be back for the round after that." in told
    assert "<strong>confirmed</strong>" in told

    phone.post(mine, {"ask": "miss", "round": "1"})
    asked = PlayerRequest.objects.latest("pk")
    desk.post(url(of_nine, "desk_answer_request", asked.pk), {"answer": "decline", "word": "We need you."})
    assert "declined</strong>, “We need you.”" in html(phone, mine)
    assert planned(of_nine) == {2: MISSED, 3: MISSED}


@pytest.mark.parametrize(
    ("rounds", "said"),
    [
        ([], "Choose the round that you will miss."),
        (["4"], "Anyone who misses the last round leaves the event: ask to be withdrawn instead."),
        (["1"], "You cannot ask for this here; speak to the director."),
        (["99"], "You cannot ask for this here; speak to the director."),
        (["x"], "You cannot ask for this here; speak to the director."),
    ],
)
def test_what_a_phone_cannot_ask_is_refused_in_a_sentence(of_nine: Event, rounds: list[str], said: str) -> None:
    publish(of_nine, 1)
    phone = phone_of_player(of_nine, 3)
    answer = phone.post(url(of_nine, "device_call", 3), {"ask": "miss", "round": rounds})
    assert said in answer.content.decode()
    assert not PlayerRequest.objects.exists()
