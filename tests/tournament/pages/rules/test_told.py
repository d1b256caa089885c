"""What pages tell in passing: a chart that a round departs from, who came late, how many are awaited, whose places a correction moves."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.build import director_of, make_event, play_round
from tests.tournament.pages.forms import form_with
from tests.tournament.pages.pages import desk, typed_into
from tests.tournament.pages.words import told, words
from tournament.day.lists.lines import RosterLine
from tournament.models import Event
from tournament.models.queries import read_event, record_of
from tournament.record.vocabulary import SitOutKind, Status
from tournament.scores.totals import standings
from tournament.services.attendance import check_in, set_status
from tournament.services.entries import add_entries
from wording.figures import listed

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("begun", [0, 1, 2])
def test_the_list_says_of_a_late_comer_from_which_round_on(director: Client, begun: int) -> None:
    event = make_event(6)
    for number in range(1, begun + 1):
        play_round(event, number)
    add_entries(event, director_of(event), [RosterLine(1, "Late Demo")])
    check_in(event, director_of(event), [7], SitOutKind.MISSED if begun else None)
    remark = f" from round {begun + 1} onwards" if begun else ""
    page = words(director.get(desk(event, "entries/")))
    assert f"7 Late Demo present{remark} Registrations" in page
    assert page.count("from round") == bool(begun)


def test_those_awaited_are_named_before_a_draw(director: Client) -> None:
    event = make_event(10)
    assert "Not checked in" not in words(director.get(desk(event, "rounds/1/arrangement/")))
    set_status(event, director_of(event), [9, 10], Status.LATE)
    late = [record_of(event).entries[place].name for place in (8, 9)]
    page = words(director.get(desk(event, "rounds/1/arrangement/")))
    assert f"Not checked in: {late[0]} and {late[1]}. You can start without them or let them in (R37)." in page


TYPED = {
    0: (40_000, 36_000, 32_000, 28_100),
    2: (40_000, 34_000, 32_000, 28_000),
    6: (40_000, 36_000, 32_000, 50_000),
    7: (40_000, 36_000, 32_000, 56_000),
    8: (44_000, 46_000, 48_000, 50_000),
}

"""What table 2 is corrected to, by how many places that moves."""


def ranks(event: Event) -> dict[str, int | None]:
    record = read_event(event.slug)
    return {record.name_of(row.player): row.rank for row in standings(record)}


@pytest.mark.parametrize("places", TYPED)
def test_up_to_six_places_are_named_and_of_more_how_many(director: Client, places: int) -> None:
    event = make_event(8, rounds_planned=2)
    play_round(event, 1, cash={1: (48_000, 46_000, 44_000, 42_000), 2: (40_000, 36_000, 32_000, 28_000)})
    before = ranks(event)
    page = director.get(desk(event, "rounds/1/tables/2/correct/"))
    typed = typed_into(form_with(page, "t2-why"), {2: TYPED[places]}) | {"t2-why": "recount", "save": "yes"}
    answer = director.post(desk(event, "rounds/1/tables/2/correct/"), typed)
    moved = [f"{name} {before[name]} → {rank}" for name, rank in ranks(event).items() if before[name] != rank]
    assert len(moved) == places
    some = listed(moved) if places <= 6 else f"{', '.join(moved[:6])} and {places - 6} more"
    said = f"Places: {some}." if moved else "Nobody's place changed."
    assert told(answer) == [f"Result for table 2 in round 1 corrected. {said}"]
