"""Tells on the desk, and in the log file, when the machine's clock has jumped, also while the program did not run."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from django.conf import settings
from django.contrib import messages
from django.db.models import Max
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse

from tournament.installation.clock import WatchedClock, steady_seconds
from tournament.installation.copies.snapshots import made_at, names_in
from tournament.models import Change

log = logging.getLogger("tournament.faults")

TOLD_FOR = 15 * 60
"""Seconds after a jump of the clock during which each user who opens the desk is told of it, once."""


def latest_stored() -> float | None:
    """The latest moment that is stored here, in seconds since 1970: of a change, or of a snapshot; None where there is neither."""
    newest = max(names_in(Path(settings.SNAPSHOT_FOLDER)), default="") if settings.SNAPSHOT_FOLDER else ""
    changed = Change.objects.aggregate(latest=Max("made_at"))["latest"]
    moments = [moment.timestamp() for moment in (changed, made_at(newest) if newest else None) if moment]
    return max(moments, default=None)


class ClockMiddleware:
    """Checks the clock with every request; each user of the desk is shown a message once after a jump."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.clock = WatchedClock()
        self.is_compared = not settings.SERVE_FOLDER  # a server's clock comes from the network
        self.shown_to: set[object] = set()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Check the clock, and pass the request on."""
        jump = self.clock.look()
        if not self.is_compared:
            self.is_compared, jump = True, self.clock.compare(latest_stored()) or jump
        if jump is not None:
            self.shown_to.clear()
            log.warning("%s", jump.words)
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        """Add a message about a recent jump to a page of the desk."""
        jump = self.clock.last
        if jump is None or request.method != "GET" or not request.path.startswith(reverse("desk")):
            return
        is_old = not jump.before_start and (steady_seconds() or 0) - jump.at > TOLD_FOR
        if is_old or not request.accepts("text/html"):
            return
        user = request.user.pk
        if user is not None and user not in self.shown_to and not request.headers.get("HX-Request"):
            self.shown_to.add(user)
            messages.warning(request, jump.words)
