"""File names for the addresses of an event, and relative links between those files.

The folder of published files: changed files are written in an order that never shows a half state, stale ones are removed.

The files of a published event: its public pages, fetched without a login by following their links.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from posixpath import dirname, relpath
from urllib.parse import parse_qsl, urljoin, urlsplit

from django.conf import settings
from django.core.files.storage import storages
from django.test import Client
from django.urls import reverse

from tournament.access.languages import codes, prefix_of
from tournament.access.pages import is_there
from tournament.installation.copies.replacing import put_in_place
from tournament.installation.static_files import gather
from tournament.models import Event
from tournament.public.site import Site, open_site

EVERYBODY = "everybody/index.html"
"""The list of all players, which answers "Find me" where no server does."""

ENDINGS = {"csv": ".csv", "xlsx": ".xlsx"}
"""How the name of a list's file ends, by what its address asks for."""
_LINK = re.compile(r'(\s(?:href|src|action|data-now|data-players)=")([^"]*)(")')
_ASKING = re.compile(r'\shx-get="[^"]*\?v=(\d+)[^"]*"\shx-trigger="moved"\shx-swap="outerHTML"')
_VERSION = r' data-version="\1"'
_STEPS = re.compile(r'<script src="[^"]*replay(?:\.[0-9a-f]+)?\.js"></script>')
_TO_THE_SERVER = re.compile(r"<p><a [^>]* data-register>[^<]*</a></p>|<p data-watch>.*?</p>")
_CHARSET = '<meta charset="utf-8">'
_NO_ROBOTS = f'{_CHARSET}\n<meta name="robots" content="noindex, nofollow">'
_PLAIN = re.compile(r"[^a-z0-9.-]+")


@dataclass(frozen=True, slots=True)
class Places:
    """Turns the addresses of one event's pages into names of files; ``slug`` is the event's name in the addresses.

    ``languages`` are the prefixes of addresses in a language, each of which becomes a folder; ``own`` is that of the event's.
    """

    slug: str
    languages: frozenset[str] = frozenset()
    own: str = ""

    @property
    def home(self) -> str:
        """The address of the event."""
        return f"/{self.slug}/"

    def file_of(self, address: str) -> str | None:
        """The name of the file for an address without host, relative to the folder; None for a page that is not published."""
        language, path = self.split(urlsplit(address).path)
        if language:
            file = self.file_of(urlsplit(address)._replace(path=path).geturl())
            return file and f"{language}/{file}"
        query = urlsplit(address).query
        if path == f"{self.home}find/":
            return "find.json"
        if path.startswith(self.home):
            path = path.removeprefix(self.home)
        elif path.startswith(("/floor/", "/static/")):
            path = path[1:]
        else:
            return None
        asked = dict(parse_qsl(query))
        if ending := ENDINGS.get(asked.pop("_export", "")):
            return f"{path.rstrip('/')}{''.join(f'-{word}' for word in _words(asked))}{ending}"
        folder = path if path.endswith("/") or not path else ""
        if path and not folder:
            return path
        return f"{folder}{''.join(f'{word}/' for word in _words(asked))}index.html"

    def split(self, path: str) -> tuple[str, str]:
        """Return the language that a path names, empty where it names none, and the path without it."""
        first, _slash, rest = path[1:].partition("/")
        return (first, f"/{rest}") if first in self.languages and first != self.slug else ("", path)

    def _without_front_page(self, address: str) -> str:
        """The address unchanged, but the event's page instead of the installation's front page and of a result of "Find me".

        Neither of those two is published.
        """
        language, path = self.split(urlsplit(address).path)
        is_replaced = path == "/" or (path == self.home and "me=" in urlsplit(address).query)
        prefix = f"/{language}" if language not in ("", self.own) else ""
        return f"{prefix}{self.home}" if is_replaced else address

    def rewritten(self, page: str, address: str, *, lets_robots_in: bool) -> tuple[str, list[str]]:
        """The HTML of a page as it is written into its file, with relative links, and the addresses to which it links.

        ``page`` is the HTML that the server sends for ``address``. Parts that need a server are removed.
        """
        own = self.file_of(address) or ""
        found: list[str] = []

        def relative_link(match: re.Match[str]) -> str:
            before, link, after = match.groups()
            target = unescape(link)
            if target.startswith("#") or urlsplit(target).netloc or ":" in target.partition("/")[0]:
                return match[0]
            if before.strip() == 'action="':
                language = self.split(urlsplit(address).path)[0]
                return (
                    f"{before}{escape(relative_path(own, f'{language}/{EVERYBODY}' if language else EVERYBODY))}{after}"
                )
            whole = self._without_front_page(urljoin(address, target))
            file = self.file_of(whole)
            if file is None:
                return match[0]
            found.append(whole.partition("#")[0])
            fragment = f"#{urlsplit(target).fragment}" if urlsplit(target).fragment else ""
            return f"{before}{escape(relative_path(own, file) + fragment)}{after}"

        for part in (_STEPS, _TO_THE_SERVER):  # what needs a server
            page = part.sub("", page)
        page = _ASKING.sub(_VERSION, page)
        page = _LINK.sub(relative_link, page)
        return page if lets_robots_in else page.replace(_CHARSET, _NO_ROBOTS, 1), found


