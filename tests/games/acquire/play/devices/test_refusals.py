"""What a game on devices refuses: acts of the wrong player, at the wrong time, unreadable, and terms that cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.acquire.actions import Action, ActKind
from games.acquire.errors import AcquireError, IllegalActionError
from games.acquire.play.devices import (
    ARBITER,
    Deed,
    Order,
    Ruling,
    add_deed,
    decide,
    open_session,
    terms_document,
    terms_from,
)
from games.acquire.record import StartPosition
from tests.games.acquire.play.devices.tables import refusal, started, terms


def test_who_is_not_asked_is_told_who_is() -> None:
    session = started()
    with pytest.raises(IllegalActionError, match="Cai has to act now; wait until you are asked"):
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
    assert refusal(started(), 2, request_) == code


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"act": "resume"}, "pause-unchanged"),
        ({"act": "time", "player": "Ann", "seconds": 0}, "time-none"),
        ({"act": "time", "player": "Ann"}, "act-unreadable"),
        ({"act": "time", "seconds": 5}, "act-unreadable"),
        ({"act": "rewind", "to": 3}, "reason-missing"),
        ({"act": "rewind", "to": 7, "reason": "x"}, "rewind-not-back"),
        ({"act": "rewind", "to": 99, "reason": "x"}, "rewind-not-back"),
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
    assert refusal(started(), ARBITER, request_) == code


def test_a_deed_that_does_not_follow_is_refused() -> None:
    session = started()
    wrong = [
        Deed(session.number, 0, Action(ActKind.PASS, 2)),
        Deed(session.number + 2, 0, Action(ActKind.PASS, 2)),
        Deed(session.number + 1, 0, Action(ActKind.TURN, 2, 2)),
        Deed(session.number + 1, 0, Action(ActKind.PASS, 2)),
        Deed(session.number + 1, 0, Ruling(Order.REWIND, to=77, reason="x")),
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
