"""The lower bound with which a draw is compared, given the rounds already played."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations

from tournament.draw.pairings.proof.minima import (
    Minimum,
    Proof,
    minimum_repeats,
    strongest_bound,
)
from tournament.draw.pairings.proof.overlaps import least_overlap, pairs_of
from tournament.draw.pairings.request import DrawRequest, RoundPlan, Table
from tournament.draw.pairings.seating import most_meetings
from tournament.record.vocabulary import PlayerId, Reading


def bound_of(request: DrawRequest, reading: Reading, most: int | None = None) -> Minimum:
    """Return the least repeats over all random rounds, played and planned, that a draw can have under this interpretation of R44.

    ``most`` is how often the most frequent pair of the draw meets, None before there is a draw. With a history or wishes the exact
    minimum is in general not known: the value is then only a lower bound, and ``is_reached`` is false.
    """
    cap = max(most_meetings(reading, request.total_rounds), most or 0)
    general = _general(request, cap)
    uniform = _uniform(request, reading)
    if uniform is not None and uniform.kind in {Proof.ONE_TABLE, Proof.IMPOSSIBLE}:
        return uniform
    if uniform is None or (most is not None and most > most_meetings(reading, request.total_rounds)):
        return general
    if (uniform.value or 0) < (general.value or 0):
        return general
    return replace(uniform, is_reached=uniform.is_reached and not _is_bound_by_wishes(request))


def least_to_come(request: DrawRequest, reading: Reading) -> Minimum:
    """Return the least repeats that the planned rounds add, given the meetings of the rounds played.

    Without a history this equals `bound_of`. With a history it is a lower bound. That bound is known to be reached only in two cases: at
    one table, and after one round of the same players at the same sizes, since any such first round is like any other.
    """
    times = Counter(pair for tables in request.history for table in tables for pair in combinations(sorted(table), 2))
    often = max(times.values(), default=0)
    is_one_table = any(len(plan.sizes) == 1 for plan in request.rounds)
    cap = max(request.total_rounds if is_one_table else most_meetings(reading, request.total_rounds), often + 1)
    total = bound_of(request, reading, cap if request.history else None)
    if not request.history or total.value is None:
        return total
    fresh = _uniform(request, reading)
    if len(request.history) == 1 and fresh is not None and not _has_wishes(request):
        return fresh
    repeats_played = sum(times.values()) - len(times)
    if total.kind is Proof.ONE_TABLE:
        return replace(total, value=total.value - repeats_played)
    overlaps = _mixed_overlaps(request) + _planned_overlaps(request)
    by_overlap = -(-2 * overlaps // _most_overlaps(len(request.rounds), often, cap))
    by_total = total.value - repeats_played
    return replace(total, value=max(0, by_overlap, by_total), is_reached=False)


def _most_overlaps(rounds: int, often: int, cap: int) -> int:
    """Return twice the greatest number of pairs of rounds in which two players meet, for each repeat that they add.

    At least one round of such a pair of rounds is still to come. Two players who met h times and meet n times more add n repeats, or n -
    1 if h is 0, and h n + n (n - 1) / 2 pairs of rounds. No two players have met more than ``often`` times, or will meet more than
    ``cap`` times in all.
    """
    return max(
        2 * met + more - 1 if met else more for met in range(often + 1) for more in range(1, min(rounds, cap - met) + 1)
    )


def _is_bound_by_wishes(request: DrawRequest) -> bool:
    """Return whether rounds played or wishes restrict the draw."""
    return bool(request.history) or _has_wishes(request)


def _has_wishes(request: DrawRequest) -> bool:
    """Return whether anything but the rounds played restricts the draw: wishes, fixed tables or past sit-outs."""
    return bool(request.apart or request.fixed_tables or request.sat_out)


def _uniform(request: DrawRequest, reading: Reading) -> Minimum | None:
    """Return the proven minimum if every round, played or planned, has the same players and table sizes; else None."""
    everybody = set(request.players)
    plans = {(tuple(sorted(plan.sizes)), plan.sit_outs) for plan in request.rounds}
    played_sizes = {tuple(sorted(map(len, tables))) for tables in request.history}
    if len(plans) != 1 or any(set(request.players_of(plan)) != everybody for plan in request.rounds):
        return None
    ((sizes, sit_outs),) = plans
    if played_sizes - {sizes} or any(not everybody.issuperset(_seated(tables)) for tables in request.history):
        return None
    return minimum_repeats(sizes, sit_outs, request.total_rounds, reading)


def _seated(tables: tuple[Table, ...]) -> set[PlayerId]:
    """Return the players at these tables."""
    return {player for table in tables for player in table}


def _general(request: DrawRequest, cap: int) -> Minimum:
    """Return the bound for any request; no pair meets more than ``cap`` times."""
    everybody = set(request.players).union(*map(_seated, request.history))
    sizes = [tuple(map(len, tables)) for tables in request.history] + [plan.sizes for plan in request.rounds]
    meetings = sum(pairs_of(size) for tables in sizes for size in tables)
    bound = strongest_bound(_overlaps(request), meetings, pairs_of(len(everybody)), cap)
    return Minimum(
        bound.value, bound.line, bound.kind, is_reached=bound.kind is Proof.TRIVIAL and request.total_rounds == 1
    )


def _overlaps(request: DrawRequest) -> int:
    """Return a lower bound for the pairs of players who meet in both of two rounds, summed over all pairs of rounds."""
    among_played = sum(_met_in_both(one, other) for one, other in combinations(request.history, 2))
    return among_played + _mixed_overlaps(request) + _planned_overlaps(request)


def _mixed_overlaps(request: DrawRequest) -> int:
    """Return `_overlaps` for pairs of a played and a planned round."""
    return sum(_played_and_planned(request, tables, plan) for tables in request.history for plan in request.rounds)


def _planned_overlaps(request: DrawRequest) -> int:
    """Return `_overlaps` for pairs of planned rounds."""
    return sum(_both_planned(request, one, other) for one, other in combinations(request.rounds, 2))


def _met_in_both(one: tuple[Table, ...], other: tuple[Table, ...]) -> int:
    """Return the number of pairs of players who shared a table in both of two played rounds."""
    place = {player: table for table, players in enumerate(other) for player in players}
    together = Counter((index, place[p]) for index, table in enumerate(one) for p in table if p in place)
    return sum(map(pairs_of, together.values()))


def _played_and_planned(request: DrawRequest, tables: tuple[Table, ...], plan: RoundPlan) -> int:
    """Return a lower bound for the pairs who share a table in a played round and in a planned one."""
    seated, coming = _seated(tables), set(request.players_of(plan))
    staying = [len(coming.intersection(table)) for table in tables]
    return max(
        least_overlap(plan.sizes, map(len, tables), len(coming - seated)),
        least_overlap(staying, plan.sizes, plan.sit_outs),
    )


def _both_planned(request: DrawRequest, one: RoundPlan, other: RoundPlan) -> int:
    """Return a lower bound for the pairs who share a table in both of two planned rounds."""
    first, second = set(request.players_of(one)), set(request.players_of(other))
    return max(
        least_overlap(one.sizes, other.sizes, len(first - second) + other.sit_outs),
        least_overlap(other.sizes, one.sizes, len(second - first) + one.sit_outs),
    )
