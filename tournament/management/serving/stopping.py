"""How `serve` and `demo` end: Ctrl+C or SIGTERM is heard once, and whatever they started ends with them, however they end."""

from __future__ import annotations

import os
import signal
from types import FrameType

SERVED_BY = "TOPTABLE_SERVED_BY"
"""The variable that tells a server behind `serve` the process that started it."""

_ENDING = (signal.SIGINT, signal.SIGTERM)


def hear_once() -> None:
    """Raise KeyboardInterrupt at the first signal to end; those that follow change nothing, for what was begun is being finished."""
    for number in _ENDING:
        signal.signal(number, _end)


def _end(_number: int, _frame: FrameType | None) -> None:
    for number in _ENDING:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def started_by() -> int:
    """The process that started this one, told by itself: where it has ended already, the system names another by now."""
    told = os.environ.get(SERVED_BY, "")
    return int(told) if told.isdecimal() else os.getppid()
