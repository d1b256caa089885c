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
"""The value compiled into the SQL in place of an event's primary key, which replaces it on each run; no row has it."""
_LARGEST: Final = 2**63 - 1
"""The largest integer of a column; databases refuse larger parameters."""

Rows = list[tuple[Any, ...]]
Row = TypeVar("Row", bound=Model)


@dataclass(frozen=True, slots=True)
class _Builder:
    """How rows become model instances: the model, its columns' names, where they are in a row, and what else is set.

    ``related`` fill the instances that `select_related` names; ``annotations`` are names with their positions in the row.
    """

    model: type[Model]
    names: tuple[str, ...]
    columns: slice
    related: tuple[Any, ...]
    annotations: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class _Compiled:
    """The compiled SQL for one kind of database, the converters of its columns by position in the row, and how instances are built.

    ``builder`` is None for rows of `values_list`.
    """

    sql: str
    params: tuple[Any, ...]
    converters: tuple[tuple[int, tuple[Callable[..., Any], ...], Any], ...]
    builder: _Builder | None


MakesBuilder = Callable[[Any], _Builder | None]
"""A function that returns, for a compiler of Django, how its rows become instances; None where they stay rows."""


class _Prepared:
    """A query that is run many times with different values, most often only the primary key of an event."""

    def __init__(self, build: Callable[..., QuerySet[Any, Any]], stand_ins: tuple[Any, ...] = _EVENT) -> None:
        """Store how the query is built from its values.

        ``stand_ins`` are values that are compiled into the SQL and replaced on each run, so nothing else in the query may equal one of
        them.
        """
        self._build, self._stand_ins = build, stand_ins
        self._by_vendor: dict[str, _Compiled] = {}

    _builder_for: MakesBuilder = staticmethod(lambda _compiler: None)

    def _run(self, values: tuple[Any, ...]) -> tuple[_Compiled, Rows]:
        """Return the compiled query and its rows for these values; no rows where a number is too large for any column."""
        compiled = self._by_vendor.get(connection.vendor)
        if compiled is None:
            compiled = self._by_vendor[connection.vendor] = _compile(self._build(*self._stand_ins), self._builder_for)
        given = dict(zip(self._stand_ins, values, strict=True))
        if any(isinstance(value, int) and abs(value) > _LARGEST for value in values):
            return compiled, []
        params = [given.get(value, value) for value in compiled.params]
        with connection.cursor() as cursor:
            cursor.execute(compiled.sql, params)
            return compiled, list(_converted(cursor.fetchall(), compiled, connection))


class PreparedRows(_Prepared):
    """A prepared query whose rows are tuples, as `values_list` gives them."""

    def queryset(self, *values: Any) -> QuerySet[Any, Any]:
        """Return Django's own query for the same rows, without the compiled SQL."""
        return self._build(*values)

    def of(self, *values: Any) -> Rows:
        """Return the rows for these values, in one query."""
        return self._run(values)[1]


class PreparedModels(_Prepared, Generic[Row]):
    """A prepared query whose rows are instances of a model, with those that `select_related` names."""

    _builder_for = staticmethod(lambda compiler: _builder_of(compiler))

    def __init__(self, build: Callable[..., QuerySet[Row]], stand_ins: tuple[Any, ...] = _EVENT) -> None:
        super().__init__(build, stand_ins)

    def queryset(self, *values: Any) -> QuerySet[Row]:
        """Return Django's own query for the same instances, for any number of values that ``build`` takes."""
        return self._build(*values)

    def of(self, *values: Any) -> list[Row]:
        """Return the instances for these values, in one query.

        Where there are more or fewer values than stand-ins, Django compiles the query anew.
        """
        if len(values) != len(self._stand_ins):
            return list(self.queryset(*values))
        compiled, rows = self._run(values)
        assert compiled.builder is not None  # noqa: S101  only `values_list` leaves a query without its model
        return [_instance(row, compiled.builder) for row in rows]

    def first(self, *values: Any) -> Row | None:
        """Return the first instance for these values; None where there is none."""
        return next(iter(self.of(*values)), None)


def _compile(rows: QuerySet[Any, Any], builder_for: MakesBuilder) -> _Compiled:
    """Compile a query for the present kind of database."""
    compiler = rows.query.get_compiler(connection=connection)
    sql, params = compiler.as_sql()
    chosen = compiler.select[: compiler.col_count]
    converters = compiler.get_converters([column for column, *_ in chosen])
    return _Compiled(
        sql,
        tuple(params),
        tuple((place, tuple(steps), column) for place, (steps, column) in converters.items()),
        builder_for(compiler),
    )


def _builder_of(compiler: Any) -> _Builder:
    """Return how Django itself would build instances from the rows of a compiled query."""
    fields = compiler.klass_info["select_fields"]
    columns = slice(fields[0], fields[-1] + 1)
    return _Builder(
        compiler.klass_info["model"],
        tuple(column.target.attname for column, *_ in compiler.select[columns]),
        columns,
        # The installed type stubs are for a later Django, in which this function has one parameter more.
        tuple(get_related_populators(compiler.klass_info, compiler.select, DEFAULT_DB_ALIAS)),  # type: ignore[call-arg]
        tuple((compiler.annotation_col_map or {}).items()),
    )


def _instance(row: tuple[Any, ...], builder: _Builder) -> Any:
    """Return the model instance of a row."""
    instance = builder.model.from_db(DEFAULT_DB_ALIAS, builder.names, row[builder.columns])
    for related in builder.related:
        related.populate(row, instance)
    for name, place in builder.annotations:
        setattr(instance, name, row[place])
    return instance


def _converted(rows: Rows, compiled: _Compiled, database: BaseDatabaseWrapper) -> Iterator[tuple[Any, ...]]:
    """Yield the rows with their values converted as Django would convert them."""
    for row in rows:
        values = list(row)
        for place, steps, column in compiled.converters:
            for step in steps:
                values[place] = step(values[place], column, database)
        yield tuple(values)
