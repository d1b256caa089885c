"""QR codes as black squares on the page, and the addresses they carry."""

from __future__ import annotations

import re
from functools import lru_cache

import segno
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

QUIET = 4  # modules of white that a reader needs around the code
_DARK = re.compile(rb"\x01+")


def own_page(public_address: str, player: int, code: str) -> str:
    """The address of the page that logs a player's phone in with the code of the place card."""
    return f"{public_address.rstrip('/')}/c/{player}/{code}/"


def table_address(public_address: str, round_number: int, table: int) -> str:
    """The address of a table's public page; empty where the event's address is not known."""
    if not public_address:
        return ""
    return f"{public_address.rstrip('/')}/rounds/{round_number}/tables/{table}/"


def network_code(name: str) -> str:
    """The content of a QR code that joins a phone to the open Wi-Fi network of this name."""
    escaped = "".join(f"\\{character}" if character in '\\;,":' else character for character in name)
    return f"WIFI:T:nopass;S:{escaped};;"


def printed_width(address: str, width: float) -> float:
    """The width in points of an address's QR code with its white edge, if the code itself is ``width`` points wide."""
    modules, _ = _path(address)
    return width * modules / (modules - 2 * QUIET)


def code_address(public_address: str, round_number: int, table: int, code: str) -> str:
    """The address that lets a phone report a table; empty where the event's address is not known."""
    return f"{public_address.rstrip('/')}/c/{round_number}/{table}/{code}/" if public_address else ""


@lru_cache(maxsize=1024)
def _path(address: str) -> tuple[int, tuple[str, ...]]:
    """The width of the QR code in modules, with its white edge, and its dark modules as rectangles of a PDF path."""
    # Written here as whole numbers, because the canvas formats every number as a fraction, which is slow.
    matrix = segno.make(address, error="m", micro=False, boost_error=False).matrix
    size = len(matrix) + 2 * QUIET
    rectangles = tuple(
        f"{dark.start() + QUIET} {size - QUIET - 1 - row} {dark.end() - dark.start()} 1 re"
        for row, modules in enumerate(matrix)
        for dark in _DARK.finditer(modules)
    )
    return size, rectangles


def draw_code(canvas: Canvas, x: float, y: float, size: float, address: str) -> None:
    """Draw the QR code of an address with its lower left corner at (x, y), ``size`` points wide with its white edge."""
    modules, rectangles = _path(address)
    canvas.saveState()
    canvas.translate(x, y)
    canvas.scale(size / modules, size / modules)
    canvas.setFillGray(0)
    canvas.drawPath(PDFPathObject(["n", *rectangles]), stroke=0, fill=1)
    canvas.restoreState()
