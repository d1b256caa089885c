"""The page of rulings of a casual game: for the browser that opened it, and while its host is away for any two players."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournament.play.games.pages.rulings.bench import Bench, answer
from tournament.play.games.pages.scene import Scene, scene_of
from tournament.play.games.services.opening import take_up


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str) -> HttpResponse:
    """What the host may order; anybody else is led to the board."""
    scene = scene_of(request, code)
    if not scene.may_rule:
        return redirect("game_board", code)
    address = reverse("game_host", args=[code])
    bench = Bench(lambda: scene_of(request, code), Scene.frame, address, "games/ruling/host.html", not scene.is_host)
    return answer(request, bench, scene)


@login_not_required
@never_cache
@require_POST
def play_on(request: HttpRequest, code: str) -> HttpResponse:
    """Take a game up again that was left as it is: whoever plays in it may, and its host."""
    scene = scene_of(request, code)
    if scene.held or scene.is_host:
        take_up(scene.game)
    return redirect("game_hand" if scene.held else "game_board", code)
