"""A game on devices: what follows from its deeds, and what the replay makes of its log."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.acquire.actions import Act, Action
from games.acquire.board import TILES
from games.acquire.editions import EDITIONS
from games.acquire.errors import AcquireError, IllegalActionError
from games.acquire.logs import read_log, write_json, write_text
from games.acquire.play.devices import (
    ARBITER,
    Asked,
    Deed,
    Order,
    Ruling,
    Session,
    after,
    asked,
    decide,
    decide_turn,
    deed_document,
    deed_from,
    is_stale,
    log_of,
    open_session,
    rebuild,
    seen_since,
    settle,
    terms_document,
    terms_from,
)
from games.acquire.play.devices.questions import legal_documents
from games.acquire.record import GameRecord, Position
from games.acquire.replay import replay
from games.acquire.state import EndReason, Phase
from tests.games.acquire.play.devices.tables import NAMES, disturbed, played, seats_of, terms, walk

SEEDS = st.integers(0, 2**32)


def _last(game_steps: object) -> Session:
    *_, last = game_steps  # type: ignore[misc]
    return last  # type: ignore[no-any-return]


def _check_log(session: Session) -> None:
    """The log of a game that is over holds against the replay, in both spellings, and proves the same cash."""
    record = log_of(session)
    for text in (write_text(record), write_json(record)):
        answer = replay(read_log(text))
        assert [(finding.code, finding.turn, finding.message) for finding in answer.findings] == []
        assert answer.complete
        assert answer.final == answer.recorded_final
        assert len(answer.final) == session.state.seats


@pytest.mark.parametrize("name", NAMES)
def test_a_game_of_every_size_gives_a_log_in_which_the_replay_finds_nothing(name: str) -> None:
    for seats in seats_of(name):
        for seed in range(2):
            _check_log(_last(played(terms(name, seats), Random(f"{name} {seats} {seed}"))))


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=5)
@given(seed=SEEDS, seats=st.integers(2, 6))
def test_a_game_with_orders_of_the_arbiter_gives_a_log_in_which_the_replay_finds_nothing(
    name: str, seed: int, seats: int
) -> None:
    game = terms(name, max(seats, min(seats_of(name))), opens_hands=True)
    _check_log(_last(disturbed(game, Random(seed))))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_whose_time_runs_out_gives_a_log_in_which_the_replay_finds_nothing(name: str) -> None:
    for seed in range(4):
        game = terms(name, min(seats_of(name)) + seed % 2, minutes=1)
        _check_log(_last(played(game, Random(f"{name} {seed}"), pace=12_000)))


def test_games_ended_for_time_are_among_those_tried() -> None:
    ends = {
        _last(played(terms("mso", 3, minutes=1), Random(f"mso {seed}"), pace=40_000)).state.reason for seed in range(4)
    }
    assert EndReason.TIMED_OUT in ends


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=3)
@given(seed=SEEDS)
def test_a_session_rebuilt_from_its_deeds_is_the_session_that_was_kept(name: str, seed: int) -> None:
    steps = list(disturbed(terms(name, min(seats_of(name)), opens_hands=True), Random(seed)))
    last = steps[-1]
    documents = json.loads(json.dumps([deed_document(deed, last.terms) for deed in last.deeds]))
    game = terms_from(json.loads(json.dumps(terms_document(last.terms))))
    session = open_session(game)
    assert [deed_from(document, game) for document in documents] == list(last.deeds)
    for document, kept in zip(documents, steps[1:], strict=True):
        session = after(session, deed_from(document, game))
        assert session == kept
    assert rebuild(game, last.deeds) == last


@pytest.mark.parametrize("name", NAMES)
def test_every_tile_is_in_one_place_and_every_share_held_or_in_the_bank_after_every_deed(name: str) -> None:
    for session in walk(name, min(seats_of(name)), 0):
        state = session.state
        lying = [tile for tile in range(TILES) if state.spaces[tile]]
        tiles = [*lying, *state.dead, *(tile for hand in state.hands for tile in hand)]
        assert len(tiles) == len(set(tiles)) == TILES - state.bag
        assert [bank + sum(held) for bank, held in zip(state.bank, state.shares, strict=True)] == [
            state.edition.chain_shares
        ] * 7


@pytest.mark.parametrize("name", NAMES)
def test_where_nobody_is_asked_the_server_has_something_to_do_or_the_game_is_over(name: str) -> None:
    for session in walk(name, min(seats_of(name)), 1):
        settled, done = settle(session, session.at, min)
        assert bool(done) == (asked(session) is None and not session.is_over)
        assert asked(settled) is not None or settled.is_over


@pytest.mark.parametrize("name", NAMES)
def test_every_act_that_is_listed_can_be_sent_as_it_stands(name: str) -> None:
    random = Random(name)
    steps = [session for session in walk(name, min(seats_of(name)), 0) if asked(session) and not session.paused]
    for session in random.sample(steps, min(60, len(steps))):
        ask = asked(session)
        assert ask is not None
        listed = legal_documents(session, ask)
        for request in random.sample(listed, min(4, len(listed))):
            assert decide(session, ask.seat, request, at=session.at, choose=min)


def _started(name: str = "mso", seats: int = 3, **others: object) -> Session:
    session = open_session(terms(name, seats, **others))  # type: ignore[arg-type]
    session, _ = settle(session, 0, min)
    while (ask := asked(session)) is not None and ask.phase is Asked.START:
        for deed in decide(session, ask.seat, {"act": "start"}, at=0, choose=max):
            session = after(session, deed)
    return session


def _done(session: Session, who: int, request: object, at: int = 0) -> Session:
    for deed in decide(session, who, request, at=max(at, session.at), choose=min):
        session = after(session, deed)
    return session


def _refusal(session: Session, who: int, request: object) -> str:
    before = session.state.key()
    with pytest.raises(IllegalActionError) as caught:
        decide(session, who, request, at=session.at, choose=min)
    assert session.state.key() == before
    assert str(caught.value).endswith(".")
    return caught.value.code


def test_the_lowest_starting_tile_begins_and_the_log_names_the_players_in_turn_order() -> None:
    session = _started()
    # Each drew the highest tile that was left: 12I, 12H, 12G; so Cai begins.
    assert asked(session) == replace(asked(session), seat=2, phase=Asked.PLAY)  # type: ignore[type-var]
    assert [player.id for player in log_of(session).header.players] == ["Cai", "Ben", "Ann"]
    assert [event for event in log_of(session).events if event.act is Act.START] == [
        Action(Act.START, 2, 107),
        Action(Act.START, 1, 106),
        Action(Act.START, 0, 105),
    ]


def test_where_the_chart_gives_the_seats_starting_tiles_are_placed_and_the_order_stays() -> None:
    session = _started(rules={"start_order": "given"})
    ask = asked(session)
    assert ask is not None
    assert (ask.seat, [player.id for player in log_of(session).header.players]) == (0, ["Ann", "Ben", "Cai"])
    assert len([event for event in log_of(session).events if event.act is Act.START]) == 3


def test_the_first_hands_are_told_as_hands_before_the_first_turn() -> None:
    session = _started()
    acts = [deed.what.act for deed in session.deeds if isinstance(deed.what, Action)]
    assert acts == [Act.START] * 3 + [Act.HAND] * 3 + [Act.TURN]
    assert [len(deed.what.value) for deed in session.deeds[3:6] if isinstance(deed.what, Action)] == [6, 6, 6]


def test_who_is_not_asked_is_told_who_is() -> None:
    session = _started()
    with pytest.raises(IllegalActionError, match="It is for Cai to act; wait until you are asked"):
        decide(session, 0, {"act": "play", "tile": "1A"}, at=0, choose=min)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"act": "bonus", "chain": "Luxor", "amount": 100}, "act-server"),
        ({"act": "turn"}, "act-server"),
        ({"act": "hand", "tiles": []}, "act-server"),
        ({"act": "clock"}, "act-server"),
        ({"act": "redraw"}, "act-arbiter"),
        ({"act": "takeback"}, "act-arbiter"),
        ({"act": "timeout"}, "act-arbiter"),
        ({"act": "pause"}, "act-arbiter"),
        ({"act": "rewind", "to": 3, "reason": "x"}, "act-arbiter"),
        ({"act": "draw", "tile": "1A"}, "act-unreadable"),
        ({"act": "play", "tile": "13A"}, "act-unreadable"),
        ({"act": "play"}, "act-unreadable"),
        ({"act": "play", "tile": "1A", "line": 3}, "act-unreadable"),
        ({"act": "jump"}, "act-unreadable"),
        ({"act": ["play"]}, "act-unreadable"),
        ({}, "act-unreadable"),
        (["play"], "act-unreadable"),
        (None, "act-unreadable"),
        ({"act": "play", "player": "Zoe", "tile": "1A"}, "player-unknown"),
        ({"act": "play", "player": "Ann", "tile": "1A"}, "act-out-of-turn"),
        ({"act": "play", "tile": "12I"}, "tile-on-board"),
        ({"act": "play", "tile": "5E"}, "tile-not-in-hand"),
        ({"act": "pass"}, "pass-with-legal"),
        ({"act": "end"}, "end-not-reached"),
        ({"act": "draw"}, "not-now"),
        ({"act": "start"}, "not-now"),
        ({"act": "buy", "shares": {"Luxor": 1}}, "not-now"),
    ],
)
def test_what_a_player_cannot_do_is_refused_with_a_code_and_a_sentence(request_: object, code: str) -> None:
    assert _refusal(_started(), 2, request_) == code


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"act": "resume"}, "pause-unchanged"),
        ({"act": "time", "player": "Ann", "seconds": 0}, "time-none"),
        ({"act": "time", "player": "Ann"}, "act-unreadable"),
        ({"act": "time", "seconds": 5}, "act-unreadable"),
        ({"act": "rewind", "to": 3}, "reason-missing"),
        ({"act": "rewind", "to": 7, "reason": "x"}, "rewind-nowhere"),
        ({"act": "rewind", "to": 99, "reason": "x"}, "rewind-nowhere"),
        ({"act": "rewind", "to": -1, "reason": "x"}, "act-unreadable"),
        ({"act": "rewind", "to": 3, "reason": "x" * 201}, "act-unreadable"),
        ({"act": "rewind", "to": 3, "reason": "x\ny"}, "act-unreadable"),
        ({"act": "peek", "player": "Ann"}, "peek-closed"),
        ({"act": "pause", "player": "Ann"}, "act-unreadable"),
        ({"act": "takeback"}, "takeback-nothing"),
        ({"act": "redraw"}, "player-unknown"),
        ({"act": "timeout", "player": "Ann"}, "act-out-of-turn"),
        ({"act": "play", "player": "Cai", "tile": "1A"}, "act-arbiter-only"),
        ({"act": "found", "player": "Ann", "chain": "Luxor"}, "act-out-of-turn"),
        ({"act": "found", "player": "Cai", "chain": "Luxor"}, "not-now"),
        ({"act": "end"}, "end-not-reached"),
    ],
)
def test_what_the_arbiter_cannot_do_is_refused_with_a_code_and_a_sentence(request_: object, code: str) -> None:
    assert _refusal(_started(), ARBITER, request_) == code


def test_in_a_pause_only_the_arbiter_acts() -> None:
    session = _done(_started(), ARBITER, {"act": "pause"})
    assert session.paused
    assert _refusal(session, 2, {"act": "pass"}) == "paused"
    assert _refusal(session, ARBITER, {"act": "pause"}) == "pause-unchanged"
    assert not _done(session, ARBITER, {"act": "resume"}).paused


def test_a_whole_turn_is_done_as_far_as_it_is_legal() -> None:
    session = _started()
    tile = legal_documents(session, asked(session))[0]  # type: ignore[arg-type]
    turn = decide_turn(session, 2, [tile, {"act": "buy", "shares": {"Luxor": 1}}, {"act": "draw"}], at=5, choose=min)
    assert [deed.what for deed in turn.deeds] == [Action(Act.PLAY, 2, turn.deeds[0].what.value)]  # type: ignore[union-attr]
    assert turn.refusal is not None
    assert turn.refusal.code == "buy-off-board"
    whole = decide_turn(session, 2, [tile, {"act": "buy", "shares": {}}, {"act": "draw"}], at=5, choose=min)
    acts = [deed.what.act for deed in whole.deeds if isinstance(deed.what, Action)]
    assert (acts, whole.refusal) == ([Act.PLAY, Act.BUY, Act.DRAW, Act.TURN], None)
    assert whole.session == rebuild(session.terms, [*session.deeds, *whole.deeds])


def test_an_act_is_stale_only_where_the_game_itself_moved_on() -> None:
    session = _started()
    number = session.number + 1
    assert not is_stale(session, number)
    rested = _done(session, ARBITER, {"act": "time", "player": "Ann", "seconds": 60})
    assert not is_stale(rested, number)
    assert is_stale(_done(session, 2, legal_documents(session, asked(session))[0]), number)  # type: ignore[arg-type]
    assert is_stale(_done(session, ARBITER, {"act": "rewind", "to": 2, "reason": "x"}), number)


def test_a_rewind_goes_back_to_an_act_and_its_tiles_go_back_into_the_bag() -> None:
    session = _started()
    turn = decide_turn(
        session, 2, [legal_documents(session, asked(session))[0], {"act": "buy", "shares": {}}, {"act": "draw"}],  # type: ignore[arg-type]
        at=5, choose=min,
    ).session  # fmt: skip
    assert list(seen_since(turn, session.number)) == ["Cai"]
    assert len(seen_since(turn, session.number)["Cai"]) == 1
    back = _done(turn, ARBITER, {"act": "rewind", "to": session.number, "reason": "a wrong tile"})
    assert back.state == session.state
    assert back.standing == session.standing
    assert back.number == turn.number + 1
    assert log_of(back) == log_of(session)
    assert _refusal(back, ARBITER, {"act": "rewind", "to": turn.number, "reason": "x"}) == "rewind-nowhere"
    assert seen_since(back, turn.number) == {}


def test_after_a_rewind_to_the_beginning_starting_tiles_are_drawn_anew() -> None:
    session = _done(_started(), ARBITER, {"act": "rewind", "to": 0, "reason": "begun too early"})
    assert asked(session) == replace(asked(session), seat=0, phase=Asked.START)  # type: ignore[type-var]
    assert (session.state.bag, session.standing) == (TILES, ())


def test_a_tile_that_founded_a_chain_can_be_taken_back_and_a_merger_without_a_choice_cannot() -> None:
    founded = next(s for s in walk("mso", 3, 0) if (ask := asked(s)) and ask.phase is Asked.FOUND and not s.paused)
    back = _done(founded, ARBITER, {"act": "takeback"})
    ask = asked(back)
    assert ask is not None
    assert (ask.phase, back.state.on_board) == (Asked.PLAY, founded.state.on_board)
    mergers = [
        s
        for seed in range(6)
        for s in played(terms("mso", 4), Random(f"mergers {seed}"))
        if s.state.phase is Phase.DISPOSE and not s.owed and s.state.merger is not None
    ]
    sizes = [sorted(s.state.merger.sizes.values()) for s in mergers if s.state.merger is not None]
    clear = next(s for s, of in zip(mergers, sizes, strict=True) if of[-1] > of[-2])
    assert _refusal(clear, ARBITER, {"act": "takeback"}) == "takeback-late"


def test_a_hand_drawn_anew_has_as_many_tiles_and_may_hold_one_of_the_old() -> None:
    session = _started()
    redrawn = _done(session, ARBITER, {"act": "redraw", "player": "Ann"})
    deed = redrawn.deeds[session.number]
    assert isinstance(deed.what, Action)
    assert deed.what.act is Act.REDRAW
    assert redrawn.state.hands[0] == set(deed.what.value)
    assert (len(deed.what.value), redrawn.state.bag) == (6, session.state.bag)


def test_a_turn_without_a_tile_to_draw_is_closed_by_its_player_in_every_edition_whose_end_is_called() -> None:
    closed = []
    for name in ("mso", "ah1999", "ah2008", "wikipedia", "montecarlo", "netacquire"):
        last = _last(played(terms(name, 3), Random(f"close {name}"), calls_end=False))
        closes = [d.what for d in last.deeds if isinstance(d.what, Action) and d.what.act is Act.CLOCK]
        closed.append(bool(closes))
    assert closed == [True] * 6


def test_a_deed_that_does_not_follow_is_refused() -> None:
    session = _started()
    wrong = [
        Deed(session.number, 0, Action(Act.PASS, 2)),
        Deed(session.number + 2, 0, Action(Act.PASS, 2)),
        Deed(session.number + 1, 0, Action(Act.TURN, 2, 2)),
        Deed(session.number + 1, 0, Action(Act.PASS, 2)),
        Deed(session.number + 1, 0, Ruling(Order.REWIND, to=77, reason="x")),
    ]
    codes = []
    for deed in wrong:
        with pytest.raises(IllegalActionError) as caught:
            after(session, deed)
        codes.append(caught.value.code)
    assert codes == ["deed-order", "deed-order", "deed-order", "pass-with-legal", "rewind-nowhere"]


def test_a_game_on_devices_begins_with_an_empty_board_and_as_many_as_the_edition_allows() -> None:
    game = terms("mso", 3)
    with pytest.raises(AcquireError, match="empty board"):
        open_session(replace(game, header=replace(game.header, position=Position())))
    with pytest.raises(AcquireError, match="for 3 to 6 players, not 2"):
        open_session(terms("mso", 2))


@pytest.mark.parametrize(
    "change",
    [{"minutes": 0}, {"minutes": "20"}, {"holdings": "half"}, {"code": 3}, {"header": {}}, {"header": None}],
)
def test_terms_that_cannot_be_are_refused_in_a_sentence(change: dict[str, object]) -> None:
    with pytest.raises(AcquireError, match=r"\.$"):
        terms_from({**terms_document(terms("mso", 3)), **change})


def test_in_the_code_war_whoever_lets_the_time_pass_is_played_for_until_the_turn_is_over() -> None:
    session = _started("codewar", 3, minutes=1)
    timed = _done(session, ARBITER, {"act": "timeout", "player": session.terms.ids[0]})
    acts = [deed.what.act for deed in timed.deeds[session.number :] if isinstance(deed.what, Action)]
    assert acts == [Act.TIMEOUT, Act.PLAY, Act.BUY, Act.DRAW, Act.TURN]
    ask = asked(timed)
    assert ask is not None
    assert ask.seat == 1


def test_a_two_player_game_with_a_market_tells_its_tile_to_all() -> None:
    last = _last(played(terms("wikipedia", 2), Random("market")))
    assert any(isinstance(d.what, Action) and d.what.act is Act.MARKET for d in last.deeds)
    assert isinstance(log_of(last), GameRecord)


def test_every_edition_is_played_here() -> None:
    assert set(NAMES) == set(EDITIONS)
