"""The floor reference, without a log-in and without a query, and every rule's number that leads to it."""

from __future__ import annotations

import re

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import translation

from games.acquire.editions.labels import LABEL_SETS
from tests.build import director_of, logged_in, make_event, play_to, publish
from tests.tournament.pages.crawl import pages_of
from tests.tournament.pages.reading import tables_of, unlinked, words_of
from tournament.desk.event_forms import EventForm
from tournament.models.event import put_settings
from tournament.models.queries import record_of
from tournament.public.templatetags.cited import linked
from tournament.record.books import rulebook
from tournament.services.events import change_settings
from tournament.tellings.draw import seats_listing
from tournament.tellings.labels import code_in_words

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


SETS = {
    "": ["Classic", "Hasbro 1999", "Wizards 2008", "Wizards 2008 with Luxor", "Code War"],
    "/de": ["Klassisch", "Hasbro 1999", "Wizards 2008", "Wizards 2008 mit Luxor", "Code War"],
}
"""The names of the chain sets by what stands before an address."""


@pytest.mark.parametrize("prefix", list(SETS))
@pytest.mark.django_db
def test_the_sets_are_called_by_their_names_in_menu_table_settings_and_changes(client: Client, prefix: str) -> None:
    at_prices = client.get(f"{prefix}/floor/1999/").content.decode()
    menu = re.findall(r'<a href="[^"]*/floor/[a-z0-9-]+/"[^>]*>([^<]+)</a>', at_prices.partition("<main")[0])
    assert menu == SETS[prefix]
    assert re.search(r"Hasbro 1999( chains|\))", words_of(at_prices))
    event = make_event(4)
    with translation.override("de" if prefix else "en-gb"):
        change_settings(event, director_of(event), {"chain_set": "2008-luxor"})
        assert re.findall(r">\s*([^:<]+): [A-Z]", str(EventForm()["chain_set"])) == SETS[prefix]
        assert [code_in_words("chain_set", name) for name in LABEL_SETS] == SETS[prefix]
        round_ = publish(event, 1)
        assert SETS[prefix][3] in seats_listing(record_of(event), round_, round_.tables[0]).note


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


# Every rule's number on a page leads to that rule's sentence in the application


def test_every_rule_has_its_place_and_its_sentence(client: Client) -> None:
    page = client.get("/floor/rules/").content.decode()
    assert [key for key in rulebook() if f'id="{key}"' not in page] == []
    words = words_of(page)
    assert [each.key for each in rulebook().values() if " ".join(each.text.split()) not in words] == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nobody sits out twice (R49).", 'Nobody sits out twice (<a href="/floor/rules/#R49">R49</a>).'),
        ("<p>Off (R31-R34)</p>", '<p>Off (<a href="/floor/rules/#R31">R31-R34</a>)</p>'),
        ("so (R45, R65)", 'so (<a href="/floor/rules/#R45">R45</a>, <a href="/floor/rules/#R65">R65</a>)'),
        ("<th>R1</th><td>R2</td>", "<th>R1</th><td>R2</td>"),
        ('<a href="x">by R44</a>', '<a href="x">by R44</a>'),
        ('<input value="by R44">', '<input value="by R44">'),
        ("<button>Rule <i>equal shares (R62)</i></button> (R62)", None),
        ("<textarea>as in (R23)</textarea>", "<textarea>as in (R23)</textarea>"),
        ("no rule (R99), room R2D2", "no rule (R99), room R2D2"),
    ],
)
def test_what_a_sentence_cites_is_linked_and_nothing_else(text: str, expected: str | None) -> None:
    told = expected or '<button>Rule <i>equal shares (R62)</i></button> (<a href="/floor/rules/#R62">R62</a>)'
    assert linked(text) == told
    assert unlinked(linked(text)) == text


def test_the_block_links_what_is_written_in_it_and_escapes_as_before() -> None:
    written = Template("{% load cited %}(R44) {% cited %}{{ words }}{% endcited %}").render(
        Context({"words": "<R44> (R44)"})
    )
    assert written == '(R44) &lt;<a href="/floor/rules/#R44">R44</a>&gt; (<a href="/floor/rules/#R44">R44</a>)'


@pytest.mark.django_db
def test_the_reference_of_an_event_takes_its_own_amounts(client: Client) -> None:
    event = make_event(8)
    event.chain_set = "1999"
    put_settings(event, {"fine_amount": 7_500, "minutes_six": 17})
    event.save()
    words = words_of(client.get(f"/{event.slug}/prices/").content.decode())
    assert "two minutes and/or 7,500 off the final cash (R27)" in words
    assert "Table of 6 17 minutes per player." in words
    assert "1999 chains" in words
    assert "two minutes and/or 5,000 off the final cash (R27)" in words_of(client.get("/floor/").content.decode())


def test_the_paragraphs_over_which_directors_are_called_are_there(client: Client) -> None:
    words = words_of(client.get("/floor/").content.decode())
    cited = set(re.findall(r"R\d+", words))
    assert {"R4", "R5", "R10", "R22", "R26", "R28"} <= cited  # R6 stands where an event has the movement chart


@pytest.mark.django_db
def test_no_number_of_a_rule_on_any_page_stands_without_its_link(client: Client) -> None:
    event = play_to(make_event(17), round_closed=1)
    publish(event, 2)
    desk = logged_in(director_of(event))
    pages = {**pages_of(desk, event.slug), **{page: desk.get(f"/{event.slug}/{page}") for page in PUBLIC}}
    seen = 0
    for address, answer in pages.items():
        (main,) = re.findall(r"(?s)<main\b.*</main>", answer.content.decode())
        assert linked(main) == main, address
        seen += 'href="/floor/rules/#R' in main
    assert seen > 15


PUBLIC = ("", "standings/", "players/1/", "rounds/1/", "rounds/1/results/", "rounds/1/tables/1/", "prices/")
