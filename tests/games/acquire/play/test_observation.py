"""What a seat may know: everything that lies open and its own hand, and no clue on the rest."""

from __future__ import annotations

from random import Random

import pytest

from games.acquire.play.chance import actor
from games.acquire.play.notation import position_text
from games.acquire.rules.legal import legal_actions
from games.acquire.state import Phase
from tests.games.acquire.play.games import NAMES, dealt_anew, positions, walk


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_knows_is_the_same_wherever_the_hidden_tiles_are(name: str) -> None:
    random = Random(name)
    for state in positions(name, 5, 1):
        for seat in (None, *range(state.seats)):
            seen = state.known_to(seat)
            other = dealt_anew(seen, random)
            assert (other.hidden, other.bag) == ([0] * state.seats, state.bag)
            assert other.known_to(seat) == seen
            assert position_text(other.known_to(seat)) == position_text(seen)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_may_do_follows_from_what_it_knows(name: str) -> None:
    random = Random(name)
    for state in positions(name, 12, 2):
        seat = actor(state)
        if seat is None or seat < 0 or state.phase is Phase.DRAW:
            continue
        assert legal_actions(dealt_anew(state.known_to(seat), random)) == legal_actions(state)


def test_a_seat_knows_its_own_hand_and_how_many_tiles_the_others_have() -> None:
    state = next(state for state in walk("mso", 3, 0) if state.phase is Phase.PLAY and state.turn == 9)
    known = state.known_to(1)
    assert known.hands == [set(), state.hands[1], set()]
    assert known.hidden == [state.count(0), 0, state.count(2)]
