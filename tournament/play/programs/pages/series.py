"""Watch a series between programs, and control it with the address that its command printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.acquire.state import State
from tournament.play.games.pages.browser import LASTS
from tournament.play.games.words import card_words, dollars
from tournament.play.programs.models import Series, SeriesGame
from tournament.play.programs.pages.series_view import Told
from tournament.play.programs.series.rows import Wish, wish, wish_speed
from tournament.record.letin import hash_of
from tournament.record.vocabulary import whole_number
from tournament.services.changes import RefusedError

FIRST, SECOND = "1st", "2nd"


def places_of(state: State) -> list[list[str]]:
    """For each chain by seat: first, second or nothing among its holders. Several with most share the first place, and nobody is second."""
    return [_places(holdings) for holdings in state.shares]


def _places(holdings: Sequence[int]) -> list[str]:
    ranked = sorted({count for count in holdings if count}, reverse=True)
    first = ranked[0] if ranked else 0
    is_tied = sum(count == first for count in holdings) > 1
    second = ranked[1] if len(ranked) > 1 and not is_tied else 0
    return [FIRST if count and count == first else SECOND if count and count == second else "" for count in holdings]


def score_sheet(
    view: Mapping[str, Any],
    chains: Sequence[str],
    places: Sequence[Sequence[str]],
    bots: Sequence[tuple[int, str, str]],
    hands: Mapping[str, Sequence[str]],
) -> list[dict[str, Any]]:
    """A row a player in the order of play: from the open view, places by chain and seat, and open hands by ID.

    ``bots`` are (bot by its place in the line, name, initials) by seat.
    """
    asked = (view["ask"] or {}).get("who")
    final = (view.get("result") or {}).get("cash", {})
    ids = view["game"]["players"]
    rows = []
    for player in view["players"]:
        seat = ids.index(player["id"])
        bot, name, initials = bots[seat]
        shares = player.get("shares", {})
        rows.append(
            {
                "bot": bot,
                "name": name,
                "initials": initials,
                "is_asked": player["id"] == asked,
                "cash": dollars(final.get(player["id"], player.get("cash", 0))),
                "tiles": player["tiles"],
                "is_out": player["out"],
                "cards": [card_words(card) for card in player["cards"]],
                "chains": [(shares.get(name, 0), places[chain][seat]) for chain, name in enumerate(chains)],
                "hand": list(hands.get(player["id"], ())),
            }
        )
    return rows


CONTROL = "series"
"""The cookie with the token that gives control; it is sent to the pages of that series alone."""
NOTHING_NEW, GONE, REFUSED = 204, 410, 409
SPEED = "speed"


@login_not_required
@never_cache
@require_safe
def show(request: HttpRequest, code: str) -> HttpResponse:
    """The series and a game of it, the newest or ``?game=``, of its messages all or ``?faults``; 204 to a page that shows it as it is."""
    told = _told(request, code)
    if request.headers.get("HX-Request") and request.GET.get("s") == told.stamp:
        return HttpResponse(status=NOTHING_NEW)
    return _page(request, told)


@login_not_required
@never_cache
@require_safe
def control(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Let this browser control a series, and show it at its own address, which holds no secret."""
    row = _series(code)
    if not constant_time_compare(hash_of(token), row.control_hash):
        problem = "This address gives no control of the series; take the one that its command printed."
        return _page(request, _told(request, code), problem, GONE)
    answer = redirect("series", code)
    answer.set_cookie(
        CONTROL,
        token,
        max_age=LASTS,
        path=reverse("series", args=[code]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return answer


@login_not_required
@never_cache
@require_POST
def wished(request: HttpRequest, code: str) -> HttpResponse:
    """Note a wish of whoever controls the series; of anybody else none."""
    row = _series(code)
    if not _controls(request, row):
        return redirect("series", code)
    do = request.POST.get("do", "")
    try:
        if do == SPEED:
            wish_speed(row, request.POST.get("speed", "").strip())
        elif do in {each.value for each in Wish}:
            wish(row, Wish(do), whole_number(request.POST.get("step")))
    except RefusedError as refusal:
        return _page(request, _told(request, code), str(refusal), REFUSED)
    return redirect("series", code)


def _series(code: str) -> Series:
    row = Series.objects.filter(code=code).first()
    if row is None:
        raise Http404(f"There is no series “{code}”. Look at the code once more.")
    return row


def _controls(request: HttpRequest, row: Series) -> bool:
    return constant_time_compare(hash_of(request.COOKIES.get(CONTROL, "")), row.control_hash)


def _told(request: HttpRequest, code: str) -> Told:
    row = _series(code)
    number = whole_number(request.GET.get("game"))
    games = SeriesGame.objects.select_related("game").filter(series=row).order_by("-number")
    newest = games.first()
    chosen = games.filter(number=number).first() if number > 0 and newest and number < newest.number else newest
    return Told(row, newest, chosen, _controls(request, row), has_faults_alone="faults" in request.GET)


def _page(request: HttpRequest, told: Told, problem: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {**told.frame(), "problem": problem}
    return render(request, "games/series/page.html", context, status=status)
