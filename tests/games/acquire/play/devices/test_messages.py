"""The messages of the protocol: read with care, as its schema says, and refused with a code."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.acquire.actions import Action, ActKind
from games.acquire.errors import AcquireError, IllegalActionError
from games.acquire.play.devices.deciding import ARBITER, decide, decide_turn
from games.acquire.play.devices.deeds import (
    DEVICE_CODES,
    Deed,
    Ruling,
    deed_from,
    request_from,
    terms_document,
    terms_from,
)
from games.acquire.play.devices.messages import (
    Acts,
    Agree,
    Hello,
    Ping,
    ack,
    message_from,
    pong,
    refusal_answer,
    stale_answer,
)
from games.acquire.play.devices.questions import legal_documents
from games.acquire.play.devices.session import add_deed, open_session, pending_question
from games.acquire.play.devices.views import arbiter_view, board_view, seat_view
from games.acquire.record import StartPosition
from games.acquire.replay.findings import CODES
from games.acquire.rules.game import DOOR_CODES
from games.acquire.state import EndReason
from tests.conftest import ROOT
from tests.games.acquire.play.devices.schema import SCHEMA, misfit
from tests.games.acquire.play.devices.tables import NAMES, refusal, seats_of, sizes_of, started, terms, walk


@pytest.mark.parametrize("name", NAMES)
def test_every_message_of_a_game_fits_the_schema(name: str) -> None:
    for seats in sizes_of(name):
        for session in walk(name, seats, 0, seats % 2 == 0)[:: 43 + seats]:  # holdings are closed at every other size
            since = session.number - 12
            views = [seat_view(session, seat, at=session.at, since=since, legal=True) for seat in range(seats)]
            views.append(board_view(session, at=session.at, since=0))
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
        "no": refusal_answer("p7-12", IllegalActionError("6E lies on the board.", "tile-on-board"), 41),
        "pong": pong(Ping(12), 700),
    }
    for kind, document in [*answers.items(), ("no", stale_answer("p7-12", 44))]:
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


REFUSED: dict[str, list[Any]] = json.loads((ROOT / "fixtures/protocol/refused.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text", [*REFUSED["messages"], '{"t":"ping","at":' + "9" * 4_050 + "}", "[" * 4_000, " " * 5_000]
)
def test_what_is_no_message_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(IllegalActionError, match=r"\.$") as caught:
        message_from(text)
    assert caught.value.code == "act-unreadable"


@pytest.mark.parametrize(("who", "whose"), [(2, "player"), (ARBITER, "arbiter")])
def test_what_nobody_of_them_can_do_is_refused_with_a_code_and_a_sentence(who: int, whose: str) -> None:
    for request, code in REFUSED[whose]:
        assert refusal(started(), who, request) == code, request


_WORDS = st.sampled_from([act.word for act in ActKind])
_KEYS = st.sampled_from(
    ["tile", "tiles", "shares", "chain", "chains", "sell", "trade", "hold", "player", "to", "seconds", "reason", "card"]
)
_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
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


def test_who_is_not_asked_is_told_who_is() -> None:
    session = started()
    with pytest.raises(IllegalActionError, match="Cai has to act now; wait until you are asked"):
        decide(session, 0, {"act": "play", "tile": "1A"}, at=0, choose=min)


def test_a_deed_that_does_not_follow_is_refused() -> None:
    session = started()
    wrong = [
        Deed(session.number, 0, Action(ActKind.PASS, 2)),
        Deed(session.number + 2, 0, Action(ActKind.PASS, 2)),
        Deed(session.number + 1, 0, Action(ActKind.TURN, 2, 2)),
        Deed(session.number + 1, 0, Action(ActKind.PASS, 2)),
        Deed(session.number + 1, 0, Ruling(ActKind.REWIND, to=77, reason="x")),
    ]
    codes = []
    for deed in wrong:
        with pytest.raises(IllegalActionError) as caught:
            add_deed(session, deed)
        codes.append(caught.value.code)
    assert codes == ["deed-order", "deed-order", "deed-order", "pass-with-legal", "rewind-not-back"]


def test_a_game_on_devices_begins_with_an_empty_board_and_as_many_as_the_edition_allows() -> None:
    game = terms("mso", 3)
    with pytest.raises(AcquireError, match="empty board"):
        open_session(replace(game, header=replace(game.header, position=StartPosition())))
    with pytest.raises(AcquireError, match="for 3 to 6 players, not 2"):
        open_session(terms("mso", 2))


@pytest.mark.parametrize(
    "change",
    [{"minutes": 0}, {"minutes": "20"}, {"holdings": "half"}, {"code": 3}, {"header": {}}, {"header": None}],
)
def test_terms_that_cannot_be_are_refused_in_a_sentence(change: dict[str, object]) -> None:
    with pytest.raises(AcquireError, match=r"\.$"):
        terms_from({**terms_document(terms("mso", 3)), **change})
