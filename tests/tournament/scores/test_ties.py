"""Ties for medals by the Olympiad's steps, and which tie a ruling is about (R65, MSO-T)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

import pytest

from tests.tournament.scores.worked import make_record, make_round, with_entry
from tournament.draw.allocation import FINAL
from tournament.record.event import EventRecord
from tournament.record.rounds import TieRuling
from tournament.record.settings import with_settings
from tournament.record.vocabulary import (
    CutTieBreak,
    Decider,
    Key,
    Medal,
    PlayerId,
    RoundKind,
    RoundState,
    SitOutKind,
    Status,
)
from tournament.scores.explaining import Scores
from tournament.scores.medals import junior_medals, medals, pentamind, results_to_rank, ties
from tournament.scores.order import Ranking, by_value, in_words, ranked
from tournament.scores.tiebreaks import KEYS_AT_THE_CUT, OLYMPIAD, STEPS, ruling_reason, stored_steps
from tournament.scores.totals import standings
from tournament.services.draws import ranked_to_cut


def numbers(*players: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(player) for player in players)


def by_steps(event: EventRecord, players: Collection[PlayerId]) -> Ranking:
    """The players ranked by the Olympiad's steps."""
    return ranked(players, OLYMPIAD, results_to_rank(event))


def shown(event: EventRecord, key: Key, *players: int) -> dict[int, str]:
    """The value of a key in words for each player."""
    found = by_value(numbers(*players), key, results_to_rank(event))
    return {player: in_words(key, value) for value, equal in found.items() for player in equal}


def splits(ranking: Ranking) -> list[tuple[Key, list[tuple[tuple[PlayerId, ...], str]]]]:
    """Each key that parted, with the players of each value in words."""
    return [
        (split.key, [(players, in_words(split.key, value)) for value, players in split.parts.items()])
        for split in ranking.splits
    ]


def level(*players: int) -> dict[int, int]:
    return dict.fromkeys(players, 30_000)


def sixteen_alike() -> EventRecord:
    """Sixteen equal for three rounds; in the final Player 8 alone of the top table ends on 100.000, as do the twelve of the others."""
    tables = (level(1, 2, 3, 8), level(4, 5, 6, 7), level(9, 10, 11, 12), level(13, 14, 15, 16))
    # 40,000 x 1.06 is 42,400 of 120,000: 35.333 %; 30,000 is 25.000 %; 24,000 is 20.000 %; 23,600 is 19.667 %
    top = {1: 40_000, 8: 30_000, 2: 24_000, 3: 23_600}
    rounds = (make_round(number, *tables) for number in (1, 2, 3))
    return make_record(16, *rounds, make_round(4, top, *tables[1:], form=FINAL))


TWELVE = (4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16)


def test_the_board_in_the_final_comes_first_so_the_top_table_alone_has_silver() -> None:
    event = sixteen_alike()
    assert [(place.player, place.medal) for place in medals(event)[:2]] == [(1, Medal.GOLD), (4, Medal.SILVER)]
    (tie,) = [tie for tie in ties(event) if tie.is_for_a_medal]
    assert (tie.players, tie.total, tie.ruling) == (numbers(4, 5, 6, 7, 8, *TWELVE[4:]), 100_000, None)
    ranking = by_steps(event, tie.players)
    assert ranking.groups == (numbers(8), numbers(4, 5, 6, 7), numbers(9, 10, 11, 12), numbers(13, 14, 15, 16))
    ((key, parts),) = splits(ranking)
    assert (key, parts[:2]) == (Key.BOARD, [(numbers(8), "table 1"), (numbers(4, 5, 6, 7), "table 2")])
    # three rounds of 100, and 30,000 of 42,400: 70.755
    assert shown(event, Key.SHARE_OF_WINNER, 4, 8) == {4: "400.000", 8: "370.755"}


