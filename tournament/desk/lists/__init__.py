"""The desk's lists, a module for each subject: sortable, filtered, in pages, and as CSV files.

The library's own way of writing rows looks at the signature of a render method for each cell, which for 250 rows takes longer than all
else on the page. Here each column is looked at once; what a cell shows still comes from the table's columns and ``render_`` methods.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from operator import attrgetter
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django_tables2 import A, RequestConfig
from django_tables2.utils import signature

from tournament.public.lists import list_file
from tournament.public.lists.rows import Wrap, attributes, wrap, write_rows
from tournament.tellings.csv import plain
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Row
from wording.languages import SOURCE_LANGUAGE, speaking

NUM = {"td": {"class": "num"}, "th": {"class": "num"}}


class PageTable(tables.Table):
    """A table in the project's own markup; columns named in ``Meta.exclude_from_csv`` stay on the page."""

    exclude_from_csv: tuple[str, ...] = ()

    def __init__(self, rows: Iterable[Any], **options: Any) -> None:
        """``rows`` are values or model instances; the options are the library's."""
        untyped: Any = super()
        untyped.__init__(rows, **options)

    def arrange(self, request: HttpRequest, per_page: int) -> None:
        """Sort the list and choose its page as the address asks (``?sort=``, ``?page=``); the address cannot set the length of a page."""
        RequestConfig(request, paginate=False).configure(self)
        untyped: Any = self
        untyped.paginate(per_page=per_page)
        untyped.page = untyped.paginator.get_page(request.GET.get("page"))

    def body(self) -> SafeString:
        """Return the markup of the rows of the current page, for templates/django_tables2/table.html."""
        untyped: Any = self
        return rows_as_markup(untyped.columns, untyped.row_attrs, (row.record for row in untyped.paginated_rows))

    def csv(self) -> str:
        """Return the whole table, all pages of it, as CSV for programs: in English, whatever the page speaks."""
        lines: list[str] = []
        writer = csv.writer(_Lines(lines))
        untyped: Any = self
        with translation.override(SOURCE_LANGUAGE), speaking(SOURCE_LANGUAGE):
            for row in untyped.as_values(exclude_columns=self.exclude_from_csv):
                writer.writerow([plain("" if cell is None else str(cell)) for cell in row])
        return "".join(lines)

    def listing(self, key: str) -> Listing:
        """Return the whole table, all pages of it, as a list for a spreadsheet of people: in the reader's language, moments in local time.

        ``key`` is what the list is of, such as "entries".
        """
        untyped: Any = self
        kept = [
            column
            for column in untyped.columns.iterall()
            if not (column.column.exclude_from_export or column.name in self.exclude_from_csv)
        ]
        heads, *rows = untyped.as_values(exclude_columns=self.exclude_from_csv)
        columns = tuple(
            Column(column.name, str(head), _kind(column, (row[at] for row in rows)))
            for at, (column, head) in enumerate(zip(kept, heads, strict=True))
        )
        cells = (tuple(Cell(_for_people(value)) for value in row) for row in rows)
        return Listing(key, "", columns, tuple(Row(number, row) for number, row in enumerate(cells, 1)))


def _kind(column: Any, values: Iterable[Any]) -> ColumnKind:
    """Return what a column of the library holds: figures where the page sets it so, moments, or words."""
    if "num" in str(column.attrs["td"].get("class", "")).split():
        return ColumnKind.FIGURE
    return ColumnKind.MOMENT if isinstance(next(iter(values), None), datetime) else ColumnKind.WORD


def _for_people(value: Any) -> str:
    """Return a value of a file as people read it: a moment as local date and time."""
    if isinstance(value, datetime):
        return f"{localtime(value):%Y-%m-%d %H:%M:%S}"
    return "" if value is None else str(value)


class _Lines:
    """An object with the ``write`` method of a file, which appends to a list of lines."""

    def __init__(self, lines: list[str]) -> None:
        self.write = lines.append


def table_file(request: HttpRequest, table: PageTable, key: str, of: str) -> HttpResponse:
    """Return the table as the file that the address asks for; ``key`` is what it lists, ``of`` what its name begins with."""
    return list_file(request, f"{of}-{key}", table.csv, lambda: table.listing(key))


@dataclass(frozen=True, slots=True)
class _Cells:
    """A column prepared for writing its cells: how to read the value from a record, how to render it, and what to show for no value."""

    read: Callable[[Any], Any]
    render: Callable[..., Any]
    asks: tuple[str, ...]
    empty: tuple[Any, ...]
    default: Any
    around: Wrap

    def write(self, record: Any) -> str:
        """Return the escaped content of the cell for a record."""
        value = self.read(record)
        given = {"value": value, "record": record}
        shown = self.default if value in self.empty else self.render(**{name: given[name] for name in self.asks})
        return conditional_escape(shown)


def rows_as_markup(columns: Iterable[Any], row_attrs: Mapping[str, Any], records: Iterable[Any]) -> SafeString:
    """Return the markup of rows; ``columns`` are bound columns of a table, ``row_attrs`` constants or functions of a record."""
    cells = [_cells(column) for column in columns]
    rows = ((attributes(row_attrs, record), [each.write(record) for each in cells]) for record in records)
    return write_rows([each.around for each in cells], rows)


def _cells(column: Any) -> _Cells:
    """Prepare a bound column of the library."""
    asks = signature(column.render)[0]
    return _Cells(
        read=_reader(column.accessor),
        render=column.render,
        asks=asks,
        empty=tuple(column.column.empty_values),
        default=column.default,
        around=wrap(column.attrs["td"]),
    )


def _reader(accessor: str) -> Callable[[Any], Any]:
    """Return a function that reads the value of an accessor of the library, such as ``entry__name``, from a record."""
    path = A(accessor)
    if len(path.bits) > 1:
        return attrgetter(".".join(path.bits))
    return lambda record: getattr(record, accessor, None)
