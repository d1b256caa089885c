"""What each recipient may know of a game at a moment: the message ``view`` of the protocol.

A view is built from the position as its recipient knows it (`State.known_to`). No view but the list of legal acts, which is
never given in an event, reveals whether the game may be ended.

The bonuses that mergers paid in a session, from the engine's own figures: which acts paid some, and how each is computed.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from games.acquire.actions import UNKNOWN_TILE, Action, ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.editions import SplitRounding
from games.acquire.play.devices.deeds import Deed, Holdings, deed_document
from games.acquire.play.devices.questions import money_document, question_to, tile_effect
from games.acquire.play.devices.session import (
    STATED,
    Session,
    add_deed,
    pending_question,
    rebuild,
    standing_after,
)
from games.acquire.play.soundness import check_seat
from games.acquire.replay.calculations import BonusCalculation, EventNames, bonuses_paid, final_bonuses, money_of
from games.acquire.rules.game import outcome
from games.acquire.state import State

_MAY_PAY: Final = frozenset({ActKind.PLAY, ActKind.SURVIVOR, ActKind.ORDER, ActKind.MARKET, ActKind.DISPOSE})
_MOST_FRESH: Final = 30
"""How many of the latest `Deed`s are searched; no merger has more statements of bonuses."""


def paying_deeds(session: Session, since: int) -> tuple[int, ...]:
    """Return the numbers of the `Deed`s that led to bonuses after a moment (ms), in ascending order; undone ones are left out.

    Where an edition splits bonuses to the cent, the log states no bonuses; then every `Deed` that may have led to some is included.
    """
    states = session.state.edition.split_rounding is not SplitRounding.EXACT
    found: list[int] = []
    cause = 0
    for deed in session.standing[-_MOST_FRESH:]:
        what = deed.what
        if not isinstance(what, Action):
            continue
        if what.act not in STATED:
            cause = deed.number
        pays = what.act is ActKind.BONUS if states else what.act in _MAY_PAY
        if pays and cause and deed.at > since and cause not in found:
            found.append(cause)
    return tuple(found)


def bonuses_at(session: Session, number: int, players: Sequence[str]) -> tuple[BonusCalculation, ...]:
    """Return how the bonuses that one `Deed` led to were computed, one for each chain; empty if it led to none.

    ``number`` is that of the `Deed`, ``players`` are the names of the players by seat.
    """
    earlier = rebuild(session.terms, session.deeds[: number - 1])
    now = add_deed(earlier, session.deeds[number - 1])
    names = EventNames(players, session.terms.names, number, now.state.turn)
    before = money_of(earlier.state)
    if earlier.state.merger is not None:  # the same merger goes on, in a copy of its own
        before = replace(before, settled=now.state.settled)
    return tuple(bonuses_paid(before, now.state, names))


def bonuses_at_end(session: Session, players: Sequence[str]) -> tuple[BonusCalculation, ...]:
    """Return how the bonuses at the end of the game were computed, the smallest chain first (R15); empty before the end.

    ``players`` are the names of the players by seat.
    """
    if not session.is_over:
        return ()
    return tuple(
        final_bonuses(session.state, EventNames(players, session.terms.names, session.number, session.state.turn))
    )


def seat_view(
    session: Session,
    seat: int,
    *,
    at: int,
    since: int = 0,
    connected: Collection[int] = (),
    agreed: Collection[int] = (),
    legal: bool = False,
) -> dict[str, Any]:
    """Return the view of a seat: everything that lies open, its hand, and the pending question.

    ``at`` is the moment in ms, ``since`` the number of the last `Deed` that the seat knows. ``connected`` are the seats whose devices
    answer, ``agreed`` those that agree to the result. ``legal`` asks for the list of legal acts, given only if the terms allow it.

    Raises:
        IllegalActionError: if there is no such seat.
    """
    check_seat(session.state, seat)
    view = _open_view(session, at, since, connected, agreed, seat=seat)
    state = session.state
    view["you"] = session.terms.ids[seat]
    view["hand"] = [tile_effect(state, tile) for tile in sorted(state.hands[seat])]
    view["ask"] = question_to(session, seat, legal=legal and session.terms.lists_legal)
    return view


def board_view(session: Session, *, at: int, since: int = 0) -> dict[str, Any]:
    """Return the view of the common screen: everything that lies open, and no tile of a hand.

    The parameters are those of `seat_view`.
    """
    return _open_view(session, at, since)


def arbiter_view(session: Session, *, at: int, since: int = 0) -> dict[str, Any]:
    """Return the view of the arbiter: all cash and shares, and the hands that he has looked at in this position."""
    view = _open_view(session, at, since, all_holdings=True)
    hands, ids = session.state.hands, session.terms.ids
    view["hands"] = {ids[seat]: [TILE_NAMES[tile] for tile in sorted(hands[seat])] for seat in sorted(session.peeked)}
    return view


def _open_view(
    session: Session,
    at: int,
    since: int,
    connected: Collection[int] = (),
    agreed: Collection[int] = (),
    *,
    seat: int | None = None,
    all_holdings: bool = False,
) -> dict[str, Any]:
    """Return everything that lies open.

    Where cash and shares are closed, only those of ``seat`` are included (None: of nobody), or all with ``all_holdings``.
    """
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
        "players": [
            _player(known, player, terms.ids, player in shown, clocks, connected, agreed) for player in known.order
        ],
        "bank": dict(zip(known.labels.names, known.bank, strict=True)),
        "prices": {name: price for name, price in zip(known.labels.names, known.price, strict=True) if price},
        "bag": known.bag,
        "turn": terms.ids[known.player] if known.player >= 0 else None,
        "paused": session.paused,
        "running": _running_clock(session),
        "ask": None,
        "news": news_for(session, seat, since),
        "over": session.is_over,
    }
    ask = pending_question(session)
    if ask is not None:
        view["ask"] = {"who": terms.ids[ask.seat], "phase": ask.phase.value}
    if session.is_over:
        view["result"] = _result(session)
    return view


def board_document(state: State) -> dict[str, list[str]]:
    """Return the tiles on the board by the names of their chains; lone tiles are under an empty name, dead ones under ``dead``."""
    named = {1 << chain: name for chain, name in enumerate((*state.labels.names, ""))}
    board: dict[str, list[str]] = {}
    for tile, mark in zip(TILE_NAMES, state.spaces, strict=False):  # the space outside comes last
        if mark:
            board.setdefault(named[mark], []).append(tile)
    if state.dead:
        board["dead"] = [TILE_NAMES[tile] for tile in sorted(state.dead)]
    return board


def _player(
    known: State,
    player: int,
    ids: tuple[str, ...],
    is_shown: bool,
    clocks: tuple[int, ...] | None,
    connected: Collection[int],
    agreed: Collection[int],
) -> dict[str, Any]:
    """Return one player's part of a view: cash and shares if they are shown, number of tiles, clock (ms), unplayed cards."""
    view: dict[str, Any] = {"id": ids[player]}
    if is_shown:
        names = known.labels.names
        view["cash"] = money_document(known.cash[player])
        view["shares"] = {names[chain]: held[player] for chain, held in enumerate(known.shares) if held[player]}
    return {
        **view,
        "tiles": known.count(player),
        "clock": clocks[player] if clocks is not None else None,
        "here": player in connected,
        "agreed": player in agreed,
        "out": player in known.timed_out,
        "cards": [card.value for card in sorted(known.cards[player])],
    }


