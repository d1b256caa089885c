"""Reading printed sheets back: the text of each page, and the boxes of its words as a viewer sees them."""

from __future__ import annotations

import io
import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject, StreamObject
from pypdf.generic._font import Font


def pages_of(content: bytes) -> list[list[str]]:
    """The lines of text of each page."""
    return [list(page) for page in _pages_of(content)]


@lru_cache(maxsize=256)
def _pages_of(content: bytes) -> tuple[tuple[str, ...], ...]:
    """The same, once for the same bytes: sheets that must not differ between two events are read once."""
    with read_fast():
        return tuple(tuple(page.extract_text().splitlines()) for page in PdfReader(io.BytesIO(content)).pages)


def some_pages_of(content: bytes) -> list[tuple[int, list[str]]]:
    """Number and lines of the first two pages and the last one: what lies between repeats them with other names.

    Backs that stay empty are no pages here.
    """
    pages = [page for page in PdfReader(io.BytesIO(content)).pages if has_ink(page)]
    wanted = sorted({1, min(2, len(pages)), len(pages)})
    with read_fast():
        return [(number, pages[number - 1].extract_text().splitlines()) for number in wanted]


def has_ink(page: PageObject) -> bool:
    """Whether anything is printed on a page; a back that stays empty has nothing."""
    drawn = page.get_contents()
    return drawn is not None and b"BDC" in drawn.get_data()


_READ: dict[tuple[str, bytes], Font] = {}


@contextmanager
def read_fast() -> Iterator[None]:
    """Let pypdf read a font once, not anew for every page and document: its face and the characters of its codes tell which it is."""
    read = Font.from_font_resource

    def font_of(resource: DictionaryObject) -> Font:
        characters = resource["/ToUnicode"].get_object() if "/ToUnicode" in resource else None
        key = str(resource["/BaseFont"]), characters.get_data() if isinstance(characters, StreamObject) else b""
        if key not in _READ:
            _READ[key] = read(resource)
        return _READ[key]

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


def codes_on(content: bytes, folder: Path, page: int) -> set[str]:
    """What the QR codes of a page of a PDF say; ``folder`` is for files on the way."""
    path = folder / "codes.pdf"
    path.write_bytes(content)
    picture = ["-r", "120", "-f", str(page), "-l", str(page), "-singlefile", "-gray"]
    subprocess.run(["pdftoppm", *picture, str(path), str(folder / "codes")], check=True)
    with Image.open(folder / "codes.pgm") as image:
        return {code.text for code in zxingcpp.read_barcodes(image)}
