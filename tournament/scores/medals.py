"""The medals: gold from the top table of a Swiss final, all other places by total, ties by the director's ruling (R43, R64-R65).

The Pentamind list: places by total alone, and points by the formula of the Olympiad (R66, section 2.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from heapq import nlargest
from itertools import zip_longest
from typing import Any

from tournament.record.event import EventRecord
from tournament.record.formats import Part
from tournament.record.once import once_a_record
from tournament.record.rounds import TieRuling
from tournament.record.vocabulary import (
    Decider,
    Key,
    Medal,
    MedalPlace,
    PentamindPlace,
    PlayerId,
    Standing,
    Status,
    Thousandths,
)
from tournament.scores.factors import half_up
from tournament.scores.order import Results
from tournament.scores.tiebreaks import ruling_reason
from tournament.scores.totals import (
    FinalCut,
    final_cut,
    in_the_field,
    may_win,
    parted_sentence,
    ranked_by_order,
    results_of,
    standings,
)
from wording import gettext as _
from wording import ngettext
from wording.figures import decimals, listed

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
    """Return the field by total with average places and points; empty before the first round is closed and without that part (R66).

    A player who withdrew before the end, or never had a seat, keeps the place and gets no points; the disqualified share the last places
    and get no points (R54, R67).
    """
    if not record.closed_rounds or not record.has(Part.PENTAMIND):
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
                points=pentamind_points(players, halves, record.format.dilution) if can_win else 0,
                is_withdrawn=record.has_left_early(row.player),
                is_disqualified=is_out,
            )
        )
    return tuple(places)


MOST_RESULTS = 5
"""How many results of a player count for the Pentamind of several events: the best (2.1)."""


def pentamind_of_events(points: Mapping[Any, Sequence[Thousandths]]) -> list[tuple[int, bool, int, Any]]:
    """Return everybody's rank, whether it is shared, and the sum of the best results, from the points in each event."""
    sums = {who: sum(nlargest(MOST_RESULTS, each)) for who, each in points.items()}
    ordered = sorted(sums.values(), reverse=True)
    ranked = sorted(sums, key=lambda who: -sums[who])
    return [(ordered.index(sums[who]) + 1, ordered.count(sums[who]) > 1, sums[who], who) for who in ranked]


MEDALS = {1: Medal.GOLD, 2: Medal.SILVER, 3: Medal.BRONZE}
JUNIORS_FOR_MEDALS = 4


@dataclass(frozen=True, slots=True)
class Tie:
    """Players of a medal list with equal totals, in order of player numbers.

    ``ruling`` is the director's ruling that counts for them, None without one. ``is_for_a_medal`` says whether any of them has a medal.
    """

    players: tuple[PlayerId, ...]
    total: Thousandths
    ruling: TieRuling | None
    is_for_a_medal: bool = False


@dataclass(frozen=True, slots=True)
class _Group:
    """Players who share one place, with a sentence on the tie or rule that gave them the place; ``tie`` is None if they were not tied."""

    members: tuple[Standing, ...]
    why: str = ""
    decided_by: Decider = Decider.TOTAL
    tie: Tie | None = None


@dataclass(frozen=True, slots=True)
class _PassedOver:
    """Players with a total at least as good as the gold medallist's who cannot win gold because they were not at the top table.

    ``total`` is the gold medallist's total, ``outside`` the players, and ``ruling`` the sentence on a ruling about a tie at the top
    table, or empty.
    """

    total: Thousandths
    outside: frozenset[PlayerId]
    ruling: str


@once_a_record
def results_to_rank(record: EventRecord) -> Results:
    """Return what the keys of an order compare, over the closed rounds; raises ScoringError if one of them cannot be scored."""
    return results_of(record, standings(record, with_arrivals=True), record.closed_rounds)


@once_a_record
def medals(record: EventRecord) -> tuple[MedalPlace, ...]:
    """Return the medal list: everybody who can have a place, in order; empty before the first round is closed (R43, R64-R65).

    A medal needs at least one player more than its position: three players get gold and silver (section 2.1). A format without medals
    has only places.
    """
    if not record.closed_rounds:
        return ()
    players = len(in_the_field(record)) if record.has(Part.MEDALS) else 0
    return _places(_of_everybody(record, _rows_with_place(record)), players)


def _of_everybody(record: EventRecord, eligible: Sequence[Standing]) -> list[_Group]:
    """Return the groups of the medal list in order: gold by R43 and R64, all others by total.

    ``eligible`` are the players who can have a place.
    """
    groups = _groups_by_total(record, eligible)
    cut = final_cut(record)
    if cut is not None and not record.gold_from_room:
        return _gold_from_top_table(record, eligible, cut) or groups
    if cut is not None and groups:
        why = gold_from_room()
        decided_by = Decider.RULING if groups[0].decided_by is Decider.RULING else Decider.ROOM
        groups[0] = replace(groups[0], why=_join(why, groups[0].why), decided_by=decided_by)
    return groups


