"""Queries whose SQL Django compiles once for each process; compiling takes ten times as long as the database takes to answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet
from django.db.models.query import get_related_populators

_EVENT: Final = (-4_102_444_799,)
"""Stands in the query that is kept where the key of an event will be; no row has it."""
_LARGEST: Final = 2**63 - 1
"""No column holds a larger number, and no database takes one as a value."""

Rows = list[tuple[Any, ...]]
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class _Built:
    """How rows become instances: the model, its columns, the related models, and the annotations."""

    model: type[Model]
    names: tuple[str, ...]
    columns: slice
    related: tuple[Any, ...]
    beside: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class _Written:
    """The compiled SQL for one kind of database, and the converters of its columns by their position in the row."""

    sql: str
    params: tuple[Any, ...]
    converters: tuple[tuple[int, tuple[Callable[..., Any], ...], Any], ...]
    built: _Built | None


Makes = Callable[[Any], _Built | None]
"""What is made of the rows of a query that was written."""


class _Prepared:
    """A query that is run again and again with a few other values, most often the key of an event alone."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], stand_ins: tuple[Any, ...] = _EVENT) -> None:
        """Keep how the query is built from the values; ``stand_ins`` are written in their places, and nothing else in it equals them."""
        self._build, self._stand_ins = build, stand_ins
        self._by_vendor: dict[str, _Written] = {}

    _makes: Makes = staticmethod(lambda _compiler: None)

    def _run(self, values: tuple[Any, ...]) -> tuple[_Written, Rows]:
        written = self._by_vendor.get(connection.vendor)
        if written is None:
            written = self._by_vendor[connection.vendor] = _write(self._build(*self._stand_ins), self._makes)
        given = dict(zip(self._stand_ins, values, strict=True))
        if any(isinstance(value, int) and abs(value) > _LARGEST for value in values):
            return written, []
        params = [given.get(value, value) for value in written.params]
        with connection.cursor() as cursor:
            cursor.execute(written.sql, params)
            return written, list(_converted(cursor.fetchall(), written, connection))


class PreparedRows(_Prepared):
    """Rows of a query with `values_list`."""

    def queryset(self, *values: Any) -> QuerySet[Any, Any]:
        """The same rows by Django's own query, without the compiled SQL."""
        return self._build(*values)

    def of(self, *values: Any) -> Rows:
        """The rows for these values, in one query."""
        return self._run(values)[1]


class PreparedModels(_Prepared, Generic[Row]):
    """Instances of a model, with those that `select_related` names."""

    _makes = staticmethod(lambda compiler: _built(compiler))

    def __init__(self, build: Callable[..., QuerySet[Row]], stand_ins: tuple[Any, ...] = _EVENT) -> None:
        super().__init__(build, stand_ins)

    def queryset(self, *values: Any) -> QuerySet[Row]:
        """The same instances by Django's own query, for any number of values that ``build`` takes."""
        return self._build(*values)

    def of(self, *values: Any) -> list[Row]:
        """The instances for these values, in one query; compiled anew where their number differs from that of the stand-ins."""
        if len(values) != len(self._stand_ins):
            return list(self.queryset(*values))
        written, rows = self._run(values)
        assert written.built is not None  # noqa: S101  only `values_list` leaves a query without its model
        return [_instance(row, written.built) for row in rows]

    def first(self, *values: Any) -> Row | None:
        """The first instance for these values; None where there is none."""
        return next(iter(self.of(*values)), None)


def _write(rows: QuerySet[Any, Any], makes: Makes) -> _Written:
    compiler = rows.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    chosen = compiler.select[: compiler.col_count]
    converters = compiler.get_converters([column for column, *_ in chosen])
    return _Written(
        sql,
        tuple(params),
        tuple((place, tuple(steps), column) for place, (steps, column) in converters.items()),
        makes(compiler),
    )


def _built(compiler: Any) -> _Built:
    """How Django itself would build instances from the rows of a compiled query."""
    fields = compiler.klass_info["select_fields"]
    columns = slice(fields[0], fields[-1] + 1)
    return _Built(
        compiler.klass_info["model"],
        tuple(column.target.attname for column, *_ in compiler.select[columns]),
        columns,
        # The types that mypy reads are a later Django's, which asks for one thing more.
        tuple(get_related_populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)),  # type: ignore[call-arg]
        tuple((compiler.annotation_col_map or {}).items()),
    )


def _instance(row: tuple[Any, ...], built: _Built) -> Any:
    instance = built.model.from_db(DEFAULT_DB_ALIAS, built.names, row[built.columns])
    for related in built.related:
        related.populate(row, instance)
    for name, place in built.beside:
        setattr(instance, name, row[place])
    return instance


def _converted(rows: Rows, written: _Written, database: BaseDatabaseWrapper) -> Iterator[tuple[Any, ...]]:
    for row in rows:
        values = list(row)
        for place, steps, column in written.converters:
            for step in steps:
                values[place] = step(values[place], column, database)
        yield tuple(values)
