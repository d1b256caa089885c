"""A simple browser for measuring: one connection kept open, cookies, how long each answer took, and the forms of pages."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from html.parser import HTMLParser
from http.client import HTTPConnection, HTTPException, HTTPResponse
from types import MappingProxyType
from urllib.parse import urlencode, urlsplit

PATIENCE = 30.0
"""Seconds after which an answer is given up."""

NOTHING: Mapping[str, str] = MappingProxyType({})
PRESSED: Mapping[str, str] = MappingProxyType({"Accept-Encoding": "gzip"})
"""The request field of a browser that takes compressed answers, as every phone does."""
COOKIE = re.compile(r"^([^=;\s]+)=([^;]*)")


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: its status (0 for none), ``took`` in ms since the request was due, its fields by name in lower case, and its text.

    The text is empty for a compressed answer.
    """

    status: int
    took: float
    headers: Mapping[str, str]
    text: str

    @property
    def size(self) -> int:
        """The length in bytes of the body as it was sent."""
        return int(self.headers.get("content-length", 0))


class Browser:
    """One connection to the server with its own cookies; it follows no redirect."""

    def __init__(self, address: str, cookies: Mapping[str, str] | None = None) -> None:
        parts = urlsplit(address)
        self.connection = HTTPConnection(str(parts.hostname), parts.port, timeout=PATIENCE)
        self.origin = address
        self.cookies = dict(cookies or {})

    def get(self, path: str, due: float | None = None, headers: Mapping[str, str] = NOTHING) -> Answer:
        """Ask for a page; its time is counted from ``due`` (on time.perf_counter's clock), None for now."""
        return self._asked("GET", path, None, headers, due)

    def post(self, path: str, values: Mapping[str, str], due: float | None = None) -> Answer:
        """Send a form with these values, which include its tokens; ``due`` as for `get`."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        return self._asked("POST", path, urlencode(values, doseq=True), headers, due)

    def _asked(self, method: str, path: str, body: str | None, headers: Mapping[str, str], due: float | None) -> Answer:
        """Send a request, keep the cookies of its answer, and return it; an answer of status 0 where there is none."""
        since = time.perf_counter() if due is None else due
        sent = {
            "Accept": "text/html",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
            **headers,
        }
        try:
            answer, content = self._answered(method, path, body, sent)
        except (OSError, HTTPException) as problem:
            self.connection.close()
            return Answer(0, _ms(since), {}, repr(problem))
        for name, value in answer.getheaders():
            found = COOKIE.match(value) if name.lower() == "set-cookie" else None
            if found:
                self.cookies[found[1]] = found[2]
        received = {name.lower(): value for name, value in answer.getheaders()}
        is_pressed = bool(received.get("content-encoding"))
        return Answer(answer.status, _ms(since), received, "" if is_pressed else content.decode())

    def _answered(
        self, method: str, path: str, body: str | None, headers: Mapping[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        """The answer and its body; where the server has closed the idle connection, a GET request is sent once more on a new one."""
        is_old = self.connection.sock is not None
        try:
            self.connection.request(method, path, body, dict(headers))
            answer = self.connection.getresponse()
            return answer, answer.read()
        except (ConnectionError, HTTPException):
            self.connection.close()
            if not is_old or method != "GET":
                raise
        self.connection.request(method, path, body, dict(headers))
        answer = self.connection.getresponse()
        return answer, answer.read()

    def close(self) -> None:
        """Close the connection."""
        self.connection.close()


def _ms(since: float) -> float:
    """The milliseconds since a moment of time.perf_counter."""
    return 1000 * (time.perf_counter() - since)


Values = dict[str, str]


def form_with(page: str, beginning: str) -> Values:
    """The values that a form of the page would send: of the first form with a field whose name starts with ``beginning``.

    Raises LookupError where there is none.
    """
    reader = _Forms()
    reader.feed(page)
    for values in reader.forms:
        if any(name.startswith(beginning) for name in values):
            return values
    raise LookupError(f"no form of the page has a field {beginning}…")


class _Forms(HTMLParser):
    """Reads the fields of each form of a page with their values; a list's value is its chosen option, else the first."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Values] = [{}]
        self.chosen_in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Store the field that this tag makes, if it makes one."""
        here = dict(attrs)
        name, values = here.get("name") or "", self.forms[-1]
        if tag == "form":
            self.forms.append({})
        elif tag == "select":
            self.chosen_in = name
        elif tag == "option" and self.chosen_in and ("selected" in here or self.chosen_in not in values):
            values[self.chosen_in] = here.get("value") or ""
        elif tag == "textarea" and name:
            values[name] = ""
        elif tag == "input" and name and (here.get("type") not in ("checkbox", "radio", "submit") or "checked" in here):
            values[name] = here.get("value") or ""
