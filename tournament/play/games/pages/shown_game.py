"""A game as one browser may see it: who asks, which seats it holds, what goes on. Only `ShownGame.hand_view` shows a hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any
from zlib import crc32

from django.http import Http404, HttpRequest
from django.urls import reverse

from games.acquire.play.devices.session import Session, pending_question
from games.acquire.play.devices.views import board_view, paying_deeds, seat_view
from tournament.access.languages import speak_for
from tournament.installation.device_mark import is_same
from tournament.play.games.models import Game, GameSeat
from tournament.play.games.pages.browser import HOST, host_proof, open_hand_of, tokens_of
from tournament.play.games.pages.frame import TableOfGame, absolute_address, let_in, may_see_rulings, table_of_game
from tournament.play.games.services.acting import game_now, moment_in
from tournament.play.games.services.agreeing import TakebackRequest, takeback_request_in
from tournament.play.games.services.casual import is_host_away, note_host
from tournament.play.games.services.presence import away_since, note_seen
from tournament.play.games.services.sessions import GAME_WITH, SEATS_OF
from tournament.play.games.words import deed_words, question_words
from tournament.play.programs.seats import NOT_SERVED, is_served, title_of
from tournament.record.devices import hash_of
from tournament.record.vocabulary import GameState
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

SHOWN_NEWS = 8
SHOWN_BONUSES = 10_000
"""For how many ms the board shows the bonuses that a merger paid."""


@dataclass(frozen=True, slots=True)
class NewsLine:
    """One act of the news in words; ``act`` is its kind. ``stands`` is False where the act was undone by going back."""

    words: str
    act: str
    stands: bool

    def __str__(self) -> str:
        return self.words


@dataclass(frozen=True)
class ShownGame:
    """A game with its session and seats, for the browser that asks. It has no slots, because it caches properties.

    ``held`` are the seats of this browser. ``mine`` is the seat whose hand it may see now: on a phone with several seats None until one
    hand is uncovered.
    """

    game: Game
    session: Session
    seats: tuple[GameSeat, ...]
    mine: GameSeat | None
    is_host: bool
    held: tuple[GameSeat, ...] = ()
    was_seated: bool = False
    """Whether the browser has only the token of a seat that was given to another device, or freed."""
    is_at_desk: bool = False
    """Whether the user is somebody who may see the desk's page of this table's game."""
    holder: int | None = None
    """The number of the player whose phone asks at the table of an event; None for everybody else."""
    then: int | None = None
    """The moment for which the game is shown to watchers, in ms since it began; None for now."""

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of the players by their IDs in the log; a free seat has its number as a name."""
        return {
            name: _("Seat {number}", number=seat.place + 1) if seat.is_free else seat.name
            for name, seat in zip(self.session.terms.ids, self.seats, strict=True)
        }

    @cached_property
    def programs(self) -> Mapping[str, str]:
        """The titles of the levels at which programs play, by the players' IDs."""
        seated = zip(self.session.terms.ids, self.seats, strict=True)
        return {name: title_of(seat.program) for name, seat in seated if seat.program}

    @cached_property
    def programs_rest(self) -> str:
        """A sentence why the programs of this game make no moves now; empty where they do, or where there are none. At most one query."""
        is_played = self.game.state in (GameState.LOBBY.value, GameState.PLAYING.value)
        return _(NOT_SERVED) if self.programs and is_played and self.then is None and not is_served() else ""

    @property
    def moment(self) -> int:
        """The moment for which the game is shown, in ms since it began."""
        return moment_in(self.game) if self.then is None else self.then

    @property
    def may_rule(self) -> bool:
        """Whether this browser may open the page of rulings: it is the host's, or a player's while the host is away."""
        return self.is_host or (self.mine is not None and is_host_away(self.game))

    @property
    def is_left(self) -> bool:
        """Whether the game was left as it is."""
        return self.game.state == GameState.LEFT.value

    @property
    def stamp(self) -> str:
        """A text that differs whenever the page would show something new."""
        away = "".join(str(seat.place) for seat in self.seats if not seat.program and away_since(seat))
        away += "x" * bool(self.programs_rest)
        if self.game.state == GameState.LOBBY.value:
            lobby = "".join(f"{seat.name}{seat.token_hash}{seat.hello_at}" for seat in self.seats)
            return f"0.{crc32(lobby.encode()):x}.{away}"
        agreed = sum(seat.agreed_at is not None for seat in self.seats)
        refused = "".join(str(seat.place) for seat in self.seats if seat.refused_at)
        asks = self.asked_back.mark if self.asked_back else ""
        marks = f"{'b' * bool(self.paid)}{asks}{'a' * bool(self.next_code)}{'l' * self.is_left}"
        return f"{self.session.number}.{agreed}r{refused}{marks}.{away}"

    @cached_property
    def next_code(self) -> str:
        """The code of the game that is played after this one; empty where there is none, and for watchers, who see the past."""
        if self.game.state != GameState.OVER.value or self.then is not None:
            return ""
        return self.game.after.order_by("pk").values_list("code", flat=True).first() or ""

    @cached_property
    def paid(self) -> tuple[int, ...]:
        """The numbers of the acts that paid bonuses in the last ten seconds, while the clocks stand (R35)."""
        return paying_deeds(self.session, self.moment - SHOWN_BONUSES)

    @cached_property
    def asked_back(self) -> TakebackRequest | None:
        """The request to take a tile back that is open or was declined, if there is one; None for watchers."""
        return takeback_request_in(self.session, self.seats) if self.then is None else None

    @property
    def is_covered(self) -> bool:
        """Whether this phone holds several hands and shows none of them."""
        return len(self.held) > 1 and self.mine is None

    @property
    def asked_place(self) -> int | None:
        """The place of the seat that has to act; None before the game begins and where nobody has to."""
        ask = pending_question(self.session) if self.game.state == GameState.PLAYING.value else None
        return ask.seat if ask else None

    @cached_property
    def view(self) -> dict[str, Any]:
        """The open view of the game, which is the same for everybody."""
        return board_view(self.session, at=self.moment, since=max(0, self.session.number - 3 * SHOWN_NEWS))

    def hand_view(self, since: int = 0) -> dict[str, Any]:
        """The view of the seat `mine`, with the acts after number ``since`` as news."""
        assert self.mine is not None  # noqa: S101  only its page asks
        view = seat_view(self.session, self.mine.place, at=self.moment, since=since)
        if self.game.state == GameState.LOBBY.value:
            view["ask"] = None
        return view

    def news(self, view: Mapping[str, Any]) -> list[NewsLine]:
        """The last acts in words, the newest first."""
        standing = {deed.number for deed in self.session.standing}
        lines = [
            NewsLine(words, deed["act"], deed["n"] in standing or deed["act"] == "rewind")
            for deed in view["news"]
            if (words := deed_words(deed, self.names))
        ]
        return lines[::-1][:SHOWN_NEWS]

    def since(self) -> datetime | None:
        """The moment of the last act; None before the game begins."""
        return self.game.begun_at + timedelta(milliseconds=self.session.at) if self.game.begun_at else None

    @cached_property
    def event_table(self) -> TableOfGame | None:
        """The table of an event at which the game is played; None for a casual game."""
        return table_of_game(self.game, self.holder)

    @cached_property
    def is_called(self) -> bool:
        """Whether the table has called the director because somebody does not agree to the result, and still waits."""
        return self.event_table is not None and self.event_table.waits_for_director()

    def now_words(self) -> str:
        """One or two sentences about what the game waits for."""
        if self.game.state == GameState.LOBBY.value:
            return " ".join([*self._missing_words(), _("The game will begin once everybody is here.")])
        if self.game.reported_at is not None:
            return _("Everyone has agreed, and the result has been handed in.")
        if self.session.is_over:
            return _("The game is over.")
        if self.game.state == GameState.LEFT.value:
            return _("The game was left unfinished and has no result.")
        ask = pending_question(self.session)
        does = question_words(ask.phase.value, self.names[self.session.terms.ids[ask.seat]]) if ask else ""
        if self.session.paused:
            return " ".join(filter(None, [_("The game is paused."), does]))
        return does or _("The game goes on.")

    def _missing_words(self) -> list[str]:
        """Sentences about the seats of a casual game that are free, and the players who have not come."""
        free = sum(seat.is_free for seat in self.seats)
        away = [seat.name for seat in self.seats if not seat.is_free and seat.hello_at is None]
        words = [ngettext("{n} seat is free.", "{n} seats are free.", free)] if free else []
        if away:
            words.append(
                ngettext("{players} is not here yet.", "{players} are not here yet.", len(away), players=listed(away))
            )
        return words


