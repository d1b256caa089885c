"""Players ranked by an order of keys: each key by worked numbers, and what holds for every order (R46, R61, R65, MSO-T)."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import msgspec.structs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import make_record, make_round, records, with_entry
from tournament.record.event import EventRecord
from tournament.record.formats import MSO_ACQUIRE, Amounts, shipped_format
from tournament.record.vocabulary import Key, PlayerId
from tournament.scores import medals, standings
from tournament.scores.medals import results_to_rank
from tournament.scores.order import by_value, in_words, ranked, ranked_by_total
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
