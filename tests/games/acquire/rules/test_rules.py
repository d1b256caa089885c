"""The engine: random legal play in every edition, and what single rules, cards and dead tiles do."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from games.acquire.actions import EARLY_CARDS, LATE_CARDS, Action, ActKind, Card
from games.acquire.board import LONE, TILES, marks_around, parse_tile
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.acquire.errors import EditionError, IllegalActionError
from games.acquire.logs.json import write_json
from games.acquire.logs.reading import read_log
from games.acquire.replay.judging.judge import replay
from games.acquire.rules.ending import end_condition
from games.acquire.rules.game import apply, is_over, outcome
from games.acquire.rules.legal import interventions, legal_actions
from games.acquire.rules.lenient import start
from games.acquire.rules.placement import measure
from games.acquire.rules.purchase import is_wasted
from games.acquire.state import Phase, State

# A game of random play that ends at the first chance is short; refusing to end shows the long ones too.
STYLES = ("any", "never ends by choice")


def _choice(state: State, style: str, rng: random.Random) -> Action:
    actions = legal_actions(state)
    if style != "any":
        actions = [action for action in actions if action.act is not ActKind.END] or actions
    return rng.choice(actions)


def _play(edition: Edition, players: int, style: str, seed: int) -> list[State]:
    rng = random.Random(seed)
    states = [start(edition, players)]
    while not is_over(states[-1]):
        assert len(states) < 5000
        states.append(apply(states[-1], _choice(states[-1], style, rng)))
    return states


def _check(state: State) -> None:
    edition = state.edition
    filled = [tile for tile in range(TILES) if state.spaces[tile]]
    held = [tile for hand in state.hands for tile in hand]
    assert len(filled) + len(held) + len(state.dead) + state.bag == TILES
    assert len({*filled, *held, *state.dead}) == len(filled) + len(held) + len(state.dead)
    assert [left + sum(own) for left, own in zip(state.bank, state.shares, strict=True)] == [edition.chain_shares] * 7
    assert min(state.cash) >= 0
    assert min(min(own) for own in state.shares) >= 0
    for chain, tiles in enumerate(state.members):
        assert all(state.spaces[tile] == 1 << chain for tile in tiles)
        assert bool(state.on_board >> chain & 1) == bool(tiles)
        assert bool(state.safe >> chain & 1) == (len(tiles) >= edition.safe_size)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", EDITIONS)
def test_random_legal_play_ends_and_loses_nothing(name: str, style: str) -> None:
    edition = EDITIONS[name]
    rng = random.Random(f"{name} {style}")
    for seed in range(2):
        states = _play(edition, rng.randint(edition.min_players, min(6, edition.max_players)), style, seed)
        for state in states[::5]:
            _check(state)
        last = outcome(states[-1])
        assert last is not None
        assert min(last.cash) >= 0
        assert legal_actions(states[-1]) == []


@pytest.mark.parametrize("name", EDITIONS)
def test_money_only_comes_from_and_goes_to_the_bank_for_shares_and_bonuses(name: str) -> None:
    edition = EDITIONS[name]
    states = _play(edition, max(edition.min_players, 3), "any", 7)
    for before, after in pairwise(states):
        change = sum(after.cash) - sum(before.cash)
        sold = sum(sum(own) for own in before.shares) - sum(sum(own) for own in after.shares)
        if before.phase is Phase.BUY:
            assert change <= 0
        elif before.phase in (Phase.PLAY, Phase.SURVIVOR, Phase.ORDER, Phase.MARKET, Phase.DISPOSE):
            assert change >= 0
        else:
            assert (change, sold >= -1) == (0, True)


@pytest.mark.parametrize("name", EDITIONS)
def test_lone_tiles_never_touch_a_chain_unless_the_edition_lets_them(name: str) -> None:
    edition = EDITIONS[name]
    for state in _play(edition, max(edition.min_players, 3), "never ends by choice", 11):
        if state.phase in (Phase.FOUND, Phase.SURVIVOR):
            continue
        lone = [tile for tile in range(TILES) if state.spaces[tile] == 1 << 7]
        beside = [tile for tile in lone if marks_around(state.spaces, tile) & 127]
        assert beside == [] or edition.eighth_chain.value == "place_loose"


def _with(edition: Edition, players: int = 3, **chains: str) -> State:
    """A state in the first player's turn with these chains on the board."""
    state = start(edition, players)
    for name, tiles in chains.items():
        chain = state.labels.find(name)
        for tile in map(parse_tile, tiles.split()):
            state.spaces[tile] = 1 << chain
            state.members[chain].append(tile)
            state.seen.add(tile)
            state.bag -= 1
        state.on_board |= 1 << chain
        measure(state, chain)
    state.player = 0
    state.turn = 1
    state.phase = Phase.PLAY
    return state


