"""Draw every arrangement with a proven minimum, many times, and compare."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any, Self

from django.core.management.base import CommandError, CommandParser

from tournament.access.commands import SentenceCommand, refuse, whole_number
from tournament.draw.pairings.planning import plan
from tournament.draw.pairings.proof import minimum_repeats
from tournament.draw.pairings.report import DrawReport
from tournament.draw.pairings.request import DrawRequest, RoundPlan
from tournament.record.vocabulary import PlayerId, Reading, SeatSource


@dataclass(frozen=True, slots=True)
class ProvenMinimum:
    """One row of the proven minima: an arrangement over so many rounds, under one interpretation (``reading``) of the rule on opponents.

    ``repeats`` is the proven minimum of repeated meetings, None where no draw is possible; ``seat_repeats`` the most repeated seats
    allowed, None where they are not compared.
    """

    sizes: tuple[int, ...]
    sit_outs: int
    rounds: int
    reading: Reading
    repeats: int | None
    seat_repeats: int | None

    @classmethod
    def from_row(cls, row: dict[str, str]) -> Self:
        """Read one row of the file of minima."""
        return cls(
            sizes=tuple(int(size) for size in row["sizes"].split()),
            sit_outs=int(row["sit_outs"]),
            rounds=int(row["rounds"]),
            reading=Reading(row["reading"]),
            repeats=int(row["repeats"]) if row["repeats"] else None,
            seat_repeats=int(row["seat_repeats"]) if row["seat_repeats"] else None,
        )

    @property
    def players(self) -> int:
        """How many players the arrangement is for."""
        return sum(self.sizes) + self.sit_outs

    @property
    def label(self) -> str:
        """The row as it is printed."""
        sizes = " ".join(map(str, self.sizes)) if len(self.sizes) < 9 else f"{len(self.sizes)} tables"
        rest = ", one sits out" if self.sit_outs else ""
        return f"{self.players} players ({sizes}{rest}), {self.rounds} rounds, {self.reading}"

    def draw(self, seed: int) -> DrawReport:
        """Draw the row's rounds for a new event with seats by chart, and return the report."""
        players = tuple(PlayerId(number) for number in range(1, self.players + 1))
        rounds = (RoundPlan(self.sizes, self.sit_outs),) * self.rounds
        request = DrawRequest(players, rounds, reading=self.reading, seat_source=SeatSource.CHART, seed=seed)
        return plan(request).report

    def faults(self, report: DrawReport) -> Iterator[str]:
        """Sentences on what in a draw's report differs from the row."""
        if self.repeats is not None and report.repeats != self.repeats:
            yield f"seed {report.seed}: {report.repeats} repeats, not {self.repeats}"
        if self.seat_repeats is not None and (report.seat_repeats or 0) > self.seat_repeats:
            yield f"seed {report.seed}: {report.seat_repeats} repeated seats, not {self.seat_repeats}"


def proven_minima(path: Path) -> list[ProvenMinimum]:
    """Every row of a file of minima."""
    with path.open(encoding="utf-8", newline="") as file:
        return [ProvenMinimum.from_row(row) for row in csv.DictReader(file)]


class Command(SentenceCommand):
    """``manage.py check_minima [--seeds 20] [--most 64]``: exit status 1 where a draw misses a proven minimum."""

    help = "Draw every arrangement with a proven minimum and compare repeats and repeated seats."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take how many seeds and up to how many players."""
        parser.add_argument("--seeds", type=whole_number, default=20, help="draws of each row (20)")
        parser.add_argument("--most", type=whole_number, default=64, help="the most players of a row (64)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Draw all rows and print a line for each."""
        if options["seeds"] < 1 or options["most"] < 6:
            refuse("Draw each row at least once, and rows of 6 players; leave the numbers out for the usual ones.")
        rows = proven_minima(Path(__file__).parents[2] / "minima.csv")
        failed = 0
        for row in rows:
            if row.players > options["most"]:
                continue
            started = perf_counter()
            faults = [fault for seed in range(options["seeds"]) for fault in row.faults(row.draw(seed))]
            if minimum_repeats(row.sizes, row.sit_outs, row.rounds, row.reading).value != row.repeats:
                faults.append("the minimum known to the draw is another")
            each = (perf_counter() - started) * 1000 / max(1, options["seeds"])
            shown = "no such draw" if row.repeats is None else f"{row.repeats} repeats"
            self.stdout.write(
                f"{row.label}: {shown}, {each:.1f} ms a draw{'' if not faults else '; ' + '; '.join(faults)}"
            )
            failed += bool(faults)
        if failed:
            raise CommandError(f"{failed} rows miss their minimum; look at the lines above.", returncode=1)
        self.stdout.write("Every draw reaches its proven minimum.")
