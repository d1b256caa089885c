"""Listings on pages: their markup, the writer of table rows, and their CSV file.

How a name is written on a page: the surname in bold where the event writes it last, and a name from right to left by itself.

A number behind an Arabic or Hebrew name would change places with it, unless the name stands in an element of its own.

Writes the rows of all lists on pages as markup.

The tags of a column are made once, so that 250 rows cost little more than their texts.

Long lists in pages, so that a page stays small at any size of an event; "Find me" finds players on all of them.

A `Listing` as the context of templates/components/_listing.html; desk and public pages differ only in columns and links.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, TypeVar

from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from tournament.record.event import EventRecord
from tournament.record.vocabulary import Medal
from tournament.tellings.csv import FIGURES, Heads, listing_csv, xlsx
from tournament.tellings.listing import About, Cell, Column, ColumnKind, Link, Listing, Mark, Row
from tournament.tellings.words import SIGNS, in_english
from wording import gettext as _
from wording.digits import whole_number
from wording.directions import is_leftward

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


def safe_drawing(picture: str) -> SafeString:
    """Mark an SVG text as safe markup. Whoever makes the SVG must have escaped every word in it."""
    return mark_safe(picture)  # noqa: S308  whoever draws one escapes every word in it


def link(text: object, view: str, *arguments: Any) -> SafeString:
    """Return a link to a page of the site; ``view`` is its URL name, ``arguments`` are those of its address."""
    return format_html('<a href="{}">{}</a>', reverse(view, args=arguments), text)


def with_bold(text: str, bold: str) -> str:
    """Return a text as markup, with the last occurrence of the part ``name_in_bold`` (empty for none) in bold."""
    return with_part(text, bold, "b")


def with_part(text: str, part: str, tag: str) -> str:
    """Return a text as markup, with the last occurrence of ``part`` (empty for none) within ``tag``."""
    before, found, after = text.rpartition(part) if part else ("", "", text)
    return f"{escape(before)}<{tag}>{escape(found)}</{tag}>{escape(after)}" if found else escape(text)


def name_in_bold(name: str, surname: str) -> SafeString:
    """Return a name as markup with its surname (empty for none) in bold."""
    markup = with_bold(name, surname)
    return mark_safe(f"<bdi>{markup}</bdi>" if is_leftward(name) else markup)  # noqa: S308  escaped by `with_bold`


def name_markup(name: str, record: EventRecord) -> SafeString:
    """Return the name of a player of an event as markup; any other text is only escaped."""
    return name_in_bold(name, record.surnames.get(name, ""))


@dataclass(frozen=True, slots=True)
class Wrap:
    """The tags around each cell of a column."""

    opening: str
    closing: str


def wrap(wanted: Mapping[str, Any]) -> Wrap:
    """Return the tags around cells with these attributes; with ``scope`` the cells are row heads (th). Empty values are left out."""
    given = {name: value for name, value in wanted.items() if value}
    tag = "th" if "scope" in given else "td"
    return Wrap(f"<{tag}{attributes(given)}>", f"</{tag}>")


def attributes(wanted: Mapping[str, Any], record: Any = None) -> str:
    """Return attributes as text for a tag, each after a space; None is left out, and a function is called with ``record``."""
    values = ((name, value(record) if callable(value) else value) for name, value in wanted.items())
    return "".join(f' {name}="{conditional_escape(value)}"' for name, value in values if value is not None)


def write_rows(wraps: Sequence[Wrap], rows: Iterable[tuple[str, Iterable[str]]]) -> SafeString:
    """Return the rows of a table's body; each of ``rows`` has its attributes and its cells, both already as escaped markup."""
    lines = (
        f"<tr{given}>{''.join([f'{each.opening}{cell}{each.closing}' for each, cell in zip(wraps, cells, strict=True)])}</tr>"
        for given, cells in rows
    )
    return mark_safe("\n".join(lines))  # noqa: S308  every cell and every attribute is escaped where it is written


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


def longest_page(*pages: Page[Item]) -> Page[Item]:
    """Return the `Page` of the longest of several lists shown on one page, whose links then serve all of them."""
    return max(pages, key=lambda page: page.paginator.num_pages)


