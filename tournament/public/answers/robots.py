"""Tells search engines to list nothing but the events that allow it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.views.decorators.http import require_safe

from tournament.access import events_for_robots
from tournament.access.languages import codes


@login_not_required
@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Return the file robots.txt."""
    homes = [reverse("event", args=[event.slug]) for event in events_for_robots().order_by("slug")]
    allowed = [f"Allow: {before}{home}" for home in homes for before in ("", *(f"/{prefix}" for prefix in codes()))]
    lines = ["User-agent: *", *allowed, "Disallow: /"]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")


class RobotsMiddleware:
    """Asks search engines by a header to list nothing, except pages of events that allow it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request with the header added."""
        answer = self.get_response(request)
        if not getattr(request, "lets_robots_in", False):
            answer["X-Robots-Tag"] = "noindex, nofollow"
        return answer
