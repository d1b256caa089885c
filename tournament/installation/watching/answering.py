"""The middleware around every request: gives it a number, counts it, and writes its line where the installation asks for lines."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from tournament.installation.watching import numbering
from tournament.installation.watching.counting import counters

log = logging.getLogger("tournament.requests")

LETTING_IN = ("login", "logout", "let_in", "let_in_code")


class NumberedMiddleware:
    """The outermost middleware: every answer carries the request's number, is counted, and is logged where that is asked for."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request, then count and log it."""
        number = numbering.begin(request.headers.get(numbering.HEADER, "") if settings.BEHIND_PROXY else "")
        began = time.perf_counter()
        response = self.get_response(request)
        seconds = time.perf_counter() - began
        response[numbering.HEADER] = number
        if not getattr(request, "is_of_watchers", False):
            _count(request, response, seconds)
            if settings.LOG_REQUESTS:
                _log(request, response, seconds)
        return response


def _count(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Count an answer; a failure to count is logged the first time, and never raised."""
    try:
        counters().count(part_of(request), response.status_code, seconds)
    except Exception:
        if not _failed_counts:
            log.exception("An answer could not be counted; pages are answered all the same.")
        _failed_counts.append(response.status_code)
        del _failed_counts[1:]


_failed_counts: list[int] = []


@receiver(request_finished)
def _forget_number(**_of_request: object) -> None:
    """Forget the request's number after the answer, so that later log lines of the thread do not carry it."""
    numbering.end()


def part_of(request: HttpRequest) -> str:
    """The part of the installation that a request is for, one of `counting.PARTS`."""
    found = request.resolver_match
    if request.path.startswith(settings.STATIC_URL):
        return "file"
    name = (found.url_name or "") if found else ""
    if request.path.startswith("/desk/"):
        return "desk"
    if name.startswith(("device_", "claim_")):
        return "phone"
    if name in LETTING_IN:
        return "account"
    return "feed" if name.startswith("json_") else "public"


def _log(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    """Log one line about the answer. It names the page and not its address, which may contain a secret code or a person's name."""
    found = request.resolver_match
    account = getattr(request, "_cached_user", None)  # set only if the page asked who is logged in; no query here
    facts = {
        "method": request.method,
        "page": (found.view_name or "-") if found else "-",
        "event": str(found.kwargs.get("slug", "-")) if found else "-",
        "status": response.status_code,
        "ms": round(1000 * seconds, 1),
        "bytes": int(response.get("Content-Length") or 0),
        "account": getattr(account, "pk", None) or 0,
    }
    template = "%(method)s %(page)s %(event)s %(status)s %(ms)s ms %(bytes)s bytes account %(account)s"
    log.info(template, facts, extra=facts)
