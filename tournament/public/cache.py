"""The cache of rendered public pages, under the key (event, public version, language, page): a new version makes all of them stale.

A cached page holds nothing of its visitor, neither a name nor a token, so it may be compressed. It is compressed once, when it is cached.
A browser that has the page already is answered 304.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import condition

from tournament.installation.static_files import in_roomy_frame, mark_of_all
from tournament.models import Event
from tournament.models.queries.kept import public_key
from tournament.record.books import speaking_of

CACHED_SECONDS = 600
OLDEST_SECONDS, WHILE_ASKED = 3, 1
"""Seconds for which proxies may reuse a page; and the further seconds in which they may still answer with it while one request
fetches the new page (stale-while-revalidate), so that a thousand visitors cause one request."""
HARDEST, SOFTEST = 9, 1
"""The gzip levels for a page that is cached, and for one that is sent only once."""
OF_UNCHANGED = ("Cache-Control", "Content-Location", "Date", "Expires", "Last-Modified", "Vary")
"""The headers of a whole answer that a 304 in its place must have too (RFC 9110, 15.4.5); its ETag is one more."""
Made = TypeVar("Made")

_INDENT = re.compile(r"\s*\n\s*")
_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A rendered page in the cache: compressed, with a digest of its text for the ETag."""

    compressed: bytes
    mark: str

    @property
    def plain(self) -> bytes:
        """The page uncompressed, for clients that do not accept gzip."""
        return gzip.decompress(self.compressed)


def cached_page(request: HttpRequest, event: Event, render: Callable[[], str], part: int = 1) -> HttpResponseBase:
    """Return the answer for the request's address, from the cache or else rendered and cached.

    ``part`` is the number of the page of a long list; anything else in the query string makes no difference.
    """
    found = request.resolver_match
    assert found is not None  # noqa: S101  a view runs only where the address was resolved
    # By view and numbers, not by path, so that nobody can fill the cache with other spellings of an address such as 01 for 1.
    numbers = [str(value) for name, value in sorted(found.kwargs.items()) if name != "slug"]
    numbers += [f"page-{part}"] * (part > 1)
    return answer(request, event, cached_text(event, ":".join([str(found.view_name), *numbers]), render))


def cached_text(event: Event, name: str, render: Callable[[], str]) -> CachedPage:
    """Return the page cached under a name for the event's public version; it is rendered and cached where it is missing."""
    return cached_value(event, name, lambda: compressed_page(without_indents(render())))


def cached_value(event: Event, name: str, make: Callable[[], Made]) -> Made:
    """Return the value cached under a name for the event's public version; it is made and cached where it is missing."""
    # `mark_of_all`, a digest of all style sheets and scripts, tells versions of the program apart.
    # A page in another language has other words and, where its address names that language, other links.
    spoken = f"{get_language()}:{reverse('home')}"
    key = f"page:{mark_of_all()}:{event.pk}:{':'.join(map(str, public_key(event)))}:{spoken}:{name}"
    found: Made | None = cache.get(key)
    if found is None:
        with speaking_of(event.format):  # known once, not asked for with each word
            found = in_roomy_frame(make)
        cache.set(key, found, CACHED_SECONDS)
    return found


def compressed_page(page: str, hardness: int = HARDEST) -> CachedPage:
    """Return a page compressed; the same text always gives the same bytes. ``hardness`` is the gzip level."""
    text = page.encode()
    return CachedPage(gzip.compress(text, hardness, mtime=0), hashlib.sha256(text).hexdigest()[:24])


def answer(request: HttpRequest, event: Event, page: CachedPage) -> HttpResponseBase:
    """Return the answer with a page that a browser may store but must revalidate each time; 304 where it has this page."""
    response = answer_with_page(request, page)
    let_share(response, event)
    return whole_or_unchanged(request, response, tag_of(page, response))


def tag_of(page: CachedPage, response: HttpResponseBase) -> str:
    """Return the ETag of a page in the form in which the response sends it: compressed and plain differ."""
    return f'"{page.mark}{"-gz" if response.has_header("Content-Encoding") else ""}"'


def whole_or_unchanged(request: HttpRequest, response: HttpResponseBase, etag: str) -> HttpResponseBase:
    """Return the response, or 304 with the headers of its kind where the browser says by its tag that it has this one."""
    found: HttpResponseBase = condition(etag_func=lambda _request: etag)(lambda _request: response)(request)
    if found is not response:
        for name in OF_UNCHANGED:
            if response.has_header(name):
                found[name] = response[name]
    return found


def let_share(response: HttpResponseBase, event: Event, own: int = 0) -> None:
    """Set Cache-Control so that for `OLDEST_SECONDS` in all, a browser (for ``own`` seconds of them) and proxies may reuse the answer.

    The answer of a hidden event is private, so no proxy stores it.
    """
    if event.is_shown:
        shared = OLDEST_SECONDS - own
        patch_cache_control(response, public=True, max_age=own, s_maxage=shared, stale_while_revalidate=WHILE_ASKED)
    else:
        patch_cache_control(response, private=True, no_cache=True)


def answer_with_page(request: HttpRequest, page: CachedPage, status: int = 200) -> HttpResponse:
    """Return the answer with a page, compressed where the client accepts gzip."""
    is_taken = takes_gzip(request)
    response = HttpResponse(page.compressed if is_taken else page.plain, status=status)
    if is_taken:
        response["Content-Encoding"] = "gzip"
    response["Content-Length"] = str(len(response.content))
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def takes_gzip(request: HttpRequest) -> bool:
    """Return whether a client takes gzip; one that names it with a quality of 0 refuses it."""
    return bool(_GZIP.search(request.headers.get("Accept-Encoding", "")))


def without_indents(page: str) -> str:
    """Return a page without its indentation, which makes it a third smaller and does not change what browsers show."""
    return _INDENT.sub("\n", page).strip() + "\n"
