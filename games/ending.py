"""A call to end, by Ctrl+C or a signal: it cuts what is done at the moment, and is heard at the next look where it was lost.

An exception that comes at any moment may come where it goes no further: while compiled code is fetched, or where a library makes
another one of it. So the call is kept, and whoever goes on at length looks whether there was one.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

#: The status of a command that Ctrl+C ended, as shells have it.
INTERRUPTED: Final = 130
_ENDING: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_calls: list[int] = []
"""The signals that called this process to end: they come to a process, not to an object."""


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Let a call to end be an exception, so that the programs that run are ended too.

    A signal that this process was told to ignore, as ``nohup`` does, stays ignored.

    Raises:
        KeyboardInterrupt: at Ctrl+C.
        SystemExit: at a signal to end, with the status of a shell: 128 and the signal's number.
    """
    heard = [number for number in _ENDING if signal.getsignal(number) is not signal.SIG_IGN]
    before = {number: signal.signal(number, _hear) for number in heard}
    try:
        yield
    except Exception:
        heed()  # whatever the call was made into
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        _calls.clear()


def heed() -> None:
    """Go no further if there was a call to end.

    Raises:
        KeyboardInterrupt: as `ended_in_order` says.
        SystemExit: as `ended_in_order` says.
    """
    if _calls:
        raise _exception(_calls[0])


def _hear(number: int, frame: object) -> None:
    _calls.append(number)
    raise _exception(number)


def _exception(number: int) -> BaseException:
    return KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number)
