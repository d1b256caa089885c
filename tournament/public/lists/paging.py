"""Long lists in pages: at any size of an event a page stays small, and "Find me" leads past all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from tournament.record.vocabulary import whole_number
from tournament.tellings.listing import Listing

ROWS = 150
"""Rows of one list on a page: eight rounds of them come to 12 kB on the wire."""
TABLES = 45
"""Tables of results with every step on a page."""
SEATED = 65
"""Tables of a draw on a page ..."""
NAMES = 260
"""... and names from A to Z, so that both end together."""
MANY = 60
"""With more entries the event's page answers who seeks a seat, and leads to the lists."""
FIRST = 20
"""So many lines of the standings stand on the event's page then."""
MOST_PAGES = 50

Item = TypeVar("Item")


def requested_page(request: HttpRequest) -> int:
    """The page number in the address, at least 1 and bounded, so that nobody fills the cache."""
    return min(max(whole_number(request.GET.get("page")), 1), MOST_PAGES)


def page_of(items: Sequence[Item], number: int, at_once: int) -> Page[Item]:
    """One page of a long list; the last page where the number is beyond it."""
    return Paginator(items, at_once).get_page(number)


def part_of(listing: Listing, number: int, at_once: int = ROWS) -> tuple[Listing, Page[int]]:
    """One page of a listing's rows, and the `Page` for the links below it."""
    page = page_of(range(len(listing.rows)), number, at_once)
    start = (page.number - 1) * at_once
    return listing.part(start, start + at_once), page


def longest(*pages: Page[Item]) -> Page[Item]:
    """The one with most pages, of several lists on one page; its links lead through all of them."""
    return max(pages, key=lambda page: page.paginator.num_pages)
