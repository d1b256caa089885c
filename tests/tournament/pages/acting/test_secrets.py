"""A page with a secret that stays the same is sent as it is: the length of a compressed one would tell of it."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as installed
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client

from tests.build import director_of, make_event, publish
from tests.tournament.pages.forms import press
from tests.tournament.pages.people.test_registrations import at_leisure, link_in, registered
from tournament.access.devices import player_codes
from tournament.day.office.registering import RegistrationSettings
from tournament.public.answers import CompressedMiddleware
from tournament.slices.registration.acts import set_registration

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures(at_leisure.__name__)]

TAKES_GZIP = "gzip, deflate, br"
SECRET = re.compile(
    r"\{\{ (?:link|secret|code\.address|ruling\.link\.code) \}\}|<code>\{\{ token \}\}|=(?:made|ruling)\.link\b|name=\"code\" value="
)
"""How templates write what lets somebody in; `{{ code }}` elsewhere names a game, which everybody may watch."""


def asked(client: Client, address: str) -> Any:
    """What a browser that takes gzip gets."""
    return client.get(address, headers={"accept-encoding": TAKES_GZIP})


def pressed(client: Client, address: str, button: str, typed: dict[str, Any] | None = None) -> Any:
    """What a browser that takes gzip gets for a press of a button."""
    page = client.get(address)
    client.defaults["HTTP_ACCEPT_ENCODING"] = TAKES_GZIP
    answer = press(client, page, button, typed or {})
    del client.defaults["HTTP_ACCEPT_ENCODING"]
    return answer


def is_plain_with(answer: Any, secret: str) -> bool:
    """Whether an answer has a secret and is sent without compression."""
    assert "Content-Encoding" not in answer.headers
    assert "Accept-Encoding" in answer["Vary"]
    return secret in answer.content.decode()


def test_invitations_of_the_desk_are_sent_as_they_are(director: Client) -> None:
    event = make_event(4)
    helpers = f"/desk/{event.slug}/helpers/"
    assert is_plain_with(pressed(director, helpers, "Invite a helper", {"name": "Nora", "roles": ["desk"]}), "/let-in/")
    assert asked(director, helpers)["Content-Encoding"] == "gzip"
    boss = director_of(event)
    boss.is_superuser = boss.is_staff = True
    boss.save()
    assert is_plain_with(pressed(director, "/desk/accounts/", "Invite another account"), "/let-in/")
    assert asked(director, "/desk/accounts/")["Content-Encoding"] == "gzip"


def test_private_links_of_registrations_are_sent_as_they_are(client: Client, director: Client) -> None:
    event = make_event(2)
    set_registration(event, director_of(event), RegistrationSettings(is_open=True, places=4))
    link = link_in(registered(client, event))
    assert is_plain_with(asked(client, link), link)
    renewed = pressed(director, f"/desk/{event.slug}/entries/registrations/1/link/", "New private link")
    assert is_plain_with(renewed, f"/{event.slug}/r/")
    assert asked(client, f"/{event.slug}/register/")["Content-Encoding"] == "gzip"


def test_codes_of_tables_and_players_are_sent_as_they_are(client: Client, director: Client) -> None:
    event = make_event(8, rounds_planned=1, on_devices=True)
    code = player_codes(event)[1]
    client.post(f"/{event.slug}/c/1/{code}/")
    assert is_plain_with(asked(client, f"/{event.slug}/p/1/"), code)
    assert is_plain_with(asked(director, f"/desk/{event.slug}/entries/1/phone/"), code)
    publish(event)
    assert is_plain_with(asked(director, f"/desk/{event.slug}/rounds/1/boards/"), f"/{event.slug}/c/1/1/")
    assert asked(director, f"/desk/{event.slug}/rounds/1/")["Content-Encoding"] == "gzip"
    without_code = asked(Client(), f"/{event.slug}/c/1/{code}/")
    assert code not in gzip.decompress(without_code.content).decode()


def test_every_template_that_writes_a_link_or_code_says_so() -> None:
    writing = {
        path.name: path.read_text()
        for path in Path(installed.BASE_DIR, "templates").rglob("*.html")
        if SECRET.search(path.read_text())
    }
    assert set(writing) >= {
        "mine.html",
        "phone.html",
        "link.html",
        "helpers.html",
        "all.html",
        "boards.html",
    }
    assert [name for name, text in writing.items() if "{% lasting_secret %}" not in text] == []


@pytest.mark.parametrize(
    ("kind", "is_compressed"),
    [
        ("text/html; charset=utf-8", True),
        ("text/csv; charset=utf-8", True),
        ("text/calendar; charset=utf-8", True),
        ("application/json", True),
        ("image/svg+xml", True),
        ("application/pdf", False),
        ("application/gzip", False),
        ("image/png", False),
    ],
)
def test_texts_are_compressed_and_what_is_compressed_inside_is_left_alone(kind: str, *, is_compressed: bool) -> None:
    def of(response: Any) -> Any:
        request = HttpRequest()
        request.META["HTTP_ACCEPT_ENCODING"] = "gzip"
        return CompressedMiddleware(lambda _request: response)(request)

    text = b"Ada, Bob, Cleo. " * 40
    answer = of(HttpResponse(text, content_type=kind, headers={"ETag": '"of-it"'}))
    assert ("Content-Encoding" in answer.headers) == is_compressed
    if is_compressed:
        assert (gzip.decompress(answer.content), answer["ETag"]) == (text, 'W/"of-it"')
        assert int(answer["Content-Length"]) == len(answer.content) < len(text)
    assert "Content-Encoding" not in of(HttpResponse(b"few", content_type=kind)).headers
    assert "Content-Encoding" not in of(StreamingHttpResponse([text], content_type=kind)).headers
