"""Insight in words and as a picture: what is told of a judgement, which three decisions turned the game, and the lines of worth."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.opponents.insight.deciding import SCORE, Decision
from tests.tournament.pages.insight.played import NAMES, a_log
from tournament.play.programs.insight.words import choice_words, decision_words, turning_points, verdict_of
from tournament.replays import read_game
from tournament.replays.insight import insight_of
from tournament.tellings.charts import worth_chart
from tournament.tellings.charts.worth import SHORT, names_beside

HELD = {"act": "dispose", "chain": "Tower", "sell": 0, "trade": 0, "hold": 4}
SOLD = {"act": "dispose", "chain": "Tower", "sell": 4, "trade": 0, "hold": 0}


def judged(more: int, give: int, **other: Any) -> dict[str, Any]:
    """A judgement as it is kept."""
    told = {"done": SOLD, "best": HELD, "more": more, "give": give, "looks": 8_900, "tried": 5, "legal": 5}
    return {**told, "is_possible": True, **other}


@pytest.mark.parametrize(
    ("act", "done", "choice"),
    [
        ({"act": "play", "tile": "5C"}, "plays 5C", "place 5C"),
        ({"act": "buy", "shares": {}}, "buys nothing", "buy nothing"),
        ({"act": "buy", "shares": {"Tower": 2, "Luxor": 1}}, "buys 2 Tower and 1 Luxor", "buy 2 Tower and 1 Luxor"),
        (SOLD, "sells 4 of Tower", "sell 4 Tower"),
        (
            {"act": "dispose", "chain": "Tower", "sell": 1, "trade": 2, "hold": 1},
            "sells 1, trades 2 and keeps 1 of Tower",
            "sell 1 Tower, trade 2 and hold 1",
        ),
        ({"act": "found", "chain": "Tower"}, "founds Tower", "found Tower"),
        ({"act": "survivor", "chain": "Tower"}, "lets Tower survive", "let Tower survive"),
        ({"act": "order", "chains": ["Tower"]}, "settles Tower next", "settle Tower first"),
        (
            {"act": "swap", "give": "Tower", "take": "Luxor"},
            "gives 2 shares of Tower for 1 of Luxor",
            "exchange 2 Tower for 1 Luxor",
        ),
        ({"act": "card", "card": "BUY_5_STOCK"}, "uses the card “buy 5 stock”", "use the card “buy 5 stock”"),
        ({"act": "pass"}, "passes", "place no tile"),
        ({"act": "end"}, "ends the game", "declare the end of the game"),
    ],
)
def test_every_act_has_words(act: dict[str, Any], done: str, choice: str) -> None:
    decided = Decision(4, 2, 0, act, is_known=True)
    assert (decision_words(decided, NAMES), choice_words(act)) == (f"Ann Demo {done}.", choice)


def test_a_judgement_says_how_sure_it_is() -> None:
    clear = verdict_of(judged(3_219, 810))
    assert clear.verdict == "The search would choose: hold 4 Tower. That is worth about 3,200 more."
    assert clear.basis == "estimate, 2,400 to 4,000 more at 95 %; 8,900 games played out, 5 of 5 moves tried"
    assert (clear.more, clear.least) == (3_219, 2_409)
    close = verdict_of(judged(300, 500))
    assert close.verdict == "The search would choose: hold 4 Tower. The two are too close to tell apart."
    assert close.basis.startswith("estimate, 200 less to 800 more at 95 %")
    other = verdict_of(judged(-900, 500))
    assert other.verdict.endswith("But the player's decision came out about 900 better.")
    assert other.basis.startswith("estimate, 400 to 1,400 less at 95 %")
    little = verdict_of(judged(40, 20))
    assert little.verdict == "The search would choose: hold 4 Tower. That is worth less than 100 more."
    assert little.basis.startswith("estimate, 0 to 100 more at 95 %")
    assert verdict_of(judged(10, 20)).basis.startswith("estimate, less than 100 either way at 95 %")
    assert verdict_of(judged(100, 20)).basis.startswith("estimate, about 100 more at 95 %")
    assert verdict_of(judged(-90, 30)).basis.startswith("estimate, about 100 less at 95 %")
    assert verdict_of(judged(300, 320)).basis.startswith("estimate, 0 to 600 more at 95 %")
    assert verdict_of(judged(0, 0, best=SOLD)).verdict == "The search would have done the same."
    assert "nobody could do that" in verdict_of(judged(0, 0, is_possible=False)).verdict


def test_at_a_table_of_an_event_what_counts_is_its_part_of_the_table() -> None:
    clear = verdict_of(judged(1_204, 300, unit=SCORE))
    assert clear.verdict == "The search would choose: hold 4 Tower. That is worth about 1.20 % of the table more."
    assert clear.basis.startswith("estimate, 0.90 % to 1.50 % of the table more at 95 %")
    close = verdict_of(judged(100, 300, unit=SCORE))
    assert close.basis.startswith("estimate, 0.20 % less to 0.40 % of the table more at 95 %")
    decision = Decision(4, 2, 0, SOLD, is_known=True)
    point = turning_points([decision], {4: judged(1_204, 300, unit=SCORE)}, NAMES)[0]
    assert point.words == "Turn 2: Ann Demo sells 4 of Tower. Worth about 1.20 % of the table more: hold 4 Tower."


def test_the_three_turning_points_are_those_of_which_most_is_beyond_doubt() -> None:
    decisions = [Decision(event, event // 2, event % 2, SOLD, is_known=True) for event in range(10, 17)]
    kept = {
        10: judged(9_000, 8_900),
        11: judged(3_219, 810),
        12: judged(2_000, 100),
        13: judged(5_000, 6_000),
        14: judged(4_000, 100),
        15: judged(0, 0, best=SOLD),
    }
    points = turning_points(decisions, kept, NAMES)
    assert [point.event for point in points] == [14, 11, 12]
    assert points[1].words == "Turn 5: Ben Demo sells 4 of Tower. Worth about 3,200 more: hold 4 Tower."
    assert points[1].basis == "estimate, 2,400 to 4,000 more at 95 %; 8,900 games played out, 5 of 5 moves tried"
    assert turning_points(decisions, {13: kept[13]}, NAMES) == ()
    assert decision_words(decisions[0], NAMES) == "Ann Demo sells 4 of Tower."


def test_the_worth_of_a_whole_game_ends_with_its_final_cash() -> None:
    reading = read_game(a_log())
    insight = insight_of(reading)
    assert len(insight.worth) == reading.turns[-1].place + 1
    assert [int(cash) for cash in insight.worth[-1].cash] == [reading.final[player.id] for player in reading.players]
    assert insight.digest == insight_of(reading.with_names(["One", "Two", "Three", "Four"])).digest
    assert insight_of(read_game(a_log(8))).digest != insight.digest


def drawn(cash: list[tuple[int, ...]], turn: int | None = None) -> str:
    return worth_chart(cash, NAMES[: len(cash[0])], turn)


def test_a_picture_names_each_line_at_its_end_and_marks_the_turn_without_covering_a_name() -> None:
    told = drawn([(6_000, 6_000, 6_000), (8_000, 6_000, 7_000), (20_000, 19_900, 20_000)], 1)
    assert [name for name in NAMES[:3] if f">{name}</text>" in told] == [*NAMES[:3]]
    heights = [int(y) for y, name in re.findall(r'<text x="\d+" y="(\d+)">(\w+ Demo)</text>', told)]
    assert len(heights) == 3
    assert all(abs(one - other) >= 14 for place, one in enumerate(heights) for other in heights[:place])
    assert ">after 1</text>" in told
    assert told.count("<circle") == 3
    assert "Ben Demo: 6,000" in told
    assert {f"line{number}" for number in range(3)} <= set(re.findall(r"line\d", told))
    assert "after each of 2 turns. At the end: Ann Demo 20,000, Ben Demo 19,900, Cai Demo 20,000." in told
    assert drawn([(6_000, 6_000)]) == ""
    assert "<circle" not in drawn([(1, 2), (3, 4)])


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Ann Demo", "Ben Demo"], ["Ann Demo", "Ben Demo"]),
        (
            ["Guest", "Program Glance", "Program Glance 2", "Program Glance 3"],
            ["Guest", "Glance", "Glance 2", "Glance 3"],
        ),
        (["Program Glance", "Guest"], ["Program Gl…", "Guest"]),
        (["Number Ninety-Nine A", "Number Ninety-Nine B"], ["Ninety…ne A", "Ninety…ne B"]),
        (["Number Ninety-Nine, second", "Number Ninety-Nine, the second"], ["1. Ninety-…", "2. Ninety-…"]),
    ],
)
def test_no_two_players_are_called_alike_beside_their_lines(names: list[str], told: list[str]) -> None:
    assert names_beside(names) == told


@given(st.lists(st.text("ab 2", min_size=1, max_size=16).map(str.strip).filter(bool), max_size=9, unique=True))
def test_names_beside_lines_are_short_and_told_apart(names: list[str]) -> None:
    told = names_beside(names)
    assert all(told)
    assert max(map(len, told), default=0) <= SHORT
    assert len(set(told)) == len(names)