def _hold(state: State, player: int, tiles: str) -> State:
    for tile in map(parse_tile, tiles.split()):
        state.hands[player].add(tile)
        state.seen.add(tile)
        state.bag -= 1
    return state


def _acts(state: State) -> set[ActKind]:
    return {action.act for action in legal_actions(state)}


def test_the_course_of_2013_sells_shares_of_chains_that_are_not_on_the_board() -> None:
    state = _with(EDITIONS["neu2013"])
    state.phase = Phase.BUY
    kinds = {state.labels.names[chain] for action in legal_actions(state) for chain, _ in action.value}
    assert kinds == {"American", "Festival", "Imperial", "Continental", "Tower"}
    after = apply(state, Action(ActKind.BUY, 0, ((state.labels.find("Tower"), 2),)))
    assert after.cash[0] == 8000 - 2 * 300


def test_the_course_of_2013_never_lets_a_safe_chain_merge() -> None:
    twelve = "1A 2A 3A 4A 5A 6A 1B 2B 3B 4B 5B 6B"
    state = _hold(_with(EDITIONS["neu2013"], Tower=twelve, Sackson="8A 9A"), 0, "7A 12I")
    assert [action.value for action in legal_actions(state)] == [parse_tile("12I")]


def test_four_tiles_are_placed_with_the_card_and_only_the_last_brings_a_purchase() -> None:
    state = _hold(_with(EDITIONS["codewar"], Amazon="1A 2A"), 0, "3A 4A 5A 6A 12I 12A")
    state = apply(state, Action(ActKind.CARD, 0, Card.PLACE_4_TILES))
    for tile in ("3A", "4A", "5A"):
        state = apply(state, Action(ActKind.PLAY, 0, parse_tile(tile)))
        assert state.phase is Phase.PLAY
    state = apply(state, Action(ActKind.PLAY, 0, parse_tile("6A")))
    assert (state.phase, state.size(0)) == (Phase.BUY, 6)
    assert Card.PLACE_4_TILES not in state.cards[0]


def test_five_extra_tiles_are_drawn_before_the_tile_and_none_until_the_hand_is_short_again() -> None:
    state = _hold(_with(EDITIONS["codewar"]), 0, "1A 3A 5A 7A 9A 11A")
    state = apply(state, Action(ActKind.CARD, 0, Card.DRAW_5_TILES))
    while state.phase is Phase.EXCHANGE:
        state = apply(state, legal_actions(state)[-1])
    assert (state.phase, state.count(0)) == (Phase.PLAY, 11)
    state = apply(state, Action(ActKind.PLAY, 0, parse_tile("1A")))
    state = apply(state, Action(ActKind.BUY, 0, ()))
    assert (state.player, state.count(0)) == (1, 10)


@pytest.mark.parametrize(
    ("card", "most", "paid"),
    [(Card.FREE_3_STOCK, 3, 0), (Card.BUY_5_STOCK, 5, 1500)],
)
def test_cards_change_how_many_shares_are_bought_and_what_they_cost(card: Card, most: int, paid: int) -> None:
    state = _with(EDITIONS["codewar"], Amazon="1A 2A 3A")
    state.phase = Phase.BUY
    state = apply(state, Action(ActKind.CARD, 0, card))
    assert max(sum(n for _, n in action.value) for action in legal_actions(state) if action.act is ActKind.BUY) == most
    after = apply(state, Action(ActKind.BUY, 0, ((0, most),)))
    assert (after.shares[0][0], after.cash[0]) == (most, 6000 - paid)


def test_the_trading_card_allows_three_trades_and_a_purchase_on_top() -> None:
    state = _with(EDITIONS["codewar"], Amazon="1A 2A")
    state.shares[1][0], state.bank[1] = 8, 17
    state.phase = Phase.BUY
    state = apply(state, Action(ActKind.CARD, 0, Card.TRADE_2_STOCK))
    for _ in range(3):
        state = apply(state, Action(ActKind.SWAP, 0, (1, 0)))
    assert ActKind.SWAP not in _acts(state)
    state = apply(state, Action(ActKind.BUY, 0, ((0, 3),)))
    assert (state.shares[0][0], state.shares[1][0]) == (6, 2)


