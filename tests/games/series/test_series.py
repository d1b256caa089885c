"""Series: who sits where, which bags are played, what the table says, and that a seed says it all."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.editions.values import EDITIONS
from games.acquire.logs.reading import read_log
from games.acquire.replay.judging.judge import replay
from games.opponents.players import player_of
from games.series.bots import Limits, SeriesError
from games.series.running import Bag, SeriesOrder, planned_games, play_series
from games.series.table import BotFault, BotRow, Conduct, add_game, document, interval_of, student, table_lines
from games.series.tracing import Trace


def test_nobody_begins_more_than_two_of_ten_games_of_six() -> None:
    games = list(planned_games(10, 6))
    starters = Counter(game.bots[0] for game in games)
    assert (len(games), max(starters.values()), len(starters)) == (10, 2, 6)
    assert games[0].bots == (0, 1, 2, 3, 4, 5)


@given(st.integers(1, 12), st.integers(1, 10))
def test_seats_move_on_by_one(count: int, seats: int) -> None:
    games = list(planned_games(count, seats))
    assert [game.number for game in games] == list(range(1, len(games) + 1))
    for one, next_one in pairwise(games):
        assert next_one.bots == (*one.bots[1:], one.bots[0])
    starters = Counter(game.bots[0] for game in games)
    assert max(starters.values()) - min(starters.get(bot, 0) for bot in range(seats)) <= 1


@given(st.integers(0, 1_000), st.integers(1, 108))
def test_a_bag_gives_its_tiles_in_one_order_whoever_draws(seed: int, most: int) -> None:
    bags = [Bag(str(seed)), Bag(str(seed))]
    left = list(range(108))
    for _ in range(most):
        drawn = bags[0](left)
        assert drawn == bags[1](list(reversed(left)))
        left.remove(drawn)


def test_a_tile_that_was_put_back_comes_again_at_any_time() -> None:
    places: Counter[int] = Counter()
    for seed in range(600):
        bag, left = Bag(str(seed)), list(range(6))
        back = bag(left)
        order = []
        while left:
            order.append(bag(left))
            left.remove(order[-1])
        places[order.index(back)] += 1
    assert set(places) == set(range(6))
    assert all(60 < count < 150 for count in places.values())


cash = st.lists(st.integers(0, 99_999), min_size=3, max_size=3)


@given(st.lists(cash, min_size=1, max_size=8))
def test_totals_wins_and_shares_are_those_of_the_games(games: list[list[int]]) -> None:
    rows = [BotRow(f"bot {place}", place + 1, False, Conduct()) for place in range(3)]
    for number, amounts in enumerate(games):
        bots = [(seat + number) % 3 for seat in range(3)]
        add_game(rows, bots, amounts)
    told = document("mso", len(games), rows)["bots"]
    assert sum(row["total"] for row in told) == sum(map(sum, games))
    assert sum(row["wins"] for row in told) == pytest.approx(len(games))
    assert sum(row["share"] for row in told) == pytest.approx(1, abs=1e-5)
    assert all(row["games"] == len(games) for row in told)
    assert all(0 <= row["interval"][0] <= row["interval"][1] <= 1 for row in told)
    assert all(row["interval"][0] - 1e-6 <= row["share"] <= row["interval"][1] + 1e-6 for row in told)


def test_students_points_are_those_of_the_books() -> None:
    book = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 6: 2.447, 9: 2.262, 20: 2.086, 60: 2.000, 399: 1.966}
    assert {freedom: round(student(freedom), 3) for freedom in book} == pytest.approx(book, abs=0.0016)


def test_the_interval_is_that_of_the_book_and_of_one_game_nothing_follows() -> None:
    assert interval_of([0.25]) == (0.0, 1.0)
    low, high = interval_of([0.2, 0.3, 0.4])
    wide = Fraction(4303, 1000) * Fraction(1, 10) / Fraction(3**0.5)
    assert [low, high] == pytest.approx([0.3 - float(wide), 0.3 + float(wide)], abs=1e-4)
    assert interval_of([0.0, 1.0]) == (0.0, 1.0)


def test_the_table_is_this_one() -> None:
    rows = [
        BotRow("search:1", 1, False, Conduct()),
        BotRow("cmd:python3 bot.py", 2, False, Conduct(timeouts=2, refused=3, faults=[BotFault(1, "buy", "x", "X.")])),
        BotRow("house", 3, True, Conduct()),
    ]
    add_game(rows, (0, 1, 2), (40_000, 30_000, 30_000))
    add_game(rows, (1, 2, 0), (25_000, 25_000, 50_000))
    add_game(rows, (2, 0, 1), (45_000, 10_000, 45_000))
    told = document("codewar", 3, rows)
    assert told == {
        "edition": "codewar",
        "games": 3,
        "bots": [
            {
                "bot": "search:1",
                "seat": 1,
                "total": 100_000,
                "games": 3,
                "wins": 2,
                "share": 0.333333,
                "interval": [0.0, 0.850448],
                "timeouts": 0,
                "refused": 0,
            },
            {
                "bot": "cmd:python3 bot.py",
                "seat": 2,
                "total": 100_000,
                "games": 3,
                "wins": 0.5,
                "share": 0.333333,
                "interval": [0.074776, 0.591891],
                "timeouts": 2,
                "refused": 3,
            },
            {
                "bot": "house",
                "seat": 3,
                "total": 100_000,
                "games": 3,
                "wins": 0.5,
                "share": 0.333333,
                "interval": [0.074776, 0.591891],
                "timeouts": 0,
                "refused": 0,
                "filled": True,
            },
        ],
    }
    assert table_lines(told) == [
        "bot                 seat    total  games  wins  share        95 %  out of time  refused",
        "search:1               1  100,000      3     2  33.3%  0.0%-85.0%            0        0",
        "cmd:python3 bot.py     2  100,000      3   0.5  33.3%  7.5%-59.2%            2        3",
        "house (filled)         3  100,000      3   0.5  33.3%  7.5%-59.2%            0        0",
    ]


def series(**others: Any) -> SeriesOrder:
    wanted = {"edition": "codewar", "bots": ("random", "random"), "seats": 3, "games": 2, "seed": "s"}
    return SeriesOrder(**{**wanted, "limits": Limits(60.0, 0.0, 0.0), **others})


def run(wanted: SeriesOrder) -> dict[str, Any]:
    rows = play_series(wanted, lambda name, place: player_of(name, f"{place}"), trace=Trace(), say=lambda line: None)
    return document(wanted.edition, len(rows[0].parts), rows)


def test_a_seed_says_it_all_and_another_one_something_else() -> None:
    first = run(series())
    assert run(series()) == first
    assert run(series(seed="t")) != first
    assert [row.get("filled") for row in first["bots"]] == [None, None, True]
    assert [row["bot"] for row in first["bots"]] == ["random", "random", "house"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_is_played_and_its_logs_have_no_finding(edition: str, tmp_path: Path) -> None:
    seats = max(2, EDITIONS[edition].min_players)
    told = run(series(edition=edition, seats=seats, games=1, logs=tmp_path))
    (log,) = tmp_path.iterdir()
    found = replay(read_log(log.read_text(encoding="utf-8")))
    assert found.complete
    assert not found.findings
    assert sum(row["total"] for row in told["bots"]) == pytest.approx(
        sum(amount for amount in found.final.values() if amount is not None), abs=seats
    )
    assert not any(row["refused"] or row["timeouts"] for row in told["bots"])


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"seats": 11}, "codewar is played by 2 to 10, not by 11; name other --seats."),
        ({"seats": 2, "bots": ("random",) * 3}, "3 bots do not fit on 2 seats; name more --seats or fewer bots."),
    ],
)
def test_what_cannot_be_played_is_refused_in_a_sentence(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(SeriesError) as caught:
        run(series(**wrong))
    assert str(caught.value) == says
