"""The files of a published event: its public pages, fetched without a login by following their links."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.storage import storages
from django.test import Client
from django.urls import reverse

from tournament.access.languages import codes, prefix_of
from tournament.installation.caching.static_files import gather
from tournament.management.publishing.places import Places
from tournament.models import Event
from tournament.public.site import Site, open_site

LAST = "now.json"
"""The file that tells browsers of a new version; it is to be written after all others."""
TRIES = 5


class DeadLinkError(Exception):
    """A page to which another one links does not exist: the event changed meanwhile, or the link is dead."""


def files_of(event: Event) -> dict[str, bytes]:
    """The files of an event by name, all of one public version; none while the event is hidden.

    Where the event changes meanwhile it is read again, up to `TRIES` times; raises DeadLinkError where a link is dead each time.
    """
    for attempt in range(1, TRIES + 1):
        event.refresh_from_db()
        state_before = event.public_version, event.is_shown, event.slug
        try:
            files = _files_of(event) if event.is_shown else {}
        except DeadLinkError:
            if attempt == TRIES:
                raise
            continue
        event.refresh_from_db()
        if state_before == (event.public_version, event.is_shown, event.slug):
            break
    return files


def _files_of(event: Event) -> dict[str, bytes]:
    """The files of an event by name, fetched by following the links from its page; raises DeadLinkError."""
    gather()
    site = open_site(event)
    own = prefix_of(event.language)
    others = [prefix for prefix in codes() if prefix != own]
    places = Places(event.slug, frozenset({own, *others}), own)
    homes = [places.home, *(f"/{prefix}{places.home}" for prefix in others)]
    beside = ("everybody/", "embed/standings/", "embed/results/")
    waiting = [*homes, *(f"{home}{page}" for home in homes for page in beside), *_json_addresses(site)]
    files: dict[str, bytes] = {}
    visitor = Client(SERVER_NAME=str(urlsplit(settings.OWN_ADDRESS).hostname))

    def keep(address: str, page: str) -> None:
        text, found = places.rewritten(page, address, lets_robots_in=event.lets_robots_in)
        files[str(places.file_of(address))] = text.encode()
        waiting.extend(found)

    while waiting:
        address = waiting.pop()
        file = places.file_of(address)
        if file is None or file in files:
            continue
        if address.startswith(settings.STATIC_URL):
            files[file] = _static(address)
            continue
        answer = visitor.get(address, secure=settings.OVER_HTTPS)
        if answer.status_code != 200:
            raise DeadLinkError(f"A page links to {address}, which answers {answer.status_code}.")
        if answer["Content-Type"].startswith("text/html"):
            keep(address, answer.content.decode())
        elif file.endswith("find.json"):
            home = f"/{file.removesuffix('find.json')}{places.home[1:]}"
            files[file] = answer.content.decode().replace(f'"{home}', '"').replace("/{}/", "/{}/index.html").encode()
        else:
            files[file] = answer.content
    return files


def _json_addresses(site: Site) -> list[str]:
    """The addresses of the event's public JSON documents (docs/developing/json.md)."""
    slug = site.record.slug
    whole = [reverse(f"json_{name}", args=[slug]) for name in ("now", "event", "standings", "medals")]
    rounds = range(1, site.record.rounds_planned + 1)
    return whole + [reverse(f"json_{name}", args=[slug, number]) for name in ("round", "results") for number in rounds]


def _static(address: str) -> bytes:
    """The contents of the static file at this address."""
    name = address.removeprefix(settings.STATIC_URL).partition("?")[0]
    with storages["staticfiles"].open(name) as file:
        return bytes(file.read())


def version_in(files: dict[str, bytes]) -> int:
    """The event's public version, read from its files (by name); 0 where there are no files."""
    return int(json.loads(files[LAST])["version"]) if LAST in files else 0
