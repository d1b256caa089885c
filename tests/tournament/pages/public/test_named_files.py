"""Style sheets, scripts and pictures: named by what they hold, kept for ever, and what a first visit costs."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path
from typing import Any, cast
from urllib.parse import urljoin

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import ManifestFilesMixin
from django.core.files.storage import storages
from django.test import Client
from pytest_django import Settings

from tests.build import make_event, play_to, publish
from tests.tournament.pages.reading import give_tiles, html
from tournament.access.devices import codes_of
from tournament.public import cache
from tournament.record.devices import player_subject

pytestmark = pytest.mark.django_db


FOR_EVER = "max-age=315360000, public, immutable"
APP = Path(settings.BASE_DIR) / "static" / "tournament" / "app.css"
_NAMED = re.compile(r'(?:src|href)="(/static/[^"]+)"')
_MARKED = re.compile(r"^/static/.+\.([0-9a-f]{12})\.(?:css|js|svg|png|ico)$")


@pytest.fixture(params=[True, False], ids=["looked for each time", "found once"])
def server(request: pytest.FixtureRequest, settings: Settings) -> Client:
    """A browser before a server that looks for each file anew, as the tests do, and one as it runs."""
    settings.WHITENOISE_AUTOREFRESH = request.param
    return Client()


def body(client: Client, address: str) -> bytes:
    """What a file's address answers, whole."""
    return b"".join(client.get(address).streaming_content)  # type: ignore[attr-defined]  # whitenoise streams


def test_every_file_that_a_page_names_is_named_by_what_it_holds_and_kept_for_ever(
    server: Client, director: Client
) -> None:
    event = play_to(make_event(8), round_closed=1)
    pages = [f"/{event.slug}/", f"/{event.slug}/standings/", "/floor/", "/login/", "/no-such-page/"]
    named_by = [server.get(page).content.decode() for page in pages]
    named_by += [html(director, f"/desk/{event.slug}/{page}") for page in ("", "rounds/1/results/", "entries/")]
    addresses = {address for page in named_by for address in _NAMED.findall(page)}
    assert len(addresses) > 6
    for address in sorted(addresses):
        mark = _MARKED.match(address)
        assert mark, f"{address} does not tell what it holds"
        answer = server.get(address)
        assert (answer.status_code, answer["Cache-Control"]) == (200, FOR_EVER), address
        content = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
        assert hashlib.md5(content, usedforsecurity=False).hexdigest().startswith(mark[1])
        assert "Set-Cookie" not in answer


def test_a_plain_name_is_answered_too_for_a_minute_and_nothing_again_where_it_is_known(server: Client) -> None:
    answer = server.get("/static/tournament/app.css")
    assert (answer.status_code, answer["Cache-Control"]) == (200, "max-age=60, public")
    assert b"".join(answer.streaming_content) == APP.read_bytes()  # type: ignore[attr-defined]
    again = server.get("/static/tournament/app.css", headers={"if-none-match": answer["ETag"]})
    assert again.status_code == 304


def test_a_page_of_another_version_is_led_to_the_file_of_today(server: Client) -> None:
    answer = server.get("/static/tournament/app.0123456789ab.css")
    assert (answer.status_code, answer["Location"]) == (302, storages["staticfiles"].url("tournament/app.css"))
    assert answer["Cache-Control"] == "no-store"
    assert body(server, answer["Location"]) == APP.read_bytes()


@pytest.mark.parametrize(
    "name", ["tournament/none.0123456789ab.css", "tournament/none.css", "0123456789ab.css", "../manage.0123456789ab.py"]
)
def test_a_name_of_no_file_is_no_address(server: Client, name: str) -> None:
    assert server.get(f"/static/{name}").status_code == 404


def test_a_page_that_names_a_file_that_is_not_there_is_told_so() -> None:
    with pytest.raises(ValueError, match=r"Missing staticfiles manifest entry for 'tournament/none\.css'"):
        storages["staticfiles"].url("tournament/none.css")


def test_work_on_this_machine_uses_plain_names(settings: Settings) -> None:
    settings.DEBUG = True
    assert storages["staticfiles"].url("tournament/app.css") == "/static/tournament/app.css"


def test_a_page_that_another_version_rendered_is_rendered_anew() -> None:
    event = make_event(8)
    first, other = cache.cached_value(event, "words", lambda: "ours"), cache.cached_value(event, "words", lambda: "new")
    assert (first, other) == ("ours", "ours")
    storage = cast("ManifestFilesMixin", storages["staticfiles"])
    ours, storage.manifest_hash = storage.manifest_hash, "ffffffffffff"
    try:
        assert cache.cached_value(event, "words", lambda: "of the new version") == "of the new version"
    finally:
        storage.manifest_hash = ours


def test_style_sheets_and_scripts_go_out_compressed_to_whoever_takes_it(server: Client) -> None:
    for name in ("tournament/app.css", "tournament/app.js", "django_htmx/htmx-2.min.js"):
        address = storages["staticfiles"].url(name)
        plain = body(server, address)
        answer = server.get(address, headers={"accept-encoding": "gzip"})
        assert (answer["Content-Encoding"], answer["Vary"]) == ("gzip", "Accept-Encoding")
        packed = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
        assert gzip.decompress(packed) == plain
        assert len(packed) < 0.5 * len(plain)


# What a first visit to an event costs: its page, and every style sheet, script and picture that the page names


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
    card = player_subject(1)
    client.post(f"/{event.slug}/c/1/{codes_of(event, [card])[card]}/")
    own = f"/{event.slug}/p/1/"
    if prefix:
        client.get(f"{own}?language=de", follow=True)
    for address in (f"{prefix}/{event.slug}/", f"{prefix}/{event.slug}/screen/", own):
        size, page = on_the_wire(client, address)
        files = {urljoin(address, found) for pair in NAMED.findall(page) for found in pair if found}
        sizes = {file: on_the_wire(client, file)[0] for file in files} | {address: size}
        assert len(files) >= 5
        assert sum(sizes.values()) <= MOST, sizes
