"""Claim a seat by a personal link or its code: by one press, once. The device that held the seat before loses it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from tournament.access.links import count_wrong, is_held_up, may_be_guessed
from tournament.play.games.pages.browser import remember_game, remember_seats, tokens_of
from tournament.play.games.pages.page_context import page_context
from tournament.play.games.pages.shown_game import ShownGame, shown_game_for
from tournament.play.games.services.seats import SeatLinkUnknownError, claim, seat_of_link
from tournament.record.devices import plain_code
from tournament.services.changes.refusals import RefusedError
from wording import gettext as _

GONE, TOO_MANY = 410, 429


@login_not_required
@never_cache
@require_safe
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Render the form for the code of a seat; a typed code redirects to the page of its link."""
    shown = shown_game_for(request, code)
    typed = plain_code(request.GET.get("code", "")[:40])
    if typed and typed.isascii():
        return redirect("game_seat", code, typed)
    return _page(request, shown)


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Render whose seat a link gives (GET), or claim it for this device (POST). Looking at the page does not use the link up."""
    shown = shown_game_for(request, code)
    if is_held_up(request, token):
        too_many = _("Too many wrong links or codes have come from here. Wait ten minutes, then try again.")
        return _page(request, shown, too_many, TOO_MANY)
    try:
        seat = seat_of_link(token, shown.game)
        if request.method == "POST" and request.POST.get("do") == "claim":
            _seat, fresh = claim(token, shown.game)
            answer = redirect("game_hand", code)
            remember_seats(answer, code, [*tokens_of(request), fresh])
            remember_game(request, answer, code)
            return answer
    except RefusedError as refusal:
        if shown.held:  # most often somebody who has just claimed it and came back to the page
            return redirect("game_hand", code)
        if isinstance(refusal, SeatLinkUnknownError) and may_be_guessed(token):
            count_wrong(request)
        return _page(request, shown, str(refusal), GONE)
    name = shown.names[shown.session.terms.ids[seat.place]]
    return _page(request, shown, name=name)


def _page(request: HttpRequest, shown: ShownGame, problem: str = "", status: int = 200, name: str = "") -> HttpResponse:
    """Render the page of a seat's link: ``name`` is that of the player whose seat it gives, empty for the form that asks for a code."""
    context = {**page_context(shown), "problem": problem, "name": name}
    return render(request, "games/ruling/seat.html", context, status=status)
