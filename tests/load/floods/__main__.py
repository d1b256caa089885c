"""Floods of strangers, each beside a desk that saves: `python -m tests.load.floods [laptop] [server] [--runs 5] [--seconds 8] [--json]`.

Size "laptop" is `serve` on SQLite; "server" is nginx by deploy/nginx.conf with TLS before two web servers, by the units of deploy/systemd,
on PostgreSQL. In each run a fresh installation is served, a director saves results twice a quarter of a second apart, on a new
connection and on a kept one, and one flood follows the other. Desk and attackers are programs of their own, as nice as the servers.

Printed are, for each flood beside the quiet beginning of the same run, p50 and p95 of a save and of a phone's look, how many looks are
lost, saves refused and failed, the highest memory
and temporary disk of all programs of the server, the processors that attackers, servers and desk took, and the seconds until a save was
as quick as before; all of it the median of the runs. Status 1 where a bound of `figures` is missed. Needs nginx and PostgreSQL for
the second size. Load, servers and desk share this machine, and so does whatever else runs on it: its load is printed too.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread
from typing import Any

from tests.conftest import ROOT
from tests.load.floods.attackers import FLOODS, RAMP
from tests.load.floods.figures import WELL_SAVES, WELL_WITHIN, Save, middle, missed, phone_of, told_of, well_after
from tests.load.floods.sizes import SIZES, Size
from tests.load.floods.target import Target
from tests.load.floods.watching import family, seconds_of

LONGEST_BEGIN = 60.0
LATE = 5.0
"""Seconds that are waited longer than a save may take to be well again, so that it is seen how late it is."""


def main(arguments: Sequence[str]) -> int:
    """Flood the sizes that are named, all without a name; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", help="laptop, server (both)")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=8, help="how long each flood lasts (8)")
    parser.add_argument("--floods", nargs="+", choices=tuple(FLOODS), default=tuple(FLOODS), metavar="FLOOD")
    parser.add_argument("--first", action="store_true", help="go before whatever else runs on this machine; for root")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(arguments)
    signal.signal(signal.SIGTERM, lambda _number, _frame: sys.exit(1))  # whoever ends this ends its servers too
    told: dict[str, Any] = {"runs": asked.runs, "seconds": asked.seconds, "cores": os.cpu_count()}
    told["load_before"] = round(os.getloadavg()[0], 1)
    for name in asked.sizes or SIZES:
        runs = [one_run(name, asked.floods, asked.seconds, is_first=asked.first) for _ in range(asked.runs)]
        told[name] = middle(runs)
        told[name]["missed"] = missed(told[name])
        if not asked.json:
            sys.stdout.write(in_words(name, told[name]))
            sys.stdout.flush()
    told["load_after"] = round(os.getloadavg()[0], 1)
    if asked.json:
        sys.stdout.write(json.dumps(told, indent=1) + "\n")
    return 1 if any(told[name]["missed"] for name in asked.sizes or SIZES) else 0


def one_run(name: str, floods: Sequence[str], seconds: float, *, is_first: bool) -> dict[str, Any]:
    """Serve a fresh installation, let it be quiet, then flood it by each flood in turn; the figures."""
    with SIZES[name]() as size, saving(size.target) as desk:
        desk.wait_for(WELL_SAVES)
        size.first = {""} if is_first else set()
        size.hurry(desk.program.pid)
        time.sleep(1)
        quiet = measured(size, desk, seconds)
        told = {"quiet": quiet, "floods": {}}
        sys.stderr.write(f"{name}, quiet: {json.dumps(quiet)}\n")
        for flood in floods:
            told["floods"][flood] = flooded(size, desk, flood, seconds, quiet["p95"])
            sys.stderr.write(f"{name}, {flood}: {json.dumps(told['floods'][flood])}\n")
    return told


class Desk:
    """The desk that saves in a program of its own, and what it told of each save."""

    def __init__(self, program: subprocess.Popen[str]) -> None:
        self.program = program
        self.saves: list[Save] = []
        self.looks: list[Save] = []
        """Those of the phone."""
        Thread(target=self._hear, daemon=True).start()

    def between(self, began: float, end: float) -> list[Save]:
        """The saves that were sent in a time (of time.monotonic), once all of them are answered."""
        last = time.monotonic() + 90
        while not self._is_past(end) and time.monotonic() < last:
            time.sleep(0.05)
        return [each for each in self.saves if began <= each.began < end]

    def wait_for(self, many: int) -> None:
        """Wait until so many saves were answered."""
        last = time.monotonic() + LONGEST_BEGIN
        while len(self.saves) < many and time.monotonic() < last and self.program.poll() is None:
            time.sleep(0.1)
        if len(self.saves) < many or not all(each.is_saved for each in self.saves):
            sys.exit(f"The desk cannot save: {self.saves[:3]}")

    def _is_past(self, end: float) -> bool:
        """Whether both browsers have sent a save after a moment, so that all before it are answered."""
        return {each.is_new for each in list(self.saves) if each.began >= end} == {True, False}

    def _hear(self) -> None:
        assert self.program.stdout is not None
        for line in self.program.stdout:
            kind, *rest = json.loads(line)
            (self.looks if kind is None else self.saves).append(Save(bool(kind), *rest))


