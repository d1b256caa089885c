"""A day's figures as the column of the table in laboratory/load.md, a row a line, ready to be put between its bars."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KINDS = {
    "phone poll": "a phone asks what is new, p50 / p95 / p99 ms",
    "phone page": "a phone opens a page",
    "phone report": "a phone reports",
    "desk save": "a desk saves a row",
    "all": "all",
}
"""The rows of times, by the kind of request."""


def column(told: Mapping[str, Any]) -> dict[str, str]:
    """Each row of the table with what stands in it for this day."""
    rows = {
        "": f"{told['players']:,} players",
        "phones that look, desks, rounds": f"{told['phones']:,}, {told['desks']}, {told['rounds']}",
        "seconds of a round, of the day": f"{told['seconds_of_results'] / told['rounds']:.0f}, {told['seconds']:.0f}",
        "answers, a second": f"{told['requests']:,}, {told['per_second']}",
        "errors, refused, lost updates": f"{told['errors']}, {told['refused']}, {told['lost']} of {told['saved']:,}",
    }
    for kind, row in KINDS.items():
        times = told["kinds"].get(kind)
        rows[row] = " / ".join(f"{times[share]:,.0f}" for share in ("p50", "p95", "p99")) if times else "none"
    return {
        **rows,
        "processor, seconds, and ms an answer": (
            f"{told['processor_seconds']:.0f}, {1000 * told['processor_seconds'] / max(told['requests'], 1):.1f}"
        ),
        "database, MB": f"{told['database_bytes'] / 1e6:.1f}",
        "memory, MB": f"{told['memory_bytes'] / 1e6:.0f}",
        f"load of the machine before, after ({told['cores']} cores)": f"{told['load_before'][0]}, {told['load_after'][0]}",
    }


def to_paste(told: Mapping[str, Any]) -> str:
    """The column as lines: what the row is called, and its cell."""
    return "".join(f"| {row} | {cell} |\n" for row, cell in column(told).items())
