"""Tells on the desk, and in the log file, when the machine's clock has jumped."""

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
"""Seconds after a jump of the clock during which each user who opens the desk is told of it, once."""


class ClockMiddleware:
    """Checks the clock with every request; each user of the desk is shown a message once after a jump."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.clock = WatchedClock()
        self.shown_to: set[object] = set()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Check the clock, and pass the request on."""
        jump = self.clock.look()
        if jump is not None:
            self.shown_to.clear()
            log.warning("%s", jump.words)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Add a message about a recent jump to a page of the desk."""
        jump = self.clock.last
        if jump is None or request.method != "GET" or not request.path.startswith(reverse("desk")):
            return
        if (steady_seconds() or 0) - jump.at > TOLD_FOR or not request.accepts("text/html"):
            return
        user = request.user.pk
        if user is not None and user not in self.shown_to and not request.headers.get("HX-Request"):
            self.shown_to.add(user)
            messages.warning(request, jump.words)