def test_both_readings_of_step_3_are_shown_and_only_the_first_parts() -> None:
    """Players 1 and 2 are equal in percent of the winner, 42,400 of it and 26,500 of it; in points they are not."""
    first = make_round(1, {1: 40_000, 3: 20_000, 5: 20_000}, {2: 25_000, 4: 12_500, 6: 12_500})
    event = make_record(6, first)
    assert [(STEPS[key], key.words) for key in STEPS][2:4] == [
        (3, "percentage of the table winner's points, all rounds"),
        (3, "the other reading of step 3: victory points scored in all rounds"),
    ]
    assert shown(event, Key.SHARE_OF_WINNER, 1, 2) == {1: "100.000", 2: "100.000"}
    assert shown(event, Key.VICTORY_POINTS, 1, 2) == {1: "42,400", 2: "26,500"}
    assert Key.VICTORY_POINTS not in OLYMPIAD


def test_what_the_steps_leave_together_shares_the_place_and_the_medal() -> None:
    event = sixteen_alike()
    places = by_steps(event, numbers(8, *TWELVE)).places
    ruling = TieRuling(tuple(places), "the Olympiad's step 1", 100_000, tuple(places.values()))
    ruled = replace(event, ties=(ruling,))
    assert tuple(places.values()) == (1, *[2] * 4, *[6] * 4, *[10] * 4)
    assert [(place.player, place.place, place.medal, place.is_shared) for place in medals(ruled)[:7]] == [
        (1, 1, Medal.GOLD, False),
        (8, 2, Medal.SILVER, False),
        *((player, 3, Medal.BRONZE, True) for player in (4, 5, 6, 7)),
        (9, 7, None, True),
    ]
    bronze = medals(ruled)[2]
    assert bronze.decided_by is Decider.RULING
    assert bronze.why.endswith(
        "the director ruled: the Olympiad's step 1. Guest 4, Guest 5, Guest 6 and Guest 7 share the place."
    )
    assert pentamind(ruled) == pentamind(event)
    assert standings(ruled) == standings(event)


def test_a_random_last_round_has_no_board_and_who_sat_out_comes_after_every_board() -> None:
    event = sixteen_alike()
    last = event.rounds[-1]
    drawn = replace(event, rounds=(*event.rounds[:3], replace(last, kind=RoundKind.RANDOM, top_table_wins=False)))
    assert shown(drawn, Key.BOARD, 4, 8) == {4: "there was no final", 8: "there was no final"}
    assert by_steps(drawn, numbers(8, 4, 9)).splits[0].key is Key.SHARE_OF_WINNER
    final = make_round(2, level(1, 2, 3, 4), level(5, 6, 7, 8), form=FINAL, sit_outs={9: SitOutKind.STANDARD})
    idle = make_record(9, make_round(1, level(1, 2, 3), level(4, 5, 6), level(7, 8, 9)), final, rounds_planned=2)
    assert by_steps(idle, numbers(9, 5, 1)).groups == (numbers(1), numbers(5), numbers(9))
    assert shown(idle, Key.BOARD, 1, 5, 9)[9] == "at no table"


def three_head_to_head() -> EventRecord:
    """Players 1, 2 and 3 are alike by steps 2 to 4; 2 beat 3, and 3 beat 4, whose last round was the worse."""
    won, second, third, last = 40_000, 30_000, 20_000, 10_000
    return make_record(
        12,
        make_round(
            1,
            {5: won, 1: second, 6: third, 7: last},
            {8: won, 9: second, 10: third, 11: last},
            {2: won, 3: second, 4: third, 12: last},
        ),
        make_round(
            2,
            {1: won, 5: second, 6: third, 7: last},
            {8: won, 2: second, 9: third, 10: last},
            {3: won, 11: second, 4: third, 12: last},
        ),
        make_round(
            3,
            {1: won, 5: second, 8: third, 4: last},
            {2: won, 6: second, 9: third, 11: last},
            {3: won, 7: second, 10: third, 12: last},
        ),
        rounds_planned=3,
    )


