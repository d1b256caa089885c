"""A Windows that wine plays: a folder of its own for its disk, programs that run there, and their end, whatever happens.

One thing that Windows has and wine 8 lacks is gone around here, and nowhere in the program: `_wmi` of Python asks wine for what it does
not know.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

TO_END = 30.0
FOLDER = "AppData/Local/Programs/TopTable"
MISSING = "wine is not installed (packages wine and wine64)"


class Windows:
    """The folder of a disk, and what runs on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.surroundings = {
            "PATH": os.environ["PATH"],
            "HOME": str(folder),
            "WINEPREFIX": str(folder / "wine"),
            "WINEARCH": "win64",
            "WINEDEBUG": "-all",
            "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe=",
        }
        self._running: list[subprocess.Popen[bytes]] = []

    @property
    def home(self) -> Path:
        """The folder of the one user of this Windows."""
        (found,) = [path for path in (self.folder / "wine/drive_c/users").iterdir() if path.name != "Public"]
        return found

    @property
    def program(self) -> Path:
        """Where the installer installs for this user."""
        return self.home / FOLDER

    @property
    def data(self) -> Path:
        """The folder in which `serve` keeps what it stores."""
        return self.home / "AppData/Local/top-table"

    def begin(self, *words: str | Path, **more: str) -> subprocess.Popen[bytes]:
        """Start a program; what it says goes to a pipe, because Python under wine starts with no file of the system outside."""
        started = subprocess.Popen(
            ["wine", *map(str, words)],
            env={**self.surroundings, **more},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._running.append(started)
        return started

    def run(self, patience: float, *words: str | Path, **more: str) -> str:
        """Run a program to its end, and return what it said; AssertionError where it fails, TimeoutExpired where it takes too long."""
        program = self.begin(*words, **more)
        said = program.communicate(timeout=patience)[0].decode(errors="replace")
        assert program.returncode == 0, f"{words}: {program.returncode}\n{said}"
        return said

    def end(self) -> None:
        """End everything that runs on it."""
        with contextlib.suppress(subprocess.TimeoutExpired, OSError):
            subprocess.run(["wineserver", "-k"], env=self.surroundings, timeout=TO_END, check=False)
        for program in self._running:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(program.pid, signal.SIGKILL)
            program.communicate()


@contextmanager
def played(folder: Path) -> Iterator[Windows]:
    """A new Windows in the folder, which is ended and removed in the end."""
    windows = Windows(folder)
    try:
        windows.run(120, "wineboot", "-i")
        yield windows
    finally:
        windows.end()
        shutil.rmtree(folder / "wine", ignore_errors=True)


def is_there() -> bool:
    """Whether wine is installed."""
    return all(shutil.which(name) for name in ("wine", "wineserver"))
