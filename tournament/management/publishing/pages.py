"""The files of a published event: its public pages, fetched without a login by following their links."""

from __future__ import annotations

import json
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.storage import storages
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from tournament.installation.caching.static_files import gather
from tournament.management.publishing.places import EVERYBODY, Places
from tournament.models import Event
from tournament.public.cache import without_indents
from tournament.public.find import findable
from tournament.public.polled_parts import current_draw
from tournament.public.site import Site, open_site
from tournament.record.names import name_key

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
    site, places = open_site(event), Places(event.slug)
    waiting = [places.home, *_json_addresses(site)]
    files: dict[str, bytes] = {}
    visitor = Client(SERVER_NAME=str(urlsplit(settings.OWN_ADDRESS).hostname))

    def keep(address: str, page: str) -> None:
        text, found = places.rewritten(page, address, lets_robots_in=event.lets_robots_in)
        files[str(places.file_of(address))] = text.encode()
        waiting.extend(found)

    keep(f"{places.home}{EVERYBODY.removesuffix('index.html')}", _list_of_players(site))
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
            raise DeadLinkError(f"A page leads to {address}, which answers {answer.status_code}.")
        if answer["Content-Type"].startswith("text/html"):
            keep(address, answer.content.decode())
        elif file == "find.json":
            files[file] = (
                answer.content.decode().replace(f'"{places.home}', '"').replace("/{}/", "/{}/index.html").encode()
            )
        else:
            files[file] = answer.content
    return files


def _json_addresses(site: Site) -> list[str]:
    """The addresses of the event's public JSON documents (docs/json.md)."""
    slug = site.record.slug
    whole = [reverse(f"json_{name}", args=[slug]) for name in ("now", "event", "standings", "medals")]
    rounds = range(1, site.record.rounds_planned + 1)
    return whole + [reverse(f"json_{name}", args=[slug, number]) for name in ("round", "results") for number in rounds]


def _list_of_players(site: Site) -> str:
    """The page that replaces the search “Find me”, which needs a server: all players in order of their names."""
    people = sorted(findable(site, current_draw(site)), key=lambda one: name_key(one.name))
    return without_indents(render_to_string("public/finding/everybody.html", {**site.frame(""), "people": people}))


def _static(address: str) -> bytes:
    """The contents of the static file at this address."""
    name = address.removeprefix(settings.STATIC_URL).partition("?")[0]
    with storages["staticfiles"].open(name) as file:
        return bytes(file.read())


def version_in(files: dict[str, bytes]) -> int:
    """The event's public version, read from its files (by name); 0 where there are no files."""
    return int(json.loads(files[LAST])["version"]) if LAST in files else 0
