"""Queries that Django writes once and a process then only runs: writing one takes ten times as long as the database takes to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import QuerySet

_EVENT: Final = (-4_102_444_799,)
"""Stands in the query that is kept where the key of an event will be; no row has it."""

Rows = list[tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class _Written:
    """A query as one kind of database reads it, and what makes Python's values of its columns, by place in the row."""

    sql: str
    params: tuple[Any, ...]
    converters: tuple[tuple[int, tuple[Callable[..., Any], ...], Any], ...]


class PreparedRows:
    """Rows of a query with `values_list`; a few values, most often the key of an event alone, differ from one run to the next."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], stand_ins: tuple[Any, ...] = _EVENT) -> None:
        """Keep how the query is built from the values; ``stand_ins`` are written in their places, and nothing else in it equals them."""
        self._build, self._stand_ins = build, stand_ins
        self._written: dict[str, _Written] = {}

    def queryset(self, *values: Any) -> QuerySet[Any, Any]:
        """The same rows as Django would read them."""
        return self._build(*values)

    def of(self, *values: Any) -> Rows:
        """The rows for these values, in one query."""
        written = self._written.get(connection.vendor)
        if written is None:
            written = self._written[connection.vendor] = _write(self._build(*self._stand_ins))
        given = dict(zip(self._stand_ins, values, strict=True))
        params = [given.get(value, value) for value in written.params]
        with connection.cursor() as cursor:
            cursor.execute(written.sql, params)
            return list(_converted(cursor.fetchall(), written, connection))


def _write(rows: QuerySet[Any, Any]) -> _Written:
    compiler = rows.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    chosen = [column for column, *_ in compiler.select[: compiler.col_count]]
    converters = compiler.get_converters(chosen)
    return _Written(
        sql, tuple(params), tuple((place, tuple(steps), column) for place, (steps, column) in converters.items())
    )


def _converted(rows: Rows, written: _Written, database: BaseDatabaseWrapper) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        values = list(row)
        for place, steps, column in written.converters:
            for step in steps:
                values[place] = step(values[place], column, database)
        yield tuple(values)
