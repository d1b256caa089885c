"""Rejects a request body that is shorter than its announced length, so that half a form is never read as a whole one."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote

log = logging.getLogger("tournament.faults")

AT_ONCE = 65_536

Environ = dict[str, Any]
Application = Callable[[Environ, Any], Iterable[bytes]]


class BrokenOffError(OSError):
    """The connection broke while the body was on its way."""


class WholeBody:
    """A stream of a request's body that must reach its announced length; raises BrokenOffError where it ends before."""

    def __init__(self, stream: Any, length: int, name: str = "") -> None:
        """``name`` is what the log calls the request."""
        self._stream, self._left, self._name = stream, length, name

    def _broken_off(self) -> BrokenOffError:
        log.warning("%s: %s bytes of the request never came; nothing of it was read.", self._name, self._left)
        return BrokenOffError(f"{self._left} bytes of the request never came")

    def read(self, size: int | None = None) -> bytes:
        """Up to ``size`` bytes, by default all that are left."""
        wanted = self._left if size is None or size < 0 else min(size, self._left)
        parts: list[bytes] = []
        while wanted:
            part = self._stream.read(wanted)
            if not part:
                raise self._broken_off()
            parts.append(part)
            wanted -= len(part)
            self._left -= len(part)
        return b"".join(parts)

    def readline(self, size: int | None = None) -> bytes:
        """One line, or up to ``size`` bytes of it."""
        wanted = self._left if size is None or size < 0 else min(size, self._left)
        line: bytes = self._stream.readline(wanted) if wanted else b""
        if wanted and not line:
            raise self._broken_off()
        self._left -= len(line)
        return line

    def close(self) -> None:
        """Leave the rest unread."""

    def run_out(self) -> None:
        """Read and discard the rest, so that a client that is still sending gets to read the answer."""
        try:
            while self._left and (part := self._stream.read(min(self._left, AT_ONCE))):
                self._left -= len(part)
        except OSError:
            return  # who has gone reads nothing


def with_whole_bodies(application: Application) -> Application:
    """The same WSGI application, whose requests have a `WholeBody` as their input."""

    def guarded(environ: Environ, start_response: Any) -> Iterable[bytes]:
        announced = environ.get("CONTENT_LENGTH", "")
        if announced.isascii() and announced.isdecimal() and int(announced):
            name = (
                f"{environ.get('REQUEST_METHOD', '')} {quote(environ.get('PATH_INFO', '')[:200], encoding='latin-1')}"
            )
            body = environ["wsgi.input"] = WholeBody(environ["wsgi.input"], int(announced), name)
            answer = application(environ, start_response)
            body.run_out()
            return answer
        return application(environ, start_response)

    return guarded
