"""Before a game and between games: open one, give seats and links, find one's games again."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.acquire.editions import TimeoutPolicy
from games.acquire.editions.values import EDITIONS
from games.acquire.play.devices.deeds import MOST_MINUTES, Holdings
from games.acquire.play.devices.session import pending_question
from tournament.access.request_origin import stranger_of
from tournament.installation.device_mark import keyed_digest
from tournament.models import Event
from tournament.play.games.models import LONGEST_MARK, Game, GameSeat
from tournament.play.games.pages.browser import (
    HOST,
    cover_hands,
    games_of,
    host_proof,
    remember,
    remember_game,
    remember_open_hand,
    remember_seats,
    tokens_of,
)
from tournament.play.games.pages.frame import page_before, refused_back
from tournament.play.games.pages.shown_game import shown_game_for
from tournament.play.games.services.casual import play_again, token_after
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import free_seat, open_for_people, say_hello, seat_with
from tournament.play.games.services.sessions import session_of
from tournament.play.games.words import question_words
from tournament.public import views as public
from tournament.record.devices import hash_of
from tournament.record.pace import GAMES_OF_AN_ADDRESS, RateLimit
from tournament.record.vocabulary import GameState
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _
from wording import gettext_noop
from wording.digits import whole_number

USUAL_EDITION, USUAL_PLAYERS = "mso", 4
FOR_PROGRAMS = ("wikipedia", "montecarlo")
"""Editions that people are not offered; games by them stay, and commands know them."""
FEWEST_PEOPLE = 2
TOO_MUCH = 429
MOST_READ = 6
"""The most games whose acts are read for one page, to say who has to act in them."""
STATUS_WORDS = {
    GameState.LOBBY: gettext_noop("waiting for players"),
    GameState.PLAYING: gettext_noop("being played"),
    GameState.OVER: gettext_noop("finished"),
    GameState.LEFT: gettext_noop("left unfinished"),
}
_pace = RateLimit(GAMES_OF_AN_ADDRESS)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponseBase:
    """Render the games of this browser and the form that opens one, or open a game.

    An old event whose slug is “game” keeps its page at this address.
    """
    if request.method != "POST" and request.path == reverse("games") and Event.objects.filter(slug="game").exists():
        return public.event(request, "game")
    problem, status = "", 200
    if request.method == "POST":
        try:
            check_pace(request)
            return _redirect_to_new_game(request, open_for_people(order_of(request)))
        except RefusedError as refusal:
            problem, status = str(refusal), TOO_MUCH if isinstance(refusal, TooManyGamesError) else 200
    context = {
        **fields_of(request.POST),
        "is_on": settings.GAMES,
        "has_programs": bool(settings.PROGRAMS),
        "mine": _own_games(request),
        "problem": problem,
    }
    return render(request, "games/lobby/games.html", context, status=status)


def fields_of(typed: QueryDict) -> dict[str, Any]:
    """Return the context of a form that opens a game, filled with what was typed."""
    return {
        "event": {"name": "Top Table", "slug": "", "date": None},
        "menu": [],
        "editions": [
            (name, _(edition.title), max(FEWEST_PEOPLE, edition.min_players), edition.max_players)
            for name, edition in EDITIONS.items()
            if edition.max_players > 1 and name not in FOR_PROGRAMS
        ],
        "edition": typed.get("edition", USUAL_EDITION),
        "players": range(FEWEST_PEOPLE, max(edition.max_players for edition in EDITIONS.values()) + 1),
        "count": whole_number(typed.get("players")) or USUAL_PLAYERS,
        "minutes": typed.get("minutes", ""),
        "most_minutes": MOST_MINUTES,
        "timed": [name for name, edition in EDITIONS.items() if edition.timeout_policy is not TimeoutPolicy.NONE],
        "holdings": [
            (Holdings.OPEN.value, _("open to all")),
            (Holdings.CLOSED.value, _("hidden from other players")),
        ],
        "held": typed.get("holdings", Holdings.OPEN.value),
    }


class TooManyGamesError(RefusedError):
    """An address has opened too many games just now."""


def check_pace(request: HttpRequest) -> None:
    """Count one more game for the client's address; TooManyGamesError where it has opened too many just now."""
    if not _pace.let_ask(stranger_of(request.META), time.monotonic()):
        raise TooManyGamesError(_("Too many games have just been opened from here. Wait a minute, then try again."))


