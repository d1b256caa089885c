"""Answers every request on a roomy piece of the call stack, so that no page's time depends on how deep its templates happen to be.

Python keeps the frames of calls in pieces of 16 kB. A call that does not fit into the last piece maps a new one, which is unmapped when it
returns; a template that calls in a loop from such a border does that thousands of times a page. A frame that says it needs half a
megabyte gets a piece of a megabyte, mapped once a request, with room for everything that is called from it. Only what is used of it
becomes memory.
"""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

WORDS = 1 << 16
"""The size that the frame says it has, in words of 8 bytes: just over half of what is mapped for it."""

Answer = Callable[[HttpRequest], HttpResponseBase]


class RoomyFrameMiddleware:
    """The outermost middleware: all that answers a request is called from one frame with room below it."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request."""
        return _answer(self.get_response, request)


def _answer(get_response: Answer, request: HttpRequest) -> HttpResponseBase:
    return get_response(request)


_answer.__code__ = _answer.__code__.replace(co_stacksize=WORDS)
