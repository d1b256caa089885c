"""Claim a seat by its personal link or its code: one press, once; the device that held the seat is let out. Looking uses nothing up."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access.codes import count_wrong, is_held_up
from tournament.play.games.pages.browser import remember_game, remember_seats, tokens_of
from tournament.play.games.pages.scene import Scene, scene_of
from tournament.play.games.services.seats import NoSuchLinkError, claim, seat_of_link
from tournament.record.letin import plain_code
from tournament.services.changes import RefusedError

GONE, TOO_MANY = 410, 429


@login_not_required
@never_cache
@require_safe
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Where the code of a seat is typed; it leads to the page of its link."""
    scene = scene_of(request, code)
    typed = plain_code(request.GET.get("code", "")[:40])
    if typed and typed.isascii():
        return redirect("game_seat", code, typed)
    return _page(request, scene)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Whose seat a link gives; pressed, this device holds it, and its address holds no secret any more."""
    scene = scene_of(request, code)
    if is_held_up(request, token):
        return _page(
            request, scene, "Too many wrong codes came from here; wait a little, then type it again.", TOO_MANY
        )
    try:
        seat = seat_of_link(token, scene.game)
        if request.method == "POST" and request.POST.get("do") == "claim":
            _, fresh = claim(token, scene.game)
            answer = redirect("game_hand", code)
            remember_seats(answer, code, [*tokens_of(request), fresh])
            remember_game(request, answer, code)
            return answer
    except RefusedError as refusal:
        if scene.held:  # as a rule whoever claimed it just now and came back
            return redirect("game_hand", code)
        if isinstance(refusal, NoSuchLinkError):
            count_wrong(request)
        return _page(request, scene, str(refusal), GONE)
    name = scene.names[scene.session.terms.ids[seat.place]]
    beside = [held.name for held in scene.held if held.pk != seat.pk]
    return _page(request, scene, given={"name": name, "beside": beside})


def _page(
    request: HttpRequest, scene: Scene, problem: str = "", status: int = 200, given: dict[str, Any] | None = None
) -> HttpResponse:
    context = {**scene.frame(), "problem": problem, "given": given}
    return render(request, "games/ruling/seat.html", context, status=status)
