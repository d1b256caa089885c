"""The desk's lists by noun: sortable, filtered, paged, each a file as well."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString
from django_tables2 import RequestConfig

from tournament.desk.lists.rows import body
from tournament.public.lists import csv_file
from tournament.tellings.csv import plain

TEMPLATE = "django_tables2/table.html"
NUM = {"td": {"class": "num"}, "th": {"class": "num"}}


class PageTable(tables.Table):
    """A table in the project's own markup; columns named in ``Meta.exclude_from_csv`` stay on the page."""

    exclude_from_csv: tuple[str, ...] = ()

    def __init__(self, rows: Iterable[Any], **options: Any) -> None:
        """``rows`` are values or model instances; the options are the library's."""
        untyped: Any = super()
        untyped.__init__(rows, **options)

    def arrange(self, request: HttpRequest, per_page: int) -> None:
        """Sort and page the list as the address asks (``?sort=``, ``?page=``); how much stands on a page is never for it to say."""
        RequestConfig(request, paginate=False).configure(self)
        untyped: Any = self
        untyped.paginate(per_page=per_page)
        untyped.page = untyped.paginator.get_page(request.GET.get("page"))

    def body(self) -> SafeString:
        """The rows of the page that is shown as markup, for templates/django_tables2/table.html."""
        untyped: Any = self
        return body(untyped.columns, untyped.row_attrs, (row.record for row in untyped.paginated_rows))

    def csv(self) -> str:
        """The whole table, all pages of it, as CSV."""
        lines: list[str] = []
        writer = csv.writer(_Lines(lines))
        untyped: Any = self
        for row in untyped.as_values(exclude_columns=self.exclude_from_csv):
            writer.writerow([plain("" if cell is None else str(cell)) for cell in row])
        return "".join(lines)


class _Lines:
    """A file that keeps its lines."""

    def __init__(self, lines: list[str]) -> None:
        self.write = lines.append


def csv_answer(table: PageTable, name: str) -> HttpResponse:
    """The table as a file called ``name``.csv."""
    return csv_file(table.csv(), name)
