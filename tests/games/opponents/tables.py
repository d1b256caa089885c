"""Games on devices played by opponents through their door, for the tests of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.acquire.play.devices import (
    Holdings,
    Session,
    add_deed,
    decide,
    open_session,
    pending_question,
    seat_view,
    settle,
)
from games.opponents.players import Opponent
from tests.games.acquire.play.devices.tables import terms

#: Rules that make the games of every edition short.
SHORT = {"safe_size": 5, "end_size": 9}


def played_by(
    players: Sequence[Opponent],
    edition: str,
    seed: int,
    *,
    closed: bool = False,
    legal: bool = True,
    news: bool = True,
    rules: Mapping[str, object] = SHORT,
) -> Session:
    """The end of a game, a short one unless told, in which every player answers by the views of its seat; a refused act fails."""
    random = Random(f"{edition} {seed}")
    holdings = Holdings.CLOSED if closed else Holdings.OPEN
    session = open_session(terms(edition, len(players), minutes=None, rules=rules, holdings=holdings))
    session, _ = settle(session, 0, random.choice)
    while (ask := pending_question(session)) is not None:
        view = seat_view(session, ask.seat, at=session.at, since=0 if news else session.number, legal=legal)
        view["game"]["rules"] = dict(rules)
        act = players[ask.seat].choose(view, None)
        for deed in decide(session, ask.seat, act, at=session.at, choose=random.choice):
            session = add_deed(session, deed)
    assert session.is_over
    return session
