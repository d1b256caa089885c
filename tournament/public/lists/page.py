"""A `Listing` as the context of templates/components/_listing.html; desk and public pages differ only in columns and links."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tournament.public.lists.names import bold, with_bold, with_part
from tournament.public.lists.rows import Wrap, attributes, wrap, write_rows
from tournament.record.vocabulary import Medal
from tournament.tellings.cells import SIGNS
from tournament.tellings.csv import FIGURES
from tournament.tellings.listing import About, Cell, Column, ColumnKind, Link, Listing, Mark, Row
from wording import gettext as _

_PLACES = {Medal.GOLD: 1, Medal.SILVER: 2, Medal.BRONZE: 3}
_ANY = 987_654_321  # a placeholder for a number in an address


@dataclass(frozen=True, slots=True)
class ListLook:
    """How a list looks: the classes of its table, whether cells repeat their column's name on phones, and its caption."""

    classes: str
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
    look = LOOKS[listing.key]
    wraps = [tags_around(column, look) for column in listing.columns]
    table = attributes({"class": look.classes, "id": look.ident or None})
    return PageList(
        key=listing.key,
        caption=listing.caption,
        note=listing.note,
        legend=listing.legend,
        attributes=mark_safe(table),  # noqa: S308  escaped by `attributes`
        head=mark_safe("".join(_head(column, look) for column in listing.columns)),  # noqa: S308  escaped by `_head`
        body=write_rows(
            wraps,
            (
                (_row_attributes(row, above, finds), cells_of(row, listing.columns, leads_to))
                for above, row in zip((None, *listing.rows), listing.rows, strict=False)
            ),
        ),
        foot=write_rows(
            [_foot(column) for column in listing.columns], [("", (escape(cell.text) for cell in listing.sums))]
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
_NAMED_IN_CARDS = {**dict.fromkeys(FIGURES, "num"), ColumnKind.NOTE: "whole"}


def _head(column: Column, look: ListLook) -> str:
    """Return the head cell of a column."""
    name = (_NAMED_IN_CARDS if look.is_cards else _NAMED).get(column.kind)
    return f'<th scope="col"{attributes({"class": name, "title": column.full or None})}>{escape(column.title)}</th>'


def _foot(column: Column) -> Wrap:
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
    address, name = leads_to.write(cell.link), bold(cell.text, cell.bold)
    words = f'<a href="{address}">{name}</a>' if address else name
    tags = "".join(f' <span class="tag {tag.tone.value}">{escape(tag.words)}</span>' for tag in cell.tags)
    return f"{words}{tags}"


def _name(row: Row, cell: Cell, leads_to: Addresses) -> str:
    """Return a name as markup, with the words of a line of the cut above it, and an unfoldable explanation of its place."""
    above = f'<small class="cut-words">{_cell(row.above, leads_to)}</small>' if row.above else ""
    head = escape(_("why"))
    why = f"<details><summary>{head}</summary>{escape(row.why)}</details>" if row.why else ""
    return f"{above}{_cell(cell, leads_to)}{why}"
