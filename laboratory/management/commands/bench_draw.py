"""Measure the draw: time and memory by number of players, from nothing and with a history."""

from __future__ import annotations

import tracemalloc
from statistics import median
from time import perf_counter
from typing import Any

from django.core.management.base import CommandParser

from tournament.access.commands import SentenceCommand, refuse, whole_number
from tournament.draw.allocation import arrangements, random_rounds
from tournament.draw.pairings.planning import plan
from tournament.draw.pairings.request import DrawRequest, RoundPlan
from tournament.record.vocabulary import PlayerId, SeatSource

PLAYERS = (12, 25, 64, 100, 250, 500, 1000)
LIMITS = {25: 50, 64: 100, 250: 300, 1000: 1000}
"""The most milliseconds that a draw may take, by number of players; printed for comparison."""

MEBIBYTE = 1 << 20


def first_draw(players: int, seed: int) -> DrawRequest:
    """A request for all random rounds of a new event, at the rule's first arrangement, with seats by chart."""
    sizes = arrangements(players)[0].sizes
    numbers = tuple(PlayerId(number) for number in range(1, players + 1))
    return DrawRequest(numbers, (RoundPlan(sizes),) * random_rounds(sizes, 4), seat_source=SeatSource.CHART, seed=seed)


def second_draw(request: DrawRequest) -> DrawRequest:
    """A request to draw all rounds but the first again, after that was played as drawn and one player was replaced by another."""
    played = plan(request).rounds[0].tables
    stayed = (*request.players[1:], PlayerId(len(request.players) + 1))
    return DrawRequest(
        stayed, request.rounds[1:], history=(played,), seat_source=request.seat_source, seed=request.seed + 1
    )


def milliseconds(request: DrawRequest) -> float:
    """The milliseconds that one draw takes, with seats and report."""
    started = perf_counter()
    plan(request)
    return (perf_counter() - started) * 1000


def peak(request: DrawRequest) -> float:
    """The most memory that one draw uses at a time, in MiB."""
    tracemalloc.start()
    plan(request)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / MEBIBYTE


class Command(SentenceCommand):
    """``manage.py bench_draw [--draws 9] [PLAYERS ...]``: median and slowest draw in milliseconds, memory, growth."""

    help = "Measure how long draws take and how much memory they need."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the numbers of players and how many draws of each."""
        parser.add_argument("players", nargs="*", type=whole_number, help=f"numbers of players ({PLAYERS})")
        parser.add_argument("--draws", type=whole_number, default=9, help="draws of each number, with other seeds (9)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Measure and print the table."""
        numbers = options["players"] or PLAYERS
        if min(numbers) < 3 or options["draws"] < 1:
            refuse("Measure at least 3 players and 1 draw; leave the numbers out for the usual ones.")
        self.stdout.write(
            f"{'':>8} {'first draw, ms':>20} {'with history, ms':>20} {'memory':>8} {'limit':>8} {'per player':>11}"
        )
        self.stdout.write(
            f"{'players':>8} {'median':>10} {'most':>9} {'median':>10} {'most':>9} {'MiB':>8} {'ms':>8} {'ms':>11}"
        )
        for players in numbers:
            requests = [first_draw(players, seed) for seed in range(options["draws"])]
            first = [milliseconds(request) for request in requests]
            again = [milliseconds(second_draw(request)) for request in requests]
            self.stdout.write(
                f"{players:>8} {median(first):>10.1f} {max(first):>9.1f} {median(again):>10.1f} {max(again):>9.1f} "
                f"{peak(requests[0]):>8.1f} {LIMITS.get(players, '-'):>8} {median(first) / players:>11.3f}"
            )
