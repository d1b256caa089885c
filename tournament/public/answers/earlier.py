"""A style sheet or script of another version of the program: whoever still shows a page of that version is led to the file as it is now.

So a page that a phone kept, that lies in a cache between, or that another host gave while an installation was upgraded, is never bare.
"""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest, HttpResponseRedirect
from django.http.response import HttpResponseBase

from tournament.installation.caching.named import plain_name


class EarlierFilesMiddleware:
    """Stands behind what serves the files that are there."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Lead to the file of today, or pass the request on; the way there is never kept."""
        asked = request.path_info.removeprefix(settings.STATIC_URL)
        plain = plain_name(asked)
        if not request.path_info.startswith(settings.STATIC_URL) or plain == asked:
            return self.get_response(request)
        try:
            today = staticfiles_storage.url(plain)
        except ValueError:
            return self.get_response(request)
        return HttpResponseRedirect(today, headers={"Cache-Control": "no-store"})
