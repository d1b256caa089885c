"""Queries of which a figure of time depends, in plain SQL: for a small query Django takes ten times as long as the database.

Everything else asks by the ORM. The SQL is good for SQLite and PostgreSQL, and a test holds each query against the ORM's own. In the SQL of
`SqlModels` the model's table is called `row`. The values of a query stand in place of each `%s`; a tuple of values may follow `IN`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from types import MappingProxyType
from typing import Any, Final, Generic, TypeVar

from django.db import connection, models

from tournament.models.format_field import FormatField
from tournament.record.formats import format_of_text

Row = TypeVar("Row", bound=models.Model)
Rows = list[tuple[Any, ...]]
Read = Callable[[Any], Any]
"""A function that turns a value from the database's driver into the one that Django gives for such a column; never called with None."""

_LARGEST: Final = 2**63 - 1
"""The largest integer of a column; databases refuse larger values."""


def moment(value: Any) -> datetime:
    """Return a moment; SQLite gives it as text, in UTC."""
    found = datetime.fromisoformat(value) if isinstance(value, str) else value
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def day(value: Any) -> date:
    """Return a date; SQLite gives it as text."""
    return date.fromisoformat(value) if isinstance(value, str) else value


def from_json(value: Any) -> Any:
    """Return what a JSON column holds; both databases give it as text."""
    return json.loads(value)


_BY_FIELD: Final[Mapping[type[models.Field[Any, Any]], Read]] = MappingProxyType(
    {
        models.BooleanField: bool,
        models.DateField: day,
        models.DateTimeField: moment,
        FormatField: format_of_text,
        models.JSONField: from_json,
    }
)


class SqlRows:
    """A query in SQL whose rows are tuples, as `values_list` gives them."""

    def __init__(self, sql: str, reads: Mapping[int, Read] | None = None) -> None:
        """Store the SQL, and by position in the row how a value is read where the driver of SQLite gives it as something else."""
        self._sql, self._reads = sql, tuple((reads or {}).items())

    def of(self, *values: Any) -> Rows:
        """Return the rows for these values, in one query; none where a number is too large for any column, or a tuple is empty."""
        flat = [each for value in values for each in (value if isinstance(value, tuple) else (value,))]
        if () in values or any(isinstance(value, int) and abs(value) > _LARGEST for value in flat):
            return []
        sql = self._sql
        if len(flat) != len(values) or any(isinstance(value, tuple) for value in values):
            sql = sql % tuple(f"({', '.join(['%s'] * len(v))})" if isinstance(v, tuple) else "%s" for v in values)
        with connection.cursor() as cursor:
            cursor.execute(sql, flat)
            rows: Rows = cursor.fetchall()
        return [self._convert(row) for row in rows] if self._reads else rows

    def _convert(self, row: Sequence[Any]) -> tuple[Any, ...]:
        """Return a row with its values as Django gives them."""
        values = list(row)
        for place, read in self._reads:
            if values[place] is not None:
                values[place] = read(values[place])
        return tuple(values)


class SqlWrites:
    """A statement in SQL that writes one row, for many rows at once."""

    def __init__(self, sql: str) -> None:
        self._sql = sql

    def each(self, rows: Iterable[Sequence[Any]]) -> None:
        """Run the statement once with the values of each row."""
        with connection.cursor() as cursor:
            cursor.executemany(self._sql, list(rows))


class SqlModels(Generic[Row]):
    """A query in SQL whose rows are instances of a model, with the instances that foreign keys name in ``related``.

    ``rest`` is the SQL after the name of the model's table: joins, each of a related table under the name of its foreign key, and the
    conditions; ``table__round`` is the ``round`` of the ``table``, which stands before it. ``beside`` are more columns by the names of the
    attributes that hold them, like annotations, and ``reads`` how their values are read where that is needed. With ``locks`` the rows of
    the model are locked until the transaction ends, as by `select_for_update`.
    """

    def __init__(
        self,
        model: type[Row],
        rest: str,
        *,
        related: Mapping[str, type[models.Model]] | None = None,
        beside: Mapping[str, str] | None = None,
        reads: Mapping[str, Read] | None = None,
        locks: bool = False,
    ) -> None:
        self._model, self._rest, self._locks = model, rest, locks
        self._related, self._beside, self._reads = related or {}, beside or {}, reads or {}
        self._rows: SqlRows | None = None

    def of(self, *values: Any) -> list[Row]:
        """Return the instances for these values, in one query."""
        rows = self._rows = self._rows or self._whole_query()
        return [self._instance(row) for row in rows.of(*values)]

    def first(self, *values: Any) -> Row | None:
        """Return the first instance for these values; None where there is none."""
        return next(iter(self.of(*values)), None)

    def _whole_query(self) -> SqlRows:
        """Return the whole query: the columns of all models, in the order of their fields. The models are complete only now."""
        columns: list[str] = []
        reads: dict[int, Read] = {}
        by_alias: dict[str, type[models.Model]] = {"row": self._model, **self._related}
        for alias, model in by_alias.items():
            for field in _fields(model):
                read = next((_BY_FIELD[kind] for kind in type(field).__mro__ if kind in _BY_FIELD), None)
                if read is not None:
                    reads[len(columns)] = read
                columns.append(f'"{alias}"."{field.column}"')
        for name, sql in self._beside.items():
            if name in self._reads:
                reads[len(columns)] = self._reads[name]
            columns.append(f"{sql} AS {name}")
        lock = " FOR UPDATE OF row" if self._locks and connection.vendor == "postgresql" else ""
        table = self._model._meta.db_table
        return SqlRows(f'SELECT {", ".join(columns)} FROM "{table}" AS row {self._rest}{lock}', reads)  # noqa: S608

    def _instance(self, row: tuple[Any, ...]) -> Row:
        """Return the model instance of a row, with those that belong to it."""
        instance, rest = _first_of(self._model, row)
        at: dict[str, models.Model | None] = {"": instance}
        for path, model in self._related.items():
            found, rest = _first_of(model, rest)
            at[path] = found if found.pk is not None else None
            parent, _, name = path.rpartition("__")
            if at[parent] is not None:
                setattr(at[parent], name, at[path])
        for name, value in zip(self._beside, rest, strict=True):
            setattr(instance, name, value)
        return instance


def _fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Return the fields of a model that have a column, in their order."""
    return [
        field
        for field in model._meta.get_fields()
        if isinstance(field, models.Field) and field.concrete and not field.many_to_many
    ]


def _first_of(model: type[Row], row: tuple[Any, ...]) -> tuple[Row, tuple[Any, ...]]:
    """Return the instance whose columns a row begins with, and the rest of the row."""
    names = _NAMES.get(model) or _NAMES.setdefault(model, [field.attname for field in _fields(model)])
    return model.from_db("default", names, row[: len(names)]), row[len(names) :]


_NAMES: dict[type[models.Model], list[str]] = {}
