"""Says on the desk, and in the log, when the machine's clock has jumped."""

from __future__ import annotations

import logging
from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from tournament.installation.clock import WatchedClock, steady_seconds

log = logging.getLogger("tournament.faults")

TOLD_FOR = 15 * 60
"""Seconds after a jump during which everybody who opens the desk is told of it, once."""


class ClockMiddleware:
    """Looks at the clock with every request; whoever opens a page of the desk after a jump is told once."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.clock = WatchedClock()
        self.told: set[object] = set()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        jump = self.clock.look()
        if jump is not None:
            self.told.clear()
            log.warning("%s", jump.words)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Tell a reader of the desk of a jump that is not long past."""
        jump = self.clock.last
        if jump is None or request.method != "GET" or not request.path.startswith(reverse("desk")):
            return
        if (steady_seconds() or 0) - jump.at > TOLD_FOR or not request.accepts("text/html"):
            return
        user = request.user.pk
        if user is not None and user not in self.told and not request.headers.get("HX-Request"):
            self.told.add(user)
            messages.warning(request, jump.words)
