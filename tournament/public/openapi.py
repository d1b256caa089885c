"""The description of all public JSON and of the addresses of programs, as OpenAPI 3.1; `openapi.json` beside this module is its source."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from tournament.public.cache import CachedPage, answer_with_page, compressed_page, tag_of, whole_or_unchanged

SOURCE = Path(__file__).with_suffix(".json")
SECONDS = 3600


def in_full(schema: Any) -> Any:
    """Return a part of the source in full: an object has all the properties that it names, unless it says which it must have.

    A property that is ``x-of-format`` is there only where the event's format has it.
    """
    if isinstance(schema, list):
        return [in_full(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    full = {name: in_full(each) for name, each in schema.items()}
    if schema.get("type") == "object" and "properties" in schema:
        always = [name for name, each in schema["properties"].items() if not each.get("x-of-format")]
        full = {"required": always, **full}
    return full


def document() -> dict[str, Any]:
    """Return the description, with the address of this installation as the server."""
    found: dict[str, Any] = in_full(json.loads(SOURCE.read_text(encoding="utf-8")))
    return found | {"servers": [{"url": settings.OWN_ADDRESS}]}


@cache
def _page() -> CachedPage:
    """The description as it is sent."""
    return compressed_page(json.dumps(document(), ensure_ascii=False, separators=(",", ":")))


@login_not_required
@require_safe
def show(request: HttpRequest) -> HttpResponseBase:
    """Return the description; scripts of other sites may read it."""
    page = _page()
    response = answer_with_page(request, page)
    response["Content-Type"] = "application/json; charset=utf-8"
    response["Access-Control-Allow-Origin"] = "*"
    patch_cache_control(response, public=True, max_age=SECONDS)
    return whole_or_unchanged(request, response, tag_of(page, response))
