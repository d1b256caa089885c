"""Standings, medals, ties and the final list on the desk."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, enter_results, make_event, play_round, play_to, publish
from tests.tournament.pages.pages import desk, words
from tests.tournament.pages.stages import decided
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import Medal
from tournament.scores import junior_medals
from tournament.services.rounds import close_round

pytestmark = pytest.mark.django_db

NOTHING_RULED = "All these players already share this place. Give at least one of them a different place."


def seats(event: Event, number: int, table: int = 1) -> list[int]:
    return [seat.player for seat in record_of(event).round(number).tables[table - 1].seats]


def test_the_final_list_is_published_after_the_last_round_and_can_be_taken_back(director: Client) -> None:
    event = play_to(make_event(4, rounds_planned=2), round_closed=1)
    page = words(director.get(desk(event, "final/")))
    assert "After round 1. Medals are awarded after the last round." in page
    assert "Publish the final list" not in page
    play_round(event, 2)
    page = words(director.get(desk(event, "final/")))
    ways = page.index("Announce the prizes on screen, then publish"), page.index("Publish the final list")
    assert ways[0] < ways[1]  # announcing comes before the press that shows everything
    assert "Read out the medals" not in page
    assert "<p>Not published yet.</p>" in page  # nobody is tied, so there are no ties to read
    director.post(desk(event, "final/publish/"))
    assert Event.objects.get(pk=event.pk).is_final_published
    page = director.get(desk(event, "final/")).content.decode()
    assert (page.count("Read out the medals"), page.count("Prize-giving")) == (1, 0)
    assert f'href="{desk(event, "prizes/")}">Read out the medals' in page
    assert f'href="{desk(event, "prizes/")}">Read out the medals' in director.get(desk(event)).content.decode()
    assert "Unpublish the final list?" in words(director.get(desk(event, "final/withdraw/")))
    director.post(desk(event, "final/withdraw/"))
    assert not Event.objects.get(pk=event.pk).is_final_published


def test_the_standings_have_one_heading_one_button_and_a_bracket_for_each_tie(director: Client) -> None:
    event = make_event(8, rounds_planned=3)
    publish(event, 1)
    assert "No rounds have been closed yet." in words(director.get(desk(event, "standings/")))
    enter_results(event, 1, cash={1: (50000, 40000, 30000, 20000), 2: (50000, 40000, 30000, 20000)})
    close_round(event, director_of(event), 1)
    page = words(director.get(desk(event, "standings/")))
    main = page.partition("<main")[2].partition("</main>")[0]
    assert main.count("Standings after round 1") == 2, "the heading, and the name of the box that can be scrolled"
    assert "<caption" not in main
    assert (main.count('<tr class="tied first">'), main.count('<tr class="tied">')) == (4, 4), "four ties of two"
    assert main.count('<td>=1<span class="sr"> shared</span></td>') == 2
    head, table, foot = main.partition("<table")[0], *main.partition("<table")[2].partition("</table>")[::2]
    assert "Print</a>" in head
    assert "_export" not in head
    assert "<summary>why</summary>" in table
    assert all(words_ in foot for words_ in ("Who met whom", "_export=xlsx", "_export=csv"))


def test_a_tie_for_a_junior_medal_can_be_ruled_too(director: Client) -> None:
    """Fourth and fifth of eight: no medal of the event, but gold and silver of the juniors (R65, section 2.1)."""
    event = make_event(8, rounds_planned=1)
    publish(event, 1)
    young = [seats(event, 1, 1)[2], seats(event, 1, 2)[2]]
    for entry in event.entries.filter(number__in=[*young, seats(event, 1, 1)[3], seats(event, 1, 2)[3]]):
        entry.is_junior = True
        entry.save()
    enter_results(event, 1, cash={1: (50000, 40000, 30000, 20000), 2: (50000, 40000, 30000, 20000)})
    close_round(event, director_of(event), 1)
    one, two = sorted(young)
    assert f'name="players" value="{one} {two}"' in words(director.get(desk(event, "final/")))
    director.post(
        desk(event, "final/tie/"),
        {"players": f"{one} {two}", f"place-{one}": "2", f"place-{two}": "1", "reason": "dice"},
    )
    assert [(place.player, place.medal) for place in junior_medals(record_of(event))][:2] == [
        (two, Medal.GOLD),
        (one, Medal.SILVER),
    ]


def test_a_refused_ruling_keeps_the_places_and_the_reason_that_were_typed(director: Client) -> None:
    event, one, two = decided(), 1, 2
    typed = {"players": f"{one} {two}", f"place-{one}": "1", f"place-{two}": "1", "reason": "head to head"}
    answer = director.post(f"/desk/{event.slug}/final/tie/", typed)
    page = answer.content.decode()
    assert NOTHING_RULED in page
    assert f'name="place-{two}" value="1"' in page
    assert 'value="head to head"' in page
