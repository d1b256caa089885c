"""The page that `serve --open` opens in the browser: not before it is answered."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest

from tournament.management.serving import place


class _Slow(BaseHTTPRequestHandler):
    """A server whose pages come with the third request."""

    asked = 0

    def do_HEAD(self) -> None:
        type(self).asked += 1
        self.send_response(200 if self.asked > 2 else 502)
        self.end_headers()

    def log_message(self, format: str, *words: object) -> None:
        """Say nothing."""


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was opened in the browser."""
    seen: list[str] = []
    monkeypatch.setattr("webbrowser.open", seen.append)
    monkeypatch.setattr(place, "LOOKS_EVERY", 0.01)
    return seen


@pytest.fixture
def server() -> Iterator[str]:
    """The address of the server."""
    _Slow.asked = 0
    with HTTPServer(("127.0.0.1", 0), _Slow) as made:
        thread = Thread(target=made.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{made.server_port}"
        made.shutdown()
        thread.join()


def test_a_page_is_opened_once_it_is_answered(server: str, opened: list[str]) -> None:
    place.open_when_answered(f"{server}/let-in/abc/")
    assert (opened, _Slow.asked) == ([f"{server}/let-in/abc/"], 3)


def test_nothing_is_opened_where_nobody_answers_and_where_nothing_is_asked_for(
    opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, "LONGEST", 0.05)
    place.open_when_answered("http://127.0.0.1:1/")
    place.open_when_answered("")
    assert opened == []
