"""What is done for whoever is out of time: by the Code War's rule there, anything legal elsewhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.acquire.editions.values import EDITIONS
from games.acquire.play.devices.asking import QuestionKind
from games.acquire.play.devices.deeds import deed_document
from games.acquire.play.devices.session import Session, pending_question
from games.acquire.play.devices.views import seat_view
from games.series.bots import stand_in
from games.series.running import Bag
from tests.games.acquire.play.devices.tables import seats_of, walk


def stood_in(session: Session) -> list[dict[str, Any]]:
    """What is done for whoever is asked in a session."""
    ask = pending_question(session)
    assert ask is not None
    view = seat_view(session, ask.seat, at=session.at, legal=True)
    deeds = stand_in(session, ask.seat, view, at=session.at, random=Random("stands"), choose=Bag("stands"))
    return [deed_document(deed, session.terms) for deed in deeds]


def asking(*phases: QuestionKind) -> list[Session]:
    """Sessions of a random game of the Code War in which somebody is asked so."""
    found = []
    for session in walk("codewar", 4, 0):
        ask = pending_question(session)
        if ask is not None and ask.phase in phases and not session.paused:
            found.append(session)
    assert found
    return found


def test_in_the_code_war_a_tile_of_the_hand_is_laid_and_nothing_bought() -> None:
    for session in asking(QuestionKind.PLAY):
        acts = stood_in(session)
        player = acts[0].get("player")
        if acts[0]["act"] == "timeout":
            turn = acts[: next((place for place, act in enumerate(acts) if act["act"] == "turn"), len(acts))]
            mine = [act for act in turn if act.get("player") == player]
            assert all(not act["shares"] for act in mine if act["act"] == "buy")
            assert not [act for act in mine if act["act"] == "card"]
        else:
            assert acts[0]["act"] in ("play", "pass")  # a tile behind the first of four


def test_in_the_code_war_the_tile_is_no_hint_of_when_it_was_drawn() -> None:
    session = next(one for one in asking(QuestionKind.PLAY) if stood_in(one)[0]["act"] == "timeout")
    ask = pending_question(session)
    assert ask is not None
    view = seat_view(session, ask.seat, at=session.at, legal=True)
    laid = set()
    for seed in range(60):
        deeds = stand_in(session, ask.seat, view, at=session.at, random=Random(seed), choose=Bag("one"))
        laid |= {deed_document(deed, session.terms).get("tile") for deed in deeds[:2]} - {None}
    tiles = [act for act in view["ask"]["legal"] if act["act"] == "play"]
    assert laid == {act["tile"] for act in tiles}
    assert len(laid) > 1


def test_in_the_code_war_all_shares_are_sold() -> None:
    for session in asking(QuestionKind.DISPOSE):
        act = stood_in(session)[0]
        assert (act["act"], act["trade"], act["hold"]) == ("dispose", 0, 0)
        assert act["sell"] > 0


def test_in_the_code_war_nothing_is_bought() -> None:
    for session in asking(QuestionKind.BUY, QuestionKind.CARD):
        act = stood_in(session)[0]
        assert (act["act"], act["shares"]) == ("buy", {})


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_done_for_somebody_is_legal_in_every_edition(edition: str) -> None:
    for session in walk(edition, seats_of(edition)[0], 0)[::5]:
        if pending_question(session) is not None and not session.paused and not session.state.timed_out:
            assert stood_in(session)
