"""Breaking and fitting: how a text of any script fills a width or a box without losing a letter.

Setting one line of any script: cut into runs of one face and direction, shape what must be shaped, draw.

Steps for a line: normalise (NFC) and drop what cannot be shown; order for the eye (the bidirectional algorithm); cut into runs by
face and by whether the letters join; join letters with the face's own shaping; draw run after run. A player's name keeps its own
direction; a sentence reads from the left.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import Any

import uharfbuzz
from bidi import get_display
from reportlab.pdfbase.pdfmetrics import stringWidth

from tournament.pdf.file import Ink
from tournament.pdf.file.embedding import PRIVATE, REPLACEMENT
from tournament.pdf.fonts import (
    BOLD,
    REGULAR,
    face,
    face_for,
    is_silent,
    private_character,
)
from wording.directions import END, ISOLATE

BOLD_FROM, BOLD_TO = "\x0e", "\x0f"
"""What stands before and behind a word that is bold in a line of ordinary letters; both are dropped where all of the line is bold."""
_BOLD = re.compile(f"{BOLD_FROM}([^{BOLD_TO}]*){BOLD_TO}?")
_BOLD_MARKS = str.maketrans("", "", BOLD_FROM + BOLD_TO)
_MARKS = str.maketrans("", "", BOLD_FROM + BOLD_TO + ISOLATE + END)
# A name that stands by itself in a line; half of one, where the line was divided inside it.
_ISOLATED = re.compile(f"(?:{ISOLATE}|^(?=[^{ISOLATE}]*{END}))([^{ISOLATE}{END}]*)(?:{END}|$)")
_FIRST_HELD = 0xF0000
"""The first of the private characters that stand in place of isolated names while a line is ordered; to the order they are letters."""
_SHAPER: Any = uharfbuzz  # its stubs do not name what the compiled module offers
_RIGHT_TO_LEFT = {"R", "AL"}
# Blocks whose letters join, reorder or stack: Syriac to Hangul letters, Mongolian and what follows it, and their later supplements.
_JOINED = ((0x0700, 0x10FF), (0x1700, 0x1CFF), (0xA800, 0xABFF), (0x10A00, 0x11FFF))
_CLOSING = dict(zip("([{<«‹", ")]}>»›", strict=True))
_OPENING = {closing: opening for opening, closing in _CLOSING.items()}


FIRST_PRIVATE = chr(PRIVATE)


class Weight(Enum):
    """Ordinary or bold letters."""

    REGULAR = REGULAR
    BOLD = BOLD

    # Texts are cached by their weight too; the hash of an enum's name would take as long as all the rest.
    __hash__ = object.__hash__


class Direction(Enum):
    """The direction of a line: that of its first letter, as for a name, or always from the left, as for the program's sentences."""

    OWN = None
    LEFT_TO_RIGHT = "L"

    __hash__ = object.__hash__


@dataclass(frozen=True, slots=True)
class Glyph:
    """One placed glyph of a shaped run: its character in the face, and its offset in thousandths of the size."""

    character: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class FaceRun:
    """A part of a line in one face, its characters in the order in which they are seen from the left.

    ``width`` is in thousandths of the size; ``glyphs`` are given only where letters were shaped.
    """

    face: str
    text: str
    width: float
    glyphs: tuple[Glyph, ...] = ()


def in_bold(words: str) -> str:
    """Some words with the marks by which each of them is bold in a line of ordinary letters."""
    return " ".join(f"{BOLD_FROM}{word}{BOLD_TO}" for word in words.split())


def plain_text(text: str) -> str:
    """A text without the marks of bold words and of names that stand by themselves."""
    return text.translate(_MARKS)


def weight_of(name: str) -> Weight:
    """The weight of a name that stands out: bold, or ordinary where its surname alone is bold."""
    return Weight.BOLD if name == plain_text(name) else Weight.REGULAR


def printable_text(text: str) -> str:
    """A text as it is printed: on one line, with composed letters and single spaces, without invisible control characters.

    The marks of bold words stay, and those of names that stand by themselves.
    """
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    composed = unicodedata.normalize("NFC", text)
    return " ".join(
        "".join(" " if char.isspace() else char for char in composed if char.isspace() or _is_kept(char)).split()
    )


def _is_kept(char: str) -> bool:
    return char in (BOLD_FROM, BOLD_TO, ISOLATE, END) or not is_silent(char)


