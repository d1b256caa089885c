"""Addresses for the programs that watch an installation: `/healthz` (it runs) and `/readyz` (it can work).

They are answered before hosts and cookies are looked at, for a watcher asks by whatever name; they are never kept, and tell no secret.
"""

from __future__ import annotations

from collections.abc import Callable

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from tournament.migrations import applied_and_pending, applied_in, why_too_old

TEXT = "text/plain; charset=utf-8"
NOT_READY = 503

_seen_up_to_date: list[bool] = []


class LookingMiddleware:
    """Answers requests for the two addresses of `ANSWERS`, and passes all other requests on."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer a program that watches the installation, or pass the request on."""
        answer = ANSWERS.get(request.path)
        if answer is None or request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        response = answer()
        response["Cache-Control"] = "no-store"
        response["X-Content-Type-Options"] = "nosniff"
        return response


def _healthz() -> HttpResponse:
    """Answer "ok": this process runs. Nothing else is checked."""
    return HttpResponse("ok\n", content_type=TEXT)


def _readyz() -> HttpResponse:
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


ANSWERS: dict[str, Callable[[], HttpResponse]] = {"/healthz": _healthz, "/readyz": _readyz}
