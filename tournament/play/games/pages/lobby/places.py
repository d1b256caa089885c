"""The seats of a phone before and between turns: leave one, uncover one's hand on a phone of several, and the links that a host sends."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from tournament.play.games.models import GameSeat
from tournament.play.games.pages.back import page_before, refused_back
from tournament.play.games.pages.cookies import OPEN, remember, remember_seats, tokens_of
from tournament.play.games.pages.scene import Scene, scene_of, way_to_join
from tournament.play.games.services.seats import free_seat, give_link, is_free
from tournament.record.gaming import GameState
from tournament.record.letin import hash_of
from tournament.record.vocabulary import whole_number
from tournament.services.changes import RefusedError


@login_not_required
@never_cache
@require_POST
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give a seat back before the game begins: the own; for the host that of a program too, or of a player who does not come."""
    scene = scene_of(request, code)
    place = whole_number(request.POST.get("seat")) - 1
    own = next((seat for seat in scene.held if seat.place == place), None)
    away = [
        seat
        for seat in scene.seats
        if seat.place == place and not is_free(seat) and (seat.hello_at is None or seat.program)
    ]
    seat = own or (away[0] if away and scene.is_host else None)
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
    """Let one hand of a phone that holds several lie open, or cover it again; back to the page on which that was pressed."""
    scene = scene_of(request, code)
    answer = redirect(page_before(request, code, "game_hand"))
    place = whole_number(request.POST.get("seat")) - 1
    if any(seat.place == place for seat in scene.held):
        remember(answer, code, OPEN, f"{place}-{scene.session.number}")
    else:
        cover(answer, code)
    return answer


def cover(answer: HttpResponse, code: str) -> None:
    """Let no hand of a phone lie open any more."""
    answer.delete_cookie(OPEN, path=reverse("game_board", args=[code]))


@login_not_required
@never_cache
@require_POST
def links(request: HttpRequest, code: str) -> HttpResponse:
    """Make a personal link for every seat whose player has not come, for whoever opened the game; they are shown this once."""
    scene = scene_of(request, code)
    if not scene.is_host or scene.game.state != GameState.LOBBY.value:
        return redirect("game_board", code)
    made = [_linked(request, scene, seat) for seat in scene.seats if seat.hello_at is None and not seat.program]
    return render(request, "games/lobby/links.html", {**scene.frame(), "made": made})


def _linked(request: HttpRequest, scene: Scene, seat: GameSeat) -> tuple[int, str, str]:
    """The number of a seat, whom it waits for, and its new link."""
    name = "" if is_free(seat) else seat.name
    return seat.place + 1, name, f"{way_to_join(request, scene.game.code)}?link={give_link(seat)}"