@lru_cache(maxsize=16384)
def face_runs(text: str, weight: Weight, direction: Direction) -> tuple[FaceRun, ...]:
    """A line as parts of one face each, ready to be drawn from left to right."""
    own = weight.value
    clean = printable_text(text)
    if clean != plain_text(clean):
        return _runs_of_two_weights(clean, weight, direction)
    return _runs_of_one_weight(clean, own, direction)


def _runs_of_one_weight(clean: str, own: str, direction: Direction) -> tuple[FaceRun, ...]:
    """The runs of a line without marks of bold words."""
    face(own)
    if clean.isascii():
        return (FaceRun(own, clean, stringWidth(clean, own, 1000)),) if clean else ()
    visual = _in_visual_order(clean, direction)
    with_faces = [_with_face(character, own) for character in visual]
    spread = _join_marks(with_faces)
    return tuple(
        _shape_run("".join(char for char, _, _ in group), name)
        if needs_shaping
        else _plain_run("".join(char for char, _, _ in group), name)
        for (name, needs_shaping), group in (
            (key, list(members)) for key, members in groupby(spread, key=lambda item: item[1:])
        )
    )


def _runs_of_two_weights(text: str, weight: Weight, direction: Direction) -> tuple[FaceRun, ...]:
    """The runs of a line with marks of bold words.

    All of it has one weight where it is bold anyhow, or where words go from right to left and change places.
    """
    plain = text.translate(_BOLD_MARKS)
    if weight is Weight.BOLD or plain == text or any(_is_leftward(char) for char in plain):
        return _runs_of_one_weight(plain, weight.value, direction)
    if BOLD_TO in text.partition(BOLD_FROM)[0]:  # the rest of a word that was divided between two lines
        text = BOLD_FROM + text
    found: list[FaceRun] = []
    for place, part in enumerate(_BOLD.split(text)):
        blank = _blank_run(weight.value)
        if part.startswith(" ") and found:
            found.append(blank)
        found += face_runs(part, Weight.BOLD if place % 2 else weight, direction)
        if part.endswith(" ") and part.strip():
            found.append(blank)
    return tuple(found)


def _blank_run(own: str) -> FaceRun:
    """A space in the face ``own``."""
    face(own)
    return FaceRun(own, " ", stringWidth(" ", own, 1000))


def _in_visual_order(text: str, direction: Direction) -> str:
    """The characters of the text in the order in which they are seen from the left."""
    if not any(map(_is_leftward, text)):
        return plain_text(text)
    held: list[str] = []

    def hold(found: re.Match[str]) -> str:
        held.append(_in_visual_order(found[1], Direction.OWN))
        return chr(_FIRST_HELD + len(held) - 1)

    outside = plain_text(_ISOLATED.sub(hold, text))
    visual = _with_mirrored_brackets(str(get_display(outside, base_dir=direction.value)))
    return visual.translate({_FIRST_HELD + place: name for place, name in enumerate(held)}) if held else visual


def _is_leftward(char: str) -> bool:
    """Whether a character is a letter that is read from right to left."""
    return unicodedata.bidirectional(char) in _RIGHT_TO_LEFT


def _with_mirrored_brackets(visual: str) -> str:
    """Replace brackets that face outwards after the reordering by their mirror images; the reordering only moves characters."""
    seen: list[str] = []
    waiting: list[tuple[str, bool]] = []  # the closing bracket that ends a pair, and whether the pair stands turned
    for char in visual:
        partner = waiting[-1] if waiting else ("", False)
        if waiting and (_CLOSING.get(char) if partner[1] else char) == partner[0]:
            seen.append(waiting.pop()[0])
        elif char in _CLOSING:
            waiting.append((_CLOSING[char], False))
            seen.append(char)
        elif char in _OPENING:
            waiting.append((char, True))
            seen.append(_OPENING[char])
        else:
            seen.append(char)
    return "".join(seen)


def _with_face(character: str, own: str) -> tuple[str, str, bool]:
    """A character, the name of its face, and whether it must be shaped together with its neighbours.

    A character that no face has becomes U+FFFD.
    """
    name = face_for(character, own)
    if name is None:
        return REPLACEMENT, own, False
    return character, name, _is_joined(character)


@lru_cache(maxsize=4096)
def _is_joined(character: str) -> bool:
    """Whether a character takes its form and place from its neighbours: marks, letters from the right, and the scripts of South Asia."""
    if _is_leftward(character) or unicodedata.category(character).startswith("M"):
        return True
    return any(first <= ord(character) <= last for first, last in _JOINED)


