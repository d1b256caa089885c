"""No number in an address is larger than any that is stored: there is no such page, and the database is not asked for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

LARGEST = 2**31 - 1
"""What a row's number may be at most; databases raise an error beyond."""


class NumbersMiddleware:
    """Answers 404 where a part of the address is a number that nothing can have."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Pass the request on."""
        return self.get_response(request)

    def process_view(self, _request: HttpRequest, _view: object, _parts: object, named: Mapping[str, object]) -> None:
        """Look at the parts of the address."""
        if any(isinstance(part, int) and part > LARGEST for part in named.values()):
            raise Http404("There is no such number.")
