"""The figures of the judge as a table for people: a row for each kind of log, with its definition below it, and what all come to."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from laboratory.mistakes.measuring import Tally
from laboratory.mistakes.summary import Summary
from laboratory.mistakes.truthful import HabitTally

_WIDTH = 132
#: How many codes a row names.
_MOST_CODES = 4


def head() -> str:
    """The head of the table of errors."""
    return (
        f"{'error':<41} {'log':<6} {'logs':>4} {'right':>5} {'honest':>6} {'wrong certain':>13} {'innocent':>8}"
        f" {'determined':>10} {'found':>5} {'causes':>6} {'seconds':>7} {'95 %':>5} {'worst':>5}"
    )


def rows_of(tally: Tally) -> Iterator[str]:
    """One tally: its figures, then what the error is and why some logs with it do not determine the figures."""
    hidden = f" ({tally.hidden} hidden)" if tally.hidden else ""
    yield (
        f"{tally.error:<41} {tally.view:<6} {tally.logs:4} {tally.right_final:5} {tally.honest:6}"
        f" {tally.wrong_certain:13} {tally.innocent_blamed:8} {tally.determined:10} {tally.found:5}"
        f" {tally.causes / tally.logs:6.1f} {tally.seconds:7.3f} {tally.seconds_95:5.2f} {tally.seconds_worst:5.2f}{hidden}"
    )
    yield from _indented(tally.definition)
    if tally.reason:
        yield from _indented(f"Not determined: {tally.reason}")


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
    yield from _indented(tally.definition)


def _indented(text: str) -> Iterator[str]:
    """A text as lines below a row."""
    return (f"    {line}" for line in wrap(text, _WIDTH - 4))


def summary_rows(summary: Summary) -> Iterator[str]:
    """What all tallies come to."""
    if summary.kinds:
        yield f"right: {summary.right:.1%} over {summary.kinds} further kinds, scribes' logs with counts that determine the figures"
    if summary.others:
        yield f"right or honest where the log does not determine them: {summary.others_honest} of {summary.others}"
    if summary.logs:
        yield (
            f"wrong but certain: {summary.wrong_certain} of {summary.logs} ({summary.as_written} of them only as written),"
            f" and {summary.hidden} that no log can tell apart; an innocent turn blamed: {summary.innocent_blamed}"
        )
        yield f"a verdict: {summary.seconds:.3f} s of processor on average, {summary.seconds_worst:.2f} s at worst"
    if summary.truthful:
        yield (
            f"truthful logs: {summary.truthful} in {summary.habits} habits, {summary.accused} accused of something,"
            f" in {summary.unproved} somebody's cash unproved, in {summary.truthful_wrong} wrong but certain"
        )