def _join_marks(placed: list[tuple[str, str, bool]]) -> list[tuple[str, str, bool]]:
    """The same characters (see `_with_face`), but the letter before a combining mark is to be shaped together with the mark."""
    joined = list(placed)
    for index, (character, _, _) in enumerate(placed[:-1]):
        following, name, _ = placed[index + 1]
        if _is_mark(following) and not _is_mark(character):
            joined[index] = (character, joined[index][1], True)
            if joined[index][1] != name:
                joined[index + 1] = (following, name, True)
    return joined


def _is_mark(character: str) -> bool:
    """Whether a character is a combining mark."""
    return unicodedata.category(character).startswith("M")


def _plain_run(text: str, name: str) -> FaceRun:
    """A run of characters in the face ``name`` that need no shaping."""
    return FaceRun(name, text, stringWidth(text, name, 1000))


def _shape_run(visual: str, name: str) -> FaceRun:
    """A run of characters (in visual order) shaped by the face ``name``; a glyph without a character gets a private one."""
    is_leftward = any(map(_is_leftward, visual))
    font: Any = face(name)
    buffer = _SHAPER.Buffer()
    buffer.add_str(visual[::-1] if is_leftward else visual)
    buffer.guess_segment_properties()
    _SHAPER.shape(font.hbFont(), buffer, {"kern": False})
    scale = 1000 / font.face.unitsPerEm
    glyphs, position = [], 0.0
    for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        characters = font.face.glyphToChar.get(glyph.codepoint)
        if characters and characters[0] < PRIVATE:
            character = chr(characters[0])
        else:
            character = private_character(name, glyph.codepoint, place.x_advance * scale)
        glyphs.append(Glyph(character, position + place.x_offset * scale, place.y_offset * scale))
        position += place.x_advance * scale
    return FaceRun(name, "".join(glyph.character for glyph in glyphs), position, tuple(glyphs))


def draw(ink: Ink, x: float, y: float, text: str, size: float, weight: Weight, direction: Direction) -> None:
    """Draw one line with its left end at ``x`` on the baseline ``y``.

    Where the line has glyphs without a character, the file gets its text as ActualText. Other lines need none; for those from right to left
    it would do harm, because PDF readers reverse such letters themselves and would reverse the text too.
    """
    line = face_runs(text, weight, direction)
    has_own_glyphs = any(char >= FIRST_PRIVATE for run in line if run.glyphs for char in run.text)
    if has_own_glyphs:
        written = plain_text(printable_text(text)).encode("utf-16-be", "surrogatepass").hex().upper()
        ink.write(f"/Span <</ActualText <FEFF{written}>>> BDC")
    for is_shaped, group in groupby(line, key=lambda run: bool(run.glyphs)):
        neighbours = tuple(group)
        if not is_shaped:
            ink.texts(x, y, ((run.face, run.text) for run in neighbours), size)
            x += sum(run.width for run in neighbours) * size / 1000
            continue
        for run in neighbours:
            for glyph in run.glyphs:
                ink.text(x + glyph.x * size / 1000, y + glyph.y * size / 1000, run.face, glyph.character, size)
            x += run.width * size / 1000
    if has_own_glyphs:
        ink.write("EMC")


LEADING = 1.22  # distance of lines as a multiple of the size
_SMALLEST = 4.0
_WHOLE_WORD = 14  # the most letters of a word that is never divided in a table
_WHOLE_HEAD = 5.0  # points; the size down to which a head is set smaller before one of its words is divided
SMALLER = 0.8  # the size of the second language as a share of that of the first
_LEAST_SECOND = 4.5  # points; the second language is not set smaller than this where the first is not


def text_width(text: str, size: float, weight: Weight = Weight.REGULAR) -> float:
    """The width of a line in points."""
    return sum([run.width for run in face_runs(text, weight, Direction.OWN)]) * size / 1000


@lru_cache(maxsize=65536)
def wrap(text: str, width: float, size: float, weight: Weight = Weight.REGULAR) -> tuple[str, ...]:
    """Break a text into lines no wider than ``width`` points: at spaces, and inside a word only where it alone is too wide."""
    clean = printable_text(text)
    if text_width(clean, size, weight) <= width:
        return (clean,)
    lines = [""]
    for word in clean.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if text_width(longer, size, weight) <= width:
            lines[-1] = longer
            continue
        pieces = _word_pieces(word, width, size, weight)
        lines[-1:] = [lines[-1], *pieces] if lines[-1] else pieces
    return tuple(lines)


