"""Who wins the medals: gold from the top table of a Swiss final, the rest by total, ties by the director's ruling (R43, R64-R65)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, zip_longest

from tournament.record.event import EventRecord, FinalCut, TieRuling
from tournament.record.vocabulary import (
    Decider,
    Medal,
    MedalPlace,
    PlayerId,
    RoundKind,
    RoundState,
    Standing,
    Thousandths,
    format_thousandths,
)
from tournament.scores.totals import in_the_field, listed, standings

MEDALS = {1: Medal.GOLD, 2: Medal.SILVER, 3: Medal.BRONZE}
JUNIORS_FOR_MEDALS = 4


@dataclass(frozen=True, slots=True)
class _Group:
    """Players who share a place, and the sentence that says how a tie or a rule led to it."""

    members: tuple[Standing, ...]
    why: str = ""
    decided_by: Decider = Decider.TOTAL


@dataclass(frozen=True, slots=True)
class _PassedOver:
    """Who had as good a total as the winner of gold and did not play at the top table; the ruling among those who did, or empty."""

    total: Thousandths
    outside: frozenset[PlayerId]
    ruling: str


def final_cut(record: EventRecord) -> FinalCut | None:
    """The Swiss final with the players of its top table once it is published, else None (R42, R64)."""
    for played in reversed(record.rounds):
        if played.kind is RoundKind.SWISS and played.state is not RoundState.DRAFT and played.tables:
            top = min(played.tables, key=lambda table: table.number)
            return FinalCut(played.number, tuple(seat.player for seat in top.seats))
    return None


def medals(record: EventRecord, rows: Sequence[Standing] | None = None) -> tuple[MedalPlace, ...]:
    """The medal list, everybody who can hold a place in order; empty before the first round is closed (R43, R64-R65).

    A medal is given only if there is at least one more player than its position: three players make gold and silver (section 2.1).
    ``rows`` are the event's standings where they are known already.
    """
    if not record.closed_rounds:
        return ()
    eligible = _eligible(record, rows)
    groups = _groups_by_total(record, eligible)
    cut = final_cut(record)
    if cut is not None and not record.gold_from_room:
        groups = _gold_from_top_table(record, eligible, cut) or groups
    elif cut is not None and groups:
        why = "Best total in the room, for a player of the top table was disqualified after the final began (R43)."
        groups = [_Group(groups[0].members, _join(why, groups[0].why), Decider.ROOM), *groups[1:]]
    return _places(groups, len(in_the_field(record)))


def junior_medals(record: EventRecord, rows: Sequence[Standing] | None = None) -> tuple[MedalPlace, ...]:
    """The juniors in order of their totals with their medals: given to four juniors or more, else in the upper half (section 2.1).

    ``rows`` are the event's standings where they are known already.
    """
    # Ruling: tie-break 1 speaks of the gold medal alone, so juniors stand by total (R65), whatever table they played at.
    if not record.closed_rounds:
        return ()
    young = {entry.player for entry in record.entries if entry.is_junior}
    eligible = [row for row in _eligible(record, rows) if row.player in young]
    players = len(in_the_field(record))
    has_enough = len(eligible) >= JUNIORS_FOR_MEDALS
    upper = {row.player for row in eligible if row.rank is not None and 2 * row.rank <= players}
    places = _places(_groups_by_total(record, eligible), players)
    if has_enough:
        return places
    return tuple(place if place.player in upper else _without_medal(place, len(eligible)) for place in places)


def _without_medal(place: MedalPlace, juniors: int) -> MedalPlace:
    why = f"No medal: {juniors} junior{'' if juniors == 1 else 's'}, and not in the upper half."
    return replace(place, medal=None, why=_join(place.why, why))


def _eligible(record: EventRecord, rows: Sequence[Standing] | None) -> list[Standing]:
    """The rows that can hold a place, in order of total: neither disqualified (R67) nor withdrawn before the end."""
    # Ruling: a withdrawn player keeps a rank in the standings (R54) but takes no medal; the next player moves up.
    every = standings(record) if rows is None else rows
    return [row for row in every if row.rank is not None and not record.has_left_early(row.player)]


def _gold_from_top_table(record: EventRecord, eligible: Sequence[Standing], cut: FinalCut) -> list[_Group]:
    """Gold to the best of the top table, then everybody else by total; empty where nobody of the top table is left (R64)."""
    top = _groups_by_total(record, [row for row in eligible if row.player in cut.top_table])
    if not top:
        return []
    gold = {row.player for row in top[0].members}
    total = top[0].members[0].total
    outside = [row for row in eligible if row.player not in cut.top_table and row.total >= total]
    ruling = top[0].why if top[0].decided_by is Decider.RULING else ""
    why = _join(
        "Best total at the top table, which takes gold (R64).",
        _outside(record, [row for row in outside if row.total > total], "scored more in all"),
        _outside(record, [row for row in outside if row.total == total], "scored as many in all"),
        top[0].why,
    )
    decided_by = Decider.RULING if ruling else Decider.TOP_TABLE if outside else Decider.TOTAL
    passed_over = _PassedOver(total, frozenset(row.player for row in outside), ruling)
    others = _groups_by_total(record, [row for row in eligible if row.player not in gold])
    return [_Group(top[0].members, why, decided_by), *(_explained(group, passed_over) for group in others)]


def _outside(record: EventRecord, rows: Sequence[Standing], scored: str) -> str:
    """Who did as well at another table, a sentence; empty where nobody did."""
    if not rows:
        return ""
    return f"{listed([record.entry(row.player).name for row in rows])} {scored}, but did not play at the top table."


def _explained(group: _Group, passed_over: _PassedOver) -> _Group:
    """The group with what kept gold from it, where its total is as good as the winner's."""
    total = group.members[0].total
    if total < passed_over.total:
        return group
    better = "More points than" if total > passed_over.total else "As many points as"
    outside = sum(row.player in passed_over.outside for row in group.members)
    why = _join(
        f"{better} the winner of gold, which comes from the top table (R64)." if outside else "",
        passed_over.ruling if outside < len(group.members) else "",
        group.why,
    )
    return replace(group, why=why)


