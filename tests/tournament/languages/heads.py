"""Lists in which two columns have the same head, so that nobody can tell them apart."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from html import unescape

_HEAD = re.compile(r"(?s)<thead[^>]*>(.*?)</thead>")
_CELL = re.compile(r"(?s)<t[hd]\b[^>]*>(.*?)(?=<t[hdr]\b|</t|$)")


def equal_heads(page: str) -> Iterator[str]:
    """Yield each head that stands more than once over a list of a page; an empty one names no column."""
    for head in _HEAD.findall(page):
        cells = [" ".join(unescape(re.sub(r"<[^>]*>", " ", cell)).split()) for cell in _CELL.findall(head)]
        yield from (f"{words} in {cells}" for words, times in Counter(filter(None, cells)).items() if times > 1)
