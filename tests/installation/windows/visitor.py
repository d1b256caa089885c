"""A browser without a window: it keeps cookies, follows what leads on, and sends forms as they stand on their pages."""

from __future__ import annotations

import secrets
from http.client import HTTPResponse
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, ProxyHandler, Request, build_opener

from tests.tournament.pages.forms import Form, form_in, forms_in


class Page:
    """An answer: its address after all that led on, its status and what is in it."""

    def __init__(self, answer: HTTPResponse | HTTPError) -> None:
        self.address, self.status, self.content = str(answer.url), int(answer.status or 0), answer.read()
        self.kind = str(answer.headers["Content-Type"])

    @property
    def text(self) -> str:
        """What is in it, as text."""
        return self.content.decode()


class Visitor:
    """A browser at one server."""

    def __init__(self, server: str, patience: float) -> None:
        self.server, self.patience = server, patience
        self._opener = build_opener(ProxyHandler({}), HTTPCookieProcessor(CookieJar()))

    def get(self, address: str) -> Page:
        """Open a page; raises OSError where nobody answers."""
        return self._open(Request(urljoin(self.server, address)))  # noqa: S310 - a server of the test

    def send(self, page: Page, field: str, *, file: bytes | None = None, **typed: str) -> Page:
        """Send the one form of the page that has the field, with what is typed over it and, as ``file``, a file."""
        return self._post(page, form_in(page.text, page.address, field), typed, file)

    def press(self, page: Page, words: str, **typed: str) -> Page:
        """Press the one button of the page that begins with these words, after typing into its form."""
        ((form, button),) = [
            (form, button)
            for form in forms_in(page.text, page.address)
            for button in form.buttons
            if button.words.startswith(words)
        ]
        pressed = {button.name: button.value} if button.name else {}
        return self._post(page, form, pressed | typed, None)

    def _post(self, page: Page, form: Form, typed: dict[str, str], file: bytes | None) -> Page:
        filled = {name: str(values[-1]) for name, values in form.values.items()} | typed
        kind, body = "application/x-www-form-urlencoded", urlencode(filled).encode()
        if file is not None:
            edge = secrets.token_hex(16)
            kind, body = f"multipart/form-data; boundary={edge}", in_parts(edge, filled, file)
        address = urljoin(page.address, form.action)
        headers = {"Content-Type": kind, "Referer": page.address}
        return self._open(Request(address, data=body, headers=headers))  # noqa: S310 - a server of the test

    def _open(self, request: Request) -> Page:
        try:
            with self._opener.open(request, timeout=self.patience) as answer:
                return Page(answer)
        except HTTPError as refusal:
            with refusal:
                return Page(refusal)


def in_parts(edge: str, fields: dict[str, str], file: bytes) -> bytes:
    """The body of a form with a file, which its field `file` holds."""
    parts = [f'Content-Disposition: form-data; name="{name}"\r\n\r\n{value}'.encode() for name, value in fields.items()]
    head = (
        'Content-Disposition: form-data; name="file"; filename="copy.sqlite3"\r\nContent-Type: application/octet-stream'
    )
    parts.append(f"{head}\r\n\r\n".encode() + file)
    return b"".join(b"--%b\r\n%b\r\n" % (edge.encode(), part) for part in parts) + f"--{edge}--\r\n".encode()
