"""A browser as far as a server notices it: one kept connection, cookies, how long each answer took, and the forms of pages."""

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
"""What every phone takes."""
COOKIE = re.compile(r"^(\w+)=([^;]*)")


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the status (0 for nothing), ms since it was due, the headers in small letters, and the text where it was wanted."""

    status: int
    took: float
    headers: Mapping[str, str]
    text: str

    @property
    def size(self) -> int:
        """Bytes of the body on the wire."""
        return int(self.headers.get("content-length", 0))


class Browser:
    """One connection to the server with its own cookies; it follows no redirect."""

    def __init__(self, address: str, cookies: Mapping[str, str] | None = None) -> None:
        parts = urlsplit(address)
        self.connection = HTTPConnection(str(parts.hostname), parts.port, timeout=PATIENCE)
        self.origin = address
        self.cookies = dict(cookies or {})

    def get(self, path: str, due: float | None = None, headers: Mapping[str, str] = NOTHING) -> Answer:
        """Ask for a page; ``due`` is when it should have been asked for, so that waiting for one's turn counts."""
        return self._asked("GET", path, None, headers, due)

    def post(self, path: str, values: Mapping[str, str], due: float | None = None) -> Answer:
        """Send a form, its key and token as they stand in ``values``."""
        headers = {"Content-Type": "application/x-www-form-urlencoded", "Origin": self.origin}
        return self._asked("POST", path, urlencode(values, doseq=True), headers, due)

    def _asked(self, method: str, path: str, body: str | None, headers: Mapping[str, str], due: float | None) -> Answer:
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
        """The answer; where the server had hung up an idle connection meanwhile, a question is asked once more on a new one."""
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
        """Hang up."""
        self.connection.close()


def _ms(since: float) -> float:
    return 1000 * (time.perf_counter() - since)


Values = dict[str, str]


def form_with(page: str, beginning: str) -> Values:
    """What the form that has a field whose name begins so would send as it stands; raises LookupError where none has."""
    reader = _Forms()
    reader.feed(page)
    for values in reader.forms:
        if any(name.startswith(beginning) for name in values):
            return values
    raise LookupError(f"no form of the page has a field {beginning}…")


class _Forms(HTMLParser):
    """The fields of each form with what they hold; a list holds what is chosen in it, or its first offer."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Values] = [{}]
        self.chosen_in = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a field."""
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
