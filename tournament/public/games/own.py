"""The games of a browser: a cookie with the codes of those that it opened or joined. A code is no secret at its table."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.public.games.scene import LASTS
from tournament.record.gaming import CODE_LENGTH
from tournament.record.letin import LETTERS

MINE = "games"
MOST_MINE = 10
_CODE = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")


def codes_of(request: HttpRequest) -> list[str]:
    """The codes that a browser keeps, the newest first; whatever else its cookie holds is left out."""
    return [code for code in request.COOKIES.get(MINE, "")[:200].split(".") if _CODE.fullmatch(code)][:MOST_MINE]


def remember_game(request: HttpRequest, answer: HttpResponse, code: str) -> None:
    """Let a browser find a game again, the newest ten of them."""
    codes = dict.fromkeys([code, *codes_of(request)])
    answer.set_cookie(
        MINE,
        ".".join(list(codes)[:MOST_MINE]),
        max_age=LASTS,
        path=reverse("games"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
