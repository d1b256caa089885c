"""Seats after a draw: swaps with their cost, no-shows (R54), late comers (R53), starting tiles and chart (R4, R6)."""

from __future__ import annotations

import pytest

from tests.build import being_played, director_of, draw_round, enter_results, make_event, play_round, play_to, publish
from tournament.draw.lines import named, said
from tournament.draw.seating import StartingTileError
from tournament.models import Event
from tournament.models.queries import record_of
from tournament.record.event import RoundRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, SeatSource, SitOutKind, Status
from tournament.scores.scoring import score_round
from tournament.services.attendance import check_in
from tournament.services.changes.refusals import RefusedError
from tournament.services.events import change_settings
from tournament.services.results.confirming import confirm_results, hand_in
from tournament.services.rounds import close_round, publish_round, withdraw_round
from tournament.services.seats import (
    join_table,
    mark_no_show,
    set_seat_source,
    set_starting_tiles,
    swap_players,
    weigh_swap,
)
from tournament.services.tables import move_player

pytestmark = pytest.mark.django_db


def seated(played: RoundRecord) -> list[list[int]]:
    return [[seat.player for seat in table.seats] for table in played.tables]


def players(*numbers: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(number) for number in numbers)


def test_a_swap_in_a_draft_says_what_it_costs_and_keeps_the_draw_as_it_was() -> None:
    event = play_to(make_event(16), round_closed=1)
    draw_round(event, 2)
    before = seated(record_of(event).round(2))
    mate = next(  # somebody of the first player's table in round 1: bringing both together again is a repeat
        player for table in seated(record_of(event).round(1)) if 1 in table for player in table if player != 1
    )
    (home,) = (table for table in before if 1 in table)
    out = next(player for player in home if player != 1)
    weighed = weigh_swap(record_of(event), 2, *players(out, mate))
    swap_players(event, director_of(event), 2, *players(out, mate))
    assert weighed.before == 0
    assert weighed.after is not None
    assert weighed.after >= 1
    assert weighed.cost.startswith(f"The change adds {weighed.after} repeat meeting")
    draws = list(event.draws.filter(first_round=2))
    assert [row.report["repeats"] for row in draws] == [0, weighed.after]
    assert draws[0].plan[0]["tables"] == before
    assert {1, mate} <= set(next(table for table in seated(record_of(event).round(2)) if 1 in table))
    assert event.rounds.get(number=2).protocol[-1] == weighed.line
    assert record_of(event).round(2).protocol[-1] == named(weighed.line, weighed.names)
    publish_round(event, director_of(event), 2)


def test_a_player_may_change_places_with_the_one_who_sits_out() -> None:
    event = make_event(7)
    draw_round(event, 1, sizes=(3, 3))
    played = record_of(event).round(1)
    idle, player = played.sit_outs[0].player, played.tables[0].seats[0].player
    swap_players(event, director_of(event), 1, idle, player)
    after = record_of(event).round(1)
    assert [row.player for row in after.sit_outs] == [player]
    assert after.tables[0].seats[0].player == idle


def test_nobody_is_swapped_into_a_second_sit_out() -> None:
    event = make_event(7)
    play_round(event, 1, sizes=(3, 3))
    rested = record_of(event).round(1).sit_outs[0].player
    draw_round(event, 2, sizes=(3, 3))
    idle = record_of(event).round(2).sit_outs[0].player
    with pytest.raises(RefusedError, match="already sat out round 1, and nobody sits out twice"):
        swap_players(event, director_of(event), 2, rested, idle)


@pytest.mark.parametrize(
    ("first", "second", "sentence"),
    [(0, 1, "Choose two players in this round"), (0, 99, "Choose two players in this round")],
)
def test_a_swap_that_means_nothing_is_refused(event: Event, first: int, second: int, sentence: str) -> None:
    table = seated(record_of(event).round(1))[0]
    other = table[second] if second < 4 else second
    with pytest.raises(RefusedError, match=sentence):
        swap_players(event, director_of(event), 1, *players(table[first], other))


def test_a_table_with_a_result_keeps_its_players(event: Event) -> None:
    enter_results(event, 1, apart_from=[2])
    one, two = seated(record_of(event).round(1))
    with pytest.raises(RefusedError, match="Table 1 has a result; clear it first"):
        swap_players(event, director_of(event), 1, *players(one[0], two[0]))
    enter_results(event, 1)
    close_round(event, director_of(event), 1)
    with pytest.raises(RefusedError, match="Round 1 is closed; reopen it first"):
        swap_players(event, director_of(event), 1, *players(one[0], two[0]))


def test_a_swap_in_the_final_departs_from_the_standings_and_says_so() -> None:
    event = play_to(make_event(16), round_closed=3)
    draw_round(event, 4)
    top, second = seated(record_of(event).round(4))[:2]
    weighed = swap_players(event, director_of(event), 4, *players(top[3], second[0]))
    assert (weighed.before, weighed.after) == (None, None)
    assert "in order of the standings (R46); a swap breaks that order" in said(record_of(event).round(4).protocol[-1])


