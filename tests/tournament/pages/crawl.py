"""The desk's pages of an event as a director comes to them: from link to link, a few of each kind; and the forms on them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve

from tests.tournament.pages.forms import Answer, Form, forms_of
from tournament.urls import urlpatterns

OF_A_KIND = 3
NO_PAGES = frozenset({"desk_sheet", "desk_archive", "desk_save"})
"""Addresses that give a file."""

_LINK = re.compile(r'<(?:a|option)[^>]*? href="([^"#]+)')


@dataclass(frozen=True)
class Found:
    """A form that changes something: on which page it stands, and which act its address is."""

    page: str
    act: str
    form: Form


def name_of(address: str) -> str:
    """What an address is called in the site map."""
    return str(resolve(address.partition("?")[0]).url_name)


def pages_of(client: Client, slug: str, *more: str) -> dict[str, Answer]:
    """The pages of an event's desk by address, at most three of a kind; ``more`` are addresses to begin with besides.

    Each answer knows what it cost: ``queries``, how often the database was asked.
    """
    home = f"/desk/{slug}/"
    waiting, seen, counted, pages = [home, *more], {home, *more}, Counter[str](), {}
    while waiting:
        address = waiting.pop(0)
        name = name_of(address)
        counted[name] += 1
        if counted[name] > OF_A_KIND or name in NO_PAGES:
            continue
        answer = asked(client, address)
        while answer.status_code == 302:
            answer = asked(client, answer["Location"])
        assert answer.status_code == 200, (address, answer.status_code)
        pages[address] = answer
        for link in _LINK.findall(answer.content.decode()):
            target = link.replace("&amp;", "&") if link.startswith("/") else ""
            if target.startswith(home) and "_export" not in target and target not in seen:
                seen.add(target)
                waiting.append(target)
    return pages


def asked(client: Client, address: str) -> Answer:
    """Get a page and count."""
    with CaptureQueriesContext(connection) as asked_for:
        answer: Any = client.get(address)
    answer.queries = len(asked_for)
    return answer


def acting_forms(page: str, answer: Answer) -> Iterator[Found]:
    """The forms of a page that change something; to log out is no act, and a ruling in a game has the game's own key and number."""
    for form in forms_of(answer):
        if form.method == "post" and (act := name_of(form.action)) not in ("logout", "desk_game"):
            yield Found(page, act, form)


def desk_routes(patterns: list[Any] | None = None, prefix: str = "") -> dict[str, str]:
    """The routes of an event's desk by name, as text with their parts in angle brackets."""
    routes: dict[str, str] = {}
    for pattern in urlpatterns if patterns is None else patterns:
        route = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            routes |= desk_routes(pattern.url_patterns, route) if pattern.app_name != "admin" else {}
        elif route.startswith("desk/"):
            routes[str(pattern.name)] = route
    return routes


def takes_posts(client: Client) -> set[str]:
    """The names of the desk's addresses that take what a form sends, as they say themselves."""
    routes = {
        name: re.sub(r"<int:\w+>", "1", re.sub(r"<slug:\w+>", "x", route)) for name, route in desk_routes().items()
    }
    answers = {name: client.put(f"/{route}") for name, route in routes.items()}
    return {name for name, answer in answers.items() if "POST" in answer.headers.get("Allow", "")}
