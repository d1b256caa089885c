"""The figures of the judge as tables for people: a row for each kind of slip or habit, and what all come to."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from laboratory.mistakes.measuring import Tally
from laboratory.mistakes.truthful import HabitTally

_WIDTH = 132
#: How many codes a row names.
_MOST_CODES = 4


def head(part: str) -> str:
    """The head of the table of one part."""
    return (
        f"{part:<34} {'logs':>5} {'found':>5} {'determined':>10} {'right of these':>14} {'right':>5} {'open':>5}"
        f" {'wrong certain':>13} {'innocent':>8} {'seconds':>7} {'95 %':>5} {'worst':>5}"
    )


def rows_of(tally: Tally) -> Iterator[str]:
    """One tally: its figures, and how many of the wrong ones no log can tell, or are called as written."""
    reserve = [f"{tally.hidden} hidden"] * bool(tally.hidden) + [f"{tally.as_written} as written"] * bool(
        tally.as_written
    )
    yield (
        f"{tally.error:<34} {tally.logs:5} {tally.found:5} {tally.determined:10} {tally.determined_right:14}"
        f" {tally.right_final:5} {tally.honest:5} {tally.wrong_certain:13} {tally.innocent_blamed:8}"
        f" {tally.seconds:7.3f} {tally.seconds_95:5.2f} {tally.seconds_worst:5.2f}  {', '.join(reserve)}".rstrip()
    )


def habit_head() -> str:
    """The head of the table of habits."""
    return (
        f"{'habit of a truthful log':<41} {'logs':>4} {'accused':>7} {'unproved':>8} {'wrong certain':>13}"
        f" {'seconds':>7} {'worst':>5}  of what"
    )


def habit_rows(tally: HabitTally) -> Iterator[str]:
    """One habit: its figures and of what its logs were accused, then what the habit is."""
    yield (
        f"{tally.habit:<41} {tally.logs:4} {tally.accused:7} {tally.unproved:8} {tally.wrong_certain:13}"
        f" {tally.seconds:7.3f} {tally.seconds_worst:5.2f}  {', '.join(tally.codes[:_MOST_CODES])}".rstrip()
    )
    yield from (f"    {line}" for line in wrap(tally.definition, _WIDTH - 4))
