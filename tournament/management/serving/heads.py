"""Heads of HTTP requests and responses, as the front reads and forwards them: strictly, so that both sides read the same.

What two readers could understand in two ways is refused: two lengths, a length and chunks, folded lines, odd names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from http import HTTPStatus

from tournament.installation.this_machine import FIELD as THIS_MACHINE

LONGEST_HEAD = 32_768
"""Bytes."""
MOST_FIELDS = 100

KNOWN_FIELD = "x-known-device"
"""The field by which the front asks a server whether an account of a known device holds a role, and by which the server answers.

It is removed from what browsers send and get.
"""

_LINE = re.compile(r"([A-Z]{1,16}) (/[\x21-\x7e\x80-\xff]*) HTTP/1\.([01])", re.ASCII)
_FIELD = re.compile(r"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)", re.ASCII)
_STATUS = re.compile(r"HTTP/1\.[01] (\d{3})( [\t\x20-\x7e\x80-\xff]*)?", re.ASCII)
_OWN = frozenset({"connection", "keep-alive", "proxy-connection", "te", "upgrade", "expect", "x-forwarded-for"}) | {
    KNOWN_FIELD,
    THIS_MACHINE,
}
"""The fields of a request that are not forwarded: they concern one connection only, or the front writes them itself."""
_WITHOUT_BODY = (204, 304)

Fields = tuple[tuple[str, str], ...]


class RefusedRequestError(Exception):
    """A request that is not forwarded, with the status and sentence of its answer."""

    def __init__(self, status: HTTPStatus, words: str) -> None:
        super().__init__(words)
        self.status = status


@dataclass(frozen=True, slots=True)
class RequestHead:
    """The head of a request: its first line, its fields (their names in lower case), and the length of its body in bytes."""

    method: str
    target: str
    minor: str
    """The digit after "HTTP/1." in the first line."""
    fields: Fields
    length: int

    @property
    def path(self) -> str:
        """The address without its query string."""
        return self.target.partition("?")[0]

    def field(self, name: str) -> str:
        """The value of a field by its name in lower case; several are joined by commas, and none gives an empty text."""
        return ", ".join(value for key, value in self.fields if key == name)

    @property
    def stays_open(self) -> bool:
        """Whether the browser wants to send its next request over the same connection."""
        wish = self.field("connection").lower()
        return "close" not in wish if self.minor == "1" else "keep-alive" in wish

    @property
    def waits(self) -> bool:
        """Whether the browser waits for “100 Continue” before it sends the body."""
        return self.length > 0 and self.minor == "1" and self.field("expect").lower() == "100-continue"

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies of the request by name; parts without a name are left out."""
        pairs = (part.strip().partition("=") for part in self.field("cookie").replace(", ", "; ").split(";"))
        return {name: value.strip('"') for name, _sign, value in pairs if name}

    def passed_on(self, peer: str, *, is_marked: bool = False, here: str = "") -> bytes:
        """The head as it is forwarded to a server, with the client's address ``peer`` added.

        With ``is_marked`` the server is asked whether an account of the device holds a role; ``here`` is the secret that says that a
        browser on this machine asks, empty for any other.
        """
        came_by = ", ".join(filter(None, (self.field("x-forwarded-for"), peer)))
        lines = [f"{self.method} {self.target} HTTP/1.{self.minor}"]
        lines += [f"{name}: {value}" for name, value in self.fields if name not in _OWN]
        lines += [f"x-forwarded-for: {came_by}", *([f"{KNOWN_FIELD}: asked"] if is_marked else [])]
        lines += [f"{THIS_MACHINE}: {here}"] if here else []
        lines += ["connection: close", "", ""]
        return "\r\n".join(lines).encode("latin-1")


def read_request_head(head: bytes) -> RequestHead:
    """Parse a request's head without its final empty line; raises RefusedRequestError where it is not plain HTTP/1."""
    line, *rest = head.decode("latin-1").split("\r\n")
    found = _LINE.fullmatch(line)
    if found is None:
        raise _unreadable()
    method, target, minor = found.groups()
    fields = _parsed_fields(rest)
    names = [name for name, _value in fields]
    if "transfer-encoding" in names:
        raise RefusedRequestError(HTTPStatus.LENGTH_REQUIRED, "State the length of the request in Content-Length.")
    if names.count("host") > 1 or (minor == "1" and "host" not in names):
        raise _unreadable()
    return RequestHead(method, target, minor, fields, _body_length(fields))


