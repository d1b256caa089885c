"""The games of a browser: a cookie with those that it opened or joined and its places there. A code is no secret at its table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.play.games.pages.cookies import LASTS
from tournament.record.gaming import CODE_LENGTH
from tournament.record.letin import LETTERS

MINE = "games"
MOST_MINE = 10
_ONE = re.compile(f"([{LETTERS}]{{{CODE_LENGTH}}})([0-9]{{0,10}})")


def games_of(request: HttpRequest) -> dict[str, list[int]]:
    """The places of a browser's seats by the codes of its games, the newest first; whatever else its cookie holds is left out."""
    found = [_ONE.fullmatch(part) for part in request.COOKIES.get(MINE, "")[:300].split(".")]
    return {one[1]: [int(place) for place in one[2]] for one in [one for one in found if one][:MOST_MINE]}


def remember_game(request: HttpRequest, answer: HttpResponse, code: str, places: Iterable[int] = ()) -> None:
    """Let a browser find a game again, the newest ten of them, and know the places that it holds there."""
    known = games_of(request)
    held = sorted({*known.pop(code, []), *places})
    games = {code: held, **known}
    answer.set_cookie(
        MINE,
        ".".join(f"{each}{''.join(map(str, at))}" for each, at in list(games.items())[:MOST_MINE]),
        max_age=LASTS,
        path=reverse("games"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