def relative_path(own: str, other: str) -> str:
    """The relative path from one file to another."""
    return relpath(other, dirname(own) or ".")


def _words(query: dict[str, str]) -> list[str]:
    """The parameters of a query as words for a file's name, such as "sort-name", in the order of their names."""
    return [_PLAIN.sub("-", f"{name}-{value}".lower()) for name, value in sorted(query.items())]


MEMORY = ".top-table-files.json"
"""The file that lists which files of the folder this program wrote; no other file is ever changed."""


class FolderError(Exception):
    """The folder cannot be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class FolderChanges:
    """How many files were written, left as they were, and removed."""

    written: int
    same: int
    removed: int


def write_folder(folder: Path, files: Mapping[str, bytes], last: str) -> FolderChanges:
    """Write these files (by their names in the folder), and delete those that an earlier call wrote and this one does not name.

    The file ``last`` is written after all others. Raises FolderError where the folder holds files that this program did not write, or
    cannot be written.
    """
    try:
        ours = _files_written_before(folder)
        gone = sorted(ours - set(files))
        folder.mkdir(parents=True, exist_ok=True)
        _remember(folder, ours | set(files))
        order = sorted(files, key=lambda name: (name == last, name))
        written = sum(_write(folder / name, files[name]) for name in order)
        for name in gone:
            _remove(folder, name)
        _remember(folder, set(files))
    except OSError as error:
        raise FolderError(
            f"{error.filename or folder} cannot be written: {error.strerror}; name another folder."
        ) from None
    return FolderChanges(written, len(files) - written, len(gone))


def _files_written_before(folder: Path) -> set[str]:
    """The names of the files that earlier calls wrote; raises FolderError where the folder holds others but no list of ours."""
    memory = folder / MEMORY
    if memory.is_file():
        try:
            return {str(name) for name in json.loads(memory.read_text(encoding="utf-8"))}
        except ValueError:
            raise FolderError(f"{memory} cannot be read; empty {folder}, or name another folder.") from None
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise FolderError(
            f"{folder} contains files that “publish_static” did not write; name an empty or a new folder."
        )
    return set()


def _remember(folder: Path, names: set[str]) -> None:
    """Store the names of the files that this program wrote into the folder."""
    _write(folder / MEMORY, json.dumps(sorted(names), indent=0).encode())


def _write(path: Path, content: bytes) -> bool:
    """Write a file atomically if its contents differ from what is there, and return whether it was written."""
    if path.is_file() and path.read_bytes() == content:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(content)
    put_in_place(draft, path)
    return True


def _remove(folder: Path, name: str) -> None:
    """Delete a file and the folders that are empty without it; a name that leads out of the folder is ignored."""
    path = folder / name
    if not path.resolve().is_relative_to(folder.resolve()):
        return
    path.unlink(missing_ok=True)
    for above in path.parents:
        if above == folder or any(above.iterdir()):
            return
        above.rmdir()


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
            told = {
                key: value for key, value in answer.json().items() if key != "mine"
            }  # files have no page of one's own
            text = json.dumps(told, ensure_ascii=False, separators=(",", ":"))
            files[file] = text.replace(f'"{home}', '"').replace("/{}/", "/{}/index.html").encode()
        else:
            files[file] = answer.content
    return files


def _json_addresses(site: Site) -> list[str]:
    """The addresses of the event's public JSON documents (docs/developing/json.md)."""
    slug = site.record.slug
    pages = ("json_now", "json_event", "json_standings", "json_medals")
    whole = [reverse(page, args=[slug]) for page in pages if is_there(page, site.record.parts)]
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
