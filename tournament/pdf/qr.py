"""QR codes as black squares on the page, and the addresses they carry."""

from __future__ import annotations

from functools import lru_cache

import segno
from reportlab.pdfgen.canvas import Canvas

QUIET = 4  # modules of white that a reader needs around the code


def table_address(public_address: str, round_number: int, table: int) -> str:
    """The address of a table's own public page; empty where the event's address is not known."""
    if not public_address:
        return ""
    return f"{public_address.rstrip('/')}/rounds/{round_number}/tables/{table}/"


@lru_cache(maxsize=1024)
def modules(address: str) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The dark stretches of the code, a tuple of (first column, length) for each row."""
    matrix = segno.make(address, error="m", micro=False, boost_error=False).matrix
    return tuple(_stretches(bytes(row)) for row in matrix)


def _stretches(row: bytes) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for column, dark in enumerate(row):
        if not dark:
            continue
        if found and sum(found[-1]) == column:
            found[-1] = (found[-1][0], found[-1][1] + 1)
        else:
            found.append((column, 1))
    return tuple(found)


def draw_code(canvas: Canvas, x: float, y: float, size: float, address: str) -> None:
    """Draw the code for an address with its lower left corner at (x, y), ``size`` points wide, quiet zone included."""
    rows = modules(address)
    unit = size / (len(rows) + 2 * QUIET)
    path = canvas.beginPath()
    for row, stretches in enumerate(rows):
        bottom = y + size - (row + 1 + QUIET) * unit
        for column, length in stretches:
            path.rect(x + (column + QUIET) * unit, bottom, length * unit, unit)
    canvas.setFillGray(0)
    canvas.drawPath(path, stroke=0, fill=1)
