"""A document as the bytes of a PDF file: the library's objects unchanged, those of the structure packed in streams, and the table of both.

The structure of a round at 250 players is eleven thousand small objects. Written one by one, as the library does, they are most of the file
and take much of the time; packed (ISO 32000-1, 7.5.7-7.5.8) they are little of both.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFIndirectObject

_HEAD = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
_TOGETHER = 200  # objects in one stream; a reader that wants one of them has to unpack them all
_FREE, _PLAIN, _PACKED = 0, 1, 2  # kinds of an entry: the place is a distance in bytes, or a stream and the index in it
_ENTRY = (1, 4, 2)  # bytes of kind, place and index
_WIDTH = sum(_ENTRY)


def packed(document: Any, first: int, structure: Sequence[str]) -> bytes:
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
        part = _stream(number, *_together(first + start, together))
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


def _together(first: int, objects: Sequence[str]) -> tuple[bytes, bytes]:
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
    short = zlib.compress(content)
    return b"%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\n" % (
        number,
        dictionary,
        len(short),
        short,
    )


def _table(entries: dict[int, tuple[int, int, int]]) -> bytes:
    """The cross-reference table: where each object is, by number. Each row is stored as its difference from the row above (PNG's "Up")."""
    rows = b"".join(
        b"".join(value.to_bytes(size, "big") for value, size in zip(entries[number], _ENTRY, strict=True))
        for number in range(len(entries))
    )
    above = bytes(_WIDTH) + rows
    less = bytes((own - before) & 255 for own, before in zip(rows, above, strict=False))
    return b"".join(b"\2" + less[at : at + _WIDTH] for at in range(0, len(less), _WIDTH))
