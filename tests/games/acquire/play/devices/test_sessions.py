"""A game on devices: what follows from its deeds, what the replay makes of its log, and a kept game of every edition."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILES
from games.acquire.editions.values import EDITIONS
from games.acquire.logs.json import write_json
from games.acquire.logs.reading import read_log
from games.acquire.logs.writer import write_text
from games.acquire.play.devices.asking import QuestionKind
from games.acquire.play.devices.deciding import ARBITER, decide, decide_turn, is_stale
from games.acquire.play.devices.deeds import Ruling, deed_document, deed_from, terms_document, terms_from
from games.acquire.play.devices.questions import legal_documents
from games.acquire.play.devices.session import (
    Session,
    add_deed,
    log_of,
    open_session,
    pending_question,
    rebuild,
    settle,
)
from games.acquire.play.devices.views import seen_since
from games.acquire.record import GameRecord
from games.acquire.replay.judging.judge import replay
from games.acquire.rewinding import standing
from games.acquire.state import EndReason, Phase
from tests.conftest import trying
from tests.games.acquire.play.devices.golden import FOLDER, replayed
from tests.games.acquire.play.devices.tables import (
    BY_SEED,
    NAMES,
    asked,
    disturbed,
    done,
    played,
    refusal,
    seats_of,
    sizes_of,
    started,
    terms,
    walk,
)

SEEDS = st.integers(0, 2**32)


def _last(steps: Iterable[Session]) -> Session:
    return list(steps)[-1]


def played_in(record: GameRecord) -> list[Action]:
    """What was played and stands, without what the arbiter did beside the game."""
    return [event for event in standing(record).events if event.act < ActKind.PAUSE]


def _check_log(session: Session) -> None:
    """The log of a game that is over holds against the replay, in both spellings, and proves the same cash."""
    record = log_of(session)
    text, twin = read_log(write_text(record)), read_log(write_json(record))
    assert (text.header, text.events, text.stamps) == (twin.header, twin.events, twin.stamps)
    answer = replay(text)
    assert [(finding.code, finding.turn, finding.message) for finding in answer.findings] == []
    assert answer.complete
    assert answer.final == answer.recorded_final
    assert len(answer.final) == session.state.seats


@pytest.mark.parametrize("sizes", [sizes_of, pytest.param(seats_of, marks=pytest.mark.load)], ids=["some", "every"])
@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_every_size_gives_a_log_in_which_the_replay_finds_nothing(
    name: str, sizes: Callable[[str], Iterable[int]]
) -> None:
    for seats in sizes(name):
        _check_log(_last(played(terms(name, seats), Random(f"{name} {seats}"))))


@pytest.mark.parametrize("name", NAMES)
@trying(2, BY_SEED)
@given(seed=SEEDS, seats=st.integers(2, 6))
def test_a_game_with_orders_of_the_arbiter_gives_a_log_in_which_the_replay_finds_nothing(
    name: str, seed: int, seats: int
) -> None:
    game = terms(name, max(seats, min(seats_of(name))), opens_hands=True)
    _check_log(_last(disturbed(game, Random(seed))))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_whose_time_runs_out_gives_a_log_in_which_the_replay_finds_nothing(name: str) -> None:
    for seed in range(2):
        game = terms(name, min(seats_of(name)) + seed % 2, minutes=1)
        _check_log(_last(played(game, Random(f"{name} {seed}"), pace=12_000)))


def test_games_ended_for_time_are_among_those_tried() -> None:
    ends = {
        _last(played(terms("mso", 3, minutes=1), Random(f"mso {seed}"), pace=40_000)).state.reason for seed in range(4)
    }
    assert EndReason.TIMED_OUT in ends


@pytest.mark.parametrize("name", NAMES)
@trying(1, BY_SEED)
@given(seed=SEEDS)
def test_a_session_rebuilt_from_its_deeds_is_the_session_that_was_kept(name: str, seed: int) -> None:
    steps = list(disturbed(terms(name, min(seats_of(name)), opens_hands=True), Random(seed)))
    last = steps[-1]
    documents = json.loads(json.dumps([deed_document(deed, last.terms) for deed in last.deeds]))
    game = terms_from(json.loads(json.dumps(terms_document(last.terms))))
    session = open_session(game)
    assert [deed_from(document, game) for document in documents] == list(last.deeds)
    for document, kept in zip(documents, steps[1:], strict=True):
        session = add_deed(session, deed_from(document, game))
        assert session == kept
    assert rebuild(game, last.deeds) == last


@pytest.mark.parametrize("name", NAMES)
def test_where_nobody_is_asked_the_server_has_something_to_do_or_the_game_is_over(name: str) -> None:
    for session in walk(name, min(seats_of(name)), 1):
        settled, done = settle(session, session.at, min)
        assert bool(done) == (pending_question(session) is None and not session.is_over)
        assert pending_question(settled) is not None or settled.is_over


@pytest.mark.parametrize("name", NAMES)
def test_every_act_that_is_listed_can_be_sent_as_it_stands(name: str) -> None:
    random = Random(name)
    steps = [
        session for session in walk(name, min(seats_of(name)), 0) if pending_question(session) and not session.paused
    ]
    for session in random.sample(steps, min(60, len(steps))):
        ask = asked(session)
        listed = legal_documents(session, ask)
        for request in random.sample(listed, min(4, len(listed))):
            assert decide(session, ask.seat, request, at=session.at, choose=min)


def test_the_lowest_starting_tile_begins_and_the_log_names_the_players_in_turn_order() -> None:
    session = started()
    # Each drew the highest tile that was left: 12I, 12H, 12G; so Cai begins.
    assert pending_question(session) == replace(pending_question(session), seat=2, phase=QuestionKind.PLAY)  # type: ignore[type-var]
    assert [player.id for player in log_of(session).header.players] == ["Cai", "Ben", "Ann"]
    assert [event for event in log_of(session).events if event.act is ActKind.START] == [
        Action(ActKind.START, 2, 107),
        Action(ActKind.START, 1, 106),
        Action(ActKind.START, 0, 105),
    ]


def test_where_the_chart_gives_the_seats_starting_tiles_are_placed_and_the_order_stays() -> None:
    session = started(rules={"start_order": "given"})
    ask = asked(session)
    assert (ask.seat, [player.id for player in log_of(session).header.players]) == (0, ["Ann", "Ben", "Cai"])
    assert len([event for event in log_of(session).events if event.act is ActKind.START]) == 3


def test_the_first_hands_are_told_as_hands_before_the_first_turn() -> None:
    session = started()
    acts = [deed.what.act for deed in session.deeds if isinstance(deed.what, Action)]
    assert acts == [ActKind.START] * 3 + [ActKind.HAND] * 3 + [ActKind.TURN]
    assert [len(deed.what.value) for deed in session.deeds[3:6] if isinstance(deed.what, Action)] == [6, 6, 6]


def test_in_a_pause_only_the_arbiter_acts() -> None:
    session = done(started(), ARBITER, {"act": "pause"})
    assert session.paused
    assert refusal(session, 2, {"act": "pass"}) == "paused"
    assert refusal(session, ARBITER, {"act": "pause"}) == "pause-unchanged"
    assert not done(session, ARBITER, {"act": "resume"}).paused


def test_a_whole_turn_is_done_as_far_as_it_is_legal() -> None:
    session = started()
    tile = legal_documents(session, asked(session))[0]
    turn = decide_turn(session, 2, [tile, {"act": "buy", "shares": {"Luxor": 1}}, {"act": "draw"}], at=5, choose=min)
    assert [deed.what for deed in turn.deeds] == [Action(ActKind.PLAY, 2, turn.deeds[0].what.value)]  # type: ignore[union-attr]
    assert turn.refusal is not None
    assert turn.refusal.code == "buy-off-board"
    whole = decide_turn(session, 2, [tile, {"act": "buy", "shares": {}}, {"act": "draw"}], at=5, choose=min)
    acts = [deed.what.act for deed in whole.deeds if isinstance(deed.what, Action)]
    assert (acts, whole.refusal) == ([ActKind.PLAY, ActKind.BUY, ActKind.DRAW, ActKind.TURN], None)
    assert whole.session == rebuild(session.terms, [*session.deeds, *whole.deeds])


def test_an_act_is_stale_only_where_the_game_itself_moved_on() -> None:
    session = started()
    number = session.number + 1
    assert not is_stale(session, number)
    rested = done(session, ARBITER, {"act": "time", "player": "Ann", "seconds": 60})
    assert not is_stale(rested, number)
    assert is_stale(done(session, 2, legal_documents(session, asked(session))[0]), number)
    assert is_stale(done(session, ARBITER, {"act": "rewind", "to": 2, "reason": "x"}), number)


def test_a_rewind_goes_back_to_an_act_and_its_tiles_go_back_into_the_bag() -> None:
    session = started()
    turn = decide_turn(
        session, 2, [legal_documents(session, asked(session))[0], {"act": "buy", "shares": {}}, {"act": "draw"}],
        at=5, choose=min,
    ).session  # fmt: skip
    assert list(seen_since(turn, session.number)) == ["Cai"]
    assert len(seen_since(turn, session.number)["Cai"]) == 1
    back = done(turn, ARBITER, {"act": "rewind", "to": session.number, "reason": "a wrong tile"})
    assert back.state == session.state
    assert back.standing == session.standing
    assert back.number == turn.number + 1
    assert played_in(log_of(back)) == played_in(log_of(session))
    assert seen_since(back, session.number) == {}


def test_a_rewind_can_be_undone_and_the_orders_of_the_arbiter_never_are() -> None:
    session = started()
    listed = legal_documents(session, asked(session))
    turn = decide_turn(session, 2, [listed[0], {"act": "buy", "shares": {}}, {"act": "draw"}], at=5, choose=min).session
    timed = done(turn, ARBITER, {"act": "time", "player": "Ann", "seconds": 60})
    back = done(timed, ARBITER, {"act": "rewind", "to": session.number, "reason": "a wrong tile"})
    other = done(back, 2, listed[1])
    again = done(other, ARBITER, {"act": "rewind", "to": turn.number, "reason": "it was right"})
    assert (again.state, played_in(log_of(again))) == (turn.state, played_in(log_of(turn)))
    told = [event.act for event in log_of(again).events if event.act >= ActKind.PAUSE]
    assert told == [ActKind.TIME, ActKind.REWIND, ActKind.REWIND]
    assert [deed for deed in again.standing if isinstance(deed.what, Action)] == list(turn.standing)
    assert [deed.number for deed in again.standing if isinstance(deed.what, Ruling)] == [timed.number]
    assert again.clock is not None
    assert again.clock.left == (20 * 60_000 + 60_000, 20 * 60_000, 20 * 60_000 - 5)
    assert rebuild(again.terms, again.deeds) == again


def test_after_a_rewind_to_the_beginning_starting_tiles_are_drawn_anew() -> None:
    session = done(started(), ARBITER, {"act": "rewind", "to": 0, "reason": "begun too early"})
    assert pending_question(session) == replace(pending_question(session), seat=0, phase=QuestionKind.START)  # type: ignore[type-var]
    assert (session.state.bag, session.standing) == (TILES, ())


def test_a_rewind_behind_an_earlier_one_keeps_undone_what_that_one_undid() -> None:
    session = started()
    listed = legal_documents(session, asked(session))
    wrong = done(session, 2, listed[0])
    timed = done(wrong, ARBITER, {"act": "time", "player": "Ann", "seconds": 60})
    back = done(timed, ARBITER, {"act": "rewind", "to": session.number, "reason": "a wrong tile"})
    right = done(back, 2, listed[1])
    bought = done(right, 2, {"act": "buy", "shares": {}})
    again = done(bought, ARBITER, {"act": "rewind", "to": right.number, "reason": "not yet"})
    assert (again.state, again.standing) == (right.state, right.standing)
    assert played_in(log_of(again)) == played_in(log_of(right))
    assert [deed.number for deed in again.standing if deed.number > session.number] == [timed.number, right.number]


def test_a_tile_that_founded_a_chain_can_be_taken_back_and_a_merger_without_a_choice_cannot() -> None:
    founded = next(
        s
        for s in walk("mso", 3, 0)
        if (ask := pending_question(s)) and ask.phase is QuestionKind.FOUND and not s.paused
    )
    back = done(founded, ARBITER, {"act": "takeback"})
    ask = asked(back)
    assert (ask.phase, back.state.on_board) == (QuestionKind.PLAY, founded.state.on_board)
    mergers = [
        s
        for seed in range(6)
        for s in played(terms("mso", 4), Random(f"mergers {seed}"))
        if s.state.phase is Phase.DISPOSE and not s.due_statements and s.state.merger is not None
    ]
    sizes = [sorted(s.state.merger.sizes.values()) for s in mergers if s.state.merger is not None]
    clear = next(s for s, of in zip(mergers, sizes, strict=True) if of[-1] > of[-2])
    assert refusal(clear, ARBITER, {"act": "takeback"}) == "takeback-late"


def test_a_hand_drawn_anew_has_as_many_tiles_and_may_hold_one_of_the_old() -> None:
    session = started()
    redrawn = done(session, ARBITER, {"act": "redraw", "player": "Ann"})
    deed = redrawn.deeds[session.number]
    assert isinstance(deed.what, Action)
    assert deed.what.act is ActKind.REDRAW
    assert redrawn.state.hands[0] == set(deed.what.value)
    assert (len(deed.what.value), redrawn.state.bag) == (6, session.state.bag)


def test_a_turn_without_a_tile_to_draw_is_closed_by_its_player_in_every_edition_whose_end_is_called() -> None:
    closed = []
    for name in ("mso", "ah1999", "ah2008", "wikipedia", "montecarlo", "netacquire"):
        last = _last(played(terms(name, 3), Random(f"close {name}"), calls_end=False))
        closes = [d.what for d in last.deeds if isinstance(d.what, Action) and d.what.act is ActKind.CLOCK]
        closed.append(bool(closes))
    assert closed == [True] * 6


def test_in_the_code_war_whoever_lets_the_time_pass_is_played_for_until_the_turn_is_over() -> None:
    session = started("codewar", 3, minutes=1)
    timed = done(session, ARBITER, {"act": "timeout", "player": session.terms.ids[0]})
    acts = [deed.what.act for deed in timed.deeds[session.number :] if isinstance(deed.what, Action)]
    assert acts == [ActKind.TIMEOUT, ActKind.PLAY, ActKind.BUY, ActKind.DRAW, ActKind.TURN]
    ask = asked(timed)
    assert ask.seat == 1


def test_a_two_player_game_with_a_market_tells_its_tile_to_all() -> None:
    last = _last(played(terms("wikipedia", 2), Random("market")))
    assert any(isinstance(d.what, Action) and d.what.act is ActKind.MARKET for d in last.deeds)
    assert isinstance(log_of(last), GameRecord)


def test_every_edition_is_played_here() -> None:
    assert set(NAMES) == set(EDITIONS)


@pytest.mark.parametrize("name", NAMES)
def test_the_kept_game_of_an_edition_is_told_to_everybody_as_it_was(name: str) -> None:
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert json.loads(json.dumps(replayed(kept))) == kept


@pytest.mark.parametrize("name", NAMES)
def test_the_log_of_the_kept_game_holds_against_the_replay(name: str) -> None:
    kept = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    answer = replay(read_log("\n".join(kept["log"])))
    assert (list(answer.findings), answer.complete) == ([], True)
    assert answer.final == kept["last"]["board"]["result"]["cash"]


def test_a_game_is_kept_of_every_edition() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(NAMES)
