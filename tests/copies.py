"""Rounds that tests play again and again: played by the services once in a process, then copied row by row.

A copy is taken where an event gained nothing but rounds: every round that was there before is closed, no chart is public, nobody
is planned to be away, and no table is opened on devices. It is put
into any event that stands the same (players, settings, closed rounds with their cash), whatever its name, keys and version. So what a
test starts from is what the services made of the same arguments, without their queries and without the search of the draw.

The players of a new event are copied in the same way, where the same players were entered before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from django.db.models import Model

from tournament.models import Change, Draw, Entry, Event, ReportedSeat, Round, Seat, SitOut, Table, TableReport
from tournament.models.queries import record_of
from tournament.record.event import EventRecord
from tournament.record.vocabulary import RoundState

Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True)
class Gain:
    """What an event gained: rows as they were stored there, the numbers of its entries by key, and itself before and after."""

    draws: Sequence[Draw]
    rounds: Sequence[Round]
    tables: Sequence[Table]
    seats: Sequence[Seat]
    sit_outs: Sequence[SitOut]
    reports: Sequence[TableReport]
    figures: Sequence[ReportedSeat]
    changes: Sequence[Change]
    numbers: Mapping[int, int]
    before: Event
    after: Event


@dataclass(frozen=True)
class Roster:
    """The players of a new event as they were stored, and the event before and after they were entered."""

    entries: Sequence[Entry]
    changes: Sequence[Change]
    before: Event
    after: Event


_gains: dict[str, Gain] = {}
_rosters: dict[str, Roster] = {}


def once(event: Event, what: str, make: Callable[[], object]) -> None:
    """Make rounds in an event: by copying where the same was made in one that stood the same, else by ``make``.

    ``what`` says what is made, with every argument of it.
    """
    before = Event.objects.get(pk=event.pk)
    record = record_of(before)
    if record.chart or record.on_devices or record.absences or not all(played.is_closed for played in record.rounds):
        make()
        return
    made_so = f"{what} {_standing(record)}"
    if made_so in _gains:
        _put(_gains[made_so], event, before)
        return
    rounds = set(before.rounds.values_list("pk", flat=True))
    draws = set(before.draws.values_list("pk", flat=True))
    make()
    if not record_of(Event.objects.get(pk=event.pk)).absences:  # who plays after a cut is not copied
        _gains[made_so] = _gained(before, rounds, draws)


def entered_once(event: Event, what: str, make: Callable[[], object]) -> Event:
    """Enter players in an event that was just made: by copying where the same was entered before, else by ``make``; the event then.

    ``what`` says who is entered, with everything that `make` does; no setting of an event has a part in it.
    """
    before = Event.objects.get(pk=event.pk)
    if what in _rosters:
        roster = _rosters[what]
        _copied(roster.entries, lambda _: {"event": before})
        _copied(roster.changes, lambda _: {"event": before, "made_by": before.created_by})
        _move(roster, before, 0)
        return before
    make()
    _rosters[what] = Roster(
        entries=list(before.entries.order_by("pk")),
        changes=list(before.changes.filter(version__gt=before.version).order_by("version")),
        before=before,
        after=Event.objects.get(pk=event.pk),
    )
    return Event.objects.get(pk=event.pk)


def kept() -> int:
    """How many makings are kept to be copied."""
    return len(_gains) + len(_rosters)


def forget() -> None:
    """Let everything be made anew."""
    _gains.clear()
    _rosters.clear()


def _standing(record: EventRecord) -> str:
    """Everything that a draw and its results may rest on; neither the event's names and versions nor its keys and times."""
    rounds = tuple(
        replace(
            played,
            draw=None,
            starts_at=None,
            published_at=None,
            tables=tuple(replace(table, official=None) for table in played.tables),
        )
        for played in record.rounds
    )
    return repr(
        replace(record, slug="", name="", version=0, public_version=0, venue="", public_address="", rounds=rounds)
    )


