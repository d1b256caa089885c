"""The protocol by POST: what answers a message, and that everything else is refused by a stable code and a sentence."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from tests.build import make_event
from tests.tournament.games.tables import ADDRESS, frames, hello, opened, spoken
from tournament.models import Event
from tournament.play.games.models import Game
from tournament.play.games.services.sessions import forget_sessions
from tournament.services.events import RESERVED_SLUGS

pytestmark = pytest.mark.django_db

QUERIES = {"hello": 2, "act": 6, "again": 4, "ping": 1, "look": 2, "nothing new": 1}
"""How many queries a message asks once the game's session is kept, beside the beginning and the end of a transaction."""


@pytest.fixture(autouse=True)
def games_may_be_opened(settings: Settings) -> Iterator[None]:
    settings.GAMES, settings.GAMES_AT_ONCE = True, 10_000
    forget_sessions()
    yield
    forget_sessions()


@pytest.fixture
def tokens() -> dict[str, str]:
    """The tokens of a game that has begun."""
    made = opened()
    for token in made.tokens.values():
        assert spoken(token, hello(token)).status_code == 200
    return made.tokens


def told(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal."""
    said = frames(answer)[0]
    assert said["t"] == "no", said
    assert said["message"].endswith("."), said
    return answer.status_code, said["code"]


def test_a_hello_is_answered_with_the_view_and_legal_acts_where_they_are_asked_for(tokens: dict[str, str]) -> None:
    (plain,) = frames(spoken(tokens["P1"], hello(tokens["P1"])))
    (asked,) = frames(spoken(tokens["P1"], hello(tokens["P1"], legal=True)))
    (queried,) = frames(spoken(tokens["P1"], hello(tokens["P1"]), "?legal"))
    assert (plain["t"], plain["you"], plain["ask"]) == ("view", "P1", {"who": "P1", "phase": "start", "end": False})
    assert asked["ask"]["legal"] == queried["ask"]["legal"] == [{"act": "start"}]


def test_an_act_is_acknowledged_with_the_view_and_told_to_the_others(tokens: dict[str, str]) -> None:
    done, view = frames(spoken(tokens["P1"], {"t": "act", "id": "a", "n": 1, "act": "start"}))
    assert (done, view["n"]) == ({"t": "ack", "id": "a", "n": 1}, 1)
    other = json.loads(Client().get(f"{ADDRESS}?n=0", headers={"Authorization": f"bearer {tokens['P2']}"}).content)
    assert (other["you"], other["n"], [act["act"] for act in other["news"]]) == ("P2", 1, ["start"])
    known = Client().get(f"{ADDRESS}?n=1", headers={"Authorization": f"Bearer {tokens['P2']}"})
    assert (known.status_code, known.content) == (204, b"")


def test_before_the_first_act_there_is_always_something_to_see(tokens: dict[str, str]) -> None:
    answer = Client().get(f"{ADDRESS}?n=0", headers={"Authorization": f"Bearer {tokens['P1']}"})
    assert (answer.status_code, json.loads(answer.content)["ask"]["who"]) == (200, "P1")


def test_what_is_stale_or_against_the_rules_is_told_with_the_view(tokens: dict[str, str]) -> None:
    for message, code in (
        ({"t": "act", "id": "a", "n": 9, "act": "start"}, "stale"),
        ({"t": "act", "id": "a", "n": 1, "act": "bonus", "chain": "Luxor", "amount": 5}, "act-server"),
        ({"t": "act", "id": "a", "n": 1, "act": "pause"}, "act-arbiter"),
    ):
        answer = spoken(tokens["P1"], message)
        said, view = frames(answer)
        assert (answer.status_code, said["t"], said["code"], view["t"], view["n"]) == (200, "no", code, "view", 0)


def test_a_ping_is_answered_with_its_own_time_and_the_games(tokens: dict[str, str]) -> None:
    (said,) = frames(spoken(tokens["P1"], {"t": "ping", "at": 123}))
    assert (said["t"], said["at"], said["now"] >= 0) == ("pong", 123, True)


def test_nobody_agrees_before_the_end(tokens: dict[str, str]) -> None:
    assert told(spoken(tokens["P1"], {"t": "agree"})) == (200, "game-under-way")


BODIES = (
    *("", "{", "null", "[]", "NaN", '{"t":"hello"}', '{"t":"act"}', '{"t":"no"}', '{"t":{}}', "[" * 4_000, "9" * 4_000),
    *('{"t":"ping","at":1e999}', '{"t":"ping","at":NaN}', '{"t":"ping","at":true}', '{"t":"hello","v":2,"token":"x"}'),
    *('{"t":"act","id":"","n":1,"act":"start"}', '{"t":"act","id":"a","n":0,"act":"start"}'),
    *('{"t":"act","id":"a\\u0000","n":1,"act":"start"}', '{"t":"act","id":"\\ud800","n":1,"act":"start"}'),
    *('{"t":"act","id":"a","n":1,"acts":[]}', '{"t":"act","id":"a","n":1,"acts":{}}', b"\xff\xfe", b"\x00"),
    '{"t":"act","id":"a","n":1,"acts":' + json.dumps([{"act": "start"}] * 17) + "}",
)


@pytest.mark.parametrize("body", BODIES, ids=lambda body: repr(body[:24]))
def test_what_is_no_message_is_refused(tokens: dict[str, str], body: str | bytes) -> None:
    assert told(spoken(tokens["P1"], body)) == (400, "act-unreadable")


def test_who_names_no_token_or_none_of_a_game_is_refused(tokens: dict[str, str]) -> None:
    message = hello(tokens["P1"])
    for said, code in (
        ({}, "token-missing"),
        ({"Authorization": ""}, "token-missing"),
        ({"Authorization": "Basic dXNlcjpwYXNz"}, "token-missing"),
        ({"Authorization": "Bearer"}, "token-missing"),
        ({"Authorization": "Bearer nothing"}, "token-unknown"),
        ({"Authorization": f"Bearer {'x' * 4_000}"}, "token-unknown"),
        ({"Cookie": f"token={tokens['P1']}"}, "token-missing"),
    ):
        answers = [
            Client().post(ADDRESS, json.dumps(message), content_type="application/json", headers=said),
            Client().get(ADDRESS, headers=said),
        ]
        assert [told(answer) for answer in answers] == [(401, code)] * 2, said
    assert told(spoken(tokens["P1"], hello(tokens["P2"]))) == (401, "token-unknown"), "head and hello name one seat"


@pytest.mark.parametrize("way", ["put", "patch", "delete", "options"])
def test_another_way_of_asking_is_refused_with_a_code_too(tokens: dict[str, str], way: str) -> None:
    answer = getattr(Client(), way)(ADDRESS, headers={"Authorization": f"Bearer {tokens['P1']}"})
    assert told(answer) == (405, "method-wrong")
    assert answer["Allow"] == "GET, POST"


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "http://testserver.elsewhere.example", "http://[", "x"]
)
def test_a_page_of_another_site_is_refused_and_our_own_is_not(tokens: dict[str, str], origin: str) -> None:
    message = hello(tokens["P1"])
    assert told(spoken(tokens["P1"], message, Origin=origin)) == (403, "origin-foreign")
    assert spoken(tokens["P1"], message, Origin="http://testserver").status_code == 200
    assert spoken(tokens["P1"], message).status_code == 200


def test_a_message_that_is_too_long_is_refused_unread(tokens: dict[str, str]) -> None:
    message = {"t": "act", "id": "a", "n": 1, "act": "start", "more": "x" * 5_000}
    assert told(spoken(tokens["P1"], message)) == (413, "message-too-long")
    assert Game.objects.get().last == 0


def test_a_message_sent_as_a_form_is_read_and_one_in_parts_is_none(tokens: dict[str, str]) -> None:
    head, body = {"Authorization": f"Bearer {tokens['P1']}"}, json.dumps({"t": "ping", "at": 1})
    form = Client().post(ADDRESS, body, content_type="application/x-www-form-urlencoded", headers=head)
    assert (form.status_code, frames(form)[0]["t"]) == (200, "pong")
    assert told(Client().post(ADDRESS, {"t": "ping"}, headers=head)) == (400, "act-unreadable")


def test_other_methods_are_not_taken(tokens: dict[str, str]) -> None:
    head = {"Authorization": f"Bearer {tokens['P1']}"}
    assert {getattr(Client(), way)(ADDRESS, headers=head).status_code for way in ("put", "patch", "delete")} == {405}


def test_a_message_asks_few_queries(transactional_db: None, tokens: dict[str, str]) -> None:
    head = {"Authorization": f"Bearer {tokens['P1']}"}
    act = {"t": "act", "id": "a", "n": 1, "act": "start"}
    asked: dict[str, Callable[[], object]] = {
        "hello": lambda: spoken(tokens["P1"], hello(tokens["P1"])),
        "act": lambda: spoken(tokens["P1"], act),
        "again": lambda: spoken(tokens["P1"], act),
        "ping": lambda: spoken(tokens["P1"], {"t": "ping", "at": 1}),
        "look": lambda: Client().get(f"{ADDRESS}?n=0", headers=head),
        "nothing new": lambda: Client().get(f"{ADDRESS}?n=1", headers=head),
    }
    costs = {}
    for name, ask in asked.items():
        with CaptureQueriesContext(connection) as queries:
            ask()
        costs[name] = len([query for query in queries if not query["sql"].startswith(("BEGIN", "COMMIT"))])
    assert costs == QUERIES


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 200) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)
FIELDS = (
    "t",
    "id",
    "n",
    "act",
    "acts",
    "tile",
    "tiles",
    "chain",
    "chains",
    "buy",
    "sell",
    "trade",
    "player",
    "reason",
    "to",
)


@given(
    st.dictionaries(st.sampled_from(FIELDS), JSON, max_size=5), st.sampled_from(["act", "agree", "ping", "hello", "x"])
)
def test_whatever_is_sent_is_answered_by_a_message(sent: dict[str, Any], kind: str) -> None:
    made = opened()
    for token in made.tokens.values():
        spoken(token, hello(token))
    answer = spoken(made.tokens["P1"], {"id": "a", "n": 1, **sent, "t": kind})
    said = frames(answer)
    kinds = tuple(each["t"] for each in said)
    assert (answer.status_code, kinds) in {
        *((200, kinds) for kinds in (("no", "view"), ("ack", "view"), ("ack", "no", "view"), ("pong",))),
        (400, ("no",)),
    }
    assert all(each["message"].endswith(".") for each in said if each["t"] == "no"), said


def test_an_event_that_is_called_like_the_address_keeps_its_pages() -> None:
    assert "game" in RESERVED_SLUGS
    event = make_event(8)
    Event.objects.filter(pk=event.pk).update(slug="game")
    pages = ("/game/", "/game/standings/", "/game/now.json", "/game/live/", "/desk/game/")
    assert [Client().get(page).status_code for page in pages] == [200, 200, 200, 200, 302]
