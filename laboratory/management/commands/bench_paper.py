"""`manage.py bench_paper`: how long each sheet takes, and whether memory stays flat, on events made up for the purpose.

With numbers of players it prints what each sheet comes to instead: pages, kilobytes and milliseconds; with `--json` the same for a
program, at 17, 25, 100 and 250 players where none is named.

Limits are held against the processor's time of the first, cold print, which a machine busy with other things does not lengthen much;
the time on the wall stands beside it.
"""

from __future__ import annotations

import gc
import json
import statistics
import time
import tracemalloc
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournament.draw.allocation import arrangements, form_by_rule
from tournament.pdf.document import pack_of, round_pack, sheet, sheets_as_pdf
from tournament.pdf.job import Job, Options
from tournament.pdf.sheets import SHEETS
from tournament.record.event import EntryRecord, EventRecord, RoundRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import PlayerId, RoundState

SHEET_LIMIT = 0.3  # seconds at 25 players
PACK_LIMIT = 2.0  # seconds at 250 players
MEMORY_LIMIT = 1_000_000  # bytes that a further ten packs may leave behind
PLAYERS = (17, 25, 100, 250)
PRINTED_AT = datetime(2026, 8, 20, 11, 30, tzinfo=UTC)
HEADS = f"{'pages':>8}{'kB':>9}{'ms':>9}"
NAMES = ("Пример", "样本 选手", "مثال تجريبي", "견본 선수")


class Command(BaseCommand):
    """Measure printing against its limits."""

    help = "Time every sheet at 25 players and the round pack at 250, and watch the memory over repeated packs."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the numbers of players, how often each sheet is printed, and the form of the result."""
        parser.add_argument("players", nargs="*", type=int, help="numbers of players: what each sheet comes to there")
        parser.add_argument("--times", type=int, default=5, help="how often each thing is printed (5)")
        parser.add_argument("--json", action="store_true", help="print what each sheet comes to as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print a table of medians; exit with an error where a limit is missed."""
        times = options["times"]
        if min(options["players"] or PLAYERS) < 3 or times < 1:
            raise CommandError("Print at least once, and for 3 players; leave the numbers out for the usual ones.")
        if options["players"] or options["json"]:
            figures = [each for players in options["players"] or PLAYERS for each in figures_of(players, times)]
            self.stdout.write(json.dumps([asdict(each) for each in figures]) if options["json"] else table_of(figures))
            return
        now = PRINTED_AT
        small, large = played_event(25), played_event(250)
        missed = []
        for name in SHEETS:
            missed += self._report(
                f"{name}, 25 players", partial(sheet, name, small, Options(), now), times, SHEET_LIMIT
            )
        pack = partial(round_pack, large, 4, Options(), now)
        missed += self._report("pack of round 4, 250 players", pack, times, PACK_LIMIT)
        left = _left_behind(pack)
        self.stdout.write(f"{'memory left by ten more packs':<32} {left:>12,} bytes")
        if left > MEMORY_LIMIT:
            missed.append(f"memory grew by {left:,} bytes")
        if missed:
            raise CommandError(f"Over the limit: {'; '.join(missed)}.")

    def _report(self, what: str, act: Callable[[], bytes], times: int, limit: float) -> list[str]:
        """Measure and print one thing; return a sentence where it takes longer than ``limit`` seconds, else an empty list."""
        prints = [_measure(act) for _ in range(times + 1)]
        first, median = prints[0].processor, statistics.median(each.processor for each in prints[1:])
        wall = statistics.median(each.wall for each in prints[1:])
        milliseconds = "   ".join(
            f"{name} {seconds * 1000:7.1f} ms"
            for name, seconds in (("first", first), ("median", median), ("on the wall", wall), ("limit", limit))
        )
        self.stdout.write(f"{what:<32} {milliseconds}")
        return [f"{what} takes {max(first, median):.2f} s"] if max(first, median) > limit else []


