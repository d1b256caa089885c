"""The possible arrangements of a round's tables side by side, each with its consequences for the rounds, the medals and the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.draw.allocation import (
    AllocationError,
    TableChoice,
    arrangements,
    consequences,
    final_sizes,
    free_arrangement,
    top_table_size,
)
from tournament.draw.forecast import Repeats, chart_round, repeats_to_come
from tournament.draw.seating import ClockError, round_time, table_of
from tournament.record.event import EventRecord
from tournament.record.rulesets import Arrangement, ArrangementKind
from tournament.record.vocabulary import RoundKind, Status, format_sizes
from tournament.services.draws import crosses_final, is_final, ranked_to_cut, ties_across_cuts
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

KEEPS_FOUR = (3, 3, 3, 3)
"""The arrangement by which twelve players keep four tables, instead of 4 4 4."""

WAITING = (Status.REGISTERED, Status.LATE)


@dataclass(frozen=True, slots=True)
class ArrangementColumn:
    """An arrangement of tables with its consequences in words; ``use`` is the value that its button sends.

    ``cut`` are the sizes of a final's tables, top table first, empty where the round is drawn at random. ``facts`` are the consequences
    in which the arrangements on offer differ, each with its title.
    """

    label: str
    note: str
    use: str
    button: str
    gold: str
    top_table: str
    repeats: Repeats
    length: str
    sit_out: str
    has_sit_out: bool
    is_cut: bool
    cut: tuple[int, ...]
    needs_six: bool
    is_chosen: bool
    is_crossing: bool
    facts: tuple[tuple[str, str], ...] = ()


def columns(
    record: EventRecord, number: int, own_sizes: Sequence[int] = (), chosen: Sequence[int] = ()
) -> tuple[ArrangementColumn, ...]:
    """Return every arrangement for the players present, the director's ``own_sizes`` last; ``number`` is the round to draw.

    ``chosen`` are the sizes of an existing draft, which are marked. Raises AllocationError where there is no arrangement.
    """
    players = len(record.active)
    offered = list(arrangements(players))
    if _fell_below_four_tables(record, number, offered):
        offered.append(Arrangement(KEEPS_FOUR, 0, ArrangementKind.FREE))
    if own_sizes and tuple(own_sizes) not in [each.sizes for each in offered]:
        offered.append(free_arrangement(own_sizes, players))
    made = [
        (each, kind, top)
        for each in offered
        for kind in _kinds(record, number, each)
        for top in _top_tables(record, number, each, kind)
    ]
    # Where the number of tables has just crossed four (R45), the way that players were told before comes first.
    made.sort(
        key=lambda row: crosses_final(record, number, row[0].sizes) and row[1] is _by_rule(record, number, row[0])
    )
    found = [
        _column(record, number, each, kind, _note(record, number, each, kind, top), chosen, top)
        for each, kind, top in made
    ]
    facts = [_facts(record, column, each.sizes) for column, (each, _kind, _top) in zip(found, made, strict=True)]
    told = [title for title in facts[0] if len({each[title] for each in facts}) > 1] if facts else []
    return tuple(
        replace(column, facts=tuple((title, each[title]) for title in told if each[title]))
        for column, each in zip(found, facts, strict=True)
    )


def _facts(record: EventRecord, column: ArrangementColumn, sizes: Sequence[int]) -> dict[str, str]:
    """Return what an arrangement means, by title: the time at tables of other sizes than four, repeats, length, sit-out and gold."""
    minutes = {size: record.ruleset.minutes.get(size) for size in sorted(set(sizes) - {record.ruleset.preferred_size})}
    return {
        _("Tables"): listed(
            _("{table}: {minutes} minutes for each player", table=table_of(size), minutes=each)
            for size, each in minutes.items()
            if each
        ),
        _("Fewest repeats"): f"{column.repeats.least} {column.repeats.over}".strip(),
        _("Round length"): column.length,
        _("Sit-out"): column.sit_out,
        _("Gold"): f"{column.gold}, {column.top_table}" if column.top_table else column.gold,
    }


def only_choice(record: EventRecord, number: int) -> TableChoice | None:
    """Return the only way to draw a round, or None where the director has to choose or decide something first.

    That is so where a draft or a public chart exists, somebody is not checked in yet or must sit out, a dispute is open before a cut,
    or the cut would part players of equal total.
    """
    awaited = any(entry.status in WAITING for entry in record.entries)
    if awaited or record.has_round(number) or chart_round(record, number) is not None:
        return None
    try:
        offered = arrangements(len(record.active))
    except AllocationError:
        return None
    if len(offered) != 1 or offered[0].sit_outs or _fell_below_four_tables(record, number, offered):
        return None
    kinds = _kinds(record, number, offered[0])
    tops = _top_tables(record, number, offered[0], kinds[0])
    if len(kinds) != 1 or len(tops) != 1:
        return None
    if kinds[0] is RoundKind.SWISS:
        cut = final_sizes(offered[0].sizes, tops[0])
        if record.open_disputes or ties_across_cuts(ranked_to_cut(record, number), cut):
            return None
    return TableChoice(offered[0].sizes, None)


def _fell_below_four_tables(record: EventRecord, number: int, offered: Sequence[Arrangement]) -> bool:
    """Whether twelve players are left, who in the offered arrangements no longer fill four tables as in the round before."""
    return len(record.active) == 12 and all(crosses_final(record, number, each.sizes) for each in offered)


def _by_rule(record: EventRecord, number: int, arrangement: Arrangement) -> RoundKind:
    """Return how the rules make a round with these tables: cut from the standings, or drawn at random (R45)."""
    return RoundKind.SWISS if is_final(record, number, arrangement.sizes) else RoundKind.RANDOM


def _kinds(record: EventRecord, number: int, arrangement: Arrangement) -> tuple[RoundKind, ...]:
    """Return the ways to make the round: that of the rules, or both where the number of tables has just crossed four (R45)."""
    if crosses_final(record, number, arrangement.sizes):
        return (RoundKind.RANDOM, RoundKind.SWISS)
    return (_by_rule(record, number, arrangement),)


def _top_table_size(record: EventRecord, arrangement: Arrangement) -> int:
    """Return the size of the top table by the rules."""
    return top_table_size(arrangement.sizes, record.ruleset.preferred_size)


def _top_tables(record: EventRecord, number: int, arrangement: Arrangement, kind: RoundKind) -> tuple[int, ...]:
    """Return the possible sizes of the top table: that of the rules, and in a final also the first number of the arrangement (R42)."""
    by_rule, first = _top_table_size(record, arrangement), arrangement.sizes[0]
    is_final = number == record.rounds_planned and kind is RoundKind.SWISS
    return (by_rule, first) if is_final and first != by_rule else (by_rule,)


def _note(record: EventRecord, number: int, arrangement: Arrangement, kind: RoundKind, top: int) -> str:
    """Return where an arrangement comes from, and in what it departs from the rules; ``top`` is the size of its top table."""
    notes = [arrangement.kind.words]
    if top != _top_table_size(record, arrangement):
        notes.append(_("with the first size at the top table (R42)"))
    if crosses_final(record, number, arrangement.sizes):
        is_rule = kind is _by_rule(record, number, arrangement)
        notes.append(_("follows the rule for these tables") if is_rule else _("as announced"))
    elif arrangement.kind is ArrangementKind.FREE and arrangement.sizes == KEEPS_FOUR:
        return _("keeps four tables")
    return " · ".join(notes)


def _column(
    record: EventRecord,
    number: int,
    arrangement: Arrangement,
    kind: RoundKind,
    note: str,
    chosen: Sequence[int],
    top: int,
) -> ArrangementColumn:
    """Return an arrangement with its consequences for round ``number``, made in the way ``kind`` with a top table of ``top`` players.

    ``chosen`` are the sizes of an existing draft, empty for none.
    """
    choice = consequences(arrangement, record.rounds_planned, record.ruleset)
    is_last = number == record.rounds_planned
    is_cut = is_last and kind is RoundKind.SWISS
    cut = final_sizes(arrangement.sizes, top) if is_cut else ()
    has_top = is_cut if is_last else choice.swiss_final
    repeats = (
        Repeats("–", _("the standings decide who plays whom"))
        if is_cut
        else repeats_to_come(record, number, arrangement)
    )
    return ArrangementColumn(
        label=arrangement.label,
        note=note,
        use=_use(record, number, arrangement, kind, top),
        button=_button(arrangement, cut),
        gold=_("from the top table") if has_top else _("best total"),
        top_table=ngettext("{n} player", "{n} players", top) if has_top else "",
        repeats=repeats,
        length=_length(record, arrangement),
        sit_out=choice.sit_out or _("Nobody."),
        has_sit_out=bool(arrangement.sit_outs),
        is_cut=is_cut,
        cut=cut,
        needs_six=6 in arrangement.sizes
        and (6 not in record.ruleset.size_multipliers or 6 not in record.ruleset.minutes),
        is_crossing=crosses_final(record, number, arrangement.sizes),
        is_chosen=tuple(chosen) == cut if is_cut else sorted(chosen) == sorted(arrangement.sizes),
    )


def _button(arrangement: Arrangement, cut: Sequence[int]) -> str:
    """Return the words of the button that makes the round with this arrangement."""
    if cut:
        return _("Seat the final from the standings ({sizes})", sizes=format_sizes(cut))
    return _("Draw {tables}", tables=arrangement.label)


def _use(record: EventRecord, number: int, arrangement: Arrangement, kind: RoundKind, top: int) -> str:
    """Return what the button sends: the sizes, and after a bar the kind of round or the top table where the rules have another."""
    if top != _top_table_size(record, arrangement):
        return TableChoice(arrangement.sizes, kind, top).spelled
    departs = kind is not _by_rule(record, number, arrangement)
    return TableChoice(arrangement.sizes, kind if departs else None).spelled


def _length(record: EventRecord, arrangement: Arrangement) -> str:
    """Return the minutes of the round: playing time and allowance."""
    try:
        time = round_time(arrangement.sizes, record.ruleset)
    except ClockError:
        return _("not set for tables of six")
    return ngettext("{n} minute", "{n} minutes", time.play + time.allowance)
