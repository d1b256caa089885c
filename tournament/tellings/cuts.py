"""The lines in the standings where the tables of the final are cut (R42, R45-R47).

They are those of the published final; before that of its draft, for the desk; before that of the rule's first arrangement for everybody
present. There are none where the last round is not cut, or where a correction or a swap made draw and totals differ (R68).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from tournament.draw.allocation import AllocationError, choices, final_sizes
from tournament.record.event import EventRecord, RoundRecord, TableRecord
from tournament.record.vocabulary import PlayerId, RoundKind, RoundState, Standing, Status, format_sizes
from wording import gettext as _
from wording import gettext_noop, pgettext

CUT_LEGEND = gettext_noop("Lines show where one table of the final ends and the next begins.")
"""What the lines in the standings mean, for `gettext`."""


@dataclass(frozen=True, slots=True)
class _Final:
    """The final as far as it is known: who plays, the table sizes, and the drawn round if there is one.

    ``is_draft``: only the desk may see it. ``is_proposed``: the rule would cut it so, nobody has drawn it yet.
    """

    playing: frozenset[PlayerId]
    sizes: tuple[int, ...]
    is_draft: bool = False
    is_proposed: bool = False
    drawn: RoundRecord | None = None


def cut_lines(
    record: EventRecord, rows: Sequence[Standing], through: int, *, with_draft: bool = False
) -> Mapping[PlayerId, str]:
    """Return the words above the first player of each table of a final still to be played; empty if there is nothing to cut.

    ``rows`` are the standings after round ``through``. ``with_draft`` says whether an unpublished draft of the final is used, which only
    the desk may see.
    """
    if through == 0 or through != record.rounds_planned - 1:
        return {}
    final = _final(record, with_draft)
    active = [row for row in rows if row.player in final.playing]
    if not final.sizes or not _is_seated_so(final, active):
        return {}
    lines: dict[PlayerId, str] = {}
    for table, start in enumerate([0, *accumulate(final.sizes)][:-1], start=1):
        if start < len(active):
            is_tied = start > 0 and active[start - 1].total == active[start].total
            lines[active[start].player] = _top_table(final) if table == 1 else _below(table, is_tied=is_tied)
    return lines


def _top_table(final: _Final) -> str:
    """Return the words above the first player of the top table."""
    if final.is_draft:
        return pgettext("a round", "{name} (draft)", name=_("Table 1, the top table"))
    if final.is_proposed:
        return _("Table 1, the top table (if {sizes} is chosen)", sizes=format_sizes(final.sizes))
    return _("Table 1, the top table")


def _below(table: int, *, is_tied: bool) -> str:
    """Return the words above the first player of another table; with equal totals on both sides, that they are."""
    if not is_tied:
        return _("Table {number}", number=table)
    return _("Table {table}; players are level across this line (R46-R47)", table=table)


def _is_seated_so(final: _Final, active: Sequence[Standing]) -> bool:
    """Return whether the drawn final seats the players as the totals do; after a correction or a swap it may not (R68)."""
    if final.drawn is None:
        return True
    totals = {row.player: row.total for row in active}
    seated = [
        sorted((totals[seat.player] for seat in table.seats if seat.player in totals), reverse=True)
        for table in _in_order(final.drawn)
    ]
    return [total for table in seated for total in table] == [row.total for row in active]


def _final(record: EventRecord, with_draft: bool) -> _Final:
    """Return the final as drawn; if it is not drawn, or only a draft that may not be used, the final as the rule would cut it."""
    last = next((round_ for round_ in record.rounds if round_.number == record.rounds_planned), None)
    if last is not None and (with_draft or last.state is not RoundState.DRAFT):
        return _as_drawn(record, last)
    return _by_rule(record)


def _as_drawn(record: EventRecord, last: RoundRecord) -> _Final:
    """Return the final as drawn, including players who have withdrawn since, without the disqualified."""
    out = {entry.player for entry in record.entries if entry.status is Status.DISQUALIFIED}
    tables = [[seat.player for seat in table.seats if seat.player not in out] for table in _in_order(last)]
    sizes = () if last.kind is RoundKind.RANDOM else tuple(map(len, tables))
    everybody = frozenset(player for table in tables for player in table)
    return _Final(everybody, sizes, is_draft=last.state is RoundState.DRAFT, drawn=last)


def _by_rule(record: EventRecord) -> _Final:
    """Return the final that the rule prefers if everybody now present plays; its sizes are empty if the last round is not cut."""
    playing = frozenset(entry.player for entry in record.active)
    try:
        first = choices(len(playing), record.rounds_planned, record.ruleset)[0]
    except AllocationError:  # too few players are left for any table, so there is nothing to cut
        return _Final(playing, ())
    if not first.swiss_final:
        return _Final(playing, ())
    sizes = final_sizes(first.arrangement.sizes, record.ruleset.preferred_size)
    return _Final(playing, sizes, is_proposed=True)


def _in_order(round_: RoundRecord) -> list[TableRecord]:
    """Return the tables of a round by number."""
    return sorted(round_.tables, key=lambda table: table.number)