def _gained(before: Event, rounds: set[int], draws: set[int]) -> Gain:
    new = list(before.rounds.exclude(pk__in=rounds).order_by("number"))
    tables = list(Table.objects.filter(round__in=new).order_by("pk"))
    reports = list(TableReport.objects.filter(table__in=tables).order_by("pk"))
    return Gain(
        draws=list(before.draws.exclude(pk__in=draws).order_by("pk")),
        rounds=new,
        tables=tables,
        seats=list(Seat.objects.filter(round__in=new).order_by("pk")),
        sit_outs=list(SitOut.objects.filter(round__in=new).order_by("pk")),
        reports=reports,
        figures=list(ReportedSeat.objects.filter(report__in=reports).order_by("pk")),
        changes=list(before.changes.filter(version__gt=before.version).order_by("version")),
        numbers=dict(before.entries.values_list("pk", "number")),
        before=before,
        after=Event.objects.get(pk=before.pk),
    )


def _put(gain: Gain, event: Event, before: Event) -> None:
    """Store a copy of every row that was gained, in an event that stands as the first one stood."""
    by = before.created_by
    later = before.version - gain.before.version
    keys = dict(before.entries.values_list("number", "pk"))
    entries = {key: keys[number] for key, number in gain.numbers.items()}
    draws = _copied(gain.draws, lambda _: {"event": before, "made_by": by})
    rounds = _copied(
        gain.rounds,
        lambda row: {"event": before, "draw": draws[row.draw_id], "state": RoundState.PUBLISHED.value},
    )
    tables = _copied(gain.tables, lambda row: {"round": rounds[row.round_id], "official": None})
    _copied(
        gain.seats,
        lambda row: {"round": rounds[row.round_id], "table": tables[row.table_id], "entry_id": entries[row.entry_id]},
    )
    _copied(gain.sit_outs, lambda row: {"round": rounds[row.round_id], "entry_id": entries[row.entry_id]})
    reports = _copied(
        gain.reports,
        lambda row: {
            "table": tables[row.table_id],
            "reported_by": by,
            "official_by": by,
            "official_version": row.official_version and row.official_version + later,
        },
    )
    _copied(gain.figures, lambda row: {"report": reports[row.report_id], "entry_id": entries[row.entry_id]})
    for row in gain.tables:
        tables[row.pk].official = reports[row.official_id] if row.official_id else None
    Table.objects.bulk_update([tables[row.pk] for row in gain.tables if row.official_id], ["official"])
    for played in gain.rounds:
        Round.objects.filter(pk=rounds[played.pk].pk).exclude(state=played.state).update(state=played.state)
    _copied(gain.changes, lambda row: {"event": before, "made_by": by, "version": row.version + later})
    _move(gain, before, later)
    for column in Event._meta.concrete_fields:
        setattr(event, column.attname, getattr(before, column.attname))


def _copied(rows: Sequence[Row], named: Callable[[Any], Mapping[str, Any]]) -> dict[int, Row]:
    """New rows like these but for what is named, stored; by the key of the row that each was copied from."""
    if not rows:
        return {}
    model = type(rows[0])
    columns = [column.attname for column in model._meta.concrete_fields if not column.primary_key]
    made = []
    for row in rows:
        other = named(row)
        instead = {*other, *(f"{name}_id" for name in other)}
        made.append(model(**{name: getattr(row, name) for name in columns if name not in instead}, **other))
    model._default_manager.bulk_create(made)
    return {row.pk: new for row, new in zip(rows, made, strict=True)}


def _move(gain: Gain | Roster, event: Event, later: int) -> None:
    """Bring the event's own columns to where its rows are."""
    for column in Event._meta.concrete_fields:
        was, now = getattr(gain.before, column.attname), getattr(gain.after, column.attname)
        if now != was:
            is_version = column.attname in ("version", "public_version")
            setattr(event, column.attname, now + later if is_version else now)
    event.save()