def order_of(request: HttpRequest) -> GameOrder:
    """Return the order for a game that a form describes; RefusedError with a sentence where such a game cannot be played."""
    form = request.POST
    edition = EDITIONS.get(form.get("edition", ""))
    if edition is None:
        raise RefusedError(_("Choose one of the options."))
    count, least = whole_number(form.get("players")), max(FEWEST_PEOPLE, edition.min_players)
    if not least <= count <= edition.max_players:
        raise RefusedError(
            _(
                "Edition {edition} is for {least} to {most} players, not {count}.",
                edition=_(edition.title),
                least=least,
                most=edition.max_players,
                count=count,
            )
        )
    typed = form.get("minutes", "").strip()
    minutes = whole_number(typed)
    if typed and not 1 <= minutes <= MOST_MINUTES:
        raise RefusedError(_("Enter 1 to {most} minutes, or leave it empty for no clock.", most=MOST_MINUTES))
    names = [f"Player {place}" for place in range(1, count + 1)]  # a free seat is shown by its number
    opened_from = keyed_digest("tournament.game.opened_from", stranger_of(request.META))
    return GameOrder(
        edition.name, names, minutes or None, form.get("holdings", ""), opened_from=opened_from[:LONGEST_MARK]
    )


@login_not_required
@never_cache
@require_POST
def open_rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Open the rematch of a game, or enter the one that is open, and take this browser's seats there.

    Only players and the host may; anybody else is redirected to the board. A player who used the page with board and hand gets it again.
    """
    shown = shown_game_for(request, code)
    if shown.event_table is not None or shown.game.state != GameState.OVER.value or not (shown.held or shown.is_host):
        return redirect("game_board", code)
    try:
        if not shown.next_code:
            check_pace(request)
        new, is_opened = play_again(shown.game)
    except RefusedError as refusal:
        return refused_back(request, code, refusal)
    tokens = [token_after(new, seat) for seat in shown.held]
    seats = [seat for token in tokens if (seat := seat_with(token))]
    for seat in seats:
        say_hello(seat)
    is_whole = page_before(request, code) == reverse("game_play", args=[code])
    answer = redirect(("game_play" if is_whole else "game_hand") if seats else "game_board", new.code)
    if seats:
        remember_seats(answer, new.code, tokens)
    if is_opened or shown.is_host:
        remember(answer, new.code, HOST, host_proof(new.code))
    remember_game(request, answer, new.code, [seat.place for seat in seats])
    return answer


def _redirect_to_new_game(request: HttpRequest, game: Game) -> HttpResponse:
    """Redirect to the board of a new game, with the cookies that make this browser its host."""
    answer = redirect("game_board", game.code)
    remember(answer, game.code, HOST, host_proof(game.code))
    remember_game(request, answer, game.code)
    return answer


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game of this browser, its status in words, and whether this browser has to act."""

    game: Game
    status: str
    is_own_turn: bool


def _own_games(request: HttpRequest) -> list[OwnGame]:
    """Return the games of a browser, the newest first; one query for each that is being played and whose session is not cached."""
    held = games_of(request)
    if not held:
        return []
    codes = list(held)
    games = sorted(Game.objects.filter(code__in=codes), key=lambda game: codes.index(game.code))
    names = {(seat.game_id, seat.place): seat.name for seat in GameSeat.objects.filter(game__in=games)}
    found, left = [], MOST_READ
    for game in games:
        asks = None
        if game.state == GameState.PLAYING.value and left:
            asks, left = pending_question(session_of(game)), left - 1
        is_own = asks is not None and asks.seat in held[game.code]
        who = names[game.pk, asks.seat] if asks else ""
        words = question_words(asks.phase.value, who) if asks else _(STATUS_WORDS[GameState(game.state)])
        found.append(OwnGame(game, words, is_own))
    return found


@login_not_required
@never_cache
@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Free a seat before the game begins: one's own, or by the host that of a program or of a player who does not come."""
    shown = shown_game_for(request, code)
    place = whole_number(request.POST.get("seat")) - 1
    own = next((seat for seat in shown.held if seat.place == place), None)
    away = [
        seat
        for seat in shown.seats
        if seat.place == place and not seat.is_free and (seat.hello_at is None or seat.program)
    ]
    seat = own or (away[0] if away and shown.is_host else None)
    answer = redirect("game_board", code)
    if seat is None:
        return answer
    try:
        free_seat(seat)
    except RefusedError as refusal:
        return refused_back(request, code, refusal)
    if own is not None:
        remember_seats(answer, code, [token for token in tokens_of(request) if hash_of(token) != own.token_hash])
    return answer


@login_not_required
@never_cache
@require_POST
def uncover(request: HttpRequest, code: str) -> HttpResponse:
    """Show one hand of a phone that holds several, or cover it again; then redirect to the page on which the form was sent."""
    shown = shown_game_for(request, code)
    answer = redirect(page_before(request, code, "game_hand"))
    place = whole_number(request.POST.get("seat")) - 1
    if any(seat.place == place for seat in shown.held):
        remember_open_hand(answer, code, place, shown.session.number)
    else:
        cover_hands(answer, code)
    return answer
