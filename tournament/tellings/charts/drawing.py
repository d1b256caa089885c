"""Elements of a chart: SVG in whole units, small enough for a phone."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

WIDTH = 360
"""Width of a chart in SVG units. A phone shows a unit as one pixel, so that text of 12 units can be read there too."""
LONGEST = 19
"""The most letters of a name beside a line. A longer name is cut; the list beside the picture has it in full."""


def picture(key: str, height: int, title: str, description: str, parts: Iterable[str]) -> str:
    """Return a whole SVG: ``key`` makes its ids unique on the page, and screen readers read ``description``."""
    return (
        f'<svg class="chart" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="{key}-title {key}-desc">'
        f'<title id="{key}-title">{escape(title)}</title><desc id="{key}-desc">{escape(description)}</desc>{"".join(parts)}</svg>'
    )


def words(x: int, y: int, text: str, classes: str = "") -> str:
    """Return an SVG text at a point.

    The text begins at the point; with the class "end" it ends there, with the class "mid" it is centred there.
    """
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
