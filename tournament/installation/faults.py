"""Faults beneath the program, recognised from an error: a full disk, a locked, read-only, silent or damaged database.

The drivers use codes of their own; here each becomes one `Fault`, with a sentence for the user whose request failed.

Detects jumps of the machine's clock, by comparing it with a steady clock that nobody can set.

Rejects a request body that is shorter than its announced length, so that half a form is never read as a whole one.
"""

from __future__ import annotations

import errno
import logging
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType
from typing import Any
from urllib.parse import quote

from django.db import InterfaceError

UNAVAILABLE = 503


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of disk or database: what is wrong, what to do about it, and after how many seconds to try again.

    ``is_certain`` says that certainly nothing of the request was saved. It is false where the connection broke: the database may have
    stored the change before that.
    """

    key: str
    sentence: str
    advice: str
    again_after: int
    status: int = UNAVAILABLE
    is_certain: bool = True


FULL = Fault(
    "full",
    "The disk of this installation is full.",
    "Free some space: delete files that do not belong to Top Table, then carry on. Pages can still be read and sheets printed.",
    60,
)
READ_ONLY = Fault(
    "read-only",
    "The database can only be read, not written.",
    "Let the user who runs Top Table write to the database's file and its folder. If the disk became read-only by itself, it is failing.",
    60,
)
LOCKED = Fault(
    "locked",
    "Something else is using the database.",
    "Wait a few seconds and try again. If that does not help, stop the other program: a copy in progress, for example, or a second server.",
    5,
)
UNREACHABLE = Fault(
    "unreachable",
    "The database does not answer.",
    "It may be starting: wait half a minute and try again. If that does not help, restart it; everything saved is still there.",
    10,
    is_certain=False,
)
DAMAGED = Fault(
    "damaged",
    "The database is damaged.",
    "Save nothing more. Stop the server, keep a copy of its folder and restore the latest snapshot (docs/running/emergency.md).",
    300,
    is_certain=False,
)
DISK = Fault(
    "disk",
    "The disk failed to store or read data.",
    "Check whether the disk is full or failing, and make a backup on another disk now.",
    30,
)
OTHER = Fault(
    "other",
    "Something failed on our side.",
    "Go back and try again. If it fails again, carry on with the printed sheets: the results can be entered later.",
    0,
    status=500,
    is_certain=False,
)

_SQLITE: Mapping[str, Fault] = MappingProxyType(
    {
        "SQLITE_FULL": FULL,
        "SQLITE_READONLY": READ_ONLY,
        "SQLITE_PERM": READ_ONLY,
        "SQLITE_BUSY": LOCKED,
        "SQLITE_LOCKED": LOCKED,
        "SQLITE_PROTOCOL": LOCKED,
        "SQLITE_CANTOPEN": UNREACHABLE,
        "SQLITE_CORRUPT": DAMAGED,
        "SQLITE_NOTADB": DAMAGED,
        "SQLITE_IOERR": DISK,
    }
)
"""By the beginning of SQLite's name of an error; the rest of the name says where in its code it was."""

_POSTGRESQL: Mapping[str, Fault] = MappingProxyType(
    {
        "53100": FULL,
        "25006": READ_ONLY,
        "40001": LOCKED,
        "40P01": LOCKED,
        "55P03": LOCKED,
        "57014": LOCKED,
        "53300": LOCKED,
        "57P": UNREACHABLE,
        "08": UNREACHABLE,
        "XX001": DAMAGED,
        "XX002": DAMAGED,
        "58": DISK,
    }
)
"""By the beginning of the SQLSTATE."""

_SYSTEM: Mapping[int, Fault] = MappingProxyType(
    {
        errno.ENOSPC: FULL,
        errno.EDQUOT: FULL,
        errno.EFBIG: FULL,
        errno.EROFS: READ_ONLY,
        errno.EIO: DISK,
    }
)


