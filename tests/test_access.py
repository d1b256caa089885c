"""A walk over every address: who may come in, that reading never writes, and that strangers see nothing."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core import serializers
from django.test import Client, override_settings

from tests.build import (
    asked_by_phone,
    director_of,
    enter_results,
    logged_in,
    make_director,
    make_event,
    play_to,
    publish,
)
from tests.tournament.access.answers import harm_in
from tests.tournament.commands.series.playing import Played, order
from tests.tournament.games.tables import at_table
from tests.tournament.pages.logs import DISPUTED
from tests.tournament.pages.stages import kept
from tournament.access.devices import claim, codes_of
from tournament.access.links import link_of, make_link
from tournament.day.office.registering import RegistrationSettings
from tournament.models import Device, Event, GameLog, Table
from tournament.play.games.models import Game
from tournament.play.games.services.opening import GameOrder
from tournament.play.games.services.seats import give_link, open_for_people
from tournament.record.acts import GIVEN, Role
from tournament.record.devices import Purpose, RequestKind, table_subject
from tournament.record.vocabulary import NameShown, PenaltyKind
from tournament.services.coming_in import come_in
from tournament.slices.apart import keep_apart
from tournament.slices.charts import publish_chart
from tournament.slices.disputes.acts import open_dispute
from tournament.slices.helping import invite_helper, open_invitations
from tournament.slices.penalties import PenaltyOrder, give_penalty
from tournament.slices.registration.acts import Registrant, register, set_registration
from tournament.urls import urlpatterns

pytestmark = pytest.mark.django_db

WRITES_NOTHING_OF_OURS = {"sessions", "axes", "auth", "contenttypes"}
WRITTEN_BY_READING = {"PrintedSheet"}
"""What is fetched as a PDF counts as printed: the one row that a page writes, and no Change."""


def addresses(patterns: list[Any], prefix: str = "") -> Iterator[str]:
    """Every route of the site map as text with its parts in angle brackets."""
    for pattern in patterns:
        route = prefix + str(pattern.pattern)
        if hasattr(pattern, "url_patterns"):
            yield from addresses(pattern.url_patterns, route)
        else:
            yield route


ROUTES = sorted(set(addresses(urlpatterns)))
DESK = [route for route in ROUTES if route.startswith("desk/")]
DEVICES = [route for route in ROUTES if route.startswith(tuple(f"<slug:slug>/{kind}/" for kind in "ctpr"))]
GAMES = [route for route in ROUTES if route.startswith("game/protocol/")]
"""The addresses at which programs play games on devices, which open to the token of a seat alone."""
PROGRAMS = [route for route in ROUTES if route.startswith("api/v1/")]
"""The addresses at which programs write into an event, which open to a token of the event alone."""
FILES = ["static/<path:name>", "api/<path:name>"]
"""The first leads to a file of today whoever asks for it as another version named it, the second to nothing; they know no event."""
SHARED = "<slug:slug>/shared/<slug:token>/"
"""The address of a shared result, where nothing is before the final list is public."""
SHUT = {"logout/", *FILES, *DESK, *DEVICES, *GAMES, *PROGRAMS}
OPEN = [route for route in ROUTES if route not in SHUT]


def make_busy_event(players: int = 12) -> Event:
    """An event with something behind every address: a closed round, one being played, a chart, a penalty, a rule, a log, a dispute."""
    event = make_event(players, shows_insight=True)
    actor = director_of(event)
    set_registration(event, actor, RegistrationSettings(is_open=True, places=players + 1, email_asked="optional"))
    for name in ("Ash", "Birch"):
        register(event, Registrant("New", name, "NL", word="by train"), name, NameShown.FULL)
    event = play_to(event, round_closed=1)
    publish(event, 2)
    publish_chart(event, actor, 2)
    enter_results(event, 2, apart_from={3})
    give_penalty(event, actor, PenaltyOrder(1, 1, PenaltyKind.WARNING, "showed a tile"))
    keep_apart(event, actor, [[1, 2]])
    table = Table.objects.get(round__event=event, round__number=1, number=1)
    GameLog.objects.create(table=table, text=DISPUTED, is_public=True)
    open_dispute(event, actor, 1, 1, "cash for seat 2")
    asked_by_phone(event, 3, RequestKind.WITHDRAW)
    for role in GIVEN:
        come_in(link_of(invite_helper(event, actor, frozenset({role})).token), name=f"the {role}")
    invite_helper(event, actor, frozenset({Role.DESK}), name="Nora")
    subject = table_subject(2, 1)
    claim(event, subject, codes_of(event, [subject])[subject])
    return event


@pytest.fixture(scope="module")
def filled(django_db_setup: None, django_db_blocker: Any) -> Iterator[dict[str, str]]:
    """The address of every route in the busy event, made once for all tests here."""
    with kept(django_db_blocker, lambda: addresses_in(make_busy_event())) as found:
        yield found


def addresses_in(event: Event) -> dict[str, str]:
    """Every route with something of the event for each of its parts."""
    table = Table.objects.get(round__event=event, round__number=1, number=1)
    values = {
        "slug": event.slug,
        "number": 1,
        "table": 1,
        "player": 1,
        "chain_set": "classic",
        "name": "pairings-by-table",
        "log": table.logs.get().pk,
        "device": Device.objects.get(event=event, kind="table").pk,
        "dispute": table.disputes.get().pk,
        "token": make_link(Purpose.NEW_PASSWORD, account=director_of(event)),
        "key": event.draws.order_by("pk")[0].pk,
        "version": table.reports.get().official_version,
        "code": "abcdefghjkmnpq",
        "trial": "direct",
        "size": 6,
        "format_key": "mso-acquire",
        "account": event.helpers.get(roles=Role.CHECKER.value).account_id,
    }
    keys = {
        "penalties/": event.penalties.get().pk,
        "requests/": event.requests.get().pk,
        "apart/": event.keep_aparts.get().pk,
        "invitations/": open_invitations(event)[0].pk,
        "accounts/": event.helpers.get(roles=Role.SCREEN.value).account_id,
    }
    found = {}
    with override_settings(GAMES=True):
        game = open_for_people(GameOrder("mso", ["Player 1", "Player 2", "Player 3"]))
        series = Played(order("random", "random"))
        first = Table.objects.get(round__event=event, round__number=1, number=1)
        if not Game.objects.filter(table=first).exists():
            at_table(first)
    link = give_link(game.seats.get(place=2))
    for route in ROUTES:
        address = route.replace("<game:code>", series.row.code if route.startswith("game/series/") else game.code)
        if route.startswith("game/series/"):
            address = address.replace("<str:token>", series.control)
        elif route.startswith("game/"):
            address = address.replace("<str:token>", link)
        for name, value in {**values, "pk": next((key for part, key in keys.items() if part in route), 0)}.items():
            for kind in ("int", "slug", "str", "path"):
                address = address.replace(f"<{kind}:{name}>", str(value))
        assert "<" not in address, f"give {route} a value"
        found[route] = f"/{address}"
    return found


def everything_stored() -> str:
    """A fingerprint of every row of the project's own tables."""
    rows = [
        serializers.serialize("json", model._default_manager.order_by("pk"))
        for model in apps.get_models()
        if model._meta.app_label not in WRITES_NOTHING_OF_OURS and model.__name__ not in WRITTEN_BY_READING
    ]
    return hashlib.sha256("".join(rows).encode()).hexdigest()


