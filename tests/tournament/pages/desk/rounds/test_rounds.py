"""The pages of a round: arrangements with their consequences, draft, publish, clock, seats, tiles."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from tests.build import draw_round, make_event, play_round, play_to, publish
from tests.tournament.pages.pages import desk, words
from tournament.models import Draw, Event
from tournament.models.queries import record_of
from tournament.record.vocabulary import SitOutKind
from tournament.scores import standings

pytestmark = pytest.mark.django_db


def test_thirteen_players_are_shown_three_formats_side_by_side_with_what_differs(director: Client) -> None:
    answer = director.get(desk(make_event(13), "rounds/1/arrangement/"))
    columns = answer.context["columns"]
    assert [(column.label, column.note) for column in columns] == [
        ("4 3 3 3", "recommended by the rules"),
        ("4 4 5", "alternative"),
        ("4 4 4, one sits out", "alternative"),
    ]
    facts = [dict(column.facts) for column in columns]
    assert {each["Gold"] for each in facts} == {"from the top table, 4 players", "best total"}
    assert "One player sits out each round and scores 25.000; nobody sits out twice (R49, R51)." in {
        each["Sit-out"] for each in facts
    }
    assert {each["Fewest repeats"] for each in facts} >= {"0 over 3 random rounds", "9 over 4 random rounds"}
    assert "Round length" not in words(answer) or len({each["Round length"] for each in facts}) > 1


def test_own_sizes_are_compared_before_they_are_used(director: Client) -> None:
    event = make_event(13)
    columns = director.get(desk(event, "rounds/1/arrangement/?sizes=5+5+3")).context["columns"]
    assert ("5 5 3", "your sizes") in [(column.label, column.note) for column in columns]
    wrong = words(director.get(desk(event, "rounds/1/arrangement/?sizes=5+5+5")))
    assert "Tables of 5 5 5 seat 15, but there are 13 players" in wrong
    assert 'value="5 5 5"' in wrong
    assert "Draw 4 3 3 3" in wrong


def test_too_few_players_are_told_so_and_offered_nothing(director: Client) -> None:
    page = words(director.get(desk(make_event(2), "rounds/1/arrangement/")))
    assert "2 players are not enough" in page
    assert "Draw 3" not in page


def test_a_table_of_six_leads_to_its_confirmation(director: Client) -> None:
    event = make_event(6)
    page = words(director.get(desk(event, "rounds/1/arrangement/")))
    assert f'href="{desk(event, "six/")}?next={desk(event, "rounds/1/arrangement/")}"' in page
    answer = director.post(desk(event, "rounds/1/draw/"), {"use": "6"})
    back = desk(event, "rounds/1/arrangement/?sizes=6")
    assert answer["Location"] == f"{desk(event, 'six/')}?{urlencode({'next': back})}"
    assert not event.rounds.exists()


def test_sizes_that_were_typed_come_back_from_the_table_of_six(director: Client) -> None:
    event = make_event(16)
    typed = desk(event, "rounds/1/arrangement/?sizes=6+5+5")
    link = re.search(r'href="([^"]*/six/[^"]*)"', words(director.get(typed)))
    assert link is not None
    sent = {"multiplier": "1.5", "minutes": "16", "next": parse_qs(urlsplit(link[1]).query)["next"][0]}
    assert director.post(desk(event, "six/"), sent)["Location"] == typed


def test_a_refused_draw_shows_the_page_again_with_what_was_typed(director: Client) -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    rested = record_of(event).round(1).sit_outs[0].player
    best = standings(record_of(event))[0].player
    typed = {"use": "3 3", "seed": "4711", "sitting_out": str(best), "sit_out_reason": ""}
    page = words(director.post(desk(event, "rounds/2/draw/"), typed))
    assert 'role="alert"' in page
    assert 'value="4711"' in page
    assert f'<option value="{best}" selected>' in page
    assert f'<option value="{rested}"' not in page


def test_who_sits_out_is_suggested_with_the_reason_and_the_seed_that_the_draw_will_use(director: Client) -> None:
    event = make_event(7)
    page = words(director.get(desk(event, "rounds/1/arrangement/")))
    seed = page.partition('name="seed" value="')[2].partition('"')[0]
    assert f"lots were drawn among 7 players with seed {seed} (R50)." in page
    assert '<details class="options" id="sit-out">' in page  # the table of seven needs nobody to sit out
    name = page.partition("<summary>Who sits out?</summary> <p>")[2].partition(": there are no scores yet")[0]
    director.post(desk(event, "rounds/1/draw/"), {"use": "3 3", "seed": seed})
    record = record_of(event)
    assert [record.entry(row.player).name for row in record.round(1).sit_outs] == [name]


def test_the_draft_stands_beside_its_report_and_the_reasons_of_its_tables(director: Client) -> None:
    event = play_to(make_event(8), round_closed=1)
    draw_round(event, 2)
    page = words(director.get(desk(event, "rounds/2/")))
    again = page.count("meet again after round 1: unavoidable; at least 20 repeats over 4 rounds.")
    verdict = f"Repeat meetings over the 4 random rounds: 20, {again} of them in round 2; no draw can have fewer"
    assert f"{verdict} (every possible seating was checked)." in page
    told = f"{again} pairs meet again in this round. Over the 4 random rounds, 20 meetings are repeats;"
    assert told in page.partition("<summary>Proof")[0]
    assert "Publish round 2" in page
    assert "No draw can do better." in page.partition("<summary>Proof")[0]
    assert "Seed 9: with this seed" in page.partition("<summary>Proof")[2]


def test_the_draft_says_how_different_opponents_are_read(director: Client) -> None:
    event = make_event(8)
    other = make_event(8, reading="not-every-round", name="Careful Cup 2026")
    pages = []
    for each in (event, other):
        draw_round(each)
        pages.append(words(director.get(desk(each, "rounds/1/"))))
    assert (
        "“Different opponents” in R44 is taken to mean: as many different opponents as possible, taken literally."
        in pages[0]
    )
    assert "“Different opponents” in R44 is taken to mean: nobody meets the same opponent in every round." in pages[1]
    assert not [page for page in pages if "more than twice" in page]


def test_a_round_that_is_not_drawn_leads_to_its_arrangements(director: Client) -> None:
    event = make_event(8)
    assert director.get(desk(event, "rounds/1/"))["Location"] == desk(event, "rounds/1/arrangement/")
    assert director.get(desk(event, "rounds/9/")).status_code == 404
    page = words(director.get(desk(event, "rounds/2/arrangement/")))
    assert "Round 1 comes first; draw it before round 2." in page
    assert 'name="use"' not in page


def test_starting_tiles_of_all_tables_are_typed_on_one_page(event: Event, director: Client) -> None:
    tables = record_of(event).round(1).tables
    typed = {
        f"tile-{seat.player}": f"{9 - place}{'ab'[table.number - 1]}"
        for table in tables
        for place, seat in enumerate(table.seats)
    }
    director.post(desk(event, "rounds/1/tiles/"), typed)
    page = words(director.get(desk(event, "rounds/1/")))
    for table in tables:
        row = page.split(f'id="table-{table.number}"')[1].split("</tr>")[0]
        names = [record_of(event).entry(seat.player).name for seat in table.seats]
        places = [row.index(f">{name}</a>") for name in names]
        assert places == sorted(places)  # as on the slip, numbered by the tiles
        assert re.findall(r'<small class="soft">(\d)</small>', row) == ["4", "3", "2", "1"]


def test_wrong_tiles_stay_in_their_fields_with_the_reason_and_nothing_is_saved(director: Client) -> None:
    event = make_event(4)
    publish(event, 1)
    one, two, three, four = (seat.player for seat in record_of(event).round(1).tables[0].seats)
    typed = {f"tile-{one}": "13A", f"tile-{two}": "2B", f"tile-{three}": "2b", f"tile-{four}": "4D"}
    page = words(director.post(desk(event, "rounds/1/tiles/"), typed))
    assert "“13A” is not a tile. Enter a number and a letter, from 1A to 12I." in page
    assert "already has 2B; check both tiles." in page
    assert 'value="13A"' in page
    assert all(not seat.starting_tile for seat in record_of(event).round(1).tables[0].seats)


def test_a_draw_can_be_stopped_from_another_page_load(director: Client) -> None:
    event = make_event(13)
    early = director.post(desk(event, "rounds/1/draw/stop/"), {"token": "abc"})
    assert early["Location"] == desk(event, "rounds/1/arrangement/")  # no draft came, so the page says to look again
    director.post(desk(event, "rounds/1/draw/"), {"use": "5 4 4", "seed": "1", "token": "abc"})
    assert Draw.objects.get().report["steps"] == 0
    late = director.post(desk(event, "rounds/1/draw/stop/"), {"token": "abc"}, follow=True)
    assert "Round 1 drawn" in words(late)


def test_the_matrix_of_meetings_counts_every_pair(director: Client) -> None:
    event = play_to(make_event(4), round_closed=2)
    page = words(director.get(desk(event, "meetings/")))
    assert "6 repeats so far" in page
    assert page.count('<td class="m2" title="Round 1, Round 2">2</td>') == 12


def test_a_redraw_keeps_who_was_named_to_sit_out(director: Client) -> None:
    event = make_event(7)
    director.post(
        desk(event, "rounds/1/draw/"),
        {"use": "3 3", "seed": "1", "sitting_out": "5", "sit_out_reason": "asks to", "sit_out_kind": "pairing-problem"},
    )
    page = director.get(desk(event, "rounds/1/")).content.decode()
    sent = {
        name: page.partition(f'name="{name}" value="')[2].partition('"')[0]
        for name in ("use", "replaces", "sitting_out", "sit_out_reason", "sit_out_kind")
    }
    director.post(desk(event, "rounds/1/draw/"), sent | {"again": "yes", "seed": "2"})
    (sit_out,) = record_of(event).round(1).sit_outs
    assert (sit_out.player, sit_out.kind) == (5, SitOutKind.PAIRING_PROBLEM)
    assert record_of(event).round(1).seed == 2


def test_above_a_hundred_players_the_meetings_are_a_list_and_no_matrix(director: Client) -> None:
    event = make_event(101)
    publish(event, 1)
    page = words(director.get(desk(event, "meetings/")))
    assert "Opponents" in page
    assert 'class="self"' not in page
    assert page.count("<td>3</td>") == 4 * 23  # 101 players: twenty-three fours and three threes
