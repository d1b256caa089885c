"""Text, lines and rectangles as the operators of a page's stream (ISO 32000-1, 8 and 9).

The library's own calls are slow, because they format numbers at length and split the same words again and again. Here a number has two
decimals (a hundredth of a point), and a text is split into the parts of its font only once in a document.
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
