"""The steps of a draw in their order, from request to report.

The report on a draw, planned or edited by hand, over all random rounds, played and planned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from random import Random

from tournament.draw.pairings.chairs import fewest_seat_repeats, seat_by_chart, seat_repeats
from tournament.draw.pairings.proof import bound_of
from tournament.draw.pairings.report import (
    DrawReport,
    Meetings,
    PlannedDraw,
    PlayerOutlook,
    ReadingOutlook,
    explain_tables,
    list_objections,
    pairs_at,
)
from tournament.draw.pairings.request import DrawnRound, DrawRequest, PairingError, Table, check_request
from tournament.draw.pairings.search import Goal, anneal, descend, is_level, level_out, shake, unevenness
from tournament.draw.pairings.seating import BROKEN_HARD, REPEAT, Progress, Seating, most_meetings
from tournament.draw.pairings.starts import Numbering, start, start_as_planned
from tournament.record.vocabulary import PlayerId, Reading, SeatSource
from wording import gettext as _
from wording import ngettext

Rounds = Sequence[Sequence[Table]]


def evaluate(request: DrawRequest, rounds: Sequence[DrawnRound]) -> DrawReport:
    """Return the report on planned rounds, whether as drawn or edited by hand.

    Broken rules and wishes are listed under ``objections``. Raises PairingError if a round does not hold each of its players exactly
    once.
    """
    _check_complete(request, rounds)
    all_rounds: Rounds = [*request.history, *(drawn.tables for drawn in rounds)]
    meetings = _meetings(all_rounds)
    counts = Counter(map(len, meetings.values()))
    most = max(counts, default=0)
    repeats = sum((times - 1) * pairs for times, pairs in counts.items())
    minimum = bound_of(request, request.reading, most)
    again = Counter(number for met in meetings.values() for number in met[1:])
    players = _players(request, all_rounds, meetings)
    is_chart = request.seat_source is SeatSource.CHART
    return DrawReport(
        reading=request.reading,
        repeats=repeats,
        max_meetings=most,
        most_pairs=counts[most],
        opponents=_range([player.opponents for player in players]),
        smaller_tables=_range([player.smaller for player in players]),
        seat_repeats=seat_repeats(all_rounds) if is_chart else None,
        first_seats=_range([player.seats.count(1) for player in players]) if is_chart else None,
        minimum=minimum,
        readings=tuple(_outlook(request, reading, repeats, most) for reading in Reading),
        players=players,
        tables=explain_tables(request, rounds, meetings, repeats, minimum),
        broken=list_objections(request, rounds),
        seed=request.seed,
        fingerprint=request.fingerprint,
        by_round=tuple(again[number] for number in range(1, len(all_rounds) + 1)),
        first=request.number_of(0),
        has_ranked=request.has_ranked,
        least_seat_repeats=fewest_seat_repeats(request.history, all_rounds) if is_chart else None,
    )


def _check_complete(request: DrawRequest, rounds: Sequence[DrawnRound]) -> None:
    """Raise PairingError unless each round is given and holds each of its players exactly once."""
    if len(rounds) != len(request.rounds):
        raise PairingError(
            _(
                "{given} rounds were given, but {planned} are planned; give all of them.",
                given=len(rounds),
                planned=len(request.rounds),
            )
        )
    for index, (plan, drawn) in enumerate(zip(request.rounds, rounds, strict=True)):
        seen = Counter(player for players in (*drawn.tables, drawn.sit_outs) for player in players)
        due = set(request.players_of(plan))
        number = request.number_of(index)
        for player in sorted(due | set(seen)):
            if player not in due:
                raise PairingError(
                    _(
                        "Round {round}: {name} has a seat but is not in the round; remove the name.",
                        round=number,
                        name=request.name(player),
                    )
                )
            if seen[player] != 1:
                raise PairingError(_wrong_places(number, request.name(player), seen[player]))


def _wrong_places(number: int, name: str, places: int) -> str:
    """Return the sentence that a player has no place in round ``number``, or several."""
    return ngettext(
        "Round {round}: {name} is seated {n} time; seat each player once.",
        "Round {round}: {name} is seated {n} times; seat each player once.",
        places,
        round=number,
        name=name,
    )


def _meetings(all_rounds: Rounds) -> Meetings:
    """Return for each pair the numbers of the rounds in which they share a table."""
    meetings: dict[tuple[PlayerId, PlayerId], list[int]] = {}
    for number, tables in enumerate(all_rounds, start=1):
        for table in tables:
            for pair in pairs_at(table):
                meetings.setdefault(pair, []).append(number)
    return meetings


def _players(request: DrawRequest, all_rounds: Rounds, meetings: Meetings) -> tuple[PlayerOutlook, ...]:
    """Return the outlook of each player over all rounds."""
    opponents = Counter(chain.from_iterable(meetings))
    places: dict[PlayerId, list[tuple[int, int]]] = {player: [] for player in request.players}
    smaller: Counter[PlayerId] = Counter()
    for tables in all_rounds:
        largest = max(map(len, tables), default=0)
        for table in tables:
            for seat, player in enumerate(table, start=1):
                places.setdefault(player, []).append((len(table), seat))
                smaller[player] += len(table) < largest
    return tuple(
        PlayerOutlook(
            player=player,
            opponents=opponents[player],
            sizes=tuple(size for size, _seat in places[player]),
            seats=tuple(seat for _size, seat in places[player]),
            smaller=smaller[player],
        )
        for player in request.players
    )


def _range(values: Sequence[int]) -> tuple[int, int]:
    """Return the least and the greatest value."""
    return min(values), max(values)


def _outlook(request: DrawRequest, reading: Reading, repeats: int, most: int) -> ReadingOutlook:
    """Return whether a draw satisfies one interpretation of R44 with the fewest repeats possible.

    ``repeats`` is the number of repeats of the draw, ``most`` how often its most frequent pair meets.
    """
    minimum = bound_of(request, reading)
    is_within = most <= most_meetings(reading, request.total_rounds)
    return ReadingOutlook(reading, minimum, is_within and minimum.value is not None and repeats <= minimum.value)


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
    numbering = Numbering.draw_numbers(request, random)
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
        request.history, _random_rounds_with(request, rounds)
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


def _random_rounds_with(request: DrawRequest, rounds: tuple[DrawnRound, ...]) -> list[tuple[Table, ...]]:
    """Return the tables of all random rounds: the rounds played, then the planned ones."""
    return [*request.history, *(drawn.tables for drawn in rounds)]


def _seat_repeats(request: DrawRequest, rounds: tuple[DrawnRound, ...]) -> int:
    """Return the number of repeated seats over all random rounds."""
    return seat_repeats(_random_rounds_with(request, rounds))


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
