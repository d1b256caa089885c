"""The Swiss final: cut by total, chance only where equals straddle a cut (R45-R48)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tournament.draw.pairings.ranked import Cut, Roll, cut_by_rank
from tournament.draw.pairings.request import PairingError
from tournament.record.vocabulary import CutTieBreak, Key, PlayerId
from tournament.scores.order import Ranking, Split, ranked_by_total

P = PlayerId
SEVENTEEN = (4, 4, 3, 3, 3)


def totals(*values: int) -> dict[PlayerId, int]:
    return {P(number): value for number, value in enumerate(values, start=1)}


def cut_by_total(of: Mapping[PlayerId, int], sizes: Sequence[int], **given: Any) -> Cut:
    """The players cut by their totals alone."""
    return cut_by_rank(ranked_by_total(of), of, sizes, **given)


def falling(count: int) -> list[int]:
    return [100_000 - 1_000 * place for place in range(count)]


def e23() -> dict[PlayerId, int]:
    """E23: seventeen players, places 2 and 3 equal, places 4 and 5 equal on 84.117."""
    values = falling(17)
    values[1] = values[2]
    values[3] = values[4] = 84_117
    values[5:] = [80_000 - 1_000 * place for place in range(12)]
    return totals(*values)


def test_seventeen_are_cut_into_places_1_to_4_5_to_8_and_three_threes() -> None:
    cut = cut_by_total(totals(*falling(17)), SEVENTEEN)
    assert cut.tables == ((1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17))
    assert cut.protocol == ()


def test_a_tie_for_the_last_seat_of_table_one_is_drawn_and_a_tie_within_it_is_not() -> None:
    cut = cut_by_total(e23(), SEVENTEEN, seed=7)
    assert set(cut.tables[0]) in ({1, 2, 3, 4}, {1, 2, 3, 5})
    assert len(cut.protocol) == 1
    assert cut.protocol[0].startswith("Places 4 to 5 were level on 84.117 and decided by lot with seed 7: ")
    drawn = {cut_by_total(e23(), SEVENTEEN, seed=seed).tables[0][3] for seed in range(20)}
    assert drawn == {4, 5}


def test_dice_decide_with_the_higher_roll_at_the_higher_table() -> None:
    cut = cut_by_total(e23(), SEVENTEEN, dice={P(4): (2,), P(5): (6,)}, names={P(4): "Dan", P(5): "Eve"})
    assert cut.tables[0] == (1, 2, 3, 5)
    assert cut.tables[1] == (4, 6, 7, 8)
    assert cut.protocol == (
        "Places 4 to 5 were level on 84.117 and decided by dice (Eve 6, Dan 2): Eve at table 1; Dan at table 2.",
    )


def rolls(*values: Roll) -> dict[PlayerId, Roll]:
    return {P(number): roll for number, roll in enumerate(values, start=1)}


def test_equal_rolls_on_one_side_of_the_cut_need_no_second_roll() -> None:
    """Eight equal players are more than a die has numbers: what counts is only who plays at which table (R47)."""
    equal = totals(*[50_000] * 8)
    cut = cut_by_total(equal, (4, 4), dice=rolls((6,), (1,), (6,), (2,), (5,), (2,), (4,), (1,)))
    assert [set(table) for table in cut.tables] == [{1, 3, 5, 7}, {2, 4, 6, 8}]


def test_who_rolled_the_same_across_the_cut_rolls_again_and_nobody_else() -> None:
    equal = totals(*[50_000] * 8)
    thrown: list[tuple[int, ...]] = [(6,), (3,), (6,), (3,), (5,), (1,), (3,), (2,)]
    with pytest.raises(PairingError, match=r"^Player 2, Player 4 and Player 7 each rolled 3"):
        cut_by_total(equal, (4, 4), dice=rolls(*thrown))
    thrown[1], thrown[3], thrown[6] = (3, 1), (3, 1), (3, 4)
    cut = cut_by_total(equal, (4, 4), dice=rolls(*thrown))
    assert [set(table) for table in cut.tables] == [{1, 3, 5, 7}, {2, 4, 6, 8}]
    assert "Player 7 3 4, Player 2 3 1, Player 4 3 1" in cut.protocol[0]


def test_a_second_roll_is_not_held_against_who_did_not_roll_again() -> None:
    """Of three equal rolls across the cut two were rolled again: the third player is not the lowest for that (R47)."""
    equal = totals(*[50_000] * 4)
    with pytest.raises(PairingError, match=r"^Player 1 and Player 3 each rolled 3"):
        cut_by_total(equal, (1, 3), dice=rolls((3, 5), (3, 2), (3,), (1,)))


def test_one_block_may_straddle_several_cuts() -> None:
    cut = cut_by_total(totals(*[50_000] * 9), (3, 3, 3), seed=1)
    assert sorted(player for table in cut.tables for player in table) == list(range(1, 10))
    assert len(cut.protocol) == 1
    assert "at table 3" in cut.protocol[0]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({}, "Player 4 and Player 5 are level across a cut. Enter a seed or each player's dice roll."),
        ({"dice": {P(4): (3,)}}, "No dice roll has been entered for Player 5. Enter one for everybody in the tie."),
        (
            {"dice": {P(4): (3,), P(5): (3,)}},
            "Player 4 and Player 5 each rolled 3. Ask them to roll again and enter both rolls, for example “3 5”.",
        ),
        (
            {"dice": {P(4): (3,), P(5): (3, 6)}},
            "Player 4 and Player 5 each rolled 3. Ask them to roll again and enter both rolls, for example “3 5”.",
        ),
        (
            {"dice": {P(4): (3, 1), P(5): (3, 1)}},
            "Player 4 and Player 5 each rolled 3 1. Ask them to roll again and enter both rolls, for example “3 1 5”.",
        ),
    ],
)
def test_a_tie_that_nothing_decides_is_refused(given: dict[str, dict[PlayerId, Roll]], message: str) -> None:
    with pytest.raises(PairingError) as refusal:
        cut_by_total(e23(), SEVENTEEN, dice=given.get("dice"))
    assert str(refusal.value) == message


def test_tables_that_do_not_fit_the_players_are_refused() -> None:
    with pytest.raises(PairingError, match="Tables of 4 4 seat 8, but 9 are playing in the final"):
        cut_by_total(totals(*falling(9)), (4, 4))


def e23_parted(key: Key) -> Ranking:
    """E23 where a key puts place 5 before place 4."""
    by_total = ranked_by_total(e23())
    groups = ((P(5),), (P(4),))
    at = by_total.groups.index((P(4), P(5)))
    split = Split(key, {(2,): groups[0], (1,): groups[1]})
    return Ranking((*by_total.groups[:at], *groups, *by_total.groups[at + 1 :]), (*by_total.splits, split))


@pytest.mark.parametrize(
    ("key", "rule", "words"),
    [
        (Key.PLACES, CutTieBreak.MOST_WINS, "most wins, then most second places"),
        (Key.PLACES, CutTieBreak.HEAD_TO_HEAD, "most wins, then most second places, then head to head"),
        (Key.PLACES, CutTieBreak.OLYMPIAD, "the Olympiad's step 4 (most wins, then most second places)"),
        (Key.HEAD_TO_HEAD, CutTieBreak.OLYMPIAD, "the Olympiad's step 5 (head to head)"),
    ],
)
def test_a_tie_break_parts_players_of_equal_total_before_chance_does_and_is_told(
    key: Key, rule: CutTieBreak, words: str
) -> None:
    cut = cut_by_rank(e23_parted(key), e23(), SEVENTEEN, names={P(4): "Dan", P(5): "Eve"}, rule=rule)
    assert P(5) in cut.tables[0]
    assert cut.protocol == (f"Eve and Dan are level on 84.117; decided by {words}: Eve plays at table 1.",)
