"""The results of each bot in a series and their table: totals, wins, shares of the cash, time-outs and refused acts.

If several bots share a win, each gets an equal part of it, so that the wins of a series add up to its games. The interval is the 95 %
confidence interval of the mean share by Student's distribution. The interval is cut to 0 to 1; with a single game it is 0 to 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any, Final

#: The number of faults that are listed with their sentences.
MOST_FAULTS: Final = 20


@dataclass(frozen=True, slots=True)
class BotFault:
    """Something that a bot did wrong: the number of the decision, counted from 1, its phase, a code, and a sentence."""

    decision: int
    phase: str
    code: str
    sentence: str


@dataclass(slots=True)
class Conduct:
    """Statistics of a bot in a series: how many decisions it made, the slowest in seconds, its time-outs, refused acts and faults.

    Only the first `MOST_FAULTS` faults are stored. ``has_ended`` says whether a program ended by
    itself when its input was closed.
    """

    decisions: int = 0
    slowest: float = 0.0
    timeouts: int = 0
    refused: int = 0
    faults: list[BotFault] = field(default_factory=list)
    has_ended: bool = True

    def note(self, phase: str, code: str, sentence: str) -> None:
        """Add a fault at the decision that is being made."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(BotFault(self.decisions, phase, code, sentence))


#: The 97.5 % points of Student's distribution with 1 to 4 degrees of freedom.
_FEW: Final = (12.706205, 4.302653, 3.182446, 2.776445)
_DIGITS: Final = 6


@dataclass(slots=True)
class BotRow:
    """One bot of the table: its name on the command line, its seat in the first game counted from 1, and its results.

    ``is_filled`` says that it fills a seat for which no bot was named. ``parts`` are its shares of the cash of each game (0 to 1).
    """

    bot: str
    seat: int
    is_filled: bool
    conduct: Conduct
    total: float = 0
    wins: float = 0
    parts: list[float] = field(default_factory=list)


def add_game(rows: Sequence[BotRow], bots: Sequence[int], cash: Sequence[float]) -> None:
    """Add a game to the rows: the index of the bot at each seat, and the final cash by seat."""
    most, all_cash = max(cash), sum(cash)
    winners = sum(amount == most for amount in cash)
    for bot, amount in zip(bots, cash, strict=True):
        row = rows[bot]
        row.total += amount
        row.wins += (amount == most) / winners
        row.parts.append(amount / all_cash if all_cash else 1 / len(cash))


def interval_of(values: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % confidence interval of the mean of some shares, cut to 0 to 1."""
    if len(values) < 2:
        return 0.0, 1.0
    middle = fmean(values)
    wide = student(len(values) - 1) * stdev(values) / sqrt(len(values))
    return max(0.0, middle - wide), min(1.0, middle + wide)


def student(freedom: int) -> float:
    """Return the 97.5 % point of Student's distribution with ``freedom`` degrees of freedom, accurate to a thousandth.

    Beyond 4 degrees it is computed by the expansion of Cornish and Fisher.
    """
    if freedom <= len(_FEW):
        return _FEW[freedom - 1]
    z: float = NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92_160,
    )
    return z + sum((term / freedom ** (power + 1) for power, term in enumerate(terms)), 0.0)


def document(edition: str, games: int, rows: Sequence[BotRow]) -> dict[str, Any]:
    """Return the table of a series as a JSON document, with one row for each bot in the order given."""
    return {"edition": edition, "games": games, "bots": [_row(row) for row in rows]}


def _row(row: BotRow) -> dict[str, Any]:
    """The JSON object of one row."""
    found: dict[str, Any] = {
        "bot": row.bot,
        "seat": row.seat,
        "total": _as_int(row.total),
        "games": len(row.parts),
        "wins": _as_int(row.wins),
        "share": round(fmean(row.parts), _DIGITS) if row.parts else 0,
        "interval": [round(end, _DIGITS) for end in interval_of(row.parts)],
        "timeouts": row.conduct.timeouts,
        "refused": row.conduct.refused,
    }
    return {**found, "filled": True} if row.is_filled else found


def _as_int(value: float) -> float:
    """Return the value as an int if it is a whole number apart from rounding errors."""
    return round(value) if abs(value - round(value)) < 1e-9 else value


_HEADS: Final = ("bot", "seat", "total", "games", "wins", "share", "95 %", "out of time", "refused")


def table_lines(document: dict[str, Any]) -> list[str]:
    """Return the lines of a table for people, the highest total first; ``document`` is what `document` returns."""
    rows = [_HEADS]
    for row in sorted(document["bots"], key=lambda row: -row["total"]):
        low, high = row["interval"]
        rows.append(
            (
                row["bot"] + (" (filled)" if row.get("filled") else ""),
                str(row["seat"]),
                f"{row['total']:,.0f}",
                str(row["games"]),
                f"{row['wins']:g}",
                f"{row['share']:.1%}",
                f"{low:.1%}-{high:.1%}",
                str(row["timeouts"]),
                str(row["refused"]),
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        )
        for row in rows
    ]
