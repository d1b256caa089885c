"""The cookies of a game: what a browser holds there, out of reach of scripts and sent to that game's pages alone."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import salted_hmac

from tournament.record.gaming import BETWEEN, SEAT_COOKIE

SEAT, HOST, OPEN = SEAT_COOKIE, "host", "open"
"""The cookies of a game: the tokens of the seats that a phone holds, the proof of who opened it, and on a phone of several
seats whose hand lies open since which act."""
MOST_HELD = 10
LASTS = timedelta(days=30)


def tokens_of(request: HttpRequest) -> list[str]:
    """The tokens of the seats that a browser holds in the game whose page it asks for."""
    said = request.COOKIES.get(SEAT, "")
    return list(dict.fromkeys(token for token in said.split(BETWEEN)[:MOST_HELD] if token))


def remember_seats(answer: HttpResponse, code: str, tokens: Iterable[str]) -> None:
    """Let a browser hold seats of a game, those that it holds already among them; none takes the cookie away."""
    kept = BETWEEN.join(list(dict.fromkeys(tokens))[-MOST_HELD:])
    if kept:
        remember(answer, code, SEAT, kept)
    else:
        answer.delete_cookie(SEAT, path=reverse("game_board", args=[code]))


def host_proof(code: str) -> str:
    """What the browser holds that opened a game."""
    return salted_hmac("tournament.game.host", code, algorithm="sha256").hexdigest()


def remember(answer: HttpResponse, code: str, name: str, value: str) -> None:
    """Let a browser keep a cookie of a game, out of reach of scripts and sent to that game's pages alone."""
    answer.set_cookie(
        name,
        value,
        max_age=LASTS,
        path=reverse("game_board", args=[code]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
