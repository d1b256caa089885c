"""What was undone by a rewind is no part of the game, and when a player may end it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import BESIDE_THE_GAME, NOBODY, Action, ActKind
from games.acquire.board import parse_tile
from games.acquire.editions import EndCall
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.json import read_json, write_json
from games.acquire.logs.reading import read_text
from games.acquire.logs.writer import write_text
from games.acquire.play.chance import sample
from games.acquire.record import GameRecord, Header, Player
from games.acquire.replay.findings import grave
from games.acquire.replay.judging.judge import answer, replay
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.steps import StepKind, StepView, TurnView, walk_through
from games.acquire.rewinding import UNDONE, Rewind, Rewound, rewinds, standing
from games.acquire.rules.game import is_legal, is_over, push, refusal_of
from games.acquire.rules.legal import iter_legal
from games.acquire.rules.lenient import start
from games.acquire.state import Phase
from tests.games.acquire.build import played
from tests.games.acquire.replay.test_replay import HEAD as WITH_HAND
from tests.games.acquire.replay.test_replay import OPENING
from tests.games.acquire.rules.test_rules import _hold, _with
from tests.games.acquire.tellings import told_of

DISPUTED = Path(__file__).resolve().parents[4] / "tournament/slices/practice/scripts/second-holder-underpaid.acq"
HEAD = "edition: mso\nplayers: Ann, Ben, Cai\nstart: Ann 1C, Ben 2A, Cai 7F\n"
BESIDE = [
    Action(ActKind.PAUSE, NOBODY),
    Action(ActKind.RESUME, NOBODY),
    Action(ActKind.TIME, 0, -120),
    Action(ActKind.PEEK, 1),
]


def rewind(stays: int, reason: str = "") -> Action:
    return Action(ActKind.REWIND, NOBODY, (stays, reason))


def stands(events: list[Action]) -> list[int]:
    """The places of what stands behind the last event, by the plain meaning of the words: whatever stood behind statement N does."""
    if not events:
        return []
    act, _, value = events[-1]
    last = len(events) - 1
    if act is not ActKind.REWIND or not 0 <= value[0] <= last:
        return [*stands(events[:-1]), last]
    aside = [place for place in range(value[0], last) if events[place].act in BESIDE_THE_GAME]
    return [*stands(events[: value[0]]), *aside, last]


some_events = st.lists(
    st.one_of(
        st.builds(Action, st.just(ActKind.PLAY), st.integers(0, 2), st.integers(0, 107)),
        st.sampled_from(BESIDE),
        st.builds(rewind, st.integers(-2, 14)),
    ),
    max_size=14,
)


@given(some_events)
def test_what_stands_is_what_stood_behind_the_statement_that_a_rewind_names(events: list[Action]) -> None:
    record = GameRecord(read_text(HEAD).header, events)
    kept = [place for place, event in enumerate(standing(record).events) if event != UNDONE]
    assert kept == sorted(stands(events))
    undone = [place for found in rewinds(events) for place in found.undone]
    assert sorted([*undone, *kept]) == list(range(len(events)))


@given(some_events)
def test_what_stands_stands_also_when_it_is_asked_again(events: list[Action]) -> None:
    once = standing(GameRecord(read_text(HEAD).header, events))
    assert standing(once) == once


def test_a_rewind_names_the_places_it_undid_and_one_undone_itself_names_none() -> None:
    play = Action(ActKind.PLAY, 0, 5)
    events = [play, play, play, rewind(1, "slip"), BESIDE[0], play, rewind(2, "slip of the slip")]
    assert rewinds(events) == (Rewind(6, 2, "slip of the slip", (2, 3, 5)),)
    assert rewinds(events[:4]) == (Rewind(3, 1, "slip", (1, 2)),)
    assert standing(GameRecord(read_text(HEAD).header, events[:4])).events == [
        play,
        UNDONE,
        UNDONE,
        Action(ActKind.REWIND, NOBODY, Rewound(1, "slip", (play, play))),
    ]


def _answer(record: GameRecord) -> dict[str, Any]:
    return replay(replace(record, lines=())).document()


@given(st.data())
def test_a_game_with_what_was_undone_in_it_is_replayed_like_the_game_without(data: st.DataObject) -> None:
    edition = data.draw(st.sampled_from(sorted(EDITIONS)))
    game = played(edition, min(3, EDITIONS[edition].max_players), data.draw(st.integers(0, 9)))
    events = list(game.events)
    for _ in range(data.draw(st.integers(1, 3))):
        here = data.draw(st.integers(0, len(events)))
        tried = data.draw(st.sampled_from([events[here : here + 9], events[:4], [Action(ActKind.TIMEOUT, 0)]]))
        aside = data.draw(st.lists(st.sampled_from(BESIDE), max_size=2))
        inner = [event for event in tried if event.act is not ActKind.REWIND]
        later = [_counted_on(event, here, len(inner) + len(aside) + 1) for event in events[here:]]
        events = [*events[:here], *inner, *aside, rewind(here, "try"), *later]
    with_undone = replace(game, events=events)
    ours, plain = _answer(with_undone), _answer(game)
    ours["findings"] = [finding for finding in ours["findings"] if finding["code"] != "pause-unexpected"]
    assert ours == plain
    assert read_json(write_json(with_undone)) == with_undone == read_text(write_text(with_undone))


def _counted_on(event: Action, here: int, added: int) -> Action:
    """A rewind behind statements that were put in at a place: it counts them if it goes back behind that place."""
    if event.act is not ActKind.REWIND or event.value[0] < here:
        return event
    return event._replace(value=(event.value[0] + added, event.value[1]))


@pytest.mark.parametrize(
    ("body", "findings"),
    [
        ("rewind 4\n", [("rewind-nowhere", 4, 3)]),
        ("rewind -1 far too far\n", [("rewind-nowhere", 4, 3)]),
        ("rewind 3\n", []),
        ("rewind 0\nstart: Ann 1C, Ben 2A, Cai 7F\n", []),
    ],
)
def test_a_rewind_to_a_statement_that_is_not_before_it_undoes_nothing(body: str, findings: list[Any]) -> None:
    found = replay(read_text(HEAD + body)).findings
    assert [(finding.code, finding.line, finding.expected) for finding in found] == findings


def test_an_undone_mistake_is_no_finding_and_what_stands_keeps_its_line() -> None:
    text = HEAD + "1 Ann: 4C; buy Luxor 9; draw 9A\nrewind 5 nothing to buy\n    by Ann draw 9A\n2 Ben: 4C; draw ?\n"
    found = replay(read_text(text)).findings
    assert [(finding.code, finding.line, finding.turn) for finding in found] == [("tile-on-board", 7, 2)]
    found = replay(read_text(text.replace("rewind 5", "rewind 6"))).findings
    assert (found[0].code, found[0].line) == ("buy-off-board", 4)


@pytest.mark.parametrize(
    "aside", ["pause; resume", "time Ann +120", "peek Ann", "peek Ben; time Ben -5; pause; resume"]
)
def test_what_the_director_does_beside_the_game_changes_nothing_of_it(aside: str) -> None:
    plain = WITH_HAND + OPENING + "4 Ann: 9G; buy -; draw ?\n"
    answer = replay(read_text(plain)).document()
    for clause in ("; buy", "; draw", "; found"):
        assert replay(read_text(plain.replace(clause, f"; {aside}{clause}"))).document() == answer


def test_tiles_drawn_before_and_behind_a_pause_are_one_draw() -> None:
    whole = WITH_HAND + OPENING.replace("draw 9A", "clock") + "4 Ann: 9G; buy -; draw 9A 3C\n"
    assert replay(read_text(whole)).findings == ()
    for aside in ("pause; resume", "peek Ann", "draw 5E; rewind 26 a tile fell"):
        parted = read_text(whole.replace("draw 9A 3C", f"draw 9A; {aside}; draw 3C"))
        assert replay(parted).findings == (), aside


@pytest.mark.parametrize(
    ("clauses", "count"), [("pause; resume", 0), ("pause; pause", 1), ("resume", 1), ("pause; resume; resume", 1)]
)
def test_a_game_stopped_twice_is_noted_and_leaves_the_cash_proved(clauses: str, count: int) -> None:
    game = played("mso", 3, 4)
    told = read_text(HEAD + f"1 Ann: {clauses}\n").events[4:]
    answer = replay(replace(game, events=[*game.events[:20], *told, *game.events[20:]]))
    assert [finding.code for finding in answer.findings] == ["pause-unexpected"] * count
    assert {finding.severity.value for finding in answer.findings} <= {"note"}
    assert answer.is_proved


def test_the_steps_go_on_behind_a_rewind_and_it_has_what_it_undid() -> None:
    text = (
        HEAD + "1 Ann: 4C; buy -; draw 9A\nrewind 4 wrong tile\n    by Ann 5C; by Ann buy -; peek Ben; by Ann draw 9B\n"
    )
    steps = walk_through(read_text(text)).steps
    assert [(step.turn, step.kind, [event.act for event in step.events]) for step in steps] == [
        (0, StepKind.START, [ActKind.START, ActKind.START, ActKind.START]),
        (1, StepKind.OTHER, [ActKind.TURN, ActKind.REWIND]),
        (1, StepKind.TILE, [ActKind.PLAY]),
        (1, StepKind.PURCHASE, [ActKind.BUY]),
        (1, StepKind.OTHER, [ActKind.PEEK, ActKind.DRAW]),
    ]
    assert steps[1].events[1].value == Rewound(
        4, "wrong tile", (Action(ActKind.PLAY, 0, 29), Action(ActKind.BUY, 0, ()), Action(ActKind.DRAW, 0, (72,)))
    )
    assert _boards(steps)[1:] == [{2: "", 9: "", 59: ""}, *[{2: "", 9: "", 59: "", 38: ""}] * 3]
    again = read_text(HEAD + "1 Ann: 5C; buy -; draw 9B\n")
    assert _seen(steps[-1].view) == _seen(walk_through(again).steps[-1].view)


def _boards(steps: tuple[StepView, ...]) -> list[dict[int, str]]:
    return [dict(step.view.cells) for step in steps]


def _seen(view: TurnView) -> TurnView:
    return replace(view, findings=())


def test_what_is_odd_about_the_director_hides_no_cause_and_follows_from_none() -> None:
    record = read_text(DISPUTED.read_text(encoding="utf-8"))
    turn = next(place for place, event in enumerate(record.events) if event.act is ActKind.TURN)
    odd = [Action(ActKind.RESUME, NOBODY)]
    events = [*record.events[:turn], *odd, *record.events[turn:], *odd]
    lines = [*record.lines[:turn], None, *record.lines[turn:], None]
    plain, answer = replay(record), replay(replace(record, events=events, lines=lines))
    told = [finding for finding in answer.findings if finding.code == "pause-unexpected"]
    assert [finding.cause for finding in told] == [None, None]
    causes = [(found.code, found.line, found.message) for found in answer.findings if found not in told]
    assert causes == [(found.code, found.line, found.message) for found in plain.findings]
    assert (answer.final, answer.possible, answer.missing_facts) == (plain.final, plain.possible, plain.missing_facts)


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