_PLACES = {Medal.GOLD: 1, Medal.SILVER: 2, Medal.BRONZE: 3}
_ANY = 987_654_321  # a placeholder for a number in an address


@dataclass(frozen=True, slots=True)
class ListLook:
    """How a list looks: the classes of its table, whether cells repeat their column's name on phones, and its caption."""

    classes: str = "wide"
    is_cards: bool = False
    ident: str = ""


LOOKS: Mapping[str, ListLook] = {
    "standings": ListLook("wide figures lines", ident="standings"),
    "result": ListLook("wide figures steps lines"),
    "results": ListLook("wide figures steps lines"),
    "medals": ListLook("wide cards medal-list", is_cards=True),
    "juniors": ListLook("wide cards medal-list", is_cards=True),
    "pentamind": ListLook("wide figures points lines"),
    "entries": ListLook("wide cards", is_cards=True, ident="entries"),
    "penalties": ListLook("wide cards", is_cards=True, ident="book"),
    "events": ListLook("wide cards", is_cards=True),
    "ranks": ListLook("figures"),
    "needs": ListLook("figures"),
    "places": ListLook("figures places"),
    "chart": ListLook("figures places"),
}


@dataclass(frozen=True, slots=True)
class Addresses:
    """The address patterns of a list's links, by kind; a kind without a pattern is written without a link."""

    patterns: Mapping[About, str]

    def write(self, link: Link | None) -> str:
        """Return the address of a link, empty where there is no link or no pattern for its kind."""
        pattern = self.patterns.get(link.about) if link else None
        return pattern.format(*link.numbers) if link and pattern else ""


NOWHERE = Addresses({})
"""A list without links, or whose cells have their own."""


def addresses(slug: str, **views: str) -> Addresses:
    """Return the address patterns for an event; the keywords, such as ``player``, give the URL name for each kind of link."""
    numbers = {About.PLAYER: 1, About.TABLE: 2, About.PENALTY: 1}
    wanted = {About(about): view for about, view in views.items()}
    found = {about: reverse(view, args=[slug, *[_ANY] * numbers[about]]) for about, view in wanted.items()}
    parts = {about: escape(address).rsplit(str(_ANY), numbers[about]) for about, address in found.items()}
    return Addresses({about: "{}".join(around) for about, around in parts.items()})


@dataclass(frozen=True, slots=True)
class PageList:
    """A listing for its template: texts, and parts of the table as markup."""

    key: str
    caption: str
    note: str
    legend: tuple[str, ...]
    attributes: SafeString
    head: SafeString
    body: SafeString
    foot: SafeString


def on_page(listing: Listing, leads_to: Addresses, *, finds: bool = False) -> PageList:
    """Return a listing as markup; with ``finds`` each row has the data attributes by which “Find me” finds and describes it."""
    look = LOOKS.get(listing.key, ListLook())
    wraps = [tags_around(column, look) for column in listing.columns]
    table = attributes({"class": look.classes, "id": look.ident or None})
    return PageList(
        key=listing.key,
        caption=listing.caption,
        note=listing.note,
        legend=listing.legend,
        attributes=mark_safe(table),  # noqa: S308  escaped by `attributes`
        head=mark_safe("".join(_head_cell(column, look) for column in listing.columns)),  # noqa: S308  escaped by `_head_cell`
        body=write_rows(
            wraps,
            (
                (_row_attributes(row, above, finds), cells_of(row, listing.columns, leads_to))
                for above, row in zip((None, *listing.rows), listing.rows, strict=False)
            ),
        ),
        foot=write_rows(
            [_sum_tags(column) for column in listing.columns], [("", (escape(cell.text) for cell in listing.sums))]
        )
        if listing.sums
        else SafeString(),
    )


