"""The steps of a draw in their order, from request to report."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tournament.draw.pairings.chairs import fewest_seat_repeats, seat_by_chart, seat_repeats
from tournament.draw.pairings.checks import check_request
from tournament.draw.pairings.descent import descend
from tournament.draw.pairings.evaluation import evaluate
from tournament.draw.pairings.level import is_level, level_out, unevenness
from tournament.draw.pairings.proof.bounds import bound_of
from tournament.draw.pairings.report import PlannedDraw
from tournament.draw.pairings.request import DrawnRound, DrawRequest, Table
from tournament.draw.pairings.search import Goal, anneal, shake
from tournament.draw.pairings.seating import BROKEN_HARD, REPEAT, Progress, Seating
from tournament.draw.pairings.starts import Numbering, start, start_as_planned
from tournament.record.vocabulary import SeatSource

KNOWN_BUDGET = 1_000_000
"""The most steps if the minimum is known to be reachable; it is usually found long before."""

OPEN_BUDGET = 1_600_000
"""The most steps if only a bound is known; all are used unless the bound is reached."""

ANNEALED = 160_000
"""How many of these are annealing; the rest are a tabu search, which is worth its price where annealing alone did not get there."""

MENDING_BUDGET = 40_000
"""The most steps to remove broken hard wishes from a random start; after that a start is made that separates the players."""

PATIENCE = 20_000
"""The number of steps spent on even table sizes once the repeats are at their minimum."""

LEVELLING_BUDGET = 2_000
"""The number of steps in which one seating with repeats is made more even."""

FINE_BUDGET = 400
"""The same for a seating without repeats, which the search has made even already."""

ANOTHER_BUDGET = 30_000
"""The most steps to reach the minimum once more from another start."""

OTHERS_BUDGET = 40_000
"""The number of steps spent on other seatings with the fewest repeats, if the first one found is not as even as possible."""

MOST_PLAYERS_FOR_OTHERS = 40


def plan(request: DrawRequest, progress: Progress | None = None) -> PlannedDraw:
    """Draw all planned rounds together (R44).

    ``progress`` is called with the steps done and the most steps; if it returns False, the best draw found by then is taken, and its report
    has the number of steps. Raises PairingError for a malformed request, and ImpossibleDrawError with the players' names if wishes and
    fixed tables contradict each other.
    """
    check_request(request)
    random = Random(request.seed)
    numbering = Numbering.drawn(request, random)
    seating = _without_broken_wishes(request, numbering, random)
    minimum = bound_of(request, request.reading)
    budget = KNOWN_BUDGET if minimum.is_reached else OPEN_BUDGET
    goal = Goal(
        cost=REPEAT * (minimum.value or 0),
        unevenness=seating.least_unevenness,
        patience=PATIENCE,
        budget=budget if request.steps is None else min(request.steps, budget),
    )
    steps = _search(seating, random, goal, progress, is_open=not minimum.is_reached)
    _level(seating, random, goal)
    rounds = _rounds_of(request, numbering, seating, random)
    if request.planned and _seat_repeats(request, rounds) > fewest_seat_repeats(
        request.history, _played_and(request, rounds)
    ):
        rounds = _with_planned_seats(request, numbering, seating, rounds, random)
    return PlannedDraw(rounds, replace(evaluate(request, rounds), steps=request.steps if steps is None else steps))


def _search(seating: Seating, random: Random, goal: Goal, progress: Progress | None, *, is_open: bool) -> int | None:
    """Search until the goal is reached or its budget is spent; returns the number of steps if ``progress`` ended it before, else None.

    ``is_open`` says that fewer repeats may exist than annealing finds.
    """
    done, is_stopped = 0, False

    def go_on(steps: int, _most: int) -> bool:
        nonlocal is_stopped
        is_stopped = progress is not None and progress(done + steps, goal.budget) is False
        return not is_stopped

    done = anneal(seating, random, replace(goal, budget=min(goal.budget, ANNEALED)) if is_open else goal, go_on)
    if is_open and not is_stopped and seating.cost > goal.cost:
        annealed = seating.cost
        done += descend(seating, random, replace(goal, budget=goal.budget - done), go_on)
        if seating.cost < annealed:  # the tabu search knows repeats alone: what it found is made even as well
            anneal(seating, random, Goal(seating.cost, seating.least_unevenness, PATIENCE, ANOTHER_BUDGET))
    return done if is_stopped else None


def _with_planned_seats(
    request: DrawRequest,
    numbering: Numbering,
    found: Seating,
    rounds: tuple[DrawnRound, ...],
    random: Random,
) -> tuple[DrawnRound, ...]:
    """Return rounds as good as those found, with the seat numbers of an earlier plan and fewer repeated seats; else the rounds found.

    Tables chosen without regard to seats already used may leave no order in which all seats are new. The earlier draw planned tables and
    seats together, so its seats are kept and only tables are drawn anew; if that costs more repeats, its own tables are tried.
    """
    seating = start_as_planned(request, numbering)
    if seating is None:
        return rounds
    planned = list(seating.who)
    shake(seating, random)
    anneal(seating, random, Goal(found.cost, seating.least_unevenness, PATIENCE, ANOTHER_BUDGET))
    level_out(seating, random, LEVELLING_BUDGET)
    if seating.cost > found.cost:
        seating.restore(planned)
    players = [numbering.players[number] for number in seating.who]
    seated = tuple(
        DrawnRound(tuple(tuple(players[slot] for slot in slots) for slots in tables)) for tables in seating.table_slots
    )
    is_better = _seat_repeats(request, seated) < _seat_repeats(request, rounds)
    return seated if seating.cost <= found.cost and is_better else rounds


def _played_and(request: DrawRequest, rounds: tuple[DrawnRound, ...]) -> list[tuple[Table, ...]]:
    """Return the tables of all random rounds: the rounds played, then the planned ones."""
    return [*request.history, *(drawn.tables for drawn in rounds)]


def _seat_repeats(request: DrawRequest, rounds: tuple[DrawnRound, ...]) -> int:
    """Return the number of repeated seats over all random rounds."""
    return seat_repeats(_played_and(request, rounds))


def _level(seating: Seating, random: Random, goal: Goal) -> None:
    """Make the seating more even, and try other seatings with the fewest repeats if it is not as even as possible."""
    budget = LEVELLING_BUDGET if seating.cost else FINE_BUDGET
    level_out(seating, random, budget)
    if seating.cost > goal.cost or len(seating.rested) > MOST_PLAYERS_FOR_OTHERS or not any(seating.free_in_group):
        return
    best, least = list(seating.who), unevenness(seating)
    spent = 0
    while spent < OTHERS_BUDGET:
        if is_level(seating):
            return
        shake(seating, random)
        spent += anneal(seating, random, replace(goal, budget=ANOTHER_BUDGET, patience=0)) + budget
        level_out(seating, random, budget)
        if seating.cost <= goal.cost and unevenness(seating) < least:
            best, least = list(seating.who), unevenness(seating)
    seating.restore(best)


def _without_broken_wishes(request: DrawRequest, numbering: Numbering, random: Random) -> Seating:
    """Return a first seating that breaks no hard wish.

    A random start is improved first; if wishes are still broken, a start is made that separates the players.
    """
    seating = start(request, numbering, random)
    if seating.cost >= BROKEN_HARD:
        anneal(seating, random, Goal(BROKEN_HARD - 1, seating.unevenness, 0, MENDING_BUDGET))
    if seating.cost >= BROKEN_HARD:
        seating = start(request, numbering, random, separated=True)
    return seating


def _rounds_of(request: DrawRequest, numbering: Numbering, seating: Seating, random: Random) -> tuple[DrawnRound, ...]:
    """Return the rounds of a seating: players by their own numbers, in seat order if the chart decides seats."""
    place = {player: index for index, player in enumerate(request.players)}
    players = [numbering.players[number] for number in seating.who]
    tables = [
        [tuple(sorted((players[slot] for slot in chairs), key=place.__getitem__)) for chairs in tables]
        for tables in seating.table_slots
    ]
    if request.seat_source is SeatSource.CHART:
        tables = seat_by_chart(request.history, tables, random)
    sit_outs = [
        tuple(sorted((players[slot] for slot in slots), key=place.__getitem__)) for slots in seating.bench_slots
    ]
    return tuple(DrawnRound(tuple(seated), resting) for seated, resting in zip(tables, sit_outs, strict=True))
