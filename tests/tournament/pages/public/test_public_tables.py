"""Lists on pages: escaped, found and linked as the page asks."""

from __future__ import annotations

from typing import Any

from django.template.loader import render_to_string

from tournament.public.lists import Addresses, addresses, attributes, on_page
from tournament.tellings.listing import About, Cell, Column, ColumnKind, Link, Listing, Row, Tag, Tone

NOWHERE = Addresses({})


def listing(*rows: Row) -> Listing:
    columns = (
        Column("rank", "Rank"),
        Column("name", "<Name>", ColumnKind.NAME),
        Column("total", "Total", ColumnKind.TOTAL),
    )
    return Listing("standings", 'A "caption"', columns, rows, note="a & b", legend=("S < P",))


def row(name: str, *tags: Tag, **words: Any) -> Row:
    return Row(7, (Cell("=1"), Cell(name, link=Link(About.PLAYER, (7,)), tags=tags), Cell("31.800")), **words)


def printed(wanted: Listing, leads_to: Addresses = NOWHERE, **options: bool) -> str:
    return render_to_string("components/_listing.html", {"table": on_page(wanted, leads_to, **options)})


def test_every_word_of_a_list_is_escaped() -> None:
    bold = "<b>Bold & 'bad'</b>"
    tag = Tag(bold, Tone.LOSS)
    page = printed(listing(row(bold, tag, above=Cell(bold), why=bold, spoken=bold)), finds=True)
    assert "<b>" not in page
    assert page.count("&lt;b&gt;Bold &amp; &#x27;bad&#x27;&lt;/b&gt;") == 5
    assert "&lt;Name&gt;" in page
    assert 'aria-label="A &quot;caption&quot;"' in page
    assert "S &lt; P" in page


def test_a_row_can_be_found_where_the_page_finds_and_leads_where_the_page_says() -> None:
    leads_to = Addresses({About.PLAYER: "/cup/players/{}/"})
    page = printed(listing(row("Ada", spoken="=1 of 2, 31.800", above=Cell("table 1"))), leads_to, finds=True)
    assert '<tr data-p="7" data-words="=1 of 2, 31.800" class="above-cut"><td>=1</td><th scope="row">' in page
    assert '<small class="cut-words">table 1</small><a href="/cup/players/7/">Ada</a></th>' in page
    plain = printed(listing(row("Ada", spoken="=1 of 2, 31.800")))
    assert '<tr><td>=1</td><th scope="row">Ada</th><td class="total">31.800</td></tr>' in plain


def test_an_event_named_like_a_number_in_its_addresses_is_linked_right() -> None:
    leads_to = addresses("987654321", player="player", table="table")
    assert leads_to.write(Link(About.PLAYER, (3,))) == "/987654321/players/3/"
    assert leads_to.write(Link(About.TABLE, (2, 5))) == "/987654321/rounds/2/tables/5/"
    assert leads_to.write(None) == ""


def test_attributes_are_escaped_and_left_out_where_they_are_none() -> None:
    wanted = {"data-p": lambda record: record, "class": None, "title": 'a "quoted" <word>'}
    assert attributes(wanted, 7) == ' data-p="7" title="a &quot;quoted&quot; &lt;word&gt;"'
