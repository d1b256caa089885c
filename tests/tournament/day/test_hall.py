"""What follows when somebody sits elsewhere than drawn, in sentences, and why somebody cannot."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from tournament.day.hall import (
    best_spread,
    best_tables,
    follows,
    if_not_come,
    if_renumbered,
    if_unpublished,
    reason_not_to_renumber,
    refusal,
    seated,
    seats_of,
    spread,
)
from tournament.record.event import (
    ApartRecord,
    DrawRecord,
    EntryRecord,
    EventRecord,
    LogRecord,
    PlannedRound,
    RoundRecord,
    SeatRecord,
    TableRecord,
)
from tournament.record.vocabulary import PlayerId, ResultState, RoundKind, RoundState, SitOutKind

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
    return replace(played, kind=RoundKind.SWISS, draw=draw)


def test_a_move_says_who_goes_where_what_the_tables_become_who_meets_again_and_which_paper_is_wrong() -> None:
    tiles = SECOND.with_table(
        replace(SECOND.table(3), seats=tuple(replace(seat, starting_tile="7F") for seat in SECOND.table(3).seats))
    )
    here = replace(cup(FIRST, tiles), aparts=(ApartRecord(1, (P(1), P(9)), True),))
    assert follows(here, tiles, seated(seats_of(tiles), P(9), 1)) == (
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
    assert refusal(cup(FIRST, played), played, seated(seats_of(played), P(player), table)).startswith(why)


def test_a_move_between_tables_that_can_play_is_not_refused() -> None:
    assert refusal(cup(FIRST, SECOND), SECOND, seated(seats_of(SECOND), P(9), 1)) == ""


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
    after = spread(seats_of(SECOND), 1, to)
    assert (sorted(map(len, after.values())), refusal(here, SECOND, after)) == ([5, 5], "")
    assert "Table 1 is removed from this round." in follows(here, SECOND, after)


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
