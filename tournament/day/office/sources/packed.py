"""Packed folders (ZIP): how much they unpack to, and the parts that a workbook needs."""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError  # only for types; defusedxml does the reading

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring, iterparse

from tournament.day.office.sources.texts import MAX_UNPACKED, FileError, Tally
from wording import gettext as _
from wording.figures import whole

MAX_TREE = 5_000_000
"""The most bytes of a part that is read as a whole, such as the styles."""
PIECE = 500_000
"""The bytes that the reader of XML gets at once: it begins an unfinished tag anew with each piece, so small ones cost a square."""
BROKEN = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, DefusedXmlException, ParseError),
    *(ArithmeticError, AttributeError, EOFError, LookupError, OSError, RuntimeError, TypeError, ValueError),
)
"""The errors that reading a damaged workbook can raise: what is found in it is used without checking it."""


class Packed:
    """The parts of a packed folder; nothing is unpacked before its whole size is known to be small."""

    def __init__(self, name: str, content: bytes) -> None:
        """Raise FileError if it unpacks to too much, and one of ``BROKEN`` if it cannot be opened."""
        self._folder = zipfile.ZipFile(io.BytesIO(content))
        members = self._folder.infolist()
        unpacked = sum(member.file_size for member in members)
        if unpacked > MAX_UNPACKED:
            raise FileError(
                _(
                    "“{name}” unpacks to {size} bytes; the most is {most}. Save only the list, as CSV.",
                    name=name,
                    size=whole(unpacked),
                    most=whole(MAX_UNPACKED),
                )
            )
        self.names = {member.filename for member in members}

    def read(self, part: str) -> bytes:
        """Return the bytes of a part, empty where it is missing."""
        return self._folder.read(part) if part in self.names else b""

    def tree(self, part: str) -> Element:
        """Return the root of a small part that is XML, an empty element where it is missing; ValueError if it is large."""
        content = self.read(part)
        if len(content) > MAX_TREE:
            raise ValueError(part)
        return fromstring(content, forbid_dtd=True) if content else Element("none")  # not said

    def elements(self, part: str, kept: frozenset[str], tally: Tally) -> Iterator[tuple[str, Element]]:
        """Yield what `elements` finds in a part."""
        yield from elements(self.read(part), kept, tally)


class _Pieces(io.BytesIO):
    """A document, in pieces of `PIECE` bytes whatever is asked for."""

    def read(self, _size: int | None = -1, /) -> bytes:
        """Return the next piece."""
        return super().read(PIECE)


def elements(content: bytes, kept: frozenset[str], tally: Tally) -> Iterator[tuple[str, Element]]:
    """Yield each element of an XML document when it begins and when it ends, as ("start" or "end", element).

    Only elements named in ``kept`` have what is in them when they end; everything else is dropped as it is passed, so that a
    long document costs no more memory than a short one. Raises DefusedXmlException, ParseError; FileError for too many elements.
    """
    path, inside = list[Element](), 0
    for event, element in iterparse(_Pieces(content), events=("start", "end"), forbid_dtd=True):
        is_kept = tag(element) in kept
        if event == "start":
            tally.note_part()
            path.append(element)
            inside += is_kept
            yield event, element
            continue
        path.pop()
        yield event, element
        inside -= is_kept
        if path and not inside:
            del path[-1][:]


def tag(element: Element) -> str:
    """Return the name of an element without its namespace."""
    return element.tag.rpartition("}")[2]


def attributes(element: Element) -> dict[str, str]:
    """Return the attributes of an element by their names without namespaces."""
    return {key.rpartition("}")[2]: value for key, value in element.attrib.items()}


def is_on(value: str | None) -> bool:
    """Whether an attribute of a workbook says yes."""
    return value is not None and value.lower() in ("1", "true", "on")
