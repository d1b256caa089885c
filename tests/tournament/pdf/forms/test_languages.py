"""Sheets in another language: under one that is four tenths longer nothing is clipped, covered or left unsaid, and slips carry two."""

from __future__ import annotations

import io
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from games.acquire.editions.labels import LABEL_SETS
from tests.tournament.languages.pseudo import CLOSE, OPEN, foreign_figures, pseudo, speaking_pseudo, unspoken
from tests.tournament.pdf.events import PRINTED_AT, RULESET, event, event_with_sit_out
from tests.tournament.pdf.reading import text_of, words_of
from tests.tournament.pdf.test_reading import TURNED, neighbours, outside
from tournament.pdf import document, lines
from tournament.pdf.document import sheet
from tournament.pdf.fonts import missing_characters
from tournament.pdf.job import Options
from tournament.pdf.layout import Align, Box, Pen
from tournament.pdf.lines import Weight
from tournament.pdf.sheet import Hangs
from tournament.pdf.sheets import SHEETS
from tournament.pdf.sheets.handover import checksum
from tournament.pdf.sheets.record_sheet import CLAUSES, EXCHANGES_OF_LOG
from tournament.record.event import EventRecord
from tournament.record.printing import PaperSize, Sides
from wording.languages import speaking

pytestmark = pytest.mark.skipif(shutil.which("pdftotext") is None, reason="poppler-utils are not installed")

PLAYED = event(17, closed=4, drawn=0)
PLAYING = event(17, closed=2, drawn=1)
NOT_TILED = replace(PLAYED, rounds=PLAYED.rounds[:1])
NAMES = (
    PLAYED.name,
    PLAYED.venue,
    PLAYED.network_name,
    f"{PLAYED.public_address}rounds tables",
    CLAUSES,
    EXCHANGES_OF_LOG,
    "Player Director mso JNR GBR NED CZE London SHA",
    # as they were stored
    "Second misplay Misread tile corrected Arrangement the first one listed in the rule Seed repeats fewer is impossible",
    "tiles",  # how a game ended, as it was reported
    *LABEL_SETS,
    *(name for labels in LABEL_SETS.values() for name in labels.names),
)


def at_one_table(of: EventRecord) -> EventRecord:
    """The same event with everybody of its first round at one table."""
    first, *_others = of.rounds[0].tables
    seats = tuple(seat for table in of.rounds[0].tables for seat in table.seats)
    return replace(of, rounds=(replace(of.rounds[0], tables=(replace(first, seats=seats),)),))


SIX = at_one_table(event(6, rounds=1))
MANY_ROUNDS = event(30, closed=8, drawn=1, rounds=10)
BOTH = Options(second_language="en-gb")
LETTER = Options(paper=PaperSize.LETTER)
CASES = [
    *((name, Options(), PLAYED) for name in SHEETS),
    *((name, replace(LETTER, sides=Sides.ONE), PLAYING) for name in SHEETS if SHEETS[name].hangs is Hangs.WHILE_PLAYED),
    *(
        (name, replace(LETTER, second_language=code), SIX)
        for name in ("result-slips", "blank-set")
        for code in ("", "en-gb")
    ),
    *((name, Options(), MANY_ROUNDS) for name in ("standings", "handover", "movement-chart", "blank-set")),
    *((name, BOTH, PLAYED) for name in ("result-slips", "place-cards", "information-card", "blank-set")),
    *((name, Options(), event_with_sit_out()) for name in ("pairings-by-player", "pairings-by-table")),
    ("handover", Options(), PLAYING),
    ("standings", Options(), PLAYING),
]
SMALLEST = 4.0  # points of anything printed in the longer language


@dataclass(frozen=True)
class Drawn:
    """What a pen drew on one surface: its texts with their sizes and boxes, and the upright lines."""

    texts: list[tuple[str, float, Box]]
    uprights: list[tuple[float, float, float]]


class Watched(Pen):
    """A pen that keeps what it draws, by the surface on which it is drawn."""

    surfaces: list[Drawn]

    def __init__(self, canvas: Any) -> None:
        super().__init__(canvas)
        self.surfaces = [Drawn([], [])]
        self.open = [self.surfaces[0]]
        self.tags.end_page = self._next_page(self.tags.end_page)  # type: ignore[method-assign]
        Watched.latest = self

    def _next_page(self, end: Callable[[], None]) -> Callable[[], None]:
        def ended() -> None:
            end()
            self.surfaces.append(Drawn([], []))
            self.open = [self.surfaces[-1]]

        return ended

    latest: Watched

    def text(
        self, x: float, y: float, text: str, size: float = 10, weight: Weight = Weight.REGULAR, *rest: Any, **more: Any
    ) -> None:
        """Keep a line of text."""
        align = rest[0] if rest else more.get("align", Align.LEFT)
        width = lines.text_width(text, size, weight)
        left = {Align.LEFT: x, Align.RIGHT: x - width, Align.CENTRE: x - width / 2}[align]
        self.open[-1].texts.append((text, size, Box(left, y - 0.1 * size, left + width, y + 0.6 * size)))
        super().text(x, y, text, size, weight, *rest, **more)

    def lines(self, lines: Any, width: float = 0.5) -> None:
        """Keep the upright lines."""
        lines = list(lines)
        self.open[-1].uprights.extend((x, min(y, y2), max(y, y2)) for x, y, x2, y2 in lines if x == x2)
        super().lines(lines, width)

    def moved(self, x: float, y: float, drawing: Any) -> None:
        """Open a surface for what is drawn elsewhere."""
        self._apart(super().moved, x, y, drawing)

    def turned(self, x: float, y: float, drawing: Any) -> None:
        """Open a surface for what is drawn upside down."""
        self._apart(super().turned, x, y, drawing)

    def _apart(self, draw: Any, x: float, y: float, drawing: Any) -> None:
        self.surfaces.append(Drawn([], []))
        self.open.append(self.surfaces[-1])
        draw(x, y, drawing)
        self.open.pop()


