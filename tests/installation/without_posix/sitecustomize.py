"""Makes every Python that has this folder on its path as poor as one on Windows: an interpreter imports a module of this name as it begins.

What Windows lacks is missing; files that this process has open can be neither replaced nor deleted; names that Windows does not allow are
refused. Libraries are imported before, for they choose their parts by the name of the system. What servers alone install is missing too.
"""

from __future__ import annotations

import asyncio
import os
import select
import shutil
import signal
import sys
import time
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

LIBRARIES = (
    *("aiohttp", "waitress", "psutil", "filelock", "tzlocal", "platformdirs", "websockets.asyncio.server"),
    *(
        "multiprocessing",
        "subprocess",
        "tempfile",
        "zipfile",
        "uuid",
        "django.core.management",
        "reportlab",
    ),
)
MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "syslog", "gunicorn", "psycopg")
OF_OS = (
    *("fork", "nice", "getuid", "geteuid", "getgid", "getegid", "killpg", "setsid"),
    *("getpgid", "getpriority", "setpriority", "sync", "statvfs", "waitid", "mkfifo", "getloadavg"),
    *("sched_getaffinity", "O_NOFOLLOW", "O_DIRECTORY"),
)
OF_SIGNAL = (
    *("SIGHUP", "SIGKILL", "SIGALRM", "SIGUSR1", "SIGUSR2", "SIGCHLD", "SIGPIPE", "SIGQUIT"),
    *("SIGWINCH", "pthread_sigmask", "alarm", "setitimer", "sigwait", "pause"),
)
FORBIDDEN = set('<>:"|?*')
"""The letters that no name on Windows has."""
HELD = 32
"""The number of Windows' error where somebody has the file open."""


def hide() -> None:
    """Take away what Windows lacks."""
    for name in LIBRARIES:
        with suppress(ImportError):
            import_module(name)
    for name in MODULES:
        for loaded in [each for each in sys.modules if each.startswith(f"{name}.")]:
            del sys.modules[loaded]
        sys.modules[name] = None  # type: ignore[assignment]
    _keep_disk_usage()
    for module, names in ((os, OF_OS), (signal, OF_SIGNAL), (select, ("poll", "epoll")), (time, ("tzset",))):
        for name in names:
            with suppress(AttributeError):
                delattr(module, name)
    asyncio.SelectorEventLoop.add_signal_handler = _no_signals  # type: ignore[assignment,method-assign]
    sys.addaudithook(_watch)


def _keep_disk_usage() -> None:
    """Let `shutil.disk_usage`, which Windows has too, go on without what it asks elsewhere."""
    asked = os.statvfs

    def disk_usage(path: Any) -> Usage:
        told = asked(path)
        total, free = told.f_blocks * told.f_frsize, told.f_bavail * told.f_frsize
        return Usage(total, total - free, free)

    shutil.disk_usage = disk_usage  # type: ignore[assignment]


class Usage(NamedTuple):
    """What `shutil.disk_usage` answers."""

    total: int
    used: int
    free: int


def _no_signals(*_words: object) -> NoReturn:
    raise NotImplementedError


def _watch(event: str, words: tuple[Any, ...]) -> None:
    """Refuse what Windows refuses, at the events of the interpreter that are about files."""
    if event in ("os.rename", "os.remove", "os.rmdir"):
        for name in words[: 2 if event == "os.rename" else 1]:
            folder = words[-1] if isinstance(words[-1], int) and words[-1] >= 0 else None
            _check_free(name, folder)
            if event == "os.rename":
                _check_name(name)
    elif (
        event == "os.mkdir"
        or (event == "open" and _writes(words[1], words[2]))
        or (event == "sqlite3.connect" and not str(words[0]).startswith(("file:", ":memory:")))
    ):
        _check_name(words[0])


def _writes(mode: object, flags: object) -> bool:
    """Whether a file is opened in order to write to it."""
    if isinstance(mode, str):
        return any(letter in mode for letter in "wax+")
    return isinstance(flags, int) and bool(flags & (os.O_CREAT | os.O_WRONLY | os.O_RDWR))


def _check_name(path: object) -> None:
    if isinstance(path, str | os.PathLike) and FORBIDDEN & set(os.path.basename(os.fspath(path))):  # noqa: PTH119  may be bytes
        raise OSError(22, "Windows allows no such name", str(path))


def _check_free(path: object, folder: int | None) -> None:
    """Refuse a file that this process has open."""
    if not isinstance(path, str | os.PathLike):
        return
    base = Path("/proc/self/fd") / str(folder) if folder is not None else Path()
    try:
        wanted = (base / path).resolve().stat()
    except OSError:
        return
    if any(_is_same(int(number), wanted) for number in os.listdir("/proc/self/fd") if number != str(folder)):  # noqa: PTH208
        refusal = PermissionError(13, "the file is used by another process", str(path))
        refusal.winerror = HELD  # type: ignore[attr-defined]
        raise refusal


def _is_same(number: int, wanted: os.stat_result) -> bool:
    """Whether an open file of this process is that file."""
    try:
        held = os.fstat(number)
    except OSError:
        return False
    return (held.st_dev, held.st_ino) == (wanted.st_dev, wanted.st_ino)


hide()
