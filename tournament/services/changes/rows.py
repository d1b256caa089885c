"""The rows that an act changed, before and after it, by column; and the undo of the act, which writes them back.

An act whose declaration names ``rows`` stores with its change which rows of these models it made, changed or deleted, and what it changed
in the event's own row. Names of people are never stored here: of an entry only what `OF_AN_ENTRY` names.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.apps import apps
from django.db import IntegrityError, transaction
from django.db.models import Field, Model

from tournament.models import Entry, Event, Seat
from tournament.models.queries.kept import path_to_event
from tournament.record.formats import Format, written_format

OF_AN_ENTRY = frozenset({"event_id", "status", "first_round", "last_round", "fee_paid"})
"""The columns of an entry that a change stores; all others say who somebody is."""

Values = dict[str, Any]
"""Some columns of a row, by name, as JSON has them."""
Rows = dict[str, dict[str, Values]]
"""Rows by the name of their model and their primary key."""
Sides = dict[str, dict[str, list[Values | None]]]
"""The same with the columns that changed: those before and those after; None where there was no such row."""


def read_rows(event: Event, models: Iterable[str], round_number: int | None, entries: Sequence[int]) -> Rows:
    """Return the rows of an event in these models.

    With a ``round_number`` seats are read for that round alone, with ``entries`` entries for these numbers alone.
    """
    rows: Rows = {}
    for name in models:
        model = _model(name)
        path = str(path_to_event(model))
        wanted: dict[str, Any] = {path: event.pk}
        if round_number is not None and model is Seat:
            wanted["round__number"] = round_number
        if entries and model is Entry:
            wanted["number__in"] = entries
        columns = [column for column in _columns(model) if column != model._meta.pk.attname]
        found = model._default_manager.filter(**wanted).values_list("pk", *columns)
        rows[name] = {str(pk): dict(zip(columns, map(_plain, values), strict=True)) for pk, *values in found}
    return rows


def row_of(event: Event) -> Values:
    """Return the columns of an event's own row, without its versions, which every act raises."""
    return {name: _plain(getattr(event, name)) for name in _columns(Event) if not name.endswith("version")}


def changed_rows(before: Rows, after: Rows) -> Sides:
    """Return the rows that differ, each with the columns that do."""
    changed: Sides = {}
    for name, rows in before.items():
        now = after[name]
        for pk in dict.fromkeys((*rows, *now)):
            if rows.get(pk) != now.get(pk):
                changed.setdefault(name, {})[pk] = _sides(rows.get(pk), now.get(pk))
    return changed


def _sides(was: Values | None, now: Values | None) -> list[Values | None]:
    """Return both sides of a row, without the columns that did not change; whole where the row was made or deleted."""
    if was is None or now is None:
        return [was, now]
    names = [name for name in was if was[name] != now[name]]
    return [{name: side[name] for name in names} for side in (was, now)]


def are_as_after(event: Event, changed: Sides) -> bool:
    """Return whether every row that a change made, changed or deleted is still as the change left it."""
    for name, rows in changed.items():
        stored = _stored_rows(event, name, rows)
        for pk, (_was, now) in rows.items():
            row = stored.get(pk)
            if (row is None) != (now is None):
                return False
            if row is not None and any(_plain(getattr(row, column)) != value for column, value in (now or {}).items()):
                return False
    return True


def write_back(event: Event, changed: Sides) -> None:
    """Give every row of a change the columns that it had before, within an act; the event's own row is saved by the act.

    Where two rows exchange what may stand only once, those to which no other row points are made anew. Raises IntegrityError where the
    database refuses that too: another row stands in the place of one of them, or what was decided since rests on it.
    """
    try:
        with transaction.atomic():
            _write_back(event, changed, are_made_anew=False)
    except IntegrityError:
        with transaction.atomic():
            _write_back(event, changed, are_made_anew=True)


def _write_back(event: Event, changed: Sides, *, are_made_anew: bool) -> None:
    made: list[Model] = []
    for name, rows in changed.items():
        model, stored = _model(name), _stored_rows(event, name, rows)
        for pk, (was, now) in rows.items():
            row = stored.get(pk) or model(pk=pk)
            for column, value in (was or {}).items():
                setattr(row, column, _column(model, column).to_python(value))
            is_exchanged = are_made_anew and now is not None and model is not Event and not model._meta.related_objects
            if was is None or is_exchanged:
                model._default_manager.filter(pk=pk).delete()
            if was is not None and model is not Event:
                made.append(row)
    for row in made:
        row.save()


def _stored_rows(event: Event, name: str, keys: Iterable[str]) -> dict[str, Model]:
    """Return the rows of a model that are stored under these primary keys, by key; the event's own row is that of the act."""
    if name == "Event":
        return {str(event.pk): event}
    return {str(pk): row for pk, row in _model(name)._default_manager.in_bulk(list(map(int, keys))).items()}


def _model(name: str) -> type[Model]:
    """Return the model of that name."""
    return apps.get_model("tournament", name)


def _columns(model: type[Model]) -> list[str]:
    """Return the names of the columns of a model that a change stores."""
    names = [column.attname for column in model._meta.concrete_fields]
    return [name for name in names if name in OF_AN_ENTRY] if model is Entry else names


def _column(model: type[Model], name: str) -> Field[Any, Any]:
    """Return the column of a model with that name."""
    return next(column for column in model._meta.concrete_fields if column.attname == name)


def _plain(value: Any) -> Any:
    """Return the value of a column as JSON has it."""
    if isinstance(value, Format):
        return written_format(value)
    return value.isoformat() if isinstance(value, date | datetime) else value


@dataclass
class Tracked:
    """What an act changes in the rows of some models, and in the event's own ``row`` as it was before."""

    models: Sequence[str]
    row: Values
    before: Rows | None = None
    scope: tuple[int | None, Sequence[int]] = (None, ())

    def begin(self, event: Event, round_number: int | None, entries: Sequence[int]) -> None:
        """Read the rows as they are before anything is changed, once."""
        if self.before is None:
            self.scope = round_number, tuple(entries)
            self.before = read_rows(event, self.models, *self.scope)

    def ended(self, event: Event) -> Sides:
        """Return the rows that the act has changed."""
        now = row_of(event)
        of_event: Sides = {"Event": {str(event.pk): _sides(self.row, now)}} if self.row != now else {}
        return {**of_event, **changed_rows(self.before or {}, read_rows(event, self.models, *self.scope))}
