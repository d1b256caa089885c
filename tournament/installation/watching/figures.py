"""What `/metrics` tells, in the text format that Prometheus and its kin read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import psutil
from django.db import Error, connection
from django.utils import timezone

from tournament.installation.copies.automatic_snapshots import database_file, snapshot_safety
from tournament.installation.watching.counting import CounterMetricFamily, GaugeMetricFamily, Metric, counted
from tournament.installation.watching.program import program_version

TYPE = "text/plain; version=0.0.4; charset=utf-8"
ROWS: Mapping[str, tuple[type[GaugeMetricFamily] | type[CounterMetricFamily], str, str]] = {
    "events": (GaugeMetricFamily, "Events of this installation.", "SELECT COUNT(*) FROM tournament_event"),
    "acts_total": (CounterMetricFamily, "Acts in the logs of changes.", "SELECT COUNT(*) FROM tournament_change"),
    "reports_total": (CounterMetricFamily, "Reports of tables.", "SELECT COUNT(*) FROM tournament_tablereport"),
    "devices": (
        GaugeMetricFamily,
        "Phones that hold a code.",
        "SELECT COUNT(*) FROM tournament_device WHERE withdrawn_at IS NULL",
    ),
}
"""Each metric of stored rows by its name: its type, what it means, and the query."""
SIZES = {"postgresql": "SELECT pg_database_size(current_database())"}


def figures() -> str:
    """All metrics as text."""
    answers, running = counted()
    metrics = [*_program(running), *answers, *_stored(), *_disk()]
    return "".join(f"{line}\n" for metric in metrics for line in _lines(metric))


def _lines(metric: Metric) -> Iterator[str]:
    """A metric in the text format: help, type and samples.

    The library's own writer sorts the labels and writes 3 as 3.0; these lines stay as they were.
    """
    name = f"{metric.name}_total" if metric.type == "counter" else metric.name
    yield f"# HELP {name} {metric.documentation}"
    yield f"# TYPE {name} {metric.type}"
    for sample in metric.samples:
        labels = ",".join(f'{label}="{value}"' for label, value in sample.labels.items())
        figure = f"{sample.value:.0f}" if sample.value == int(sample.value) else f"{sample.value:.6f}"
        yield f"{sample.name}{{{labels}}} {figure}" if labels else f"{sample.name} {figure}"


def _gauge(name: str, means: str, value: float) -> Metric:
    """A gauge with one value."""
    return GaugeMetricFamily(f"toptable_{name}", means, value)


def _program(running: Sequence[int]) -> Iterator[Metric]:
    """Metrics of the program: version, number of processes, memory; ``running`` are the numbers of the processes."""
    info = GaugeMetricFamily("toptable_info", "The version that runs.", labels=["version"])
    info.add_metric([program_version()], 1)
    yield info
    yield _gauge("processes", "Processes of this server.", len(running))
    resident = sum(_resident(number) for number in running)
    if resident:
        yield _gauge("resident_bytes", "Memory of these processes; what they share counts in each.", resident)


def _resident(number: int) -> int:
    """The memory of the process with this number, in bytes; 0 where it is not known."""
    try:
        return int(psutil.Process(number).memory_info().rss)
    except (psutil.Error, OSError):
        return 0  # it has just ended, or this system does not tell


def _stored() -> Iterator[Metric]:
    """Metrics of the database: whether it answers, its size, and the counts of `ROWS`."""
    try:
        found = {name: _count_of(question) for name, (_, _, question) in ROWS.items()}
        size = _size()
    except Error:
        yield _gauge("database_up", "Whether the database answers.", 0)
        return
    yield _gauge("database_up", "Whether the database answers.", 1)
    yield _gauge("database_bytes", "Size of the database.", size)
    for name, (family, means, _) in ROWS.items():
        yield family(f"toptable_{name}", means, found[name])


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


def _disk() -> Iterator[Metric]:
    """Metrics of disk and snapshots; none where no snapshots are made."""
    found = snapshot_safety()
    if found is None:
        return
    yield _gauge("disk_free_bytes", "Room left where snapshots lie.", found.free)
    yield _gauge("snapshots", "Snapshots that are kept.", found.count)
    if found.last is not None:
        age = (timezone.now() - found.last).total_seconds()
        yield _gauge("snapshot_age_seconds", "Since the last snapshot.", round(age))
