"""The board of a game on a common screen: the lobby first, then what lies open, and at the end the cash and the log. Never a hand."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.acquire.logs import document, write_text
from games.acquire.play.devices import log_of
from tournament.installation.addresses import is_loopback
from tournament.play.games.models import LONGEST_NAME, GameSeat
from tournament.play.games.pages.browser import remember_game, remember_seats, tokens_of
from tournament.play.games.pages.frame import not_yet, render_live
from tournament.play.games.pages.scene import Scene, scene_of, way_to_join
from tournament.play.games.services.seats import places_of, seat_of_link, sit_by_link, take_seat
from tournament.play.programs.pages.against import USUAL_LEVEL, levels_for
from tournament.play.programs.seats import title_of
from tournament.record.gaming import GameState
from tournament.record.vocabulary import whole_number
from tournament.services.changes import RefusedError

NOTHING_NEW = 204
LONGEST_LINK = 40


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The board, or who is here before the game begins; 204 to a page that shows it as it is."""
    scene = scene_of(request, code)
    if request.headers.get("HX-Request") and request.GET.get("s") == scene.stamp and not scene.session.clock:
        return HttpResponse(status=NOTHING_NEW)
    way = way_to_join(request, code)
    context = {
        **scene.frame(),
        "seats": [(seat, seat.is_free, title_of(seat.program)) for seat in scene.seats],
        "held": {seat.place for seat in scene.held},
        "way": way,
        "no_log": "log" in request.GET and (scene.game.state != GameState.OVER.value or scene.at_table is not None),
        "can_scan": not is_loopback(way) and scene.at_table is None,
        "once": secrets.token_urlsafe(12),
        "n": scene.session.number + 1,
        "can_send": scene.is_host
        and scene.at_table is None
        and any(seat.hello_at is None and not seat.program for seat in scene.seats),
        "levels": levels_for(scene),
        "level": USUAL_LEVEL,
    }
    return render_live(request, "games/board.html", context, code)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take one free seat, or that of a personal link; a browser that has one is led to its hand unless it asks for one more."""
    scene = scene_of(request, code)
    form = request.POST or request.GET
    asked, link, is_more = whole_number(form.get("seat")), form.get("link", "")[:LONGEST_LINK], "more" in form
    if scene.held and not (is_more or link):
        return redirect("game_hand", code)
    if scene.at_table is not None:
        return redirect(scene.at_table.url)
    problem, typed = "", request.POST.get("name", "")
    if request.method == "POST":
        try:
            token = (
                sit_by_link(scene.game, link, typed)
                if link
                else take_seat(scene.game, typed, asked - 1 if asked else None)
            )
        except RefusedError as refusal:
            problem, scene = str(refusal), scene_of(request, code)
        else:
            answer = redirect("game_hand", code)
            remember_seats(answer, code, [*tokens_of(request), token])
            remember_game(request, answer, code, places_of(scene.game, [*tokens_of(request), token]))
            return answer
    free = [seat.place + 1 for seat in scene.seats if seat.is_free]
    linked, refused = _linked(scene, link)
    context = {
        **scene.frame(),
        "free": len(free),
        "seat": asked if asked in free else 0,
        "link": link if linked else "",
        "linked": linked,
        "waits_for": linked.name if linked and not linked.is_free else "",
        "is_more": is_more,
        "typed": typed,
        "longest": LONGEST_NAME,
        "problem": problem or refused,
    }
    return render_live(request, "games/lobby/join.html", context, code)


def _linked(scene: Scene, link: str) -> tuple[GameSeat | None, str]:
    """The seat of a personal link, or why there is none; neither without a link."""
    try:
        return (seat_of_link(link, scene.game) if link else None), ""
    except RefusedError as refusal:
        return None, str(refusal)


@login_not_required
@never_cache
@require_safe
def log(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """The log of a game that is over as a file, with its players' names; before it would tell the hands, so the board is shown."""
    scene = scene_of(request, code)
    if (
        scene.game.state != GameState.OVER.value or scene.at_table is not None
    ):  # that of a table is published with its replay
        return redirect(not_yet(code))
    record = log_of(scene.session)
    players = tuple([replace(player, name=scene.names[player.id]) for player in record.header.players])
    record = replace(record, header=replace(record.header, players=players))
    text = json.dumps(document(record), ensure_ascii=False) if kind == "json" else write_text(record)
    mime = "application/json" if kind == "json" else "text/plain; charset=utf-8"
    answer = HttpResponse(text, content_type=mime)
    answer["Content-Disposition"] = f'attachment; filename="game-{code}.{kind}"'
    return answer
