"""Players ranked by an order of keys: each key by worked numbers, and what holds for every order (R46, R61, R65, MSO-T)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import msgspec.structs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace as replaced

from tests.tournament.scores.worked import make_record, make_round, records, with_entry
from tournament.record.event import EventRecord
from tournament.record.formats import MSO_ACQUIRE, Amounts, shipped_format
from tournament.record.vocabulary import Key, PlayerId, SitOutKind
from tournament.scores.medals import medals, results_to_rank
from tournament.scores.order import Results, by_value, in_words, ranked, ranked_by_total
from tournament.scores.totals import standings
from tournament.services.draws import ranked_to_cut

ONE, THREE = PlayerId(1), PlayerId(3)


@pytest.mark.parametrize(
    ("key", "of_one", "of_three"),
    [
        # 40,000 x 1.06 is 42,400 of 102,400: 41.406; the others 29.297, 19.531 and 9.766
        (Key.TOTAL, "70.703", "29.297"),
        (Key.LAST_SCORE, "29.297", "9.766"),
        # in percent of 42,400: 100 and 70.755; 47.170 and 23.585
        (Key.SHARE_OF_WINNER, "170.755", "70.755"),
        (Key.VICTORY_POINTS, "72,400", "30,000"),
        (Key.PLACES, "1 × place 1, 1 × place 2", "1 × place 3, 1 × place 4"),
        (Key.HEAD_TO_HEAD, "ahead 2 times", "ahead 0 times"),
        # Player 1 met one player on 70.703 and two on 29.297, each twice; without the two best and the two worst 29.297 is left
        (Key.OPPONENTS, "mean 29.297", "mean 70.703"),
        (Key.BOARD, "there was no final", "there was no final"),
    ],
)
def test_each_key_compares_by_the_numbers_of_the_event(key: Key, of_one: str, of_three: str) -> None:
    first = make_round(1, {1: 40_000, 2: 30_000, 3: 20_000, 4: 10_000})
    event = make_record(4, first, make_round(2, {2: 40_000, 1: 30_000, 4: 20_000, 3: 10_000}), rounds_planned=2)
    found = by_value((ONE, THREE), key, results_to_rank(event))
    assert {player: in_words(key, value) for value, players in found.items() for player in players} == {
        ONE: of_one,
        THREE: of_three,
    }


def test_who_is_left_out_of_a_ranking_leaves_the_others_in_their_order() -> None:
    ranking = ranked_by_total({PlayerId(each): total for each, total in ((1, 50), (2, 40), (3, 40), (4, 30))})
    assert ranking.groups == ((1,), (2, 3), (4,))
    assert ranking.among((THREE, PlayerId(4))).places == {3: 1, 4: 2}


def test_wins_come_before_seconds_and_seconds_before_thirds() -> None:
    """1 won once, 2 was second twice, 3 was second and third, 4 never better than third."""
    event = make_record(
        6,
        make_round(1, {1: 40_000, 2: 30_000, 4: 20_000}, {5: 40_000, 3: 30_000, 6: 20_000}),
        make_round(2, {5: 40_000, 2: 30_000, 3: 20_000}, {6: 40_000, 4: 10_000, 1: 20_000}),
        rounds_planned=2,
    )
    assert list(ranked((PlayerId(each) for each in (4, 3, 2, 1)), (Key.PLACES,), results_to_rank(event)).places) == [
        1,
        2,
        3,
        4,
    ]


COMMANDER = replaced(shipped_format("commander"), rounds=shipped_format("commander").rounds[:1])
"""All rounds are of one stage; a bye counts as three opponents of 0.2."""
PODS = (
    make_round(1, {1: 1, 2: 0, 3: 0, 4: 0}, {5: 1, 6: 1, 7: 0}, sit_outs={8: SitOutKind.STANDARD}),
    make_round(2, {8: 0, 1: 1, 5: 0, 2: 0}, {3: 0, 6: 1, 7: 0}, sit_outs={4: SitOutKind.STANDARD}),
)
"""1 wins two tables, 5 and 6 draw one, 6 wins another; 8 and 4 have a bye."""


@pytest.mark.parametrize(
    ("key", "said"),
    [
        # won alone: 1 both games, 6 one of two, 5 none of two (a draw), 8 none of one
        (Key.OWN_WINS, {1: "1.000", 5: "0.000", 6: "0.500", 8: "0.000"}),
        # 1 met 2, 3, 4, 8, 5, 2: none won; 5 met 6, 7, 8, 1, 2: 1.5 of 5; 6 met 5, 7, 3, 7; 8 met 1, 5, 2 and three of 0.2: 1.6 of 6
        (Key.OPPONENTS_WINS, {1: "0.000", 5: "0.300", 6: "0.000", 8: "0.267"}),
        (Key.GAMES, {1: "2", 5: "2", 6: "2", 8: "1"}),
        # totals 10, 0, 0, 5, 1, 6, 0, 5: 1 met 2, 3, 4, 5, 8: 11 of 5; 5 met 1, 2, 6, 7, 8: 21 of 5; 6 met 3, 5, 7; 8 met 1, 2, 5
        (Key.OPPONENTS_TOTALS, {1: "2.200", 5: "4.200", 6: "0.333", 8: "3.667"}),
        # 1 beat 2, 3, 4, 5 and 8, 2 of them twice; 6 beat 3 and 7
        (Key.BEATEN, {1: "5", 5: "0", 6: "2", 8: "0"}),
        # of the wins of seats 2 to 4, which are 3, 2 and 1, seat 3 leaves 1/6 and seat 2 half; at a table of three seat 2 leaves 2/5
        (Key.SEATS, {1: "0.750", 5: "0.583", 6: "0.400", 8: "1.000"}),
    ],
)
def test_each_key_of_wins_and_seats_by_hand(key: Key, said: dict[int, str]) -> None:
    event = make_record(8, *PODS, format=replaced(COMMANDER, seat_wins=(4, 3, 2, 1)), rounds_planned=2)
    found = by_value([PlayerId(each) for each in said], key, results_to_rank(event))
    assert {player: in_words(key, value) for value, players in found.items() for player in players} == said


def test_without_a_bye_share_a_bye_is_no_opponent() -> None:
    event = make_record(8, *PODS, format=replaced(COMMANDER, bye_share=None), rounds_planned=2)
    assert by_value([PlayerId(8)], Key.OPPONENTS_WINS, results_to_rank(event)) == {(Fraction(1, 3),): (8,)}


def test_who_has_neither_played_nor_met_anybody_has_no_share() -> None:
    results = Results({ONE: 0})
    values = [next(iter(by_value([ONE], key, results))) for key in (Key.OWN_WINS, Key.OPPONENTS_WINS, Key.SEATS)]
    assert values == [(0,), (0,), (Fraction(-1, 2),)]


orders: st.SearchStrategy[tuple[Key, ...]] = st.permutations(list(Key)).flatmap(
    lambda keys: st.integers(1, len(keys)).map(lambda size: tuple(keys[:size]))
)


@given(event=records, order=orders, seed=st.integers())
def test_each_key_parts_equals_and_leaves_everybody_else_where_they_are(
    event: EventRecord, order: tuple[Key, ...], seed: int
) -> None:
    results = results_to_rank(event)
    players = list(results.totals)
    fine, coarse = ranked(players, order, results), ranked(players, order[:-1], results)
    Random(seed).shuffle(players)
    assert ranked(players, order, results) == fine
    assert sorted(fine.places) == sorted(players)
    together = iter(fine.groups)
    for group in coarse.groups:
        parts = [next(together)]
        while sum(map(len, parts)) < len(group):
            parts.append(next(together))
        assert sorted(player for part in parts for player in part) == list(group)
        values = by_value(group, order[-1], results)
        assert len(parts) == (1 if () in values else len(values))
    for split in fine.splits:
        assert list(split.parts) == sorted(split.parts, reverse=True)


@given(event=records)
def test_standings_cut_and_medals_have_one_order_of_the_same_players(event: EventRecord) -> None:
    rows = standings(event)
    ranks = {row.player: row.rank for row in rows if row.rank is not None}
    assert ranks == ranked_by_total({row.player: row.total for row in rows if row.player in ranks}).places
    cut = ranked_to_cut(event, len(event.rounds) + 1)
    seated = [ranks[player] for player in cut.places if player in ranks]
    assert seated == sorted(seated)
    unruled = replace(event, ties=(), gold_from_room=True)
    given_places = {place.player: place.place for place in medals(unruled)}
    assert given_places == ranked_by_total({row.player: row.total for row in rows if row.player in given_places}).places


HEATS = (
    make_round(1, {1: 60, 2: 40, 3: 30, 4: 20}, {5: 50, 6: 40, 7: 30, 8: 20}),
    make_round(2, {1: 10, 5: 40, 2: 50, 6: 30}, {3: 44, 4: 40, 7: 30, 8: 20}),
)
"""Two heats: in the first 1 wins by 150 percent of the runner-up's amount and 5 by 125, in the second 2 and 3 win."""


