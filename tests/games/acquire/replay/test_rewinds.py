"""What was undone by a rewind is no part of the game; what the director did beside the game is never undone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import BESIDE_THE_GAME, NOBODY, Action, ActKind
from games.acquire.editions import EDITIONS
from games.acquire.logs import read_json, read_text, write_json, write_text
from games.acquire.record import GameRecord
from games.acquire.replay import StepKind, StepView, TurnView, replay, walk_through
from games.acquire.rewinding import UNDONE, Rewind, Rewound, rewinds, standing
from tests.games.acquire.build import played
from tests.games.acquire.replay.test_replay import HEAD as WITH_HAND
from tests.games.acquire.replay.test_replay import OPENING

DISPUTED = Path(__file__).resolve().parents[4] / "tournament/services/practice/scripts/second-holder-underpaid.acq"
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
