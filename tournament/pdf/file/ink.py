"""Text, lines and rectangles as the operators of a page's stream (ISO 32000-1, 8 and 9).

The library's own calls spend most of the time of a pack on formatting numbers and on cutting the same words anew. Here a number has two
decimals, a hundredth of a point, and a text is cut into the parts of its face once in a document.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from tournament.pdf.fonts import face

LINE = 1.2  # from a line to the next as a multiple of the size, as the file tells it
_ESCAPED = {code: f"\\{code:03o}" for code in range(256) if not 32 <= code < 127} | {
    ord(char): f"\\{char}" for char in "()\\"
}


class Ink:
    """The drawing operators of one document; places, widths and heights are in points.

    Type and width of line are told where they change: a stream keeps them until it goes back to a state that was put aside.
    """

    def __init__(self, canvas: Canvas) -> None:
        self._canvas: Any = canvas  # its stream and its document have no public names
        self._cut: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}
        self._stream: list[str] = []
        self._type, self._line = ("", 0.0), 0.0

    def write(self, operators: str) -> None:
        """Add operators to the stream of the page, or of the stamp, that is open."""
        self._canvas._code.append(operators)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """Restore the drawing state (origin, turn, colour) at the end of the block."""
        self._canvas.saveState()
        yield
        self._canvas.restoreState()
        self._forget()

    def _forget(self) -> None:
        self._type, self._line = ("", 0.0), 0.0

    def _open(self) -> list[str]:
        """The stream that is open; in a new one nothing has been told yet."""
        stream: list[str] = self._canvas._code
        if stream is not self._stream:
            self._stream = stream
            self._forget()
        return stream

    def text(self, x: float, y: float, name: str, text: str, size: float) -> None:
        """Characters of one face with their left end at ``x`` on the baseline ``y``, ended as a line is, for who takes the text out."""
        stream = self._open()
        parts = self._cut.get((name, text))
        if parts is None:
            parts = self._cut[name, text] = self._parts(name, text)
        shown = []
        for part, written in parts:
            if self._type != (part, size):
                self._type = part, size
                shown.append(f"{part} {size:.2f} Tf {size * LINE:.2f} TL")
            shown.append(f"({written}) Tj")
        stream.append(f"BT {x:.2f} {y:.2f} Td {' '.join(shown)} T* ET")

    def _parts(self, name: str, text: str) -> tuple[tuple[str, str], ...]:
        """A text as strings of the parts of a face: of 256 characters each, by their names in this document."""
        font, document = face(name), self._canvas._doc
        return tuple(
            (font.getSubsetInternalName(part, document), codes.decode("latin-1").translate(_ESCAPED))
            for part, codes in font.splitString(text, document)
        )

    def _width(self, width: float) -> str:
        if self._line == width:
            return ""
        self._line = width
        return f"{width:.2f} w "

    def lines(self, lines: Iterable[tuple[float, float, float, float]], width: float) -> None:
        """Straight lines of one width, each from its first point to its second."""
        drawn = " ".join([f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l" for x1, y1, x2, y2 in lines])
        self._open().append(f"{self._width(width)}{drawn} S")

    def outline(self, left: float, bottom: float, width: float, height: float, line: float) -> None:
        """The outline of a rectangle, its line so many points wide."""
        self._open().append(f"{self._width(line)}{left:.2f} {bottom:.2f} {width:.2f} {height:.2f} re S")

    def area(self, left: float, bottom: float, width: float, height: float, grey: float) -> None:
        """A filled rectangle; ``grey`` from 0 (black) to 1."""
        self.write(f"{grey:.2f} g {left:.2f} {bottom:.2f} {width:.2f} {height:.2f} re f 0 g")
