"""Rendered public pages, kept under (event, public version, page): what everybody may see of an event makes every one of them new.

What is kept holds nothing of the visitor: no name, no token, so it may be compressed. It is compressed once, when it is kept, and sent so
to whoever takes it. A browser that has the page already is answered 304.
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
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers

from tournament.installation.caching.named import mark_of_all
from tournament.models import Event

CACHED_SECONDS = 600
OLDEST_SECONDS, WHILE_ASKED = 3, 1
"""So much older than what everybody may see may be what a browser shows, with whatever caches stand between; and so much older still,
while such a cache asks for the next: one of a thousand asks, the others get what there is."""
HARDEST, SOFTEST = 9, 1
"""How hard a page is compressed: one that is kept, and one that is sent once."""
Made = TypeVar("Made")

_INDENT = re.compile(r"\s*\n\s*")
_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:\s|,|$))", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A page as it is kept: compressed, with the mark by which a browser asks whether its own is still the same."""

    compressed: bytes
    mark: str

    @property
    def plain(self) -> bytes:
        """The page for whoever takes nothing that is compressed."""
        return gzip.decompress(self.compressed)


def cached_page(request: HttpRequest, event: Event, render: Callable[[], str], part: int = 1) -> HttpResponseBase:
    """The page of this address, from the cache or rendered and kept; of the query string ``part`` alone counts, the page of a long list."""
    found = request.resolver_match
    assert found is not None  # noqa: S101  a view runs only where the address was resolved
    # By view and numbers, not by path: 1 and 01 are one page, and nobody can fill the cache with spellings.
    numbers = [str(value) for name, value in sorted(found.kwargs.items()) if name != "slug"]
    numbers += [f"page-{part}"] * (part > 1)
    return answer(request, event, cached_text(event, ":".join([str(found.view_name), *numbers]), render))


def cached_text(event: Event, name: str, render: Callable[[], str]) -> CachedPage:
    """What is kept under that name for the event as it is now, else rendered, without indents and kept."""
    return cached_value(event, name, lambda: compressed_page(without_indents(render())))


def cached_value(event: Event, name: str, make: Callable[[], Made]) -> Made:
    """Any value that follows from what everybody may see of an event as it is now, made where it is not kept."""
    # The moment of creation tells apart events of two databases that were behind one cache, one after the other; the mark of all style
    # sheets and scripts, two versions of the program.
    key = f"page:{mark_of_all()}:{event.pk}:{event.created_at.timestamp()}:{event.public_version}:{name}"
    found: Made | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, CACHED_SECONDS)
    return found


def compressed_page(page: str, hardness: int = HARDEST) -> CachedPage:
    """A page compressed, the same text always to the same bytes."""
    text = page.encode()
    return CachedPage(gzip.compress(text, hardness, mtime=0), hashlib.sha256(text).hexdigest()[:24])


def answer(request: HttpRequest, event: Event, page: CachedPage) -> HttpResponseBase:
    """A page that a browser may keep but asks about each time; 304 where it has this very page."""
    response = sent(request, page)
    let_share(response, event)
    is_compressed = response.has_header("Content-Encoding")
    etag = f'"{page.mark}{"-gz" if is_compressed else ""}"'
    response["ETag"] = etag
    found: HttpResponseBase | None = get_conditional_response(request, etag=etag, response=response)
    return found or response


def let_share(response: HttpResponseBase, event: Event, own: int = 0) -> None:
    """Let any cache between us and the browsers answer with this, and a browser itself for ``own`` of the OLDEST_SECONDS.

    What is hidden is for whoever has a part in it, and no cache shares it.
    """
    if event.is_shown:
        shared = OLDEST_SECONDS - own
        patch_cache_control(response, public=True, max_age=own, s_maxage=shared, stale_while_revalidate=WHILE_ASKED)
    else:
        patch_cache_control(response, private=True, no_cache=True)


def sent(request: HttpRequest, page: CachedPage, status: int = 200) -> HttpResponse:
    """A page on the wire: compressed for whoever takes that, plain for the others."""
    is_taken = bool(_GZIP.search(request.headers.get("Accept-Encoding", "")))
    response = HttpResponse(page.compressed if is_taken else page.plain, status=status)
    if is_taken:
        response["Content-Encoding"] = "gzip"
    response["Content-Length"] = str(len(response.content))
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def without_indents(page: str) -> str:
    """A page without its indentation: browsers read a line break as any other space, and phones load a third less."""
    return _INDENT.sub("\n", page).strip() + "\n"
