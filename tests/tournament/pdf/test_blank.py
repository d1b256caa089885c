"""Going on without the laptop: the blank set fits the event, its recipe says the event's settings, the handover seals what is planned."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.tournament.pdf.events import PRINTED_AT, event
from tests.tournament.pdf.reading import pages_of, text_of
from tournament.pdf import Options, sheet
from tournament.pdf.sheets.blank import final_lines, recipe_lines, seating_lines
from tournament.record.rounds import DrawRecord, PlannedRound
from tournament.record.rulesets import MSO_ACQUIRE
from tournament.record.vocabulary import CutTieBreak, FineTiming, LastRound, NegativeCash, PlayerId, Reading


@pytest.mark.parametrize("timing", list(FineTiming))
def test_no_net_falls_below_zero_where_the_event_floors_it(timing: FineTiming) -> None:
    floored = replace(MSO_ACQUIRE, fine_timing=timing, negative_cash=NegativeCash.FLOOR_ZERO)
    kept = replace(floored, negative_cash=NegativeCash.ALLOW)
    assert "An amount below zero counts as zero." in " ".join(recipe_lines(floored)[:2])
    assert "below zero" not in " ".join(recipe_lines(kept)[:2])


@pytest.mark.parametrize(
    ("tie_break", "words"),
    [
        (CutTieBreak.TOTAL_ONLY, "Players level between two tables: roll dice (R45-R47)."),
        (
            CutTieBreak.MOST_WINS,
            "Players level between two tables: most wins, then most second places, then dice (R45-R47).",
        ),
        (CutTieBreak.HEAD_TO_HEAD, "most wins, then most second places, then head to head, then dice (R45-R47)."),
        (CutTieBreak.OLYMPIAD, "(percentage of the winner, wins, head to head, opponents), then dice (R45-R47)."),
    ],
)
def test_equal_totals_are_parted_as_the_event_has_it(tie_break: CutTieBreak, words: str) -> None:
    (line,) = final_lines(replace(MSO_ACQUIRE, cut_tie_break=tie_break), 4)
    assert words in line


def test_where_no_round_is_cut_nothing_is_said_of_a_final() -> None:
    for rules, rounds in ((MSO_ACQUIRE, 1), (replace(MSO_ACQUIRE, last_round=LastRound.DRAWN), 3)):
        assert final_lines(rules, rounds) == ("Gold, silver and bronze go to the best totals (R65).",)
    assert final_lines(MSO_ACQUIRE, 4)[0].startswith("Final with 4 tables or more")


@pytest.mark.parametrize("reading", list(Reading))
def test_the_spread_of_opponents_is_told_as_our_reading(reading: Reading) -> None:
    lines = seating_lines(replace(MSO_ACQUIRE, reading=reading), 4)
    assert reading.words in lines[-1]
    assert len(seating_lines(MSO_ACQUIRE, 1)) == len(lines) - 1


@pytest.mark.parametrize("players", [3, 17, 100])
def test_the_blank_set_has_the_arrangement_the_minutes_and_a_slip_and_a_form_for_each_table(players: int) -> None:
    of = event(players)
    sizes = of.rounds[0].sizes
    text = text_of(sheet("blank-set", of, Options(), PRINTED_AT))
    assert f"{players} players: {len(sizes) if len(set(sizes)) == 1 else sizes.count(max(sizes))} table" in text
    assert all(f"{size}: {minutes}" in text for size, minutes in of.ruleset.minutes.items())
    forms = text.partition("Results of round ____")[2].partition("Standings")[0]
    assert [f"Table {number}\n" in forms for number in range(1, len(sizes) + 2)] == [True] * len(sizes) + [False]
    slips = text.count("Director: fines and time penalties")
    assert len(sizes) <= slips < len(sizes) + 2  # two stand on a page, and none is left empty


def test_the_handover_seals_the_rounds_to_come_on_its_last_page_and_nowhere_else() -> None:
    base = event(25, closed=1, drawn=0)
    planned = PlannedRound(((PlayerId(1), PlayerId(2), PlayerId(4)),), (PlayerId(3),))
    made = DrawRecord(1, 1, 1, "", (planned, planned, planned), report={}, protocol=())
    of = replace(base, rounds=(replace(base.rounds[0], draw=made),))
    *others, last = ("\n".join(page) for page in pages_of(sheet("handover", of, Options(), PRINTED_AT)))
    assert [page for page in others if "Sealed" in page or "Round 3\n" in page] == []
    assert "Open it only if the laptop is dead" in last
    assert [words for words in ("Settings", "From cash to total", "Minutes per player") if words in last] == []
    assert ["Round 1\n" in last, "Round 2\n" in last, "Round 3\n" in last] == [False, True, True]
    assert "Table 1: Player 01 (1), Player 02 (2), Player 04 (4)" in last
    assert "Not at a table: Player 03 (3)" in last