def test_without_the_one_who_did_not_come_a_table_of_four_is_scored_as_one_of_three(event: Event) -> None:
    gone = record_of(event).round(1).tables[0].seats[1].player
    mark_no_show(event, director_of(event), 1, gone, SitOutKind.MISSED, "overslept")
    enter_results(event, 1, cash={1: (40000, 35000, 22600)})
    record = record_of(event)
    assert [seat.position for seat in record.round(1).tables[0].seats] == [
        1,
        3,
        4,
    ]  # the other place is free for who comes
    assert [row.score for row in score_round(record, 1)[0].rows] == [31_800, 26_250, 16_950]  # E1
    assert [(row.player, row.kind, row.reason) for row in record.round(1).sit_outs] == [
        (gone, SitOutKind.MISSED, "overslept")
    ]


def test_a_no_show_who_has_sat_out_cannot_have_it_scored_as_a_second_sit_out() -> None:
    event = make_event(13)
    play_round(event, 1, sizes=(4, 4, 4))
    rested = record_of(event).round(1).sit_outs[0].player
    publish(event, 2, sizes=(5, 4, 4))
    with pytest.raises(RefusedError, match="already sat out round 1"):
        mark_no_show(event, director_of(event), 2, rested, SitOutKind.STANDARD, "")


def test_a_no_show_who_came_after_all_has_the_own_place_at_a_table_without_a_result(event: Event) -> None:
    gone = record_of(event).round(1).tables[0].seats[0].player
    mark_no_show(event, director_of(event), 1, gone, SitOutKind.MISSED, "")
    join_table(event, director_of(event), 1, gone, 1)
    played = record_of(event).round(1)
    assert played.sit_outs == ()
    assert played.tables[0].seats[0].player == gone


def test_whoever_replaces_somebody_at_a_table_takes_that_place_and_a_joiner_comes_last() -> None:
    event = make_event(14, status=Status.REGISTERED)
    check_in(event, director_of(event), range(1, 13))
    publish(event, 1)
    before = seated(record_of(event).round(1))
    mark_no_show(event, director_of(event), 1, PlayerId(before[0][1]), SitOutKind.MISSED, "")
    check_in(event, director_of(event), (13, 14), SitOutKind.MISSED)
    join_table(event, director_of(event), 1, PlayerId(13), 1)
    join_table(event, director_of(event), 1, PlayerId(14), 1)
    one, other, _ = seated(record_of(event).round(1))
    assert one == [before[0][0], 13, *before[0][2:], 14]
    assert other == before[1]


def test_who_moves_to_another_table_and_back_changes_no_order() -> None:
    event = make_event(9)
    publish(event, 1, sizes=(5, 4))
    before = seated(record_of(event).round(1))
    moved = PlayerId(before[0][2])
    move_player(event, director_of(event), 1, moved, 2)
    assert seated(record_of(event).round(1)) == [
        [*before[0][:2], *before[0][3:]],
        [*before[1], before[0][2]],
    ]
    move_player(event, director_of(event), 1, moved, 1)
    assert seated(record_of(event).round(1)) == before


def test_a_late_comer_inside_round_one_makes_a_five_of_a_four() -> None:
    event = make_event(9, status=Status.REGISTERED)
    check_in(event, director_of(event), range(1, 9))
    publish(event, 1)
    check_in(event, director_of(event), [9], SitOutKind.MISSED)
    join_table(event, director_of(event), 1, PlayerId(9), 2)
    record = record_of(event)
    assert (record.round(1).sizes, record.round(1).sit_outs) == ((4, 5), ())
    assert record.entry(PlayerId(9)).first_round == 1


def test_a_sixth_player_waits_for_the_multiplier_and_the_minutes_of_six() -> None:
    """Both numbers of a table of six are confirmed before the first one is made (R29, R60)."""
    event = make_event(6, status=Status.REGISTERED)
    check_in(event, director_of(event), range(1, 6))
    publish(event, 1)
    check_in(event, director_of(event), [6], SitOutKind.MISSED)
    with pytest.raises(RefusedError, match=r"Table 1 would have 6 players\. The multiplier for tables of six"):
        join_table(event, director_of(event), 1, PlayerId(6), 1)
    change_settings(event, director_of(event), {"multiplier_six": 1_500})
    with pytest.raises(RefusedError, match=r"Table 1 would have 6 players. The time per player .* confirmed \(R29\)"):
        join_table(event, director_of(event), 1, PlayerId(6), 1)


def a_final() -> Event:
    """Sixteen players of whom the last came late for the final of four tables, which is being played."""
    event = make_event(17, status=Status.REGISTERED)
    check_in(event, director_of(event), range(1, 17))
    play_to(event, round_closed=3)
    publish(event, 4)
    check_in(event, director_of(event), [17], SitOutKind.MISSED)
    return event