def _running_clock(session: Session) -> dict[str, Any] | None:
    """Return whose clock is running and since when (ms); the moment lies ahead while bonuses are looked at."""
    clock = session.clock
    if clock is None or clock.running < 0:
        return None
    return {"who": session.terms.ids[clock.running], "from": clock.since}


def _result(session: Session) -> dict[str, Any] | None:
    """Return why the game ended and each player's final cash as JSON, or None before the end."""
    ended = outcome(session.state)
    if ended is None:
        return None
    cash = {session.terms.ids[seat]: money_document(ended.cash[seat]) for seat in session.state.order}
    return {"reason": ended.reason.name.lower().replace("_", "-"), "cash": cash}


#: The most `Deed`s that one message lists.
MOST_NEWS: Final = 30

#: Acts whose tiles only their player sees.
_SECRET = frozenset({ActKind.HAND, ActKind.DRAW, ActKind.REDRAW})


def news_for(session: Session, seat: int | None, since: int, until: int | None = None) -> list[dict[str, Any]]:
    """Return the `Deed`s after number ``since`` up to ``until`` (None: to the last) as JSON, at most the last thirty.

    They contain only what the given seat, or for None a watcher, may know.
    """
    fresh = session.deeds[max(0, since) : until][-MOST_NEWS:]
    closed = session.terms.holdings is Holdings.CLOSED and not session.is_over
    return [_deed_view(session, deed, seat, closed) for deed in fresh]


def _deed_view(session: Session, deed: Deed, seat: int | None, closed: bool) -> dict[str, Any]:
    """Return a `Deed` as JSON without what the seat may not know: tiles of others and, if ``closed``, the shares they hold."""
    what = deed.what
    if not isinstance(what, Action) or what.player == seat:
        return deed_document(deed, session.terms)
    if what.act in _SECRET:
        what = what._replace(value=(UNKNOWN_TILE,) * len(what.value))
    elif closed and what.act is ActKind.DISPOSE:
        what = what._replace(value=(*what.value[:3], None))
    return deed_document(Deed(deed.number, deed.at, what, deed.lag), session.terms)


def seen_since(session: Session, number: int) -> dict[str, list[str]]:
    """Return, by player's ID, the tiles that somebody has seen since a `Deed` and that a rewind to it would hide again.

    These tiles were drawn by the player, or shown to all; the arbiter is told of them before he goes back.
    """
    standing = {deed.number for deed in standing_after(session.deeds, min(number, session.number))}
    seen: dict[str, list[str]] = {}
    for deed in session.standing:
        what = deed.what
        if deed.number in standing or not isinstance(what, Action) or what.act not in _SEEN:
            continue
        document = deed_document(deed, session.terms)
        tiles = document["tiles"] if "tiles" in document else [document["tile"]]
        seen.setdefault(document["player"], []).extend(tiles)
    return seen


_SEEN = _SECRET | {ActKind.START, ActKind.SHOW, ActKind.MARKET}