@pytest.mark.parametrize(
    ("key", "players", "groups", "words"),
    [
        (Key.FIRST_WIN, (1, 2, 5), ((1, 5), (2,)), "yes"),
        (Key.LATER_WINS, (1, 2, 3), ((2, 3), (1,)), "yes"),
        # 2: 50 of 40 is 125 %, 3: 44 of 40 is 110 %; 6 was second with 40 of 50.
        (Key.MARGIN, (1, 2, 3, 5, 6), ((1,), (2, 5), (3,), (6,)), "150.000 %"),
        (Key.MEAN_PLACE, (1, 2, 3, 5), ((2, 5), (3,), (1,)), "1.500"),
        (Key.SUM, (1, 2, 5), ((2, 5), (1,)), "90"),
        (Key.TYPED, (1, 2, 3), ((3,), (1, 2)), "7"),
    ],
)
def test_the_keys_of_heats(key: Key, players: tuple[int, ...], groups: tuple[tuple[int, ...], ...], words: str) -> None:
    event = with_entry(make_record(8, *HEATS, rounds_planned=2, format=shipped_format("mso-places")), 3, tie_figure=7)
    event = replace(
        event, format=msgspec.structs.replace(event.format, game=(Amounts(),), order=(key,), amount=MSO_ACQUIRE.amount)
    )
    ranking = ranked(map(PlayerId, players), (key,), results_to_rank(event))
    assert ranking.groups == groups
    assert in_words(key, next(iter(ranking.splits[0].parts))) == words


def test_only_the_best_results_may_count() -> None:
    form = msgspec.structs.replace(
        shipped_format("mso-places"), game=(Amounts(),), amount=MSO_ACQUIRE.amount, best_of=1
    )
    rows = standings(make_record(8, *HEATS, rounds_planned=2, format=form))
    assert {row.player: row.total for row in rows}[PlayerId(1)] == 60_000
