"""A browser as small as a load needs one: cookies by path, forms as they stand, gzip taken, pages asked for only where they changed."""

from __future__ import annotations

import gzip
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from threading import RLock
from urllib.parse import urlencode

from laboratory.hall.browsers import form_with

Fields = Mapping[str, str | list[str]]
LONGEST_ANSWER = 60.0
"""Seconds after which an answer is given up and counts as an error."""


@dataclass(frozen=True, slots=True)
class Page:
    """An answer: status (0 where none came), headers in small letters, the text, bytes on the wire, milliseconds until it was whole."""

    status: int
    headers: Mapping[str, str]
    text: str
    size: int
    ms: float

    def form(self, beginning: str) -> dict[str, str]:
        """What the form that has a field whose name begins so would send."""
        return dict(form_with(self.text, beginning))


@dataclass
class Browser:
    """Somebody's browser at one installation; one request at a time."""

    host: str
    port: int
    origin: str = ""
    tls: ssl.SSLContext | None = None
    cookies: dict[tuple[str, str], str] = field(default_factory=dict)
    """The value of each cookie by its name and path."""
    marks: dict[str, str] = field(default_factory=dict)
    """The mark (ETag) of each page that is kept."""
    source: tuple[str, int] | None = None
    """The address and port from which it asks; None for any."""
    _line: HTTPConnection | None = None
    _turn: RLock = field(default_factory=RLock)
    """Whoever asks while another thread does, for the same person, waits for the answer."""

    def get(self, path: str, headers: Mapping[str, str] | None = None, *, keeps: bool = False) -> Page:
        """Open a page; one that ``keeps`` asks with the mark of what it has, and is answered 304 where that is still so."""
        headers = dict(headers or {})
        if keeps and path in self.marks:
            headers["If-None-Match"] = self.marks[path]
        page = self._ask("GET", path, b"", headers)
        if keeps and page.status == 200 and "etag" in page.headers:
            self.marks[path] = page.headers["etag"]
        return page

    def post(self, path: str, fields: Fields) -> Page:
        """Send a form."""
        body = urlencode({"csrfmiddlewaretoken": self.cookie("csrftoken-", path), **fields}, doseq=True).encode()
        sent = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self._origin,
            "Referer": f"{self._origin}{path}",
        }
        return self._ask("POST", path, body, sent)

    def send(self, path: str, body: bytes, headers: Mapping[str, str]) -> Page:
        """Send anything, as a program does."""
        return self._ask("POST", path, body, headers)

    def log_in(self, name: str, password: str) -> Page:
        """Log in as a director does."""
        self.get("/login/")
        return self.post("/login/", {"username": name, "password": password})

    def cookie(self, name: str, path: str) -> str:
        """The value of a cookie at a path, by how its name begins; empty where there is none."""
        return next(
            (
                value
                for (each, where), value in self.cookies.items()
                if each.startswith(name) and path.startswith(where)
            ),
            "",
        )

    def at(self, host: str, port: int) -> Browser:
        """The same person at another host of the installation: the cookies are shared, the line is not."""
        return Browser(host, port, self._origin, self.tls, self.cookies)

    def close(self) -> None:
        """Hang up."""
        with self._turn:
            if self._line:
                self._line.close()
            self._line = None

    @property
    def _origin(self) -> str:
        return self.origin or f"http://{self.host}:{self.port}"

    def _ask(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Page:
        with self._turn:
            return self._answered(method, path, body, headers)

    def _answered(self, method: str, path: str, body: bytes, headers: Mapping[str, str]) -> Page:
        held = "; ".join(f"{name}={value}" for (name, where), value in self.cookies.items() if path.startswith(where))
        named = self._origin.partition("://")[2]
        sent = {"Host": named, "Accept-Encoding": "gzip", **({"Cookie": held} if held else {}), **headers}
        began = time.perf_counter()
        for is_last in (False, True):  # a line that the server closed while nothing was asked is opened anew, once
            is_new = self._line is None
            try:
                line = self._line = self._line or self._open()
                line.request(method, path, body or None, sent)
                answer = line.getresponse()
                raw = answer.read()
                break
            except (OSError, HTTPException):
                self.close()
                if is_new or is_last:
                    return Page(0, {}, "", 0, 1000 * (time.perf_counter() - began))
        took = 1000 * (time.perf_counter() - began)
        self._keep(answer)
        headed = {name.lower(): value for name, value in answer.getheaders()}
        text = gzip.decompress(raw) if headed.get("content-encoding") == "gzip" and raw else raw
        if answer.will_close:
            self.close()
        return Page(answer.status, headed, text.decode("utf-8", "replace"), len(raw), took)

    def _open(self) -> HTTPConnection:
        if self.tls:
            return HTTPSConnection(
                self.host, self.port, timeout=LONGEST_ANSWER, context=self.tls, source_address=self.source
            )
        return HTTPConnection(self.host, self.port, timeout=LONGEST_ANSWER, source_address=self.source)

    def _keep(self, answer: HTTPResponse) -> None:
        for line in answer.headers.get_all("Set-Cookie") or []:
            pair, *parts = (part.strip() for part in line.split(";"))
            name, _, value = pair.partition("=")
            path = next((part[5:] for part in parts if part.lower().startswith("path=")), "/")
            if value in ("", '""'):
                self.cookies.pop((name, path), None)
            else:
                self.cookies[name, path] = value
