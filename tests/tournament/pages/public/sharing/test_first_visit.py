"""What a first visit to an event costs: its page, and every style sheet, script and picture that the page names."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from pytest_django import Settings

from tests.build import make_event, play_to, publish
from tests.tournament.pages.reading import give_tiles

pytestmark = pytest.mark.django_db

MOST = 45_000
"""Bytes on the wire, heads of answers included."""
TAKES = {"accept-encoding": "gzip, deflate"}
NAMED = re.compile(r'<(?:script|img)[^>]* src="([^"]+)"|<link rel="(?:stylesheet|icon)" href="([^"]+)"')


def content_of(answer: Any) -> bytes:
    """The bytes of an answer, whole; it is closed then."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    answer.close()
    return bytes(content)


def on_the_wire(client: Client, address: str) -> tuple[int, str]:
    """The bytes of an answer with its head as HTTP/1.1 writes it, and its text as far as it is text."""
    answer, plain = client.get(address, headers=TAKES), client.get(address)
    assert answer.status_code == 200, address
    head = sum(len(f"{name}: {value}\r\n") for name, value in answer.items()) + len("HTTP/1.1 200 OK\r\n\r\n")
    return head + len(content_of(answer)), content_of(plain).decode()


@pytest.mark.parametrize("prefix", ["", "/de"])
@pytest.mark.parametrize("players", [25, 250])
def test_a_first_visit_to_an_event_is_at_most_45_kilobytes(
    client: Client, settings: Settings, players: int, prefix: str
) -> None:
    settings.WHITENOISE_AUTOREFRESH = False  # as it is served: files compressed when they were gathered
    event = play_to(make_event(players, rounds_planned=3), round_closed=1)
    publish(event, 2)
    give_tiles(event, 2)
    address = f"{prefix}/{event.slug}/"
    size, page = on_the_wire(client, address)
    files = {urljoin(address, found) for pair in NAMED.findall(page) for found in pair if found}
    sizes = {file: on_the_wire(client, file)[0] for file in files} | {address: size}
    assert len(files) >= 5
    assert sum(sizes.values()) <= MOST, sizes
