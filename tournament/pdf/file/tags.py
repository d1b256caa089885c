"""The structure of a document, for those who have it read aloud: headings, paragraphs, tables of rows and cells, codes in words.

The library draws and knows no structure, so it is written here, at its lowest level (ISO 32000-1, 14.6-14.8):

1. What is drawn for an element stands between two marks in the page's stream, with a number of its own on that page.
2. The element names page and number; elements make a tree, whose root the catalogue names.
3. Each page has a list of the elements that its numbers belong to, in one tree of lists for the document.

Lines, shades, feet and repeated heads are marked as no part of it. What is drawn once and referred to (a stamp) is one paragraph.
While the document is drawn an element is a number, its index, counted from the document itself (0) on; all are written once, at the end
(`packed`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary
from reportlab.pdfgen.canvas import Canvas

from tournament.pdf.file.ink import Ink
from tournament.pdf.file.packed import packed

DOCUMENT, PART, TITLE, HEADING, PARAGRAPH = "Document", "Sect", "H1", "H2", "P"
TABLE, ROW, HEAD, CELL, PICTURE = "Table", "TR", "TH", "TD", "Figure"
GROUPS = frozenset({DOCUMENT, PART, TABLE, ROW})
"""The kinds of elements that contain only other elements, and nothing drawn of their own."""


class Tags:
    """The structure of one document while it is drawn."""

    def __init__(self, canvas: Canvas, ink: Ink) -> None:
        self._canvas: Any = canvas  # its pages and its catalogue have no public names
        self._write = ink.write
        self._kinds = [DOCUMENT]
        self._parents = [-1]
        self._words: dict[int, str] = {}
        self._pages: list[Any] = []
        self._by_page: list[list[int]] = []
        self._of_page: list[int] = []
        self._open = [0]
        self._is_silent = False
        self._is_own = False  # whether `begin` opened a paragraph itself, which `end_mark` has to close

    @contextmanager
    def element(self, kind: str, words: str = "") -> Iterator[None]:
        """Open an element of this kind for everything drawn in the block; an empty kind opens none. ``words`` describe a picture."""
        is_open = bool(kind) and not self._is_silent
        if is_open:
            self._enter(kind, words)
        yield
        if is_open:
            self._open.pop()

    @contextmanager
    def block(self, kind: str, words: str = "") -> Iterator[None]:
        """Open an element without elements inside, whatever is drawn in the block: a cell, a slip, a row of a form."""
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

    def paragraph(self) -> AbstractContextManager[None]:
        """Open a paragraph for the lines drawn in the block, unless an element that can hold them is open already."""
        return self.element(PARAGRAPH if self._kinds[self._open[-1]] in GROUPS else "")

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Mark everything drawn in the block as no part of the document: feet, and heads that are repeated."""
        is_marked = self.begin_aside()
        with self.unmarked():
            yield
        if is_marked:
            self.end_mark()

    @contextmanager
    def unmarked(self) -> Iterator[None]:
        """Write no marks for what is drawn in the block: for a stamp, which is marked wherever a page refers to it."""
        before, self._is_silent = self._is_silent, True
        yield
        self._is_silent = before

    def _enter(self, kind: str, words: str = "") -> None:
        """Add an element of this kind inside the open one, and make it the open one."""
        index = len(self._kinds)
        self._kinds.append(kind)
        self._parents.append(self._open[-1])
        self._open.append(index)
        if words:
            self._words[index] = words

    def begin(self) -> bool:
        """Mark what is drawn from here on as part of the open element; in an element that holds only others, as a new paragraph in it.

        Returns whether a mark was set, which `end_mark` has to end.
        """
        if self._is_silent:
            return False
        if self._kinds[self._open[-1]] in GROUPS:
            self._enter(PARAGRAPH)
            self._is_own = True
        index = self._open[-1]
        self._write(f"/{self._kinds[index]} <</MCID {len(self._of_page)}>> BDC")
        self._of_page.append(index)
        return True

    def end_mark(self) -> None:
        """End what `begin` or `begin_aside` began."""
        self._write("EMC")
        if self._is_own:
            self._open.pop()
            self._is_own = False

    def begin_aside(self) -> bool:
        """Begin something that is no part of the document, such as a line; returns whether a mark was set, which `end_mark` ends."""
        if not self._is_silent:
            self._write("/Artifact BMC")
        return not self._is_silent

    def end_page(self) -> None:
        """Store the elements on the page that was just closed, and begin a new page."""
        page = self._canvas._doc.Pages.pages[-1]
        page.__NoDefault__ = [*page.__NoDefault__, "StructParents"]
        page.StructParents = len(self._by_page)
        self._pages.append(page)
        self._by_page.append(self._of_page)
        self._of_page = []

    def end(self) -> None:
        """Give every element the number of its object, name the structure in the catalogue, and have it written with the document."""
        document = self._canvas._doc
        first = document.objectcounter + 1
        document.Catalog.StructTreeRoot = f"{first} 0 R"
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        structure = [self._root(first), *self._written(first)]
        document.objectcounter += len(structure)
        document.format = partial(packed, document, first, structure)

    def _written(self, first: int) -> list[str]:
        """Every element as the text of a PDF object; ``first`` is the number of the root's object, which comes before them."""
        written = [
            f"<</S/{kind}/P {first + 1 + parent} 0 R" for kind, parent in zip(self._kinds, self._parents, strict=True)
        ]
        kids, has_page = [""] * len(written), [False] * len(written)
        for index, parent in enumerate(self._parents[1:], start=1):
            kids[parent] += f" {first + 1 + index} 0 R"
        for page, indexes in zip(self._pages, self._by_page, strict=True):
            shown = f"/Pg {self._canvas._doc.Reference(page).format(self._canvas._doc).decode('ascii')}"
            for number, index in enumerate(indexes):
                if not has_page[index]:
                    written[index] += shown
                    has_page[index] = True
                kids[index] += f" {number}"
        for index, words in self._words.items():
            written[index] += f"/Alt<FEFF{words.encode('utf-16-be').hex().upper()}>"
        scope = {HEAD: "/A<</O/Table/Scope/Column>>"}
        return [
            f"{each}{scope.get(kind, '')}/K[{parts}]>>"
            for each, kind, parts in zip(written, self._kinds, kids, strict=True)
        ]

    def _root(self, first: int) -> str:
        """The root of the structure as the text of a PDF object: the document's element, and for each page the elements on it."""
        lists = (
            f"{page}[{' '.join([f'{first + 1 + index} 0 R' for index in indexes])}]"
            for page, indexes in enumerate(self._by_page)
        )
        parents = f"/ParentTree<</Nums[{' '.join(lists)}]>>/ParentTreeNextKey {len(self._by_page)}"
        return f"<</Type/StructTreeRoot/K {first + 1} 0 R{parents}>>"
