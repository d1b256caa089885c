"""Long lists in pages, so that a page stays small at any size of an event; "Find me" finds players on all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

from tournament.record.vocabulary import whole_number
from tournament.tellings.listing import Listing

ROWS = 150
"""Rows of a list on one page; with the columns of eight rounds that makes 12 kB to transfer."""
TABLES = 45
"""Tables of results with every step on a page."""
SEATED = 65
"""Tables of a draw on one page."""
NAMES = 260
"""Names from A to Z on one page: four times `SEATED`, so that with tables of four both lists of a draw need equally many pages."""
MANY = 60
"""In an event with more entries than this, the event's page has "Find me" and links instead of whole lists."""
FIRST = 20
"""How many lines of the standings such a page shows."""
MOST_PAGES = 50

Item = TypeVar("Item")


def requested_page(request: HttpRequest) -> int:
    """Return the page number in the address, from 1 to `MOST_PAGES`, so that nobody can fill the cache."""
    return min(max(whole_number(request.GET.get("page")), 1), MOST_PAGES)


def page_of(items: Sequence[Item], number: int, at_once: int) -> Page[Item]:
    """Return one page of a long list, the last one where the number is too large; ``at_once`` is how many items a page has."""
    return Paginator(items, at_once).get_page(number)


def part_of(listing: Listing, number: int, at_once: int = ROWS) -> tuple[Listing, Page[int]]:
    """Return one page of a listing, and the `Page` for the links below it; ``at_once`` is how many rows a page has."""
    page = page_of(range(len(listing.rows)), number, at_once)
    start = (page.number - 1) * at_once
    return listing.part(start, start + at_once), page


def longest(*pages: Page[Item]) -> Page[Item]:
    """Return the `Page` of the longest of several lists shown on one page, whose links then serve all of them."""
    return max(pages, key=lambda page: page.paginator.num_pages)
