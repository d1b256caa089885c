"""One at once: whoever searches holds a file that all others find held; it is free again when its holder ends, however it ends."""

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
_waiting = BoundedSemaphore(1)
"""One of a process's threads may wait for its turn; the others have pages to serve."""


def place() -> Path:
    """The file, the same for all processes of this installation on this machine."""
    named = hashlib.sha256(f"{settings.BASE_DIR} {settings.SECRET_KEY}".encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"top-table-insight-{os.getuid()}-{named}"


@contextmanager
def one_at_once(patience: float = 0.0) -> Iterator[bool]:
    """Whether it is ours now, within so many seconds; only one thread of a process ever waits.

    Ruling: each of several machines has processors of its own, so that there it is one at once a machine.
    """
    held = os.open(place(), os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
    try:
        is_ours = _taken(held)
        if not is_ours and patience and _waiting.acquire(blocking=False):
            try:
                last = time.monotonic() + patience
                while not is_ours and time.monotonic() < last:
                    time.sleep(PAUSE)
                    is_ours = _taken(held)
            finally:
                _waiting.release()
        yield is_ours
    finally:
        os.close(held)  # which gives it free


def _taken(number: int) -> bool:
    try:
        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
