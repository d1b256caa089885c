"""A game as a page shows it: who asks, who sits where, what lies on the board. Nothing here holds a hand but `Scene.hand_view`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from typing import Any
from zlib import crc32

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.safestring import SafeString

from games.acquire.actions import Act, Action
from games.acquire.board import parse_tile
from games.acquire.editions import EDITIONS
from games.acquire.play.devices import Session, board_view, pending_question, seat_view
from games.acquire.play.devices.bonuses import paying_deeds
from games.acquire.svg import board_svg, chain_class, chain_letters
from tournament.play.games.bonuses import final_lines, paid_lines
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages.browser import HOST, host_proof, open_hand_of, tokens_of
from tournament.play.games.pages.frame import AtTable, absolute_address, at_table_of, let_in, may_see_rulings
from tournament.play.games.pages.prices import price_card
from tournament.play.games.services.acting import look, moment_in
from tournament.play.games.services.agreeing import AskedBack, asked_back_in
from tournament.play.games.services.casual import is_host_away, note_host
from tournament.play.games.services.marks import away_since, heard_of
from tournament.play.games.services.queries import GAME_WITH, SEATS_OF
from tournament.play.games.words import ASKED, card_words, dollars, has_most, told_deed
from tournament.play.programs.seats import NOT_SERVED, is_served, title_of
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of
from tournament.tellings.words import listed

SHOWN_NEWS = 8
SHOWN_BONUSES = 10_000
"""How many ms the board shows what a merger paid."""
DRAWN_AT_MOST = 300
"""Boards that a process keeps, as many as sessions."""


@dataclass(frozen=True, slots=True)
class Told:
    """One act in words, and whether it stands or was undone by going back."""

    words: str
    act: str
    stands: bool

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class Scene:
    """A game with its session and seats, and the browser that asks; frozen, without slots for its look-ups.

    ``held`` are the browser's seats, ``mine`` the one whose hand it may see now: on a phone of several seats none as long as
    nobody uncovered the own.
    """

    game: Game
    session: Session
    seats: tuple[GameSeat, ...]
    mine: GameSeat | None
    is_host: bool
    held: tuple[GameSeat, ...] = ()
    was_seated: bool = False
    """Whether the browser holds the token of a seat that was handed on since, or freed."""
    is_at_desk: bool = False
    """Whether the browser is of somebody who may see the desk's page of this table's game."""
    then: int | None = None
    """The moment in ms since the game began at which it is seen, None for now."""

    @cached_property
    def names(self) -> Mapping[str, str]:
        """What the players are called, by ID."""
        return {
            name: f"Seat {seat.place + 1}" if seat.is_free else seat.name
            for name, seat in zip(self.session.terms.ids, self.seats, strict=True)
        }

    @cached_property
    def programs(self) -> Mapping[str, str]:
        """What the programs among the players can do, in words, by ID."""
        seated = zip(self.session.terms.ids, self.seats, strict=True)
        return {name: title_of(seat.program) for name, seat in seated if seat.program}

    @cached_property
    def programs_rest(self) -> str:
        """Why programs of this game do nothing now, empty where they play or the game has none; a query where it has some."""
        is_played = self.game.state in (GameState.LOBBY.value, GameState.PLAYING.value)
        return NOT_SERVED if self.programs and is_played and self.then is None and not is_served() else ""

    @property
    def moment(self) -> int:
        """The moment at which the game is seen, in ms since it began."""
        return moment_in(self.game) if self.then is None else self.then

    @property
    def may_rule(self) -> bool:
        """Whether this browser rules in the game: its host's, and with another one a player's while the host is away."""
        return self.is_host or (self.mine is not None and is_host_away(self.game))

    @property
    def is_left(self) -> bool:
        """Whether the game was left as it is."""
        return self.game.state == GameState.LEFT.value

    @property
    def stamp(self) -> str:
        """What a page shows that may change: another one where there is something new."""
        away = "".join(str(seat.place) for seat in self.seats if not seat.program and away_since(seat))
        away += "x" * bool(self.programs_rest)
        if self.game.state == GameState.LOBBY.value:
            here = "".join(f"{seat.name}{seat.token_hash}{seat.hello_at}" for seat in self.seats)
            return f"0.{crc32(here.encode()):x}.{away}"
        agreed = sum(seat.agreed_at is not None for seat in self.seats)
        refused = "".join(str(seat.place) for seat in self.seats if seat.refused_at)
        asks = self.asked_back.mark if self.asked_back else ""
        marks = f"{'b' * bool(self.paid)}{asks}{'a' * bool(self.next_code)}{'l' * self.is_left}"
        return f"{self.session.number}.{agreed}r{refused}{marks}.{away}"

    @cached_property
    def next_code(self) -> str:
        """The code of the game that is played after this one, empty where none was opened, and for whoever sees it as it was."""
        if self.game.state != GameState.OVER.value or self.then is not None:
            return ""
        return self.game.after.order_by("pk").values_list("code", flat=True).first() or ""

    @cached_property
    def paid(self) -> tuple[int, ...]:
        """The acts that paid bonuses just now, for as long as the clocks stand for it (R35)."""
        return paying_deeds(self.session, self.moment - SHOWN_BONUSES)

    @cached_property
    def asked_back(self) -> AskedBack | None:
        """Who asks now to take a tile back."""
        return asked_back_in(self.session, self.seats) if self.then is None else None

    @property
    def is_covered(self) -> bool:
        """Whether this phone holds several hands, and none of them lies open."""
        return len(self.held) > 1 and self.mine is None

    @property
    def asked_place(self) -> int | None:
        """The place of the seat that is asked, None before the game begins and where nobody is."""
        ask = pending_question(self.session) if self.game.state == GameState.PLAYING.value else None
        return ask.seat if ask else None

    @cached_property
    def view(self) -> dict[str, Any]:
        """What lies open, the same for everybody."""
        return board_view(self.session, at=self.moment, since=max(0, self.session.number - 3 * SHOWN_NEWS))

    def hand_view(self, since: int = 0) -> dict[str, Any]:
        """What the browser's own seat may know, with the news since an act."""
        assert self.mine is not None  # noqa: S101  only its page asks
        view = seat_view(self.session, self.mine.place, at=self.moment, since=since)
        if self.game.state == GameState.LOBBY.value:
            view["ask"] = None
        return view

    def news(self, view: Mapping[str, Any]) -> list[Told]:
        """The last acts in words, the newest first, each with whether it stands."""
        standing = {deed.number for deed in self.session.standing}
        told = [
            Told(words, deed["act"], deed["n"] in standing or deed["act"] == "rewind")
            for deed in view["news"]
            if (words := told_deed(deed, self.names))
        ]
        return told[::-1][:SHOWN_NEWS]

    def since(self) -> datetime | None:
        """When the last act was done."""
        return self.game.begun_at + timedelta(milliseconds=self.session.at) if self.game.begun_at else None

    @cached_property
    def at_table(self) -> AtTable | None:
        """The table of an event at which it is played; None for a casual game."""
        return at_table_of(self.game)

    @cached_property
    def is_called(self) -> bool:
        """Whether the table has called the director because somebody does not agree, and waits."""
        return self.at_table is not None and self.at_table.waits_for_director()

    def now_words(self) -> str:
        """What goes on, in one sentence."""
        if self.game.state == GameState.LOBBY.value and self.at_table:
            away = [seat.name for seat in self.seats if seat.hello_at is None]
            return f"The game begins when {listed(away)} {'have' if len(away) > 1 else 'has'} come."
        if self.game.state == GameState.LOBBY.value:
            free = sum(seat.is_free for seat in self.seats)
            away = [seat.name for seat in self.seats if not seat.is_free and seat.hello_at is None]
            waits = [f"{free} seat{'s' * (free != 1)} free"] if free else []
            waits += [f"{', '.join(away)} not here yet"] if away else []
            return f"{'; '.join(waits)}. The game begins when everybody is here."
        if self.game.reported_at is not None:
            return "All have agreed; the result is handed in."
        if self.session.is_over:
            return "The game is over."
        if self.game.state == GameState.LEFT.value:
            return "The game is left as it is; nothing is recorded."
        ask = pending_question(self.session)
        does = f"{self.names[self.session.terms.ids[ask.seat]]} {ASKED[ask.phase.value]}." if ask else ""
        if self.session.paused:
            return f"The game is paused. When it goes on, {does}" if does else "The game is paused."
        return does or "The game goes on."

    def frame(self, own: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """What every page of a game shows: board, chains, players as a seat's own view tells them, last acts."""
        view, terms = self.view, self.session.terms
        away = {
            name: since
            for name, seat in zip(terms.ids, self.seats, strict=True)
            if not seat.program and (since := away_since(seat))
        }
        code, names = self.game.code, terms.names
        place = self.at_table
        return {
            "event": {"name": place.event.name if place else f"Game {code}", "slug": "", "date": None},
            "place": place,
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
            "players": [self._player(view, told, names, away) for told in (own or view)["players"]],
            "bag": view["bag"],
            "news": self.news(view),
            "over": view["over"],
            "agreed": [seat.name for seat in self.seats if seat.agreed_at],
            "refused": [seat.name for seat in self.seats if seat.refused_at],
            "mine": self.mine,
            "free": sum(seat.is_free for seat in self.seats),
            "asked_place": self.asked_place,
            "asked_is_elsewhere": self.asked_place not in {seat.place for seat in self.held},
            "bonuses": [(each, line) for each in self.paid for line in paid_lines(self.session, each, self.names)],
            "asked_back": self.asked_back,
            "final": final_lines(self.session, self.names),
            "card": price_card(self.session.state.edition, self.session.state.labels),
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
        return _drawn(tuple(sorted(cells.items())), names, f"The board of game {self.game.code}", placed)

    def _chains(self, view: Mapping[str, Any], names: tuple[str, ...]) -> list[dict[str, Any]]:
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
        self,
        view: Mapping[str, Any],
        seat: Mapping[str, Any],
        names: tuple[str, ...],
        away: Mapping[str, datetime],
    ) -> dict[str, Any]:
        shares = seat.get("shares")
        clock = seat["clock"]
        result = view.get("result") or {"cash": {}}
        is_asked = bool(view["ask"]) and view["ask"]["who"] == seat["id"]
        runs = bool(view["running"]) and view["running"]["who"] == seat["id"]
        return {
            "name": self.names[seat["id"]],
            "program": self.programs.get(seat["id"], ""),
            "is_asked": is_asked,
            "tiles": seat["tiles"],
            "cash": dollars(seat["cash"]) if "cash" in seat else "closed",
            "shares": [shares.get(name, 0) for name in names] if shares is not None else None,
            "clock": f"{clock // 60_000}:{clock // 1000 % 60:02}" if clock is not None else "",
            "seconds": clock // 1000 if clock is not None else 0,
            "runs": runs and self.then is None and not self.paid,
            "is_out": seat["out"],
            "away": away.get(seat["id"]) if not self.session.is_over else None,
            "cards": [card_words(card) for card in seat["cards"]],
            "final": dollars(result["cash"].get(seat["id"], 0)),
            "is_first": has_most(result["cash"], seat["id"]),
        }


@lru_cache(maxsize=DRAWN_AT_MOST)
def _drawn(cells: tuple[tuple[int, str], ...], names: tuple[str, ...], title: str, placed: int | None) -> SafeString:
    """A board, drawn once for all who look at it: every hand, the board and who watches show the same between two acts."""
    # The library escapes every name it writes, and these are the edition's own.
    return SafeString(board_svg(dict(cells), names, title, placed))


def scene_of(request: HttpRequest, code: str) -> Scene:
    """The game of a code as this browser may know it; Http404 where there is none. Three queries at most while its session is kept."""
    found = GAME_WITH.first(code)
    if found is None:
        raise Http404(f"There is no game “{code}”. Look at the code once more.")
    tokens = tokens_of(request)
    device = let_in(request, found.table, tokens[0] if tokens else "") if found.table is not None else None
    game, session = look(found)
    game.table = found.table
    seats = tuple(SEATS_OF.of(game.pk))
    known = [hash_of(token) for token in tokens] if found.table is None or device is not None else []
    held = tuple(seat for seat in seats if any(constant_time_compare(seat.token_hash, each) for each in known))
    for seat in held:
        heard_of(seat)
    is_host = found.table is None and constant_time_compare(request.COOKIES.get(HOST, ""), host_proof(code))
    if is_host:
        note_host(game)
    is_at_desk = found.table is not None and device is None and may_see_rulings(request, found.table)
    was_seated = bool(tokens) and not held and found.table is None
    scene = Scene(game, session, seats, None, is_host, held, was_seated, is_at_desk)
    return replace(scene, mine=_uncovered(scene, open_hand_of(request)))


def scene_at(game: Game) -> Scene:
    """A game as somebody sees it who has no seat in it and does not host it."""
    game, session = look(game)
    return Scene(game, session, tuple(SEATS_OF.of(game.pk)), None, False)


def _uncovered(scene: Scene, uncovered: tuple[int, int] | None) -> GameSeat | None:
    """The seat whose hand the browser may see: its one; of several the one uncovered, while it is asked or nothing was done since."""
    if len(scene.held) < 2:
        return scene.held[0] if scene.held else None
    if uncovered is None:
        return None
    place, number = uncovered
    if scene.asked_place != place and scene.session.number != number:
        return None
    return next((seat for seat in scene.held if seat.place == place), None)


def way_to_join(request: HttpRequest, code: str) -> str:
    """The address at which phones join: the installation's own, where it has one that phones reach."""
    return absolute_address(request, reverse("game_join", args=[code]))
