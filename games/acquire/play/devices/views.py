"""What one recipient may know of a game at a moment, as the message ``view`` of the protocol.

Every view is put together for its recipient from what lies open (`Table`) and what is his alone; nothing is taken away from
a fuller one. No view but the list of legal acts, which is never given in an event, tells whether the game may be ended.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from games.acquire.board import TILE_NAMES
from games.acquire.errors import IllegalActionError
from games.acquire.play import plain
from games.acquire.play.devices.news import news_for
from games.acquire.play.devices.questions import question_to
from games.acquire.play.devices.session import Session, asked, up_to
from games.acquire.play.devices.terms import Holdings
from games.acquire.play.devices.tiles import tile_effect
from games.acquire.play.table import Table, table_of
from games.acquire.rules.game import outcome


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
    table, terms = table_of(session.state), session.terms
    moment = max(at, session.at)
    shown = range(table.seats)
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
        "board": board_document(table),
        "players": [_player(table, player, terms.ids, player in shown, clocks, here, agreed) for player in table.order],
        "bank": {name: table.bank[chain] for chain, name in enumerate(table.labels.names)},
        "prices": {name: price for name, price in zip(table.labels.names, session.state.price, strict=True) if price},
        "bag": table.bag,
        "turn": terms.ids[table.player] if table.player >= 0 else None,
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


def board_document(table: Table) -> dict[str, list[str]]:
    """The tiles on the board by the name of their chain, loose ones under an empty name, inert ones under ``dead``."""
    named = {1 << chain: name for chain, name in enumerate((*table.labels.names, ""))}
    board: dict[str, list[str]] = {}
    for tile, mark in zip(TILE_NAMES, table.spaces, strict=True):
        if mark:
            board.setdefault(named[mark], []).append(tile)
    if table.dead:
        board["dead"] = plain.tiles_out(table.dead)
    return board


def _player(
    table: Table,
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
        names = table.labels.names
        told["cash"] = plain.money_out(table.cash[player])
        told["shares"] = {names[chain]: held[player] for chain, held in enumerate(table.shares) if held[player]}
    return {
        **told,
        "tiles": table.counts[player],
        "clock": clocks[player] if clocks is not None else None,
        "here": player in here,
        "agreed": player in agreed,
        "out": player in table.timed_out,
        "cards": [card.value for card in table.cards[player]],
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
    cash = {session.terms.ids[seat]: plain.money_out(ended.cash[seat]) for seat in session.state.order}
    return {"reason": ended.reason.name.lower().replace("_", "-"), "cash": cash}
