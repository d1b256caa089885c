"""How a sortable list gives its cells to the one writer of rows.

The library's own way looks at the signature of a render method for each cell, which for 250 rows takes longer than everything else on
the page. Here each column is looked at once; what a cell shows still comes from the table's columns and ``render_`` methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django_tables2 import A
from django_tables2.utils import signature

from tournament.public.lists.rows import Wrap, attributes, wrap, write_rows


@dataclass(frozen=True, slots=True)
class _Cells:
    """One column ready to write its cells: how to read a record, what to call with it, and what stands where there is nothing."""

    read: Callable[[Any], Any]
    render: Callable[..., Any]
    asks: tuple[str, ...]
    empty: tuple[Any, ...]
    default: Any
    around: Wrap

    def write(self, record: Any) -> str:
        value = self.read(record)
        given = {"value": value, "record": record}
        shown = self.default if value in self.empty else self.render(**{name: given[name] for name in self.asks})
        return conditional_escape(shown)


def body(columns: Iterable[Any], row_attrs: Mapping[str, Any], records: Iterable[Any]) -> SafeString:
    """The rows of a table's body; ``columns`` are the table's bound ones, ``row_attrs`` constants or functions of a record."""
    cells = [_cells(column) for column in columns]
    rows = ((attributes(row_attrs, record), [each.write(record) for each in cells]) for record in records)
    return write_rows([each.around for each in cells], rows)


def _cells(column: Any) -> _Cells:
    asks, _ = signature(column.render)
    return _Cells(
        read=_reader(column.accessor),
        render=column.render,
        asks=asks,
        empty=tuple(column.column.empty_values),
        default=column.default,
        around=wrap(column.attrs["td"]),
    )


def _reader(accessor: str) -> Callable[[Any], Any]:
    path = A(accessor)
    if len(path.bits) > 1:
        return attrgetter(".".join(path.bits))
    return lambda record: getattr(record, accessor, None)
