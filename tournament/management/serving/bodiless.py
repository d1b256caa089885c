"""Answers that have no body, by the standard of HTTP, get none: else the next answer on the connection would begin with it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tournament.installation.faults import Application, Environ

WITHOUT_BODY = ("204", "304")


def without_needless_bodies(application: Application) -> Application:
    """Wrap a WSGI application that calls ``start_response`` before it returns: HEAD, 204 and 304 are answered by a head alone."""

    def bare(environ: Environ, start_response: Any) -> Iterable[bytes]:
        told: list[Any] = []
        body = application(environ, lambda *answer: told.extend(answer))
        status, fields = told[:2]
        if environ["REQUEST_METHOD"] != "HEAD" and not status.startswith(WITHOUT_BODY):
            start_response(*told)
            return body
        try:
            if not status.startswith(WITHOUT_BODY) and all(name.lower() != "content-length" for name, _ in fields):
                fields = [*fields, ("Content-Length", str(sum(map(len, body))))]
        finally:
            getattr(body, "close", lambda: None)()
        start_response(status, fields)
        return ()

    return bare