@pytest.mark.alike
def test_there_are_addresses_to_walk() -> None:
    assert len(DESK) > 40
    assert len(OPEN) > 10


def test_reading_any_page_changes_nothing_and_finds_something(filled: dict[str, str]) -> None:
    director = logged_in(make_director("boss", is_staff=True, is_superuser=True))
    before = everything_stored()
    closed = {*DEVICES, *GAMES, *FILES, *PROGRAMS}
    statuses = {}
    for route in filled.keys() - closed:
        answer = director.get(filled[route])
        assert not harm_in(answer), route
        statuses[filled[route]] = answer.status_code
        if answer.streaming:
            b"".join(answer.streaming_content)  # type: ignore[attr-defined]  # read to its end, the client closes the file
    assert {address: status for address, status in statuses.items() if status not in {200, 204, 302, 405}} == {
        filled["desk/<slug:slug>/rounds/<int:number>/results/since/"]: 409,
        filled[SHARED]: 404,
    }
    assert everything_stored() == before


@pytest.mark.alike
def test_a_hidden_event_is_on_no_address_for_anybody_without_a_role(filled: dict[str, str]) -> None:
    Event.objects.update(is_shown=False)
    stranger, director = logged_in(make_director("stranger")), logged_in(make_director())
    pages = [filled[route] for route in OPEN if "slug:slug" in route]
    pages += [f"{page}?_export=csv" for page in pages] + [f"{page}?me=nobody" for page in pages[:1]]
    assert len(pages) > 20
    for address in pages:
        assert [client.get(address).status_code for client in (Client(), stranger)] == [404, 404], address
        assert director.get(address).status_code in {200, 204, 404}, address
    assert director.get(pages[0]).status_code == 200
    name = Event.objects.get().name
    assert name not in Client().get("/").content.decode()


@pytest.mark.alike
def test_no_address_of_programs_opens_without_a_token_or_tells_of_an_event(filled: dict[str, str]) -> None:
    before = everything_stored()
    boss = logged_in(make_director("boss", is_staff=True, is_superuser=True))
    for client, is_shown in ((boss, True), (Client(), False)):
        Event.objects.update(is_shown=is_shown)
        for address in (filled[route] for route in PROGRAMS):
            answers = [
                getattr(client, method)(to, headers={"authorization": token})
                for method in ("get", "post", "patch")
                for to in (address, address.replace("sample-cup-2026", "no-such-cup"))
                for token in ("", "Bearer abcdefghjkmnpqrstuvwxyz234", "Basic eDp5")
            ]
            assert {answer.status_code for answer in answers} == {401}
            assert len({answer.content for answer in answers}) == 1, "all say the same"
            assert not any(answer.cookies for answer in answers)
    assert len(PROGRAMS) == 5
    Event.objects.update(is_shown=True)
    assert everything_stored() == before
