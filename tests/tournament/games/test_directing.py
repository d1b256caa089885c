"""Rulings in the game of a table: by whoever directs or arbitrates, through the gate, and by nobody else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from games.acquire.play.devices.session import log_of
from games.acquire.replay.judging.judge import replay
from tests.build import director_of, make_director, make_event, publish
from tests.tournament.games.tables import at_table, one, seat_at
from tests.tournament.pages.forms import forms_of, press
from tournament.access.links import link_of
from tournament.models import Event, Table
from tournament.play.games.models import Game
from tournament.play.games.services.acting import act
from tournament.play.games.services.sessions import forget_sessions, session_of
from tournament.record.acts import Role
from tournament.services.coming_in import come_in
from tournament.slices.helping import invite_helper

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(settings: Settings) -> Iterator[Game]:
    settings.GAMES = True
    forget_sessions()
    event = make_event(8)
    publish(event, 1)
    game = at_table(Table.objects.get(round__event=event, number=1))
    for place in range(4):
        act(seat_at(game, place), one(f"s{place}", place + 1, act="start"))
    yield Game.objects.get(pk=game.pk)
    forget_sessions()


def page_of(event: Event, table: int = 1) -> str:
    return f"/desk/{event.slug}/rounds/1/tables/{table}/game/"


def confirmed(client: Client, address: str, query: str, **typed: str) -> Any:
    (form,) = [form for form in forms_of(client.get(f"{address}?{query}")) if "id" in form.values]
    return client.post(form.action, form.filled(typed))


def client_of(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_the_director_and_the_arbiter_rule_by_the_page_of_the_table(game: Game) -> None:
    event = Event.objects.get()
    director = director_of(event)
    came = come_in(link_of(invite_helper(event, director, frozenset({Role.ARBITER})).token), name="the arbiter")
    boss, arbiter = client_of(director), client_of(came)
    address = page_of(event)
    table = boss.get(f"/desk/{event.slug}/rounds/1/tables/1/").content.decode()
    assert "Play on phones or tablets" in table
    assert f'href="{address}"' in table
    assert press(boss, boss.get(address), "Pause the game")["Location"] == address
    assert session_of(Game.objects.get(pk=game.pk)).paused
    assert press(arbiter, arbiter.get(address), "Resume the game").status_code == 302
    assert confirmed(arbiter, address, "act=time&player=P2&way=take&minutes=2", reason="R27").status_code == 302
    assert confirmed(boss, address, "act=rewind&to=3", reason="a wrong tile").status_code == 302
    now = Game.objects.get(pk=game.pk)
    assert [row.body["act"] for row in now.acts.filter(client_id__gt="").order_by("number")][4:] == [
        "pause",
        "resume",
        "time",
        "rewind",
    ]
    assert [finding.code for finding in replay(log_of(session_of(now))).findings] == []


def test_what_belongs_to_casual_games_is_not_there_at_a_table(game: Game) -> None:
    event = Event.objects.get()
    boss, address = client_of(director_of(event)), page_of(event)
    page = boss.get(address).content.decode()
    assert ("to another phone</a>" in page, "Leave the game" in page, 'value="peek"' in page) == (False,) * 3
    assert "phones at the table" in page
    for order in ({"act": "link", "seat": "1"}, {"act": "leave"}, {"act": "free", "seat": "1"}):
        refused = boss.post(address, {**order, "id": "x", "n": "1"})
        assert (refused.status_code, "not possible in a game at an event" in refused.content.decode()) == (409, True)
    assert boss.get(page_of(event, 2)).status_code == 404


def test_nobody_else_rules_there_and_nobody_in_an_event_that_is_put_away(game: Game) -> None:
    event = Event.objects.get()
    director = director_of(event)
    address, before = page_of(event), game.acts.count()
    helper = client_of(come_in(link_of(invite_helper(event, director, frozenset({Role.DESK})).token), name="the desk"))
    stranger = client_of(make_director("stranger"))
    for client, status in ((helper, 403), (stranger, 404)):
        assert [client.get(address).status_code, client.post(address, {"act": "pause"}).status_code] == [status] * 2
    assert Client().post(address, {"act": "pause"}).status_code == 302
    assert client_of(director).get(f"/game/{game.code}/host/").status_code == 302
    Event.objects.update(is_put_away=True)
    assert client_of(director).post(address, {"act": "pause"}).status_code == 403
    assert game.acts.count() == before
