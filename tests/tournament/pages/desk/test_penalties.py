"""The offence book's page."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.build import being_played, director_of, make_event, play_to, publish
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.stages import once_for_all
from tests.tournament.pages.words import press_undo, told, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import PenaltyKind, Subject
from tournament.slices.penalties import PenaltyOrder, cancel_penalty, give_penalty

pytestmark = pytest.mark.django_db


made, event = once_for_all(lambda: being_played(6))
"""Six players in round 1, as every test finds them."""


def give(client: Client, event: Event, **typed: Any) -> Any:
    order = {"number": "1", "round_number": "1", "kind": "fine", "amount": "5,000", "reason": "misread a tile again"}
    order |= {"subject": "misplay", "timing": "before_bonus"}
    return client.post(f"/desk/{event.slug}/penalties/", order | typed)


def warn(event: Event, number: int, reason: str = "misread a tile", subject: Subject = Subject.MISPLAY) -> int:
    order = PenaltyOrder(number, 1, PenaltyKind.WARNING, reason, subject=subject)
    penalty = give_penalty(event, director_of(event), order)
    pk: int = penalty.pk
    return pk


def test_a_fine_in_an_open_round_is_given_at_once(event: Event, director: Client) -> None:
    warn(event, 1)
    answer = give(director, event)
    assert told(answer) == ["Fine of 5,000 given to Ada Demo (round 1)."]
    assert [(line.kind, line.amount) for line in record_of(event).penalties] == [
        (PenaltyKind.WARNING, 0),
        (PenaltyKind.FINE, 5_000),
    ]


def test_a_fine_given_from_a_tables_page_leads_back_to_the_table(event: Event, director: Client) -> None:
    (table,) = (each for each in record_of(event).round(1).tables if any(seat.player == 1 for seat in each.seats))
    page = f"/desk/{event.slug}/rounds/1/tables/{table.number}/"
    address = f"/desk/{event.slug}/penalties/?player=1&round=1&kind=fine&back=table"
    assert address.replace("&", "&amp;") in director.get(page).content.decode()
    assert form_with(director.get(address), "amount").values["back"] == ["table"]
    assert form_with(give(director, event, back="table", timing=""), "amount").values["back"] == ["table"]
    assert give(director, event, back="table")["Location"] == page
    assert give(director, event)["Location"] == f"/desk/{event.slug}/penalties/"


def test_a_fine_just_given_is_undone_with_one_press_and_stays_in_the_book_cancelled(
    event: Event, director: Client
) -> None:
    undone = press_undo(director, give(director, event))
    (line,) = record_of(event).penalties
    assert (line.is_cancelled, line.cancel_reason) == (True, "undone at once")
    press_undo(director, undone)
    (line,) = record_of(event).penalties
    assert not line.is_cancelled


def test_in_a_closed_round_the_director_sees_whose_totals_change_and_is_asked(director: Client) -> None:
    event = play_to(make_event(4), round_closed=1)
    answer = give(director, event)
    asked = words(answer)
    assert "Not given yet. That round is closed, so its totals will change." in asked
    assert "4 players get a new total or place" in asked
    assert record_of(event).penalties == ()
    assert 1 in [move.player for move in answer.context["moved"].totals]
    given = give(director, event, confirmed=answer.context["mark"])
    assert told(given) == ["Fine of 5,000 given to Ada Demo (round 1)."]
    assert len(record_of(event).penalties) == 1


def test_a_warning_in_a_closed_round_changes_no_total_and_is_not_asked_about(director: Client) -> None:
    event = play_to(make_event(4), round_closed=1)
    assert give(director, event, kind="warning").status_code == 302


def test_the_amount_starts_as_the_event_has_it(director: Client) -> None:
    event = make_event(6, fine_amount=3_000)
    publish(event)
    assert 'name="amount" value="3,000"' in director.get(f"/desk/{event.slug}/penalties/").content.decode()
    give(director, event, amount="")
    assert record_of(event).penalties[0].amount == 3_000


def test_the_offence_is_not_chosen_beforehand_unless_the_address_brings_one(event: Event, director: Client) -> None:
    page = f"/desk/{event.slug}/penalties/"
    assert not director.get(page).context["form"]["subject"].value()
    assert director.get(f"{page}?subject=conduct").context["form"]["subject"].value() == "conduct"


def test_the_first_fines_question_is_asked_at_the_top_of_the_page_with_the_way_to_it(
    event: Event, director: Client
) -> None:
    answer = give(director, event, timing="")
    page, said = answer.content.decode(), words(answer)
    asked = "This is the event's first fine: choose when fines are deducted (R55)."
    assert said.index(f"Not saved: {asked}") < said.index("Give the penalty")
    assert "No penalties yet" not in said
    assert 'href="#id_timing_0"' in page
    assert 'id="id_timing_0"' in page


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"number": ""}, "“Player” is empty; fill it in."),
        ({"subject": ""}, "“Offence” is empty; fill it in."),
        ({"kind": ""}, "“Penalty” is empty; fill it in."),
        ({"amount": "five"}, "“five” is not a number. Enter a number such as 5,000."),
        ({"amount": "0"}, "“0” is not possible. Enter a number from 1 to 1,000,000."),
    ],
)
def test_what_is_wrong_stands_beside_its_field_and_the_reason_stays(
    event: Event, director: Client, typed: dict[str, str], sentence: str
) -> None:
    answer = give(director, event, **typed)
    assert sentence in words(answer)
    assert record_of(event).penalties == ()


def test_a_cancellation_shows_what_it_moves_and_asks_why(director: Client) -> None:
    event = play_to(make_event(4), round_closed=1)
    penalty = give_penalty(event, director_of(event), PenaltyOrder(1, 1, PenaltyKind.FINE, "misread", 5_000))
    address = f"/desk/{event.slug}/penalties/{penalty.pk}/cancel/"
    page = words(director.get(address))
    assert "Cancel the penalty for Ada Demo?" in page
    assert "4 players get a new total or place" in page
    assert "“Reason” is empty; fill it in." in words(director.post(address, {"reason": ""}))
    director.post(address, {"reason": "it was another player"})
    page = words(director.get(f"/desk/{event.slug}/penalties/"))
    assert "fine of 5,000 (cancelled: it was another player)" in page
    assert "Restore the penalty for Ada Demo?" in words(director.get(address))
    director.post(f"/desk/{event.slug}/penalties/{penalty.pk}/restore/")
    assert not record_of(event).penalties[0].is_cancelled


def test_offences_that_stand_are_counted_player_by_player(event: Event, director: Client) -> None:
    warn(event, 1)
    cancelled = warn(event, 1, "a mistake")
    warn(event, 2)
    warn(event, 1, "again")
    cancel_penalty(event, director_of(event), cancelled, "a mistake")
    answer = director.get(f"/desk/{event.slug}/penalties/")
    assert [(line.name, line.count) for line in answer.context["offences"]] == [
        ("Ada Demo", 1),
        ("Ada Demo", None),
        ("Ben Demo", 1),
        ("Ada Demo", 2),
    ]
    assert "Ada Demo (1) · misplay 2" in words(answer)


def test_the_book_is_a_csv_file_too(event: Event, director: Client) -> None:
    warn(event, 1, "misread a tile, twice")
    lines = director.get(f"/desk/{event.slug}/penalties/?_export=csv").content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Player,Round,Offence,About,What,Reason,Given,By"
    assert lines[1].startswith('Ada Demo,1,1,misplay,warning,"misread a tile, twice",')


def test_a_penalty_that_is_not_there_leads_back_to_the_book(director: Client) -> None:
    event = make_event(6)
    answer = director.get(f"/desk/{event.slug}/penalties/99/cancel/")
    assert answer.headers["Location"] == f"/desk/{event.slug}/penalties/"
