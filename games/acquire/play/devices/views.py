"""What one recipient may know of a game at a moment, as the message ``view`` of the protocol.

Every view is put together for its recipient from what he knows (`State.known_to`); nothing is taken away from
a fuller one. No view but the list of legal acts, which is never given in an event, tells whether the game may be ended.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from games.acquire.actions import UNKNOWN_TILE, Act, Action
from games.acquire.board import TILE_NAMES
from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deeds import Deed, deed_document
from games.acquire.play.devices.questions import question_to, tile_effect
from games.acquire.play.devices.session import Session, asked, standing_after, up_to
from games.acquire.play.devices.terms import Holdings
from games.acquire.play.documents import board_document
from games.acquire.play.shapes import MONEY
from games.acquire.rules.game import outcome
from games.acquire.state import State


def seat_view(
    session: Session,
    seat: int,
    *,
    at: int,
    since: int = 0,
    here: Collection[int] = (),
    agreed: Collection[int] = (),
    legal: bool = False,
) -> dict[str, Any]:
    """The view of a seat: what lies open, its hand and what it is asked.

    ``here`` are the seats whose devices answer, ``agreed`` those that agree to the result;
    ``legal`` asks for the list of legal acts, which is there where the terms allow it.

    Raises:
        IllegalActionError: if there is no such seat.
    """
    if not 0 <= seat < session.state.seats:
        raise IllegalActionError(f"There is no player {seat}; use 0 to {session.state.seats - 1}.", "player-unknown")
    view = _open_view(session, at, since, here, agreed, seat=seat)
    state = session.state
    view["you"] = session.terms.ids[seat]
    view["hand"] = [tile_effect(state, tile) for tile in sorted(state.hands[seat])]
    view["ask"] = question_to(session, seat, legal=legal and session.terms.lists_legal)
    return view


def board_view(
    session: Session, *, at: int, since: int = 0, here: Collection[int] = (), agreed: Collection[int] = ()
) -> dict[str, Any]:
    """The view of the common screen: what lies open, and nothing of a hand."""
    return _open_view(session, at, since, here, agreed)


def watcher_view(session: Session, *, at: int, since: int = 0, delay: int = 0) -> dict[str, Any]:
    """The view of somebody who only watches: the board as it was ``delay`` ms ago."""
    moment = max(0, at - delay)
    return _open_view(up_to(session, moment) if delay else session, moment, since, ())


def arbiter_view(session: Session, *, at: int, since: int = 0, here: Collection[int] = ()) -> dict[str, Any]:
    """The view of the arbiter: all holdings, and the hands that he looked into in this position."""
    view = _open_view(session, at, since, here, all_holdings=True)
    hands, ids = session.state.hands, session.terms.ids
    view["hands"] = {ids[seat]: [TILE_NAMES[tile] for tile in sorted(hands[seat])] for seat in sorted(session.peeked)}
    return view


def _open_view(
    session: Session,
    at: int,
    since: int,
    here: Collection[int],
    agreed: Collection[int] = (),
    *,
    seat: int | None = None,
    all_holdings: bool = False,
) -> dict[str, Any]:
    """What lies open, and with ``seat`` what that seat holds where holdings are closed."""
    known, terms = session.state.known_to(seat), session.terms
    moment = max(at, session.at)
    shown = range(known.seats)
    if terms.holdings is Holdings.CLOSED and not all_holdings and not session.is_over:
        shown = range(0) if seat is None else range(seat, seat + 1)
    clocks = session.clock.at(moment) if session.clock is not None else None
    view: dict[str, Any] = {
        "t": "view",
        "n": session.number,
        "at": moment,
        "game": {
            "edition": terms.header.edition,
            "code": terms.code,
            "players": list(terms.ids),
            "minutes": terms.minutes,
            "holdings": terms.holdings.value,
        },
        "board": board_document(known),
        "players": [_player(known, player, terms.ids, player in shown, clocks, here, agreed) for player in known.order],
        "bank": dict(zip(known.labels.names, known.bank, strict=True)),
        "prices": {name: price for name, price in zip(known.labels.names, known.price, strict=True) if price},
        "bag": known.bag,
        "turn": terms.ids[known.player] if known.player >= 0 else None,
        "paused": session.paused,
        "running": _running(session),
        "ask": None,
        "news": news_for(session, seat, since),
        "over": session.is_over,
    }
    ask = asked(session)
    if ask is not None:
        view["ask"] = {"who": terms.ids[ask.seat], "phase": ask.phase.value}
    if session.is_over:
        view["result"] = _result(session)
    return view


def _player(
    known: State,
    player: int,
    ids: tuple[str, ...],
    is_shown: bool,
    clocks: tuple[int, ...] | None,
    here: Collection[int],
    agreed: Collection[int],
) -> dict[str, Any]:
    """One player: cash and shares only where they are shown, the number of tiles, the clock in ms, unplayed cards."""
    told: dict[str, Any] = {"id": ids[player]}
    if is_shown:
        names = known.labels.names
        told["cash"] = MONEY.write(known.cash[player])
        told["shares"] = {names[chain]: held[player] for chain, held in enumerate(known.shares) if held[player]}
    return {
        **told,
        "tiles": known.count(player),
        "clock": clocks[player] if clocks is not None else None,
        "here": player in here,
        "agreed": player in agreed,
        "out": player in known.timed_out,
        "cards": [card.value for card in sorted(known.cards[player])],
    }


def _running(session: Session) -> dict[str, Any] | None:
    """Whose clock runs and from which moment (ms) on; that lies ahead while bonuses are looked at."""
    clock = session.clock
    if clock is None or clock.running < 0:
        return None
    return {"who": session.terms.ids[clock.running], "from": clock.since}


def _result(session: Session) -> dict[str, Any] | None:
    ended = outcome(session.state)
    if ended is None:
        return None
    cash = {session.terms.ids[seat]: MONEY.write(ended.cash[seat]) for seat in session.state.order}
    return {"reason": ended.reason.name.lower().replace("_", "-"), "cash": cash}


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
