"""A page as a printer of A4 sets it: every word with its place, read back from the PDF."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from itertools import combinations

from defusedxml.ElementTree import fromstring
from playwright.sync_api import Page

TOUCHING = 1.0
"""Points by which boxes of words may overlap across: letters lean."""
SET_CLOSE = 0.4
"""The part of a word's height by which the line above may reach into it: a box has room for accents."""


@dataclass(frozen=True)
class Word:
    """A word on a sheet, its box in points from the left and the top."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def lies_on(self, other: Word) -> bool:
        """Whether the boxes overlap by more than letters do."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return across > TOUCHING and down > SET_CLOSE * min(self.bottom - self.top, other.bottom - other.top)


def printed(page: Page) -> list[tuple[float, list[Word]]]:
    """Each sheet of the page as it stands: how wide it is, and its words."""
    read = ("pdftotext", "-bbox", "-", "-")
    answer = subprocess.run(read, input=page.pdf(format="A4"), capture_output=True, check=True)
    sheets = [each for each in fromstring(answer.stdout).iter() if each.tag.endswith("}page")]
    return [
        (
            float(sheet.get("width", "")),
            [
                Word(word.text or "", *(float(word.get(side, "")) for side in ("xMin", "yMin", "xMax", "yMax")))
                for word in sheet
            ],
        )
        for sheet in sheets
    ]


def collisions(page: Page) -> list[str]:
    """Words that are printed over each other or beyond the edge of the paper."""
    found = []
    for width, words in printed(page):
        found += [f"{one.text!r} on {other.text!r}" for one, other in combinations(words, 2) if one.lies_on(other)]
        found += [f"{word.text!r} beyond the edge" for word in words if word.left < 0 or word.right > width]
    return found
