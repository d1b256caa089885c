"""What programs use while they are flooded, as Linux tells it: memory, files without a name, seconds of a processor."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Thread

LOOKS_EVERY = 0.5


@dataclass(frozen=True, slots=True)
class Used:
    """Bytes of memory (what processes share divided among them), bytes of temporary files, and seconds of a processor."""

    memory: int
    disk: int
    seconds: float


class Watch:
    """Watches the programs that were started with these numbers, with all that they start."""

    def __init__(self, programs: Iterable[int], folder: Path) -> None:
        """``folder`` is where they may write: what lies in it beyond what lay there before counts as temporary too."""
        self._programs, self._folder = tuple(programs), folder
        self._before = size_of(folder)
        self.memory, self.disk = 0, 0
        self._is_over = Event()
        self._thread = Thread(target=self._look_on, daemon=True)

    def begin(self) -> None:
        """Look on from now."""
        self._thread.start()

    def end(self) -> None:
        """Look no more; the highest of all looks are `memory` and `disk`."""
        self._is_over.set()
        self._thread.join()

    def used(self) -> Used:
        """What the programs use now."""
        numbers = family(self._programs)
        disk = unnamed(numbers) + max(0, size_of(self._folder) - self._before)
        return Used(sum(map(_memory, numbers)), disk, sum(map(seconds_of, numbers)))

    def _look_on(self) -> None:
        while not self._is_over.wait(LOOKS_EVERY):
            now = self.used()
            self.memory, self.disk = max(self.memory, now.memory), max(self.disk, now.disk)


def family(programs: Iterable[int]) -> list[int]:
    """The numbers of programs with all that they started."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            parts = _stat(int(path.name))
            if parts:
                children.setdefault(int(parts[1]), []).append(int(path.name))
    found = list(programs)
    for each in found:  # it grows meanwhile
        found += children.get(each, [])
    return found


STEPS_FIRST = 10


def put_first(programs: Iterable[int], seen: set[str]) -> None:
    """Let programs, with all that they started, go before whatever else runs on this machine, in the order that they have among themselves.

    Linux counts `nice` inside a session alone, and sessions by their own (sched(7), autogroups); only root may raise one. ``seen`` are the
    sessions that were raised already.
    """
    for number in family(programs):
        path = Path(f"/proc/{number}/autogroup")
        try:
            name, _nice, steps = path.read_text(encoding="ascii").split()
            if name not in seen:
                seen.add(name)
                path.write_text(str(int(steps) - STEPS_FIRST), encoding="ascii")
        except (OSError, ValueError):
            continue  # it has gone, or this system knows no such groups


def children_of(number: int) -> list[int]:
    """The numbers of what a process started itself."""
    return [each for each in family([number])[1:] if (_stat(each) or ["", ""])[1] == str(number)]


def seconds_of(number: int) -> float:
    """Seconds of a processor that a process has used, with those of its children that have ended."""
    parts = _stat(number)
    return sum(map(int, parts[11:15])) / os.sysconf("SC_CLK_TCK") if parts else 0.0


def size_of(folder: Path) -> int:
    """Bytes on the disk of everything in a folder."""
    total = 0
    for path in folder.rglob("*"):
        try:
            found = path.lstat()
        except OSError:
            continue  # it has just gone
        total += 512 * found.st_blocks if stat.S_ISREG(found.st_mode) else 0
    return total


def unnamed(numbers: Iterable[int]) -> int:
    """Bytes on the disk of files that processes hold open and that have no name any more, as temporary files have none."""
    found: dict[tuple[int, int], int] = {}
    for number in numbers:
        try:
            opened = list(Path(f"/proc/{number}/fd").iterdir())
        except OSError:
            continue
        for path in opened:
            try:
                seen = path.stat()
            except OSError:
                continue
            if stat.S_ISREG(seen.st_mode) and not seen.st_nlink:
                found[seen.st_dev, seen.st_ino] = 512 * seen.st_blocks
    return sum(found.values())


def _stat(number: int) -> list[str]:
    try:
        return Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return []


def _memory(number: int) -> int:
    try:
        lines = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return 0
    return sum(1024 * int(line.split()[1]) for line in lines if line.startswith("Pss:"))
