"""Processes of this installation: how they end with whoever started them, and which let others go first where the processor is short."""

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

from django.db.backends.signals import connection_created
from django.db.utils import Error

SERVED_BY = "TOPTABLE_SERVED_BY"
"""The variable that tells a server behind `serve` the process that started it."""

_ENDING = (signal.SIGINT, signal.SIGTERM)


def hear_once() -> None:
    """Raise KeyboardInterrupt at the first signal to end, and ignore those that follow, while what was begun is being finished."""
    for number in _ENDING:
        signal.signal(number, _end)


def _end(_number: int, _frame: FrameType | None) -> None:
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def started_by() -> int:
    """The number of the process that started this one, from an environment variable: the system names another once it has ended."""
    stated = os.environ.get(SERVED_BY, "")
    return int(stated) if stated.isdecimal() else os.getppid()


STEPS_BACK: Final = 19
"""All the steps of politeness that a system knows; they count among the processes of one session."""
AUTOGROUP: Final = Path("/proc/self/autogroup")
"""Where a session says how far it steps back as a whole: many a Linux shares its processors among sessions first."""


def step_back(session: int) -> None:
    """Lower the priority of this process within the session, and that of its session by 5 (a third of another's share) or 10 (a tenth)."""
    os.nice(STEPS_BACK)
    with suppress(OSError):  # other systems, and some of Linux, know no such groups
        AUTOGROUP.write_text(str(session), encoding="ascii")


_open: WeakSet[Any] = WeakSet()


def close_at_exit() -> None:
    """Register every database connection of this process from now on, in any thread, and close those still open at its end."""
    connection_created.connect(_note, dispatch_uid="tournament.closing")
    atexit.register(_close_all)


def _note(connection: Any, **_: Any) -> None:
    _open.add(connection)


def _close_all() -> None:
    for each in list(_open):
        with contextlib.suppress(Error):  # the process ends either way
            if each.connection is not None:
                each.connection.close()
