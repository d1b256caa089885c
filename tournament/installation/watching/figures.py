"""What `/metrics` tells, in the text format that Prometheus and its kin read."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from django.db import Error, connection
from django.utils import timezone

from tournament.installation.automatic_snapshots import database_file, snapshot_safety
from tournament.installation.watching.answering import counters
from tournament.installation.watching.counting import BOUNDS, STATUSES
from tournament.installation.watching.program import program_version

TYPE = "text/plain; version=0.0.4; charset=utf-8"
ROWS = {
    "events": ("gauge", "Events of this installation.", "SELECT COUNT(*) FROM tournament_event"),
    "acts_total": ("counter", "Acts in the logs of changes.", "SELECT COUNT(*) FROM tournament_change"),
    "reports_total": ("counter", "Reports of tables.", "SELECT COUNT(*) FROM tournament_tablereport"),
    "devices": (
        "gauge",
        "Phones that hold a code.",
        "SELECT COUNT(*) FROM tournament_device WHERE withdrawn_at IS NULL",
    ),
}
"""Each metric of stored rows by its name: its kind, what it means, and the query."""
SIZES = {"postgresql": "SELECT pg_database_size(current_database())"}
PAGE = 4096


def figures() -> str:
    """All metrics as text."""
    return "\n".join([*_program(), *_requests(), *_stored(), *_disk()]) + "\n"


def _head(name: str, kind: str, means: str) -> list[str]:
    """The two lines before a metric: its help text and its kind ("gauge", "counter" or "histogram")."""
    return [f"# HELP toptable_{name} {means}", f"# TYPE toptable_{name} {kind}"]


def _one(name: str, kind: str, means: str, value: float) -> list[str]:
    """The lines of a metric with one value."""
    return [
        *_head(name, kind, means),
        f"toptable_{name} {value:g}" if value != int(value) else f"toptable_{name} {int(value)}",
    ]


def _program() -> Iterator[str]:
    """Metrics of the program: version, number of processes, memory."""
    yield from _head("info", "gauge", "The version that runs.")
    yield f'toptable_info{{version="{program_version()}"}} 1'
    living = counters.processes()
    yield from _one("processes", "gauge", "Processes of this server.", len(living))
    resident = sum(_resident(number) for number in living)
    if resident:
        yield from _one(
            "resident_bytes", "gauge", "Memory of these processes; what they share counts in each.", resident
        )


def _resident(number: int) -> int:
    """The memory of the process with this number, in bytes; 0 where it is not known."""
    try:
        return PAGE * int(Path(f"/proc/{number}/statm").read_text(encoding="ascii").split()[1])
    except (OSError, IndexError, ValueError):
        return 0  # it has just ended, or this system does not tell


def _requests() -> Iterator[str]:
    """Metrics of requests: answers by part and status, and how long they took."""
    counted = counters.read()
    yield from _head("requests_total", "counter", "Answers by part and status.")
    for part, row in counted.items():
        for status, count in zip(STATUSES, row.statuses, strict=True):
            yield f'toptable_requests_total{{part="{part}",status="{status}"}} {count}'
    yield from _head("request_seconds", "histogram", "Seconds from the request to its answer.")
    for part, row in counted.items():
        cumulative = list(accumulate(row.times))
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], cumulative, strict=True):
            yield f'toptable_request_seconds_bucket{{part="{part}",le="{bound}"}} {count}'
        yield f'toptable_request_seconds_sum{{part="{part}"}} {row.seconds:.6f}'
        yield f'toptable_request_seconds_count{{part="{part}"}} {cumulative[-1]}'


def _stored() -> Iterator[str]:
    """Metrics of the database: whether it answers, its size, and the counts of `ROWS`."""
    try:
        found = {name: _count_of(question) for name, (_, _, question) in ROWS.items()}
        size = _size()
    except Error:
        yield from _one("database_up", "gauge", "Whether the database answers.", 0)
        return
    yield from _one("database_up", "gauge", "Whether the database answers.", 1)
    yield from _one("database_bytes", "gauge", "Size of the database.", size)
    for name, (kind, means, _) in ROWS.items():
        yield from _one(name, kind, means, found[name])


def _count_of(question: str) -> int:
    """The whole number that an SQL query returns."""
    with connection.cursor() as cursor:
        cursor.execute(question)
        return int(cursor.fetchone()[0])


def _size() -> int:
    """The size of the database in bytes, with SQLite's journal; 0 for a database in memory."""
    if connection.vendor in SIZES:
        return _count_of(SIZES[connection.vendor])
    file = database_file()
    beside = [file, file.with_name(f"{file.name}-wal")] if file else []
    return sum(path.stat().st_size for path in beside if path.exists())


def _disk() -> Iterator[str]:
    """Metrics of disk and snapshots; none where no snapshots are made."""
    found = snapshot_safety()
    if found is None:
        return
    yield from _one("disk_free_bytes", "gauge", "Room left where snapshots lie.", found.free)
    yield from _one("snapshots", "gauge", "Snapshots that are kept.", found.count)
    if found.last is not None:
        age = (timezone.now() - found.last).total_seconds()
        yield from _one("snapshot_age_seconds", "gauge", "Since the last snapshot.", round(age))
