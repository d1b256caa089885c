"""The structure of a document beside its pages, for who hears it: headings, paragraphs, tables of rows and cells, codes in words.

The library draws and knows no structure, so it is told here, at its lowest level (ISO 32000-1, 14.6-14.8):

1. What is drawn for an element stands between two marks in the page's stream, with a number of its own on that page.
2. The element names page and number; elements make a tree, whose root the catalogue names.
3. Each page has a list of the elements that its numbers belong to, in one tree of lists for the document.

Lines, shades, feet and repeated heads are marked as no part of it. What is drawn once and referred to (a stamp) is one paragraph.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject
from reportlab.pdfgen.canvas import Canvas

DOCUMENT, PART, TITLE, HEADING, PARAGRAPH = "Document", "Sect", "H1", "H2", "P"
TABLE, ROW, HEAD, CELL, PICTURE = "Table", "TR", "TH", "TD", "Figure"
GROUPS = frozenset({DOCUMENT, PART, TABLE, ROW})
"""Elements that hold others and nothing drawn of their own."""


class Element(PDFObject):
    """A part of the structure: its kind, what it is part of, and what it holds, other elements or numbers of one page."""

    __RefOnly__ = 1

    def __init__(self, tags: Tags, kind: str, parent: Element | None, words: str = "") -> None:
        self.tags, self.kind, self.parent, self.words = tags, kind, parent, words
        self.parts: list[Element] = []
        self.numbers: list[int] = []
        self.page = -1

    def format(self, document: Any) -> bytes:
        """The element as an object of the file."""
        held = [_reference(document, part) for part in self.parts] + [str(number) for number in self.numbers]
        said = [f"<< /Type /StructElem /S /{self.kind} /P {_reference(document, self.parent or self.tags.root)}"]
        said += [f"/Pg {_reference(document, self.tags.pages[self.page])}"] * bool(self.numbers)
        said += [f"/Alt <FEFF{self.words.encode('utf-16-be').hex().upper()}>"] * bool(self.words)
        said += ["/A << /O /Table /Scope /Column >>"] * (self.kind == HEAD)
        return " ".join([*said, f"/K [{' '.join(held)}] >>"]).encode("ascii")


class _Root(PDFObject):
    __RefOnly__ = 1

    def __init__(self, tags: Tags) -> None:
        self.tags = tags

    def format(self, document: Any) -> bytes:
        """The root: the document, and for each page the elements of its numbers."""
        lists = (
            f"{page} [{' '.join(_reference(document, element) for element in elements)}]"
            for page, elements in enumerate(self.tags.by_page)
        )
        parents = f"/ParentTree << /Nums [{' '.join(lists)}] >> /ParentTreeNextKey {len(self.tags.by_page)}"
        return f"<< /Type /StructTreeRoot /K {_reference(document, self.tags.document)} {parents} >>".encode("ascii")


def _reference(document: Any, part: PDFObject) -> str:
    return str(document.Reference(part).format(document).decode("ascii"))


class Tags:
    """The structure of one document while it is drawn."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas: Any = canvas  # its stream and its catalogue have no public names
        self.root = _Root(self)
        self.document = Element(self, DOCUMENT, None)
        self.pages: list[Any] = []
        self.by_page: list[list[Element]] = []
        self._of_page: list[Element] = []
        self._open = [self.document]
        self._is_silent = False

    @contextmanager
    def element(self, kind: str, words: str = "") -> Iterator[None]:
        """What is drawn meanwhile is part of an element of this kind; ``words`` are said in place of a picture."""
        if self._is_silent:
            yield
            return
        made = Element(self, kind, self._open[-1], words)
        self._open[-1].parts.append(made)
        self._open.append(made)
        yield
        self._open.pop()

    @contextmanager
    def drawn(self) -> Iterator[None]:
        """What is drawn meanwhile stands in the open element, or in a paragraph of its own where that holds others alone."""
        if self._is_silent:
            yield
        elif self._open[-1].kind in GROUPS:
            with self.element(PARAGRAPH), self.drawn():
                yield
        else:
            element = self._open[-1]
            element.page = len(self.by_page)
            element.numbers.append(len(self._of_page))
            self._canvas._code.append(f"/{element.kind} <</MCID {len(self._of_page)}>> BDC")
            self._of_page.append(element)
            yield
            self._canvas._code.append("EMC")

    @contextmanager
    def paragraph(self) -> Iterator[None]:
        """Lines that are drawn meanwhile are one paragraph, unless they are in an element already."""
        if self._open[-1].kind in GROUPS:
            with self.element(PARAGRAPH):
                yield
        else:
            yield

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is drawn meanwhile is no part of the document: lines, shades, feet, heads that are repeated."""
        if self._is_silent:
            yield
            return
        self._canvas._code.append("/Artifact BMC")
        with self.unmarked():
            yield
        self._canvas._code.append("EMC")

    @contextmanager
    def unmarked(self) -> Iterator[None]:
        """Nothing that is drawn meanwhile is marked: a stamp is no page, and what refers to it is marked there."""
        before, self._is_silent = self._is_silent, True
        yield
        self._is_silent = before

    def end_page(self) -> None:
        """Keep what the page that was just closed holds."""
        page = self._canvas._doc.Pages.pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
        page.StructParents = len(self.by_page)
        self.pages.append(page)
        self.by_page.append(self._of_page)
        self._of_page = []

    def end(self) -> None:
        """Tell the catalogue of the structure."""
        catalogue = self._canvas._doc.Catalog
        catalogue.StructTreeRoot = self.root
        catalogue.MarkInfo = PDFDictionary({"Marked": "true"})
