"""Reading printed sheets back: the text of each page, and the boxes of its words as a viewer sees them."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject
from pypdf.generic._font import Font


def pages_of(content: bytes) -> list[list[str]]:
    """The lines of text of each page."""
    with fonts_read_once():
        return [page.extract_text().splitlines() for page in PdfReader(io.BytesIO(content)).pages]


def some_pages_of(content: bytes) -> list[tuple[int, list[str]]]:
    """Number and lines of the first two pages and the last one: what lies between repeats them with other names."""
    pages = PdfReader(io.BytesIO(content)).pages
    wanted = sorted({1, min(2, len(pages)), len(pages)})
    with fonts_read_once():
        return [(number, pages[number - 1].extract_text().splitlines()) for number in wanted]


@contextmanager
def fonts_read_once() -> Iterator[None]:
    """Let pypdf read each font of a document once, not once for every page that it stands on."""
    read = Font.from_font_resource
    known: dict[int, tuple[DictionaryObject, Font]] = {}  # with the object, so that no other one can get its number

    def font_of(resource: DictionaryObject) -> Font:
        if id(resource) not in known:
            known[id(resource)] = resource, read(resource)
        return known[id(resource)][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Font, "from_font_resource", font_of)
        yield


def text_of(content: bytes) -> str:
    """The whole text, pages parted by line breaks."""
    return "\n".join("\n".join(page) for page in pages_of(content))


def sizes_of(content: bytes) -> set[tuple[int, int]]:
    """The sizes of the pages, rounded to points."""
    boxes = (page.mediabox for page in PdfReader(io.BytesIO(content)).pages)
    return {(round(float(box.width)), round(float(box.height))) for box in boxes}


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a page with its box in points from the upper left corner."""

    page: int
    text: str
    left: float
    top: float
    right: float
    bottom: float

    def overlaps(self, other: Word) -> bool:
        """Whether the cores of two words cover each other: boxes reach over the letters, so a part of them is taken off."""
        inset = 0.24 * min(self.bottom - self.top, other.bottom - other.top)
        return (
            self.page == other.page
            and self.left + 0.6 < other.right
            and other.left + 0.6 < self.right
            and self.top + inset < other.bottom - inset
            and other.top + inset < self.bottom - inset
        )


_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">')
_WORD = re.compile(r'<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*?)</word>')


def words_of(content: bytes, folder: Path) -> tuple[list[Word], list[tuple[float, float]]]:
    """Every word of a PDF and the sizes of its pages, as poppler lays them out."""
    path = folder / "sheet.pdf"
    path.write_bytes(content)
    html = subprocess.run(["pdftotext", "-bbox", str(path), "-"], check=True, capture_output=True, text=True).stdout
    words, sizes = [], []
    for line in html.splitlines():
        if page := _PAGE.search(line):
            sizes.append((float(page[1]), float(page[2])))
        elif word := _WORD.search(line):
            left, top, right, bottom = (float(value) for value in word.groups()[:4])
            words.append(Word(len(sizes), word[5], left, top, right, bottom))
    return words, sizes
