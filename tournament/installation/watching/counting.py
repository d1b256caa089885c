"""Counts of answers, kept by Prometheus' client library; all processes of one server add theirs up.

The library adds up over processes in a folder that the environment names before it is imported. Nobody has to make or empty that folder:
the processes of a server have the same parent, so the folder is named by it, and those of servers that ended are deleted. A process that
ended leaves its counts, for what was counted never goes down. Without a folder the counts are this process's alone.
"""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import psutil
from django.conf import settings

PARTS = ("desk", "phone", "public", "feed", "account", "file")
"""What a request is for: the director's pages, a phone of a table or player, pages of everybody, JSON, log-ins, style sheets."""
STATUSES = ("2xx", "3xx", "4xx", "5xx")
BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds; one bucket more holds what took longer."""
FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable in which the library looks for the folder, once, when it is imported."""

_PREFIX = "top-table-counts"
_RUNNING = "toptable_running"
"""The metric that each process of a server sets to 1; several processes have a sample each, with their number as a label."""


def _user() -> int:
    """The number of the user who runs this process; 0 on a system without such numbers, where every file's owner is 0 too."""
    return os.geteuid() if hasattr(os, "geteuid") else 0


def _process_key(number: int) -> str:
    """A name for a process: its number and the moment when it began, because the system uses numbers again."""
    try:  # Linux tells it since the machine began, which no setting of the clock changes
        began = Path(f"/proc/{number}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[19]
    except (OSError, IndexError):
        began = _began(number)
    return f"{number}-{began}"


def _began(number: int) -> str:
    """When a process began, in whole seconds since 1970; 0 where no process has this number or the system does not tell."""
    try:
        return f"{psutil.Process(number).create_time():.0f}"
    except (psutil.Error, OSError, ValueError):
        return "0"


def folder_of_server(base: str) -> Path | None:
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


FOLDER = folder_of_server(settings.COUNTS_FOLDER)
os.environ.pop(FOLDER_VARIABLE, None)
if FOLDER:
    os.environ[FOLDER_VARIABLE] = str(FOLDER)

from prometheus_client import (  # noqa: E402  it looks for the folder when it is imported
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Metric,
    disable_created_metrics,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402

__all__ = [
    "CounterMetricFamily",
    "GaugeMetricFamily",
    "Metric",
    "counted",
    "counters",
]  # nobody else imports the library, for that would be too early

disable_created_metrics()


class Counters:
    """The metrics that this process counts, each with all its labels from the start, so that nothing counted is told as 0."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._answers = Counter(
            "toptable_requests", "Answers by part and status.", ["part", "status"], registry=self.registry
        )
        self._times = Histogram(
            "toptable_request_seconds",
            "Seconds from the request to its answer.",
            ["part"],
            buckets=BOUNDS,
            registry=self.registry,
        )
        self._running = Gauge(_RUNNING, "Processes of this server.", registry=self.registry)
        self._running.set(1)
        for part in PARTS:
            self._times.labels(part)
            for status in STATUSES:
                self._answers.labels(part, status)

    def count(self, part: str, status: int, seconds: float) -> None:
        """Count one answer; ``part`` is one of `PARTS`, ``status`` the HTTP status."""
        self._answers.labels(part, STATUSES[min(max(status // 100, 2), 5) - 2]).inc()
        self._times.labels(part).observe(seconds)


@cache
def counters() -> Counters:
    """The counters of this process, made at the first answer: a folder that cannot be written must not keep a server from starting."""
    return Counters()


def counted() -> tuple[Iterable[Metric], list[int]]:
    """The metrics of answers, added up over all processes of this server; and the numbers of its running processes, in order.

    Where the system has deleted the folder meanwhile they are this process's alone.
    """
    found = _by_name(counters().registry)
    if FOLDER and FOLDER.is_dir():
        registry = CollectorRegistry()
        MultiProcessCollector(registry, str(FOLDER))
        found = _by_name(registry) or found
    started = [int(sample.labels.get("pid", os.getpid())) for sample in found.pop(_RUNNING).samples]
    running = sorted(number for number in started if number == os.getpid() or psutil.pid_exists(number))
    return found.values(), running


def _by_name(registry: CollectorRegistry) -> dict[str, Metric]:
    """The metrics of a registry by their names."""
    return {metric.name: metric for metric in registry.collect()}