def fault_of(error: BaseException | None) -> Fault:
    """The fault of disk or database that is among the causes of an error; OTHER where there is none."""
    for each in _causes(error):
        found = _fault_by_code(each)
        if found is not None:
            return found
    return OTHER


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    """The error, its cause, the cause of that, and so on, each once."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _fault_by_code(error: BaseException) -> Fault | None:
    """The fault that this one error reports by its code (of SQLite, the system or PostgreSQL); None where it reports none."""
    name = getattr(error, "sqlite_errorname", None)
    if isinstance(name, str):
        return _by_prefix(_SQLITE, name)
    if isinstance(error, OSError) and (number := error.errno) is not None and number in _SYSTEM:
        return _SYSTEM[number]
    state = getattr(error, "sqlstate", None)
    if isinstance(state, str):
        return _by_prefix(_POSTGRESQL, state)
    # The driver's error for a broken connection has no code.
    is_drivers = type(error).__module__.partition(".")[0] == "psycopg"
    is_broken = type(error).__name__ in ("OperationalError", "InterfaceError")
    if (is_drivers and is_broken) or (isinstance(error, InterfaceError) and error.__cause__ is None):
        return UNREACHABLE
    return None


def _by_prefix(faults: Mapping[str, Fault], code: str) -> Fault | None:
    """The fault whose key in ``faults`` is the beginning of the code; None where no key is."""
    return next((fault for start, fault in faults.items() if code.startswith(start)), None)


LONGEST_DRIFT = 90.0
"""Seconds by which the clock may be corrected without a warning: time from the network corrects it by less than one."""


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump of the machine's clock: ``by`` how much (negative: backwards), and ``at`` which second of the steady clock it was noticed.

    ``before_start`` says that it happened while the program did not run: what is stored is later than the clock.
    """

    by: timedelta
    at: float
    before_start: bool = False

    @property
    def words(self) -> str:
        """The jump as a sentence, with what to do."""
        if self.before_start:
            behind = _span_in_words(abs(self.by))
            return (
                f"The clock of this machine is {behind} behind what is stored here. Set it right: pages and paper show its "
                "time. Results, copies and the order of changes do not depend on it."
            )
        way, span = "forward" if self.by > timedelta(0) else "back", _span_in_words(abs(self.by))
        return (
            f"The clock of this machine jumped {way} by {span}. Check that it is right: pages and paper show its time. "
            "Results and the order of changes do not depend on it."
        )


def _span_in_words(span: timedelta) -> str:
    """A span of time in words, such as "1 day 2 hours"; parts that are 0 are left out."""
    minutes = round(span.total_seconds() / 60)
    days, hours, rest = minutes // 1440, minutes % 1440 // 60, minutes % 60
    parts = [(days, "day"), (hours, "hour"), (rest, "minute")]
    return " ".join(f"{count} {word}{'s' * (count != 1)}" for count, word in parts if count)


class WatchedClock:
    """Compares the machine's clock with a steady clock at each call of `look`; ``last`` is the latest jump found."""

    def __init__(self) -> None:
        self._ahead: float | None = None
        self.last: Jump | None = None

    def compare(self, latest: float | None) -> Jump | None:
        """The jump that the clock has made while the program did not run; None unless it is behind ``latest``, seconds since 1970."""
        if latest is None or latest - time.time() < LONGEST_DRIFT:
            return None
        self.last = Jump(timedelta(seconds=round(time.time() - latest)), steady_seconds() or 0, before_start=True)
        return self.last

    def look(self) -> Jump | None:
        """The jump of the clock since the previous call; None where there was none or the machine has no steady clock."""
        steady = steady_seconds()
        if steady is None:
            return None
        ahead = time.time() - steady
        before, self._ahead = self._ahead, ahead
        if before is None or abs(ahead - before) < LONGEST_DRIFT:
            return None
        self.last = Jump(timedelta(seconds=round(ahead - before)), steady)
        return self.last


def steady_seconds() -> float | None:
    """Seconds since this machine was started, including time asleep; None where the system does not count them."""
    clock = getattr(time, "CLOCK_BOOTTIME", None)
    return None if clock is None else time.clock_gettime(clock)


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
