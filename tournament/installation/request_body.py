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
    """The connection broke before the whole body of the request arrived."""


class WholeBody:
    """The stream of a request's body; reading raises BrokenOffError where the body ends before its announced length."""

    def __init__(self, stream: Any, length: int, name: str = "") -> None:
        """``length`` is the announced number of bytes; ``name`` identifies the request in the log."""
        self._stream, self._left, self._name = stream, length, name

    def _broken_off(self) -> BrokenOffError:
        """Log that bytes are missing, and return the error to raise."""
        log.warning("%s: %s bytes of the request never came; nothing of it was read.", self._name, self._left)
        return BrokenOffError(f"{self._left} bytes of the request never came")

    def read(self, size: int | None = None) -> bytes:
        """Read ``size`` bytes, or all that are left where there are fewer or no size is given; raises BrokenOffError."""
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
        """Read one line, or up to ``size`` bytes of it; raises BrokenOffError."""
        wanted = self._left if size is None or size < 0 else min(size, self._left)
        line: bytes = self._stream.readline(wanted) if wanted else b""
        if wanted and not line:
            raise self._broken_off()
        self._left -= len(line)
        return line

    def close(self) -> None:
        """Do nothing: bytes that were not read stay unread."""

    def run_out(self) -> None:
        """Read and discard the rest, so that a client that is still sending gets to read the answer."""
        try:
            while self._left and (part := self._stream.read(min(self._left, AT_ONCE))):
                self._left -= len(part)
        except OSError:
            return  # the client has gone, so it reads no answer


def with_whole_bodies(application: Application) -> Application:
    """Wrap a WSGI application so that it reads the body of a request from a `WholeBody`."""

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
