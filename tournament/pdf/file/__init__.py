"""The structure of a document, for those who have it read aloud: headings, paragraphs, tables of rows and cells, codes in words.

The library draws and knows no structure, so it is written here, at its lowest level (ISO 32000-1, 14.6-14.8):

1. What is drawn for an element stands between two marks in the page's stream, with a number of its own on that page.
2. The element names page and number; elements make a tree, whose root the catalogue names.
3. Each page has a list of the elements that its numbers belong to, in one tree of lists for the document.

Lines, shades, feet and repeated heads are marked as no part of it. What is drawn once and referred to (a stamp) is one paragraph.
While the document is drawn an element is a number, its index, counted from the document itself (0) on; all are written once, at the end
(`file_bytes`).

Text, lines and rectangles as the operators of a page's stream (ISO 32000-1, 8 and 9).

The library's own calls are slow, because they format numbers at length and split the same words again and again. Here a number has two
decimals (a hundredth of a point), and a text is split into the parts of its font only once in a document.

A document as the bytes of a PDF file: the library's objects unchanged, those of the structure packed in streams, and the table of both.

The structure of a round at 250 players is eleven thousand small objects. Written one by one, as the library does, they are most of the file
and take much of the time; packed (ISO 32000-1, 7.5.7-7.5.8) they are little of both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFIndirectObject
from reportlab.pdfgen.canvas import Canvas

from tournament.pdf.file.embedding import stream_of
from tournament.pdf.fonts import face

LINE = 1.2  # from a line to the next as a multiple of the size, as the file tells it
_ESCAPED = {code: f"\\{code:03o}" for code in range(256) if not 32 <= code < 127} | {
    ord(char): f"\\{char}" for char in "()\\"
}


class Ink:
    """Writes the drawing operators of one document; places, widths and heights are in points.

    Font and width of line are written only where they change: they hold in a stream until the drawing state is restored.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas: Any = canvas  # its stream and its document have no public names
        self._cut: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
        self._stream: list[str] = []
        self._type, self._line = ("", 0.0), 0.0

    def write(self, operators: str) -> None:
        """Add operators to the stream of the page (or stamp) that is being drawn."""
        self._canvas._code.append(operators)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Restore the drawing state (origin, turn, colour) at the end of the block."""
        self._canvas.saveState()
        yield
        self._canvas.restoreState()
        self._forget()

    def _forget(self) -> None:
        """Forget the present font and width of line, so that the next use writes them again."""
        self._type, self._line = ("", 0.0), 0.0

    def _open(self) -> list[str]:
        """The stream of the page (or stamp) that is being drawn; at a new one the present font and width of line are forgotten."""
        stream: list[str] = self._canvas._code
        if stream is not self._stream:
            self._stream = stream
            self._forget()
        return stream

    def text(self, x: float, y: float, name: str, text: str, size: float) -> None:
        """Draw characters of the font ``name`` as `texts` draws several."""
        self.texts(x, y, ((name, text),), size)

    def texts(self, x: float, y: float, runs: Iterable[tuple[str, str]], size: float) -> None:
        """Draw runs of characters behind one another, each a font and its text, from ``x`` to the right on the baseline ``y``.

        They are ended as a line, so that programs which extract the text of the file see one.
        """
        stream = self._open()
        shown = []
        for name, text in runs:
            parts = self._cut.get((name, text))
            if parts is None:
                parts = self._cut[name, text] = self._parts(name, text)
            for part, written in parts:
                if self._type != (part, size):
                    self._type = part, size
                    shown.append(f"{part} {size:.2f} Tf {size * LINE:.2f} TL")
                shown.append(f"({written}) Tj")
        stream.append(f"BT {x:.2f} {y:.2f} Td {' '.join(shown)} T* ET")

    def _parts(self, name: str, text: str) -> tuple[tuple[str, str], ...]:
        """A text split into strings, each with the name in this document of the part of the font that has its characters."""
        font, document = face(name), self._canvas._doc
        return tuple(
            (font.getSubsetInternalName(part, document), codes.decode("latin-1").translate(_ESCAPED))
            for part, codes in font.splitString(text, document)
        )

    def _width_operator(self, width: float) -> str:
        """The operator that sets the width of lines; empty where it is set already."""
        if self._line == width:
            return ""
        self._line = width
        return f"{width:.2f} w "

    def lines(self, lines: Iterable[tuple[float, float, float, float]], width: float) -> None:
        """Draw straight lines (x1, y1, x2, y2) of one width."""
        drawn = " ".join([f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l" for x1, y1, x2, y2 in lines])
        self._open().append(f"{self._width_operator(width)}{drawn} S")

    def outline(self, left: float, bottom: float, width: float, height: float, line: float) -> None:
        """Draw the outline of a rectangle; ``line`` is the width of its line."""
        self._open().append(f"{self._width_operator(line)}{left:.2f} {bottom:.2f} {width:.2f} {height:.2f} re S")

    def area(self, left: float, bottom: float, width: float, height: float, grey: float) -> None:
        """Draw a filled rectangle; ``grey`` is from 0 (black) to 1 (white)."""
        self.write(f"{grey:.2f} g {left:.2f} {bottom:.2f} {width:.2f} {height:.2f} re f 0 g")


_HEAD = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_TOGETHER = 200  # objects in one stream; a reader that wants one of them has to unpack them all
_FREE, _PLAIN, _PACKED = 0, 1, 2  # kinds of an entry: the place is a distance in bytes, or a stream and the index in it
_ENTRY = (1, 4, 2)  # bytes of kind, place and index
_WIDTH = sum(_ENTRY)


def file_bytes(document: Any, first: int, structure: Sequence[str]) -> bytes:
    """The bytes of the PDF file; ``structure`` are further objects as text, which get the numbers from ``first`` on."""
    document.encrypt.prepare(document)
    root, info = (document.Reference(each).format(document) for each in (document.Catalog, document.info))
    entries: dict[int, tuple[int, int, int]] = {0: (_FREE, 0, 65535)}
    parts, length, number = [_HEAD], len(_HEAD), 0
    while number < document.objectcounter:  # the counter grows meanwhile: writing an object may add further ones
        number += 1
        if number == first and structure:
            number += len(structure) - 1
            continue
        name = document.numberToId[number]
        part = PDFIndirectObject(name, document.idToObject[name]).format(document)
        entries[number] = _PLAIN, length, 0
        parts.append(part)
        length += len(part)
    for start in range(0, len(structure), _TOGETHER):
        number += 1
        together = structure[start : start + _TOGETHER]
        entries |= {first + start + index: (_PACKED, number, index) for index in range(len(together))}
        part = _stream(number, *_object_stream(first + start, together))
        entries[number] = _PLAIN, length, 0
        parts.append(part)
        length += len(part)
    number += 1
    entries[number] = _PLAIN, length, 0
    dictionary = b"/Type/XRef/Size %d/W[%d %d %d]/Root %s/Info %s/ID%s" % (
        number + 1,
        *_ENTRY,
        root,
        info,
        document.ID(),
    )
    dictionary += b"/DecodeParms<</Predictor 12/Columns %d>>" % _WIDTH
    parts += [_stream(number, dictionary, _table(entries)), b"startxref\n%d\n%%%%EOF\n" % length]
    return b"".join(parts)


def _object_stream(first: int, objects: Sequence[str]) -> tuple[bytes, bytes]:
    """The dictionary of a stream of objects, and its content: the number and place of each object, then the objects."""
    numbers, distance = [], 0
    for index, each in enumerate(objects):
        numbers.append(f"{first + index} {distance}")
        distance += len(each) + 1
    head = " ".join(numbers) + "\n"
    dictionary = f"/Type/ObjStm/N {len(objects)}/First {len(head)}"
    return dictionary.encode("ascii"), (head + "\n".join(objects)).encode("ascii")


def _stream(number: int, dictionary: bytes, content: bytes) -> bytes:
    """The object of this number as a compressed stream of the content; ``dictionary`` are entries of its dictionary."""
    return b"%d 0 obj\n%s\nendobj\n" % (number, stream_of(content, dictionary))


def _table(entries: dict[int, tuple[int, int, int]]) -> bytes:
    """The cross-reference table: where each object is, by number. Each row is stored as its difference from the row above (PNG's "Up")."""
    rows = b"".join(
        b"".join(value.to_bytes(size, "big") for value, size in zip(entries[number], _ENTRY, strict=True))
        for number in range(len(entries))
    )
    above = bytes(_WIDTH) + rows
    less = bytes((own - before) & 255 for own, before in zip(rows, above, strict=False))
    return b"".join(b"\2" + less[at : at + _WIDTH] for at in range(0, len(less), _WIDTH))


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
        with self.without_marks():
            yield
        if is_marked:
            self.end_mark()

    @contextmanager
    def without_marks(self) -> Iterator[None]:
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
        structure = [self._root(first), *self._objects(first)]
        document.objectcounter += len(structure)
        document.format = partial(file_bytes, document, first, structure)

    def _objects(self, first: int) -> list[str]:
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
