"""A board position as an SVG picture: 12 by 9 spaces with coordinates, chains by letters and patterns.

The picture needs no colour and no other file: it is drawn in ``currentColor``, so it suits a light and a dark
page alike, and every space has CSS classes (``space``, ``lone``, ``dead``, ``placed``, ``chain chain-luxor``) for a
page that wants to colour it: the ground under a chain's hatching has the class ``ground`` inside one of the chain's.
A title and a description in words replace it for readers who cannot see it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from games.acquire.board import COLUMNS, ROWS, TILES, column_of, row_of, tile_name, tile_names
from games.sentences import gettext, ngettext

_SIDE = 40
_MARGIN = 28
_WIDTH = _MARGIN + COLUMNS * _SIDE + 4
_HEIGHT = _MARGIN + len(ROWS) * _SIDE + 4
_LETTER, _MARK, _NAME = (19, 21), (14, 17), (12, 35)
"""Font size and base line of a chain's letter, of the sign of a lone or dead tile, and of a tile's name."""

#: Hatchings in the order of the chains, told apart without colour.
_HATCHES = (
    '<path d="M0 8L8 0"/>',
    '<path d="M0 0L8 8"/>',
    '<path d="M0 4H8"/>',
    '<path d="M4 0V8"/>',
    '<path d="M0 4H8M4 0V8"/>',
    '<circle cx="4" cy="4" r="1.2"/>',
    '<path d="M0 0L8 8M0 8L8 0"/>',
)


def chain_letters(names: Sequence[str]) -> dict[str, str]:
    """Return for each name its shortest beginning with which no other name begins."""
    letters = {}
    for name in names:
        length = 1
        while length < len(name) and any(o != name and o.startswith(name[:length]) for o in names):
            length += 1
        letters[name] = name[:length]
    return letters


def board_svg(
    cells: Mapping[int, str],
    names: Sequence[str],
    title: str = "",
    placed: int | None = None,
    key: str = "board",
) -> str:
    """Return the picture of a position as SVG text; without a ``title`` it is called "Board".

    ``cells`` maps filled spaces to a chain's name, ``""`` for a lone tile or ``"dead"`` for an inert one, as
    `games.acquire.replay.steps.TurnView` has them; ``names`` are the chains of the label set in order; ``placed`` is the
    tile of the turn, drawn with a thick border; ``key`` makes ids unique where a page has several boards.
    """
    title = title or gettext("Board")
    used = [name for name in names if name in cells.values()]
    letters = chain_letters(names)
    patterns = "".join(_pattern(key, names.index(name), name) for name in used)
    spaces = "".join(_space(tile, cells.get(tile), names, letters, placed, key) for tile in range(TILES))
    return (
        f'<svg class="board" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
        f' aria-labelledby="{escape(key)}-title {escape(key)}-desc" font-family="sans-serif" fill="none" stroke="currentColor">'
        f'<title id="{escape(key)}-title">{escape(title)}</title>'
        f'<desc id="{escape(key)}-desc">{escape(describe(cells, names))}</desc>'
        f"<defs>{patterns}</defs>{_coordinates()}{spaces}</svg>"
    )


def describe(cells: Mapping[int, str], names: Sequence[str]) -> str:
    """Return a position in words: each chain with its size and tiles, then lone and dead tiles."""
    parts = []
    for name in (*names, "", "dead"):
        tiles = [tile for tile, on in cells.items() if on == name]
        if tiles:
            parts.append(_tiles_sentence(name, tiles))
    return " ".join(parts) or gettext("The board is empty.")


def _tiles_sentence(name: str, tiles: Sequence[int]) -> str:
    """Return the tiles of a chain, or lone or dead tiles, as a sentence."""
    names = tile_names(tiles)
    if name == "":
        return gettext("Lone tiles: {tiles}.", tiles=names)
    if name == "dead":
        return gettext("Dead tiles: {tiles}.", tiles=names)
    return ngettext("{chain}, {n} tile: {tiles}.", "{chain}, {n} tiles: {tiles}.", len(tiles), chain=name, tiles=names)


def chain_class(name: str) -> str:
    """Return the CSS class by which a page colours a chain, on the board and beside its name."""
    return f"chain-{name.lower()}"


def _pattern(key: str, number: int, name: str) -> str:
    """Return the hatching of a chain as SVG text; ``number`` is the chain's number."""
    return (
        f'<pattern id="{escape(key)}-hatch-{number}" class="{escape(chain_class(name))}" width="8" height="8"'
        ' patternUnits="userSpaceOnUse"><rect class="ground" width="8" height="8" stroke="none"/>'
        f'<g stroke="currentColor" stroke-width="1" opacity="0.45">{_HATCHES[number]}</g></pattern>'
    )


def _coordinates() -> str:
    """Return the numbers of the columns and the letters of the rows as SVG text."""
    columns = "".join(
        _text(_MARGIN + column * _SIDE + _SIDE // 2, _MARGIN - 10, str(column + 1)) for column in range(COLUMNS)
    )
    rows = "".join(
        _text(_MARGIN // 2, _MARGIN + row * _SIDE + _SIDE // 2 + 5, letter) for row, letter in enumerate(ROWS)
    )
    return f'<g class="coordinates">{columns}{rows}</g>'


def _text(x: int, y: int, text: str, size: int = 14) -> str:
    """Return a text centred at a point as SVG text."""
    style = 'text-anchor="middle" fill="currentColor" stroke="none"'
    return f'<text x="{x}" y="{y}" font-size="{size}" {style}>{escape(text)}</text>'


def _space(
    tile: int, on: str | None, names: Sequence[str], letters: Mapping[str, str], placed: int | None, key: str
) -> str:
    """Return one space with its tile, if it has one, as SVG text; ``on`` is the chain's name, "", "dead" or None for an empty space."""
    x = _MARGIN + (column_of(tile) - 1) * _SIDE
    y = _MARGIN + row_of(tile) * _SIDE
    classes, fill, sign = ["space"], "none", ""
    if on == "":
        classes, sign = ["space", "lone"], "■"
    elif on == "dead":
        classes, sign = ["space", "dead"], "×"
    elif on is not None:
        classes = ["space", "chain", chain_class(on)]
        fill, sign = f"url(#{key}-hatch-{names.index(on)})", letters[on]
    if tile == placed:
        classes.append("placed")
    width = 3 if tile == placed else 1
    faint = "" if on is not None else ' stroke-opacity="0.35"'
    box = (
        f'<rect x="{x + 1}" y="{y + 1}" width="{_SIDE - 2}" height="{_SIDE - 2}" rx="3"'
        f' fill="{escape(fill)}" stroke-width="{width}"{faint}/>'
    )
    middle = x + _SIDE // 2
    size, base = _MARK if on == "" else _LETTER
    label = _text(middle, y + base, sign, size) if sign else ""
    label += _text(middle, y + _NAME[1], tile_name(tile), _NAME[0]) if on is not None else ""
    return f'<g class="{" ".join(map(escape, classes))}">{box}{label}</g>'
