"""The floor reference: prices, the bonus calculator and the rules, without a log-in and without a single query."""

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


def page(client: Client, address: str = "/floor/", **asked: str) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200
    return answer.content.decode()


def payments(client: Client, **asked: str) -> list[tuple[str, ...]]:
    """What the calculator says, row by row: holder, shares, bonus as, exact, paid, shares sold, together."""
    tables = tables_of(page(client, **asked))
    return [tuple(row) for row in tables[2].rows]


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


# Chains of the classic set by number: 0 Luxor, 2 American, 5 Continental. (12 tiles of American: 800 a share, 8,000 and 4,000.)
@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        pytest.param(
            {"chain": "2", "size": "12", "holder_1": "5", "holder_2": "3", "holder_4": "1"},
            [
                ("Holder 1", "5", "majority", "8,000", "8,000", "4,000", "12,000"),
                ("Holder 2", "3", "minority", "4,000", "4,000", "2,400", "6,400"),
                ("Holder 4", "1", "no bonus", "", "0", "800", "800"),
            ],
            id="first-and-second",
        ),
        pytest.param(
            {"chain": "2", "size": "12", "holder_1": "5", "holder_2": "3", "holder_3": "3", "holder_4": "3"},
            [
                ("Holder 1", "5", "majority", "8,000", "8,000", "4,000", "12,000"),
                *(
                    (f"Holder {n}", "3", "tied for minority", "1,333.33", "1,400", "2,400", "3,800")
                    for n in (2, 3, 4)
                ),
            ],
            id="three-tied-for-second",
        ),
        pytest.param(
            {"chain": "0", "size": "3", "holder_2": "2", "holder_6": "2"},
            [
                ("Holder 2", "2", "tied for majority", "2,250", "2,300", "600", "2,900"),
                ("Holder 6", "2", "tied for majority", "2,250", "2,300", "600", "2,900"),
            ],
            id="two-tied-for-most",
        ),
        pytest.param(
            {"chain": "5", "size": "41", "holder_3": "9"},
            [("Holder 3", "9", "only holder", "18,000", "18,000", "10,800", "28,800")],
            id="alone",
        ),
    ],
)  # fmt: skip
def test_the_calculator_says_who_gets_what(client: Client, asked: dict[str, str], rows: list[tuple[str, ...]]) -> None:
    assert payments(client, **asked) == rows


def test_the_calculator_says_where_it_rounded(client: Client) -> None:
    words = words_of(page(client, chain="0", size="3", holder_1="2", holder_2="2"))
    assert "Luxor with 3 tiles: 300 a share, 3,000 for most, 1,500 for second." in words
    assert words.count("2,300 rounded up") == 2


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"size": "", "holder_1": "2"}, "Enter a whole number from 2 to 108."),
        ({"size": "1", "holder_1": "2"}, "Enter a whole number from 2 to 108."),
        ({"size": "109", "holder_1": "2"}, "Enter a whole number from 2 to 108."),
        ({"size": "many", "holder_1": "2"}, "Enter a whole number from 2 to 108."),
        ({"size": "5", "holder_1": "26"}, "Enter a whole number from 0 to 25."),
        (
            {"size": "5", "holder_1": "20", "holder_2": "13"},
            "The holders have 33 shares in total, but a chain has only 25. Count again.",
        ),
        ({"size": "5"}, "No holder has a share yet. Enter the shares of each holder."),
    ],
)
def test_what_cannot_be_worked_out_is_said_and_what_was_typed_is_kept(
    client: Client, asked: dict[str, str], sentence: str
) -> None:
    html = page(client, chain="2", **asked)
    assert sentence in words_of(html)
    assert len(tables_of(html)) == 2
    for typed in filter(None, asked.values()):
        assert f'value="{typed}"' in html


def test_every_rule_of_the_floor_is_there_with_its_number(client: Client) -> None:
    words = words_of(page(client))
    assert [rule for rule in NEEDED if rule not in words] == []
    assert "Table of 4 25 minutes each (R29)" in words
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
