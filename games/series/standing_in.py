"""What is done for a bot that is out of time, by the edition's rule.

Where the edition places a random tile (`TimeoutPolicy.RANDOM_TILE`): before the tile the turn is played for it, else nothing
is bought, all shares are sold, and a chain is named at random. Everywhere else any legal act at random is done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from games.acquire.editions import TimeoutPolicy
from games.acquire.play.devices import ARBITER, Chooser, QuestionKind, Session, decide
from games.acquire.play.devices.deeds import Deed
from games.acquire.rules.legal import clocked_player


def stand_in(
    session: Session, seat: int, view: Mapping[str, Any], *, at: int, random: Random, choose: Chooser
) -> Sequence[Deed]:
    """The deeds that stand for what a seat did not answer to this view of its own, which lists the legal acts."""
    if session.state.edition.timeout_policy is not TimeoutPolicy.RANDOM_TILE:
        return decide(session, seat, random.choice(view["ask"]["legal"]), at=at, choose=choose)
    if clocked_player(session.state) == seat:
        hand = session.state.hands[seat]

        def choose_of_hand(tiles: Sequence[int]) -> int:
            return random.choice(tiles) if hand.issuperset(tiles) else choose(tiles)

        call = {"act": "timeout", "player": session.terms.ids[seat]}
        return decide(session, ARBITER, call, at=at, choose=choose_of_hand)
    act = _least(view["ask"], random)
    return decide(session, seat, act, at=at, choose=choose)


def _least(ask: Mapping[str, Any], random: Random) -> Mapping[str, Any]:
    """No purchase, all shares sold, else anything at random."""
    phase = ask["phase"]
    if phase == QuestionKind.DISPOSE:
        return {"act": "dispose", "chain": ask["chain"], "sell": ask["owned"], "trade": 0}
    if phase in (QuestionKind.BUY, QuestionKind.CARD):
        return {"act": "buy", "shares": {}}
    tiles = [act for act in ask["legal"] if act["act"] == "play"]
    return random.choice(tiles or ask["legal"])