@dataclass(frozen=True, slots=True)
class PaperFigures:
    """The figures of a sheet: pages, bytes, and milliseconds of the processor for one print."""

    sheet: str
    players: int
    pages: int
    bytes: int
    milliseconds: float


def figures_of(players: int, times: int) -> Iterator[PaperFigures]:
    """The figures of every sheet of an event of ``players`` players, and of the pack of its last round; each is printed ``times`` times."""
    of = played_event(players)
    orders: dict[str, tuple[tuple[str, Options], ...]] = {name: ((name, Options()),) for name in SHEETS}
    orders["pack"] = pack_of(of, 4, Options())
    for name, order in orders.items():
        content = sheets_as_pdf(of, order, PRINTED_AT)
        taken = [_measure(partial(sheets_as_pdf, of, order, PRINTED_AT)).processor for _ in range(times)]
        pages = sum(len(SHEETS[each].build(Job(of, chosen, PRINTED_AT)).pages) for each, chosen in order)
        yield PaperFigures(name, players, pages, len(content), round(1000 * statistics.median(taken), 1))


def table_of(figures: Sequence[PaperFigures]) -> str:
    """The figures as a table: a row for each sheet, with pages, kilobytes and milliseconds for each number of players."""
    numbers = list(dict.fromkeys(each.players for each in figures))
    by_place = {(each.sheet, each.players): each for each in figures}
    head = "".join(f"{f'{number} players':>26}" for number in numbers)
    rows = [f"{'':<20}{head}", f"{'sheet':<20}{HEADS * len(numbers)}"]
    for name in dict.fromkeys(each.sheet for each in figures):
        cells = (by_place[name, number] for number in numbers)
        row = "".join(f"{each.pages:>8}{each.bytes / 1000:>9.1f}{each.milliseconds:>9.1f}" for each in cells)
        rows.append(f"{name:<20}{row}")
    return "\n".join(rows)


@dataclass(frozen=True, slots=True)
class Print:
    """How long one print took, in seconds of the processor and of the wall clock."""

    processor: float
    wall: float


def _measure(act: Callable[[], bytes]) -> Print:
    """Call the function once and return how long it took."""
    processor, wall = time.process_time(), time.perf_counter()
    act()
    return Print(time.process_time() - processor, time.perf_counter() - wall)


def _left_behind(act: Callable[[], bytes]) -> int:
    """Bytes that ten more prints leave allocated after two that fill the caches."""
    act()
    act()
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        for _ in range(10):
            act()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    return after - before


def played_event(players: int) -> EventRecord:
    """An event of four closed rounds with plainly made-up players, a few of them in other scripts."""
    entries = tuple(
        EntryRecord(
            PlayerId(number),
            NAMES[number - 1] if number <= len(NAMES) else f"Player {number:03d}",
            is_junior=number % 7 == 0,
        )
        for number in range(1, players + 1)
    )
    sizes = arrangements(players)[0].sizes
    return EventRecord(
        slug="bench",
        name="Bench Championship",
        date=date(2026, 8, 20),
        version=99,
        network_name="Hall",
        public_address="http://192.0.2.7:8000/bench/",
        entries=entries,
        rounds=tuple(_closed_round(number, players, sizes) for number in range(1, 5)),
    )


def _closed_round(number: int, players: int, sizes: tuple[int, ...]) -> RoundRecord:
    """A closed round of this number with made-up results at tables of these sizes."""
    order = sorted(range(1, players + 1), key=lambda player: (player * 37 * number) % 997)
    tables, start = [], 0
    for table, size in enumerate(sizes, start=1):
        seats = tuple(
            SeatRecord(PlayerId(player), position, f"{position}A", 20_000 + 100 * ((player * 31 + number * 17) % 300))
            for position, player in enumerate(order[start : start + size], start=1)
        )
        tables.append(TableRecord(table, seats))
        start += size
    form = form_by_rule(number, sizes, 4)
    return RoundRecord(
        number, form.kind, RoundState.CLOSED, tuple(tables), seed=number, top_table_wins=form.top_table_wins
    )
