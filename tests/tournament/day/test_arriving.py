"""Somebody comes late: the ways in, best first, with what follows and why a way is closed (R37, R53)."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from tests.tournament.day.test_hall import FIRST, SECOND, P, as_final, cup, with_result
from tournament.day.arriving import Arrival, ArrivalKind, arrivals, may_arrive
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundState, Status


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
