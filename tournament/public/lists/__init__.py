"""Tables of the pages by noun, and the one way in which every one of them becomes a CSV file."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

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


def wants_csv(request: HttpRequest) -> bool:
    """Whether the address asks for the table as a file (``?_export=csv``)."""
    return request.GET.get("_export") == "csv"


def csv_answer(table: PageTable, name: str) -> HttpResponse:
    """The table as a file called ``name``.csv; marked as UTF-8 so that spreadsheets read every script."""
    answer = HttpResponse("\ufeff" + table.csv(), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def link(text: object, view: str, *arguments: Any) -> SafeString:
    """A link to a page of the site."""
    return format_html('<a href="{}">{}</a>', reverse(view, args=arguments), text)