def _groups_by_total(record: EventRecord, rows: Sequence[Standing]) -> list[_Group]:
    """Rows in order of total, equals together unless the director ruled on them (R65)."""
    in_order = sorted(rows, key=lambda row: (-row.total, row.player))
    groups: list[_Group] = []
    for _, equal in groupby(in_order, key=lambda row: row.total):
        groups += _resolved(record, tuple(equal))
    return groups


def _resolved(record: EventRecord, equal: tuple[Standing, ...]) -> list[_Group]:
    if len(equal) == 1:
        return [_Group(equal)]
    names = {row.player: record.entry(row.player).name for row in equal}
    total = format_thousandths(equal[0].total)
    ruling = _ruling_on(record, names)
    if ruling is None:
        return [_Group(equal, f"{listed(list(names.values()))} are equal on {total} and share the place (R65).")]
    reason = ruling.reason.strip().rstrip(".")
    why = f"{listed(list(names.values()))} are equal on {total}; the director ruled: {reason} (R65)."
    return [
        _Group((row,), why, Decider.RULING) for row in sorted(equal, key=lambda row: ruling.players.index(row.player))
    ]


def _ruling_on(record: EventRecord, players: Collection[PlayerId]) -> TieRuling | None:
    """The last ruling that orders all of these players; one that leaves somebody out does not split the tie."""
    covering = [ruling for ruling in record.ties if set(players) <= set(ruling.players)]
    return covering[-1] if covering else None


def _places(groups: Sequence[_Group], players: int) -> tuple[MedalPlace, ...]:
    places: list[MedalPlace] = []
    for group, following in zip_longest(groups, groups[1:]):
        # Ruling: two golds leave no silver; the next player is third.
        place = len(places) + 1
        medal = MEDALS.get(place) if players > place else None
        why = group.why or _margin(group, following)
        places += [
            MedalPlace(row.player, place, medal, row.total, len(group.members) > 1, why, group.decided_by)
            for row in group.members
        ]
    return tuple(places)


def _margin(group: _Group, following: _Group | None) -> str:
    total = group.members[0].total
    if following is None:
        return f"{format_thousandths(total)} in all (R65)."
    ahead = format_thousandths(total - following.members[0].total)
    return f"{format_thousandths(total)} in all, {ahead} ahead of the next (R65)."


def _join(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
