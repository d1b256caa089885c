"""What several tests of the draw ask of a seating."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from tournament.draw.pairings.request import DrawnRound, DrawRequest, RoundPlan
from tournament.record.vocabulary import PlayerId


def numbered(count: int) -> tuple[PlayerId, ...]:
    return tuple(PlayerId(number) for number in range(1, count + 1))


def fresh(sizes: Sequence[int], rounds: int, sit_outs: int = 0, **wishes: Any) -> DrawRequest:
    players = numbered(sum(sizes) + sit_outs)
    return DrawRequest(players, (RoundPlan(tuple(sizes), sit_outs),) * rounds, **wishes)


def drawn(*tables: Iterable[int], sit_outs: Iterable[int] = ()) -> DrawnRound:
    return DrawnRound(
        tuple(tuple(PlayerId(player) for player in table) for table in tables),
        tuple(PlayerId(player) for player in sit_outs),
    )


def repeats_of(rounds: Iterable[DrawnRound]) -> int:
    """Repeats counted the plain way, independent of the code under test."""
    met = Counter(frozenset(pair) for row in rounds for table in row.tables for pair in combinations(table, 2))
    return sum(count - 1 for count in met.values())


def faults_of(request: DrawRequest, rounds: Sequence[DrawnRound]) -> list[str]:
    """Everything that makes a seating not a draw of its request."""
    faults: list[str] = []
    rested = set(request.sat_out)
    for number, (plan, row) in enumerate(zip(request.rounds, rounds, strict=True), start=1):
        everybody = sorted([player for table in row.tables for player in table] + list(row.sit_outs))
        if everybody != sorted(request.players_of(plan)):
            faults.append(f"round {number} does not hold each player once")
        if tuple(map(len, row.tables)) != plan.sizes or len(row.sit_outs) != plan.sit_outs:
            faults.append(f"round {number} has other sizes")
        if rested.intersection(row.sit_outs):
            faults.append(f"round {number} lets somebody sit out twice")
        rested |= set(row.sit_outs)
        if not set(plan.sitting_out) <= set(row.sit_outs):
            faults.append(f"round {number} seats somebody named to sit out")
        fixed = [(player, table) for player, table in request.fixed_tables if player not in row.sit_outs]
        for player, table in fixed:
            if player in everybody and player not in row.tables[table - 1]:
                faults.append(f"round {number} moves player {player} from table {table}")
        for wish in request.apart:
            if wish.is_hard and any(len(set(wish.players) & set(table)) > 1 for table in row.tables):
                faults.append(f"round {number} seats {wish.players} together")
    return faults
