"""The results grid of helpers: fields only where what is typed would be saved, and no button that promises more than they may."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, logged_in, make_event, publish
from tests.tournament.access.test_own_table import helper
from tests.tournament.pages.pages import desk, words
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.acts import Role
from tournament.record.event import SeatRecord, TableRecord
from tournament.services.results.confirming import confirm_results, hand_in

pytestmark = pytest.mark.django_db


def playing(check: str) -> Event:
    """Two tables of four in round 1; the director typed table 1."""
    event = make_event(8, result_check=check)
    publish(event, 1, sizes=(4, 4))
    seats = record_of(event).table(1, 1).seats
    cash = tuple(
        SeatRecord(seat.player, cash=amount)
        for seat, amount in zip(seats, (41_300, 35_700, 30_200, 20_100), strict=True)
    )
    assert hand_in(event, director_of(event), 1, [TableRecord(1, cash)]) == {}
    return event


def browser_of(event: Event, *roles: Role) -> Client:
    return logged_in(helper(event, "Nora", *roles))


def tables_with_fields(client: Client, event: Event, address: str = "rounds/1/results/") -> list[int]:
    """The tables of the grid whose cash can be typed."""
    page = client.get(desk(event, address)).content.decode()
    return sorted({int(number) for number in re.findall(r'name="t(\d+)-cash-', page)})


@pytest.mark.parametrize("check", ["none", "rekey", "table"])
@pytest.mark.parametrize(("role", "typed"), [(Role.DESK, [1, 2]), (Role.ARBITER, [])])
def test_the_desk_types_every_table_and_the_arbiter_none(check: str, role: Role, typed: list[int]) -> None:
    event = playing(check)
    client = browser_of(event, role)
    assert tables_with_fields(client, event) == typed
    assert tables_with_fields(client, event, "rounds/1/results/since/?v=1") == typed


@pytest.mark.parametrize(("check", "typed"), [("none", []), ("rekey", [1]), ("table", [])])
def test_a_checker_types_only_what_somebody_else_typed_before(check: str, typed: list[int]) -> None:
    event = playing(check)
    client = browser_of(event, Role.CHECKER)
    assert tables_with_fields(client, event) == typed
    assert (
        "Somebody else must enter this table&#x27;s result first."
        in words(client.get(desk(event, "rounds/1/results/")))
    ) == (check == "rekey")


@pytest.mark.parametrize(
    ("role", "label"),
    [(Role.DESK, "Enter results"), (Role.ARBITER, "Show the results"), (Role.CHECKER, "Show the results")],
)
def test_the_next_button_promises_what_its_reader_may_do(role: Role, label: str) -> None:
    event = playing("rekey")
    page = browser_of(event, role).get(desk(event)).content.decode()
    (link,) = re.findall(r'<a class="button[^"]*" href="[^"]*rounds/1/">([^<]*)</a>', page.split("Rounds</h2>")[0])
    assert link == label


def test_what_another_desk_saved_brings_no_button_to_the_page_that_asks() -> None:
    event = playing("none")
    answer = browser_of(event, Role.DESK).get(desk(event, "rounds/1/results/since/?v=1")).content.decode()
    assert "Table 2 has not reported." in answer
    assert "Enter results" not in answer


def test_a_checker_is_not_told_to_wait_for_a_table_that_is_official() -> None:
    event = playing("rekey")
    client = browser_of(event, Role.CHECKER)
    typed = record_of(event).table(1, 1).reports[-1].key
    confirm_results(event, director_of(event), 1, [typed], "counted with the table")
    assert (
        words(client.get(desk(event, "rounds/1/results/"))).count(
            "Somebody else must enter this table&#x27;s result first."
        )
        == 1
    )


def test_check_in_on_another_desk_brings_no_button_to_the_page_that_asks() -> None:
    event = make_event(2)
    answer = browser_of(event, Role.DESK).get(desk(event, "entries/check-in/since/?v=1")).content.decode()
    assert "2 of 2 here: no table." in " ".join(answer.split())
    assert "Check players in" not in answer