def test_one_card_of_each_group_may_be_played_in_a_turn() -> None:
    state = _hold(_with(EDITIONS["codewar"], Amazon="1A 2A"), 0, "3A 4A 12I 12A 12C 12E")
    state = apply(state, Action(ActKind.CARD, 0, Card.PLACE_4_TILES))
    assert ActKind.CARD not in _acts(state)
    for tile in ("3A", "4A", "12I", "12A"):
        state = apply(state, Action(ActKind.PLAY, 0, parse_tile(tile)))
    assert ActKind.CARD in _acts(state)
    assert ActKind.CARD not in _acts(apply(state, Action(ActKind.CARD, 0, Card.BUY_5_STOCK)))


def test_the_market_of_a_game_of_two_is_a_third_holder_and_its_bonus_stays_in_the_bank() -> None:
    state = _hold(_with(EDITIONS["ah1999"], 2, Sackson="1A 2A 3A", Zeta="5A 6A"), 0, "4A")
    state.shares[1] = [2, 1]
    state.bank[1] = 22
    state = apply(state, Action(ActKind.PLAY, 0, parse_tile("4A")))
    assert _acts(state) == {ActKind.MARKET}
    # Seven shares for the market: it has the majority, the player with two the minority bonus.
    state = apply(state, Action(ActKind.MARKET, 0, (1, parse_tile("7D"))))
    assert state.cash == [7000, 6000]
    assert parse_tile("7D") not in state.seen


def test_nobody_places_with_a_safe_pair_only_and_the_mso_hand_is_exchanged() -> None:
    eleven = "1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C", "7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C"
    state = _hold(_with(EDITIONS["mso"], Luxor=eleven[0], Tower=eleven[1]), 0, "6A 6B 6C")
    assert _acts(state) == {ActKind.PASS, ActKind.END}
    state = apply(state, Action(ActKind.PASS, 0))
    state = apply(state, legal_actions(state)[0])
    assert legal_actions(state) == [Action(ActKind.DEAD, 0, tuple(map(parse_tile, ("6A", "6B", "6C"))))]
    state = apply(state, legal_actions(state)[0])
    for name in ("1I", "3I", "5I"):
        assert state.phase is Phase.EXCHANGE
        state = apply(state, Action(ActKind.DRAW, 0, (parse_tile(name),)))
    # Nothing is left to put back, and the new tiles can be placed.
    assert state.phase is Phase.RETURN or state.phase is Phase.PLAY
    assert {action.value for action in legal_actions(state) if action.act is ActKind.PLAY} == set(
        map(parse_tile, ("1I", "3I", "5I"))
    )


def test_without_a_legal_tile_after_the_exchange_a_game_that_may_end_ends() -> None:
    eleven = "1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C", "7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C"
    state = _hold(_with(EDITIONS["mso"], Luxor=eleven[0], Tower=eleven[1]), 0, "6A")
    state.seen |= set(range(TILES)) - {parse_tile("6B")}
    state.bag = 1
    for action in (
        Action(ActKind.PASS, 0),
        Action(ActKind.SHOW, 0, (parse_tile("6A"),)),
        Action(ActKind.DEAD, 0, (parse_tile("6A"),)),
    ):
        state = apply(state, action)
    assert end_condition(state)
    state = apply(state, Action(ActKind.DRAW, 0, (parse_tile("6B"),)))
    result = outcome(state)
    assert result is not None
    assert result.reason.name == "FORCED"


def test_a_hand_is_drawn_anew_as_a_penalty() -> None:
    state = _hold(_with(EDITIONS["mso"], Luxor="1A 2A"), 0, "3A 12I")
    after = apply(state, Action(ActKind.REDRAW, 0, (parse_tile("3A"), parse_tile("7D"))))
    assert {*after.hands[0]} == {parse_tile("3A"), parse_tile("7D")}
    with pytest.raises(IllegalActionError, match="tile for tile"):
        apply(state, Action(ActKind.REDRAW, 0, (parse_tile("7D"),)))


def test_who_is_out_of_time_is_skipped_and_his_tiles_go_back() -> None:
    state = _hold(_with(EDITIONS["mso"], Luxor="1A 2A"), 0, "3A 12I")
    after = apply(state, Action(ActKind.TIMEOUT, 0))
    assert (after.player, after.count(0), after.bag) == (1, 0, state.bag + 2)


