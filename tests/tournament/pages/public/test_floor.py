"""The floor reference: prices and the rules, without a log-in and without a single query."""

from __future__ import annotations

import pytest
from django.test import Client

from games.acquire.editions import LABEL_SETS
from tests.tournament.pages.reading import tables_of, words_of

NEEDED = [
    *(f"R{number}" for number in (3, 7, 8, 9, 11, 14, 15, 20, 21, 23, 24, 25, 27, 29, 35, 36)),
    "R12-R13",
    "R16-R17",
    "R18",
    "R19",
    "R31-R34",
]


def page(client: Client, address: str = "/floor/") -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_page_needs_neither_log_in_nor_database(client: Client) -> None:
    # pytest refuses the database to a test that does not ask for it.
    assert "Prices and rules" in words_of(page(client))


@pytest.mark.parametrize("name", list(LABEL_SETS))
def test_every_chain_set_has_its_page_in_its_own_names(client: Client, name: str) -> None:
    words = words_of(page(client, f"/floor/{name}/"))
    assert [chain for chain in LABEL_SETS[name].names if chain not in words] == []


def test_the_prices_are_those_of_the_printed_card(client: Client) -> None:
    table = tables_of(page(client))[0]
    assert table.rows == [
        ["2", "", "", "200", "2,000", "1,000"],
        ["3", "2", "", "300", "3,000", "1,500"],
        ["4", "3", "2", "400", "4,000", "2,000"],
        ["5", "4", "3", "500", "5,000", "2,500"],
        ["6-10", "5", "4", "600", "6,000", "3,000"],
        ["11-20", "6-10", "5", "700", "7,000", "3,500"],
        ["21-30", "11-20", "6-10", "800", "8,000", "4,000"],
        ["31-40", "21-30", "11-20", "900", "9,000", "4,500"],
        ["41+", "31-40", "21-30", "1,000", "10,000", "5,000"],
        ["", "41+", "31-40", "1,100", "11,000", "5,500"],
        ["", "", "41+", "1,200", "12,000", "6,000"],
    ]


def test_shared_bonuses_show_where_they_are_rounded(client: Client) -> None:
    table = tables_of(page(client))[1]
    by_price = {row[0]: row[1:] for row in table.rows}
    assert by_price["300"] == [  # a star marks what was rounded up
        "4,500",
        "2,300*",
        "1,500",
        "1,200*",
        "900",
        "800*",
        "1,500",
        "800*",
        "500",
        "400*",
        "300",
    ]
    assert by_price["1,200"] == [
        "18,000", "9,000", "6,000", "4,500", "3,600", "3,000", "6,000", "3,000", "2,000", "1,500", "1,200",
    ]  # fmt: skip


def test_every_rule_of_the_floor_is_there_with_its_number(client: Client) -> None:
    words = words_of(page(client))
    assert [rule for rule in NEEDED if rule not in words] == []
    assert "Table of 4 25 minutes per player." in words
    assert "Table of 6 the director decides, usually 16 minutes each (R29)" in words


def test_the_page_works_without_a_script(client: Client) -> None:
    html = page(client)
    assert html.count("<script") == 1  # the theme switch and the like; no htmx
    assert "hx-" not in html.replace("htmx-config", "")


@pytest.mark.parametrize("address", ["/floor/3m/", "/floor/Classic/"])
@pytest.mark.django_db
def test_an_unknown_set_is_not_there(client: Client, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code == 404
    assert "Choose from classic, 1999, 2008" in words_of(answer.content.decode())


def test_the_page_is_short_enough_for_a_phone(client: Client) -> None:
    assert len(page(client).encode()) <= 15_000
