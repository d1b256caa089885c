"""Processes of this installation: how they end together with the process that started them, and how they lower their priority."""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, Final
from weakref import WeakSet

from django.db import Error
from django.db.backends.signals import connection_created

SERVED_BY = "TOPTABLE_SERVED_BY"
"""The environment variable with the number of the process that started this one; `serve` sets it for its child processes."""

_ENDING = (signal.SIGINT, signal.SIGTERM)


def hear_once() -> None:
    """From now on raise KeyboardInterrupt at the first SIGINT or SIGTERM, and ignore later ones, so that work can be finished."""
    for number in _ENDING:
        signal.signal(number, _end)


def _end(_number: int, _frame: FrameType | None) -> None:
    """The handler of the first signal to end: ignores later ones and raises KeyboardInterrupt."""
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def started_by() -> int:
    """The number of the process that started this one: from the variable `SERVED_BY`, else the parent process.

    The variable is asked first because a process whose parent has ended gets another parent from the system.
    """
    stated = os.environ.get(SERVED_BY, "")
    return int(stated) if stated.isdecimal() else os.getppid()


STEPS_BACK: Final = 19
"""The lowest priority that `nice` knows; it counts among the processes of one session."""
AUTOGROUP: Final = Path("/proc/self/autogroup")
"""The file for the priority of the whole session: many Linux systems share the processors among sessions first."""


def step_back(session: int) -> None:
    """Lower the priority of this process as far as possible, and that of its session by ``session`` steps of `nice`.

    With 5 steps the session gets a third of another session's share of the processor, with 10 a tenth.
    """
    os.nice(STEPS_BACK)
    with suppress(OSError):  # other systems, and some of Linux, know no such groups
        AUTOGROUP.write_text(str(session), encoding="ascii")


_open: WeakSet[Any] = WeakSet()


def close_at_exit() -> None:
    """When this process ends, close every database connection that was opened after this call, in any thread."""
    connection_created.connect(_remember_connection, dispatch_uid="tournament.closing")
    atexit.register(_close_all)


def _remember_connection(connection: Any, **_: Any) -> None:
    _open.add(connection)


def _close_all() -> None:
    for each in list(_open):
        with contextlib.suppress(Error):  # the process ends either way
            if each.connection is not None:
                each.connection.close()