def crossed(pen: Watched) -> Iterator[str]:
    """The texts that an upright line goes through: they do not fit their column."""
    for surface in pen.surfaces:
        for text, _size, box in surface.texts:
            for x, low, high in surface.uprights:
                if box.left + 0.7 < x < box.right - 0.7 and low < box.bottom and box.top < high:
                    yield text
                    break


def tiny(pen: Watched) -> list[tuple[float, str]]:
    """The texts that are too small to be read, each with its size."""
    texts = dict.fromkeys((size, text) for surface in pen.surfaces for text, size, _box in surface.texts)
    return [(size, text) for size, text in texts if size < SMALLEST]


@pytest.fixture(scope="module")
def language() -> Iterator[None]:
    """Speak the longer language."""
    with speaking_pseudo():
        yield


def digits_of(of: EventRecord) -> list[str]:
    """The checksum of an event as it is printed, in four parts."""
    return [checksum(of)[at : at + 16] for at in range(0, 64, 16)]


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize(("name", "options", "of"), CASES)
def test_a_longer_language_is_neither_clipped_nor_covered_nor_left_unsaid(
    name: str, options: Options, of: EventRecord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "Pen", Watched)
    content = sheet(name, of, options, PRINTED_AT)
    assert list(crossed(Watched.latest)) == []
    assert tiny(Watched.latest) == []
    words, sizes = words_of(content, tmp_path)
    assert outside(words, sizes) == []
    if name not in TURNED:
        assert [(one.text, other.text) for one, other in neighbours(words) if one.overlaps(other)] == []
    text = unescape(" ".join(word.text for word in words))
    assert text.count(OPEN) == text.count(CLOSE) > 0
    if not options.second_language:
        assert unspoken(text, (*NAMES, *digits_of(of))) == []
        assert foreign_figures(text) == []


def test_the_face_has_every_letter_of_the_longer_language() -> None:
    assert missing_characters(pseudo("aeiouy AEIOUY words")) == ""


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("name", ["result-slips", "place-cards", "information-card"])
def test_slips_and_cards_can_carry_two_languages(name: str) -> None:
    """Each label in the first language, and smaller in the second; in one language alone nothing is added."""
    one = text_of(sheet(name, PLAYED, Options(), PRINTED_AT))
    both = text_of(sheet(name, PLAYED, BOTH, PRINTED_AT))
    with speaking("en-gb"):
        english = sheet(name, PLAYED, Options(), PRINTED_AT)
        assert sheet(name, PLAYED, BOTH, PRINTED_AT) == english  # the second language is the first one
    labels = {
        "result-slips": ("Signature", "Ended by:", "final cash", "Chain"),
        "place-cards": ("Misread a tile?",),
        "information-card": ("Both", "majority"),
    }[name]
    for label in labels:
        assert label not in one
        assert label in both
        assert label in text_of(english)


@pytest.mark.usefixtures("language")
def test_the_second_language_is_the_event_s_unless_another_or_none_is_chosen() -> None:
    of = replace(PLAYED, second_language="en-gb")
    assert "Signature" in text_of(sheet("result-slips", of, Options(), PRINTED_AT))
    assert "Signature" not in text_of(sheet("result-slips", of, Options(second_language=""), PRINTED_AT))


@pytest.mark.usefixtures("language")
def test_what_was_printed_in_another_language_is_not_out_of_date() -> None:
    from tournament.pdf.job import Job

    for paper in SHEETS.values():
        here = paper.contents(Job(PLAYED, BOTH, PRINTED_AT))
        with speaking("en-gb"):
            assert paper.contents(Job(PLAYED, Options(), PRINTED_AT)) == here


@pytest.mark.parametrize(("code", "tag"), [("en-gb", "en-GB"), ("de", "de")])
def test_a_file_names_its_language(code: str, tag: str) -> None:
    with speaking(code):
        reader = PdfReader(io.BytesIO(sheet("standings", PLAYED, Options(), PRINTED_AT)))
    assert str(reader.root_object["/Lang"]) == tag


def test_figures_and_dates_follow_the_language() -> None:
    with speaking("de"):
        text = text_of(sheet("results", replace(PLAYED, format=RULESET), Options(), PRINTED_AT))
    assert "20.08.2026" in text
    assert "25.500" in text or "26.600" in text
    assert "× 1,06" in text
