"""A chart of the final cash of a round, one row of dots a table: how far winners were ahead, and what tables of each size made."""

from __future__ import annotations

from tournament.draw.naming import name_of_round
from tournament.record.vocabulary import Dollars, SeatScore, TableScore
from tournament.scores import Scores
from tournament.tellings.charts.drawing import WIDTH, dot, line, picture, words
from tournament.tellings.figures import dollars
from wording import gettext as _
from wording.directions import by_itself

LEFT, RIGHT = 76, WIDTH - 14
STEP, TOP = 22, 36
SCALES = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000)
MOST_TICKS = 5


def cash_chart(scores: Scores, number: int) -> str:
    """Return an SVG of the final cash of round ``number``, one row of dots a table; empty if no table of the round is scored.

    Tables of the same size are together, and winners are full dots.
    """
    found = [score for score in scores.results(number).values() if isinstance(score, TableScore)]
    tables = sorted(found, key=lambda score: (score.size, score.table))
    if not tables:
        return ""
    low = min(0, *(row.cash for score in tables for row in score.rows))
    high = max(1, *(row.cash for score in tables for row in score.rows))
    scale = next((each for each in SCALES if (high - low) // each < MOST_TICKS), SCALES[-1])
    bottom = TOP + STEP * (len(tables) - 1)
    parts = []
    for tick in range(-(-low // scale) * scale, high + 1, scale):
        x = _across(tick, low, high)
        parts += [line([(x, TOP - 12), (x, bottom + 8)], "rule"), words(x, 14, dollars(tick), "mid")]
    for at, score in enumerate(tables):
        parts += _table(scores, score, TOP + STEP * at, low, high)
    (best, where), (least, there) = (
        pick((row.cash, score.table) for score in tables for row in score.rows) for pick in (max, min)
    )
    description = _(
        "Most: {most} at table {table}. Least: {least} at table {other}.",
        most=dollars(best),
        table=where,
        least=dollars(least),
        other=there,
    )
    title = _("Cash by table, {round}", round=name_of_round(scores.record, number))
    return picture("cash", bottom + 14, title, description, parts)


def _table(scores: Scores, score: TableScore, y: int, low: Dollars, high: Dollars) -> list[str]:
    """Return the SVG elements of one table's row at height ``y``; ``low`` and ``high`` are the ends of the scale in dollars."""
    rows = _by_cash(score)
    ends = [_across(row.cash, low, high) for row in (rows[0], rows[-1])]
    return [
        words(LEFT - 12, y + 4, f"{score.table} ({score.size})", "end"),
        line([(x, y) for x in ends], "span"),
        *(
            dot(
                _across(row.cash, low, high),
                y,
                f"{by_itself(scores.record.entry(row.player).name)} {dollars(row.cash)}",
                "won" if row.is_winner else "",
            )
            for row in reversed(rows)
        ),
    ]


def _by_cash(score: TableScore) -> list[SeatScore]:
    """Return the seats of a table, most cash first."""
    return sorted(score.rows, key=lambda row: (-row.cash, row.seat))


def _across(cash: Dollars, low: Dollars, high: Dollars) -> int:
    """Return the x coordinate of an amount on a scale from ``low`` to ``high`` dollars."""
    return LEFT + (RIGHT - LEFT) * (cash - low) // (high - low)
