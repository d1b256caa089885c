"""Keeps from the views what no database row can hold: too large a number in an address, a NUL character in a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

LARGEST = 2**31 - 1
"""What a row's number may be at most; databases raise an error beyond."""
NOTHING = "\x00"
"""A character that PostgreSQL keeps in no text; no keyboard has it and no page shows it, so it is left out."""


class StorableMiddleware:
    """Answers 404 for a number in the address that is too large, and removes unstorable characters from posted fields."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _parts: object, named: Mapping[str, object]) -> None:
        """Check the numbers of the address and the posted fields."""
        if any(isinstance(part, int) and part > LARGEST for part in named.values()):
            raise Http404("There is no such number.")
        if request.method == "POST" and any(NOTHING in text for _, texts in request.POST.lists() for text in texts):
            cleaned = request.POST.copy()
            for name, texts in request.POST.lists():
                cleaned.setlist(name, [text.replace(NOTHING, "") for text in texts])
            request.POST = cleaned  # type: ignore[assignment]  # Django lets a middleware set it
