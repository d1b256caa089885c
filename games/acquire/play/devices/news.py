"""Deeds as one recipient may know them: what others drew stays unknown, and where holdings are closed what others still hold."""

from __future__ import annotations

from typing import Any, Final

from games.acquire.actions import UNKNOWN_TILE, Act, Action
from games.acquire.play.devices.deeds import Deed
from games.acquire.play.devices.session import Session, standing_after
from games.acquire.play.devices.terms import Holdings
from games.acquire.play.devices.words import deed_document

#: The most deeds that one message tells.
MOST_NEWS: Final = 30

#: Acts whose tiles only their player sees.
_SECRET = frozenset({Act.HAND, Act.DRAW, Act.REDRAW})


def news_for(session: Session, seat: int | None, since: int, until: int | None = None) -> list[dict[str, Any]]:
    """The deeds after number ``since`` up to ``until`` as a seat may know them, None for anybody else; the last thirty at most."""
    fresh = session.deeds[max(0, since) : until][-MOST_NEWS:]
    closed = session.terms.holdings is Holdings.CLOSED and not session.is_over
    return [_told(session, deed, seat, closed) for deed in fresh]


def _told(session: Session, deed: Deed, seat: int | None, closed: bool) -> dict[str, Any]:
    what = deed.what
    if not isinstance(what, Action) or what.player == seat:
        return deed_document(deed, session.terms)
    if what.act in _SECRET:
        what = what._replace(value=(UNKNOWN_TILE,) * len(what.value))
    elif closed and what.act is Act.DISPOSE:
        what = what._replace(value=(*what.value[:3], None))
    return deed_document(Deed(deed.number, deed.at, what, deed.lag), session.terms)


def seen_since(session: Session, number: int) -> dict[str, list[str]]:
    """By player the tiles of which a rewind to that deed would leave a memory: drawn since by him, or shown to all.

    For the arbiter, before he goes back: these tiles go into the bag or a hand again, and somebody has seen them.
    """
    kept = {deed.number for deed in standing_after(session.deeds, min(number, session.number))}
    seen: dict[str, list[str]] = {}
    for deed in session.standing:
        what = deed.what
        if deed.number in kept or not isinstance(what, Action) or what.act not in _SEEN:
            continue
        told = deed_document(deed, session.terms)
        tiles = told["tiles"] if "tiles" in told else [told["tile"]]
        seen.setdefault(told["player"], []).extend(tiles)
    return seen


_SEEN = _SECRET | {Act.START, Act.SHOW, Act.MARKET}
