"""The context of every page of a game: the drawn board, the chains, the players, the last acts. It never holds a hand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from django.urls import reverse
from django.utils.safestring import SafeString

from games.acquire.actions import Action, ActKind
from games.acquire.board import parse_tile
from games.acquire.editions.values import EDITIONS
from games.acquire.play.devices.deeds import Holdings
from games.acquire.svg import board_svg, chain_class, chain_letters
from tournament.play.games.pages.prices import price_card
from tournament.play.games.pages.shown_game import ShownGame
from tournament.play.games.services.presence import away_since
from tournament.play.games.words import card_words, clock_words, dollars, final_lines, has_most, paid_lines
from tournament.record.vocabulary import GameState
from wording import gettext as _
from wording.languages import language

DRAWN_AT_MOST = 300
"""How many drawn boards a process caches: as many as sessions."""


def page_context(shown: ShownGame, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the context that every page of a game needs.

    ``own`` is the view of the browser's seat, whose rows of players are used instead of those of the open view.
    """
    view, terms = shown.view, shown.session.terms
    away = {
        name: since
        for name, seat in zip(terms.ids, shown.seats, strict=True)
        if not seat.program and (since := away_since(seat))
    }
    code, names = shown.game.code, terms.names
    place = shown.event_table
    return {
        "event": {"name": place.event.name if place else _("Game {code}", code=code), "slug": "", "date": None},
        "place": place,
        "event_url": reverse("game_board", args=[code]),
        "menu": [],
        "shown_game": shown,
        "code": code,
        "edition": _(EDITIONS[terms.header.edition].title),
        "terms": terms,
        "holdings_words": _("open to all") if terms.holdings is Holdings.OPEN else _("hidden from other players"),
        "is_lobby": shown.game.state == GameState.LOBBY.value,
        "stamp": shown.stamp,
        "saying": shown.now_words(),
        "at": shown.since(),
        "board": _board(shown, view, names),
        "chains": _chains(view, names),
        "players": [_player(shown, view, player, names, away) for player in (own or view)["players"]],
        "bag": view["bag"],
        "news": shown.news(view),
        "over": view["over"],
        "agreed": [seat.name for seat in shown.seats if seat.agreed_at],
        "refused": [seat.name for seat in shown.seats if seat.refused_at],
        "mine": shown.mine,
        "free": sum(seat.is_free for seat in shown.seats),
        "asked_place": shown.asked_place,
        "asked_is_elsewhere": shown.asked_place not in {seat.place for seat in shown.held},
        "bonuses": [(each, line) for each in shown.paid for line in paid_lines(shown.session, each, shown.names)],
        "asked_back": shown.asked_back,
        "final": final_lines(shown.session, shown.names),
        "card": price_card(shown.session.state.edition, shown.session.state.labels),
    }


def _board(shown: ShownGame, view: Mapping[str, Any], names: tuple[str, ...]) -> SafeString:
    """The board of a view as SVG, with the tile that was placed last marked."""
    cells = {parse_tile(tile): name for name, tiles in view["board"].items() for tile in tiles}
    placed = next(
        (
            deed.what.value
            for deed in reversed(shown.session.standing)
            if isinstance(deed.what, Action) and deed.what.act is ActKind.PLAY
        ),
        None,
    )
    return _board_drawing(
        tuple(sorted(cells.items())), names, _("The board of game {code}", code=shown.game.code), placed, language()
    )


def _chains(view: Mapping[str, Any], names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The context of each chain: letter, size, price and the shares in the bank."""
    letters, board = chain_letters(names), view["board"]
    return [
        {
            "name": name,
            "letter": letters[name],
            "css": chain_class(name),
            "size": len(board.get(name, ())),
            "price": dollars(view["prices"][name]) if name in view["prices"] else "",
            "bank": view["bank"][name],
        }
        for name in names
    ]


def _player(
    shown: ShownGame,
    view: Mapping[str, Any],
    seat: Mapping[str, Any],
    names: tuple[str, ...],
    away: Mapping[str, datetime],
) -> dict[str, Any]:
    """The context of one player. ``seat`` is the player's row in a view, ``away`` since when absent players are away, by ID."""
    shares = seat.get("shares")
    clock = seat["clock"]
    result = view.get("result") or {"cash": {}}
    is_asked = bool(view["ask"]) and view["ask"]["who"] == seat["id"]
    runs = bool(view["running"]) and view["running"]["who"] == seat["id"]
    return {
        "name": shown.names[seat["id"]],
        "program": shown.programs.get(seat["id"], ""),
        "is_asked": is_asked,
        "tiles": seat["tiles"],
        "cash": dollars(seat["cash"]) if "cash" in seat else _("hidden"),
        "shares": [shares.get(name, 0) for name in names] if shares is not None else None,
        "clock": clock_words(clock) if clock is not None else "",
        "seconds": clock // 1000 if clock is not None else 0,
        "runs": runs and shown.then is None and not shown.paid,
        "is_out": seat["out"],
        "away": away.get(seat["id"]) if not shown.session.is_over else None,
        "cards": [card_words(card) for card in seat["cards"]],
        "final": dollars(result["cash"].get(seat["id"], 0)),
        "is_first": has_most(result["cash"], seat["id"]),
    }


@lru_cache(maxsize=DRAWN_AT_MOST)
def _board_drawing(
    cells: tuple[tuple[int, str], ...], names: tuple[str, ...], title: str, placed: int | None, _language: str
) -> SafeString:
    """Draw the board as SVG; cached, because all pages of a game show the same drawing between two acts.

    ``cells`` are the tiles on the board with the chain to which each belongs, ``placed`` is the tile to be marked, None for none.
    The language that is spoken is part of the key.
    """
    # The library escapes every name it writes, and these are the edition's own.
    return SafeString(board_svg(dict(cells), names, title, placed))
