"""A walk over every address: who may come in, that reading never writes, and that strangers see nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.build import enter_results, make_director, make_event, play_to, publish
from tournament.models import Event, GameLog, Table
from tournament.record.vocabulary import PenaltyKind
from tournament.services.apart import keep_apart
from tournament.services.penalties import PenaltyOrder, give_penalty

pytestmark = pytest.mark.django_db

VALUES: dict[str, Any] = {
    "number": 1,
    "table": 1,
    "chain_set": "classic",
    "name": "pairings",
    "log": 1,
    "dispute": 1,
    "version": 2,
}
"""What stands in an address for its parts; slug and primary keys come from the event of the test."""

WRITES_NOTHING_OF_OURS = {"sessions", "admin", "axes", "auth", "contenttypes"}


def addresses(patterns: list[URLPattern | URLResolver], prefix: str = "") -> Iterator[str]:
    """Every route of the site map as text with its parts in angle brackets, the mending pages apart."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            if pattern.app_name != "admin":
                yield from addresses(pattern.url_patterns, route)
        else:
            yield route


def filled(route: str, values: dict[str, Any]) -> str:
    """A route with a value for each part: ``<int:number>`` becomes 1."""
    for name, value in values.items():
        for kind in ("int", "slug", "str"):
            route = route.replace(f"<{kind}:{name}>", str(value))
    assert "<" not in route, f"give {route} a value"
    return f"/{route}"


ROUTES = sorted(set(addresses(get_resolver().url_patterns)))
DESK = [route for route in ROUTES if route.startswith("desk/")]
OPEN = [route for route in ROUTES if not route.startswith("desk/") and route != "logout/"]


def make_busy_event() -> Event:
    """An event with something behind every address: a closed round, one being played, a draft to come, a penalty, a rule, a log."""
    event = play_to(make_event(12), round_closed=1)
    publish(event, 2)
    enter_results(event, 2, apart_from={3})
    give_penalty(event, event.created_by, PenaltyOrder(1, 1, PenaltyKind.WARNING, "showed a tile"))
    keep_apart(event, event.created_by, [[1, 2]])
    GameLog.objects.create(
        table=Table.objects.get(round__event=event, round__number=1, number=1), text="players: A, B, C"
    )
    return event


def everything_stored() -> str:
    """A fingerprint of every row of the project's own tables."""
    rows = [
        serializers.serialize("json", model._default_manager.order_by("pk"))
        for model in apps.get_models()
        if model._meta.app_label not in WRITES_NOTHING_OF_OURS
    ]
    return hashlib.sha256("".join(rows).encode()).hexdigest()


def values_for(event: Event) -> dict[str, Any]:
    """Values for every part of an address that lead to something of the event."""
    rule, penalty = event.keep_aparts.get(), event.penalties.get()
    log = GameLog.objects.get(table__round__event=event)
    return {**VALUES, "slug": event.slug, "pk": rule.pk or penalty.pk, "log": log.pk}


def test_there_are_addresses_to_walk() -> None:
    assert len(DESK) > 40
    assert len(OPEN) > 10


def test_every_page_of_the_desk_asks_for_a_log_in() -> None:
    values = values_for(make_busy_event())
    for route in DESK:
        address = filled(route, values)
        for answer in (Client().get(address), Client().post(address)):
            assert (answer.status_code, answer.headers.get("Location", "").split("?")[0]) == (302, "/login/"), address


def test_somebody_elses_event_does_not_exist() -> None:
    values = values_for(make_busy_event())
    stranger = Client()
    stranger.force_login(make_director("stranger"))
    for route in DESK:
        if "slug:slug" in route:
            address = filled(route, values)
            answers = [stranger.get(address).status_code, stranger.post(address).status_code]
            assert set(answers) <= {404, 405}, address
            assert 404 in answers, address


def test_reading_any_page_changes_nothing() -> None:
    event = make_busy_event()
    values = values_for(event)
    director = Client()
    director.force_login(event.created_by)
    before = everything_stored()
    for route in ROUTES:
        address = filled(route, values)
        answer = director.get(address)
        assert answer.status_code < 500, address
    assert everything_stored() == before


def test_public_pages_need_no_log_in() -> None:
    values = values_for(make_busy_event())
    for route in OPEN:
        address = filled(route, values)
        answer = Client().get(address)
        assert answer.status_code in {200, 204, 302, 404, 405}, address
        assert not answer.headers.get("Location", "").startswith("/login/"), address
