"""What a choice of tables leads to: repeats in the random rounds to come; how unevenly a draw spreads one size."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from tournament.draw.allocation import is_swiss_final
from tournament.draw.chart import planned_from
from tournament.draw.inputs import request_for
from tournament.draw.pairings import DrawReport, DrawRequest, Minimum, RoundPlan, Table, least_to_come
from tournament.record.event import EventRecord
from tournament.record.rulesets import Arrangement, Ruleset
from tournament.record.vocabulary import PlayerId
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, whole


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
    rounds = random_rounds_to_come(record, number, arrangement)
    over = ngettext("in one random round", "over {count} random rounds", rounds, count=whole(rounds))
    request = _request(record, number, arrangement, rounds)
    if request is None:
        return Repeats(_("depends on who leaves"), "")
    least = least_to_come(request, record.ruleset.reading)
    if _as_planned(record, number, request) == least.value:
        least = replace(least, is_reached=True)
    return Repeats(_least(least), over)


def random_rounds_to_come(record: EventRecord, number: int, arrangement: Arrangement) -> int:
    """Return the number of random rounds from round ``number`` on, if they are played at these tables."""
    last = record.rounds_planned - is_swiss_final(arrangement.sizes, record.rounds_planned, record.ruleset)
    return max(1, last - number + 1)


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


def _least(least: Minimum) -> str:
    """Return the fewest repeats in words: the number, "at least" before it if no draw with that number is known."""
    if least.value is None:
        return _("not possible")
    if least.is_reached:
        return whole(least.value)
    return _("at least {least}", least=whole(least.value))


def uneven_sizes(report: DrawReport, ruleset: Ruleset) -> str:
    """Return a sentence on how unevenly a draw spreads one table size over the players; empty if it spreads it evenly (R44, R59).

    A size whose average score differs is named at any difference between players, another size only if two players differ by two rounds.
    """
    chairs = Counter(size for player in report.players for size in player.sizes)
    size, is_odd = _size_to_tell(chairs, ruleset)
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
    average = average_at(size, ruleset)
    if average is None:
        return sentence
    told = _(
        "The average score at a table of {size} is {average} (R59).", size=whole(size), average=decimals(average, 3)
    )
    return f"{sentence} {told}"


def _size_to_tell(chairs: Mapping[int, int], ruleset: Ruleset) -> tuple[int, bool]:
    """Return the table size to name, and whether its average score differs from that of the usual size.

    If none differs it is the size with the fewest chairs; the size is 0 if all tables are alike. ``chairs`` counts the chairs of each
    size.
    """
    if len(chairs) < 2:
        return 0, False
    averages = {size: average_at(size, ruleset) for size in chairs}
    usual = averages[max(chairs, key=lambda size: (chairs[size], size == ruleset.preferred_size))]
    odd = [size for size in chairs if averages[size] != usual]
    return min(odd or chairs, key=lambda size: (chairs[size], size)), bool(odd)


def average_at(size: int, ruleset: Ruleset) -> int | None:
    """Return the average score of a player at a table of a size in thousandths; None if it has no multiplier yet (R59)."""
    multiplier = ruleset.size_multipliers.get(size)
    return None if multiplier is None else 100 * multiplier // size
