"""When a player may end the game (R8, R12, R13): engine and replay say alike, in every position."""

from __future__ import annotations

from random import Random

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.board import parse_tile
from games.acquire.editions import EDITIONS, EndCall
from games.acquire.logs import read_text
from games.acquire.play import Phase, is_legal, is_over, iter_legal, push, refusal_of, sample, start
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay import replay
from games.acquire.replay.findings import grave
from games.acquire.replay.judging.judge import answer
from games.acquire.replay.replayer import Replayer
from tests.games.acquire.rules.test_rules import _hold, _with
from tests.games.acquire.tellings import told_of

ENDED_BY_PLAYERS = [name for name, edition in EDITIONS.items() if edition.end is not EndCall.MANDATORY]
SAFE = "1A 2A 3A 4A 5A 1B 2B 3B 4B 5B 5C"


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", ENDED_BY_PLAYERS)
def test_engine_and_replay_say_alike_in_every_position_whether_the_game_may_be_ended(name: str, seed: int) -> None:
    seats = max(3, EDITIONS[name].min_players)
    header = Header(name, tuple(Player(f"P{seat}", f"P{seat}") for seat in range(seats)), rules={"end_size": 8})
    random = Random(f"{name} {seed}")
    state = start(header.rulebook(), seats)
    events: list[Action] = []
    answers = set()
    while not is_over(state) and len(events) < 250:
        if state.turn:
            end = Action(ActKind.END, state.player)
            refusal = refusal_of(state, end)
            told = [event._replace(player=state.order.index(event.player)) for event in (*events, end)]
            found = answer(Replayer(GameRecord(header, told))).findings
            assert bool(found) == (refusal is not None), (state.phase, found, refusal)
            answers.add((state.phase, refusal is None))
        before = state.copy()
        action = sample(state, random)
        if action.act is ActKind.END:
            action = random.choice([other for other in iter_legal(state) if other.act is not ActKind.END])
        push(state, action)
        events += told_of(before, action, state)
    assert {(Phase.BUY, False), (Phase.DRAW, True)} <= answers


@pytest.mark.parametrize(
    ("rest", "codes"),
    [
        ("end", []),
        ("draw 5I; end", ["end-after-draw"]),
        ("draw 5I; end; draw 7I", ["end-after-draw"]),
        ("draw 5I 7I; end", ["end-after-draw"]),
    ],
)
def test_a_log_that_ends_the_game_between_two_tiles_of_a_draw_ends_it_too_late(rest: str, codes: list[str]) -> None:
    head = f"edition: mso\nplayers: Ann, Ben, Cai\nposition board Luxor: {SAFE}\nposition hands Ann: 12I 10I 8I 1I 3I\n"
    text = f"{head}position to_play: Ann\n1 Ann: 12I; buy -; {rest}\n"
    assert [finding.code for finding in replay(read_text(text)).findings] == codes


def test_the_engine_lets_nobody_end_the_game_between_two_tiles_of_a_draw() -> None:
    state = _hold(_with(EDITIONS["mso"], 3, Luxor=SAFE), 0, "12I 10I 8I 1I 3I")
    for action in (Action(ActKind.PLAY, 0, parse_tile("12I")), Action(ActKind.BUY, 0, ())):
        push(state, action)
    end = Action(ActKind.END, 0)
    assert is_legal(state, end)
    push(state, Action(ActKind.DRAW, 0, (parse_tile("5I"),)))
    refusal = refusal_of(state, end)
    assert state.phase is Phase.DRAW
    assert refusal is not None
    assert (refusal.code, end in iter_legal(state)) == ("end-after-draw", False)
    push(state, Action(ActKind.DRAW, 0, (parse_tile("7I"),)))
    assert (state.turn, state.player) == (2, 1)


@pytest.mark.parametrize(
    ("chain", "codes"), [(SAFE, []), ("1A 2A 3A", ["end-missing"])], ids=["all chains safe", "a small chain"]
)
def test_a_game_that_a_hidden_hand_ended_by_force_needs_no_declaration(chain: str, codes: list[str]) -> None:
    """R20: after a pass and an exchange that nobody wrote down the game is over by itself, if it may be."""
    head = f"edition: mso\nplayers: Ann, Ben, Cai\nposition board Luxor: {chain}\nposition to_play: Ann\n"
    answer = replay(read_text(f"{head}1 Ann: pass\nfinal: Ann 6000, Ben 6000, Cai 6000\n"))
    assert [finding.code for finding in answer.findings] == codes
    assert answer.is_proved


GONE_ON = """edition: mso
players: Ann, Ben, Cai
position board Tower: 1A 2A 3A 4A 5A 6A 7A 8A 9A 10A 11A
position shares Ann: Tower 3
position shares Ben: Tower 3
position to_play: Ann
1 Ann: {turn}
final: {final}
"""


@pytest.mark.parametrize("turn", ["end; 12I; buy Tower 1", "12I; end; buy Tower 1"])
def test_what_is_played_after_a_declared_end_proves_no_money_in_whatever_order_it_is_written(turn: str) -> None:
    found = replay(read_text(GONE_ON.format(turn=turn, final="Ann 15100, Ben 11600, Cai 6000")))
    assert [finding.code for finding in grave(found.findings)] == ["play-after-end"]
    assert found.final == {"Ann": None, "Ben": None, "Cai": 6_000}
    assert {player: seen.amounts for player, seen in found.possible.items()} == {
        "Ann": (13_400, 15_100),
        "Ben": (11_600, 13_400),
    }
    assert [(fact.player, fact.turn) for fact in found.missing_facts] == [("Ann", 1)]


@pytest.mark.parametrize("turn", ["end; 12I; buy Tower 1", "12I; end; buy Tower 1", "12I; end"])
def test_the_cash_at_a_declared_end_is_proved_by_a_table_that_counted_it(turn: str) -> None:
    found = replay(read_text(GONE_ON.format(turn=turn, final="Ann 13400, Ben 13400, Cai 6000")))
    assert found.final == {"Ann": 13_400, "Ben": 13_400, "Cai": 6_000}


def test_an_end_that_no_rule_allows_proves_no_money_though_the_table_counted_by_it() -> None:
    log = GONE_ON.format(turn="1I; end", final="Ann 12300, Ben 12300, Cai 6000").replace(" 10A 11A", " 10A")
    found = replay(read_text(log))
    assert [finding.code for finding in found.findings] == ["end-not-reached"]
    assert found.final["Ann"] is found.final["Ben"] is None
