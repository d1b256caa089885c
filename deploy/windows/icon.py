"""The icon of the start menu: `static/tournament/icon.svg`, drawn as an .ico of seven sizes.

A drawing program for SVG is not needed: the picture is a rounded square and one path of straight strokes, which Pillow draws.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image, ImageDraw

SIZES = (16, 24, 32, 48, 64, 128, 256)
"""The sides of the squares that Windows asks for, in pixels."""
FINE = 8
"""Each size is drawn so many times larger, then made smaller, for smooth edges."""
SVG = "{http://www.w3.org/2000/svg}"
STEP = re.compile(r"([MHhVv])([\d. ]+)")


class IconError(ValueError):
    """The picture has something that is not drawn here; the message says what."""


def write_icon(source: Path, target: Path) -> None:
    """Write the picture in ``source`` (SVG) to ``target`` (ICO); raises IconError where it is more than this module draws."""
    largest, *others = (drawn(source, size) for size in sorted(SIZES, reverse=True))
    largest.save(target, format="ICO", sizes=[(size, size) for size in SIZES], append_images=others)


def drawn(source: Path, size: int) -> Image.Image:
    """The picture as a square with sides of ``size`` pixels; raises IconError."""
    root = ElementTree.parse(source).getroot()  # noqa: S314 - a file of the project
    square, path = root.find(f"{SVG}rect"), root.find(f"{SVG}path")
    if square is None or path is None or len(root) != 3:
        raise IconError(
            f"{source.name} is more than a square and a path; draw the new picture in deploy/windows/icon.py."
        )
    scale = size * FINE / float(square.get("width", "0"))
    image = Image.new("RGBA", (size * FINE, size * FINE))
    pen = ImageDraw.Draw(image)
    edge = size * FINE - 1
    pen.rounded_rectangle((0, 0, edge, edge), radius=float(square.get("rx", "0")) * scale, fill=square.get("fill"))
    half = float(path.get("stroke-width", "1")) / 2
    for x1, y1, x2, y2 in strokes(path.get("d", "")):
        is_level = y1 == y2
        across, down = (0.0, half) if is_level else (half, 0.0)
        box = (x1 - across, y1 - down, x2 + across, y2 + down)
        pen.rectangle(tuple(round(value * scale) for value in box), fill=path.get("stroke"))
    return image.resize((size, size), Image.Resampling.LANCZOS)


def strokes(words: str) -> list[tuple[float, float, float, float]]:
    """The straight strokes of an SVG path made of M, h and v, each as x1, y1, x2, y2; raises IconError for other letters."""
    if STEP.sub("", words).strip():
        raise IconError(f"A path of {words} is not drawn; extend deploy/windows/icon.py.")
    x = y = 0.0
    found = []
    for letter, figures in STEP.findall(words):
        values = [float(figure) for figure in figures.split()]
        if letter == "M":
            x, y = values
            continue
        right, down = (values[0], 0.0) if letter == "h" else (0.0, values[0])
        found.append((x, y, x + right, y + down))
        x, y = x + right, y + down
    return found