def test_whom_a_step_parts_leaves_and_head_to_head_looks_at_the_others_alone() -> None:
    event = three_head_to_head()
    assert splits(by_steps(event, numbers(1, 2, 3, 4)))[:2] == [
        # 40,000 x 1.06 is 42,400 of 102,400: 41.406; 10,000 is 9.766
        (Key.LAST_SCORE, [(numbers(1, 2, 3), "41.406"), (numbers(4), "9.766")]),
        # 3 was ahead of 4 too, who is gone; among the three only 2 was ahead of somebody
        (Key.HEAD_TO_HEAD, [(numbers(2), "ahead 1 time"), (numbers(1, 3), "ahead 0 times")]),
    ]
    assert shown(event, Key.HEAD_TO_HEAD, 1, 2, 3, 4)[3] == "ahead 2 times"


def test_no_step_is_applied_twice_so_who_is_left_goes_on_to_the_next_one() -> None:
    """Once 2 is gone, 1 and 3 would be parted by no step before; step 6 decides between them or they share."""
    event = three_head_to_head()
    (last,) = by_steps(event, numbers(1, 2, 3, 4)).splits[2:]
    assert last.key is Key.OPPONENTS
    assert by_steps(event, numbers(1, 3)).groups == tuple(last.parts.values())


def test_opponents_are_compared_by_their_mean_for_tables_of_three_have_fewer() -> None:
    """Everybody has 25.000 a round, so who sat at tables of three had as good opponents as who sat at fours."""
    rounds = [
        make_round(number, level(1, 2, 3, 4), {5: 40_000, 6: 21_300, 7: 21_300}, level(8, 9, 10, 11))
        for number in (1, 2, 3)
    ]
    event = make_record(11, *rounds, rounds_planned=3)
    totals = {row.player: row.total for row in standings(event)}
    six = shown(event, Key.OPPONENTS, 1, 8, 6)
    assert six[1] == six[8] == "mean 75.000"
    # six opponents: 5 and 7, three times each; without the two best, 5 twice, and the two worst, 7 twice: 5 and 7
    assert six[6] == f"mean {(totals[PlayerId(5)] + totals[PlayerId(7)]) / 2 / 1000:.3f}"
    even = make_record(
        7, *(make_round(each, level(1, 2, 3, 4), level(5, 6, 7)) for each in (1, 2, 3)), rounds_planned=3
    )
    assert shown(even, Key.OPPONENTS, 1, 5) == {1: "mean 75.000", 5: "mean 75.000"}


def test_where_no_opponent_is_left_step_six_parts_nobody() -> None:
    """At a table of three twice there are four opponents, all of whom are taken away; at fours two of six are left."""
    rounds = [make_round(each, level(1, 2, 3, 4), level(5, 6, 7), level(8, 9, 10, 11)) for each in (1, 2)]
    event = make_record(11, *rounds, rounds_planned=2)
    assert shown(event, Key.OPPONENTS, 1, 5)[5] == "too few opponents"
    assert by_steps(event, numbers(1, 5, 8)).groups == (numbers(1, 5, 8),)


def four_alike(first: Mapping[int, int], **fields: object) -> EventRecord:
    """Four rounds of one table, all equal but for the first, which is given."""
    return make_record(
        4, *(make_round(each, first if each == 1 else level(1, 2, 3, 4)) for each in range(1, 5)), **fields
    )


