"""A ranked round between others: its tables follow from the standings, but it is no final and decides no medal."""

from __future__ import annotations

import pytest
from django.test import Client
from msgspec.structs import replace

from tests.build import director_of, draw_round, make_event, play_round, publish
from tests.tournament.pages.pages import desk
from tests.tournament.pages.words import words
from tournament.draw.pairings.report import read_report
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.formats import Stage, shipped_format
from tournament.record.vocabulary import RoundKind, SeatSource
from tournament.scores.medals import medals
from tournament.scores.totals import final_cut, standings
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import change_settings
from tournament.services.seats import set_seat_source, weigh_swap
from tournament.slices.disputes.acts import open_dispute

pytestmark = pytest.mark.django_db
SEED = 4_711  # no other test draws with it, so none is given the rounds that are drawn here


@pytest.fixture
def event() -> Event:
    """An event of three rounds of which only the second is ranked, and whose first is closed."""
    event = make_event(16, rounds_planned=3)
    stages = tuple(Stage(rounds=1, how=how) for how in (RoundKind.RANDOM, RoundKind.RANKED, RoundKind.RANDOM))
    event.format = replace(event.format, rounds=stages)
    event.save()
    play_round(event, 1, seed=SEED)
    return event


def test_it_is_cut_from_the_standings_and_called_by_its_number(event: Event, director: Client) -> None:
    offered = words(director.get(desk(event, "rounds/2/arrangement/")))
    assert "Seat the round from the standings (4 4 4 4)" in offered
    draw_round(event, 2, seed=SEED)
    before, drawn = standings(record_of(event)), record_of(event).round(2)
    assert (drawn.kind, drawn.top_table_wins, drawn.seat_source) == (RoundKind.RANKED, False, SeatSource.TILES)
    assert [seat.player for seat in drawn.tables[0].seats] == [row.player for row in before[:4]]
    assert "Table 1 (draft)" in words(director.get(desk(event, "standings/")))
    publish_page = words(director.post(desk(event, "rounds/2/publish/"), follow=True))
    shown = [words(director.get(desk(event, page))) for page in ("rounds/2/", "standings/", "")]
    for page in (offered, publish_page, *shown):
        assert "Round 2" in page
        assert "top table" not in page
        assert "the final" not in page
    one, other = (table.seats[0].player for table in record_of(event).round(2).tables[:2])
    assert weigh_swap(record_of(event), 2, one, other).cost == (
        "The round is seated in order of the standings (R46); a swap breaks that order."
    )
    with pytest.raises(RefusedError, match=r"Round 2 is seated by starting tiles \(R48\)"):
        set_seat_source(event, director_of(event), 2, SeatSource.CHART)


def test_a_dispute_asks_for_a_reason_in_its_own_words(event: Event, director: Client) -> None:
    open_dispute(event, director_of(event), 1, 1, "the bank was short")
    offered = words(director.get(desk(event, "rounds/2/arrangement/")))
    assert "disputed" in offered
    assert "change the final" not in offered
    assert "seat the final" not in offered
    with pytest.raises(RefusedError, match="Rule on it first"):
        draw_round(event, 2, seed=SEED)
    draw_round(event, 2, seed=SEED, over_dispute="a small sum")
    asked = words(director.post(desk(event, "rounds/2/publish/")))
    assert "Publish round 2?" in asked


def test_rounds_follow_it_and_gold_is_open_to_everybody(event: Event) -> None:
    ranked = play_round(event, 2, seed=SEED, cash={4: [90_000, 1_000, 1_000, 1_000]})
    change_settings(event, director_of(event), {"rounds_planned": 4})
    change_settings(event, director_of(event), {"rounds_planned": 3})
    last = play_round(event, 3, seed=SEED)
    assert (last.kind, last.top_table_wins) == (RoundKind.RANDOM, False)
    record = record_of(event)
    assert final_cut(record) is None
    assert medals(record)[0].player == ranked.tables[3].seats[0].player
    assert medals(record)[0].total == max(row.total for row in standings(record))


def test_in_place_points_the_director_draws_a_middle_round_or_seats_it_from_the_standings(director: Client) -> None:
    event = make_event(11)
    event.format = shipped_format("mso-places")
    event.save()
    play_round(event, 1, sizes=(4, 4, 3), cash={1: (1, 2, 3, 4), 2: (1, 2, 2, 4), 3: (1, 2, 3)})
    page = words(director.get(desk(event, "rounds/2/arrangement/")))
    assert "Draw 4 4 3" in page
    assert "Seat the round from the standings (4 4 3)" in page
    assert "3 to 4 players at a table; one player can sit out." in page
    draw_round(event, 2, sizes=(4, 4, 3), kind=RoundKind.RANKED)
    draft = words(director.get(desk(event, "rounds/2/")))
    assert "Seated from the standings after round 1 at tables of 4 4 3." in draft
    assert "(R" not in draft


def test_hare_and_tortoise_is_seated_in_order_of_arrival_and_then_from_the_standings(director: Client) -> None:
    event = make_event(11)
    event.format = shipped_format("hare")
    event.save()
    assert "Seat round 1" in words(director.get(desk(event)))
    assert "Seat the round in order of arrival (4 4 3)" in words(director.get(desk(event, "rounds/1/arrangement/")))
    play_round(event, 1, sizes=(4, 4, 3), cash={1: (1, 2, 3, 4), 2: (1, 2, 2, 4), 3: (1, 2, 3)})
    assert "filled in order of arrival" in words(director.get(desk(event, "rounds/1/")))
    assert "Seat round 2" in words(director.get(desk(event)))


def test_a_round_of_a_format_without_clocks_has_no_word_on_minutes(director: Client) -> None:
    event = make_event(11, format=shipped_format("hare"))
    publish(event)
    assert "is not possible" not in words(director.get(desk(event, "rounds/1/")))


def test_after_a_ranked_round_repeats_are_told_over_rounds_that_are_not_all_random() -> None:
    event = make_event(7, format=shipped_format("mso-places"), rounds_planned=4)
    spans = []
    for number, kind in enumerate((RoundKind.RANDOM, RoundKind.RANKED, RoundKind.RANDOM), start=1):
        play_round(event, number, sizes=(4, 3), kind=kind, cash={1: (1, 2, 3, 4), 2: (1, 2, 3)})
        draw = record_of(event).round(number).draw
        report = read_report(draw.report) if draw else None
        spans.append(report.verdict if report else "")
    assert "over the 3 random rounds" in spans[0]
    assert "over the 3 rounds" in spans[2]
