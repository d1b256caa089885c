"""Counts of requests that all processes of one server share: each writes its own small file in memory, a reader adds them up.

The processes of a server have the same parent, so their files lie in one folder named by it. A process that ended leaves its counts, for
what was counted never goes down. Without a folder the counts are this process's alone.

Why not the client library of Prometheus: in its mode for several processes the folder has to be named before Python starts, and emptied by
hand between two runs, or the counts of a server that ended are added to the next one's; gauges that are asked when somebody looks (disk,
database, snapshots) do not work there. `serve`, `demo` and a unit of systemd start by one command and end by a power cut, so here
a server's folder is found by its own parent process, and those of servers that ended are swept out. What it would save is this module.
"""

from __future__ import annotations

import mmap
import os
import shutil
import stat
import struct
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from threading import Lock

PARTS = ("desk", "phone", "public", "feed", "account", "file")
"""What a request is for: the director's pages, a phone of a table or player, pages of everybody, JSON, log-ins, style sheets."""
STATUSES = ("2xx", "3xx", "4xx", "5xx")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; one bucket more holds what took longer."""

_WIDTH = len(STATUSES) + len(BOUNDS) + 2
_SIZE = 8 * _WIDTH * len(PARTS)
_PREFIX = "top-table-counts"


@dataclass(frozen=True, slots=True)
class Counted:
    """The figures of one of `PARTS`: answers by `STATUSES`, answers by the `BOUNDS` of time (not cumulative), and seconds in all."""

    statuses: tuple[int, ...]
    times: tuple[int, ...]
    seconds: float


class Counters:
    """The counts of this process, in a file that the other processes of the same server can read."""

    def __init__(self, base: str) -> None:
        self._base, self._lock, self._owner = base, Lock(), 0
        self._map: mmap.mmap = mmap.mmap(-1, _SIZE)
        self.folder: Path | None = None

    def count(self, part: str, status: int, seconds: float) -> None:
        """Count one answer; ``part`` is one of `PARTS`, ``status`` the HTTP status."""
        with self._lock:
            self._open()
            first = PARTS.index(part) * _WIDTH
            self._add(first + min(max(status // 100, 2), 5) - 2, 1)
            self._add(first + len(STATUSES) + bisect_left(BOUNDS, seconds), 1)
            self._add(first + _WIDTH - 1, seconds)

    def read(self) -> Mapping[str, Counted]:
        """The counts of all processes of this server, by part."""
        with self._lock:
            self._open()
            own = self._map[:]
        tables = [own]
        if self.folder:
            tables += [path.read_bytes() for path in self.folder.iterdir() if path.name != str(os.getpid())]
        rows = [struct.unpack(f"{_SIZE // 8}d", table) for table in tables if len(table) == _SIZE]
        sums = [sum(column) for column in zip(*rows, strict=True)]
        counts = {}
        for number, part in enumerate(PARTS):
            row = sums[number * _WIDTH : (number + 1) * _WIDTH]
            whole = tuple(map(int, row[:-1]))
            counts[part] = Counted(whole[: len(STATUSES)], whole[len(STATUSES) :], row[-1])
        return counts

    def processes(self) -> list[int]:
        """The numbers of the running processes of this server, in order; only this process's where no folder is used."""
        found = [int(path.name) for path in self.folder.iterdir()] if self.folder else [os.getpid()]
        return sorted(number for number in found if Path(f"/proc/{number}").exists() or number == os.getpid())

    def _add(self, place: int, more: float) -> None:
        """Add ``more`` to the figure at index ``place`` of the file, whose figures are 8 bytes each."""
        (so_far,) = struct.unpack_from("d", self._map, 8 * place)
        struct.pack_into("d", self._map, 8 * place, so_far + more)

    def _open(self) -> None:
        """Open this process's own file, if that is not done; a forked process opens a new one, whose counts are 0."""
        if self._owner == os.getpid():
            return
        self._owner = os.getpid()
        self._map, self.folder = mmap.mmap(-1, _SIZE), None
        folder = _own_folder(self._base)
        if folder is None:
            return
        try:
            with (folder / str(self._owner)).open("w+b") as file:
                file.truncate(_SIZE)
                self._map = mmap.mmap(file.fileno(), _SIZE)
            self.folder = folder
        except OSError:
            self._map = mmap.mmap(-1, _SIZE)


def _own_folder(base: str) -> Path | None:
    """Make and return the folder below ``base`` that the child processes of this one's parent share; deletes those of ended servers.

    None where ``base`` is empty, and where the folder cannot be made or belongs to another user.
    """
    if not base:
        return None
    mark = f"{_PREFIX}-{_user()}-"
    folder = Path(base) / f"{mark}{_process_key(os.getppid())}"
    try:
        for path in Path(base).glob(f"{mark}*"):
            number = path.name.removeprefix(mark).partition("-")[0]
            if number.isdecimal() and path.name != f"{mark}{_process_key(int(number))}":
                shutil.rmtree(path, ignore_errors=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
    except OSError:
        return None
    return folder if stat.S_ISDIR(found.st_mode) and found.st_uid == _user() else None


def _user() -> int:
    """The number of the user who runs this process; 0 on a system without such numbers, where every file's owner is 0 too."""
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _process_key(number: int) -> str:
    """A name for a process: its number and the moment when it began, because the system uses numbers again."""
    try:
        began = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        began = "0"
    return f"{number}-{began}"