def test_a_mergemaker_out_of_time_sells_all_and_does_not_buy_when_the_others_have_disposed() -> None:
    state = _hold(_with(EDITIONS["mso"], Luxor="1A 2A 3A", Tower="5A 6A"), 0, "4A 12I")
    tower = state.labels.find("Tower")
    state.shares[tower] = [6, 4, 0]
    state.bank[tower] = 15
    state = apply(apply(state, Action(ActKind.PLAY, 0, parse_tile("4A"))), Action(ActKind.TIMEOUT, 0))
    assert (state.phase, state.cash[0]) == (Phase.DISPOSE, 6000 + 2000 + 6 * 200)
    after = apply(state, Action(ActKind.DISPOSE, 1, (tower, 0, 0, 4)))
    assert (after.player, after.phase) == (1, Phase.PLAY)


def test_who_disposes_in_another_turn_can_run_out_of_time() -> None:
    state = _hold(_with(EDITIONS["mso"], Luxor="1A 2A 3A", Tower="5A 6A"), 0, "4A 12I")
    tower = state.labels.find("Tower")
    state.shares[tower] = [0, 4, 0]
    state.bank[tower] = 21
    state = apply(state, Action(ActKind.PLAY, 0, parse_tile("4A")))
    assert Action(ActKind.TIMEOUT, 1) in interventions(state)
    assert Action(ActKind.TIMEOUT, 0) not in interventions(state)
    after = apply(state, Action(ActKind.TIMEOUT, 1))
    assert (after.player, after.phase, after.cash[1]) == (0, Phase.BUY, 6000 + 3000 + 4 * 200)


def test_when_all_are_out_of_time_the_game_ends_also_after_a_tile() -> None:
    state = _hold(_with(EDITIONS["mso"], Luxor="1A 2A"), 2, "3A 12I")
    state.player = 2
    state.timed_out = {0, 1}
    after = apply(apply(state, Action(ActKind.PLAY, 2, parse_tile("3A"))), Action(ActKind.TIMEOUT, 2))
    result = outcome(after)
    assert result is not None
    assert result.reason.name == "TIMED_OUT"


def test_after_an_early_clock_the_tile_is_not_drawn() -> None:
    state = _hold(_with(EDITIONS["mso"], Luxor="1A 2A"), 0, "3A 12I 7D 7F 9A")
    state = apply(state, Action(ActKind.PLAY, 0, parse_tile("3A")))
    after = apply(state, Action(ActKind.CLOCK, 0))
    assert (after.player, after.count(0)) == (1, 4)


def test_an_illegal_action_is_refused_with_its_code_and_a_sentence() -> None:
    state = _hold(_with(EDITIONS["mso"], Luxor="1A 2A"), 0, "3A")
    state.phase = Phase.BUY
    with pytest.raises(IllegalActionError, match="Tower is not on the board; its shares cannot be bought") as refusal:
        apply(state, Action(ActKind.BUY, 0, ((1, 1),)))
    assert refusal.value.code == "buy-off-board"


def test_an_edition_is_not_started_for_a_number_of_players_it_is_not_for() -> None:
    with pytest.raises(EditionError, match="Edition mso is for 3 to 6 players, not 2"):
        start(EDITIONS["mso"], 2)


def test_starting_tiles_seat_the_players_by_number_and_then_letter() -> None:
    state = start(EDITIONS["mso"], 3)
    for player, name in enumerate(("10B", "2H", "3A")):
        state = apply(state, Action(ActKind.START, player, parse_tile(name)))
    while state.phase is Phase.DEAL:
        state = apply(state, legal_actions(state)[0])
    assert (state.order, state.player) == ((1, 2, 0), 1)


@pytest.mark.parametrize(
    ("chains", "shares", "cash", "wasted"),
    [
        ({}, {}, 6_000, {Card.FREE_3_STOCK, Card.BUY_5_STOCK, Card.TRADE_2_STOCK}),
        ({"Amazon": "1A 2A"}, {}, 6_000, {Card.TRADE_2_STOCK}),
        ({"Amazon": "1A 2A"}, {1: 2}, 6_000, set()),
        ({"Amazon": "1A 2A"}, {1: 1}, 6_000, {Card.TRADE_2_STOCK}),
        ({"Amazon": "1A 2A", "HP": "5A 6A"}, {}, 6_000, set()),  # two of one can be bought and then given
        ({"Amazon": "1A 2A", "HP": "5A 6A"}, {}, 0, {Card.BUY_5_STOCK, Card.TRADE_2_STOCK}),
    ],
)
def test_a_card_is_wasted_where_nothing_can_be_done_with_it(
    chains: dict[str, str], shares: dict[int, int], cash: int, wasted: set[Card]
) -> None:
    state = _with(EDITIONS["codewar"], 3, **chains)
    state.phase = Phase.BUY
    state.cash[0] = cash
    for chain, count in shares.items():
        state.shares[chain][0], state.bank[chain] = count, 25 - count
    assert {card for card in LATE_CARDS if is_wasted(state, card)} == wasted


