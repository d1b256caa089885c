"""What the check column answers while cash is typed is what a save would do: refuse, ask for a reason or a tick, or store it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.build import director_of, enter_results, make_event, publish
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk
from tests.tournament.pages.reading import words_of
from tests.tournament.pages.stages import once_for_all
from tournament.models import Event
from tournament.models.queries import read_event
from tournament.record.vocabulary import FineTiming, NegativeCash, PenaltyKind
from tournament.services.events import change_settings
from tournament.slices.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

Amounts = Sequence[object]


@dataclass(frozen=True)
class Said:
    """What the check column says: words, style, and what would answer a doubt."""

    words: str
    style: str
    asks_reason: bool
    asks_tick: bool


def one_table() -> Event:
    """Four players at one table, round 1 being played; the first seat has a fine of 7,000."""
    event = make_event(4)
    publish(event)
    order = PenaltyOrder(seats(event)[0], 1, PenaltyKind.FINE, "misread twice", 7_000)
    give_penalty(event, director_of(event), order)
    return event


def seats(event: Event) -> list[int]:
    return [seat.player for seat in read_event(event.slug).table(1, 1).seats]


made, event = once_for_all(one_table)
"""The event as every test finds it."""


@pytest.fixture
def fields(director: Client, event: Event) -> dict[str, Any]:
    """The form of the grid before anything is typed."""
    return form_with(director.get(desk(event, "rounds/1/results/")), "t1-ended_by").filled()


def asked(client: Client, event: Event, sent: dict[str, Any]) -> Said:
    """What the column answers to fields as they stand."""
    answer = client.get(desk(event, "rounds/1/results/check/1/"), sent)
    assert answer.status_code == 200
    found = re.search(r'(?s)<output data-check class="(\w*)"([^>]*)>(.*?)</output>', answer.content.decode())
    assert found
    return Said(words_of(found[3]), found[1], "data-asks-reason" in found[2], "data-asks-tick" in found[2])


def saved(client: Client, event: Event, sent: dict[str, Any], said: Said | None = None) -> bool:
    """Whether a save would store the fields; what is not stored is said beside them, in the words of the check (``said``)."""
    with transaction.atomic():
        answer = client.post(desk(event, "rounds/1/results/"), sent)
        transaction.set_rollback(True)
    if answer.status_code == 302:
        return True
    assert (said or asked(client, event, sent)).words in words_of(answer.content.decode())
    return False


def typed(fields: dict[str, Any], amounts: Amounts, **more: str) -> dict[str, Any]:
    names = [name for name in fields if name.startswith("t1-cash-")]
    written = ("" if amount is None else str(amount) for amount in amounts)
    return fields | dict(zip(names, written, strict=True)) | {f"t1-{name}": text for name, text in more.items()}


def agree(client: Client, event: Event, fields: dict[str, Any], amounts: Amounts) -> Said:
    """Compare the check with the save: as typed, with a tick, with a reason, and with both; what the check says of the bare amounts."""
    answers = []
    for more in ({}, {"confirmed": "on"}, {"reason": "as counted"}, {"confirmed": "on", "reason": "as counted"}):
        sent = typed(fields, amounts, **more)
        said = asked(client, event, sent)
        assert saved(client, event, sent, said) is (said.style in ("ok", "")), (amounts, more, said)
        answers.append(said)
    return answers[0]


CASES = [
    # The audit's table: a digit too few, a digit too many, a fine above the cash under each setting.
    (
        (41_000, 36_000, 30_000, 1_400),
        "doubt",
        "has 1,400, less than an eighth of the winner's cash. Is a digit missing?",
    ),
    ((21_000, 112_400, 20_000, 16_000), "doubt", "has 112,400, more than 4 times the runner-up"),
    ((5_000, 40_000, 33_100, 21_000), "ok", ", bonus 2,400, table total 96,500"),
    # Around them.
    ((47_000, 40_000, 30_000, 20_000), "doubt", "tied for first on 40,000"),
    ((47_000, 41_250, 30_000, 20_000), "doubt", "has 41,250, which does not end in 00"),
    ((0, 0, 0, 0), "wrong", "there is nothing to share (R62)"),
    (("41.2k", 36_000, 30_000, 20_000), "wrong", "“41.2k” is not an amount in dollars. Enter it like this: 41,200."),
    (
        ("4x", 36_000, "3y", 20_000),
        "wrong",
        "“4x” is not an amount in dollars. “3y” is not an amount in dollars. Enter it like this: 41,200.",
    ),
    (
        ("4x", 99_000_000, 30_000, 20_000),
        "wrong",
        "in dollars. Enter it like this: 41,200. 99,000,000 is more than is possible in a game.",
    ),
    ((None, None, None, None), "", ""),
    ((47_000, None, 30_000, None), "", "2 of 4 entered"),
    ((None, 41_250, None, None), "doubt", "has 41,250, which does not end in 00"),
    ((47_000, 46_000, 30_000, 20_000), "ok", "bonus 2,800, table total"),
]
"""Amounts in seat order (the first seat is fined 7,000), the style of the answer and what it says."""


@pytest.mark.parametrize(("amounts", "style", "words"), CASES)
def test_the_check_answers_as_a_save_would(
    director: Client, event: Event, fields: dict[str, Any], amounts: Amounts, style: str, words: str
) -> None:
    said = agree(director, event, fields, amounts)
    assert (said.style, words in said.words) == (style, True), said


@pytest.mark.parametrize(
    ("timing", "negative", "words"),
    [
        (FineTiming.BEFORE_BONUS, NegativeCash.FLOOR_ZERO, "96,500"),
        (FineTiming.AFTER_BONUS, NegativeCash.FLOOR_ZERO, "96,500"),
        (FineTiming.BEFORE_BONUS, NegativeCash.ALLOW, "94,500"),
        (FineTiming.AFTER_BONUS, NegativeCash.ALLOW, "94,500"),
    ],
)
def test_the_check_follows_the_settings_of_the_event(
    director: Client, event: Event, timing: FineTiming, negative: NegativeCash, words: str
) -> None:
    """5,000 less the fine is 2,000 below zero, which counts as nothing or as it is: 42,400 + 33,100 + 21,000 less 0 or 2,000."""
    wanted = {"fine_timing": timing.value, "negative_cash": negative.value, "venue": "Room 2"}
    change_settings(event, director_of(event), wanted)
    page = form_with(director.get(desk(event, "rounds/1/results/")), "t1-ended_by")
    said = agree(director, event, page.filled(), (5_000, 40_000, 33_100, 21_000))
    assert (said.style, said.words.endswith(f", table total {words}")) == ("ok", True)


def test_a_tick_is_asked_for_where_it_helps_and_a_reason_where_it_is_needed(
    director: Client, event: Event, fields: dict[str, Any]
) -> None:
    tie, odd = (47_000, 40_000, 30_000, 20_000), (47_000, 41_250, 30_000, 20_000)
    assert [asked(director, event, typed(fields, amounts)).asks_tick for amounts in (tie, odd)] == [True, False]
    assert [asked(director, event, typed(fields, amounts)).asks_reason for amounts in (tie, odd)] == [False, True]
    assert saved(director, event, typed(fields, tie, confirmed="on"))
    assert not saved(director, event, typed(fields, odd, confirmed="on"))
    assert saved(director, event, typed(fields, odd, reason="counted twice"))


def test_what_is_stored_is_checked_as_it_is_shown(director: Client, event: Event) -> None:
    """The column that comes with the page says of a stored table what it says of the same fields as they are typed."""
    enter_results(event, cash={1: (5_000, 40_000, 33_100, 21_000)})
    page = director.get(desk(event, "rounds/1/results/"))
    (row,) = page.context["rows"]
    said = asked(director, event, form_with(page, "t1-ended_by").filled())
    assert (row.check.words, row.check.style) == (said.words, said.style)


def test_a_field_that_is_too_long_is_said_too(director: Client, event: Event, fields: dict[str, Any]) -> None:
    sent = typed(fields, (47_000, 46_000, 30_000, 20_000), ended_by="x" * 201)
    said = asked(director, event, sent)
    assert (said.style, "at most 200 characters" in said.words) == ("wrong", True)
    assert not saved(director, event, sent)


AMOUNT = st.one_of(
    st.none(),
    st.integers(0, 1_300).map(lambda hundreds: hundreds * 100),
    st.integers(100, 600).map(lambda hundreds: hundreds * 100),
    st.integers(100, 600).map(lambda hundreds: hundreds * 100),
    st.integers(0, 130_000),
    st.sampled_from(["41.2k", "-100", "41,200", "41 200", "99999999", "0"]),
)


@pytest.mark.alike
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(amounts=st.tuples(AMOUNT, AMOUNT, AMOUNT, AMOUNT))
@example(amounts=(0, 0, 0, None))
@example(amounts=(7_000, 0, 0, 0))
@example(amounts=(47_000, 40_000, 40_000, 40_000))
def test_of_any_amounts_the_check_says_what_a_save_would_do(
    director: Client, event: Event, fields: dict[str, Any], amounts: Amounts
) -> None:
    agree(director, event, fields, amounts)
