"""What follows from a withdrawal, a disqualification and a return, in sentences."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from tournament.day.leaving import if_disqualified, if_reinstated, if_withdrawn, tables_for
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, SitOutRecord, TableRecord
from tournament.record.vocabulary import PlayerId, RoundKind, RoundState, SitOutKind, SitOutSource, Status

STAYS = "Player 9 stays in the standings as withdrawn: no medal or Pentamind points, but still counted among the players (2.1)."
UNCOUNTED = "Player 9 has not played, so will not be counted among the players (2.1)."


def seated(number: int, state: RoundState, players: range, kind: RoundKind = RoundKind.RANDOM) -> RoundRecord:
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
    here = event(seated(1, RoundState.CLOSED, range(1, 10)))
    assert if_withdrawn(here, here.entries[8]) == (
        "Rounds 2, 3 and 4 count as missed and score 0.000 each (R54).",
        STAYS,
        "The next round will have 8 players instead of 9: 2 tables of 4 instead of 3 tables of 3.",
    )


def test_who_withdraws_from_a_public_final_list_changes_its_medals() -> None:
    rounds = [seated(number, RoundState.CLOSED, range(1, 10)) for number in (1, 2, 3)]
    here = replace(event(*rounds, seated(4, RoundState.CLOSED, range(1, 9))), is_final_published=True)
    assert if_withdrawn(here, here.entries[8]) == (
        STAYS,
        "The final list is public, so its medals will change at once.",
    )


@pytest.mark.parametrize("is_final_published", [True, False])
def test_who_withdraws_after_the_last_round_keeps_everything(is_final_published: bool) -> None:
    rounds = [seated(number, RoundState.CLOSED, range(1, 10)) for number in (1, 2, 3, 4)]
    here = replace(event(*rounds), is_final_published=is_final_published)
    assert if_withdrawn(here, here.entries[8]) == (
        "Player 9 played in the last round, so nothing changes: the place, medal and Pentamind points are kept (R54).",
    )


def test_who_leaves_the_last_game_keeps_place_and_medal_too() -> None:
    rounds = [seated(number, RoundState.CLOSED, range(1, 10)) for number in (1, 2, 3)]
    here = event(*rounds, seated(4, RoundState.PUBLISHED, range(1, 10)))
    assert [line.split(":")[0] for line in if_withdrawn(here, here.entries[8])] == [
        "Round 4 is being played",
        "If the game has not started, mark a no-show on the round's page instead.",
        "Player 9 is in the last round and, with a result there, will keep their place, medal and Pentamind points (R54).",
    ]


def test_who_leaves_a_game_counts_as_out_of_time() -> None:
    here = event(seated(1, RoundState.PUBLISHED, range(1, 10)))
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
    here = event(seated(1, RoundState.CLOSED, range(1, 10)), seated(2, RoundState.DRAFT, range(1, 10)))
    assert if_withdrawn(here, here.entries[8])[-1] == "Draw round 2 again: the draft is out of date."


def test_a_disqualification_takes_rank_medal_and_points_but_not_the_games_of_others() -> None:
    here = event(*[seated(number, RoundState.CLOSED, range(1, 10)) for number in (1, 2, 3, 4)])
    first = "The player gets no place, medal or Pentamind points; the others keep their results (R67)."
    assert if_disqualified(here, here.entries[8]) == (first,)
    public = replace(here, is_final_published=True)
    assert if_disqualified(public, here.entries[8]) == (
        first,
        "The final list is public, so its medals will change at once.",
    )


def test_who_comes_back_has_missed_the_rounds_begun_meanwhile() -> None:
    here = event(
        seated(1, RoundState.CLOSED, range(1, 10)),
        seated(2, RoundState.CLOSED, range(1, 9)),
        status=Status.DISQUALIFIED,
    )
    assert if_reinstated(here, here.entries[8]) == (
        "Round 2 counts as missed and scores 0.000 (R54).",
        "The next round will have 9 players instead of 8: 3 tables of 3 instead of 2 tables of 4.",
    )


def test_a_round_sat_out_is_not_missed() -> None:
    second = replace(
        seated(2, RoundState.CLOSED, range(1, 9)), sit_outs=(SitOutRecord(PlayerId(9), SitOutKind.STANDARD),)
    )
    here = event(seated(1, RoundState.CLOSED, range(1, 10)), second, status=Status.WITHDRAWN)
    assert if_reinstated(here, here.entries[8]) == (
        "The next round will have 9 players instead of 8: 3 tables of 3 instead of 2 tables of 4.",
    )


def test_who_sat_out_a_round_has_taken_part_and_is_not_told_otherwise() -> None:
    first = replace(
        seated(1, RoundState.CLOSED, range(1, 9)), sit_outs=(SitOutRecord(PlayerId(9), SitOutKind.STANDARD),)
    )
    here = event(first)
    assert STAYS in if_withdrawn(here, here.entries[8])
    gone = event(first, status=Status.WITHDRAWN)
    assert not [line for line in if_reinstated(gone, gone.entries[8]) if "registered" in line]


def test_who_came_late_and_left_at_once_has_not_taken_part() -> None:
    missed = SitOutRecord(PlayerId(9), SitOutKind.STANDARD, source=SitOutSource.LATE_ENTRY)
    here = event(replace(seated(1, RoundState.CLOSED, range(1, 9)), sit_outs=(missed,)))
    assert UNCOUNTED in if_withdrawn(here, here.entries[8])


def test_who_never_played_comes_back_as_registered() -> None:
    here = event(status=Status.WITHDRAWN)
    assert if_reinstated(here, here.entries[8]) == (
        "Player 9 has not played, so will be registered again; you choose the score for missed rounds at check-in (R53).",
    )


def test_two_players_have_no_table() -> None:
    assert (tables_for(2), tables_for(17)) == ("no table", "2 tables of 4 and 3 tables of 3")
