"""What a choice of tables leads to: repeats in the random rounds to come; how unevenly a draw spreads one size.

The movement chart compared with the event: what is planned, whether it still fits, and whether a round departs from it (R6).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournament.draw.allocation import Arrangement, random_rounds
from tournament.draw.pairings.proof import Minimum, least_to_come
from tournament.draw.pairings.report import DrawReport
from tournament.draw.pairings.request import DrawRequest, RoundPlan, Table
from tournament.draw.seating import name_of_round
from tournament.draw.sitouts import request_for
from tournament.record.event import EventRecord
from tournament.record.formats import Format
from tournament.record.rounds import ChartRound
from tournament.record.vocabulary import PlayerId, RoundKind
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, listed, whole


def chart_round(record: EventRecord, number: int) -> ChartRound | None:
    """Return round ``number`` of the public chart; None if the chart does not have it."""
    return next((row for row in record.chart if row.number == number), None)


def misfit(record: EventRecord, number: int) -> str:
    """Return a sentence why round ``number`` of the public chart no longer fits the players present.

    It is empty if the round fits, or is not on the chart.
    """
    planned = chart_round(record, number)
    return misfit_of(record, planned) if planned is not None else ""


def misfit_of(record: EventRecord, planned: ChartRound) -> str:
    """Return a sentence why a planned round, public or not, no longer fits the players present; empty if it fits."""
    playing = {entry.player for entry in record.playing_in(planned.number)}
    moved = playing ^ planned.players
    if not moved:
        return ""
    return _(
        "The movement chart no longer fits {round}: {names} arrived or left. Draw the remaining rounds again.",
        round=name_of_round(record, planned.number),
        names=listed(record.entry(player).name for player in sorted(moved)),
    )


def does_not_fit(record: EventRecord) -> bool:
    """Return whether some round still to be drawn cannot be played as on the public chart."""
    drawn = {round_.number for round_ in record.rounds}
    return any(misfit(record, row.number) for row in record.chart if row.number not in drawn)


def departs_from_chart(record: EventRecord, number: int) -> bool:
    """Return whether a drawn round puts anybody at another table than the public chart does."""
    planned = chart_round(record, number)
    drawn = next((row for row in record.rounds if row.number == number), None)
    if planned is None or drawn is None:
        return False
    return [{seat.player for seat in table.seats} for table in drawn.tables] != [set(table) for table in planned.tables]


def planned_from(record: EventRecord, number: int) -> tuple[tuple[tuple[PlayerId, ...], ...], ...]:
    """Return the tables of round ``number`` and later rounds, as planned by the last draw of an earlier round; empty if there is none."""
    before = [round_.draw for round_ in record.rounds if round_.number < number and round_.draw is not None]
    return tuple(row.tables for row in before[-1].plan[number - before[-1].first_round :]) if before else ()


@dataclass(frozen=True, slots=True)
class Movement:
    """Everybody's places in the random rounds that are drawn or on the public chart.

    ``places`` gives for (round, player) the numbers of table and seat, both from 1.
    """

    rounds: tuple[int, ...]
    places: Mapping[tuple[int, PlayerId], tuple[int, int]]

    @property
    def players(self) -> frozenset[PlayerId]:
        """Everybody who has a place in some round."""
        return frozenset(player for _round, player in self.places)


def movement_of(record: EventRecord) -> Movement:
    """Return the places in all random rounds: as drawn, and for rounds not drawn yet as on the public chart (R44)."""
    drawn = {
        round_.number: [(table.number, [seat.player for seat in table.seats]) for table in round_.tables]
        for round_ in record.rounds
        if round_.kind is RoundKind.RANDOM and round_.tables
    }
    known = {round_.number for round_ in record.rounds}
    planned = {
        row.number: [(number, list(table)) for number, table in enumerate(row.tables, 1)]
        for row in record.chart
        if row.number not in known
    }
    return Movement(
        tuple(sorted(drawn | planned)),
        {
            (number, player): (table, position)
            for number, tables in (drawn | planned).items()
            for table, players in tables
            for position, player in enumerate(players, 1)
        },
    )


@dataclass(frozen=True, slots=True)
class Repeats:
    """The fewest repeats in the rounds to come, in words: ``least`` is the number, ``over`` the rounds.

    A repeat is a meeting of two players who have met before.
    """

    least: str
    over: str


def repeats_to_come(record: EventRecord, number: int, arrangement: Arrangement) -> Repeats:
    """Return the fewest repeats from round ``number`` on at these tables, given who has met whom (R44).

    If the tables are for more players than are present, the additional players have met nobody; if they are for fewer, the number depends
    on who leaves.
    """
    rounds = max(1, random_rounds(arrangement.sizes, record.rounds_planned, record.format, number))
    over = ngettext("in one random round", "over {count} random rounds", rounds, count=whole(rounds))
    request = _request(record, number, arrangement, rounds)
    if request is None:
        return Repeats(_("depends on who leaves"), "")
    least = least_to_come(request, record.format.rounds[0].reading)
    if _as_planned(record, number, request) == least.value:
        least = replace(least, is_reached=True)
    return Repeats(_least_repeats(least), over)


def _request(record: EventRecord, number: int, arrangement: Arrangement, rounds: int) -> DrawRequest | None:
    """Return the request for a draw at these tables without named sit-outs.

    None if the tables are for fewer players than are present and rounds were played, since it then matters who leaves.
    """
    request = request_for(record, number, (RoundPlan(arrangement.sizes, arrangement.sit_outs),) * rounds)
    count = arrangement.players
    if count < len(request.players) and request.history:
        return None
    newest = max((entry.player for entry in record.entries), default=0)
    came = tuple(PlayerId(newest + more) for more in range(1, count - len(request.players) + 1))
    return replace(request, players=(*request.players, *came)[:count])


def _as_planned(record: EventRecord, number: int, request: DrawRequest) -> int | None:
    """Return how many repeats the last draw planned for the rounds to come; None if its plan is for other players or tables."""
    planned = planned_from(record, number)[: len(request.rounds)]
    everybody = set(request.players)
    fits = len(planned) == len(request.rounds) and all(
        tuple(sorted(map(len, tables))) == tuple(sorted(plan.sizes))
        and {p for table in tables for p in table} == everybody
        for tables, plan in zip(planned, request.rounds, strict=True)
    )
    return _repeats((*request.history, *planned)) - _repeats(request.history) if fits else None


def _repeats(rounds: Sequence[Sequence[Table]]) -> int:
    """Return the number of meetings that are not the first of their pair."""
    met = Counter(pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2))
    return sum(met.values()) - len(met)


def _least_repeats(least: Minimum) -> str:
    """Return the fewest repeats in words: the number, "at least" before it if no draw with that number is known."""
    if least.value is None:
        return _("not possible")
    if least.is_reached:
        return whole(least.value)
    return _("at least {least}", least=whole(least.value))


def uneven_sizes(report: DrawReport, rules: Format) -> str:
    """Return a sentence on how unevenly a draw spreads one table size over the players; empty if it spreads it evenly (R44, R59).

    A size whose average score differs is named at any difference between players, another size only if two players differ by two rounds.
    """
    chairs = Counter(size for player in report.players for size in player.sizes)
    size, is_odd = _size_to_tell(chairs, rules)
    if not size:
        return ""
    rounds = [player.sizes.count(size) for player in report.players]
    least, most = min(rounds), max(rounds)
    if most - least < (1 if is_odd else 2):
        return ""
    sentence = ngettext(
        "Over {span}, each player sits at a table of {size} in {least} to {n} round.",
        "Over {span}, each player sits at a table of {size} in {least} to {n} rounds.",
        most,
        span=report.span,
        size=whole(size),
        least=whole(least),
    )
    if not is_odd:
        return sentence
    average = average_at(size, rules)
    if average is None:
        return sentence
    told = _(
        "The average score at a table of {size} is {average} (R59).", size=whole(size), average=decimals(average, 3)
    )
    return f"{sentence} {told}"


def _size_to_tell(chairs: Mapping[int, int], rules: Format) -> tuple[int, bool]:
    """Return the table size to name, and whether its average score differs from that of the usual size.

    If none differs it is the size with the fewest chairs; the size is 0 if all tables are alike. ``chairs`` counts the chairs of each
    size.
    """
    if len(chairs) < 2:
        return 0, False
    averages = {size: average_at(size, rules) for size in chairs}
    usual = averages[max(chairs, key=lambda size: (chairs[size], size == rules.tables.wished))]
    odd = [size for size in chairs if averages[size] != usual]
    return min(odd or chairs, key=lambda size: (chairs[size], size)), bool(odd)


def average_at(size: int, rules: Format) -> int | None:
    """Return the average score of a player at a table of a size in thousandths; None if it has no multiplier yet (R59)."""
    multiplier = rules.multipliers.get(size)
    return None if multiplier is None else 100 * multiplier // size
