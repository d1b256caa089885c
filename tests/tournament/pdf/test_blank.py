"""The hand recipe of the blank set says what the event's own settings say (R44-R47, R55-R56, R64-R65)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tournament.pdf.sheets.blank import final_lines, recipe_lines, seating_lines
from tournament.record.rulesets import MSO_ACQUIRE
from tournament.record.vocabulary import CutTieBreak, FineTiming, LastRound, NegativeCash, Reading


@pytest.mark.parametrize("timing", list(FineTiming))
def test_no_net_falls_below_zero_where_the_event_floors_it(timing: FineTiming) -> None:
    floored = replace(MSO_ACQUIRE, fine_timing=timing, negative_cash=NegativeCash.FLOOR_ZERO)
    kept = replace(floored, negative_cash=NegativeCash.ALLOW)
    assert "never below zero" in " ".join(recipe_lines(floored)[:2])
    assert "never below zero" not in " ".join(recipe_lines(kept)[:2])


@pytest.mark.parametrize(
    ("tie_break", "words"),
    [
        (CutTieBreak.TOTAL_ONLY, "equal totals across a line: dice (R45-R47)"),
        (CutTieBreak.MOST_WINS, f"equal totals across a line: {CutTieBreak.MOST_WINS.words}, then dice (R45-R47)"),
        (
            CutTieBreak.HEAD_TO_HEAD,
            f"equal totals across a line: {CutTieBreak.HEAD_TO_HEAD.words}, then dice (R45-R47)",
        ),
    ],
)
def test_equal_totals_are_parted_as_the_event_has_it(tie_break: CutTieBreak, words: str) -> None:
    (line,) = final_lines(replace(MSO_ACQUIRE, cut_tie_break=tie_break), 4)
    assert words in line


def test_where_no_round_is_cut_nothing_is_said_of_a_final() -> None:
    for rules, rounds in ((MSO_ACQUIRE, 1), (replace(MSO_ACQUIRE, last_round=LastRound.DRAWN), 3)):
        assert final_lines(rules, rounds) == ("Gold, silver and bronze: the best totals of all (R65).",)
    assert final_lines(MSO_ACQUIRE, 4)[0].startswith("Final with 4 tables or more")


@pytest.mark.parametrize("reading", list(Reading))
def test_the_spread_of_opponents_is_told_as_our_reading(reading: Reading) -> None:
    lines = seating_lines(replace(MSO_ACQUIRE, reading=reading), 4)
    assert lines[-1] == f"Our reading of R44: {reading.words}."
    assert len(seating_lines(MSO_ACQUIRE, 1)) == len(lines) - 1
