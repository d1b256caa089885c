"""Who may open a socket: by the right path, under a name of ours, from a page of ours or from no page at all, while there is room."""

from __future__ import annotations

import re
from dataclasses import dataclass
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from websockets.datastructures import Headers
from websockets.exceptions import SecurityError

from tournament.record.gaming import CODE_LENGTH
from tournament.record.letin import LETTERS

PROGRAMS = "/live/"
_PAGE = re.compile(rf"/game/([{LETTERS}]{{{CODE_LENGTH}}})/live/")
LONGEST_COOKIE = 4_096
PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a socket is not opened: a status and a sentence."""

    status: int
    words: str


@dataclass(frozen=True, slots=True)
class Asked:
    """What a socket is asked for: the code of the game whose page asks, empty for a program, and the token in the page's cookie."""

    code: str = ""
    token: str = ""


def asked(path: str, headers: Headers, cookie: str) -> Asked | Refused:
    """What somebody asks for who comes by a path with these heads; ``cookie`` is the name of the one that holds a seat's token."""
    path = path.partition("?")[0]
    page = _PAGE.fullmatch(path)
    if page is None and path != PROGRAMS:
        return Refused(404, f"There is no socket here. Programs open {PROGRAMS}, pages the one of their game.")
    try:
        host, origin = headers.get("Host", ""), headers.get("Origin")
        cookies = headers.get("Cookie", "") or ""
    except (LookupError, SecurityError):
        return Refused(400, "A head stands here twice; send each once.")
    name, _ = split_domain_port(host or "")
    if not name or not validate_host(name, settings.ALLOWED_HOSTS):
        return Refused(400, "This installation does not answer to that name; use the address that it shows.")
    if not _is_own(origin, name):
        return Refused(403, "A page of another site cannot play here; open the game at its own address.")
    return Asked(page[1] if page else "", _token(cookies, cookie) if page else "")


def _is_own(origin: str | None, name: str) -> bool:
    """Whether a socket is asked for by a page of ours, which has the host's name and the pages' port, or by no page."""
    if origin is None or origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    try:
        page, own = urlsplit(origin), urlsplit(settings.OWN_ADDRESS)
        ports = [part.port or PORTS.get(part.scheme) for part in (page, own)]
    except ValueError:  # no address at all
        return False
    host = f"[{page.hostname}]" if page.hostname and ":" in page.hostname else page.hostname
    return page.scheme in PORTS and host == name.lower() and ports[0] == ports[1]


def _token(cookies: str, name: str) -> str:
    try:
        found = SimpleCookie(cookies[:LONGEST_COOKIE]).get(name)
    except CookieError:
        return ""
    return found.value if found else ""
