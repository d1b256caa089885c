"""The Pentamind list: places by total alone, and points by the formula of the Olympiad (R66, section 2.1)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from tournament.record.event import EventRecord
from tournament.record.once import once_a_record
from tournament.record.vocabulary import PentamindPlace, Status, Thousandths
from tournament.scores.scoring import half_up
from tournament.scores.totals import in_the_field, may_win, standings

LARGE_FIELD = 100
FULL_DILUTION: Thousandths = 1_000


def pentamind_points(players: int, place_halves: int, dilution: Thousandths = FULL_DILUTION) -> Thousandths:
    """Return the points in thousandths for an average place, given in halves, among ``players`` players (section 2.1).

    Up to 100 players: 100 x (N+5)/(N+6) x (N-P)/(N-1). With more, the first ten places get the same points as among 100.
    """
    if players < 2:
        return 0  # nobody was beaten, and the formula has no value
    place = Fraction(place_halves, 2)
    if players <= LARGE_FIELD:
        points = Fraction(100 * (players + 5), players + 6) * (players - place) / (players - 1)
    elif place <= 10:
        points = Fraction(100 * 105, 99 * 106) * (100 - place)
    else:
        points = Fraction(100 * 105 * 90, 99 * 106) * (players - place) / (players - 10)
    exact = points * dilution
    return half_up(exact.numerator, exact.denominator)


@once_a_record
def pentamind(record: EventRecord) -> tuple[PentamindPlace, ...]:
    """Return the field by total with average places and points; empty before the first round is closed (R66).

    A player who withdrew before the end, or never had a seat, keeps the place and gets no points; the disqualified share the last places
    and get no points (R54, R67).
    """
    if not record.closed_rounds:
        return ()
    statuses = {entry.player: entry.status for entry in record.entries}
    players = len(in_the_field(record))
    rows = standings(record)
    last = sum(row.rank is not None for row in rows) + 1
    ranks = [last if row.rank is None else row.rank for row in rows]
    sharing = Counter(ranks)
    places = []
    for row, rank in zip(rows, ranks, strict=True):
        halves = 2 * rank + sharing[rank] - 1  # twice the mean of rank, rank + 1, ...
        is_out = statuses[row.player] is Status.DISQUALIFIED
        can_win = not is_out and may_win(record, row.player)
        places.append(
            PentamindPlace(
                player=row.player,
                rank=rank,
                place_halves=halves,
                total=row.total,
                points=pentamind_points(players, halves, record.ruleset.dilution) if can_win else 0,
                is_withdrawn=record.has_left_early(row.player),
                is_disqualified=is_out,
            )
        )
    return tuple(places)
