"""Compresses every answer that does not come compressed already, such as the pages of the desk."""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from tournament.public.cache import takes_gzip


class CompressedMiddleware(GZipMiddleware):
    """Django's middleware, which pads answers so that their length tells no secret; who refuses gzip (`gzip;q=0`) gets none here."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where the client takes it."""
        if takes_gzip(request):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        return response
