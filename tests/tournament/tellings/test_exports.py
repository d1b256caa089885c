"""CSV sheets of standings, results and the medal form (section 5, items 9, 10 and 12)."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tournament.scores.worked import make_record, make_round, with_entry
from tournament.record.event import (
    EventRecord,
    PenaltyRecord,
    TieRuling,
)
from tournament.record.vocabulary import PenaltyKind, PlayerId, RoundKind, RoundState, SitOutKind, Status
from tournament.tellings import (
    medal_form_csv,
    results_csv,
    standings_csv,
)


def _lines(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def _small() -> EventRecord:
    event = make_record(
        5,
        make_round(1, {1: 40_000, 2: 35_000, 3: 22_600}, sit_outs={4: SitOutKind.STANDARD}),
        make_round(2, {1: None, 2: None, 3: None}, state=RoundState.PUBLISHED),
        penalties=(PenaltyRecord(PlayerId(1), 2, PenaltyKind.FINE, 5_000, "misplayed again"),),
    )
    event = with_entry(event, 2, name="=1+1", country="GBR", is_junior=True, contestant_id="4711")
    return with_entry(with_entry(event, 4, status=Status.WITHDRAWN, last_round=1), 5, status=Status.ABSENT)


def test_standings_have_a_column_for_every_round_and_say_who_was_idle() -> None:
    assert _lines(standings_csv(_small())) == [
        ["Rank", "Number", "Name", "Country", "Junior", "R1", "R2", "R3", "R4", "Total", "Wins", "Sat out", "Not played", "Status"],
        ["1", "1", "Guest 1", "", "", "31.800", "", "", "", "31.800", "1", "", "", "present"],
        ["2", "2", "'=1+1", "GBR", "JNR", "26.250", "", "", "", "26.250", "0", "", "", "present"],
        ["3", "4", "Guest 4", "", "", "25.000", "0.000", "0.000", "0.000", "25.000", "0", "1", "2 3 4", "withdrawn"],
        ["4", "3", "Guest 3", "", "", "16.950", "", "", "", "16.950", "0", "", "", "present"],
    ]  # fmt: skip


def test_standings_of_an_event_without_players_are_a_header() -> None:
    assert len(_lines(standings_csv(make_record(0)))) == 1


def test_results_show_every_step_and_leave_tables_without_a_result_empty() -> None:
    event = _small()
    assert _lines(results_csv(event, 1)) == [
        ["Table", "Size", "Seat", "Number", "Name", "Cash", "Fine", "Net", "Winning bonus", "Adjusted", "Percentage",
         "Multiplier", "Score", "Place"],
        ["1", "3", "", "1", "Guest 1", "40000", "0", "40000", "1.06", "42400", "42.400", "0.75", "31.800", "1"],
        ["1", "3", "", "2", "'=1+1", "35000", "0", "35000", "", "35000", "35.000", "0.75", "26.250", "2"],
        ["1", "3", "", "3", "Guest 3", "22600", "0", "22600", "", "22600", "22.600", "0.75", "16.950", "3"],
    ]  # fmt: skip
    assert _lines(results_csv(event, 2))[1] == ["1", "3", "", "1", "Guest 1", *[""] * 9]


def test_a_fine_shows_in_the_results_of_its_round() -> None:
    event = replace(_small(), rounds=(make_round(1, {1: 40_000, 2: 37_000, 3: 22_600}),))
    fine = PenaltyRecord(PlayerId(1), 1, PenaltyKind.FINE, 5_000, "misplayed again")
    first = _lines(results_csv(replace(event, penalties=(fine,)), 1))[1]
    assert first[5:10] == ["40000", "5000", "35000", "", "35000"]


def test_a_round_that_is_not_there_has_no_results() -> None:
    with pytest.raises(KeyError):
        results_csv(_small(), 3)


def test_the_medal_form_has_the_header_of_the_olympiad_and_everybody_on_it() -> None:
    event = replace(_small(), rounds=_small().rounds[:1], rounds_planned=1)
    assert _lines(medal_form_csv(event)) == [
        ["ContestantId", "Name", "Score", "Tie-break", "Rank", "Medal", "JuniorMedal", "Absent", "Withdrawn"],
        ["", "Guest 1", "31.800", "", "1", "Gold", "", "0", "0"],
        ["4711", "'=1+1", "26.250", "", "2", "Silver", "Gold", "0", "0"],
        ["", "Guest 4", "25.000", "", "3", "", "", "0", "0"],  # only sat out (2.1)
        ["", "Guest 3", "16.950", "", "4", "Bronze", "", "0", "0"],
        ["", "Guest 5", "", "", "", "", "", "1", "0"],
    ]  # fmt: skip


def test_the_medal_form_gives_no_medal_before_every_planned_round_is_closed() -> None:
    lines = _lines(medal_form_csv(_small()))
    assert {(line[3], line[5], line[6]) for line in lines[1:]} == {("", "", "")}
    assert [(line[1], line[2], line[4]) for line in lines[1:3]] == [
        ("Guest 1", "31.800", "1"),
        ("'=1+1", "26.250", "2"),
    ]


def test_the_medal_form_names_the_top_table_and_a_ruling_and_does_not_split_ranks() -> None:
    tables = ({1: 40_000, 2: 40_000, 3: 20_000, 4: 10_000}, {5: 90_000, 6: 8_000, 7: 7_000, 8: 7_000})
    final = make_round(1, *tables, kind=RoundKind.SWISS)
    event = make_record(8, final, rounds_planned=1, ties=(TieRuling((PlayerId(2), PlayerId(1)), "most wins"),))
    lines = [(line[1], line[3], line[4], line[5]) for line in _lines(medal_form_csv(event))[1:5]]
    assert lines == [
        ("Guest 5", "", "1", "Silver"),
        ("Guest 1", "", "2", "Bronze"),
        ("Guest 2", "director's ruling", "2", "Gold"),
        ("Guest 3", "", "4", ""),
    ]
    assert [line[3] for line in _lines(medal_form_csv(replace(event, ties=())))[1:4]] == ["", "top table", "top table"]
    ruled = _lines(medal_form_csv(replace(event, rounds=(replace(final, kind=RoundKind.RANDOM),))))
    assert [line[3] for line in ruled[1:4]] == ["", "director's ruling", "director's ruling"]
    assert _lines(medal_form_csv(replace(event, gold_from_room=True)))[1][3] == "best in the room"


def test_the_disqualified_have_a_score_and_no_rank_on_the_medal_form() -> None:
    event = with_entry(make_record(3, make_round(1, {1: 40_000, 2: 35_000, 3: 22_600})), 1, status=Status.DISQUALIFIED)
    assert _lines(medal_form_csv(event))[-1] == ["", "Guest 1", "31.800", "", "", "", "", "0", "0"]


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t=", "  =", "＝"])
def test_names_that_a_spreadsheet_would_run_are_made_harmless(start: str) -> None:
    name = f'{start}HYPERLINK("x";"y")'
    event = with_entry(_small(), 1, name=name, country="@X", contestant_id="+1")
    for text in (standings_csv(event), results_csv(event, 1), medal_form_csv(event)):
        cells = [cell for line in _lines(text) for cell in line]
        assert f"'{name}" in cells
        assert not [cell for cell in cells if cell.lstrip().startswith(("=", "+", "-", "@"))]


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30))
def test_any_name_stays_one_cell(name: str) -> None:
    event = with_entry(_small(), 1, name=name)
    lines = _lines(standings_csv(event))
    assert {len(line) for line in lines} == {14}
    assert lines[1][2] in (name, f"'{name}")
