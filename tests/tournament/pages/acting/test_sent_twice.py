"""A form sent twice acts once: the fines, events, players and rounds that a second press must not make."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_director, make_event, play_round, publish
from tests.tournament.pages.forms import Answer, Form, form_with, forms_of, press
from tests.tournament.pages.pages import desk, grid_of, said, words
from tests.tournament.pages.words import told
from tournament.models import Change, Event
from tournament.models.queries import read_event, record_of
from tournament.record.vocabulary import DisputeState, PlayerId, RoundState, Status
from tournament.services.disputes import open_dispute, settle_dispute

pytestmark = pytest.mark.django_db

FINE = {
    "number": "1",
    "round_number": "1",
    "kind": "fine",
    "timing": "before_bonus",
    "subject": "misplay",
    "reason": "misread twice",
}


def twice(client: Client, form: Form, typed: dict[str, Any], words_on_button: str) -> tuple[Answer, Answer]:
    """Press a button of a form, and once more before the answer came."""
    sent = form.filled(typed, form.button(words_on_button))
    return client.post(form.action, sent), client.post(form.action, sent)


def test_a_fine_in_a_closed_round_confirmed_twice_is_one_fine_and_not_asked_about_again(director: Client) -> None:
    event = make_event(4)
    play_round(event)
    asked = press(director, director.get(desk(event, "penalties/")), "Give the penalty", FINE)
    _, second = twice(director, form_with(asked, "amount"), {}, "Give the penalty and change these totals")
    assert second["Location"] == desk(event, "penalties/")
    assert len(record_of(event).penalties) == 1


def test_a_roster_entered_twice_enters_everybody_once(director: Client) -> None:
    event = make_event(0)
    read = press(director, director.get(desk(event, "entries/paste/")), "Preview", {"roster": "Ada Demo\nBen Demo"})
    _, second = twice(director, form_with(read, "line"), {}, "Add the selected players")
    assert said(second)[-1] == "This was already saved: Ada Demo and Ben Demo entered."
    assert [entry.name for entry in record_of(event).entries] == ["Ada Demo", "Ben Demo"]


def test_a_check_in_and_its_undo_sent_twice_are_done_once(director: Client) -> None:
    event = make_event(3, status=Status.REGISTERED)
    form = form_with(director.get(desk(event, "entries/check-in/")), "who")
    _, second = twice(director, form, {}, "Check in everybody expected")
    assert said(second)[-1] == "This was already saved: Ada Demo, Ben Demo and Cai Demo checked in."
    (undo,) = [each for each in forms_of(director.get(second["Location"])) if "/undo/" in each.action]
    _, again = twice(director, undo, {}, "Undo")
    assert (
        said(again)[-1] == "This was already saved: Ada Demo, Ben Demo and Cai Demo: status “registered” again (undo)."
    )
    assert [entry.status for entry in record_of(event).entries] == [Status.REGISTERED] * 3
    acts = [change.act for change in Change.objects.filter(event=event).order_by("version")]
    assert acts == ["event.create", "entries.enter", "entries.check-in", "entries.undo"]


def test_a_practice_round_is_played_whole_and_once(director: Client) -> None:
    event = make_event(4, is_practice=True)
    (form,) = [each for each in forms_of(director.get(desk(event))) if each.action.endswith("/play/")]
    twice(director, form, {}, "Play the next round")
    assert [played.state for played in record_of(event).rounds] == [RoundState.CLOSED]


def test_a_practice_round_that_was_refused_is_played_by_the_same_form_once_it_can_be(director: Client) -> None:
    event = make_event(4, is_practice=True, rounds_planned=1)
    sent = {"key": "let it play"}
    publish(event)
    enter_results(event)
    dispute = open_dispute(event, director_of(event), 1, 1, "cash for seat 2")
    assert "disputed" in told(director.post(desk(event, "play/"), sent))[0]
    settle_dispute(event, director_of(event), dispute, DisputeState.WITHDRAWN)
    assert told(director.post(desk(event, "play/"), sent))[-1] == "The round is played; all results are entered."
    assert record_of(event).round(1).is_closed


def test_what_one_user_did_is_no_answer_to_another(director: Client, stranger: Client) -> None:
    event = make_event(3)
    key = "a key that somebody has seen"
    director.post(desk(event, "entries/1/"), {"name": "Ada Sample", "key": key})
    answer = stranger.post(desk(event, "entries/2/"), {"name": "Ben Sample", "key": key})
    assert answer.status_code == 404
    assert read_event(event.slug).entry(PlayerId(2)).name == "Ben Demo"


@pytest.mark.parametrize(
    ("page", "typed"), [("entries/2/", {"name": "Ben Sample"}), ("rounds/1/publish/", {}), ("settings/", {})]
)
def test_a_form_that_was_sent_acts_for_nobody_else_either(director: Client, page: str, typed: dict[str, str]) -> None:
    """As when both presses are under way at once: the second finds the form sent only when it comes to act."""
    event = make_event(4)
    draw_round(event)
    other = Client()
    other.force_login(make_director("another", is_staff=True))
    sent = form_with(director.get(desk(event, "settings/")), "venue").filled() if page == "settings/" else {}
    sent |= typed | {"venue": "Room 2", "key": "pressed by two"}
    assert director.post(desk(event, page), sent).status_code == 302
    before = read_event(event.slug).version
    assert other.post(desk(event, page), sent).status_code == 302
    assert read_event(event.slug).version == before


# The same key with other contents, as a page sends it that the browser's Back has brought as it was


def test_a_corrected_amount_of_the_same_page_is_shown_beside_the_stored_one_and_not_thrown_away(
    director: Client,
) -> None:
    event = make_event(4)
    publish(event)
    sent = grid_of(director, event, 1, {1: (21_000, 30_000, 20_000, 10_000)})
    put_right = {**sent, "t1-cash-1": "31000"}
    director.post(desk(event, "rounds/1/results/"), sent)
    answer = director.post(desk(event, "rounds/1/results/"), put_right)
    assert (answer.status_code, "director changed table 1 at" in words(answer)) == (409, True)
    assert "31000" in answer.content.decode()
    saved = press(director, answer, "Save the results", {"t1-cash-1": "31000"})
    assert "already saved" not in " ".join(said(saved))
    assert {seat.player: seat.cash for seat in record_of(event).table(1, 1).seats}[PlayerId(1)] == 31_000


@pytest.mark.parametrize(
    ("page", "field", "first", "then"),
    [
        ("settings/", "venue", "Hall A", "Hall B"),
        ("entries/1/", "note", "first note", "second note"),
    ],
)
def test_other_contents_of_the_same_page_collide_with_the_first_as_any_other_page_would(
    director: Client, page: str, field: str, first: str, then: str
) -> None:
    event = make_event(4)
    form = form_with(director.get(desk(event, page)), field)
    director.post(form.action, form.filled({field: first}))
    answer = director.post(form.action, form.filled({field: then}))
    assert answer.status_code == 409
    assert (first in words(answer), then in answer.content.decode()) == (True, True)
    form = form_with(answer, field)
    director.post(form.action, form.filled({field: then}))
    assert then in director.get(desk(event, page)).content.decode()


def test_another_notice_of_the_same_page_is_the_one_that_stands(director: Client) -> None:
    event = make_event(4)
    form = form_with(director.get(desk(event)), "notice")
    for text in ("Lunch until 14:00", "Lunch until 15:00"):
        assert said(director.post(form.action, form.filled({"notice": text})))[-1][:4] != "Done"
    assert Event.objects.get(pk=event.pk).notice == "Lunch until 15:00"


def test_a_warning_for_somebody_else_on_the_same_page_is_a_warning_of_its_own(director: Client) -> None:
    event = make_event(4)
    publish(event)
    form = form_with(director.get(desk(event, "penalties/")), "amount")
    warned = {"round_number": "1", "kind": "warning", "reason": "late", "subject": "misplay"}
    for number in ("3", "4", "4"):
        director.post(form.action, form.filled({**warned, "number": number}))
    assert [line.player for line in record_of(event).penalties] == [3, 4]


def test_a_key_on_the_page_of_the_log_in_is_nobodys(director: Client) -> None:
    assert Client().post("/login/", {"username": "nobody", "password": "nothing", "key": "any"}).status_code == 200