def test_nobody_joins_the_top_table_of_a_final_whom_the_standings_did_not_put_there() -> None:
    """Gold comes from table 1 (R64): who came late may play, at another table."""
    event = a_final()
    with pytest.raises(RefusedError, match=r"nobody else can join it \(R46, R64\)"):
        join_table(event, director_of(event), 4, PlayerId(17), 1)
    assert record_of(event).round(4).sizes == (4, 4, 4, 4)
    join_table(event, director_of(event), 4, PlayerId(17), 2)
    assert record_of(event).round(4).sizes == (4, 5, 4, 4)


def test_a_no_show_of_the_top_table_who_came_after_all_sits_there_again() -> None:
    event = a_final()
    top = record_of(event).table(4, 1).seats
    gone, stays = top[0].player, record_of(event).table(4, 2).seats[0].player
    for player in (gone, stays):
        mark_no_show(event, director_of(event), 4, player, SitOutKind.MISSED, "")
    with pytest.raises(RefusedError, match="nobody else can join it"):
        join_table(event, director_of(event), 4, stays, 1)
    join_table(event, director_of(event), 4, gone, 1)
    assert {seat.player for seat in record_of(event).table(4, 1).seats} == {seat.player for seat in top}


def seat_tiles(event: Event, *tiles: str) -> dict[int, dict[PlayerId, str]]:
    table = record_of(event).round(1).tables[0]
    return {1: {seat.player: tile for seat, tile in zip(table.seats, tiles, strict=True)}}


def test_tiles_can_be_exchanged_and_cleared_but_never_held_twice() -> None:
    event = being_played(4)
    act = director_of(event)
    assert set_starting_tiles(event, act, 1, seat_tiles(event, "1A", "2A", "3A", "4A")) == 1
    assert set_starting_tiles(event, act, 1, seat_tiles(event, "2A", "1A", "", "4A")) == 1
    assert [seat.starting_tile for seat in record_of(event).round(1).tables[0].seats] == ["2A", "1A", "", "4A"]
    with pytest.raises(RefusedError, match="Table 1 has tile 1A twice"):
        set_starting_tiles(event, act, 1, seat_tiles(event, "1A", "1a", "", "4A"))
    with pytest.raises(StartingTileError, match="“13A” is not a tile"):
        set_starting_tiles(event, act, 1, seat_tiles(event, "13A", "1A", "", "4A"))
    with pytest.raises(RefusedError, match="Nothing was changed"):
        set_starting_tiles(event, act, 1, seat_tiles(event, "2A", "1A", "", "4A"))


def test_the_final_is_not_seated_by_the_chart() -> None:
    event = play_to(make_event(16), round_closed=3)
    draw_round(event, 4)
    with pytest.raises(RefusedError, match=r"The final is seated by starting tiles \(R48\)"):
        set_seat_source(event, director_of(event), 4, SeatSource.CHART)


@pytest.mark.parametrize("check", ["rekey", "table"])
def test_what_a_table_reported_is_never_lost_with_its_seats(check: str) -> None:
    """A report that waits holds its table's players as a result does, until it counts and is cleared."""
    event = make_event(12, result_check=check)
    publish(event, 1, sizes=(4, 4, 4))
    director = director_of(event)
    one, two, _ = seated(record_of(event).round(1))
    hand_in(event, director, 1, [cash_of(one, 40_000)])
    held = "Table 1 has a report that is not official yet; accept it and clear the result"
    for act in (
        lambda: swap_players(event, director, 1, *players(one[0], two[0])),
        lambda: move_player(event, director, 1, PlayerId(one[0]), 2),
        lambda: move_player(event, director, 1, PlayerId(two[0]), 1),
        lambda: mark_no_show(event, director, 1, PlayerId(one[0]), SitOutKind.MISSED, ""),
    ):
        with pytest.raises(RefusedError, match=held):
            act()
    with pytest.raises(RefusedError, match="Table 1 has a report that is not official yet; accept it"):
        withdraw_round(event, director, 1)
    confirm_results(event, director, 1, [record_of(event).table(1, 1).reports[-1].key], "counted with the table")
    hand_in(event, director, 1, [cash_of(one, None)])
    move_player(event, director, 1, PlayerId(one[0]), 2)
    withdraw_round(event, director, 1)
    assert [len(table) for table in seated(record_of(event).round(1))] == [3, 5, 4]


def cash_of(there: list[int], cash: int | None) -> TableRecord:
    """Table 1 with the same cash for everybody but the first, who has more; None for a table without a result."""
    seats = (SeatRecord(PlayerId(player), cash=cash and cash - 1_000 * place) for place, player in enumerate(there))
    return TableRecord(1, tuple(seats))
