"""File names for the addresses of an event, and relative links between those files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape, unescape
from posixpath import dirname, relpath
from urllib.parse import parse_qsl, urljoin, urlsplit

EVERYBODY = "everybody/index.html"
"""The list of all players, which answers "Find me" where no server does."""

ENDINGS = {"csv": ".csv", "xlsx": ".xlsx"}
"""How the name of a list's file ends, by what its address asks for."""
_LINK = re.compile(r'(\s(?:href|src|action|data-now|data-players)=")([^"]*)(")')
_ASKING = re.compile(r'\shx-get="[^"]*\?v=(\d+)[^"]*"\shx-trigger="moved"\shx-swap="outerHTML"')
_VERSION = r' data-version="\1"'
_STEPS = re.compile(r'<script src="[^"]*replay(?:\.[0-9a-f]+)?\.js"></script>')
_TO_REGISTRATION = re.compile(r"<p><a [^>]* data-register>[^<]*</a></p>")
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
                return f"{before}{escape(relative(own, f'{language}/{EVERYBODY}' if language else EVERYBODY))}{after}"
            whole = self._without_front_page(urljoin(address, target))
            file = self.file_of(whole)
            if file is None:
                return match[0]
            found.append(whole.partition("#")[0])
            fragment = f"#{urlsplit(target).fragment}" if urlsplit(target).fragment else ""
            return f"{before}{escape(relative(own, file) + fragment)}{after}"

        for part in (_STEPS, _TO_REGISTRATION):  # what needs a server
            page = part.sub("", page)
        page = _ASKING.sub(_VERSION, page)
        page = _LINK.sub(relative_link, page)
        return page if lets_robots_in else page.replace(_CHARSET, _NO_ROBOTS, 1), found


def relative(own: str, other: str) -> str:
    """The relative path from one file to another."""
    return relpath(other, dirname(own) or ".")


def _words(query: dict[str, str]) -> list[str]:
    """The parameters of a query as words for a file's name, such as "sort-name", in the order of their names."""
    return [_PLAIN.sub("-", f"{name}-{value}".lower()) for name, value in sorted(query.items())]
