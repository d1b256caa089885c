"""Standings, medals, ties and the final list on the desk."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.build import director_of, draw_round, enter_results, make_event, play_round, play_to, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.pages import desk, words
from tests.tournament.pages.reading import tables_of, words_of
from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.record.acts import Act
from tournament.record.vocabulary import Medal, PlayerId
from tournament.scores import junior_medals, medals, part_by_steps, tie_steps
from tournament.services.people.departures import disqualify, withdraw
from tournament.services.rounds import close_round

SIZES = "4 4 3 3 3".replace(" ", "\N{NO-BREAK SPACE}")
"""Table sizes as pages hold them together."""

pytestmark = pytest.mark.django_db

NOTHING_RULED = "All players already share this place. Give at least one of them another place."
TIED = (40000, 40000, 30000, 20000)


def seats(event: Event, number: int, table: int = 1) -> list[int]:
    return [seat.player for seat in record_of(event).round(number).tables[table - 1].seats]


def two_tied_for_gold() -> tuple[Event, int, int]:
    """Four players, two rounds: the first two seats tie on total, the first won round 2 and the other round 1."""
    event = make_event(4, rounds_planned=2)
    actor = director_of(event)
    for number, (one, two) in enumerate([(40000, 50000), (50000, 40000)], 1):
        publish(event, number)
        order = seats(event, number)
        amounts = {1: one, 2: two, 3: 30000, 4: 20000}
        enter_results(event, number, cash={1: tuple(amounts[player] for player in order)})
        close_round(event, actor, number)
    return Event.objects.get(pk=event.pk), 1, 2


def test_the_standings_mark_wins_sit_outs_and_rounds_not_played(director: Client) -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    gone = seats(event, 1)[0]
    withdraw(event, director_of(event), gone)
    play_round(event, 2)
    html = director.get(desk(event, "standings/")).content.decode()
    assert "After round 2 of 4." in words_of(html)
    (table,) = tables_of(html)
    rows = {row["Name"]: row for row in table.records()}
    won = next(name for name, row in rows.items() if row["Rd 1"].endswith("*"))
    assert re.fullmatch(r"\d+\.\d{3}\*", rows[won]["Rd 1"])
    assert [row["Rd 1"] for row in rows.values()].count("S 25.000") == 1
    left = rows[record_of(event).entry(PlayerId(gone)).name]
    assert [left[f"Rd {number}"] for number in (2, 3, 4)] == ["W 0.000"] * 3
    assert '<span class="tag loss">withdrawn</span>' in html
    assert "S sat out (R51) · P pairing problem (R52) · - not played (R53) · W withdrawn (R54)" in words_of(html)


def test_equals_share_a_place_with_the_sentence_on_demand(director: Client) -> None:
    event = make_event(4)
    play_round(event, 1, cash={1: TIED})
    page = words(director.get(desk(event, "standings/")))
    assert page.count("<td>=1</td>") == 2
    assert "ties in the standings are not broken." in page


def test_the_disqualified_stand_without_a_place(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    disqualify(event, director_of(event), 3, "collusion")
    page = words(director.get(desk(event, "standings/")))
    assert '<span class="tag loss">disqualified</span>' in page
    assert page.index("Cai Demo") > page.index("Ada Demo")


def test_lines_show_where_the_final_would_be_cut(director: Client) -> None:
    event = play_to(make_event(17), round_closed=3)
    page = director.get(desk(event, "standings/")).content.decode()
    cuts = re.findall(r'class="cut-words">(.*?)</small>', page)
    assert cuts == [f"Table 1, the top table (if {SIZES} is chosen)", *(f"Table {number}" for number in range(2, 6))]
    assert page.count('class="above-cut"') == 5
    earlier = words(director.get(desk(play_to(make_event(8, name="Eight Cup 2026"), round_closed=3), "standings/")))
    assert "above-cut" not in earlier


def test_the_lines_of_a_drafted_final_are_the_desks_alone(client: Client, director: Client) -> None:
    event = play_to(make_event(17), round_closed=3)
    draw_round(event, 4, sizes=(5, 4, 4, 4))
    first = re.compile(r'class="cut-words">(Table 1.*?)</small>')
    assert first.findall(director.get(desk(event, "standings/")).content.decode()) == [
        "Table 1, the top table (a draft, not public)"
    ]
    assert first.findall(client.get(f"/{event.slug}/standings/").content.decode()) == [
        f"Table 1, the top table (if {SIZES} is chosen)"
    ]


def test_the_standings_are_a_csv_file(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    answer = director.get(desk(event, "standings/?_export=csv"))
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("Rank,Number,Name,")
    assert len(lines) == 9


def test_the_final_list_is_published_after_the_last_round_and_can_be_taken_back(director: Client) -> None:
    event = play_to(make_event(4, rounds_planned=2), round_closed=1)
    page = words(director.get(desk(event, "final/")))
    assert "After round 1. Medals are awarded after the last round." in page
    assert "Publish the final list" not in page
    play_round(event, 2)
    page = words(director.get(desk(event, "final/")))
    ways = page.index("Prize-giving: announce on the screen, then publish"), page.index("Publish the final list now")
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


def test_the_final_list_gives_gold_to_the_top_table_with_the_sentence_why(director: Client) -> None:
    event = play_to(make_event(16), round_closed=4)
    gold = medals(record_of(event))[0]
    assert gold.medal is Medal.GOLD
    list_of_medals, pentamind = tables_of(director.get(desk(event, "final/")).content.decode())
    first = list_of_medals.records()[0]
    assert (first["Place"], first["Name"], first["Medal"]) == ("1", record_of(event).entry(gold.player).name, "Gold")
    assert first["What decided"].startswith("Gold goes to the best total at the top table.")
    assert pentamind.head == ["Rank", "Name", "Average place", "Score", "Pentamind points"]
    form = director.get(desk(event, "final/?_export=csv")).content.decode("utf-8-sig").splitlines()
    assert form[0] == "ContestantId,Name,Score,Tie-break,Rank,Medal,JuniorMedal,Absent,Withdrawn"
    assert len(form) == 17


def test_a_tie_for_gold_is_shared_until_the_director_applies_a_step(director: Client) -> None:
    event, one, two = two_tied_for_gold()
    assert "<p>Not published yet. Check the ties first.</p>" in words(director.get(desk(event, "final/")))
    page = words(director.get(desk(event, "final/")))
    assert "Ada Demo and Ben Demo are tied for a medal" in page
    assert [place.place for place in medals(record_of(event))][:2] == [1, 1]
    assert "Step 2, result in the final round: Ada Demo (37.063) before Ben Demo (27.972)." in page
    parting = part_by_steps(record_of(event), (PlayerId(one), PlayerId(two)))
    assert (parting.blocks, [step.number for step in parting.parted]) == (((1,), (2,)), [2])
    press(director, director.get(desk(event, "final/")), "Follow the tie-break steps: Ada Demo first")
    assert [(place.player, place.medal) for place in medals(record_of(event))][:2] == [
        (1, Medal.GOLD),
        (2, Medal.SILVER),
    ]
    assert Change.objects.filter(event=event, act=Act.RULE_TIE).count() == 1
    assert "Let them share the place" in words(director.get(desk(event, "final/")))
    director.post(desk(event, "final/tie/"), {"players": "1 2", "share": "yes"})
    assert [place.place for place in medals(record_of(event))][:2] == [1, 1]


def test_the_steps_of_the_tie_breaks_say_what_they_give_each_player() -> None:
    event, one, two = two_tied_for_gold()
    values = {step.name: dict(step.values) for step in tie_steps(record_of(event), (PlayerId(one), PlayerId(two)))}
    # 50,000 x 1.06 = 53,000 of 143,000 = 37.063; 40,000 of 143,000 = 27.972
    assert values["result in the final round"] == {1: "37.063", 2: "27.972"}
    # 100 + 40,000 of 53,000 = 75.472
    assert values["percentage of the table winner's points, all rounds"] == {1: "175.472", 2: "175.472"}
    assert values["most wins, then most second places"] == {1: "1 × first, 1 × second", 2: "1 × first, 1 × second"}
    assert values["head to head"] == {1: "ahead 1 time", 2: "ahead 1 time"}


def test_the_pentamind_list_is_a_csv_file(director: Client) -> None:
    event = make_event(3, rounds_planned=1)
    play_round(event, 1, cash={1: (40000, 35000, 22600)})
    first = record_of(event).entry(PlayerId(seats(event, 1)[0])).name
    lines = director.get(desk(event, "final/?_export=pentamind")).content.decode("utf-8-sig").splitlines()
    # (3 + 5) / (3 + 6) x 100 = 88.889 for the first of three
    assert lines[:2] == ["Rank,Average place,Player,Score,Pentamind points", f"1,1,{first},31.800,88.889"]


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
    event, one, two = two_tied_for_gold()
    typed = {"players": f"{one} {two}", f"place-{one}": "1", f"place-{two}": "1", "reason": "head to head"}
    answer = director.post(f"/desk/{event.slug}/final/tie/", typed)
    page = answer.content.decode()
    assert NOTHING_RULED in page
    assert f'name="place-{two}" value="1"' in page
    assert 'value="head to head"' in page
