"""What a seat may know: everything that lies open and its own hand, and no clue on the rest."""

from __future__ import annotations

import json
from collections import Counter
from random import Random

import pytest

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES, TILES, parse_tile
from games.acquire.editions import EDITIONS
from games.acquire.errors import IllegalActionError, PositionError
from games.acquire.logs.reading import read_text
from games.acquire.play.chance import actor, play_out
from games.acquire.play.documents import observation_document, observation_from
from games.acquire.play.observation import deal_hidden, determinize, observe
from games.acquire.play.positions import position_at
from games.acquire.rules.game import apply, is_over
from games.acquire.rules.legal import legal_actions
from games.acquire.rules.lenient import start
from games.acquire.rules.placement import dead_tiles, may_place
from games.acquire.state import Phase, State
from tests.games.acquire.play.games import NAMES, positions, walk


def _seats(state: State) -> list[int | None]:
    return [None, *range(state.seats)]


def _open_tiles(state: State, seat: int | None) -> set[int]:
    """The tiles that a seat sees: on the board, out of the game, exposed, and in its own hand."""
    lying = {tile for tile in range(TILES) if state.spaces[tile]} | state.dead | state.exposed
    return lying | (state.hands[seat] if seat is not None else set())


def _tiles_in(document: object) -> set[int]:
    """Every tile that a document names, as a value or as a key, anywhere."""
    if isinstance(document, dict):
        return {tile for key, value in document.items() for tile in _tiles_in(key) | _tiles_in(value)}
    if isinstance(document, list):
        return {tile for value in document for tile in _tiles_in(value)}
    return {parse_tile(document)} if document in TILE_NAMES else set()


@pytest.mark.parametrize("name", NAMES)
def test_an_observation_names_no_tile_that_the_seat_does_not_see(name: str) -> None:
    for state in positions(name, 6):
        for seat in _seats(state):
            assert _tiles_in(observation_document(observe(state, seat))) == _open_tiles(state, seat)


@pytest.mark.parametrize("name", NAMES)
def test_an_observation_is_the_same_wherever_the_hidden_tiles_are(name: str) -> None:
    random = Random(name)
    for state in positions(name, 5, 1):
        for seat in _seats(state):
            seen = observe(state, seat)
            other = determinize(seen, random)
            assert not any(other.hidden)
            assert other.bag == state.bag
            assert observe(other, seat) == seen
            text = json.dumps(observation_document(observe(other, seat)))
            assert text == json.dumps(observation_document(seen))


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_may_do_follows_from_what_it_observes(name: str) -> None:
    random = Random(name)
    for state in positions(name, 12, 2):
        seat = actor(state)
        if seat is None or seat < 0 or state.phase is Phase.DRAW:
            continue
        assert legal_actions(determinize(observe(state, seat), random)) == legal_actions(state)


@pytest.mark.parametrize("name", NAMES)
def test_a_determinized_position_can_be_played_to_its_end(name: str) -> None:
    random = Random(name)
    for state in positions(name, 5, 3):
        for seat in _seats(state):
            assert is_over(play_out(determinize(observe(state, seat), random), random))


@pytest.mark.parametrize("name", NAMES)
def test_an_observation_is_written_as_json_and_read_again(name: str) -> None:
    for state in positions(name, 5, 4):
        for seat in _seats(state):
            seen = observe(state, seat)
            assert observation_from(json.loads(json.dumps(observation_document(seen)))) == seen


def test_hidden_tiles_are_dealt_without_preference() -> None:
    state = next(state for state in walk("mso", 3, 0) if state.phase is Phase.PLAY and state.turn == 20)
    seat = (state.player + 1) % 3
    other = (state.player + 2) % 3
    seen = observe(state, seat)
    random = Random(3)
    counts: Counter[int] = Counter()
    for _ in range(3000):
        counts.update(determinize(seen, random).hands[other])
    unknown = set(range(TILES)) - _open_tiles(state, seat)
    assert counts.keys() == unknown
    expected = 3000 * len(state.hands[other]) / len(unknown)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in counts.values())


def test_whoever_has_passed_is_not_dealt_a_tile_that_can_be_placed() -> None:
    random = Random(1)
    passed = [s for seed in range(8) for s in walk("mso", 3, seed, lasting=True) if s.phase is Phase.SHOW]
    assert passed
    for state in passed:
        seat = (state.player + 1) % 3
        for _ in range(5):
            twin = determinize(observe(state, seat), random)
            twin.phase = Phase.PLAY
            assert ActKind.PASS in {action.act for action in legal_actions(twin)}


