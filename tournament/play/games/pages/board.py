"""The board on a common screen: who has come, then what lies open, at the end the cash and the log. It never shows a hand."""

from __future__ import annotations

import json
import secrets
from dataclasses import replace

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.acquire.logs.json import document
from games.acquire.logs.writer import write_text
from games.acquire.play.devices.session import log_of
from tournament.installation.addresses import is_loopback
from tournament.play.games.models import LONGEST_NAME
from tournament.play.games.pages.browser import remember_game, remember_seats, tokens_of
from tournament.play.games.pages.frame import not_yet, render_live
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import join_address, shown_game_for
from tournament.play.games.services.seats import places_of, take_seat
from tournament.play.programs.pages import USUAL_LEVEL, levels_for
from tournament.play.programs.seats import title_of
from tournament.record.vocabulary import GameState
from tournament.services.changes.refusals import RefusedError
from wording.digits import whole_number

NOTHING_NEW = 204


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """Render the board, or the lobby before the game begins; 204 to a page that already shows it so."""
    shown = shown_game_for(request, code)
    if request.headers.get("HX-Request") and request.GET.get("s") == shown.stamp and not shown.session.clock:
        return HttpResponse(status=NOTHING_NEW)
    address = join_address(request, code)
    context = {
        **page_context(shown),
        "seats": [(seat, seat.is_free, title_of(seat.program)) for seat in shown.seats],
        "held": {seat.place for seat in shown.held},
        "way": address,
        "no_log": "log" in request.GET and (shown.game.state != GameState.OVER.value or shown.event_table is not None),
        "can_scan": not is_loopback(address) and shown.event_table is None,
        "once": secrets.token_urlsafe(12),
        "n": shown.session.number + 1,
        "levels": levels_for(shown),
        "level": USUAL_LEVEL,
    }
    return render_live(request, "games/board.html", context, code)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Render the form to take a free seat, or take it.

    A browser that has a seat is redirected to its hand, unless it asks for one more (``more``).
    """
    shown = shown_game_for(request, code)
    form = request.POST or request.GET
    wanted_seat, is_more = whole_number(form.get("seat")), "more" in form
    if shown.held and not is_more:
        return redirect("game_hand", code)
    if shown.event_table is not None:
        return redirect(shown.event_table.url)
    problem, typed = "", request.POST.get("name", "")
    if request.method == "POST":
        try:
            token = take_seat(shown.game, typed, wanted_seat - 1 if wanted_seat else None)
        except RefusedError as refusal:
            problem, shown = str(refusal), shown_game_for(request, code)
        else:
            answer = redirect("game_hand", code)
            remember_seats(answer, code, [*tokens_of(request), token])
            remember_game(request, answer, code, places_of(shown.game, [*tokens_of(request), token]))
            return answer
    free = [seat.place + 1 for seat in shown.seats if seat.is_free]
    context = {
        **page_context(shown),
        "free": len(free),
        "seat": wanted_seat if wanted_seat in free else 0,
        "is_more": is_more,
        "typed": typed,
        "longest": LONGEST_NAME,
        "problem": problem,
    }
    return render_live(request, "games/lobby/join.html", context, code)


@login_not_required
@never_cache
@require_safe
def log(request: HttpRequest, code: str, kind: str) -> HttpResponse:
    """Send the log of a finished casual game as a file with the players' names; before the end redirect to the board."""
    shown = shown_game_for(request, code)
    # The log of an event's game is published with its replay.
    if shown.game.state != GameState.OVER.value or shown.event_table is not None:
        return redirect(not_yet(code))
    record = log_of(shown.session)
    players = tuple([replace(player, name=shown.names[player.id]) for player in record.header.players])
    record = replace(record, header=replace(record.header, players=players))
    text = json.dumps(document(record), ensure_ascii=False) if kind == "json" else write_text(record)
    mime = "application/json" if kind == "json" else "text/plain; charset=utf-8"
    answer = HttpResponse(text, content_type=mime)
    answer["Content-Disposition"] = f'attachment; filename="game-{code}.{kind}"'
    return answer
