"""What follows when somebody sits elsewhere than drawn, comes late, leaves or returns, in sentences."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tournament.day.arriving import Arrival, ArrivalKind, arrivals, may_arrive
from tournament.day.hall import (
    best_spread,
    best_tables,
    consequences_of_seats,
    if_not_come,
    if_renumbered,
    if_unpublished,
    reason_not_to_renumber,
    refusal,
    seats_after_move,
    seats_of,
    seats_without_table,
)
from tournament.day.leaving import tables_for
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.rounds import ApartRecord, DrawRecord, LogRecord, PlannedRound, SitOutRecord
from tournament.record.vocabulary import PlayerId, ResultState, RoundKind, RoundState, SitOutKind, SitOutSource, Status
from tournament.slices.leaving import if_disqualified, if_reinstated, if_withdrawn

P = PlayerId


def round_of(number: int, *tables: str, state: RoundState = RoundState.PUBLISHED) -> RoundRecord:
    """A round whose tables are written as the numbers of their players, "1 2 3"."""
    return RoundRecord(
        number,
        RoundKind.RANDOM,
        state,
        tuple(
            TableRecord(place, tuple(SeatRecord(P(int(who)), seat) for seat, who in enumerate(table.split(), 1)))
            for place, table in enumerate(tables, 1)
        ),
    )


FIRST = round_of(1, "1 2 3", "4 5 6", "7 8 9 10", state=RoundState.CLOSED)
SECOND = round_of(2, "1 4 7", "2 5 8", "3 6 9 10")


def cup(*rounds: RoundRecord) -> EventRecord:
    entries = tuple(EntryRecord(P(number), f"Player {number}") for number in range(1, 12))
    return EventRecord("cup", "Cup", date(2026, 8, 20), 1, entries=entries, rounds=rounds)


def with_result(played: RoundRecord, number: int) -> RoundRecord:
    table = played.table(number)
    return played.with_table(replace(table, seats=tuple(replace(seat, cash=10_000) for seat in table.seats)))


def with_report(played: RoundRecord, number: int) -> RoundRecord:
    return played.with_table(replace(played.table(number), waiting=ResultState.REPORTED))


def as_final(played: RoundRecord) -> RoundRecord:
    tables = tuple(seats_of(played).values())
    draw = DrawRecord(1, 2, 1, "", (PlannedRound(tables, ()),), {}, ())
    return replace(played, kind=RoundKind.RANKED, top_table_wins=True, draw=draw)


def test_a_move_says_who_goes_where_what_the_tables_become_who_meets_again_and_which_paper_is_wrong() -> None:
    tiles = SECOND.with_table(
        replace(SECOND.table(3), seats=tuple(replace(seat, starting_tile="7F") for seat in SECOND.table(3).seats))
    )
    here = replace(cup(FIRST, tiles), aparts=(ApartRecord(1, (P(1), P(9)), True),))
    assert consequences_of_seats(here, tiles, seats_after_move(seats_of(tiles), P(9), 1)) == (
        "Player 9 moves from table 3 to table 1.",
        "Table 1 will then have 4 players, with 25 minutes each (R29) and percentages × 1 (R58).",
        "Table 3 will then have 3 players, with 33 minutes each (R29) and percentages × 0.75 (R58).",
        "Player 7 and Player 9 meet again (round 1).",
        "Player 1 and Player 9 are to be kept apart, but would sit together at table 1.",
        "The starting tile of Player 9 will be cleared.",
        "If already printed, reprint the slips for tables 1 and 3 and the lists by player and by table.",
    )


def test_who_did_not_come_brings_nobody_together() -> None:
    assert if_not_come(cup(FIRST, SECOND), SECOND, P(9), SitOutKind.MISSED) == (
        "Player 9 scores 0.000 for round 2.",
        "Player 9 leaves table 3.",
        "Table 3 will then have 3 players, with 33 minutes each (R29) and percentages × 0.75 (R58).",
        "If already printed, reprint the slip for table 3 and the lists by player and by table.",
        "The other scores at the table are based on the players who started (R63).",
    )


@pytest.mark.parametrize(
    ("played", "player", "table", "why"),
    [
        (SECOND, 1, 2, "Table 1 would have 2 players left, too few to play. "),
        (with_result(SECOND, 2), 9, 2, "Table 2 has a result; clear it first."),
        (with_result(SECOND, 3), 9, 2, "Table 3 has a result; clear it first."),
        (
            with_report(SECOND, 2),
            9,
            2,
            "Table 2 has a report that is not official yet; accept it and clear the result",
        ),
        (
            with_report(SECOND, 3),
            9,
            2,
            "Table 3 has a report that is not official yet; accept it and clear the result",
        ),
        (
            as_final(SECOND),
            9,
            1,
            "Table 1 of the final is seated from the standings, and nobody else can join it (R46, R64).",
        ),
        (replace(SECOND, state=RoundState.DRAFT), 9, 1, "Round 2 is a draft; publish it first."),
        (replace(SECOND, state=RoundState.CLOSED), 9, 1, "Round 2 is closed; reopen it first."),
        (round_of(2, "1 2 3 4", "5 6 7 8 9"), 1, 2, "Table 2 would have 6 players. The multiplier for tables of six"),
    ],
)
def test_a_move_is_refused_in_a_sentence(played: RoundRecord, player: int, table: int, why: str) -> None:
    assert refusal(cup(FIRST, played), played, seats_after_move(seats_of(played), P(player), table)).startswith(why)


def test_a_move_between_tables_that_can_play_is_not_refused() -> None:
    assert refusal(cup(FIRST, SECOND), SECOND, seats_after_move(seats_of(SECOND), P(9), 1)) == ""


def test_the_best_table_is_nearest_to_four_then_met_least_then_first() -> None:
    """Player 10 met 7 at table 1 and 8 at table 2; player 11 met nobody; table 3 would be of five."""
    here = cup(FIRST, SECOND)
    assert best_tables(here, SECOND, P(11)) == (1, 2, 3)
    third = round_of(2, "1 4 7", "2 5 3", "6 8 9 10")
    assert best_tables(cup(FIRST, third), third, P(10)) == (2, 1)
    assert best_tables(cup(FIRST, as_final(SECOND)), as_final(SECOND), P(11)) == (2, 3)


def test_a_table_that_is_taken_out_fills_the_others_evenly() -> None:
    here = cup(FIRST, SECOND)
    to = best_spread(here, SECOND, 1)
    assert to == {1: 2, 4: 2, 7: 3}
    after = seats_without_table(seats_of(SECOND), 1, to)
    assert (sorted(map(len, after.values())), refusal(here, SECOND, after)) == ([5, 5], "")
    assert "Table 1 is removed from this round." in consequences_of_seats(here, SECOND, after)


@pytest.mark.parametrize(
    ("played", "table", "to", "why"),
    [
        (SECOND, 1, 7, ""),
        (SECOND, 1, 2, ""),
        (SECOND, 1, 1, "This has already been done; reload the page."),
        (SECOND, 1, 0, "Choose a table number from 1 to 99."),
        (SECOND, 8, 9, "Round 2 has no table 8; reload the page."),
        (with_result(SECOND, 2), 1, 2, "Table 2 has a result; clear it first."),
        (
            as_final(SECOND),
            2,
            1,
            "Table 1 of the final decides the gold medal (R64), so its number cannot be changed.",
        ),
    ],
)
def test_a_table_keeps_its_number_where_something_hangs_on_it(
    played: RoundRecord, table: int, to: int, why: str
) -> None:
    assert reason_not_to_renumber(cup(FIRST, played), played, table, to) == why


def test_two_tables_exchange_their_numbers_and_nobody_is_seated_anew() -> None:
    assert if_renumbered(cup(SECOND), SECOND, 1, 2) == (
        "Tables 1 and 2 swap numbers.",
        "If already printed, reprint the slips for tables 1 and 2 and the lists by player and by table.",
    )


def test_a_new_number_lets_out_the_phones_of_a_table_whose_players_report() -> None:
    assert if_renumbered(replace(cup(SECOND), players_report=True), SECOND, 1, 9) == (
        "Table 1 becomes table 9.",
        "Phones that used the code on an old slip are logged out and must scan the new slip.",
        "If already printed, reprint the slip for table 1 and the lists by player and by table.",
    )


def test_a_round_that_is_unpublished_says_which_logs_and_disputes_hang_on_its_tables() -> None:
    log = LogRecord(1, 2, 3, "Log 1", False, datetime(2026, 8, 20, 12, tzinfo=UTC), "arbiter")
    here = replace(cup(FIRST, SECOND), logs=(log, replace(log, key=2, table=1), replace(log, key=3, round=1)))
    gone = "If you redraw the round, the game logs and disputes for tables 1 and 3 will be lost."
    assert [line for line in if_unpublished(here, SECOND) if line.startswith("If you redraw")] == [gone]
    assert [line for line in if_unpublished(cup(FIRST, SECOND), SECOND) if line.startswith("If you redraw")] == []


# Somebody comes late: the ways in, best first, with what follows and why a way is closed (R37, R53)


def late(*rounds: object, status: Status = Status.LATE, planned: int = 4) -> EventRecord:
    here = cup(*rounds)  # type: ignore[arg-type]
    return replace(here, rounds_planned=planned, entries=(*here.entries[:10], replace(here.entries[10], status=status)))


def test_while_a_round_is_played_tables_come_first_then_the_next_round() -> None:
    playing = replace(with_result(SECOND, 2), starts_at=datetime(2026, 8, 20, 13, tzinfo=UTC))
    here = late(FIRST, playing)
    runs = "The player's clock has been running since the round started (R53)."
    assert arrivals(here, here.entry(P(11))) == (
        Arrival(
            ArrivalKind.TABLE,
            "Seat at table 1",
            f"Table of 4: each player has 25 minutes. With Player 1, Player 4 and Player 7. No repeats. {runs}",
            "",
            1,
            1,
        ),
        Arrival(
            ArrivalKind.TABLE,
            "Seat at table 3",
            f"Table of 5: each player has 20 minutes. With Player 3, Player 6, Player 9 and Player 10. No repeats. {runs}",
            "",
            3,
            1,
        ),
        Arrival(
            ArrivalKind.NEXT,
            "Play from round 3",
            "Round 2 has been missed; choose the score for it (R53). "
            "The next draw will be for 11 players: 2 tables of 4 and 1 table of 3.",
            missed=2,
        ),
        Arrival(
            ArrivalKind.TABLE,
            "Seat at table 2",
            f"Table of 4: each player has 25 minutes. With Player 2, Player 5 and Player 8. No repeats. {runs}",
            "Table 2 has a result; clear it first.",
            2,
            1,
        ),
    )


def test_in_the_last_round_there_is_no_next_one_and_no_seat_at_the_top_table() -> None:
    final = as_final(SECOND)
    here = late(FIRST, final, planned=2)
    told = {way.key: way.closed for way in arrivals(here, here.entry(P(11)))}
    assert told == {
        "table-2": "",
        "table-3": "",
        "table-1": "Table 1 of the final is seated from the standings, and nobody else can join it (R46, R64).",
        "next": "The final is the last round.",
    }


def test_while_a_draft_exists_it_is_drawn_again_or_waited_for() -> None:
    draft = replace(SECOND, state=RoundState.DRAFT)
    waits = "Player 11 is already marked as late; the draft can be published as it is."
    came = "Player 11 has checked in, so a draft that leaves them out cannot be published."
    for status, closed in ((Status.REGISTERED, ""), (Status.LATE, waits), (Status.PRESENT, came)):
        here = late(FIRST, draft, status=status)
        again, wait = arrivals(here, here.entry(P(11)))
        assert (again.words, again.closed, again.missed) == ("Draw again with Player 11", "", 1)
        assert again.follows.startswith("The next draw will be for 11 players: 2 tables of 4 and 1 table of 3.")
        assert (wait.way, wait.closed) == (ArrivalKind.WAIT, closed)


def test_who_has_a_seat_or_has_left_has_no_way_to_choose() -> None:
    here = late(FIRST, SECOND)
    assert [may_arrive(here, here.entry(P(number))) for number in (1, 11)] == [False, True]
    gone = late(FIRST, SECOND, status=Status.WITHDRAWN)
    assert not may_arrive(gone, gone.entry(P(11)))
    assert not may_arrive(late(FIRST), late(FIRST).entry(P(11)))


# What follows from a withdrawal, a disqualification and a return, in sentences


STAYS = "Player 9 stays in the standings as withdrawn: no medal or Pentamind points, but still counted among the players (2.1)."
UNCOUNTED = "Player 9 has not played, so will not be counted among the players (2.1)."


def in_threes(number: int, state: RoundState, players: range, kind: RoundKind = RoundKind.RANDOM) -> RoundRecord:
    groups = [list(players)[start : start + 3] for start in range(0, len(players), 3)]
    return RoundRecord(
        number,
        kind,
        state,
        tuple(
            TableRecord(place, tuple(SeatRecord(PlayerId(player), seat) for seat, player in enumerate(group, 1)))
            for place, group in enumerate(groups, 1)
        ),
    )


def event(*rounds: RoundRecord, status: Status = Status.PRESENT) -> EventRecord:
    entries = [EntryRecord(PlayerId(number), f"Player {number}") for number in range(1, 10)]
    entries[-1] = replace(entries[-1], status=status)
    return EventRecord("cup", "Cup", date(2026, 8, 20), 1, entries=tuple(entries), rounds=rounds)


def test_who_withdraws_between_rounds_misses_the_rest_and_the_next_round_shrinks() -> None:
    here = event(in_threes(1, RoundState.CLOSED, range(1, 10)))
    assert if_withdrawn(here, here.entries[8]) == (
        "Rounds 2, 3 and 4 count as missed and score 0.000 each (R54).",
        STAYS,
        "The next round will have 8 players instead of 9: 2 tables of 4 instead of 3 tables of 3.",
    )


def test_who_withdraws_from_a_public_final_list_changes_its_medals() -> None:
    rounds = [in_threes(number, RoundState.CLOSED, range(1, 10)) for number in (1, 2, 3)]
    here = replace(event(*rounds, in_threes(4, RoundState.CLOSED, range(1, 9))), is_final_published=True)
    assert if_withdrawn(here, here.entries[8]) == (
        STAYS,
        "The final list is public, so its medals will change at once.",
    )


@pytest.mark.parametrize("is_final_published", [True, False])
def test_who_withdraws_after_the_last_round_keeps_everything(is_final_published: bool) -> None:
    rounds = [in_threes(number, RoundState.CLOSED, range(1, 10)) for number in (1, 2, 3, 4)]
    here = replace(event(*rounds), is_final_published=is_final_published)
    assert if_withdrawn(here, here.entries[8]) == (
        "Player 9 played in the last round, so nothing changes: the place, medal and Pentamind points are kept (R54).",
    )


def test_who_leaves_the_last_game_keeps_place_and_medal_too() -> None:
    rounds = [in_threes(number, RoundState.CLOSED, range(1, 10)) for number in (1, 2, 3)]
    here = event(*rounds, in_threes(4, RoundState.PUBLISHED, range(1, 10)))
    assert [line.split(":")[0] for line in if_withdrawn(here, here.entries[8])] == [
        "Round 4 is being played",
        "If the game has not started, mark a no-show on the round's page instead.",
        "Player 9 is in the last round and, with a result there, will keep their place, medal and Pentamind points (R54).",
    ]


def test_who_leaves_a_game_counts_as_out_of_time() -> None:
    here = event(in_threes(1, RoundState.PUBLISHED, range(1, 10)))
    assert if_withdrawn(here, here.entries[8])[:2] == (
        "Round 1 is being played: anyone who leaves table 3 now counts as out of time (R31-R34), and the table's result counts.",
        "If the game has not started, mark a no-show on the round's page instead.",
    )


def test_somebody_who_never_played_is_no_player_and_leaves_the_field() -> None:
    here = event(status=Status.REGISTERED)
    assert if_withdrawn(here, here.entries[8]) == (
        "Rounds 1, 2, 3 and 4 count as missed and score 0.000 each (R54).",
        UNCOUNTED,
    )


def test_a_draft_has_to_be_drawn_again() -> None:
    here = event(in_threes(1, RoundState.CLOSED, range(1, 10)), in_threes(2, RoundState.DRAFT, range(1, 10)))
    assert if_withdrawn(here, here.entries[8])[-1] == "Draw round 2 again: the draft is out of date."


def test_a_disqualification_takes_rank_medal_and_points_but_not_the_games_of_others() -> None:
    here = event(*[in_threes(number, RoundState.CLOSED, range(1, 10)) for number in (1, 2, 3, 4)])
    first = "The player gets no place, medal or Pentamind points; the others keep their results (R67)."
    assert if_disqualified(here, here.entries[8]) == (first,)
    public = replace(here, is_final_published=True)
    assert if_disqualified(public, here.entries[8]) == (
        first,
        "The final list is public, so its medals will change at once.",
    )


def test_who_comes_back_has_missed_the_rounds_begun_meanwhile() -> None:
    here = event(
        in_threes(1, RoundState.CLOSED, range(1, 10)),
        in_threes(2, RoundState.CLOSED, range(1, 9)),
        status=Status.DISQUALIFIED,
    )
    assert if_reinstated(here, here.entries[8]) == (
        "Round 2 counts as missed and scores 0.000 (R54).",
        "The next round will have 9 players instead of 8: 3 tables of 3 instead of 2 tables of 4.",
    )


def test_a_round_sat_out_is_not_missed() -> None:
    second = replace(
        in_threes(2, RoundState.CLOSED, range(1, 9)), sit_outs=(SitOutRecord(PlayerId(9), SitOutKind.STANDARD),)
    )
    here = event(in_threes(1, RoundState.CLOSED, range(1, 10)), second, status=Status.WITHDRAWN)
    assert if_reinstated(here, here.entries[8]) == (
        "The next round will have 9 players instead of 8: 3 tables of 3 instead of 2 tables of 4.",
    )


def test_who_sat_out_a_round_has_taken_part_and_is_not_told_otherwise() -> None:
    first = replace(
        in_threes(1, RoundState.CLOSED, range(1, 9)), sit_outs=(SitOutRecord(PlayerId(9), SitOutKind.STANDARD),)
    )
    here = event(first)
    assert STAYS in if_withdrawn(here, here.entries[8])
    gone = event(first, status=Status.WITHDRAWN)
    assert not [line for line in if_reinstated(gone, gone.entries[8]) if "registered" in line]


def test_who_came_late_and_left_at_once_has_not_taken_part() -> None:
    missed = SitOutRecord(PlayerId(9), SitOutKind.STANDARD, source=SitOutSource.LATE_ENTRY)
    here = event(replace(in_threes(1, RoundState.CLOSED, range(1, 9)), sit_outs=(missed,)))
    assert UNCOUNTED in if_withdrawn(here, here.entries[8])


def test_who_never_played_comes_back_as_registered() -> None:
    here = event(status=Status.WITHDRAWN)
    assert if_reinstated(here, here.entries[8]) == (
        "Player 9 has not played, so will be registered again; you choose the score for missed rounds at check-in (R53).",
    )


def test_two_players_have_no_table() -> None:
    assert (tables_for(2, MSO_ACQUIRE), tables_for(17, MSO_ACQUIRE)) == ("no table", "2 tables of 4 and 3 tables of 3")
