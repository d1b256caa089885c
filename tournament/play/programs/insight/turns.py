"""One at once: whoever searches holds a file that all others find held; it is free again when its holder ends, however it ends.

A director goes first: another file tells by its time when one asked last, and the crowd asks in vain for a while then.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore

from django.conf import settings

PAUSE = 0.05
KEPT_FREE = 10.0
"""So many seconds after a director asked the crowd's searches stand back."""
_waiting = BoundedSemaphore(1)
"""One of a process's threads may wait for its turn; the others have pages to serve."""


def place() -> Path:
    """The file, the same for all processes of this installation on this machine."""
    named = hashlib.sha256(f"{settings.BASE_DIR} {settings.SECRET_KEY}".encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"top-table-insight-{os.getuid()}-{named}"


@contextmanager
def one_at_once(patience: float = 0.0, *, goes_first: bool = False) -> Iterator[bool]:
    """Whether it is ours now, within so many seconds; only one thread of a process ever waits, but for one that ``goes_first``.

    Ruling: each of several machines has processors of its own, so that there it is one at once a machine.
    """
    if not goes_first and time.time() - _asked_last() < KEPT_FREE:
        yield False
        return
    held = os.open(place(), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        if goes_first:
            os.close(os.open(_first(), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600))
            os.utime(_first())
        is_ours = _taken(held)
        if not is_ours and patience and (goes_first or _waiting.acquire(blocking=False)):
            try:
                last = time.monotonic() + patience
                while not is_ours and time.monotonic() < last:
                    time.sleep(PAUSE)
                    is_ours = _taken(held)
            finally:
                if not goes_first:
                    _waiting.release()
        yield is_ours
    finally:
        os.close(held)  # which gives it free


def _first() -> Path:
    """The file that tells when a director asked last."""
    return place().with_name(f"{place().name}-first")


def _asked_last() -> float:
    try:
        return _first().stat().st_mtime
    except OSError:
        return 0.0


def _taken(number: int) -> bool:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