@pytest.mark.parametrize("total", [100_000, None])
def test_a_ruling_never_decides_another_tie_that_a_correction_made(total: int | None) -> None:
    """Four on 100.000 are ruled 4-3-2-1; corrected, 1 and 2 are equal on 103.142, 3 and 4 on 96.858, and nobody ruled on those.

    A version before 2.8 kept no total; there the players say that it is another tie.
    """
    ruling = TieRuling(numbers(4, 3, 2, 1), "step 2, result in the final round", total)
    ruled = four_alike(level(1, 2, 3, 4), ties=(ruling,))
    assert [(place.player, place.total) for place in medals(ruled)] == [(each, 100_000) for each in (4, 3, 2, 1)]
    # 40,000 x 1.03 is 41,200, twice, of 146,400: 28.142; 32,000 is 21.858
    corrected = four_alike({1: 40_000, 2: 40_000, 3: 32_000, 4: 32_000}, ties=(ruling,))
    assert [(place.player, place.place, place.total, place.decided_by) for place in medals(corrected)] == [
        (1, 1, 103_142, Decider.TOTAL),
        (2, 1, 103_142, Decider.TOTAL),
        (3, 3, 96_858, Decider.TOTAL),
        (4, 3, 96_858, Decider.TOTAL),
    ]
    assert medals(corrected)[0].why == "Guest 1 and Guest 2 are level on 103.142 and share the place."
    assert (Scores(ruled).rulings, Scores(corrected).rulings) == ((ruling,), ())


@pytest.mark.parametrize(
    ("ruling", "counts"),
    [
        (TieRuling(numbers(2, 1), "dice", 28_571), True),
        (TieRuling(numbers(2, 1), "dice"), True),
        (TieRuling(numbers(2, 1), "dice", 25_000), False),
        (TieRuling(numbers(2, 1, 3), "dice", 28_571), False),
        (TieRuling(numbers(2, 1, 3), "dice"), False),
    ],
)
def test_a_ruling_counts_for_its_players_on_its_total_and_for_no_other_tie(ruling: TieRuling, counts: bool) -> None:
    # 40,000 x 1.03 is 41,200, twice, of 144,200: 28.571
    event = make_record(4, make_round(1, {1: 40_000, 2: 40_000, 3: 31_800, 4: 30_000}), rounds_planned=1)
    assert {row.total for row in standings(event) if row.player <= 2} == {28_571}
    first = medals(replace(event, ties=(ruling,)))[0]
    assert (first.player, first.is_shared) == ((2, False) if counts else (1, True))
    assert (Scores(replace(event, ties=(ruling,))).rulings == (ruling,)) is counts


def test_a_ruling_counts_only_once_every_round_is_closed() -> None:
    event = make_record(4, make_round(1, level(1, 2, 3, 4)), rounds_planned=2)
    ruled = replace(event, ties=(TieRuling(numbers(4, 3, 2, 1), "dice", 25_000),))
    assert medals(ruled) == medals(event)


def test_a_ruling_on_the_medals_counts_for_the_juniors_among_those_it_names() -> None:
    event = make_record(
        8, make_round(1, level(1, 2, 3, 4), {5: 41_000, 6: 30_000, 7: 20_000, 8: 10_000}), rounds_planned=1
    )
    for player in (1, 3, 6, 8):
        event = with_entry(event, player, is_junior=True)
    ruled = replace(event, ties=(TieRuling(numbers(3, 1, 2, 4), "dice", 25_000, (1, 2, 2, 4)),))
    assert [(place.player, place.medal) for place in junior_medals(ruled)][1:3] == [
        (3, Medal.SILVER),
        (1, Medal.BRONZE),
    ]
    gone = with_entry(ruled, 4, status=Status.DISQUALIFIED)
    assert [(place.player, place.is_shared) for place in junior_medals(gone)][1:3] == [(1, True), (3, True)]


def test_gold_and_silver_of_one_total_are_two_ties_each_with_its_ruling() -> None:
    """1 and 2 of the top table are equal on the total that 5 has at another one: gold is between the two, silver is asked anew."""
    alike = {5: 40_000, 6: 40_000, 7: 20_000, 8: 10_000}
    final = make_round(1, {1: 40_000, 2: 40_000, 3: 20_000, 4: 10_000}, alike, form=FINAL)
    event = with_entry(make_record(8, final, rounds_planned=1), 6, status=Status.DISQUALIFIED)
    assert [tie.players for tie in ties(event) if tie.is_for_a_medal] == [numbers(1, 2)]
    gold = TieRuling(numbers(2, 1), "dice", standings(event)[0].total)
    assert [(tie.players, tie.ruling) for tie in ties(replace(event, ties=(gold,))) if tie.is_for_a_medal] == [
        (numbers(1, 2), gold),
        (numbers(1, 5), None),
    ]
    silver = replace(gold, players=numbers(5, 1))
    assert [place.player for place in medals(replace(event, ties=(gold, silver)))][:3] == [2, 5, 1]


