"""What runs in the background of a machine: at a low priority, and apart from the terminal and its Ctrl+C."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
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


def apart() -> dict[str, Any]:
    """Return what `subprocess.Popen` needs to start a process that Ctrl+C in this terminal does not reach, and that opens no window.

    On Windows name at least one of its standard streams too, or what it prints is lost with the console that it does not show.
    """
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW}
    return {"start_new_session": True}
