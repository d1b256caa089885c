"""Addresses for the programs that watch an installation: `/healthz` (it runs), `/readyz` (it can work) and `/metrics` (what it counts).

They are answered before hosts and cookies are looked at, for a watcher asks by whatever name; they are never kept, and tell no secret.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from tournament.installation.device_mark import is_same
from tournament.installation.watching.figures import TYPE, figures
from tournament.migrations import applied_and_pending, applied_in, why_too_old

FORWARDED = ("X-Forwarded-For", "X-Forwarded-Proto", "X-Real-Ip", "Forwarded", "Via")
TEXT = "text/plain; charset=utf-8"
NOT_READY = 503

_seen_up_to_date: list[bool] = []


class LookingMiddleware:
    """Answers requests for the three addresses of `ANSWERS`, and passes all other requests on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a program that watches the installation, or pass the request on."""
        answer = ANSWERS.get(request.path)
        if answer is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        response = answer(request)
        if response is None:
            return self.get_response(request)
        request.is_of_watchers = True  # type: ignore[attr-defined]  # these requests are not counted
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        return response


def _healthz(_request: HttpRequest) -> HttpResponse:
    """Answer "ok": this process runs. Nothing else is checked."""
    return HttpResponse("ok\n", content_type=TEXT)


def _readyz(_request: HttpRequest) -> HttpResponse:
    """Answer whether the process can work: status 200 where the database answers and is migrated, else 503."""
    lacks = _what_the_database_lacks()
    lines = [f"database: {lacks or 'ok'}", "not ready" if lacks else "ready"]
    return HttpResponse("\n".join(lines) + "\n", content_type=TEXT, status=NOT_READY if lacks else 200)


def _what_the_database_lacks() -> str:
    """What is wrong with the database, in a few words; empty where it is well."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
        if not _seen_up_to_date:
            if why_too_old(applied_in(connection)):
                return "not migrated"
            if applied_and_pending()[1]:
                return "not migrated"
            _seen_up_to_date.append(True)  # a database that is migrated once stays so while this process runs
    except Error:
        return "no answer"
    return ""


def _metrics(request: HttpRequest) -> HttpResponse | None:
    """Answer with the metrics where the client may read them; None otherwise, as if there were no such address."""
    if not _may_read(request):
        return None
    return HttpResponse(figures(), content_type=TYPE)


def _may_read(request: HttpRequest) -> bool:
    """Whether the client has the token for metrics or, where none is set, is on this machine."""
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "")
        return is_same(given, f"Bearer {settings.METRICS_TOKEN}")
    if settings.BEHIND_PROXY or any(name in request.headers for name in FORWARDED):
        return False  # a proxy on this machine makes every address look like this machine's own
    try:
        return ipaddress.ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False


ANSWERS: dict[str, Callable[[HttpRequest], HttpResponse | None]] = {
    "/healthz": _healthz,
    "/readyz": _readyz,
    "/metrics": _metrics,
}
