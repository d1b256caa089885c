"""The steps of a draw in their order, from request to report."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tournament.draw.pairings.chairs import fewest_seat_repeats, seat_by_chart, seat_repeats
from tournament.draw.pairings.checks import check_request
from tournament.draw.pairings.costs import BROKEN_HARD, REPEAT
from tournament.draw.pairings.evaluation import evaluate
from tournament.draw.pairings.level import is_level, level_out, unevenness
from tournament.draw.pairings.movement import Movement, Progress
from tournament.draw.pairings.proof.bounds import bound_of
from tournament.draw.pairings.report import PlannedDraw
from tournament.draw.pairings.request import DrawnRound, DrawRequest, Table
from tournament.draw.pairings.search import Goal, anneal, shake
from tournament.draw.pairings.starts import Numbering, start, start_as_planned
from tournament.record.vocabulary import SeatSource

KNOWN_BUDGET = 1_000_000
"""Steps at most where the minimum is known to be reachable; it is found long before."""

OPEN_BUDGET = 160_000
"""Steps where only a bound is known: then they are all spent unless the bound is reached."""

MENDING_BUDGET = 40_000
"""Steps in which a seating by chance is rid of broken hard wishes before a separation is made instead."""

PATIENCE = 20_000
"""Steps spent on level table sizes once the repeats are at their minimum."""

LEVELLING_BUDGET = 2_000
"""Steps in which one seating with repeats is made more level."""

FINE_BUDGET = 400
"""The same without repeats, where the search has levelled already and few exchanges cost nothing."""

ANOTHER_BUDGET = 30_000
"""Steps at most to reach the minimum once more."""

OTHERS_BUDGET = 40_000
"""Steps spent on other seatings at the minimum where the first is not level: there may be no way from one to the other."""

MOST_PLAYERS_FOR_OTHERS = 40


def plan(request: DrawRequest, progress: Progress | None = None) -> PlannedDraw:
    """Draw all planned rounds together (R44).

    ``progress`` is called with steps done and steps at most; a result of False raises DrawCancelledError. Raises PairingError for a
    malformed request and ImpossibleDrawError, naming the players, where wishes and locks leave no seating.
    """
    check_request(request)
    random = Random(request.seed)
    numbering = Numbering.drawn(request, random)
    movement = _without_broken_wishes(request, numbering, random, progress)
    minimum = bound_of(request, request.reading)
    goal = Goal(
        cost=REPEAT * (minimum.value or 0),
        unevenness=movement.least_unevenness,
        patience=PATIENCE,
        budget=KNOWN_BUDGET if minimum.is_reached else OPEN_BUDGET,
    )
    anneal(movement, random, goal, progress)
    _level(movement, random, goal)
    rounds = _read_off(request, numbering, movement, random)
    if request.planned and _seat_repeats(request, rounds) > fewest_seat_repeats(
        request.history, _played_and(request, rounds)
    ):
        rounds = _with_planned_seats(request, numbering, movement, rounds, random)
    return PlannedDraw(rounds, evaluate(request, rounds))


def _with_planned_seats(
    request: DrawRequest,
    numbering: Numbering,
    found: Movement,
    rounds: tuple[DrawnRound, ...],
    random: Random,
) -> tuple[DrawnRound, ...]:
    """Other rounds as good as those found, with the seat numbers of an earlier plan; the same rounds where there are none.

    Tables that are chosen without a look at seats already used may leave no order in which all seats are new. An earlier draw planned
    tables and seats together: so its seats are kept, and only the tables are drawn anew, with its own tables to return to.
    """
    movement = start_as_planned(request, numbering)
    if movement is None:
        return rounds
    planned = list(movement.who)
    shake(movement, random)
    anneal(movement, random, Goal(found.cost, movement.least_unevenness, PATIENCE, ANOTHER_BUDGET))
    level_out(movement, random, LEVELLING_BUDGET)
    if movement.cost > found.cost:
        movement.restore(planned)
    players = [numbering.players[number] for number in movement.who]
    seated = tuple(
        DrawnRound(tuple(tuple(players[slot] for slot in slots) for slots in tables)) for tables in movement.table_slots
    )
    is_better = _seat_repeats(request, seated) < _seat_repeats(request, rounds)
    return seated if movement.cost <= found.cost and is_better else rounds


def _played_and(request: DrawRequest, rounds: tuple[DrawnRound, ...]) -> list[tuple[Table, ...]]:
    return [*request.history, *(drawn.tables for drawn in rounds)]


def _seat_repeats(request: DrawRequest, rounds: tuple[DrawnRound, ...]) -> int:
    return seat_repeats(_played_and(request, rounds))


def _level(movement: Movement, random: Random, goal: Goal) -> None:
    budget = LEVELLING_BUDGET if movement.cost else FINE_BUDGET
    level_out(movement, random, budget)
    if movement.cost > goal.cost or len(movement.rested) > MOST_PLAYERS_FOR_OTHERS or not any(movement.free_in_group):
        return
    best, least = list(movement.who), unevenness(movement)
    spent = 0
    while spent < OTHERS_BUDGET:
        if is_level(movement):
            return
        shake(movement, random)
        spent += anneal(movement, random, replace(goal, budget=ANOTHER_BUDGET, patience=0)) + budget
        level_out(movement, random, budget)
        if movement.cost <= goal.cost and unevenness(movement) < least:
            best, least = list(movement.who), unevenness(movement)
    movement.restore(best)


def _without_broken_wishes(
    request: DrawRequest, numbering: Numbering, random: Random, progress: Progress | None
) -> Movement:
    movement = start(request, numbering, random)
    if movement.cost >= BROKEN_HARD:
        anneal(movement, random, Goal(BROKEN_HARD - 1, movement.unevenness, 0, MENDING_BUDGET), progress)
    if movement.cost >= BROKEN_HARD:
        movement = start(request, numbering, random, separated=True)
    return movement


def _read_off(request: DrawRequest, numbering: Numbering, movement: Movement, random: Random) -> tuple[DrawnRound, ...]:
    place = {player: index for index, player in enumerate(request.players)}
    players = [numbering.players[number] for number in movement.who]
    tables = [
        [tuple(sorted((players[slot] for slot in chairs), key=place.__getitem__)) for chairs in tables]
        for tables in movement.table_slots
    ]
    if request.seat_source is SeatSource.CHART:
        tables = seat_by_chart(request.history, tables, random)
    sit_outs = [
        tuple(sorted((players[slot] for slot in slots), key=place.__getitem__)) for slots in movement.bench_slots
    ]
    return tuple(DrawnRound(tuple(seated), resting) for seated, resting in zip(tables, sit_outs, strict=True))
