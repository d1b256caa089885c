"""The desk's sortable lists: a `Listing` drawn by django-tables2, in pages; its file and its paper come from the same columns.

The library's own way of writing rows takes longer than all else on the page, so the rows are those of every other list (`public.lists`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django_tables2 import RequestConfig

from tournament.public.lists import LOOKS, Addresses, cells_of, tags_around, write_rows
from tournament.tellings.csv import FIGURES
from tournament.tellings.listing import Listing


class ListingTable(tables.Table):
    """A list whose columns can be sorted, a page of it at a time."""

    class Meta:
        template_name = "django_tables2/table.html"

    def __init__(self, listing: Listing, leads_to: Addresses, **options: Any) -> None:
        """Make a column of the library of each column; ``leads_to`` says where links lead, the options are the library's."""
        self.listing, self.leads_to, self.look = listing, leads_to, LOOKS[listing.key]
        self.caption, self.caption_note = listing.caption, listing.note
        columns = [
            (
                column.key,
                tables.Column(
                    verbose_name=column.title,
                    orderable=column.is_sorted,
                    order_by=f"cells__{place}__sorted_by",
                    attrs={"th": {"class": "num"}} if column.kind in FIGURES else {},
                ),
            )
            for place, column in enumerate(listing.columns)
        ]
        look = {"class": self.look.classes, **({"id": self.look.ident} if self.look.ident else {})}
        untyped: Any = super()
        untyped.__init__(listing.rows, extra_columns=columns, attrs=look, empty_text=listing.empty or None, **options)

    def arrange(self, request: HttpRequest, per_page: int) -> None:
        """Sort the list and choose its page as the address asks (``?sort=``, ``?page=``); the address cannot set the length of a page."""
        RequestConfig(request, paginate=False).configure(self)
        untyped: Any = self
        untyped.paginate(per_page=per_page)
        untyped.page = untyped.paginator.get_page(request.GET.get("page"))

    @property
    def arranged(self) -> Listing:
        """The whole list, all pages of it, in the order that the address asks for."""
        untyped: Any = self
        return replace(self.listing, rows=tuple(untyped.data))

    def body(self) -> SafeString:
        """Return the markup of the rows of the current page, for templates/django_tables2/table.html."""
        untyped: Any = self
        columns = self.listing.columns
        rows = (("", cells_of(row.record, columns, self.leads_to)) for row in untyped.paginated_rows)
        return write_rows([tags_around(column, self.look) for column in columns], rows)
