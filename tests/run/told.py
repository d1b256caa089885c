"""What is told of a stage: a line with its figures and how long it took, its failures before that, and below what it did not prove."""

from __future__ import annotations

import re
from collections import Counter
from datetime import timedelta
from pathlib import Path

STAGES = Path(__file__).resolve().parents[2] / ".pytest_cache" / "stages"
"""Where each stage's program writes what it says."""
NOT_PROVEN = "  not proven, "
"""How a line begins that is told again at the end of a full run."""
CLOSING = re.compile(r"^=* ?(?P<counts>\d+ \w+(?:, \d+ \w+)*) in (?P<seconds>[\d.]+)s", re.MULTILINE)
FAILURES = re.compile(r"^=+ (?:FAILURES|ERRORS) =+$", re.MULTILINE)
SKIPPED = re.compile(r"^SKIPPED \[(?:\d+)\] (?P<why>.+)$", re.MULTILINE)
OF_A_STAGE = re.compile(r"^\w+(?P<failed> FAILED)?: (?P<counts>[\d,]+ \w+(?:, [\d,]+ \w+)*) in \d+ s$")


def end_of_pytest(stage: str, said: str) -> str:
    """The end of pytest's run; without a closing line everything that was said is shown, for then it did not come to its tests."""
    closing = CLOSING.search(said)
    if closing is None:
        return f"{said}\n{stage} FAILED: no test ran"
    counts, failures = closing["counts"], FAILURES.search(said)
    has_failed = "failed" in counts or "error" in counts
    before = f"{said[failures.start() :]}\n" if failures else ""
    return _end(stage, before, has_failed, counts, float(closing["seconds"])) + "".join(
        f"\n{NOT_PROVEN}{stage}: {why}" for why in SKIPPED.findall(said)
    )


def end_of_node(stage: str, said: str) -> str:
    """The end of Node's test runner, by the lines that close its report in TAP."""
    figures = {name: float(value) for name, value in re.findall(r"^# (\w+) ([\d.]+)$", said, re.MULTILINE)}
    passed, failed = int(figures.get("pass", 0)), int(figures.get("fail", 0) + figures.get("cancelled", 0))
    if not passed + failed:
        return f"{said}\n{stage} FAILED: no test ran"
    counts = f"{failed} failed, {passed} passed" if failed else f"{passed} passed"
    return _end(stage, f"{said}\n" if failed else "", bool(failed), counts, figures.get("duration_ms", 0) / 1000)


def _end(stage: str, before: str, has_failed: bool, counts: str, seconds: float) -> str:
    figures = re.sub(r"\d+", lambda number: f"{int(number[0]):,}", counts)
    return f"{before}{stage}{' FAILED' if has_failed else ''}: {figures} in {seconds:.0f} s"


def closing_line(lines: list[str], seconds: float) -> str:
    """The figures of all stages together, in the words of pytest's own closing line."""
    counts: Counter[str] = Counter()
    for found in filter(None, map(OF_A_STAGE.match, lines)):
        for figure in found["counts"].split(", "):
            number, word = figure.split()
            counts[word] += int(number.replace(",", ""))
    order = sorted(counts, key=lambda word: (word != "failed", word != "passed", word))
    clock = f" ({timedelta(seconds=int(seconds))})" if seconds > 60 else ""
    return f"{', '.join(f'{counts[word]} {word}' for word in order) or 'no tests ran'} in {seconds:.2f}s{clock}"


def how_far(stage: str) -> str:
    """How much of its tests a stage has run, as pytest tells it; empty where nothing is told yet."""
    log = STAGES / f"{stage}.log"
    told = re.findall(r"\[ *(\d+%)\]$", log.read_text(encoding="utf-8"), re.MULTILINE) if log.exists() else []
    return str(told[-1]) if told else ""
