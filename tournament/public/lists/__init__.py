"""Listings on pages: their markup, the writer of table rows, and their CSV file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from tournament.tellings.csv import Heads, listing_csv
from tournament.tellings.listing import Listing
from tournament.tellings.spreadsheets import xlsx
from tournament.tellings.words import in_english

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def wants_csv(request: HttpRequest) -> bool:
    """Whether the address asks for the list as a CSV file (``?_export=csv``)."""
    return request.GET.get("_export") == "csv"


def wants_spreadsheet(request: HttpRequest) -> bool:
    """Whether the address asks for the list as people open it in a spreadsheet (``?_export=xlsx``)."""
    return request.GET.get("_export") == "xlsx"


def wants_export(request: HttpRequest) -> bool:
    """Whether the address asks for the list as a file of any kind."""
    return wants_csv(request) or wants_spreadsheet(request)


def export(request: HttpRequest, name: str, listing: Callable[[], Listing], heads: Heads | None = None) -> HttpResponse:
    """Return a list as a download called ``name``: in English with ``heads`` for programs, or for people in a spreadsheet."""
    return list_file(request, name, in_english(lambda: listing_csv(listing(), heads)), listing)


def list_file(request: HttpRequest, name: str, text: Callable[[], str], listing: Callable[[], Listing]) -> HttpResponse:
    """Return a list as a download called ``name``: the CSV ``text`` for programs, or the ``listing`` for people in a spreadsheet."""
    return spreadsheet(listing(), name) if wants_spreadsheet(request) else csv_file(text(), name)


def spreadsheet(listing: Listing, name: str) -> HttpResponse:
    """Return a list in the reader's language as a workbook to download, called ``name``.xlsx."""
    answer = HttpResponse(xlsx(listing), content_type=XLSX)
    answer["Content-Disposition"] = f'attachment; filename="{name}.xlsx"'
    return answer


def csv_file(text: str, name: str) -> HttpResponse:
    """Return a CSV text as a download called ``name``.csv, with a byte order mark so that spreadsheets read it as UTF-8."""
    answer = HttpResponse("\ufeff" + text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def drawn(picture: str) -> SafeString:
    """Mark an SVG text as safe markup. Whoever makes the SVG must have escaped every word in it."""
    return mark_safe(picture)  # noqa: S308  whoever draws one escapes every word in it


def link(text: object, view: str, *arguments: Any) -> SafeString:
    """Return a link to a page of the site; ``view`` is its URL name, ``arguments`` are those of its address."""
    return format_html('<a href="{}">{}</a>', reverse(view, args=arguments), text)
