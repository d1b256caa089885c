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
        self.name = ""

    def named(self, document: Any) -> str:
        """The element as others refer to it, worked out once."""
        if not self.name:
            self.name = _reference(document, self)
        return self.name

    def format(self, document: Any) -> bytes:
        """The element as an object of the file, in as few words as the format takes."""
        parent = self.parent.named(document) if self.parent else _reference(document, self.tags.root)
        said = [f"<</S/{self.kind}/P {parent}"]
        said += [f"/Pg {self.tags.page_named(document, self.page)}"] * bool(self.numbers)
        said += [f"/Alt<FEFF{self.words.encode('utf-16-be').hex().upper()}>"] * bool(self.words)
        said += ["/A<</O/Table/Scope/Column>>"] * (self.kind == HEAD)
        held = [part.named(document) for part in self.parts] + [str(number) for number in self.numbers]
        said += [f"/K {held[0]}>>" if len(held) == 1 else f"/K[{' '.join(held)}]>>"]
        return "".join(said).encode("ascii")


class _Root(PDFObject):
    __RefOnly__ = 1

    def __init__(self, tags: Tags) -> None:
        self.tags = tags

    def format(self, document: Any) -> bytes:
        """The root: the document, and for each page the elements of its numbers."""
        lists = (
            f"{page}[{' '.join(element.named(document) for element in elements)}]"
            for page, elements in enumerate(self.tags.by_page)
        )
        parents = f"/ParentTree<</Nums[{' '.join(lists)}]>>/ParentTreeNextKey {len(self.tags.by_page)}"
        return f"<</Type/StructTreeRoot/K {self.tags.document.named(document)}{parents}>>".encode("ascii")


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
        self._is_own = False  # whether a paragraph was opened for the mark alone
        self._page_names: dict[int, str] = {}

    def page_named(self, document: Any, page: int) -> str:
        """A page as its elements refer to it, worked out once."""
        if page not in self._page_names:
            self._page_names[page] = _reference(document, self.pages[page])
        return self._page_names[page]

    @contextmanager
    def element(self, kind: str, words: str = "") -> Iterator[None]:
        """What is drawn meanwhile is part of an element of this kind; ``words`` are said in place of a picture."""
        if self._is_silent:
            yield
            return
        self._enter(kind, words)
        yield
        self._open.pop()

    @contextmanager
    def block(self, kind: str, words: str = "") -> Iterator[None]:
        """Everything that is drawn meanwhile is one element and nothing in it is parted further: a cell, a slip, a row of a form."""
        if self._is_silent:
            yield
            return
        self._enter(kind, words)
        self.begin()
        self._is_silent = True
        yield
        self._is_silent = False
        self.end_mark()
        self._open.pop()

    @contextmanager
    def paragraph(self) -> Iterator[None]:
        """Lines that are drawn meanwhile are one paragraph, unless they are in an element already."""
        is_group = not self._is_silent and self._open[-1].kind in GROUPS
        if is_group:
            self._enter(PARAGRAPH)
        yield
        if is_group:
            self._open.pop()

    def _enter(self, kind: str, words: str = "") -> None:
        made = Element(self, kind, self._open[-1], words)
        self._open[-1].parts.append(made)
        self._open.append(made)

    def begin(self) -> bool:
        """Mark what is drawn from here on as the open element's, or as a paragraph of its own where that holds others alone.

        Gives whether a mark was set; `end_mark` ends it then.
        """
        if self._is_silent:
            return False
        if self._open[-1].kind in GROUPS:
            self._enter(PARAGRAPH)
            self._is_own = True
        element = self._open[-1]
        element.page = len(self.by_page)
        element.numbers.append(len(self._of_page))
        self._canvas._code.append(f"/{element.kind} <</MCID {len(self._of_page)}>> BDC")
        self._of_page.append(element)
        return True

    def end_mark(self) -> None:
        """End what `begin` began."""
        self._canvas._code.append("EMC")
        if self._is_own:
            self._open.pop()
            self._is_own = False

    def begin_aside(self) -> bool:
        """What is drawn from here on is no part of the document, as a line or a shade; gives whether a mark was set."""
        if self._is_silent:
            return False
        self._canvas._code.append("/Artifact BMC")
        return True

    @contextmanager
    def aside(self) -> Iterator[None]:
        """What is drawn meanwhile is no part of the document: feet, and heads that are repeated."""
        is_marked = self.begin_aside()
        with self.unmarked():
            yield
        if is_marked:
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
