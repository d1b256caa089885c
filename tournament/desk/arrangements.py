"""The possible arrangements of a round's tables side by side, each with its consequences for the rounds, the medals and the time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.draw.advancing import advance
from tournament.draw.allocation import (
    FINAL,
    AllocationError,
    Arrangement,
    ArrangementKind,
    RoundForm,
    TableChoice,
    arrangements,
    consequences,
    cut_sizes,
    free_arrangement,
    top_table_size,
)
from tournament.draw.forecast import Repeats, chart_round, repeats_to_come
from tournament.draw.seating import ClockError, round_time, table_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundKind, Status, format_sizes
from tournament.services.draws import forms_of, ranked_to_cut, ties_across_cuts, told_form
from wording import gettext as _
from wording import ngettext
from wording.figures import listed

KEEPS_FOUR = (3, 3, 3, 3)
"""The arrangement by which twelve players keep four tables, instead of 4 4 4."""

WAITING = (Status.REGISTERED, Status.LATE)


@dataclass(frozen=True, slots=True)
class ArrangementColumn:
    """An arrangement of tables with its consequences in words; ``use`` is the value that its button sends.

    ``cut`` are the sizes of a ranked round's tables, top table first, empty where the round is drawn at random. ``facts`` are the
    consequences in which the arrangements on offer differ, each with its title.
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
    is_final: bool
    cut: tuple[int, ...]
    open_size: int
    is_chosen: bool
    is_crossing: bool
    facts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to make a round: its tables, its form, and the size of its top table; ``by_rule`` are the form and the size of the rules.

    ``told`` is the form that players expect.
    """

    arrangement: Arrangement
    form: RoundForm
    top: int
    by_rule: tuple[RoundForm, int]
    told: RoundForm

    @property
    def is_crossing(self) -> bool:
        """Whether the tables have another form by the rule than players were told, so that there is a choice (R45)."""
        return self.told != self.by_rule[0]

    @property
    def cut(self) -> tuple[int, ...]:
        """The sizes of the tables of a ranked round, top table first; empty where the round is drawn."""
        return cut_sizes(self.arrangement.sizes, self.top) if self.form.kind.is_seated_by_rank else ()

    @property
    def use(self) -> str:
        """What the button sends: the sizes, and after a bar the kind of round or the top table where the rules have another."""
        form, top = self.by_rule
        if self.top != top:
            return TableChoice(self.arrangement.sizes, self.form.kind, self.top).spelled
        return TableChoice(self.arrangement.sizes, None if self.form == form else self.form.kind).spelled

    @property
    def note(self) -> str:
        """Where the arrangement comes from, and in what it departs from the rules."""
        form, top = self.by_rule
        notes = [self.arrangement.kind.words]
        if self.top != top:
            notes.append(_("with the first size at the top table (R42)"))
        if self.is_crossing:
            notes.append(_("follows the rule for these tables") if self.form == form else _("as announced"))
        elif self.arrangement.kind is ArrangementKind.FREE and self.arrangement.sizes == KEEPS_FOUR:
            return _("keeps four tables")
        return " · ".join(notes)

    @property
    def button(self) -> str:
        """The words of the button that makes the round."""
        if self.form.kind is RoundKind.ARRIVAL:
            return _("Seat the round in order of arrival ({tables})", tables=self.arrangement.label)
        if self.form.kind is RoundKind.HAND:
            return _("Fill the tables to swap players by hand ({tables})", tables=self.arrangement.label)
        if not self.cut:
            return _("Draw {tables}", tables=self.arrangement.label)
        if self.form.top_table_wins:
            return _("Seat the final from the standings ({sizes})", sizes=format_sizes(self.cut))
        return _("Seat the round from the standings ({sizes})", sizes=format_sizes(self.cut))


def _ways(record: EventRecord, number: int, arrangement: Arrangement) -> list[_Way]:
    """Return the ways to make a round with these tables: its forms (R45), and for a final the sizes that its top table may have (R42)."""
    forms, told = forms_of(record, number, arrangement.sizes), told_form(record, number, arrangement.sizes)
    usual, first = top_table_size(arrangement.sizes, record.format.tables.wished), arrangement.sizes[0]
    return [
        _Way(arrangement, form, top, (forms[0], usual), told)
        for form in forms
        for top in dict.fromkeys((usual, first) if form == FINAL else (usual,))
    ]


def columns(
    record: EventRecord, number: int, own_sizes: Sequence[int] = (), chosen: Sequence[int] = ()
) -> tuple[ArrangementColumn, ...]:
    """Return every arrangement for the players present, the director's ``own_sizes`` last; ``number`` is the round to draw.

    ``chosen`` are the sizes of an existing draft, which are marked. Raises AllocationError where there is no arrangement.
    """
    players = len(record.active)
    offered = list(arrangements(players, record.rules_of(number)))
    if _fell_below_four_tables(record, number, offered):
        offered.append(Arrangement(KEEPS_FOUR, 0, ArrangementKind.FREE))
    if own_sizes and tuple(own_sizes) not in [each.sizes for each in offered]:
        offered.append(free_arrangement(own_sizes, players, record.rules_of(number)))
    made = [way for each in offered for way in _ways(record, number, each)]
    # Where the number of tables has just crossed four (R45), the way that players were told before comes first.
    made.sort(key=lambda way: way.is_crossing and way.form == way.by_rule[0])
    found = [_column(record, number, way, chosen) for way in made]
    facts = [_facts(record, column, way.arrangement.sizes) for column, way in zip(found, made, strict=True)]
    told = [title for title in facts[0] if len({each[title] for each in facts}) > 1] if facts else []
    return tuple(
        replace(column, facts=tuple((title, each[title]) for title in told if each[title]))
        for column, each in zip(found, facts, strict=True)
    )


def _facts(record: EventRecord, column: ArrangementColumn, sizes: Sequence[int]) -> dict[str, str]:
    """Return what an arrangement means, by title: the time at tables of other sizes than four, repeats, length, sit-out and gold."""
    minutes = {
        size: record.format.tables.minutes.get(size) for size in sorted(set(sizes) - {record.format.tables.wished})
    }
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
    field = advance(record, number)
    if field is not None and {entry.player for entry in record.active} != set(field.plays):
        return None
    awaited = any(entry.status in WAITING for entry in record.entries)
    if awaited or record.has_round(number) or chart_round(record, number) is not None:
        return None
    try:
        offered = arrangements(len(record.active), record.rules_of(number))
    except AllocationError:
        return None
    ways = [way for each in offered for way in _ways(record, number, each)]
    if len(ways) != 1 or offered[0].sit_outs:
        return None
    cut = ways[0].cut
    if cut and (record.open_disputes or ties_across_cuts(ranked_to_cut(record, number), cut)):
        return None
    return TableChoice(offered[0].sizes, None)


def _fell_below_four_tables(record: EventRecord, number: int, offered: Sequence[Arrangement]) -> bool:
    """Whether twelve players are left, who in the offered arrangements no longer fill four tables as in the round before."""
    crossing = (way.is_crossing for each in offered for way in _ways(record, number, each))
    return len(record.active) == 12 and all(crossing)


def _column(record: EventRecord, number: int, way: _Way, chosen: Sequence[int]) -> ArrangementColumn:
    """Return a way to make round ``number`` with its consequences; ``chosen`` are the sizes of an existing draft, empty for none."""
    arrangement, cut = way.arrangement, way.cut
    choice = consequences(arrangement, record.rounds_planned, record.format)
    has_top = way.form.top_table_wins if number == record.rounds_planned else choice.top_table is not None
    if way.form.kind is RoundKind.RANDOM:
        repeats = repeats_to_come(record, number, arrangement)
    else:
        repeats = Repeats("–", _("the standings decide who plays whom") if cut else "")
    return ArrangementColumn(
        label=arrangement.label,
        note=way.note,
        use=way.use,
        button=way.button,
        gold=_("from the top table") if has_top else _("best total"),
        top_table=ngettext("{n} player", "{n} players", way.top) if has_top else "",
        repeats=repeats,
        length=_length(record, arrangement),
        sit_out=choice.sit_out or _("Nobody."),
        has_sit_out=bool(arrangement.sit_outs),
        is_final=way.form.top_table_wins,
        cut=cut,
        open_size=next(iter(record.format.open_sizes(arrangement.sizes)), 0),
        is_crossing=way.is_crossing,
        is_chosen=tuple(chosen) == cut if cut else sorted(chosen) == sorted(arrangement.sizes),
    )


def _length(record: EventRecord, arrangement: Arrangement) -> str:
    """Return the minutes of the round: playing time and allowance."""
    try:
        time = round_time(arrangement.sizes, record.format)
    except ClockError:
        return _("not set for this size of table")
    return ngettext("{n} minute", "{n} minutes", time.play + time.allowance)
