"""Rendered public pages, kept under (event, public version, page): what everybody may see of an event makes every one of them new.

What is kept holds nothing of the visitor: no name, no token. A browser that has the page already is answered 304.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control

from tournament.models import Event

KEPT_SECONDS = 600

_INDENT = re.compile(r"\s*\n\s*")


def cached_page(request: HttpRequest, event: Event, render: Callable[[], str]) -> HttpResponseBase:
    """The page of this address, from the cache or rendered and kept; the query string counts for nothing."""
    found = request.resolver_match
    assert found is not None  # noqa: S101  a view runs only where the address was resolved
    # By view and numbers, not by path: 1 and 01 are one page, and nobody can fill the cache with spellings.
    numbers = [str(value) for name, value in sorted(found.kwargs.items()) if name != "slug"]
    return answer(request, cached(event, ":".join([str(found.view_name), *numbers]), render))


def cached(event: Event, name: str, render: Callable[[], str]) -> str:
    """What is kept under that name for the event as it is now, else rendered, without_indents and kept."""
    # The moment of creation tells apart events of two databases that were behind one cache, one after the other.
    key = f"public:{event.pk}:{event.created_at.timestamp()}:{event.public_version}:{name}"
    page: str | None = cache.get(key)
    if page is None:
        page = without_indents(render())
        cache.set(key, page, KEPT_SECONDS)
    return page


def answer(request: HttpRequest, page: str) -> HttpResponseBase:
    """A page that a browser may keep but asks about each time; 304 where it has this very page."""
    response = HttpResponse(page)
    patch_cache_control(response, no_cache=True)
    etag = f'"{hashlib.sha256(response.content).hexdigest()[:24]}"'
    response["ETag"] = etag
    found: HttpResponseBase | None = get_conditional_response(request, etag=etag, response=response)
    return found or response


def without_indents(page: str) -> str:
    """A page without its indentation: browsers read a line break as any other space, and phones load a third less."""
    return _INDENT.sub("\n", page).strip() + "\n"
