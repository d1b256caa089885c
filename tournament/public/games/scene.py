"""A game as a page shows it: who asks, who sits where, what lies on the board. Nothing here holds a hand but `Scene.hand_view`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString

from games.acquire.actions import Act, Action
from games.acquire.board import parse_tile
from games.acquire.editions import EDITIONS
from games.acquire.play.devices import Session, board_view, seat_view
from games.acquire.svg import board_svg, chain_class, chain_letters
from tournament.models import Game, GameSeat
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of
from tournament.services.games.sitting import is_free
from tournament.services.games.viewing import look
from tournament.services.games.writing import moment_in
from tournament.tellings.news.playing import ASKED, dollars, told_deed

SEAT, HOST = "seat", "host"
"""The cookies of a game: the token of a seat, and the proof of who opened it; both are sent to that game's pages alone."""
LASTS = timedelta(days=30)
SHOWN_NEWS = 8


@dataclass(frozen=True)
class Scene:
    """A game with its session and seats, and the seat of the browser that asks, if it has one; frozen, without slots for its look-ups."""

    game: Game
    session: Session
    seats: tuple[GameSeat, ...]
    mine: GameSeat | None
    is_host: bool

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What the players are called, by ID."""
        return {
            name: f"Seat {seat.place + 1}" if is_free(seat) else seat.name
            for name, seat in zip(self.session.terms.ids, self.seats, strict=True)
        }

    @property
    def stamp(self) -> str:
        """What a page shows that may change: another one where there is something new."""
        here = sum(seat.hello_at is not None for seat in self.seats)
        return f"{self.session.number}.{here}.{sum(seat.agreed_at is not None for seat in self.seats)}"

    @cached_property
    def view(self) -> dict[str, Any]:
        """What lies open, the same for everybody."""
        return board_view(self.session, at=moment_in(self.game), since=max(0, self.session.number - 3 * SHOWN_NEWS))

    def hand_view(self, since: int = 0) -> dict[str, Any]:
        """What the browser's own seat may know, with the news since an act."""
        assert self.mine is not None  # noqa: S101  only its page asks
        view = seat_view(self.session, self.mine.place, at=moment_in(self.game), since=since)
        if self.game.state == GameState.LOBBY.value:
            view["ask"] = None
        return view

    def news(self, view: Mapping[str, Any]) -> list[str]:
        """The last acts in words, the newest first."""
        told = [sentence for deed in view["news"] if (sentence := told_deed(deed, self.names))]
        return told[::-1][:SHOWN_NEWS]

    def since(self) -> datetime | None:
        """When the last act was done."""
        return self.game.begun_at + timedelta(milliseconds=self.session.at) if self.game.begun_at else None

    def now_words(self) -> str:
        """What goes on, in one sentence."""
        if self.game.state == GameState.LOBBY.value:
            free = sum(map(is_free, self.seats))
            return f"{free} seat{'s' * (free != 1)} free. The game begins when every seat is taken."
        if self.session.is_over:
            return "The game is over."
        if self.session.paused:
            return "The game is paused."
        ask = self.view["ask"]
        return f"{self.names[ask['who']]} {ASKED[ask['phase']]}." if ask else "The game goes on."

    def frame(self, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What every page of a game shows: board, chains, players as a seat's own view tells them, last acts."""
        view, terms = self.view, self.session.terms
        code, names = self.game.code, terms.names
        return {
            "event": {"name": f"Game {code}", "slug": "", "date": None},
            "event_url": reverse("game_board", args=[code]),
            "menu": [],
            "scene": self,
            "code": code,
            "edition": EDITIONS[terms.header.edition].title,
            "terms": terms,
            "is_lobby": self.game.state == GameState.LOBBY.value,
            "stamp": self.stamp,
            "saying": self.now_words(),
            "at": self.since(),
            "board": self._board(view, names),
            "chains": self._chains(view, names),
            "players": [self._player(view, told, names) for told in (own or view)["players"]],
            "bag": view["bag"],
            "news": self.news(view),
            "over": view["over"],
            "agreed": [seat.name for seat in self.seats if seat.agreed_at],
            "mine": self.mine,
        }

    def _board(self, view: Mapping[str, Any], names: tuple[str, ...]) -> SafeString:
        cells = {parse_tile(tile): name for name, tiles in view["board"].items() for tile in tiles}
        placed = next(
            (
                deed.what.value
                for deed in reversed(self.session.standing)
                if isinstance(deed.what, Action) and deed.what.act is Act.PLAY
            ),
            None,
        )
        # The library escapes every name it writes, and these are the edition's own.
        return SafeString(board_svg(cells, names, f"The board of game {self.game.code}", placed))

    def _chains(self, view: Mapping[str, Any], names: tuple[str, ...]) -> list[dict[str, Any]]:
        letters, board = chain_letters(names), view["board"]
        return [
            {
                "name": name,
                "letter": letters[name],
                "css": chain_class(name),
                "size": len(board.get(name, ())),
                "price": view["prices"].get(name),
                "bank": view["bank"][name],
            }
            for name in names
        ]

    def _player(self, view: Mapping[str, Any], seat: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
        shares = seat.get("shares")
        clock = seat["clock"]
        result = view.get("result") or {"cash": {}}
        return {
            "name": self.names[seat["id"]],
            "is_asked": bool(view["ask"]) and view["ask"]["who"] == seat["id"],
            "tiles": seat["tiles"],
            "cash": dollars(seat["cash"]) if "cash" in seat else "closed",
            "shares": [shares.get(name, 0) for name in names] if shares is not None else None,
            "clock": f"{clock // 60_000}:{clock // 1000 % 60:02}" if clock is not None else "",
            "is_out": seat["out"],
            "final": dollars(result["cash"].get(seat["id"], 0)),
            "is_first": bool(result["cash"]) and float(_number(result["cash"], seat["id"])) == _most(result["cash"]),
        }


def _number(cash: Mapping[str, Any], player: str) -> float:
    amount = cash.get(player, 0)
    if isinstance(amount, int):
        return float(amount)
    above, _, below = str(amount).partition("/")
    return int(above) / int(below or 1)


def _most(cash: Mapping[str, Any]) -> float:
    return max(_number(cash, player) for player in cash)


def scene_of(request: HttpRequest, code: str) -> Scene:
    """The game of a code as this browser may know it; Http404 where there is none. Three queries at most while its session is kept."""
    game = Game.objects.filter(code=code).first()
    if game is None:
        raise Http404(f"There is no game “{code}”. Look at the code once more.")
    game, session = look(game)
    seats = tuple(game.seats.order_by("place"))
    known = hash_of(request.COOKIES.get(SEAT, ""))
    mine = next((seat for seat in seats if constant_time_compare(seat.token_hash, known)), None)
    is_host = constant_time_compare(request.COOKIES.get(HOST, ""), host_proof(code))
    return Scene(game, session, seats, mine, is_host)


def host_proof(code: str) -> str:
    """What the browser holds that opened a game."""
    return salted_hmac("tournament.game.host", code, algorithm="sha256").hexdigest()


def remember(answer: HttpResponse, code: str, name: str, value: str) -> None:
    """Let a browser keep a cookie of a game, out of reach of scripts and sent to that game's pages alone."""
    answer.set_cookie(
        name,
        value,
        max_age=LASTS,
        path=reverse("game_board", args=[code]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