def test_more_tiles_are_wasted_on_an_empty_bag_and_four_tiles_on_a_hand_of_one() -> None:
    state = _hold(_with(EDITIONS["codewar"], Amazon="1A 2A"), 0, "3A")
    assert [is_wasted(state, card) for card in EARLY_CARDS] == [False, True]
    state = _hold(state, 0, "4A")
    state.bag = 0
    assert [is_wasted(state, card) for card in EARLY_CARDS] == [True, False]


SAFE = {"Luxor": "1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C", "Tower": "7A 8A 9A 10A 11A 7B 8B 9B 10B 11B 7C"}
OTHERS = {"American": "1E 2E", "Worldwide": "4E 5E", "Festival": "7E 8E", "Imperial": "10E 11E", "Continental": "1G 2G"}
DEAD, EIGHTH = ("6A", "6B"), ("11I", "12H")


def tiles(*names: str) -> tuple[int, ...]:
    return tuple(sorted(map(parse_tile, names)))


def shown(no_play: str) -> State:
    """A hand of two dead tiles and two that would found an eighth chain, shown because none of them can be placed."""
    edition = EDITIONS["mso"].with_rules({"no_play": no_play})
    state = _with(edition, 3, **SAFE, **OTHERS)
    lone = parse_tile("12I")
    state.spaces[lone] = LONE
    state.seen.add(lone)
    state.bag -= 1
    state = _hold(state, 0, " ".join((*DEAD, *EIGHTH)))
    state = apply(state, Action(ActKind.PASS, 0))
    return apply(state, Action(ActKind.SHOW, 0, tiles(*DEAD, *EIGHTH)))


@pytest.mark.parametrize(
    ("no_play", "laid"),
    [
        ("mso", DEAD),  # the others go back into the bag once new ones are drawn (R19)
        ("redraw_all", (*DEAD, *EIGHTH)),  # the whole hand is set aside
    ],
)
def test_an_exchange_lays_out_what_the_edition_lays_out_and_nothing_else(no_play: str, laid: tuple[str, ...]) -> None:
    state = shown(no_play)
    assert state.phase is Phase.LAY
    assert legal_actions(state) == [Action(ActKind.DEAD, 0, tiles(*laid))]
    other = EIGHTH if laid == DEAD else DEAD
    with pytest.raises(IllegalActionError, match="dead must name"):
        apply(state, Action(ActKind.DEAD, 0, tiles(*other)))
    after = apply(state, Action(ActKind.DEAD, 0, tiles(*laid)))
    assert after.dead == set(tiles(*laid))
    assert after.hands[0] == set(tiles(*DEAD, *EIGHTH)) - set(tiles(*laid))


# Where dead tiles are replaced, one that is kept is one finding, whatever is drawn instead.


def test_dead_tiles_of_a_full_hand_are_replaced_also_where_the_game_might_have_been_ended_instead() -> None:
    edition = EDITIONS["ah1999"].with_rules({"hand_size": 3})
    state = _hold(_with(edition, 3, Sackson=SAFE["Luxor"], Zeta=SAFE["Tower"]), 0, "6A 6B 6C")
    for action in (Action(ActKind.PASS, 0), Action(ActKind.BUY, 0, ()), Action(ActKind.CLOCK, 0)):
        state = apply(state, action)
    assert (state.phase, legal_actions(state)) == (Phase.REPLACE, [Action(ActKind.DEAD, 0, tiles("6A", "6B", "6C"))])


FOLDER = Path(__file__).resolve().parents[4] / "fixtures/logs"
CASES = sorted(FOLDER.glob("*.acq"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: str(path.stem))
def test_the_replay_finds_what_the_case_expects_and_nothing_else(path: Path) -> None:
    record = read_log(path.read_text(encoding="utf-8"))
    answer = replay(record)
    found = [f"{finding.code} line {finding.line}" for finding in answer.findings]
    expected = str(record.header.other["expect"])
    assert found == ([] if expected == "nothing" else expected.split(", "))
    assert answer.final == answer.recorded_final
    assert read_log(write_json(record)) == record


def test_every_edge_case_of_the_rules_has_a_fixture() -> None:
    numbers = {path.stem.split("-")[0] for path in CASES}
    assert numbers == {*(f"{number:02}" for number in range(1, 19)), "e24"}
