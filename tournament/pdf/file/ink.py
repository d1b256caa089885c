"""Text, lines and rectangles as the operators of a page's stream (ISO 32000-1, 8 and 9).

The library's own calls spend most of the time of a pack on formatting numbers and on cutting the same words anew. Here a number has two
decimals, a hundredth of a point, and a text is cut into the parts of its face once in a document.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from reportlab.pdfgen.canvas import Canvas

from tournament.pdf.fonts import face

_ESCAPED = {code: f"\\{code:03o}" for code in range(256) if not 32 <= code < 127} | {
    ord(char): f"\\{char}" for char in "()\\"
}


class Ink:
    """What is drawn in one document; places, widths and heights in points."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas: Any = canvas  # its stream and its document have no public names
        self._cut: dict[tuple[str, str], tuple[tuple[str, str], ...]] = {}

    def write(self, operators: str) -> None:
        """Add operators to the stream of the page, or of the stamp, that is open."""
        self._canvas._code.append(operators)

    def text(self, x: float, y: float, name: str, text: str, size: float) -> None:
        """Characters of one face with their left end at ``x`` on the baseline ``y``, ended as a line is, for who takes the text out."""
        parts = self._cut.get((name, text))
        if parts is None:
            parts = self._cut[name, text] = self._parts(name, text)
        shown = " ".join([f"{part} {size:.2f} Tf ({written}) Tj" for part, written in parts])
        self._canvas._code.append(f"BT 1 0 0 1 {x:.2f} {y:.2f} Tm {size * 1.2:.2f} TL {shown} T* ET")

    def _parts(self, name: str, text: str) -> tuple[tuple[str, str], ...]:
        """A text as strings of the parts of a face: of 256 characters each, by their names in this document."""
        font, document = face(name), self._canvas._doc
        return tuple(
            (font.getSubsetInternalName(part, document), codes.decode("latin-1").translate(_ESCAPED))
            for part, codes in font.splitString(text, document)
        )

    def lines(self, lines: Iterable[tuple[float, float, float, float]], width: float) -> None:
        """Straight lines of one width, each from its first point to its second."""
        drawn = " ".join(f"{x1:.2f} {y1:.2f} m {x2:.2f} {y2:.2f} l" for x1, y1, x2, y2 in lines)
        self._canvas._code.append(f"{width:.2f} w {drawn} S")

    def outline(self, left: float, bottom: float, width: float, height: float, line: float) -> None:
        """The outline of a rectangle, its line so many points wide."""
        self._canvas._code.append(f"{line:.2f} w {left:.2f} {bottom:.2f} {width:.2f} {height:.2f} re S")

    def area(self, left: float, bottom: float, width: float, height: float, grey: float) -> None:
        """A filled rectangle; ``grey`` from 0 (black) to 1."""
        self._canvas._code.append(f"{grey:.2f} g {left:.2f} {bottom:.2f} {width:.2f} {height:.2f} re f 0 g")