@contextmanager
def saving(target: Target) -> Iterator[Desk]:
    """The desk that saves, ended behind the block."""
    line = [sys.executable, "-m", "tests.load.floods.desk", target.written()]
    given = {**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"}
    with subprocess.Popen(
        line, cwd=ROOT, env=given, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        try:
            yield Desk(program)
        finally:
            program.kill()


@contextmanager
def attacking(flood: str, target: Target) -> Iterator[subprocess.Popen[str]]:
    """The attackers of a flood once all of them have begun, killed behind the block."""
    line = [sys.executable, "-m", "tests.load.floods.attackers", flood, target.written()]
    with subprocess.Popen(line, cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True) as program:
        assert program.stdout is not None
        try:
            if program.stdout.readline() != "at it\n":
                sys.exit(f"The attackers did not begin: {flood}")
            yield program
        finally:
            program.kill()


def measured(size: Size, desk: Desk, seconds: float, attackers: subprocess.Popen[str] | None = None) -> dict[str, Any]:
    """The figures of some seconds; of a flood with those in which it began."""
    parties = {"server": size.programs, "desk": (desk.program.pid,)}
    if attackers is not None:
        parties["attackers"] = (attackers.pid,)
    watch = size.watched()
    watch.begin()
    before, began = {name: busy(programs) for name, programs in parties.items()}, time.monotonic()
    time.sleep(seconds)
    end = time.monotonic()
    shares = {name: round((busy(each) - before[name]) / (end - began), 2) for name, each in parties.items()}
    watch.end()
    since = began - RAMP if attackers else began
    told = told_of(desk.between(since, end)) | {"phone": phone_of(desk.looks, since, end)}
    return told | {"memory": watch.memory, "disk": watch.disk, "processors": shares}


def busy(programs: Sequence[int]) -> float:
    """The seconds of a processor that programs have used, with all that they started."""
    return sum(map(seconds_of, family(programs)))


def flooded(size: Size, desk: Desk, flood: str, seconds: float, quiet: float) -> dict[str, Any]:
    """The figures of a flood, and how soon after it a save is as quick as before."""
    with attacking(flood, size.target) as attackers:
        size.hurry(attackers.pid)
        told = measured(size, desk, seconds, attackers)
        attackers.send_signal(signal.SIGTERM)
        assert attackers.stdout is not None
        told |= json.loads(attackers.stdout.readline() or "{}")
    end = time.monotonic()
    last = end + WELL_WITHIN + LATE
    while (well := well_after(list(desk.saves), end, quiet)) is None and time.monotonic() < last:
        time.sleep(0.2)
    time.sleep(1)
    return told | {"well_after": well if well is None else round(well, 1)}


def in_words(name: str, told: dict[str, Any]) -> str:
    """The figures of a size for a reader."""
    columns = [
        "saves:7",
        "p50:7",
        "p95:7",
        "new:13",
        "kept:13",
        "phone:13",
        "lost:5",
        "refused:8",
        "failed:7",
        "MB:6",
        "disk:6",
        "well:6",
    ]
    head = f"{name:<14}{''.join(f'{column:>{int(wide)}}' for column, wide in (each.split(':') for each in columns))}  processors\n"
    lines = []
    for kind, row in {"quiet": told["quiet"], **told["floods"]}.items():
        pairs = [f"{row[each]['p50']:.0f}/{row[each]['p95']:.0f}" for each in ("new", "kept", "phone")]
        well = row.get("well_after", 0.0)
        shares = ", ".join(f"{who} {share}" for who, share in row["processors"].items())
        lines.append(
            f"{kind:<14}{row['saves']:>7}{row['p50']:>7.0f}{row['p95']:>7.0f}{pairs[0]:>13}{pairs[1]:>13}{pairs[2]:>13}{row['phone']['lost']:>5}{row['refused']:>8}{row['failed']:>7}"
            f"{row['memory'] / 1e6:>6.0f}{row['disk'] / 1e6:>6.0f}{'never' if well is None else f'{well:.1f}':>6}  {shares}\n"
        )
    wrong = "".join(f"Missed: {words}.\n" for words in told["missed"]) or "Every bound is kept.\n"
    return f"{head}{''.join(lines)}{wrong}\n"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