def tags_around(column: Column, look: ListLook) -> Wrap:
    """Return the tags around each cell of a column."""
    if column.kind is ColumnKind.NAME:
        return wrap({"scope": "row", "class": "whole" if look.is_cards else None})
    if column.kind is ColumnKind.SENTENCES:
        return wrap({"class": "whole words" if look.is_cards else "words"})
    if look.is_cards:
        has_label = column.kind not in (ColumnKind.NUMBER, ColumnKind.ACT)
        return wrap({"class": _NAMED_IN_CARDS.get(column.kind), "data-label": column.title if has_label else None})
    return wrap({"class": _NAMED.get(column.kind)})


_NAMED = {ColumnKind.TOTAL: "total", ColumnKind.NAME: "name", ColumnKind.MOVE: "move"}
_NAMED_IN_HEADS = {**_NAMED, ColumnKind.AMOUNT: "amount"}
_NAMED_IN_CARDS = {**dict.fromkeys(FIGURES, "num"), ColumnKind.NOTE: "whole"}


def _head_cell(column: Column, look: ListLook) -> str:
    """Return the head cell of a column."""
    name = (_NAMED_IN_CARDS if look.is_cards else _NAMED_IN_HEADS).get(column.kind)
    return f'<th scope="col"{attributes({"class": name, "title": column.full or None})}>{escape(column.title)}</th>'


def _sum_tags(column: Column) -> Wrap:
    """Return the tags around a column's cell in the row of sums."""
    return wrap({"class": _NAMED.get(column.kind)})


def _row_attributes(row: Row, above: Row | None, finds: bool) -> str:
    """Return the attributes of a row's tag; a bracket joins rows of one rank, and begins where the row ``above`` has another."""
    description = row.spoken or None if finds else None
    is_first = row.is_shared and (above is None or above.cells[0].text != row.cells[0].text)
    classes = " ".join(filter(None, ("above-cut" * bool(row.above), "tied" * row.is_shared, "first" * is_first)))
    return attributes({"data-p": row.key if finds else None, "data-words": description, "class": classes or None})


def cells_of(row: Row, columns: tuple[Column, ...], leads_to: Addresses) -> list[str]:
    """Return the content of each cell of a row as markup; the first says to a screen reader that the row shares its rank."""
    cells = [
        _name(row, cell, leads_to) if column.kind is ColumnKind.NAME else _cell(cell, leads_to)
        for cell, column in zip(row.cells, columns, strict=True)
    ]
    if row.is_shared:
        shared = escape(_("shared"))
        cells[0] += f'<span class="sr"> {shared}</span>'
    return cells


def _cell(cell: Cell, leads_to: Addresses) -> str:
    """Return the content of a cell as markup: a medal, a text with other words for screen readers, or a text with link and tags."""
    if cell.markup:
        return cell.markup
    if isinstance(cell.mark, Medal):
        return f'<span class="medal {cell.mark.value}" data-place="{_PLACES[cell.mark]}">{escape(cell.text)}</span>'
    if cell.spoken:
        return f'<span aria-hidden="true">{escape(cell.text)}</span><span class="sr">{escape(cell.spoken)}</span>'
    if cell.mark is Mark.WON:
        return (
            f"{escape(cell.text.removesuffix(SIGNS[Mark.WON]))}<i>{SIGNS[Mark.WON]}</i>"  # it hangs beside the figure
        )
    if cell.struck:
        return with_part(cell.text, cell.struck, "s")
    if cell.link is None and not cell.tags:
        return with_bold(cell.text, cell.bold)
    address, name = leads_to.write(cell.link), name_in_bold(cell.text, cell.bold)
    words = f'<a href="{address}">{name}</a>' if address else name
    tags = "".join(f' <span class="tag {tag.tone.value}">{escape(tag.words)}</span>' for tag in cell.tags)
    return f"{words}{tags}"


def _name(row: Row, cell: Cell, leads_to: Addresses) -> str:
    """Return a name as markup, with the words of a line of the cut above it, and an unfoldable explanation of its place."""
    above = f'<small class="cut-words">{_cell(row.above, leads_to)}</small>' if row.above else ""
    head = escape(_("why"))
    why = f"<details><summary>{head}</summary>{escape(row.why)}</details>" if row.why else ""
    return f"{above}{_cell(cell, leads_to)}{why}"
