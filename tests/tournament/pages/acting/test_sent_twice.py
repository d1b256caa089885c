"""A form sent twice acts once: the fines, events, players and rounds that a second press must not make."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, logged_in, make_director, make_event, publish
from tests.tournament.pages.forms import Answer, Form, form_with, press
from tests.tournament.pages.pages import desk, grid_of, said, words
from tests.tournament.pages.words import told
from tournament.models.queries import read_event, record_of
from tournament.record.vocabulary import DisputeState, PlayerId
from tournament.slices.disputes.acts import open_dispute, settle_dispute

pytestmark = pytest.mark.django_db


def twice(client: Client, form: Form, typed: dict[str, Any], words_on_button: str) -> tuple[Answer, Answer]:
    """Press a button of a form, and once more before the answer came."""
    sent = form.filled(typed, form.button(words_on_button))
    return client.post(form.action, sent), client.post(form.action, sent)


def test_a_practice_round_that_was_refused_is_played_by_the_same_form_once_it_can_be(director: Client) -> None:
    event = make_event(4, is_practice=True, rounds_planned=1)
    sent = {"key": "let it play"}
    publish(event)
    enter_results(event)
    dispute = open_dispute(event, director_of(event), 1, 1, "cash for seat 2")
    assert "disputed" in told(director.post(desk(event, "play/"), sent))[0]
    settle_dispute(event, director_of(event), dispute, DisputeState.WITHDRAWN)
    assert told(director.post(desk(event, "play/"), sent))[-1] == "Round 1 closed."
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
    other = logged_in(make_director("another", is_staff=True))
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
    saved = press(director, answer, "Save all", {"t1-cash-1": "31000"})
    assert "already been saved" not in " ".join(said(saved))
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
