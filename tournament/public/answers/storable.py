"""Keeps from the views what the database cannot store: too large a number in an address, a NUL character in a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from wording import gettext as _

LARGEST = 2**31 - 1
"""The largest integer that a database column holds; a query with a larger one raises an error."""
NOTHING = "\x00"
"""The NUL character, which PostgreSQL cannot store in a text. Nobody can type or see it, so it is removed."""


class StorableMiddleware:
    """Answers 404 for a number in the address that is too large, and removes unstorable characters from posted fields."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _parts: object, named: Mapping[str, object]) -> None:
        """Raise Http404 for too large a number in the address, and remove NUL characters from the posted fields."""
        if any(isinstance(part, int) and part > LARGEST for part in named.values()):
            raise Http404(_("That number is too large."))
        if request.method == "POST" and any(NOTHING in text for _, texts in request.POST.lists() for text in texts):
            cleaned = request.POST.copy()
            for name, texts in request.POST.lists():
                cleaned.setlist(name, [text.replace(NOTHING, "") for text in texts])
            request.POST = cleaned  # type: ignore[assignment]  # Django lets a middleware set it
