"""The lean rows of the public tables show what the table library's own template shows."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string
from django.test import RequestFactory

from tests.build import director_of, enter_results, make_event, publish
from tests.tournament.pages.reading import tables_of
from tournament.models import Event
from tournament.public.drawn import drawn
from tournament.public.final import final_tables
from tournament.public.lists.rows import attributes
from tournament.public.live import draw_part, standings_part
from tournament.public.results import results_part
from tournament.public.site import open_site
from tournament.services.events import publish_final_list
from tournament.services.rounds import close_round


@pytest.mark.django_db
def test_every_public_table_reads_the_same_written_by_either_template() -> None:
    event = make_event(
        names=["<b>Bold</b>", "مثال", *(f"Player {number}" for number in range(3, 10))], rounds_planned=1
    )
    publish(event, 1)
    enter_results(event, 1, cash={1: [40_000, 40_000, 100]})
    close_round(event, director_of(event), 1)
    publish_final_list(event, director_of(event))
    site = open_site(Event.objects.get(pk=event.pk))
    played = site.round(1)
    tables: list[Any] = [
        standings_part(site)["standings"],
        draw_part(site, played, drawn(site, played))["places"],
        *results_part(site, played)["tables"],
        *(table for _, table in final_tables(site)),
    ]
    assert len(tables) == 7
    request = RequestFactory().get("/")
    for table in tables:
        lean = tables_of(render_to_string("public/_table.html", {"table": table}))
        own = tables_of(render_to_string("django_tables2/table.html", {"table": table, "request": request}))
        assert lean == own
        assert len(lean[0].rows) >= 3


def test_attributes_are_escaped_and_left_out_where_they_are_none() -> None:
    wanted = {"data-p": lambda record: record, "class": None, "title": 'a "quoted" <word>'}
    assert attributes(wanted, 7) == ' data-p="7" title="a &quot;quoted&quot; &lt;word&gt;"'