def _word_pieces(word: str, width: float, size: float, weight: Weight) -> list[str]:
    """A word in pieces that each fit on a line, divided after a hyphen where there is one on the line."""
    pieces = [""]
    for letter in letters(word):
        if pieces[-1] and text_width(pieces[-1] + letter, size, weight) > width:
            head, hyphen, tail = pieces[-1].rpartition("-")
            pieces[-1:] = [head + hyphen, tail] if head and letter != "-" else [pieces[-1], ""]
        pieces[-1] += letter
    return pieces


def letters(word: str) -> list[str]:
    """The letters of a word, each with its combining marks, so that they are never separated."""
    found: list[str] = []
    for character in word:
        if found and unicodedata.combining(character):
            found[-1] += character
        else:
            found.append(character)
    return found


@dataclass(frozen=True, slots=True)
class Fitted:
    """A text made to fit a box: its size in points and its lines."""

    size: float
    lines: tuple[str, ...]


@lru_cache(maxsize=16384)
def fit(text: str, width: float, height: float, size: float, weight: Weight = Weight.REGULAR) -> Fitted:
    """The text in lines, of the largest size up to ``size`` at which it fits a box of ``width`` by ``height`` points.

    Words are divided only where the text does not fit otherwise.
    """
    current, is_whole = size, True
    while True:
        lines = wrap(text, width, current, weight)
        fits = len(lines) * current * LEADING <= height + 0.01
        if current < 1 or (fits and (not is_whole or len(lines) == 1 or _breaks_at_blanks(text, lines))):
            return Fitted(current, lines)
        current -= 0.5
        if is_whole and current <= _SMALLEST:
            current, is_whole = size, False


def _breaks_at_blanks(text: str, lines: tuple[str, ...]) -> bool:
    """Whether these lines of the text are broken only at spaces."""
    return " ".join(lines) == printable_text(text)


@lru_cache(maxsize=32768)
def settle(
    text: str,
    width: float,
    size: float,
    weight: Weight = Weight.REGULAR,
    longest: int = _WHOLE_WORD,
    least: float = 0.0,
) -> Fitted:
    """A text in lines of ``width`` points, at ``size``, or smaller where a word of at most ``longest`` letters would be divided.

    It is set no smaller than ``least`` for that.
    """
    short = [word for word in printable_text(text).split(" ") if len(plain_text(word)) <= longest]
    widest = max((text_width(word, 1, weight) for word in short), default=0.0)
    fitting = min(size, max(width / widest, least)) if widest else size
    return Fitted(fitting, wrap(text, width + 0.01, fitting, weight))


def column_head(text: str, width: float, size: float, weight: Weight = Weight.REGULAR) -> Fitted:
    """The head of a column in lines of ``width`` points, at ``size``, or smaller so that none of its words is divided."""
    return settle(text, width, size, weight, len(text), _WHOLE_HEAD)


@dataclass(frozen=True, slots=True)
class FittedPair:
    """A text in two languages made to fit a box: the size of the first in points, and the lines of each.

    ``is_beside`` is true where the second stands on the same line as the first, behind it.
    """

    size: float
    first: tuple[str, ...]
    second: tuple[str, ...]
    is_beside: bool

    @property
    def smaller(self) -> float:
        """The size of the second language in points; where type is small already, both are alike."""
        return max(self.size * SMALLER, min(self.size, _LEAST_SECOND))

    @property
    def gap(self) -> float:
        """The white between both on one line, in points."""
        return self.size * 0.6

    @property
    def height(self) -> float:
        """The height of all lines in points."""
        below = 0 if self.is_beside else len(self.second) * self.smaller
        return (len(self.first) * self.size + below) * LEADING


@lru_cache(maxsize=4096)
def fit_pair(
    first: str, second: str, width: float, height: float, size: float, weight: Weight = Weight.REGULAR
) -> FittedPair:
    """Both texts in one box of ``width`` by ``height`` points, as large as they fit up to ``size``; the second is smaller, and not bold."""
    current = size
    while True:
        beside = FittedPair(current, (printable_text(first),), (printable_text(second),), is_beside=True)
        used = text_width(first, current, weight) + beside.gap + text_width(second, beside.smaller)
        if used <= width and beside.height <= height + 0.01:
            return beside
        above, under = wrap(first, width, current, weight), wrap(second, width, beside.smaller)
        below = FittedPair(current, above, under, is_beside=False)
        is_whole = _breaks_at_blanks(first, above) and _breaks_at_blanks(second, under)
        if (below.height <= height + 0.01 and (is_whole or current <= _SMALLEST)) or current < 1:
            return below
        current -= 0.25