@once_a_record
def ties(record: EventRecord) -> tuple[Tie, ...]:
    """Return the ties of the medal list and of the list of juniors, each once; empty before round 1 is closed (R65)."""
    if not record.closed_rounds:
        return ()
    eligible = _rows_with_place(record)
    of_everybody = _of_everybody(record, eligible)
    of_juniors = _of_juniors(record, eligible)
    found: dict[tuple[PlayerId, ...], Tie] = {}
    for groups, places in ((of_everybody, medals(record)), (of_juniors, junior_medals(record))):
        won = {place.player for place in places if place.medal}
        for tie in (group.tie for group in groups if group.tie is not None):
            known = found.get(tie.players, tie)
            found[tie.players] = replace(tie, is_for_a_medal=known.is_for_a_medal or not won.isdisjoint(tie.players))
    return tuple(found.values())


@once_a_record
def junior_medals(record: EventRecord) -> tuple[MedalPlace, ...]:
    """Return the juniors by total with their medals; with fewer than four juniors only those in the upper half get one (section 2.1)."""
    # Ruling: the rule of the top table is about the gold medal alone, so juniors are ranked by total (R65) whatever table they played at.
    if not record.closed_rounds:
        return ()
    eligible = _rows_with_place(record)
    young = _juniors(record, eligible)
    players = len(in_the_field(record)) if record.has(Part.MEDALS) else 0
    upper = {row.player for row in young if row.rank is not None and 2 * row.rank <= players}
    places = _places(_of_juniors(record, eligible), players)
    if len(young) >= JUNIORS_FOR_MEDALS:
        return places
    return tuple(place if place.player in upper else _without_medal(place, len(young)) for place in places)


def _juniors(record: EventRecord, eligible: Sequence[Standing]) -> list[Standing]:
    """Return the rows of juniors."""
    return [row for row in eligible if record.entry(row.player).is_junior]


def _of_juniors(record: EventRecord, eligible: Sequence[Standing]) -> list[_Group]:
    """Return the groups of juniors in order; a ruling on a tie of the medal list counts for the juniors in that tie too (R65)."""
    groups = _of_everybody(record, eligible)
    rulings = {group.tie.ruling for group in groups if group.tie is not None and group.tie.ruling is not None}
    return _groups_by_total(record, _juniors(record, eligible), rulings)


def _without_medal(place: MedalPlace, juniors: int) -> MedalPlace:
    """Return the place of a junior without a medal, with the reason; ``juniors`` is the number of juniors."""
    why = ngettext(
        "No medal: only {n} junior, and not in the upper half.",
        "No medal: only {n} juniors, and not in the upper half.",
        juniors,
    )
    return replace(place, medal=None, why=_join(place.why, why))


def _rows_with_place(record: EventRecord) -> list[Standing]:
    """Return the rows of the standings that can have a place: neither disqualified (R67) nor withdrawn before the end, and with a game."""
    # Ruling: a withdrawn player keeps a rank in the standings (R54) but takes no medal; the next player moves up.
    return [row for row in standings(record) if row.rank is not None and may_win(record, row.player)]


def _gold_from_top_table(record: EventRecord, eligible: Sequence[Standing], cut: FinalCut) -> list[_Group]:
    """Return the groups with gold for the best of the top table and all others by total (R64).

    The result is empty if nobody of the top table can have a place.
    """
    top = _groups_by_total(record, [row for row in eligible if row.player in cut.top_table])
    if not top:
        return []
    gold = {row.player for row in top[0].members}
    total = top[0].members[0].total
    outside = [row for row in eligible if row.player not in cut.top_table and row.total >= total]
    ruling = top[0].why if top[0].decided_by is Decider.RULING else ""
    why = _join(
        _("Gold goes to the best total at the top table."),
        _(
            "{names} scored at least as much, but did not play at the top table.",
            names=_names(record, [row.player for row in outside]),
        )
        if outside
        else "",
        top[0].why,
    )
    decided_by = Decider.TOP_TABLE if outside and not ruling else top[0].decided_by
    passed_over = _PassedOver(total, frozenset(row.player for row in outside), ruling)
    others = _groups_by_total(record, [row for row in eligible if row.player not in gold])
    return [replace(top[0], why=why, decided_by=decided_by), *(_with_reason(group, passed_over) for group in others)]


def _with_reason(group: _Group, passed_over: _PassedOver) -> _Group:
    """Return the group with the reason why it did not win gold, if its total is at least the winner's."""
    total = group.members[0].total
    if total < passed_over.total:
        return group
    why = _("The total is at least the gold medallist's, but gold goes to the top table.")
    outside = sum(row.player in passed_over.outside for row in group.members)
    why = _join(why if outside else "", passed_over.ruling if outside < len(group.members) else "", group.why)
    return replace(group, why=why)


