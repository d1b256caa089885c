"""The board of a game on a common screen: the lobby first, then what lies open, and at the end the cash and the log. Never a hand."""

from __future__ import annotations

import json
from dataclasses import replace

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.acquire.logs import document, write_text
from games.acquire.play.devices import log_of
from tournament.installation.addresses import is_loopback
from tournament.models.games.game import LONGEST_NAME
from tournament.public.games.own import remember_game
from tournament.public.games.scene import SEAT, Scene, remember, scene_of
from tournament.record.gaming import GameState
from tournament.record.vocabulary import whole_number
from tournament.services.changes import RefusedError
from tournament.services.games.sitting import is_free, take_seat

NOTHING_NEW = 204


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The board, or who is here before the game begins; 204 to a page that shows it as it is."""
    scene = scene_of(request, code)
    if request.headers.get("HX-Request") and request.GET.get("s") == scene.stamp and not scene.session.clock:
        return HttpResponse(status=NOTHING_NEW)
    way = _way_to_join(request, scene)
    context = {
        **scene.frame(),
        "seats": [(seat, is_free(seat)) for seat in scene.seats],
        "way": way,
        "can_scan": not is_loopback(way),
        "links": [(seat.place + 1, f"{way}?seat={seat.place + 1}") for seat in scene.seats if is_free(seat)]
        if scene.is_host
        else [],
    }
    return render(request, "games/board.html", context)


def _way_to_join(request: HttpRequest, scene: Scene) -> str:
    """The address at which phones join: the installation's own, where it has one that phones reach."""
    path = reverse("game_join", args=[scene.game.code])
    return f"{settings.PUBLIC_ADDRESS}{path}" if settings.PUBLIC_ADDRESS else request.build_absolute_uri(path)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take one free seat with a name; a browser that has one is led to its hand."""
    scene = scene_of(request, code)
    if scene.mine is not None:
        return redirect("game_hand", code)
    asked = whole_number((request.POST or request.GET).get("seat"))
    problem, typed = "", request.POST.get("name", "")
    if request.method == "POST":
        try:
            token = take_seat(scene.game, typed, asked - 1 if asked else None)
        except RefusedError as refusal:
            problem, scene = str(refusal), scene_of(request, code)
        else:
            answer = redirect("game_hand", code)
            remember(answer, code, SEAT, token)
            remember_game(request, answer, code)
            return answer
    free = [seat.place + 1 for seat in scene.seats if is_free(seat)]
    context = {
        **scene.frame(),
        "free": len(free),
        "seat": asked if asked in free else 0,
        "typed": typed,
        "longest": LONGEST_NAME,
        "problem": problem,
    }
    return render(request, "games/join.html", context)


@login_not_required
@never_cache
@require_safe
def log(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """The log of a game that is over as a file, with its players' names; before it would tell the hands, so the board is shown."""
    scene = scene_of(request, code)
    if scene.game.state != GameState.OVER.value:
        return redirect("game_board", code)
    record = log_of(scene.session)
    players = tuple([replace(player, name=scene.names[player.id]) for player in record.header.players])
    record = replace(record, header=replace(record.header, players=players))
    text = json.dumps(document(record), ensure_ascii=False) if kind == "json" else write_text(record)
    mime = "application/json" if kind == "json" else "text/plain; charset=utf-8"
    answer = HttpResponse(text, content_type=mime)
    answer["Content-Disposition"] = f'attachment; filename="game-{code}.{kind}"'
    return answer
