"""The rows of a public table as markup, written in one go.

The library's own way looks at the signature of a render method for each cell, which for 250 players takes longer than everything else on
the page. Here each column is looked at once; what a cell shows still comes from the table's columns and ``render_`` methods.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django_tables2 import A
from django_tables2.utils import signature


@dataclass(frozen=True, slots=True)
class _Cells:
    """One column ready to write its cells: how to read a record, what to call with it, and the markup around."""

    read: Callable[[Any], Any]
    render: Callable[..., Any]
    asks: tuple[str, ...]
    empty: tuple[Any, ...]
    default: Any
    opening: str
    closing: str

    def write(self, record: Any) -> str:
        value = self.read(record)
        shown = self.default if value in self.empty else self.render(**self._given(record, value))
        return f"{self.opening}{conditional_escape(shown)}{self.closing}"

    def _given(self, record: Any, value: Any) -> dict[str, Any]:
        given = {"value": value, "record": record}
        return {name: given[name] for name in self.asks}


def body(columns: Iterable[Any], row_attrs: Mapping[str, Any], records: Iterable[Any]) -> SafeString:
    """The rows of a table's body; ``columns`` are the table's bound ones, ``row_attrs`` constants or functions of a record."""
    cells = [_cells(column) for column in columns]
    lines = (
        f"<tr{attributes(row_attrs, record)}>{''.join(each.write(record) for each in cells)}</tr>" for record in records
    )
    return mark_safe("\n".join(lines))  # noqa: S308  every cell and every attribute is escaped where it is written


def attributes(wanted: Mapping[str, Any], record: Any = None) -> str:
    """Attributes as they stand in a tag, each after a space; one that is None is left out."""
    values = ((name, value(record) if callable(value) else value) for name, value in wanted.items())
    return "".join(f' {name}="{conditional_escape(value)}"' for name, value in values if value is not None)


def _cells(column: Any) -> _Cells:
    wanted = {name: value for name, value in column.attrs["td"].items() if value}
    tag = "th" if "scope" in wanted else "td"
    asks, _ = signature(column.render)
    return _Cells(
        read=_reader(column.accessor),
        render=column.render,
        asks=asks,
        empty=tuple(column.column.empty_values),
        default=column.default,
        opening=f"<{tag}{attributes(wanted)}>",
        closing=f"</{tag}>",
    )


def _reader(accessor: str) -> Callable[[Any], Any]:
    path = A(accessor)
    if len(path.bits) > 1:
        return lambda record: path.resolve(record)
    return lambda record: getattr(record, accessor, None)