def test_the_others_may_hold_what_somebody_who_has_passed_does_not() -> None:
    random = Random(1)
    passed = [s for seed in range(8) for s in walk("mso", 3, seed, lasting=True) if s.phase is Phase.SHOW]
    state = max(passed, key=lambda state: sum(may_place(state, tile) for tile in state.unseen()))
    seat, other = (state.player + 1) % 3, (state.player + 2) % 3
    seen = observe(state, seat)
    unknown = [tile for tile in range(TILES) if tile not in _open_tiles(state, seat)]
    fitting = [tile for tile in unknown if may_place(state, tile)]
    dealt = [determinize(seen, random) for _ in range(600)]
    held = sum(tile in twin.hands[other] for twin in dealt for tile in fitting)
    # What the passed hand does not take is shared by the others and the bag alike.
    left = len(unknown) - state.count(state.player)
    expected = 600 * len(fitting) * state.count(other) / left
    assert fitting
    assert abs(held - expected) < 6 * expected**0.5


def test_whoever_has_dead_tiles_to_set_aside_is_dealt_one() -> None:
    random = Random(1)
    waiting = [
        s for name in ("netacquire", "ah1999") for s in walk(name, 3, 1, lasting=True) if s.phase is Phase.REPLACE
    ]
    assert waiting
    for state in waiting:
        twin = determinize(observe(state, (state.player + 1) % 3), random)
        assert dead_tiles(twin, twin.hands[twin.player])


def test_a_watcher_knows_no_hand_and_a_seat_that_is_not_there_is_refused() -> None:
    state = start(EDITIONS["mso"], 3)
    assert (observe(state, None).seat, observe(state, None).hand) == (None, ())
    for seat in (3, -1, True, "0"):
        with pytest.raises(IllegalActionError, match="There is no player"):
            observe(state, seat)  # type: ignore[arg-type]


def test_what_a_scribe_left_open_can_be_dealt_too() -> None:
    log = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n1 Ann: 4C; buy -; draw ?\n"
    state = position_at(read_text(log))
    twin = deal_hidden(state.copy(), Random(1))
    assert (state.hidden, [twin.count(p) for p in range(3)], twin.hidden) == ([6, 6, 6], [6, 6, 6], [0, 0, 0])
    assert (twin.bag, len(twin.unseen())) == (state.bag, state.bag)


def test_shown_tiles_of_which_a_log_names_none_are_dealt_and_go_back() -> None:
    log = (
        "edition: mso\nplayers: Ann, Ben, Cai\n"
        "position board Luxor: 1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C\n"
        "position board Tower: 7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C\n"
        "position hands Ann: ? ? ?\nposition to_play: Ann\n1 Ann: pass; show ? ? ?\n"
    )
    state = position_at(read_text(log))
    assert (state.phase, state.concealed) == (Phase.EXCHANGE, 3)
    twin = deal_hidden(state.copy(), Random(1))
    assert (len(twin.exposed), twin.concealed, twin.hidden) == (3, 0, [0, 0, 0])
    while twin.phase is not Phase.RETURN:
        twin = apply(twin, legal_actions(twin)[0])
    shown = set(twin.exposed)
    after = apply(twin, legal_actions(twin)[0])
    assert (len(after.hands[0]), shown & after.seen) == (3, set())


def test_the_position_of_an_observation_is_known_as_far_as_it_was_seen() -> None:
    state = next(state for state in walk("mso", 3, 0) if state.phase is Phase.PLAY and state.turn == 9)
    known = observe(state, 1).state
    assert known.hands == [set(), state.hands[1], set()]
    assert known.hidden == [state.count(0), 0, state.count(2)]


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"seat": 7}, "seat"),
        ({"seat": None}, "hand"),
        ({"hand": ["4Z"]}, r"hand\[0\]"),
        ({"format": "acquire-state-1"}, "format"),
        ({"table": None}, "table"),
    ],
)
def test_a_wrong_observation_is_refused_with_its_place(change: dict[str, object], place: str) -> None:
    state = next(state for state in walk("mso", 3, 0) if state.phase is Phase.PLAY)
    with pytest.raises(PositionError, match=f"^{place}: "):
        observation_from({**observation_document(observe(state, 1)), **change})
