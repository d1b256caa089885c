"""What a page draws, parted into operators for pypdf by one expression where pypdf itself looks at every byte."""

from __future__ import annotations

import io
import re
from functools import lru_cache
from typing import Any

from pypdf.generic import ContentStream, FloatObject, NameObject, NumberObject, read_object
from pypdf.generic._utils import create_string_object

Operation = tuple[list[Any], bytes]

_ENDS = rb"(?=[\s()<>\[\]{}/%]|$)"
_TOKEN = re.compile(
    rb"\s*(?:(?P<whole>-?\d+)" + _ENDS + rb"|(?P<number>-?\d*\.\d+)" + _ENDS + rb"|(?P<name>/[\w+.-]+)" + _ENDS
    + rb"|\((?P<text>(?:[^()\\]|\\[0-3][0-7]{2}|\\[()\\nrtbf])*)\)"
    + rb"|(?P<operator>(?!BI\b)[A-Za-z'\"][\w*]*)" + _ENDS + rb"|(?P<end>$))"
)  # fmt: skip
_ESCAPED = re.compile(rb"\\([0-7]{3}|.)")
_LETTERS = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}


def fast_parse(stream: ContentStream, source: io.BytesIO) -> None:
    """Stand for pypdf's own `ContentStream._parse_content_stream`; what is drawn alike again is parted once."""
    encoding = stream.forced_encoding
    key = encoding if isinstance(encoding, str) or encoding is None else None
    if key is not encoding:
        raise ValueError(f"No stream of a sheet says how to read each byte: {encoding!r}.")
    stream._operations = [*stream._operations, *operations_of(source.getvalue(), key)]


@lru_cache(maxsize=512)
def operations_of(data: bytes, encoding: str | None) -> tuple[Operation, ...]:
    """The operators of a stream with their operands; an array, a dictionary or a text of another kind is read by pypdf."""
    found: list[Operation] = []
    operands: list[Any] = []
    place = 0
    while True:
        token = _TOKEN.match(data, place)
        if token is None:
            rest = io.BytesIO(data)
            rest.seek(place + len(data[place:]) - len(data[place:].lstrip()))
            operands.append(read_object(rest, None, encoding))
            place = rest.tell()
            continue
        place = token.end()
        match token.lastgroup:
            case "operator":
                found.append((operands, token["operator"]))
                operands = []
            case "text":
                operands.append(create_string_object(_ESCAPED.sub(_meant, token["text"]), encoding))
            case "end":
                return tuple(found)
            case kind:
                operands.append(_simple(str(kind), token[str(kind)]))


@lru_cache(maxsize=8192)
def _simple(kind: str, token: bytes) -> NumberObject | FloatObject | NameObject:
    if kind == "whole":
        return NumberObject(token)
    return FloatObject(token) if kind == "number" else NameObject(token.decode("ascii"))


def _meant(escaped: re.Match[bytes]) -> bytes:
    what = escaped[1]
    return bytes((int(what, 8),)) if len(what) == 3 else _LETTERS.get(what, what)
