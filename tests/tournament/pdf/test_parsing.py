"""What the kit's own parser reads of a sheet is what pypdf reads of it."""

from __future__ import annotations

import io

import pytest
from pypdf import PdfReader

from tests.tournament.pdf.events import PRINTED_AT, ZOO, event
from tests.tournament.pdf.parsing import _operations
from tests.tournament.pdf.reading import pages_of
from tournament.pdf import Options, sheet


def typed(operations: object) -> str:
    """Operators and operands with their types, for the numbers and names of pypdf are equal across them."""
    if isinstance(operations, (list, tuple)):
        return f"({', '.join(map(typed, operations))})"
    return f"{type(operations).__name__} {operations!r}"


@pytest.mark.parametrize("name", ["poster", "place-cards", "results", "record-sheet"])
def test_a_sheet_is_parted_and_read_as_pypdf_does_it(name: str) -> None:
    content = sheet(name, event(7, closed=4, drawn=0, names=ZOO), Options(), PRINTED_AT)
    first = PdfReader(io.BytesIO(content)).pages[0].get_contents()
    again = PdfReader(io.BytesIO(content)).pages[0].get_contents()
    assert first is not None
    assert again is not None
    encoding = again.forced_encoding
    assert encoding is None or isinstance(encoding, str)
    assert typed(_operations(again.get_data(), encoding)) == typed(tuple(first.operations))
    assert pages_of(content)[0] == PdfReader(io.BytesIO(content)).pages[0].extract_text().splitlines()
