"""What a request may bring, by who sends it; and how a request is refused before any server behind the front sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus

from django.conf import settings

DOOR = "/login/"
LETS_IN, TRIES = "/let-in/", "/try/"
BRINGS_COPY = "/let-in/copy/"
LARGEST_COPY = 2_000_000_000
"""The address to which the browser on this machine brings the copy of an installation, and the most bytes of it."""
LARGEST = 10_000_000
LARGEST_OF_STRANGERS = 3_000_000
"""The most bytes of one request of a known device and of a stranger. An archive has at most eight million; a log-in page repeats the form
that led to it, which may have a million characters."""
LONG = re.compile(
    r"/let-in/copy/|/desk/(?:restore|copy|practice|new|phones)/|/desk/[^/]+/(?:archive|chart|practice|sheets|snapshots|rounds/\d+/draw)\b"
)
"""Where copies are brought, events made, sheets printed and rounds drawn, which may take minutes and have bounds of their own."""
TOO_MANY = "Too many requests at once. Wait a moment, then open the page again."


class RefusedRequestError(Exception):
    """A request that is not forwarded, with the status and sentence of its answer."""

    def __init__(self, status: HTTPStatus, words: str) -> None:
        super().__init__(words)
        self.status = status


@dataclass(frozen=True, slots=True)
class Asked:
    """What decides the way of a request: its method, its path without the query and decoded, the length in bytes and type of its body."""

    method: str
    path: str
    length: int = 0
    content_type: str = ""
    cookies: Mapping[str, str] = field(default_factory=dict)


def may_be_here(path: str) -> bool:
    """Whether a page at this address differs for the browser on this machine itself; of others nobody need ask."""
    return path.startswith((LETS_IN, TRIES)) or path in {
        "/",
        DOOR,
        *(f"/{code}/" for code, _name in settings.LANGUAGES),
    }


def takes_long(path: str) -> bool:
    """Whether a request to this address may take minutes of work."""
    return LONG.match(path) is not None


def check_size(request: Asked, device: str, *, brings_copy: bool = False) -> None:
    """Raise RefusedRequestError for too large a body, before it is read; ``device`` is from `Lanes.device_of`.

    With ``brings_copy`` the browser on this machine itself brings the copy of an installation.
    """
    most = LARGEST_COPY if brings_copy else LARGEST if device else LARGEST_OF_STRANGERS
    has_file = request.content_type.lower().startswith("multipart/")
    largest_form = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or most
    if most >= request.length > largest_form and not has_file:
        raise RefusedRequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"This form has {request.length:,} bytes; the limit is {largest_form:,}. Send less at once, or a long text as a file.",
        )
    if request.length > most and not has_file:
        raise RefusedRequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "That is too much to send at once. Shorten it and send it again."
        )
    if request.length > most:
        raise RefusedRequestError(
            HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
            f"You sent {request.length:,} bytes; the limit is {most:,}. Choose a smaller file.",
        )