def _parsed_fields(lines: list[str]) -> Fields:
    """The names (in lower case) and values of a request's fields; raises RefusedRequestError for too many or malformed ones."""
    if len(lines) > MOST_FIELDS:
        raise too_long_a_head()
    read = [_FIELD.fullmatch(line) for line in lines]
    if None in read:
        raise _unreadable()
    named = [(each[1].lower(), each[2].rstrip(" \t")) for each in read if each]
    # WSGI servers read "_" in a name as "-", so a field such as X_Known_Device could be taken for one that the front writes.
    return tuple((name, value) for name, value in named if "_" not in name)


def _body_length(fields: Fields) -> int:
    """The length of the body by Content-Length; 0 without that field. Raises RefusedRequestError for two or a malformed one."""
    lengths = [value for name, value in fields if name == "content-length"]
    if not lengths:
        return 0
    if len(lengths) > 1 or not (lengths[0].isascii() and lengths[0].isdecimal()) or len(lengths[0]) > 15:
        raise _unreadable()
    return int(lengths[0])


@dataclass(frozen=True, slots=True)
class ResponseHead:
    """The head of a response, and the length of its body in bytes; None where the body ends when the connection is closed."""

    head: bytes
    length: int | None
    tells_its_end: bool
    """Whether the browser can tell where the body ends, by its length or by chunks, although the connection stays open."""
    holds_role: bool | None = None
    """Whether an account of the device that sent the request holds a role; None where the server does not say."""

    def sent(self, *, stays_open: bool) -> bytes:
        """The head as it is sent to the browser, which is told whether the connection stays open."""
        return self.head + (b"Connection: keep-alive\r\n\r\n" if stays_open else b"Connection: close\r\n\r\n")


def read_response_head(head: bytes, method: str) -> ResponseHead:
    """Parse the head of a response from our own server to a request of this HTTP method; raises ValueError where it is malformed."""
    line, *rest = head.decode("latin-1").removesuffix("\r\n\r\n").split("\r\n")
    found = _STATUS.fullmatch(line)
    if found is None:
        raise ValueError(f"no head of an answer: {line[:80]!r}")
    fields = [each.partition(":") for each in rest]
    named = {name.strip().lower(): value.strip() for name, _sign, value in fields}
    ours = ("connection", "keep-alive", KNOWN_FIELD)
    forwarded = [each for each in rest if each.partition(":")[0].strip().lower() not in ours]
    holds_role = named[KNOWN_FIELD] == "yes" if KNOWN_FIELD in named else None
    head_bytes = ("\r\n".join([line, *forwarded]) + "\r\n").encode("latin-1")
    if method == "HEAD" or int(found[1]) in _WITHOUT_BODY:
        return ResponseHead(head_bytes, 0, tells_its_end=True, holds_role=holds_role)
    if "chunked" in named.get("transfer-encoding", "").lower():
        return ResponseHead(head_bytes, None, tells_its_end=True, holds_role=holds_role)
    length = int(named["content-length"]) if "content-length" in named else None
    return ResponseHead(head_bytes, length, tells_its_end=length is not None, holds_role=holds_role)


def refusal(refused: RefusedRequestError) -> bytes:
    """The complete response to a request that is not forwarded; it closes the connection."""
    words = f"{refused}\n".encode()
    again = "Retry-After: 5\r\n" if refused.status is HTTPStatus.SERVICE_UNAVAILABLE else ""
    head = (
        f"HTTP/1.1 {refused.status.value} {refused.status.phrase}\r\nContent-Type: text/plain; charset=utf-8\r\n"
        f"Content-Length: {len(words)}\r\nCache-Control: no-store\r\n{again}Connection: close\r\n\r\n"
    )
    return head.encode("ascii") + words


def too_long_a_head() -> RefusedRequestError:
    """The error for a request whose head has more than `LONGEST_HEAD` bytes or `MOST_FIELDS` fields."""
    return RefusedRequestError(
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        f"The head of this request has more than {LONGEST_HEAD} bytes or {MOST_FIELDS} fields. Delete this site's cookies, then try again.",
    )


def _unreadable() -> RefusedRequestError:
    """The error for a request that is not well-formed HTTP/1."""
    return RefusedRequestError(HTTPStatus.BAD_REQUEST, "This request cannot be read. Open the page again in a browser.")