def shown_game_for(request: HttpRequest, code: str) -> ShownGame:
    """Return the game with a code as this browser may see it; Http404 where there is none. Few queries while its session is cached.

    The seats of the browser, and the host, are noted as seen now.
    """
    found = GAME_WITH.first(code)
    if found is None:
        raise Http404(_("There is no game “{code}”. Check the code.", code=code))
    if found.table is not None:
        speak_for(request, found.table.round.event)
    tokens = tokens_of(request)
    if found.table is not None:
        tokens = tokens[:1]  # a phone at a table has one seat, which is checked
    device = let_in(request, found.table, tokens[0] if tokens else "") if found.table is not None else None
    game, session = game_now(found)
    game.table = found.table
    seats = tuple(SEATS_OF.of(game.pk))
    known = [hash_of(token) for token in tokens] if found.table is None or device is not None else []
    held = tuple(seat for seat in seats if any(is_same(seat.token_hash, each) for each in known))
    for seat in held:
        note_seen(seat)
    is_host = found.table is None and is_same(request.COOKIES.get(HOST, ""), host_proof(code))
    if is_host:
        note_host(game)
    is_at_desk = found.table is not None and device is None and may_see_rulings(request, found.table)
    was_seated = bool(tokens) and not held and found.table is None
    holder = device.entry.number if device is not None and device.entry is not None else None
    shown = ShownGame(game, session, seats, None, is_host, held, was_seated, is_at_desk, holder)
    return replace(shown, mine=_visible_seat(shown, open_hand_of(request)))


def shown_game_of(game: Game) -> ShownGame:
    """Return a game as it is shown to somebody who neither holds a seat in it nor is its host."""
    game, session = game_now(game)
    return ShownGame(game, session, tuple(SEATS_OF.of(game.pk)), None, False)


def _visible_seat(shown: ShownGame, uncovered: tuple[int, int] | None) -> GameSeat | None:
    """Return the seat whose hand this browser may see: its only one, or on a phone with several seats the uncovered one.

    An uncovered hand is shown only while its player has to act or no act was done since. ``uncovered`` is as `open_hand_of` returns it.
    """
    if len(shown.held) < 2:
        return shown.held[0] if shown.held else None
    if uncovered is None:
        return None
    place, number = uncovered
    if shown.asked_place != place and shown.session.number != number:
        return None
    return next((seat for seat in shown.held if seat.place == place), None)


def join_address(request: HttpRequest, code: str) -> str:
    """The address at which phones join a game."""
    return absolute_address(request, reverse("game_join", args=[code]))
