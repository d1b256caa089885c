"""Whether the last tile could be taken back (R23-R26)."""

from __future__ import annotations

from dataclasses import dataclass

from games.acquire.actions import Act, Action
from games.acquire.board import tile_name
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deciding import ARBITER, decide
from games.acquire.play.devices.session import Session


@dataclass(frozen=True, slots=True)
class Played:
    """A tile that could still be taken back: by the seat of which place it was played, its name, and the number of its act."""

    place: int
    tile: str
    number: int


def retractable(session: Session) -> Played | None:
    """The last tile, where the rules let it be taken back; None for none. The order of the arbiter is tried, nothing is done."""
    if session.is_over:
        return None
    for deed in reversed(session.standing):
        what = deed.what
        if isinstance(what, Action) and what.act is Act.PLAY:
            try:
                decide(session, ARBITER, {"act": Act.TAKEBACK.word}, at=session.at, choose=min)
            except IllegalActionError:
                return None
            return Played(what.player, tile_name(what.value), deed.number)
    return None
