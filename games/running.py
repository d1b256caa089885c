"""Interrupts: Ctrl+C or a signal raises an exception at once, and again later if that exception was lost.

An exception that is raised at any moment may be lost: while compiled code is loaded, or where a library turns it into another one.
So the signal is stored, and long loops call `raise_if_interrupted`.

What runs in the background of a machine: at a low priority, and apart from the terminal and its Ctrl+C.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

STEPS_BACK: Final = 19
"""The lowest priority that `nice` knows; it counts among the processes of one session."""


def lower_priority() -> None:
    """Lower the priority of this process: as far as `nice` goes, and on Windows, which has no `nice`, below normal.

    Nothing happens where neither is possible.
    """
    if sys.platform != "win32":
        if hasattr(os, "nice"):
            os.nice(STEPS_BACK)
        return
    with suppress(ImportError, OSError):  # clients of games on other machines need not have psutil
        import psutil

        psutil.Process().nice(psutil.BELOW_NORMAL_PRIORITY_CLASS)


def process_options() -> dict[str, Any]:
    """Return what `subprocess.Popen` needs to start a process that Ctrl+C in this terminal does not reach, and that opens no window.

    On Windows name at least one of its standard streams too, or what it prints is lost with the console that it does not show.
    """
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}


#: The status of a command that Ctrl+C ended, as shells have it.
INTERRUPTED: Final = 130
_SIGNALS: Final = tuple(
    signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
)
"""Windows has its own in place of SIGHUP, which it sends when the window is closed."""
_received: list[int] = []
"""The numbers of the signals that this process has received, in order."""


@contextmanager
def interruptible() -> Iterator[None]:
    """Turn Ctrl+C and signals to end into exceptions within this context, so that child processes are ended too.

    A signal that this process was told to ignore, as ``nohup`` does, stays ignored.

    Raises:
        KeyboardInterrupt: at Ctrl+C.
        SystemExit: at a signal to end, with the status of a shell: 128 and the signal's number.
    """
    heard = [number for number in _SIGNALS if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _receive) for number in heard}
    try:
        yield
    except Exception:
        raise_if_interrupted()  # a library may have turned the interrupt into another exception
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _received.clear()


def raise_if_interrupted() -> None:
    """Raise the exception of a signal that was received; do nothing if there was none.

    Raises:
        KeyboardInterrupt: as `interruptible` says.
        SystemExit: as `interruptible` says.
    """
    if _received:
        raise _exception(_received[0])


def _receive(number: int, frame: object) -> None:
    """Handle a signal: store its number, and raise its exception."""
    _received.append(number)
    raise _exception(number)


def _exception(number: int) -> BaseException:
    """The exception that a signal is turned into."""
    return KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number)
