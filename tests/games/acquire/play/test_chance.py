"""Who acts, what the bag may bring, and actions at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from games.acquire.actions import ActKind
from games.acquire.editions import EDITIONS
from games.acquire.play import (
    CHANCE,
    actor,
    chance_outcomes,
    is_over,
    legal_actions,
    outcome,
    play_out,
    push,
    question,
    sample,
    start,
)
from games.acquire.state import Phase
from tests.games.acquire.play.games import NAMES, positions, walk

CHANCES = {ActKind.START, ActKind.DRAW, ActKind.MARKET}


@pytest.mark.parametrize("name", NAMES)
def test_the_one_who_acts_is_the_one_whose_actions_are_listed(name: str) -> None:
    for state in positions(name, 30):
        listed = legal_actions(state)
        who = actor(state)
        if who is None:
            assert (listed, is_over(state)) == ([], True)
        elif who == CHANCE:
            assert {action.act for action in listed} <= CHANCES
        else:
            assert {action.player for action in listed} == {who}
            assert {action.act for action in listed} - CHANCES


@pytest.mark.parametrize("name", NAMES)
def test_the_chances_of_the_bag_are_equal_and_sum_to_one(name: str) -> None:
    for state in positions(name, 30, 1):
        outcomes = chance_outcomes(state)
        drawn = [action for action in legal_actions(state) if action.act in CHANCES]
        assert [action for action, _ in outcomes] == drawn
        assert sum(chance for _, chance in outcomes) == (1 if drawn else 0)
        assert bool(drawn) == (actor(state) == CHANCE or question(state).may_draw)


@pytest.mark.parametrize("name", NAMES)
def test_what_is_sampled_is_legal_and_follows_from_the_generator_alone(name: str) -> None:
    for state in positions(name, 20, 2):
        if is_over(state):
            continue
        listed = legal_actions(state)
        once = [sample(state, Random(seed)) for seed in range(8)]
        assert set(once) <= set(listed)
        assert once == [sample(state.copy(), Random(seed)) for seed in range(8)]


@pytest.mark.parametrize("phase", [Phase.START, Phase.PLAY, Phase.BUY, Phase.DISPOSE, Phase.DRAW])
def test_every_legal_action_is_sampled_equally_often(phase: Phase) -> None:
    fitting = [state for state in positions("mso", 60, 3) if state.phase is phase]
    state = min(fitting, key=lambda state: abs(len(legal_actions(state)) - 20))
    listed = legal_actions(state)
    random = Random(7)
    counts = Counter(sample(state, random) for _ in range(300 * len(listed)))
    assert counts.keys() == set(listed)
    # Five standard deviations of a count of 300.
    assert 210 < min(counts.values()) <= max(counts.values()) < 390


@pytest.mark.parametrize("name", NAMES)
def test_a_game_played_out_ends_with_an_outcome(name: str) -> None:
    edition = EDITIONS[name]
    for seats in range(edition.min_players, min(6, edition.max_players) + 1):
        state = play_out(start(edition, seats), Random(seats))
        result = outcome(state)
        assert result is not None
        assert len(result.cash) == seats


@pytest.mark.parametrize("name", NAMES)
def test_playing_out_goes_the_way_that_pushing_samples_goes(name: str) -> None:
    edition = EDITIONS[name]
    seats = max(3, edition.min_players)
    state = start(edition, seats)
    random = Random(11)
    while not is_over(state):
        push(state, sample(state, random))
    assert state == play_out(start(edition, seats), Random(11))


@pytest.mark.parametrize("name", NAMES)
def test_a_question_by_factor_has_the_answers_of_the_list(name: str) -> None:
    for state in positions(name, 40, 4):
        asked = question(state)
        decided = [action for action in legal_actions(state) if action.act not in CHANCES]
        answers = list(asked.answers())
        assert sorted(answers, key=repr) == sorted(decided, key=repr)
        assert asked.actor == actor(state)


def test_a_purchase_is_asked_share_by_share() -> None:
    state = next(s for s in walk("mso", 4, 2) if s.phase is Phase.BUY and len(s.chains_on_board()) > 2 and s.turn > 8)
    asked = question(state).purchase
    assert asked is not None
    assert asked.limit == 3
    assert asked.next_chains(()) == [chain for chain, most in asked.most if most]
    first = asked.most[0][0]
    assert asked.next_chains(((first, 3),)) == []


def test_a_disposal_is_asked_by_what_is_owned_and_traded() -> None:
    state = next(s for s in positions("mso", 1) if s.phase is Phase.DISPOSE)
    assert state.merger is not None
    player, chain = state.merger.queue[0]
    asked = question(state)
    assert asked.disposal is not None
    assert (asked.actor, asked.disposal.chain, asked.disposal.owned) == (player, chain, state.shares[chain][player])
    assert asked.disposal.most_sold(asked.disposal.most_traded) == asked.disposal.owned - asked.disposal.most_traded
