"""A table saved alone is answered with its row and what depends on it, and refused as the whole page would refuse it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.build import being_played, director_of, enter_results, make_event, publish
from tests.tournament.pages.forms import Answer
from tests.tournament.pages.pages import desk, grid_of, said, words
from tests.tournament.pages.stages import once_for_all
from tournament.models import Event
from tournament.models.queries import read_event, record_of
from tournament.record.vocabulary import Dollars
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

FIRST = (40_000, 35_000, 30_000, 20_000)
SHORT = 3_500
"""Bytes of the answer to a row before it is pressed, whatever the size of the event."""
MOST_QUERIES = 34
"""Of a row that is stored: the event read before and after, and one act."""


made, event = once_for_all(being_played)
"""The event as every test finds it."""


def cash(event: Event, table: int = 1) -> list[Dollars | None]:
    return [seat.cash for seat in record_of(event).round(1).tables[table - 1].seats]


def row_of(client: Client, event: Event, table: int, amounts: Sequence[object], **more: str) -> dict[str, Any]:
    """What the script of the page sends of one row."""
    page = grid_of(client, event, 1, {table: amounts})
    row = {name: value for name, value in page.items() if name in ("key", "seen") or name.startswith(f"t{table}-")}
    return row | {"row": str(table)} | {f"t{table}-{name}": text for name, text in more.items()}


def sent(client: Client, event: Event, row: dict[str, Any]) -> Answer:
    return client.post(desk(event, "rounds/1/results/"), row)


def test_a_complete_table_is_saved_and_answered_with_its_row(event: Event, director: Client) -> None:
    answer = sent(director, event, row_of(director, event, 1, FIRST))
    assert (answer.status_code, answer["X-Row"], cash(event)) == (200, "1", list(FIRST))
    row = words(answer)
    assert re.search(r'<p class="tag done" data-sign>saved \d\d:\d\d</p>', row)
    assert "Winner Ben Demo,</span> <span>bonus 2,400,</span> <span>table total 127,400</span>" in row
    assert row.count("<tr ") == 1
    assert "Round 1 is being played. Table 2 has not reported." in row
    assert "<html" not in row


def test_the_row_goes_on_with_the_version_it_shows(event: Event, director: Client) -> None:
    """What the page itself has saved is no conflict to it."""
    first = row_of(director, event, 1, FIRST)
    answer = sent(director, event, first)
    (seen,) = re.findall(r'name="t1-seen" value="(\d+)"', words(answer))
    again = first | {"key": "another", "t1-seen": seen, "t1-ended_by": "Ada, all safe"}
    assert sent(director, event, again).status_code == 200
    assert record_of(event).table(1, 1).ended_by == "Ada, all safe"


def test_the_last_table_brings_the_close_of_the_round(event: Event, director: Client) -> None:
    enter_results(event, apart_from=[2])
    answer = words(sent(director, event, row_of(director, event, 2, FIRST)))
    assert '<button class="primary">Close round 1</button>' in answer
    assert "2 of 2 reported" in answer


def test_a_tie_comes_back_with_its_tick_and_is_not_stored(event: Event, director: Client) -> None:
    tie = row_of(director, event, 1, (40_000, 40_000, 30_000, 20_000))
    answer = sent(director, event, tie)
    row = words(answer)
    assert (answer.status_code, cash(event)) == (422, [None] * 4)
    assert 'data-unsaved class="asks"' in row
    assert re.search(r'<output data-check class="doubt" data-asks-tick data-tie>', row)
    assert ("<div data-tick><label" in row, "<div data-reason hidden>" in row) == (True, True)
    assert row.count("Confirm the tie.") == 1
    assert sent(director, event, tie | {"key": "ticked", "t1-confirmed": "on"}).status_code == 200


def test_an_amount_that_cannot_be_read_is_said_once(event: Event, director: Client) -> None:
    answer = sent(director, event, row_of(director, event, 1, ("41.2k", *FIRST[1:])))
    row = words(answer)
    assert (answer.status_code, row.count("is not an amount in dollars")) == (422, 1)
    assert 'aria-invalid="true" aria-describedby="t1-check"' in row
    assert ("<div data-tick hidden>" in row, "<div data-reason hidden>" in row) == (True, True)


def test_a_newer_result_is_shown_with_what_was_typed_until_one_is_chosen(event: Event, director: Client) -> None:
    older = row_of(director, event, 1, (41_000, 35_000, 30_000, 20_000))
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    answer = sent(director, event, older)
    row = words(answer)
    assert (answer.status_code, cash(event)) == (409, list(FIRST))
    assert "director changed table 1 at" in row
    assert 'name="t1-seen"' not in row
    (now,) = re.findall(r'data-keep-typed="(\d+)"', row)
    assert sent(director, event, older | {"key": "chosen", "t1-seen": now}).status_code == 200
    assert cash(event) == [41_000, 35_000, 30_000, 20_000]


def test_a_row_of_a_closed_round_or_of_no_table_is_refused(event: Event, director: Client) -> None:
    row = row_of(director, event, 1, FIRST)
    assert sent(director, event, row | {"row": "9"}).status_code == 404
    assert sent(director, event, row | {"row": "2"}).status_code == 404
    assert sent(director, event, row | {"row": "x"}).status_code == 404
    enter_results(event)
    close_round(event, director_of(event), 1)
    answer = sent(director, event, row | {"key": "late"})
    assert (answer.status_code, answer.content.decode()) == (
        409,
        "Round 1 is closed; open a table's page to correct it.",
    )


def test_the_whole_page_names_only_what_it_saved_itself(event: Event, director: Client) -> None:
    page = grid_of(director, event, 1, {})
    sent(director, event, row_of(director, event, 1, FIRST))
    save_all = desk(event, "rounds/1/results/")
    answer = director.post(save_all, grid_of(director, event, 1, {}))
    assert said(answer)[-1] == "Nothing was changed."
    answer = director.post(save_all, grid_of(director, event, 1, {2: FIRST}))
    assert said(answer)[-1] == "Saved table 2."
    assert director.post(save_all, page).status_code == 302
    assert cash(event) == list(FIRST)


def test_a_page_of_a_round_that_was_closed_meanwhile_names_the_table_and_the_figures_not_taken(
    event: Event, director: Client
) -> None:
    late = grid_of(director, event, 1, {2: ("41000", "36000", "", "20000")})
    enter_results(event, 1, cash={1: FIRST, 2: FIRST})
    director.post(desk(event, "rounds/1/close/"))
    *_before, words = said(director.post(desk(event, "rounds/1/results/"), late))
    names = [read_event(event.slug).name_of(seat.player) for seat in read_event(event.slug).table(1, 2).seats]
    amounts = ", ".join(f"{name} {cash}" for name, cash in zip(names, ("41000", "36000", "–", "20000"), strict=True))
    assert words == f"Round 1 is closed; open a table's page to correct it. Not saved for table 2: {amounts}."


def test_questions_alone_are_amber_and_an_error_among_them_is_red(event: Event, director: Client) -> None:
    address, tie = desk(event, "rounds/1/results/"), (40_000, 40_000, 30_000, 20_000)
    asks = words(director.post(address, grid_of(director, event, 1, {1: tie})))
    wrong = words(director.post(address, grid_of(director, event, 1, {1: tie, 2: ("abc", 35_000, 30_000, 20_000)})))
    assert ['class="problem asks" role="alert"' in page for page in (asks, wrong)] == [True, False]
    assert 'class="problem" role="alert"' in wrong


def test_a_session_that_ended_is_no_row(event: Event, director: Client) -> None:
    row = row_of(director, event, 1, FIRST)
    director.logout()
    answer = sent(director, event, row)
    assert (answer.status_code, answer.headers.get("X-Row")) == (403, None)


@pytest.mark.parametrize("players", [8, 60])
def test_the_answer_to_a_row_is_short_and_asks_no_more_in_a_larger_event(director: Client, players: int) -> None:
    event = make_event(players)
    publish(event, 1)
    row = row_of(director, event, 1, FIRST)
    with CaptureQueriesContext(connection) as asked:
        answer = sent(director, event, row)
    assert (answer.status_code, len(answer.content) < SHORT, len(asked) <= MOST_QUERIES) == (200, True, True), (
        len(answer.content),
        len(asked),
    )
