"""The protocol of games on devices by POST, version 1: one JSON message in, a list of those that answer it; and a view by GET.

What a message may hold is in fixtures/protocol/v1.json, how a client is written in docs/developing/playing.md.
Programs are answered in English.

A client names its seat by a token in the header `Authorization`. Cookies do not count here, so no page of another site can act for
somebody else and no CSRF token is needed; requests from pages of other sites are refused all the same.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.http.request import RawPostDataException
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.messages import LONGEST, LONGEST_TOKEN, refusal_answer
from tournament.play.games.models import GameSeat
from tournament.play.games.services.acting import game_now, view_for
from tournament.play.games.services.answering import NO_SUCH_TOKEN, TOKEN_UNKNOWN, answer
from tournament.play.games.services.presence import note_seen
from tournament.play.games.services.seats import seat_with
from tournament.record.pace import MESSAGES_OF_A_PROGRAM, RateLimit
from wording.digits import whole_number
from wording.languages import SOURCE_LANGUAGE, speaking

BAD, NO_TOKEN, FOREIGN, NOT_ALLOWED, TOO_LONG, TOO_FAST = 400, 401, 403, 405, 413, 429
METHODS: Final = ("GET", "POST")
_BEARER: Final = "bearer "
_pace = RateLimit(MESSAGES_OF_A_PROGRAM)

_REFUSALS: Final[Mapping[str, tuple[int, str]]] = {
    "token-missing": (NO_TOKEN, "Say who you are: send the head Authorization: Bearer TOKEN."),
    TOKEN_UNKNOWN: (NO_TOKEN, NO_SUCH_TOKEN),
    "origin-foreign": (
        FOREIGN,
        "A page of another site cannot play here; open the game at its own address.",
    ),
    "method-wrong": (
        NOT_ALLOWED,
        "Messages come by POST, and a view is looked at by GET; send one of these.",
    ),
    "message-too-long": (TOO_LONG, f"A message has at most {LONGEST:,} bytes; send fewer acts at a time."),
    "too-fast": (TOO_FAST, "That was very much at once; wait a second and go on."),
}
"""Status and sentence of each refusal that is made before a message is read, by its code. Codes are stable."""


def _refused(code: str) -> IllegalActionError:
    """Return the error for a request that is refused before its message is read; ``code`` is a key of `_REFUSALS`."""
    return IllegalActionError(_REFUSALS[code][1], code)


@login_not_required
@csrf_exempt
@never_cache
@speaking(SOURCE_LANGUAGE)
def speak(request: HttpRequest) -> HttpResponse:
    """Answer one message of a seat (POST), or send its view (GET); 204 to a GET whose ``n`` is that of the last act or more."""
    try:
        if request.method not in METHODS:
            raise _refused("method-wrong")
        seat = _seat_of(request)
        if request.method == "GET":
            return _send_view(request, seat)
        return JsonResponse(answer(seat, _body(request), legal="legal" in request.GET), safe=False)
    except IllegalActionError as refusal:
        status, _words = _REFUSALS.get(refusal.code, (BAD, ""))
        allowed = {"Allow": ", ".join(METHODS)} if status == NOT_ALLOWED else {}
        return JsonResponse([refusal_answer("", refusal, 0)], safe=False, status=status, headers=allowed)


def _seat_of(request: HttpRequest) -> GameSeat:
    """Return the seat whose token a request sends; IllegalActionError where the request is not admitted."""
    if not _is_own(request):
        raise _refused("origin-foreign")
    header = request.headers.get("Authorization", "").strip()
    token = header[len(_BEARER) :].strip() if header.lower().startswith(_BEARER) else ""
    if not token:
        raise _refused("token-missing")
    seat = seat_with(token) if len(token) <= LONGEST_TOKEN else None
    if seat is None:
        raise _refused(TOKEN_UNKNOWN)
    if not _pace.let_ask(seat.pk, time.monotonic()):
        raise _refused("too-fast")
    note_seen(seat)
    return seat


def _is_own(request: HttpRequest) -> bool:
    """Whether a request comes from a page of this installation, or from a program, which sends no header `Origin`."""
    origin = request.headers.get("Origin")
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        return urlsplit(origin).netloc == request.get_host()
    except ValueError:  # no address at all
        return False


def _body(request: HttpRequest) -> bytes:
    """The body of a request; IllegalActionError where it is too long, empty where it was a form with parts."""
    try:
        too_long = int(request.META.get("CONTENT_LENGTH") or 0) > LONGEST
    except ValueError:
        too_long = False
    if too_long:
        raise _refused("message-too-long")
    try:
        return request.body
    except RawPostDataException:  # it came as a form with parts, and was read as one
        return b""


def _send_view(request: HttpRequest, seat: GameSeat) -> HttpResponse:
    """Send the view of a seat; 204 where its client already has all acts. Before the first act the view is always sent."""
    game, session = game_now(seat.game)
    since = whole_number(request.GET.get("n"))
    if session.number and since >= session.number:
        return HttpResponse(status=204)
    return JsonResponse(view_for(seat, game, session, since=since, legal="legal" in request.GET))
