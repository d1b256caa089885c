"""The report on a draw, planned or edited by hand, over all random rounds, played and planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from tournament.draw.pairings.chairs import fewest_seat_repeats, seat_repeats
from tournament.draw.pairings.proof.bounds import bound_of
from tournament.draw.pairings.reasons import Meetings, explain_tables, list_objections, pairs_at
from tournament.draw.pairings.report import DrawReport, PlayerOutlook, ReadingOutlook
from tournament.draw.pairings.request import DrawnRound, DrawRequest, PairingError, Table
from tournament.draw.pairings.seating import most_meetings
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
