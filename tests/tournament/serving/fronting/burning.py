"""Settings of a server with one page that never ends (`BURNS`): an expression whose time doubles with each letter, as a fault would be."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournament.settings import *  # noqa: F403
from tournament.settings import MIDDLEWARE as OURS

BURNS, ANSWERS = "/burns/", "/healthz"


def burning(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The middleware that has the page."""

    def answer(request: HttpRequest) -> HttpResponse:
        if request.path == BURNS:
            re.match(r"(?:a|a)+b", "a" * 100)  # the interpreter's lock is held meanwhile
        return get_response(request)

    return answer


MIDDLEWARE = [f"{__name__}.burning", *OURS]
