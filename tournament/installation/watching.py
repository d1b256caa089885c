"""Addresses for the programs that watch an installation: `/healthz` (it runs) and `/readyz` (it can work).

They are answered before hosts and cookies are looked at, for a watcher asks by whatever name; they are never kept, and tell no secret.

Lines of the log: none carries a code or a link.

The version of Top Table that runs, as its project file names it.
"""

from __future__ import annotations

import logging
import platform
import re
import tomllib
from collections.abc import Callable
from functools import cache
from importlib import metadata

from django.db import Error, connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from tournament.installation.folders import IS_CHECKOUT, ROOT
from tournament.migrations import applied_and_pending, applied_in, why_too_old

SECRETS = re.compile(r"(/let-in/|/r/|/c/\d+/(?:\d+/)?)[^/\s?\"']+")
"""Where an address carries a secret: the link that lets somebody in, the private link of a registration, the code of a slip or a card."""
HIDDEN = r"\1…"


class SecretsFilter(logging.Filter):
    """Removes secrets from each log line; no line is dropped."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove secrets; always true."""
        message = record.getMessage()
        hidden = SECRETS.sub(HIDDEN, message)
        if hidden != message:
            record.msg, record.args = hidden, ()
        if record.exc_info:  # the formatter takes this text
            record.exc_text = SECRETS.sub(HIDDEN, logging.Formatter().formatException(record.exc_info))
        return True


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
            if why_too_old(applied_in(connection)) or applied_and_pending()[1]:
                return "not migrated"
            _seen_up_to_date.append(True)  # a database that is migrated once stays so while this process runs
    except Error:
        return "no answer"
    return ""


ANSWERS: dict[str, Callable[[], HttpResponse]] = {"/healthz": _healthz, "/readyz": _readyz}


@cache
def program_version() -> str:
    """The version, such as 2.8."""
    if not IS_CHECKOUT:
        return metadata.version("top-table")
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def versions() -> str:
    """What `--version` prints: the program with its version, and the versions of what runs it."""
    import django

    return f"top-table {program_version()} (Django {django.get_version()}, Python {platform.python_version()})"
