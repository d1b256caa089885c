"""Lines about a draw as they are stored: why a table is as it is, and which wishes or rules a draw breaks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from tournament.draw.lines import line
from tournament.draw.pairings.checks import places_of
from tournament.draw.pairings.proof.minima import Minimum
from tournament.draw.pairings.report import TableReasons
from tournament.draw.pairings.request import DrawnRound, DrawRequest, RoundPlan, Table
from tournament.record.vocabulary import PlayerId

Meetings = Mapping[tuple[PlayerId, PlayerId], Sequence[int]]
"""The numbers of the rounds in which two players, the lower number first, share a table."""


def pairs_at(table: Iterable[PlayerId]) -> Iterator[tuple[PlayerId, PlayerId]]:
    """Yield every pair of a table, the lower number first."""
    return combinations(sorted(table), 2)


def explain_tables(
    request: DrawRequest, rounds: Sequence[DrawnRound], meetings: Meetings, repeats: int, minimum: Minimum
) -> tuple[TableReasons, ...]:
    """Return the reasons for every planned table, as they are stored; ``repeats`` and ``minimum`` are those of the whole draw."""
    why = _why(repeats, minimum, request.total_rounds)
    explained = []
    for index, (plan, drawn) in enumerate(zip(request.rounds, rounds, strict=True)):
        number = request.number_of(index)
        places = places_of(request, plan)
        for table, players in enumerate(drawn.tables, start=1):
            reasons = [
                *_placed(request, plan, places, players, table),
                *(_again(request, players, meetings, number, why) if repeats else ()),
            ]
            explained.append(TableReasons(number, table, tuple(reasons)))
    return tuple(explained)


def _why(repeats: int, minimum: Minimum, rounds: int) -> str:
    """Return why players meet again: it is unavoidable, or no better draw was found; ``rounds`` counts all random rounds."""
    if minimum.value is not None and repeats <= minimum.value:
        return line("again.least", least=minimum.value, rounds=rounds)
    if minimum.value:
        return line("again.found", least=minimum.value, rounds=rounds, repeats=repeats)
    return line("again.best")


def _placed(
    request: DrawRequest, plan: RoundPlan, places: Mapping[PlayerId, int], players: Table, table: int
) -> Iterator[str]:
    """Yield a line for each player who is fixed at this table; ``places`` are the given tables of the round."""
    for player in players:
        if places.get(player) == table:
            yield line("table.fixed", name=request.name(player), table=table)


def _again(request: DrawRequest, players: Table, meetings: Meetings, number: int, why: str) -> Iterator[str]:
    """Yield a line for each pair at a table of round ``number`` that has met before; ``why`` is the reason for repeats."""
    for one, other in pairs_at(players):
        earlier = [met for met in meetings[one, other] if met < number]
        if earlier:
            yield line("table.again", name=request.name(one), other=request.name(other), met=earlier, why=why)


def list_objections(request: DrawRequest, rounds: Sequence[DrawnRound]) -> tuple[str, ...]:
    """Return every broken wish or rule of the planned rounds, each as a line that is stored."""
    rested = set(request.sat_out)
    objections: list[str] = []
    for index, (plan, drawn) in enumerate(zip(request.rounds, rounds, strict=True)):
        number = request.number_of(index)
        objections += _broken_sizes(plan, drawn, number)
        objections += _broken_places(request, plan, drawn, number)
        objections += _broken_wishes(request, drawn, number)
        again = [player for player in drawn.sit_outs if player in rested]
        objections += [line("broken.twice-out", round=number, name=request.name(player)) for player in again]
        rested |= set(drawn.sit_outs)
    return tuple(objections)


def _broken_sizes(plan: RoundPlan, drawn: DrawnRound, number: int) -> Iterator[str]:
    """Yield a line if the tables do not have the sizes of the arrangement."""
    sizes = tuple(map(len, drawn.tables))
    if sizes != plan.sizes:
        yield line("broken.sizes", round=number, sizes=_spaced(sizes), wanted=_spaced(plan.sizes))


def _spaced(sizes: Iterable[int]) -> str:
    """Return sizes separated by blanks."""
    return " ".join(map(str, sizes))


def _broken_places(request: DrawRequest, plan: RoundPlan, drawn: DrawnRound, number: int) -> Iterator[str]:
    """Yield a line for each player who is not at the given table, or plays though named to sit out."""
    seated = {player: table for table, players in enumerate(drawn.tables, start=1) for player in players}
    for player, table in places_of(request, plan).items():
        if player in seated and seated[player] != table:
            name = request.name(player)
            yield line("broken.table", round=number, name=name, wanted=table, table=seated[player])
    for player in plan.sitting_out:
        if player in seated:
            yield line("broken.plays", round=number, name=request.name(player), table=seated[player])


def _broken_wishes(request: DrawRequest, drawn: DrawnRound, number: int) -> Iterator[str]:
    """Yield a line for each table that seats players together who are to be kept apart."""
    for wish in request.apart:
        avoiding = set(wish.players)
        for at, table in enumerate(drawn.tables, start=1):
            together = [player for player in table if player in avoiding]
            if len(together) > 1:
                code = "broken.must" if wish.is_hard else "broken.should"
                yield line(code, round=number, names=[request.name(player) for player in together], table=at)
