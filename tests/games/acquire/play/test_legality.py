"""What is legal, asked one by one and as a list, what is refused, and actions at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind, Card
from games.acquire.board import TILES, parse_tile
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import IllegalActionError
from games.acquire.play.chance import CHANCE, actor, play_out, sample
from games.acquire.play.questions import PurchaseRange, disposal_range, purchase_range
from games.acquire.replay.findings import CODES
from games.acquire.rules.game import DOOR_CODES, apply, is_legal, is_over, push, push_trusted, refusal_of
from games.acquire.rules.legal import interventions, iter_legal, legal_actions
from games.acquire.rules.lenient import start
from games.acquire.rules.purchase import Purchase
from games.acquire.state import Phase, State
from tests.games.acquire.play.games import NAMES, positions, tries, walk


@pytest.mark.parametrize("name", NAMES)
def test_an_action_is_legal_exactly_if_it_is_listed(name: str) -> None:
    for state in positions(name, 4):
        listed = [*legal_actions(state), *interventions(state)]
        assert len(set(listed)) == len(listed)
        tried = list(dict.fromkeys([*tries(state), *listed]))
        assert {action for action in tried if is_legal(state, action)} == set(listed)


@pytest.mark.parametrize("name", NAMES)
def test_a_pushed_action_and_an_applied_one_lead_to_the_same_position(name: str) -> None:
    random = Random(name)
    for state in positions(name, 12, 1):
        twin = state.copy()
        for action in random.sample(legal_actions(state), min(8, len(legal_actions(state)))):
            applied = apply(state, action)
            assert state == twin
            pushed, trusted = state.copy(), state.copy()
            push(pushed, action)
            push_trusted(trusted, action)
            assert pushed == applied == trusted
            assert (pushed.before is None) == (applied.before is None)


@pytest.mark.parametrize("name", NAMES)
def test_a_refused_action_changes_nothing_and_says_why(name: str) -> None:
    for state in positions(name, 3, 2):
        twin = state.copy()
        for action in Random(name).sample(tries(state), 150):
            refusal = refusal_of(state, action)
            if refusal is None:
                continue
            with pytest.raises(IllegalActionError) as raised:
                push(state, action)
            assert (str(raised.value), raised.value.code) == (str(refusal), refusal.code)
            assert str(refusal).endswith(".")
            assert refusal.code in DOOR_CODES or refusal.code in CODES
        assert state == twin


anything = st.recursive(
    st.one_of(
        *(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=4), st.binary(max_size=3)),
        *(st.sampled_from(ActKind), st.sampled_from(Card), st.integers(-2, 9)),
    ),
    lambda inner: st.one_of(
        *(st.lists(inner, max_size=4), st.lists(inner, max_size=4).map(tuple)),
        *(st.dictionaries(st.integers(0, 3), inner, max_size=2), st.tuples(inner, inner)),
    ),
    max_leaves=8,
)


@given(
    st.one_of(
        *(anything, st.builds(Action, anything, anything, anything)),
        st.builds(Action, st.sampled_from(ActKind), st.integers(-2, 5), anything),
    ),
    st.integers(0, 10**6),
)
def test_whatever_is_handed_in_is_understood_or_refused_by_code(action: object, where: int) -> None:
    states = positions(NAMES[where % len(NAMES)], 10, 3)
    state = states[where // len(NAMES) % len(states)]
    twin = state.copy()
    refusal = refusal_of(state, action)
    if refusal is None:
        apply(state, action)
    else:
        assert refusal.code
        assert str(refusal)
    assert state == twin


def test_a_number_without_end_is_refused_like_any_other_value() -> None:
    endless = 10**5000  # more digits than Python writes
    state = positions("mso", 1)[0]
    for value in (endless, (endless,), ((0, endless),), (0, endless, 0, None), [[endless]]):
        assert {is_legal(state, Action(act, 0, value)) for act in ActKind} == {False}
        assert not is_legal(state, (ActKind.PASS, value))
        assert not is_legal(state, (value, 0))


def _at(phase: Phase, name: str = "mso") -> State:
    return next(state.copy() for state in positions(name, 1) if state.phase is phase)


def _buying() -> State:
    """A player in the middle of a game who can buy of three chains."""
    for seed in range(9):
        for state in walk("mso", 4, seed):
            most = [c for c in state.chains_on_board() if state.bank[c] > 2]
            if state.phase is Phase.BUY and len(most) > 2 and state.cash[state.player] > 4000:
                return state.copy()
    raise AssertionError


def test_a_purchase_may_name_its_chains_in_any_order_twice_and_in_lists() -> None:
    state = _buying()
    one, two = [chain for chain in state.chains_on_board() if state.bank[chain] > 2][:2]
    wanted = apply(state, Action(ActKind.BUY, state.player, ((one, 1), (two, 2))))
    for other in (((two, 2), (one, 1)), [[one, 1], [two, 2]], ((two, 1), (one, 1), (two, 1))):
        assert apply(state, Action(ActKind.BUY, state.player, other)) == wanted
    assert apply(state, (int(ActKind.BUY), state.player, ((one, 1), (two, 2)))) == wanted


def test_a_disposal_may_leave_out_what_is_held() -> None:
    state = _at(Phase.DISPOSE)
    assert state.merger is not None
    player, chain = state.merger.queue[0]
    wanted = apply(state, Action(ActKind.DISPOSE, player, (chain, 1, 0, state.shares[chain][player] - 1)))
    assert apply(state, Action(ActKind.DISPOSE, player, (chain, 1, 0, None))) == wanted
    assert apply(state, Action(ActKind.DISPOSE, player, (chain, 1, 0))) == wanted
    refusal = refusal_of(state, Action(ActKind.DISPOSE, player, (chain, 1, 0, 99)))
    assert refusal is not None
    assert refusal.code == "dispose-hold"


def test_a_turn_without_a_value_may_leave_it_out() -> None:
    state = next(s for s in walk("mso", 3, 3) if s.phase is Phase.BUY and s.edition.name == "mso")
    assert apply(state, (ActKind.CLOCK, state.player)) == apply(state, Action(ActKind.CLOCK, state.player))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (None, "action-unknown"),
        ("play", "action-unknown"),
        ((), "action-unknown"),
        ((True, 0, None), "action-unknown"),
        ((99, 0, None), "action-unknown"),
        (Action(ActKind.CASH, 0, 6000), "action-statement"),
        (Action(ActKind.PAUSE, -1), "action-statement"),
        (Action(ActKind.REWIND, 0, (3, "slip")), "action-statement"),
        (Action(ActKind.PLAY, 9, 3), "player-unknown"),
        (Action(ActKind.PLAY, -1, 3), "player-unknown"),
        (Action(ActKind.PLAY, True, 3), "player-unknown"),
        (Action(ActKind.PLAY, 0, 108), "value-wrong"),
        (Action(ActKind.PLAY, 0, "4C"), "value-wrong"),
        (Action(ActKind.FOUND, 0, 7), "value-wrong"),
        (Action(ActKind.DISPOSE, 0, None), "value-wrong"),
        (Action(ActKind.DISPOSE, 0, (9, 0, 0, 0)), "value-wrong"),
        (Action(ActKind.DRAW, 0, (3, 3)), "value-wrong"),
        (Action(ActKind.BUY, 0, {0: 1}), "value-wrong"),
        (Action(ActKind.BUY, 0, ((0, 1.0),)), "value-wrong"),
        (Action(ActKind.PASS, 0, 1), "value-wrong"),
        (Action(ActKind.CARD, 0, []), "value-wrong"),
        (Action(ActKind.END, 0), "end-not-reached"),
        (Action(ActKind.BUY, 0, ()), "not-now"),
    ],
)  # fmt: skip
def test_a_bad_action_has_its_own_code(action: object, code: str) -> None:
    state = next(state for state in walk("mso", 3, 0) if state.phase is Phase.PLAY and state.turn == 1)
    refusal = refusal_of(state, action)
    assert refusal is not None
    assert refusal.code == code


def test_the_codes_of_the_door_are_no_codes_of_findings() -> None:
    assert not DOOR_CODES.keys() & CODES.keys()
    assert all(meaning for meaning in DOOR_CODES.values())


def test_the_player_who_is_not_in_turn_is_told_whose_turn_it_is() -> None:
    state = next(state for state in walk("mso", 3, 0) if state.phase is Phase.PLAY)
    other = (state.player + 1) % 3
    refusal = refusal_of(state, Action(ActKind.PLAY, other, min(state.hands[other])))
    assert (str(refusal), refusal and refusal.code) == (
        f"Player {state.player} has to act now, not player {other}.",
        "act-out-of-turn",
    )


def test_a_refused_tile_says_nothing_about_other_hands_and_the_bag() -> None:
    for state in positions("mso", 40, 4):
        if state.phase is not Phase.PLAY:
            continue
        mine = state.hands[state.player]
        elsewhere = [
            tile for tile in range(TILES) if tile not in mine and not state.spaces[tile] and tile not in state.dead
        ]
        refusals = [refusal_of(state, Action(ActKind.PLAY, state.player, tile)) for tile in elsewhere]
        assert [refusal and refusal.code for refusal in refusals] == ["tile-not-in-hand"] * len(elsewhere)


def test_a_tile_taken_back_leaves_the_position_before_it_also_in_place() -> None:
    state = next(state.copy() for state in walk("mso", 3, 0) if state.phase is Phase.PLAY)
    before = state.copy()
    push(state, next(action for action in iter_legal(state) if action.act is ActKind.PLAY))
    assert state != before
    push(state, Action(ActKind.TAKEBACK, state.player))
    assert state == before
    push(state, next(action for action in iter_legal(state) if action.act is ActKind.PLAY), undo=False)
    assert not is_legal(state, Action(ActKind.TAKEBACK, state.player))


def test_a_hidden_hand_may_place_what_nobody_has_seen_and_may_pass_if_that_can_be() -> None:
    state = next(state.copy() for state in walk("mso", 3, 0) if state.phase is Phase.PLAY and state.turn > 12)
    player = state.player
    hand = set(state.hands[player])
    state.seen -= hand
    state.hands[player] = set()
    state.hidden[player] = len(hand)
    acts = {action.act for action in iter_legal(state)}
    tile = next(action.value for action in iter_legal(state) if action.act is ActKind.PLAY)
    after = apply(state, Action(ActKind.PLAY, player, tile))
    assert (ActKind.PLAY in acts, after.hidden[player], tile in after.seen) == (True, len(hand) - 1, True)


def test_without_a_known_legal_tile_a_hidden_hand_may_pass() -> None:
    state = start(EDITIONS["mso"], 3)
    for chain, tiles in ((0, range(11)), (1, range(18, 30))):
        for tile in tiles:
            state.spaces[tile] = 1 << chain
            state.members[chain].append(tile)
            state.seen.add(tile)
        state.on_board |= 1 << chain
        state.safe |= 1 << chain
    state.seen |= set(range(TILES)) - {parse_tile("2D"), parse_tile("2E")}
    state.player, state.turn, state.phase, state.hidden = 0, 1, Phase.PLAY, [2, 0, 0]
    assert {action.act for action in iter_legal(state)} == {ActKind.PASS, ActKind.END}
    assert not is_over(state)


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
def test_playing_out_goes_the_way_that_pushing_samples_goes(name: str) -> None:
    edition = EDITIONS[name]
    seats = max(3, edition.min_players)
    state = start(edition, seats)
    random = Random(11)
    while not is_over(state):
        push(state, sample(state, random))
    assert state == play_out(start(edition, seats), Random(11))


@pytest.mark.parametrize("name", NAMES)
def test_a_purchase_built_share_by_share_and_a_disposal_by_its_range_are_those_of_the_list(name: str) -> None:
    for state in positions(name, 40, 4):
        listed = {
            act: {one.value for one in legal_actions(state) if one.act is act} for act in (ActKind.BUY, ActKind.DISPOSE)
        }
        asked, disposal = purchase_range(state), disposal_range(state)
        assert listed[ActKind.BUY] == (set() if asked is None else _built(asked))
        assert listed[ActKind.DISPOSE] == (
            set()
            if disposal is None
            else {
                (disposal.chain, sell, trade, disposal.owned - sell - trade)
                for trade in range(0, disposal.most_traded + 1, 2)
                for sell in range(disposal.owned - trade + 1)
            }
        )


def _built(asked: PurchaseRange) -> set[Purchase]:
    """Every purchase that can be put together from one share more again and again."""
    found: dict[Purchase, None] = {(): None}
    waiting: list[Purchase] = [()]
    for bought in waiting:
        for chain in asked.next_chains(bought):
            more = tuple(sorted((Counter(dict(bought)) + Counter((chain,))).items()))
            if more not in found:
                found[more] = None
                waiting.append(more)
    return set(found)


def test_a_purchase_is_asked_share_by_share() -> None:
    state = next(s for s in walk("mso", 4, 2) if s.phase is Phase.BUY and len(s.chains_on_board()) > 2 and s.turn > 8)
    asked = purchase_range(state)
    assert asked is not None
    assert asked.limit == 3
    assert asked.next_chains(()) == [chain for chain, most in asked.most if most]
    first = asked.most[0][0]
    assert asked.next_chains(((first, 3),)) == []


def test_a_disposal_is_asked_of_the_holder_whose_turn_to_dispose_it_is() -> None:
    state = next(s for s in positions("mso", 1) if s.phase is Phase.DISPOSE)
    assert state.merger is not None
    player, chain = state.merger.queue[0]
    asked = disposal_range(state)
    assert asked is not None
    assert (asked.player, asked.chain, asked.owned) == (player, chain, state.shares[chain][player])