def test_gold_of_the_room_by_a_ruling_is_told_as_a_ruling() -> None:
    final = make_round(1, level(1, 2, 3, 4), form=FINAL)
    event = make_record(4, final, rounds_planned=1, gold_from_room=True)
    ruled = replace(event, ties=(TieRuling(numbers(2, 1, 3, 4), "dice", 25_000),))
    assert (medals(ruled)[0].player, medals(ruled)[0].decided_by) == (2, Decider.RULING)
    assert medals(event)[0].decided_by is Decider.ROOM


def test_before_a_final_the_steps_are_three_to_six_and_chance_decides_what_they_leave() -> None:
    """Player 8 has 25.000 for 30,000 of a winner's 42,400, players 4 to 7 for winning together: step 3 puts them before 8."""
    first = make_round(1, {1: 40_000, 8: 30_000, 2: 24_000, 3: 23_600}, level(4, 5, 6, 7))
    event = make_record(8, first, rounds_planned=2)
    assert {row.total for row in standings(event) if row.player in (4, 5, 6, 7, 8)} == {25_000}
    results = results_to_rank(event)
    at_the_cut = KEYS_AT_THE_CUT[CutTieBreak.OLYMPIAD]
    assert [STEPS[key] for key in at_the_cut] == [3, 4, 5, 6]
    ranking = ranked(numbers(4, 5, 6, 7, 8), at_the_cut, results)
    assert ranking.groups == (numbers(4, 5, 6, 7), numbers(8))
    assert ranking.parted_by(PlayerId(8), PlayerId(4)) is Key.SHARE_OF_WINNER
    assert ranking.parted_by(PlayerId(5), PlayerId(4)) is None
    assert KEYS_AT_THE_CUT[CutTieBreak.TOTAL_ONLY] == ()
    by_wins = ranked(numbers(4, 8), KEYS_AT_THE_CUT[CutTieBreak.MOST_WINS], results)
    assert splits(by_wins) == [(Key.PLACES, [(numbers(4), "1 × place 1"), (numbers(8), "1 × place 2")])]


@pytest.mark.parametrize(
    ("rule", "parts"), [(CutTieBreak.OLYMPIAD, Key.OPPONENTS), (CutTieBreak.HEAD_TO_HEAD, Key.HEAD_TO_HEAD)]
)
def test_at_the_cut_those_alone_who_are_present_are_compared_but_by_the_rule_of_before(
    rule: CutTieBreak, parts: Key
) -> None:
    """2 beat 3, who is gone, on the same total; 1 beat nobody of those who are left, and so both are equal by step 5."""
    event = with_entry(replace(three_head_to_head(), rounds_planned=4), 3, status=Status.WITHDRAWN)
    ruled = replace(event, format=with_settings(event.format, {"cut_tie_break": rule}))
    assert ranked_to_cut(ruled, 4).parted_by(PlayerId(1), PlayerId(2)) is parts


def test_nothing_is_tied_before_a_round_is_closed() -> None:
    event = make_record(3, make_round(1, level(1, 2, 3), state=RoundState.PUBLISHED))
    assert (ties(event), by_steps(event, numbers(2, 1)).groups) == ((), (numbers(1, 2),))


def test_a_ruling_by_the_steps_stores_their_numbers_and_what_was_typed_stays() -> None:
    stored = stored_steps([3, 5])
    assert stored == '{"code":"tie.steps","steps":[3,5]}'
    assert ruling_reason(stored) == (
        "the Olympiad's steps 3 (percentage of the table winner's points, all rounds) and 5 (head to head)"
    )
    assert ruling_reason("the Olympiad's step 1") == "the Olympiad's step 1"
