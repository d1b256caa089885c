"""Two pages of the same event: what does not collide is merged; what does is shown with both values, and nothing typed is lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_round, publish
from tests.tournament.pages.events.test_kept import after_a_table_of_six
from tests.tournament.pages.forms import Answer, Form, form_with, press
from tests.tournament.pages.pages import desk, grid_of, said, typed_into
from tests.tournament.pages.words import told, words
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.event import TableRecord
from tournament.record.formats import Fines
from tournament.record.vocabulary import FineTiming, PenaltyKind
from tournament.scores.totals import standings
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

CASH = (40_000, 35_000, 30_000, 20_000)


@pytest.fixture
def event(db: None) -> Event:
    """Eight players at two tables, round 1 being played, table 1 reported."""
    made = make_event(8)
    publish(made, 1)
    enter_results(made, 1, cash={1: CASH}, apart_from=[2])
    return made


def table(event: Event, number: int = 1, round_number: int = 1) -> TableRecord:
    return read_event(event.slug).table(round_number, number)


def save(client: Client, event: Event, sent: dict[str, Any]) -> Answer:
    return client.post(desk(event, "rounds/1/results/"), sent)


def late(event: Event, place: int) -> str:
    """The box that says that a player of table 1 ran out of time."""
    return f"t1-late-{table(event).seats[place].player}"


def cash(event: Event, number: int = 1) -> list[int | None]:
    return [seat.cash for seat in table(event, number).seats]


def errors_of(answer: Answer) -> str:
    """The words of a page that could not save all."""
    assert answer.status_code == 409
    return words(answer)


# The grid


def test_a_time_out_and_an_amount_from_two_pages_are_both_kept(event: Event, director: Client) -> None:
    ours, theirs = grid_of(director, event, 1, {}), grid_of(director, event, 1, {1: (41_000, *CASH[1:])})
    save(director, event, ours | {late(event, 2): "on", "t1-ended_by": "Ada, all safe"})
    assert said(save(director, event, theirs))[-1] == "Saved table 1."
    assert (cash(event), table(event).ended_by) == ([41_000, *CASH[1:]], "Ada, all safe")
    assert [seat.timed_out for seat in table(event).seats] == [False, False, True, False]


def test_where_the_same_amount_was_typed_twice_both_are_shown_and_saving_again_stores_what_was_typed(
    event: Event, director: Client
) -> None:
    ours, theirs = (grid_of(director, event, 1, {1: amounts}) for amounts in ((41_000, *CASH[1:]), (42_000, *CASH[1:])))
    save(director, event, ours | {late(event, 1): "on", "t1-ended_by": "Ada, all safe"})
    both = save(director, event, theirs)
    page = errors_of(both)
    assert "director changed table 1 at" in page
    assert [amount in page for amount in ("41,000", "42,000")] == [True, True]
    assert cash(event) == [41_000, *CASH[1:]]
    again = save(director, event, form_with(both, "t1-ended_by").filled())
    assert said(again)[-1] == "Saved table 1."
    assert cash(event) == [42_000, *CASH[1:]]
    # What the older page left alone is as the newer one stored it.
    assert [seat.timed_out for seat in table(event).seats] == [False, True, False, False]
    assert table(event).ended_by == "Ada, all safe"


def test_of_two_tables_the_one_that_does_not_collide_is_saved_and_nothing_typed_is_lost(
    event: Event, director: Client
) -> None:
    ours = grid_of(director, event, 1, {1: (41_000, *CASH[1:])})
    theirs = grid_of(director, event, 1, {1: (42_000, *CASH[1:]), 2: CASH})
    save(director, event, ours)
    both = save(director, event, theirs)
    assert "Check the message next to table 1. The other changes have been saved." in errors_of(both)
    assert (cash(event, 1), cash(event, 2)) == ([41_000, *CASH[1:]], list(CASH))
    # On the page that shows both, table 2 is what was just saved: what comes after that is not undone by it.
    third = grid_of(director, event, 1, {2: (43_000, *CASH[1:])})
    save(director, event, third)
    last = save(director, event, form_with(both, "t1-ended_by").filled())
    assert (last.status_code, said(last)[-1]) == (302, "Saved table 1.")
    assert (cash(event, 1), cash(event, 2)) == ([42_000, *CASH[1:]], [43_000, *CASH[1:]])


def test_an_amount_that_cannot_be_read_keeps_its_page_old_until_it_can(event: Event, director: Client) -> None:
    theirs = grid_of(director, event, 1, {1: ("41.2k", *CASH[1:])})
    save(director, event, grid_of(director, event, 1, {1: (43_000, *CASH[1:])}))
    wrong = save(director, event, theirs)
    assert wrong.status_code == 200
    mended = typed_into(form_with(wrong, "t1-ended_by"), {1: (41_200, *CASH[1:])})
    assert save(director, event, mended).status_code == 409
    assert cash(event) == [43_000, *CASH[1:]]


# A correction


@pytest.fixture
def closed(db: None) -> Event:
    """Eight players after one closed round."""
    made = make_event(8)
    play_round(made, 1, cash={1: CASH})
    return made


def correction(client: Client, event: Event, amounts: Sequence[int], **typed: str) -> dict[str, Any]:
    page = client.get(desk(event, "rounds/1/tables/1/correct/"))
    return typed_into(form_with(page, "t1-why"), {1: amounts}) | {"t1-why": "recount", "save": "yes", **typed}


def test_two_corrections_of_different_seats_are_both_kept_and_the_moves_are_those_of_both(
    closed: Event, director: Client
) -> None:
    address = desk(closed, "rounds/1/tables/1/correct/")
    ours, theirs = (
        correction(director, closed, amounts, **{"t1-reason": "as counted"})
        for amounts in ((20_000, *CASH[1:]), (*CASH[:3], 60_000))
    )
    director.post(address, ours)
    looked = director.post(address, {name: value for name, value in theirs.items() if name != "save"} | {"look": "yes"})
    shown = {move.name: (move.before, move.after) for move in looked.context["moved"].totals}
    before = {row.player: row.total for row in standings(read_event(closed.slug))}
    director.post(address, theirs)
    assert cash(closed) == [20_000, 35_000, 30_000, 60_000]
    record = read_event(closed.slug)
    after = {row.player: row.total for row in standings(record)}
    moved = {record.name_of(player): (before[player], after[player]) for player in before}
    assert {name: totals for name, totals in shown.items() if totals[0] != totals[1]} == {
        name: totals for name, totals in moved.items() if totals[0] != totals[1]
    }


def test_a_correction_that_collides_keeps_its_reason_and_is_stored_when_it_is_saved_again(
    closed: Event, director: Client
) -> None:
    address = desk(closed, "rounds/1/tables/1/correct/")
    ours, theirs = (correction(director, closed, (amount, *CASH[1:])) for amount in (41_000, 42_000))
    director.post(address, ours | {late(closed, 3): "on"})
    both = director.post(address, theirs | {"t1-why": "my own count"})
    page = errors_of(both)
    assert [amount in page for amount in ("41,000", "42,000")] == [True, True]
    assert form_with(both, "t1-why").values["t1-why"] == ["my own count"]
    press(director, both, "Correct table 1")
    assert cash(closed) == [42_000, *CASH[1:]]
    assert [seat.timed_out for seat in table(closed).seats] == [False, False, False, True]


# An entry


def entry_form(client: Client, event: Event) -> Form:
    return form_with(client.get(desk(event, "entries/1/")), "note")


def test_two_notes_are_both_shown_and_the_one_that_is_saved_again_is_stored(event: Event, director: Client) -> None:
    ours, theirs = (entry_form(director, event) for _ in range(2))
    director.post(ours.action, ours.filled({"note": "sits by the door", "country": "nl", "is_junior": "on"}))
    both = director.post(theirs.action, theirs.filled({"note": "left-handed", "fixed_table": "2"}))
    assert "Note sits by the door left-handed" in errors_of(both)
    assert read_event(event.slug).entries[0].note == "sits by the door"
    press(director, both, "Save the entry")
    entry = read_event(event.slug).entries[0]
    assert (entry.note, entry.fixed_table) == ("left-handed", 2)
    assert (entry.country, entry.is_junior) == ("NL", True)


def test_what_is_stored_can_be_taken_instead(event: Event, director: Client) -> None:
    ours, theirs = (entry_form(director, event) for _ in range(2))
    director.post(ours.action, ours.filled({"note": "sits by the door"}))
    both = director.post(theirs.action, theirs.filled({"note": "left-handed"}))
    assert f'<a href="{desk(event, "entries/1/")}">use theirs</a>' in both.content.decode()


# Settings


def settings_form(client: Client, event: Event) -> Form:
    return form_with(client.get(desk(event, "settings/")), "venue")


def test_settings_that_collide_are_shown_in_their_own_words_and_stored_when_saved_again(
    event: Event, director: Client
) -> None:
    ours, theirs = (settings_form(director, event) for _ in range(2))
    director.post(
        ours.action,
        ours.filled({"multiplier_six": "1.25", "cut_tie_break": "olympiad", "venue": "Room 2", "minutes_six": "16"}),
    )
    typed = {"multiplier_six": "1.3", "cut_tie_break": "total-only", "fine_timing": "after_bonus"}
    both = director.post(theirs.action, theirs.filled(typed))
    assert "Multiplier for a table of 6 1.25 1.3" in errors_of(both)
    assert read_event(event.slug).format.multipliers[6] == 1_250
    answer = press(director, both, "Save")
    assert answer.status_code == 302
    record = read_event(event.slug)
    assert (record.format.multipliers[6], record.format.step(Fines).when) == (1_300, FineTiming.AFTER_BONUS)
    assert (record.format.rounds[-1].ties, record.venue, record.format.tables.minutes[6]) == ("olympiad", "Room 2", 16)


def test_a_choice_that_collides_is_shown_by_its_words(event: Event, director: Client) -> None:
    ours, theirs = (settings_form(director, event) for _ in range(2))
    director.post(ours.action, ours.filled({"names_shown": "initial"}))
    page = errors_of(director.post(theirs.action, theirs.filled({"names_shown": "number"})))
    assert "First name and initial" in page.split("Saved by somebody else")[1].split("Save again")[0]
    assert "Number only" in page.split("Saved by somebody else")[1].split("Save again")[0]


def test_settings_that_ask_first_go_on_with_the_version_of_their_first_page(director: Client) -> None:
    event = after_a_table_of_six()
    theirs = settings_form(director, event)
    asked = director.post(theirs.action, theirs.filled({"multiplier_six": "1.25"}))
    assert "These settings change the scores of closed rounds." in words(asked)
    ours = settings_form(director, event)
    director.post(ours.action, ours.filled({"venue": "Room 2", "allowance_minutes": "12"}))
    saved = press(director, asked, "Save anyway")
    assert told(saved)[-1] == "Settings changed: multiplier for a table of 6."
    record = read_event(event.slug)
    assert (record.format.multipliers[6], record.venue, record.format.tables.allowance) == (1_250, "Room 2", 12)


def test_what_a_stale_page_would_move_is_what_saving_it_moves(director: Client) -> None:
    """The moves that are asked about are those of the merged settings, not of what the page still shows."""
    event = after_a_table_of_six()
    theirs = settings_form(director, event)
    ours = settings_form(director, event)
    asked = director.post(ours.action, ours.filled({"multiplier_six": "1.25"}))
    press(director, asked, "Save anyway")
    answer = director.post(theirs.action, theirs.filled({"venue": "Room 2"}))
    assert told(answer)[-1] == "Settings changed: venue."
    record = read_event(event.slug)
    assert (record.format.multipliers[6], record.venue) == (1_250, "Room 2")


def test_a_settings_page_from_before_the_first_fine_leaves_settled_when_fines_count(
    event: Event, director: Client
) -> None:
    theirs = settings_form(director, event)
    seat = table(event).seats[0].player
    order = PenaltyOrder(seat, 1, PenaltyKind.FINE, "misread twice", 5_000, timing=FineTiming.AFTER_BONUS)
    give_penalty(event, director_of(event), order)
    director.post(theirs.action, theirs.filled({"venue": "Room 2"}))
    record = read_event(event.slug)
    assert (record.format.step(Fines).when, record.venue) == (FineTiming.AFTER_BONUS, "Room 2")
