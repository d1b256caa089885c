"""Compresses every answer of text that does not come compressed already, such as the pages of the desk.

Whoever sees the lengths of compressed answers, and can put words of their own into a page, could guess a secret in it letter by letter
(BREACH). So every secret on a compressed page has another form in each answer: the token of forms is masked, one-use keys are drawn. A page
with a secret that stays the same says so by `{% lasting_secret %}` beside it, and is sent as it is.
"""

from __future__ import annotations

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.cache import patch_vary_headers

from tournament.public.cache import takes_gzip

TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
"""How the types of answers begin that become smaller; paper, workbooks and archives are compressed inside."""


def keep_plain(request: HttpRequest) -> None:
    """Have the answer to this request sent without compression, because it has a secret that stays the same."""
    request.has_lasting_secret = True  # type: ignore[attr-defined]  # read by `CompressedMiddleware`


class CompressedMiddleware(GZipMiddleware):
    """Django's middleware, which pads answers so that their length tells less; who refuses gzip (`gzip;q=0`) gets none here."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The answer, compressed where the client takes it and nothing speaks against it."""
        if response.streaming or not response.headers.get("Content-Type", "").startswith(TEXTS):
            return response
        if takes_gzip(request) and not hasattr(request, "has_lasting_secret"):
            return super().process_response(request, response)
        patch_vary_headers(response, ("Accept-Encoding",))
        return response
