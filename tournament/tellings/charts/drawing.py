"""Elements of a chart: SVG in whole units, small enough for a phone."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

WIDTH = 360
"""Units across: a phone shows a unit as a pixel, so that words of 12 units are read there too."""
LONGEST = 19
"""Letters of a name beside a line; a longer one is cut, and stands whole in the list beside the picture."""


def picture(key: str, height: int, title: str, description: str, parts: Iterable[str]) -> str:
    """Return a whole SVG; ``key`` makes its ids unique on the page, ``description`` is the text for who does not see it."""
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{key}-title {key}-desc">'
        f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-desc">{escape(description)}</desc>{"".join(parts)}</svg>'
    )


def words(x: int, y: int, text: str, classes: str = "") -> str:
    """Return a text at a point; it begins there, ends there with the class "end", and is centred there with the class "mid"."""
    named = f' class="{classes}"' if classes else ""
    return f'<text x="{x}" y="{y}"{named}>{escape(text)}</text>'


def line(points: Iterable[tuple[int, int]], classes: str, title: str = "") -> str:
    """Return a line through points; ``title`` is its tooltip."""
    through = " ".join(f"{x},{y}" for x, y in points)
    tooltip = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<polyline class="{classes}" points="{through}">{tooltip}</polyline>'
        if tooltip
        else (f'<polyline class="{classes}" points="{through}"/>')
    )


def dot(x: int, y: int, title: str, classes: str = "") -> str:
    """Return a dot whose tooltip is ``title``."""
    named = f' class="{classes}"' if classes else ""
    return f'<circle cx="{x}" cy="{y}" r="4"{named}><title>{escape(title)}</title></circle>'


def cut(name: str, longest: int = LONGEST) -> str:
    """Shorten a name to ``longest`` letters, the last of them "…"."""
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}…"
