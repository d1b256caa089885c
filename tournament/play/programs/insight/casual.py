"""Insight into a casual game on devices that is over, for whoever may see its replay."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.play.games.pages.back import not_yet
from tournament.play.games.pages.scene import scene_of
from tournament.play.games.pages.watching import has_replay, reading_of
from tournament.play.programs.insight.page import InsightPage


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str) -> HttpResponse:
    """What everybody was worth, and what the search makes of each decision; until the game is over, its board."""
    scene = scene_of(request, code)
    if not has_replay(scene):
        return redirect(not_yet(code))
    page = InsightPage(
        reading_of(scene), scene.game, reverse("game_insight", args=[code]), reverse("game_replay", args=[code])
    )
    return page.answer(request, "insight/casual.html", scene.frame())
