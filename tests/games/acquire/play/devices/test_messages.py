"""The messages of the protocol: read with care, and as its schema says."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.errors import IllegalActionError
from games.acquire.play import DOOR_CODES
from games.acquire.play.devices import (
    ARBITER,
    DEVICE_CODES,
    arbiter_view,
    board_view,
    decide_turn,
    pending_question,
    seat_view,
    watcher_view,
)
from games.acquire.play.devices.deeds import deed_from, request_from
from games.acquire.play.devices.messages import Acts, Agree, Hello, Ping, ack, message_from, pong, refused, stale
from games.acquire.play.devices.questions import legal_documents
from games.acquire.replay import CODES
from games.acquire.state import EndReason
from tests.games.acquire.play.devices.schema import SCHEMA, misfit
from tests.games.acquire.play.devices.tables import NAMES, seats_of, sizes_of, terms, walk


@pytest.mark.parametrize("name", NAMES)
def test_every_message_of_a_game_fits_the_schema(name: str) -> None:
    for seats in sizes_of(name):
        for session in walk(name, seats, 0, seats % 2 == 0)[:: 43 + seats]:  # holdings are closed at every other size
            since = session.number - 12
            views = [seat_view(session, seat, at=session.at, since=since, legal=True) for seat in range(seats)]
            views += [board_view(session, at=session.at, since=0), watcher_view(session, at=session.at)]
            views.append(arbiter_view(session, at=session.at, since=since))
            for view in views:
                assert misfit(view, "view") == ""


@pytest.mark.parametrize("name", NAMES)
def test_every_legal_act_is_a_message_that_fits_the_schema_and_is_read_as_it_was_meant(name: str) -> None:
    random = Random(name)
    for session in random.sample(walk(name, min(seats_of(name)), 1), 60):
        ask = pending_question(session)
        if ask is None:
            continue
        listed = legal_documents(session, ask)
        act = random.choice(listed)
        one = {"t": "act", "id": "p1-1", "n": session.number + 1, **act}
        several = {"t": "act", "id": "p1-2", "n": session.number + 1, "acts": [act, act]}
        assert (misfit(one, "act"), misfit(one, "turn") == "") == ("", False)
        assert (misfit(several, "turn"), misfit(several, "act") == "") == ("", False)
        assert message_from(json.dumps(one)) == Acts("p1-1", session.number + 1, (act,))
        assert message_from(json.dumps(several)) == Acts("p1-2", session.number + 1, (act, act))


def test_the_other_messages_fit_the_schema_and_are_read() -> None:
    hello = {"t": "hello", "v": 1, "token": "abc", "n": 41, "legal": True}
    told = [(hello, Hello("abc", 41, True)), ({"t": "hello", "v": 1, "token": "abc"}, Hello("abc", 0, False))]
    told += [({"t": "ping", "at": 12}, Ping(12)), ({"t": "agree"}, Agree())]  # type: ignore[list-item]
    for document, read in told:
        assert misfit(document, "fromClient") == ""
        assert message_from(json.dumps(document)) == read
    answers = {
        "ack": ack("p7-12", 42),
        "no": refused("p7-12", IllegalActionError("6E lies on the board.", "tile-on-board"), 41),
        "pong": pong(Ping(12), 700),
    }
    for kind, document in [*answers.items(), ("no", stale("p7-12", 44))]:
        assert misfit(document, kind) == ""
        assert misfit(document, "fromServer") == ""


def test_a_view_with_too_much_or_too_little_does_not_fit_the_schema() -> None:
    view = seat_view(walk("mso", 3, 0)[-1], 0, at=0)
    wrong: list[dict[str, Any]] = [
        {**view, "bag_order": []},
        {**view, "n": -1},
        {**view, "hand": [{"tile": "13A", "does": "found"}]},
        {**view, "over": None},
        {**view, "board": {"Luxor": ["1A", "1A"]}},
        {key: value for key, value in view.items() if key != "bag"},
    ]
    assert misfit(view, "fromServer") == ""
    assert [bool(misfit(document, "view")) for document in wrong] == [True] * len(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "3",
        "{}",
        '{"t":"jump"}',
        '{"t":["act"]}',
        '{"t":"hello","v":2,"token":"x"}',
        '{"t":"hello","v":true,"token":"x"}',
        '{"t":"hello","v":1}',
        '{"t":"hello","v":1,"token":""}',
        '{"t":"hello","v":1,"token":"x","n":-1}',
        '{"t":"act","id":"x","act":"pass"}',
        '{"t":"act","id":"x","n":0,"act":"pass"}',
        '{"t":"act","id":"x","n":1.5,"act":"pass"}',
        '{"t":"act","n":1,"act":"pass"}',
        '{"t":"act","id":"x","n":1,"acts":[]}',
        '{"t":"act","id":"x","n":1,"acts":"pass"}',
        '{"t":"act","id":"x","n":1,"act":"pass","acts":[{"act":"pass"}]}',
        '{"t":"ping"}',
        '{"t":"ping","at":' + "9" * 30 + "}",
        '{"t":"ping","at":' + "9" * 4_050 + "}",
        "[" * 4_000,
        " " * 5_000,
    ],
)
def test_what_is_no_message_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(IllegalActionError, match=r"\.$") as caught:
        message_from(text)
    assert caught.value.code == "act-unreadable"


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
_WORDS = st.sampled_from(
    [
        "play",
        "buy",
        "dispose",
        "draw",
        "start",
        "swap",
        "card",
        "order",
        "found",
        "time",
        "rewind",
        "peek",
        "end",
        "final",
    ]
)
_KEYS = st.sampled_from(
    ["tile", "tiles", "shares", "chain", "chains", "sell", "trade", "hold", "player", "to", "seconds", "reason", "card"]
)
_REQUESTS = _JSON | st.builds(
    lambda word, members: {"act": word, **members}, _WORDS, st.dictionaries(_KEYS, _JSON, max_size=3)
)


@given(request_=_REQUESTS, who=st.sampled_from([0, 1, 2, ARBITER]), step=st.integers(0, 10**6))
def test_whatever_is_sent_is_done_or_refused_with_a_known_code(request_: object, who: int, step: int) -> None:
    steps = walk("mso", 3, 0)
    session = steps[step % len(steps)]
    if pending_question(session) is None and not session.is_over:
        return
    told = decide_turn(session, who, [request_], at=session.at, choose=min)
    assert (told.refusal is None) == bool(told.deeds)
    if told.refusal is not None:
        assert told.refusal.code in DEVICE_CODES.keys() | DOOR_CODES.keys() | CODES.keys()
        assert str(told.refusal).endswith(".")


def test_the_codes_of_devices_are_no_codes_of_the_engine_or_of_findings() -> None:
    assert not DEVICE_CODES.keys() & (DOOR_CODES.keys() | CODES.keys())


def test_the_schema_knows_every_reason_for_which_a_game_ends() -> None:
    reasons = SCHEMA["$defs"]["view"]["properties"]["result"]["properties"]["reason"]["enum"]
    assert set(reasons) == {reason.name.lower().replace("_", "-") for reason in EndReason}


def test_a_purchase_is_the_same_in_whatever_order_its_chains_come() -> None:
    game = terms("mso", 3)
    told, turned = (
        {"act": "buy", "player": "Ann", "shares": shares}
        for shares in ({"Tower": 1, "Luxor": 2}, {"Luxor": 2, "Tower": 1})
    )
    assert deed_from({"n": 1, "at": 0, **told}, game) == deed_from({"n": 1, "at": 0, **turned}, game)
    assert request_from(told, game, 0) == request_from(turned, game, 0)
