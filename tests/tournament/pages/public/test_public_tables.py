"""Lists on pages: escaped, found and linked as the page asks."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from tests.build import director_of, enter_results, make_event, publish
from tests.tournament.pages.reading import tables_of
from tournament.models import Event
from tournament.public.draws import public_draw
from tournament.public.lists.page import Addresses, addresses, on_page
from tournament.public.lists.rows import attributes
from tournament.public.polled_parts import draw_part, standings_part
from tournament.public.results import results_part
from tournament.public.site import open_site
from tournament.public.views import final_lists
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round
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


@pytest.mark.django_db
def test_names_of_any_kind_stand_in_every_list_as_they_are() -> None:
    names = ["<b>Bold</b>", "مثال", *(f"Player {number}" for number in range(3, 10))]
    event = make_event(names=names, rounds_planned=1)
    publish(event, 1)
    enter_results(event, 1, cash={1: [40_000, 40_000, 100]})
    close_round(event, director_of(event), 1)
    publish_final_list(event, director_of(event))
    site = open_site(Event.objects.get(pk=event.pk))
    played = site.round(1)
    shown = [
        standings_part(site)["standings"],
        draw_part(site, played, public_draw(site, played))["places"],
        *map(site.page_list, final_lists(site)),
    ]
    for table in shown:
        (read,) = tables_of(render_to_string("components/_listing.html", {"table": table}))
        assert {line["Name"] for line in read.records()} == set(names)
    tables = [
        tables_of(render_to_string("components/_listing.html", {"table": each}))[0]
        for each in results_part(site, played)["tables"]
    ]
    assert sorted(line["Name"] for read in tables for line in read.records()) == sorted(names)


def test_attributes_are_escaped_and_left_out_where_they_are_none() -> None:
    wanted = {"data-p": lambda record: record, "class": None, "title": 'a "quoted" <word>'}
    assert attributes(wanted, 7) == ' data-p="7" title="a &quot;quoted&quot; &lt;word&gt;"'
