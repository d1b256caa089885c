"""A chart of who met whom: a square is filled where two have met, and has another colour and the count where they met again."""

from __future__ import annotations

from collections import defaultdict

from tournament.tellings.charts.drawing import WIDTH, picture, words
from tournament.tellings.meetings import Matrix
from wording import gettext as _
from wording import ngettext
from wording.figures import whole

LARGEST = 40
"""The most players for whom the squares are large enough to be told apart."""
MARGIN = 24
DARKEST = 3


def meetings_chart(matrix: Matrix) -> str:
    """Return the SVG of the meetings, rows and columns by player number; empty if nobody has met or the field is too large."""
    players = len(matrix.rows)
    if not matrix.is_square or not 1 < players <= LARGEST or not any(row.opponents for row in matrix.rows):
        return ""
    side = (WIDTH - MARGIN) // players
    squares: dict[int, list[str]] = defaultdict(list)
    counts, heads = [], []
    for down, row in enumerate(matrix.rows):
        y = MARGIN + side * down
        number = str(row.player)
        heads += [words(MARGIN - 4, y + side // 2 + 4, number, "end"), words(y + side // 2, MARGIN - 6, number, "mid")]
        for across, cell in enumerate(row.cells):
            x = MARGIN + side * across
            if cell.is_self or cell.count:
                kind = 0 if cell.is_self else min(cell.count, DARKEST)
                squares[kind].append(f"M{x} {y}h{side - 1}v{side - 1}h{1 - side}z")
            if cell.count > 1:
                counts.append(words(x + side // 2, y + side // 2 + 4, str(cell.count), "mid"))
    grounds = [f'<path class="met{kind}" d="{"".join(drawn)}"/>' for kind, drawn in sorted(squares.items())]  # not said
    most = max(cell.count for row in matrix.rows for cell in row.cells)
    many = whole(players)
    if matrix.again:
        description = ngettext(
            "{players} players; {n} pair met more than once, {most} times at most. Rows and columns show the players' numbers.",
            "{players} players; {n} pairs met more than once, {most} times at most. Rows and columns show the players' numbers.",
            len(matrix.again),
            players=many,
            most=most,
        )
    else:
        description = _(
            "{players} players, nobody met twice. Rows and columns show the players' numbers.", players=many
        )
    return picture("met", MARGIN + side * players + 2, _("Who met whom"), description, [*grounds, *heads, *counts])