def _groups_by_total(record: EventRecord, rows: Sequence[Standing], also: Collection[TieRuling] = ()) -> list[_Group]:
    """Return rows grouped by total and the format's order, best first; equals are one group unless the director ruled on them (R65).

    ``also`` are rulings that count here even if they name more players than are tied in this list.
    """
    row_of = {row.player: row for row in rows}
    ranking = ranked_by_order(record, row_of, standings(record), record.closed_rounds)
    found = []
    for equal, following in zip_longest(ranking.groups, ranking.groups[1:]):
        first, compared = row_of[equal[0]], ranking.equals_at(Key.TOTAL, equal[0])
        level = [row.player for row in rows if row.total == first.total and row.player in compared.difference(equal)]
        parted = parted_sentence(ranking, record.format, first.player, first.total, [*map(record.name_of, level)])
        if parted and not level and compared != set(equal):  # the total parted those whom the keys before it left equal
            below = row_of[following[0]] if following and following[0] in compared else None
            parted = _join(parted, _margin(first, below))
        groups = _groups_by_ruling(record, tuple(row_of[player] for player in equal), also)
        found += [_with_order(group, parted) for group in groups] if parted else groups
    return found


def _with_order(group: _Group, parted: str) -> _Group:
    """Return the group with the sentence that the format's order ``parted`` it from others of equal total."""
    decided_by = Decider.RULING if group.decided_by is Decider.RULING else Decider.ORDER
    return replace(group, why=_join(group.why, parted), decided_by=decided_by)


def _groups_by_ruling(record: EventRecord, equal: tuple[Standing, ...], also: Collection[TieRuling]) -> list[_Group]:
    """Return the groups that players of equal total make: one group, or several by a ruling. ``also`` is as in `_groups_by_total`."""
    if len(equal) == 1:
        return [_Group(equal)]
    rows = {row.player: row for row in equal}
    tie = Tie(tuple(rows), equal[0].total, _ruling_on(record, tuple(rows), equal[0].total, also))
    names, total = _names(record, tie.players), decimals(tie.total, 3)
    if tie.ruling is None:
        return [
            _Group(equal, _("{names} are level on {total} and share the place.", names=names, total=total), tie=tie)
        ]
    given = ruling_reason(tie.ruling.reason).strip().rstrip(".")
    reason = f": {given}" if given else ""
    why = _("{names} are level on {total}; the director ruled{reason}.", names=names, total=total, reason=reason)
    return [
        _Group(
            tuple(rows[player] for player in sorted(block)),
            _join(why, _share(record, sorted(block))),
            Decider.RULING,
            tie,
        )
        for block in tie.ruling.blocks(tie.players)
    ]


def gold_from_room() -> str:
    """Return the sentence that gold does not go to the top table (R43)."""
    return _(
        "Gold goes to the best total overall: a player at the top table was disqualified after the final began (R43)."
    )


def _names(record: EventRecord, players: Sequence[PlayerId]) -> str:
    """Return the names of players, joined."""
    return listed(record.name_of(player) for player in players)


def _share(record: EventRecord, players: Sequence[PlayerId]) -> str:
    """Return a sentence that these players share a place; empty for one player alone."""
    return _("{names} share the place.", names=_names(record, players)) if len(players) > 1 else ""


def _ruling_on(
    record: EventRecord, players: tuple[PlayerId, ...], total: Thousandths, also: Collection[TieRuling]
) -> TieRuling | None:
    """Return the last ruling on the tie of these players with this total; None before every planned round is closed (R65).

    ``also`` are rulings that count even if they name more players.
    """
    if not record.is_complete:
        return None
    made = [
        ruling
        for ruling in record.ties
        if ruling.is_about(players, total) or (ruling in also and set(players) <= set(ruling.players))
    ]
    return made[-1] if made else None


def _places(groups: Sequence[_Group], players: int) -> tuple[MedalPlace, ...]:
    """Return groups as places with medals; ``players`` is the size of the field."""
    places: list[MedalPlace] = []
    for group, following in zip_longest(groups, groups[1:]):
        # Ruling: if two share gold there is no silver; the next player is third.
        place = len(places) + 1
        medal = MEDALS.get(place) if players > place else None
        why = group.why or _margin(group.members[0], following.members[0] if following else None)
        places += [
            MedalPlace(row.player, place, medal, row.total, len(group.members) > 1, why, group.decided_by)
            for row in group.members
        ]
    return tuple(places)


def _margin(row: Standing, following: Standing | None) -> str:
    """Return a sentence on a total and how far it is ahead of that of the following player, None for the last."""
    if following is None:
        return _("Total {total}.", total=decimals(row.total, 3))
    return _(
        "Total {total}, {gap} ahead of the next player.",
        total=decimals(row.total, 3),
        gap=decimals(row.total - following.total, 3),
    )


def _join(*sentences: str) -> str:
    """Join the sentences that are not empty."""
    return " ".join(sentence for sentence in sentences if sentence)
