"""The pages of an event as a director or a reader comes to them: from link to link, few of each kind; and the forms on them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.core import signing
from django.db import connection
from django.test import Client
from django.urls import resolve

from tests.tournament.pages.forms import Answer, Form, forms_of
from tournament.models.queries import read_event
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.slices.prizes import DESPITE
from tournament.urls import urlpatterns

OF_A_KIND = 2
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
    return str(resolve(address.partition("?")[0]).view_name)


def pages_of(client: Client, slug: str, *more: str, root: str = "/desk/", most: int = OF_A_KIND) -> dict[str, Answer]:
    """The pages of an event's desk by address, or of its readers below another root; ``more`` to begin with, ``most`` of a kind.

    Each answer knows what it cost: ``queries``, how often the database was asked.
    """
    home = f"{root}{slug}/"
    waiting, seen, counted, pages = [home, *more], {home, *more}, Counter[str](), {}
    while waiting:
        address = waiting.pop(0)
        name = name_of(address)
        counted[name] += address not in more
        if counted[name] > most or name in NO_PAGES:
            continue
        answer = asked(client, address)
        while answer.status_code == 302:
            answer = asked(client, answer["Location"])
        assert answer.status_code == 200, (address, answer.status_code)
        if not answer["Content-Type"].startswith("text/html"):
            continue
        pages[address] = answer
        for link in _LINK.findall(answer.content.decode()):
            target = link.replace("&amp;", "&") if link.startswith("/") else ""
            if target.startswith(home) and "_export" not in target and target not in seen:
                seen.add(target)
                waiting.append(target)
    return pages


def asked(client: Client, address: str) -> Answer:
    """Get a page and count how often the database is asked; no text of a query is kept, which would cost as much again."""
    queries = 0

    def count(execute: Callable[..., Any], *query: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*query)

    with connection.execute_wrapper(count):
        answer: Any = client.get(address)
    answer.queries = queries
    return answer


def hidden_behind_choices(slug: str) -> Iterator[str]:
    """Pages that a walk of few of a kind does not come to: the last entry, penalty and table, the question before a swap."""
    record, home = read_event(slug), f"/desk/{slug}/"
    if record.entries:
        last = record.entries[-1].player
        yield f"{home}entries/{last}/"
    if record.penalties:
        yield f"{home}penalties/{record.penalties[-1].key}/cancel/"
    if record.is_complete and not record.is_final_published:
        yield f"{home}prizes/give/?despite={signing.dumps('It moves no medal.', salt=DESPITE)}"
    for played in record.rounds[-1:]:
        yield f"{home}rounds/{played.number}/tables/{len(played.tables)}/"
        if played.tables and played.tables[-1].reports:
            yield f"{home}rounds/{played.number}/tables/{len(played.tables)}/reports/"
        if not played.is_closed and len(played.tables) > 1:
            first, second = (table.seats[0].player for table in played.tables[:2])
            yield from asked_in_the_hall(record, f"{home}rounds/{played.number}/", first, second)


def asked_in_the_hall(record: EventRecord, home: str, first: PlayerId, second: PlayerId) -> Iterator[str]:
    """The questions before what is done in the hall, with what they ask for chosen."""
    played = record.rounds[-1]
    here = next((table.number for table in played.tables if not table.has_cash), 1)
    there = next((table.number for table in played.tables if not table.has_cash and table.number != here), 2)
    yield f"{home}swap/?first={first}&second={second}"
    if played.has_begun:
        mover = max(
            (table for table in played.tables if not table.has_cash), key=lambda table: table.size, default=None
        )
        if mover is not None:
            to = next(
                (table.number for table in played.tables if table.number != mover.number and not table.has_cash), 0
            )
            yield f"{home}move/?player={mover.seats[0].player}&table={to}"
            yield f"{home}no-show/?player={mover.seats[0].player}&kind=missed"
        yield f"{home}renumber/?table={here}&to=9"
        yield f"{home}retire/?table={there}"


def acting_forms(page: str, answer: Answer) -> Iterator[Found]:
    """The forms of a page that change something of the event.

    To log out or choose a language changes nothing of it, and a ruling in a game has the game's own key and number.
    """
    for form in forms_of(answer):
        if form.method == "post" and (act := name_of(form.action)) not in ("logout", "desk_game", "desk_language"):
            yield Found(page, act, form)


def desk_routes(patterns: list[Any] | None = None, prefix: str = "") -> dict[str, str]:
    """The routes of an event's desk by name, as text with their parts in angle brackets."""
    routes: dict[str, str] = {}
    everything: list[Any] = urlpatterns
    for pattern in everything if patterns is None else patterns:
        route = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            found = desk_routes(pattern.url_patterns, route)
            routes |= {f"{pattern.namespace}:{name}" if pattern.namespace else name: at for name, at in found.items()}
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
