"""Faults beneath the program, recognised from an error: a full disk, a locked, read-only, silent or damaged database.

The drivers use codes of their own; here each becomes one `Fault`, with a sentence for the user whose request failed.
"""

from __future__ import annotations

import errno
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

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
