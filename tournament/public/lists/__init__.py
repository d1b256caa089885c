"""How lists come onto pages: a telling's listing as markup, the one writer of rows, and a list as a file."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe


def wants_csv(request: HttpRequest) -> bool:
    """Whether the address asks for the list as a file (``?_export=csv``)."""
    return request.GET.get("_export") == "csv"


def csv_file(text: str, name: str) -> HttpResponse:
    """A CSV text as a file called ``name``.csv; marked as UTF-8 so that spreadsheets read every script."""
    answer = HttpResponse("\ufeff" + text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def drawn(picture: str) -> SafeString:
    """A picture of a telling as markup."""
    return mark_safe(picture)  # noqa: S308  whoever draws one escapes every word in it


def link(text: object, view: str, *arguments: Any) -> SafeString:
    """A link to a page of the site."""
    return format_html('<a href="{}">{}</a>', reverse(view, args=arguments), text)
