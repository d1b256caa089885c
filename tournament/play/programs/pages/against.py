"""Play against programs: a short form that opens a game at once, and programs for free seats of any lobby."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.opponents.levels import LEVELS, Level
from tournament.play.games.models import LONGEST_NAME
from tournament.play.games.pages.browser import HOST, host_proof, remember, remember_game, remember_seats
from tournament.play.games.pages.frame import refused_back
from tournament.play.games.pages.opening import TOO_MUCH, TooManyGamesError, check_pace, fields_of, order_of
from tournament.play.games.pages.shown_game import ShownGame, shown_game_for
from tournament.play.games.services.seats import seat_with
from tournament.play.programs.seats import NOT_SERVED, is_served, open_against, sit_program
from tournament.public.forms.keys import form_key
from tournament.record.gaming import GameState
from tournament.record.vocabulary import whole_number
from tournament.services.changes import RefusedError
from wording import gettext as _
from wording import gettext_noop

USUAL_LEVEL, USUAL_NAME = "glance", gettext_noop("Guest")


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """Render the form; when it is sent, open a game and redirect its only person to the page that shows board and hand."""
    form, problem, status = request.POST, "", 200
    if request.method == "POST":
        try:
            return _open_game_and_redirect(request)
        except RefusedError as refusal:
            problem, status = str(refusal), TOO_MUCH if isinstance(refusal, TooManyGamesError) else 200
    is_on = settings.GAMES and bool(settings.PROGRAMS)
    fields = fields_of(form)
    context = {
        **fields,
        "players": [(count, count - 1) for count in fields["players"]],
        "is_on": is_on,
        "problem": problem,
        "not_served": _(NOT_SERVED) if is_on and not is_served() else "",
        "name": form.get("name", _(USUAL_NAME)),
        "longest": LONGEST_NAME,
        "levels": LEVELS,
        "level": form.get("level", USUAL_LEVEL),
        "once": secrets.token_urlsafe(24),
    }
    return render(request, "games/lobby/against.html", context, status=status)


def _open_game_and_redirect(request: HttpRequest) -> HttpResponse:
    """Open the game that a form asks for, once, and redirect to it."""
    form = request.POST
    order = order_of(request)
    check_pace(request)
    levels = [form.get("level", "")] * (len(order.names) - 1)
    game, token = open_against(order, form.get("name", ""), levels, form_key(request, "once"))
    seat = seat_with(token)
    answer = redirect("game_play", game.code)
    remember_seats(answer, game.code, [token])
    remember(answer, game.code, HOST, host_proof(game.code))
    remember_game(request, answer, game.code, [seat.place] if seat else [])
    return answer


def levels_for(shown: ShownGame) -> Sequence[Level]:
    """Return the levels that a browser may choose from to put a program on a free seat; empty where it may not."""
    may = shown.is_host and shown.event_table is None and settings.GAMES and settings.PROGRAMS
    return LEVELS if may and shown.game.state == GameState.LOBBY.value else ()


@login_not_required
@never_cache
@require_POST
def sit(request: HttpRequest, code: str) -> HttpResponse:
    """Let a program take a free seat, for the host; the board shows a refusal."""
    shown = shown_game_for(request, code)
    if not shown.is_host or shown.event_table is not None:
        return redirect("game_board", code)
    try:
        sit_program(shown.game, whole_number(request.POST.get("seat")) - 1, request.POST.get("level", ""))
    except RefusedError as refusal:
        return refused_back(request, code, refusal)
    return redirect("game_board", code)
