"""The cookies with which a browser remembers its seats and its games."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from tournament.installation.device_mark import keyed_digest, let_keep
from tournament.record.devices import LETTERS
from tournament.record.vocabulary import BETWEEN, CODE_LENGTH, SEAT_COOKIE


class GameCode:
    """The URL converter of game codes."""

    regex = f"[{LETTERS}]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        """The code as the views receive it."""
        return value

    def to_url(self, value: str) -> str:
        """The code as it stands in an address."""
        return value


SEAT, HOST, OPEN = SEAT_COOKIE, "host", "open"
"""The cookies of a game: the tokens of the seats that a browser holds; the proof that it opened the game; and, on a phone with
several seats, whose hand is shown and since which act."""
MOST_HELD = 10
LASTS = timedelta(days=30)


def tokens_of(request: HttpRequest) -> list[str]:
    """The tokens of the seats that a browser holds in the game whose page it asks for."""
    return tokens_in(request.COOKIES.get(SEAT, ""))[:MOST_HELD]


def tokens_in(cookie: str) -> list[str]:
    """The tokens of seats that a cookie `SEAT` holds, each once."""
    return list(dict.fromkeys(token for token in cookie.split(BETWEEN) if token))


def remember_seats(answer: HttpResponse, code: str, tokens: Iterable[str]) -> None:
    """Store the tokens of a browser's seats in its cookie; the cookie is deleted where there are none."""
    value = BETWEEN.join(list(dict.fromkeys(tokens))[-MOST_HELD:])
    if value:
        remember(answer, code, SEAT, value)
    else:
        answer.delete_cookie(SEAT, path=reverse("game_board", args=[code]))


def host_proof(code: str) -> str:
    """The value of the cookie that proves who opened a game."""
    return keyed_digest("tournament.game.host", code)


def remember(answer: HttpResponse, code: str, name: str, value: str) -> None:
    """Let a browser keep a cookie of a game, sent to that game's pages alone."""
    let_keep(answer, name, value, LASTS, reverse("game_board", args=[code]))


_OPEN_HAND = re.compile("([0-9]{1,3})-([0-9]{1,9})")


def open_hand_of(request: HttpRequest) -> tuple[int, int] | None:
    """Return which hand is shown on a phone with several seats; None where none is.

    The result is the place of the seat and the number of the last act when the hand was uncovered.
    """
    found = _OPEN_HAND.fullmatch(request.COOKIES.get(OPEN, ""))
    return (int(found[1]), int(found[2])) if found else None


def remember_open_hand(answer: HttpResponse, code: str, place: int, number: int) -> None:
    """Show the hand at a place on a phone with several seats; ``number`` is that of the last act when it was uncovered."""
    remember(answer, code, OPEN, f"{place}-{number}")


def cover_hands(answer: HttpResponse, code: str) -> None:
    """Show no hand any more on a phone with several seats."""
    answer.delete_cookie(OPEN, path=reverse("game_board", args=[code]))


MINE = "games"
MOST_MINE = 10
_ONE = re.compile(f"([{LETTERS}]{{{CODE_LENGTH}}})([0-9]{{0,10}})")


def games_of(request: HttpRequest) -> dict[str, list[int]]:
    """Return the games that a browser remembers, newest first: the places of its seats by the game's code.

    Unreadable parts of the cookie are ignored.
    """
    found = [_ONE.fullmatch(part) for part in request.COOKIES.get(MINE, "")[:300].split(".")]
    return {one[1]: [int(place) for place in one[2]] for one in [one for one in found if one][:MOST_MINE]}


def remember_game(request: HttpRequest, answer: HttpResponse, code: str, places: Iterable[int] = ()) -> None:
    """Add a game and the browser's places in it to the ten games that the browser remembers."""
    known = games_of(request)
    held = sorted({*known.pop(code, []), *places})
    games = list({code: held, **known}.items())[:MOST_MINE]
    value = ".".join(f"{each}{''.join(map(str, at))}" for each, at in games)
    let_keep(answer, MINE, value, LASTS, reverse("games"))
