"""A browser on a machine where `serve` runs: it keeps its cookies, fills forms in and follows where it is led."""

from __future__ import annotations

import re
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener
from uuid import uuid4

from tests.run.patience import PATIENCE
from tests.tournament.pages.forms import forms_in, has_field
from tests.tournament.pages.reading import words_of


class Browser:
    """It opens pages of one server; ``status``, ``address`` and ``text`` are those of the page that it shows."""

    def __init__(self, port: int, host: str = "127.0.0.1", **fields: str) -> None:
        """``fields`` are sent with every request, "_" in their names standing for "-"."""
        self.base = f"http://{host}:{port}"
        self._fields = {name.replace("_", "-"): value for name, value in fields.items()}
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))
        self.status, self.address, self.text, self.body = 0, "", "", b""
        self.headers: dict[str, str] = {}

    @property
    def words(self) -> str:
        """What the page says."""
        return words_of(self.text)

    def open(self, path: str, data: bytes | None = None, **fields: str) -> Browser:
        """Open a page, and follow where it leads."""
        request = Request(f"{self.base}{path}", data, {**self._fields, **fields})  # noqa: S310  our own server
        try:
            answer = self._opener.open(request, timeout=PATIENCE)
        except HTTPError as refused:
            answer = refused
        with answer:
            self.body = answer.read()
            self.status, self.address = answer.status, answer.geturl().removeprefix(self.base)
            self.headers = dict(answer.headers)
            self.text = self.body.decode(errors="replace")
        return self

    @property
    def token(self) -> str:
        """The token of the page's forms; any where it has none."""
        return next(iter(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', self.text)), "none")

    def send(self, path: str, **fields: str) -> Browser:
        """Send a form with the token of this page."""
        body = urlencode({"csrfmiddlewaretoken": self.token, **fields}).encode()
        return self.open(path, body, Origin=self.base)

    def fill(self, field: str, **typed: str | list[str]) -> Browser:
        """Send the first form of the page that has the field, with what is typed over it."""
        form = next(form for form in forms_in(self.text, self.address) if has_field(form, field))
        body = urlencode({**form.values, **typed}, doseq=True).encode()
        assert self.open(urljoin(self.address, form.action), body, Origin=self.base).status == 200, self.words
        return self

    def show(self, code: str) -> Browser:
        """Show the code of the window of `serve` on the log-in page, and be known from then on."""
        return self.open("/login/").send("/let-in/", code=code)

    def bring(self, path: str, file: Path) -> Browser:
        """Send a form with a file."""
        line = uuid4().hex
        parts = [
            f'--{line}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{self.token}\r\n'.encode(),
            f'--{line}\r\nContent-Disposition: form-data; name="file"; filename="{file.name}"\r\n\r\n'.encode(),
            file.read_bytes(),
            f"\r\n--{line}--\r\n".encode(),
        ]
        kind = {"Content-Type": f"multipart/form-data; boundary={line}", "Origin": self.base}
        return self.open(path, b"".join(parts), **kind)
