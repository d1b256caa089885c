"""The public figures of an event as JSON, for other sites: the same as the pages show, never more (docs/developing/json.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone, translation
from django.views.decorators.http import require_safe

from tournament.access import event_to_see
from tournament.models import Event
from tournament.public.answers import FORMAT
from tournament.public.cache import answer, cached_text, let_share, whole_or_unchanged
from tournament.public.site import Site, open_site
from tournament.tellings.changed import PublicChange
from tournament.tellings.plain import (
    change_values,
    draw_values,
    event_values,
    medal_values,
    result_values,
    standing_values,
)
from wording import gettext as _
from wording.languages import SOURCE_LANGUAGE

OWN_SECONDS = 1
"""Seconds for which a browser may reuse the answer of `version_now`, so that its open pages ask only once."""
JSON = "application/json; charset=utf-8"
ANY_SITE = "Access-Control-Allow-Origin"

View = Callable[..., HttpResponseBase]


def _open(view: View) -> View:
    """Decorate a view so that it speaks English to every reader."""

    @wraps(view)
    def document(request: HttpRequest, slug: str, *numbers: int, **named: int) -> HttpResponseBase:
        with translation.override(SOURCE_LANGUAGE):
            return view(request, slug, *numbers, **named)

    return document


@login_not_required
@require_safe
@_open
def event(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the event, its entries and its rounds."""
    return _document(request, slug, "event", lambda site: event_values(site.record, timezone.get_current_timezone()))


@login_not_required
@require_safe
@_open
def draw(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Return the draw of a round by table, without tables as long as it is not published."""
    return _document(
        request,
        slug,
        f"round:{number}",
        lambda site: {"round": number} | draw_values(_record_with_round(site, number), number),
    )


@login_not_required
@require_safe
@_open
def results(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Return the results of a round, without tables as long as they are not public."""

    def document(site: Site) -> dict[str, Any]:
        _record_with_round(site, number)
        values = {"round": number} | result_values(site.scores, number)
        return values | _changes(site, site.changes.of_round(number) if values["tables"] else ())

    return _document(request, slug, f"results:{number}", document)


@login_not_required
@require_safe
@_open
def standings(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the standings over the rounds whose results are public."""
    return _document(
        request,
        slug,
        "standings",
        lambda site: (
            {"through": site.through, "held": list(site.held)}
            | {"rows": standing_values(site.scores) if site.through else []}
            | _changes(site, site.changes.of_standings(with_medals=True))
        ),
    )


@login_not_required
@require_safe
@_open
def medals(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return medals, juniors and the Pentamind list, empty before the final list is published."""
    return _document(request, slug, "medals", lambda site: medal_values(site.scores) | _changes(site, _of_medals(site)))


def _of_medals(site: Site) -> Sequence[PublicChange]:
    """Return the changes of medals, none before the final list is published."""
    return site.changes.of_medals() if site.record.is_final_published else ()


def _changes(site: Site, changes: Sequence[PublicChange]) -> dict[str, Any]:
    """Return changes of figures as part of a document."""
    return {"changes": change_values(changes, site.record, timezone.get_current_timezone())}


def _record_with_round(site: Site, number: int) -> Any:
    """Return the public record; Http404 where the event neither has nor plans round ``number``."""
    if not (1 <= number <= site.record.rounds_planned or site.record.has_round(number)):
        raise Http404(_("{event} has no round {number}.", event=site.record.name, number=number))
    return site.record


def _document(request: HttpRequest, slug: str, name: str, tell: Callable[[Site], dict[str, Any]]) -> HttpResponseBase:
    """Return a document from the cache, or made by ``tell`` and cached under ``name``; the answer is the same for every reader."""
    found = event_to_see(request, slug)

    def written() -> str:
        site = open_site(found)
        head = {"format": FORMAT, "event": slug, "version": found.public_version}
        return json.dumps(head | tell(site), ensure_ascii=False, separators=(",", ":"))

    with translation.override(SOURCE_LANGUAGE):  # finding the event has chosen the event's own language
        response = answer(request, found, cached_text(found, f"json:{name}", written))
    return _with_feed_headers(response, found)


@login_not_required
@require_safe
@_open
def version_now(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Return the event's public version, which phones and screens poll."""
    found = event_to_see(request, slug)
    values = {
        "format": FORMAT,
        "event": slug,
        "version": found.public_version,
        "is_final_published": found.is_final_published,
    }
    response = HttpResponse(json.dumps(values, separators=(",", ":")))
    let_share(response, found, own=OWN_SECONDS)
    etag = f'"{found.public_version}-{int(found.created_at.timestamp())}"'
    return _with_feed_headers(whole_or_unchanged(request, response, etag), found)


def _with_feed_headers(response: HttpResponseBase, found: Event) -> HttpResponseBase:
    """Add the content type, and unless the event is hidden the header by which scripts of other sites may read the answer."""
    if response.status_code == 200:  # a 304 has no content and so no content type
        response["Content-Type"] = JSON
    if found.is_shown:
        response[ANY_SITE] = "*"
    return response
