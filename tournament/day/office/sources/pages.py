"""Web pages: their tables as sheets. lxml reads them as a browser would; it fetches nothing and runs nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from tournament.day.office.sources.texts import (
    MAX_COLUMNS,
    MAX_ROWS,
    FileError,
    Sheet,
    Tally,
    one_line,
    struck,
    text_of_sheets,
)
from wording import gettext as _

_ROOTS = {
    *("html", "head", "body", "meta", "title", "style", "table", "thead", "tbody", "tr", "td", "th"),  # not said
    *("div", "p", "span", "ul", "ol", "center", "font", "main", "section"),  # not said
}
_FIRST = re.compile(
    r"\s*+(?>(?><\?[^>]*>|<!--.*?-->|<!(?P<type>[a-z]+\s+[a-z]+)[^>]*>)\s*+)*+<(?P<root>[a-z][a-z0-9]*)\b", re.I | re.S
)
_CHARSET = re.compile(rb"<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.I)
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_STRUCK = frozenset({"s", "del", "strike"})  # not said
_BLOCKS = frozenset({"br", "p", "div", "li", "ul", "ol", "dt", "dd", "h1", "h2", "h3", "h4", "h5", "h6"})  # not said
_NOT_TEXT = frozenset({"script", "style", "template", "table", "noscript"})  # not said


def is_page(text: str) -> bool:
    """Whether a text is the source of a web page, or of a table cut out of one."""
    start = text[:20_000].lstrip("\ufeff")
    found = _FIRST.match(start) if start.lstrip().startswith("<") else None
    return found is not None and (
        (found["type"] or "").lower().split() == ["doctype", "html"] or found["root"].lower() in _ROOTS
    )


def declared_encoding(content: bytes) -> str:
    """Return the encoding that a page says of itself, empty where it says none."""
    found = _CHARSET.search(content[:4_000])
    return found[1].decode("ascii").lower() if found else ""


def text_of_page(name: str, text: str) -> str:
    """Return the tables of a page as text; raises FileError if it has none with rows."""
    from lxml import etree  # imported here, because only web pages need it

    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(text.lstrip("\ufeff").encode("utf-8", "replace"), parser)
    except (etree.LxmlError, ValueError):
        root = None
    sheets, tally = list[Sheet](), Tally()
    for number, table in enumerate(root.iter("table") if root is not None else (), 1):
        sheet = _sheet(table, _name_of(table) or _("List {number}", number=number), tally)
        sheets.append(sheet)
    if not tally.rows:
        raise FileError(
            _("“{name}” is a web page without a table. Open it, copy the names and paste them here.", name=name)
        )
    return text_of_sheets(name, sheets)


def _name_of(table: Any) -> str:
    """Return the caption of a table, else the heading right before it."""
    for caption in table.iterchildren("caption"):
        return one_line(" ".join(_words(caption)))
    before = table.getprevious()
    is_heading = before is not None and re.fullmatch("h[1-6]", str(before.tag))
    return one_line(" ".join(_words(before))) if is_heading else ""


def _sheet(table: Any, name: str, tally: Tally) -> Sheet:
    """Return a table as a sheet; the tally has what came before it."""
    sheet, taken = Sheet(name, is_hidden=_is_unseen(table)), dict[int, int]()
    for number, row in enumerate(_rows(table)):
        cells, column, is_struck = dict[int, str](), 0, _is_struck(row)
        for cell in row.iterchildren("td", "th"):
            while taken.get(column, -1) >= number:
                column += 1
            width, height = _span(cell, "colspan", MAX_COLUMNS + 1), _span(cell, "rowspan", MAX_ROWS + 1)
            if text := one_line(_cell(cell)):
                cells[column] = struck(text) if is_struck and not text.startswith("~~") else text
            if height > 1:
                sheet.blocks.append((number, number + height - 1, column))
                taken.update(dict.fromkeys(range(column, column + width), number + height - 1))
            column += width
        if cells:
            sheet.rows[number] = cells
            tally.note(cells)
            if _is_unseen(row):
                sheet.hidden.add(number)
    return sheet


def _rows(table: Any) -> Iterator[Any]:
    """Yield the rows of a table, but not those of tables inside it."""
    for child in table.iterchildren("tr", "thead", "tbody", "tfoot"):
        if child.tag == "tr":
            yield child
        else:
            yield from child.iterchildren("tr")


def _span(cell: Any, key: str, most: int) -> int:
    """Return over how many columns or rows a cell reaches."""
    text = str(cell.get(key) or "").strip()
    return min(max(1, int(text)), most) if text.isascii() and text.isdigit() and len(text) < 6 else 1


def _is_unseen(element: Any) -> bool:
    """Whether a page does not show an element."""
    return element.get("hidden") is not None or bool(_UNSEEN.search(str(element.get("style") or "")))


def _is_struck(element: Any) -> bool:
    """Whether an element strikes its text through."""
    return element.tag in _STRUCK or "line-through" in str(element.get("style") or "")


def _cell(cell: Any) -> str:
    """Return the text of a cell; where it shows only a picture, such as a flag, what the picture is called."""
    parts = list(_parts(cell, is_struck=_is_struck(cell)))
    text = one_line("".join(part for part, _is in parts))
    if not text:
        return next(
            (one_line(str(picture.get("alt") or picture.get("title") or "")) for picture in cell.iter("img")), ""
        )
    return struck(text) if all(is_struck for part, is_struck in parts if part.strip()) else text


def _words(element: Any) -> Iterator[str]:
    """Yield the shown texts of an element."""
    for text, _is in _parts(element, is_struck=False):
        yield text


def _parts(element: Any, *, is_struck: bool) -> Iterator[tuple[str, bool]]:
    """Yield the shown texts of an element, and whether each is struck through; lxml nests no deeper than 256."""
    yield element.text or "", is_struck
    for child in element:
        is_block = child.tag in _BLOCKS
        if is_block:
            yield " ", is_struck
        if isinstance(child.tag, str) and child.tag not in _NOT_TEXT and not _is_unseen(child):
            yield from _parts(child, is_struck=is_struck or _is_struck(child))
        if is_block:
            yield " ", is_struck
        yield child.tail or "", is_struck
