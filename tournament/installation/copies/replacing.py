"""Files that are replaced, deleted or read while others have them open, which Windows refuses for as long as they do.

Other processes of this installation have its files open for moments only, and so have programs that look through new files for viruses: the
refusal passes. Standard library only.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

PATIENCE: Final = 3.0
"""Seconds for which what was refused is tried again."""
PAUSE: Final = 0.02
HELD: Final = (5, 32)
"""The numbers of Windows' errors where somebody has the file open."""

T = TypeVar("T")


def put_in_place(draft: Path, target: Path) -> None:
    """Give a file the name ``target``, in one step and in place of what is there; raises OSError where that cannot be done."""
    _patiently(lambda: draft.replace(target))


def read_whole(file: Path) -> str:
    """The text of a file that may be replaced at this moment; raises OSError, and UnicodeDecodeError."""
    return _patiently(lambda: file.read_text(encoding="utf-8"))


def remove(file: Path) -> None:
    """Delete a file, if it is there; one that somebody goes on holding open is left. Raises OSError where it cannot be deleted."""
    try:
        _patiently(lambda: file.unlink(missing_ok=True))
    except PermissionError as refusal:
        if not _is_held(refusal):
            raise


def _patiently(act: Callable[[], T]) -> T:
    """Do something with a file, and again for `PATIENCE` seconds while somebody has that file open."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return act()
        except PermissionError as refusal:
            if not _is_held(refusal) or time.monotonic() > until:
                raise
        time.sleep(PAUSE)


def _is_held(refusal: PermissionError) -> bool:
    """Whether Windows refuses because somebody has the file open. Other systems never do: there a refusal is final."""
    return getattr(refusal, "winerror", None) in HELD
