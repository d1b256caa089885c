"""Listings as values, how figures, marks and results are written in them, and the files that they become."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from io import BytesIO

import pytest
import time_machine
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from tests.tournament.scores.worked import make_record, make_round, make_table, records, with_entry
from tournament.draw.allocation import FINAL
from tournament.record.event import EventRecord
from tournament.record.formats import MSO_ACQUIRE
from tournament.record.rounds import PenaltyRecord, TieRuling
from tournament.record.settings import with_settings
from tournament.record.vocabulary import (
    CellKind,
    FineTiming,
    NegativeCash,
    PenaltyKind,
    PlayerId,
    RoundCell,
    RoundKind,
    RoundState,
    SitOutKind,
    Status,
    TableScore,
)
from tournament.scores.explaining import Scores, how_scored
from tournament.tellings.csv import listing_csv, medal_form_csv, results_csv, standings_csv, xlsx
from tournament.tellings.listing import Cell, Column, ColumnKind, Listing, Mark, Row
from tournament.tellings.medals import form_listing, medal_listing, pentamind_listing
from tournament.tellings.results import round_results, table_result
from tournament.tellings.standings import standings_listing
from tournament.tellings.words import (
    LEGEND,
    MINUS,
    SIGNS,
    average_place,
    dollars_cell,
    rank_text,
    round_cell,
    score_cell,
    with_minus_signs,
)

LIST = Listing(
    "standings",
    "A list",
    (Column("one", "One"), Column("two", "Two", ColumnKind.NAME), Column("three", "Three")),
    (Row(1, (Cell("=1", "1"), Cell("Ada"), Cell("−2", "-2"))),),
    sums=(Cell(), Cell("Sum"), Cell("7")),
)


def test_a_list_of_some_columns_has_them_in_the_order_asked_for_with_their_sums() -> None:
    some = LIST.only(("three", "one"))
    assert [column.title for column in some.columns] == ["Three", "One"]
    assert [cell.text for cell in some.rows[0].cells] == ["−2", "=1"]
    assert [cell.text for cell in some.sums] == ["7", ""]
    assert LIST.without("one", "three") == LIST.only(("two",))
    with pytest.raises(KeyError):
        LIST.only(("four",))


def test_a_file_holds_bare_figures_with_a_hyphen_for_the_minus() -> None:
    assert list(csv.reader(io.StringIO(listing_csv(LIST)))) == [["One", "Two", "Three"], ["1", "Ada", "-2"]]
    assert listing_csv(LIST, (("two", "Player"),)) == "Player\r\nAda\r\n"


def test_what_only_looks_like_a_figure_is_made_harmless_in_a_file() -> None:
    odd = replace(LIST, rows=(Row(1, (Cell("-"), Cell("-5"), Cell("+1"))),))
    assert listing_csv(odd).splitlines()[1] == "'-,'-5,'+1"


@pytest.mark.parametrize(
    ("sentence", "printed"),
    [
        ("Cash 1,000 less a fine of 5,000 = -4,000.", "Cash 1,000 less a fine of 5,000 = −4,000."),
        ("-1.234 in all (R55-R56).", "−1.234 in all (R55-R56)."),
        ("on 2026-08-20, seats 1-4", "on 2026-08-20, seats 1-4"),
        ("Anne-Marie 5-4", "Anne-Marie 5-4"),
    ],
)
def test_a_hyphen_before_a_figure_is_printed_as_a_minus_sign(sentence: str, printed: str) -> None:
    assert with_minus_signs(sentence) == printed


def test_ranks_and_average_places_are_written_in_one_way() -> None:
    assert [rank_text(3, False), rank_text(3, True), rank_text(None, False)] == ["3", "=3", "DSQ"]
    assert [average_place(halves) for halves in (1, 2, 5)] == ["0.5", "1", "2.5"]


@pytest.mark.parametrize(
    ("kind", "is_winner", "status", "cell"),
    [
        (CellKind.PLAYED, False, Status.PRESENT, Cell("29.794", "29.794")),
        (CellKind.PLAYED, True, Status.PRESENT, Cell("29.794*", "29.794", Mark.WON)),
        (CellKind.PLAYED, True, Status.DISQUALIFIED, Cell("29.794*", "29.794", Mark.WON)),
        (CellKind.SIT_OUT, False, Status.PRESENT, Cell("S 29.794", "29.794", Mark.SAT_OUT)),
        (CellKind.PAIRING_PROBLEM, False, Status.PRESENT, Cell("P 29.794", "29.794", Mark.PAIRING_PROBLEM)),
        (CellKind.MISSED, False, Status.WITHDRAWN, Cell("- 29.794", "29.794", Mark.MISSED)),
        (CellKind.WITHDRAWN, False, Status.WITHDRAWN, Cell("W 29.794", "29.794", Mark.WITHDRAWN)),
        (CellKind.WITHDRAWN, False, Status.DISQUALIFIED, Cell("D 29.794", "29.794", Mark.DISQUALIFIED)),
    ],
)
def test_a_round_has_one_sign_for_what_it_was(kind: CellKind, is_winner: bool, status: Status, cell: Cell) -> None:
    assert round_cell(RoundCell(1, kind, 29_794, is_winner=is_winner), status) == cell


def test_a_round_to_come_says_nothing_and_every_sign_stands_in_the_legend() -> None:
    assert round_cell(RoundCell(2, CellKind.PENDING, None), Status.PRESENT) == Cell()
    said = [part.partition(" ")[0] for part in LEGEND.split(" · ")]
    assert said == ["S", "P", "-", "W", "D", "*", "="]
    assert set(said) == {*SIGNS.values(), "="}


def small(**rules: object) -> EventRecord:
    """A table of three whose last player is fined more than the cash, and a table without a result."""
    fine = PenaltyRecord(PlayerId(3), 1, PenaltyKind.FINE, 5_000, "misread")
    event = make_record(
        6, make_round(1, {1: 40_000, 2: 40_000, 3: 2_000}, {4: None, 5: None, 6: None}), penalties=(fine,)
    )
    return replace(event, format=with_settings(event.format, rules))


def told(event: EventRecord) -> list[dict[str, str]]:
    scores = Scores(event)
    table, score = event.rounds[0].tables[0], scores.results(1)[1]
    assert isinstance(score, TableScore)
    return [{key: cell.text for key, cell in row.items()} for row in table_result(scores, 1, table, score).records()]


def test_a_result_has_every_step_with_shared_places_and_a_net_below_zero() -> None:
    first, _, last = told(small())
    assert [first[key] for key in ("place", "cash", "fine", "net", "bonus", "adjusted")] == [
        *("=1", "40,000", "", "40,000", "× 1.03", "41,200"),
    ]
    assert [
        last[key] for key in ("place", "cash", "fine", "net", "bonus", "adjusted", "basic", "multiplier", "score")
    ] == [
        *("3", "2,000", "−5,000", "−3,000, which counts as 0", "", "0", "0.000", "× 0.75", "0.000"),
    ]
    allowed = told(small(negative_cash=NegativeCash.ALLOW))[2]
    assert [allowed[key] for key in ("net", "adjusted", "basic", "score")] == ["−3,000", "−3,000", "−3.778", "−2.834"]
    lines = results_csv(small(negative_cash=NegativeCash.ALLOW), 1).splitlines()
    assert lines[3] == "1,3,,3,Guest 3,2000,5000,-3000,,-3000,-3.778,0.75,-2.834,3"
    assert lines[4] == "2,3,,4,Guest 4,,,,,,,,,"


def test_the_results_of_a_round_begin_each_scored_table_with_its_number() -> None:
    listing = round_results(Scores(small()), 1)
    assert [row.above.text if row.above else "" for row in listing.rows] == ["Table 1", "", ""]


def test_what_is_to_be_known_of_a_table_stands_beside_its_number() -> None:
    late = replace(make_table([40_000, 35_000, 22_600]), ended_by="all safe")
    seats = (replace(late.seats[0], timed_out=True, cash_reason="counted twice"), *late.seats[1:])
    event = make_record(3, replace(make_round(1), tables=(replace(late, seats=seats),)))
    scores = Scores(event)
    (score,) = scores.tables(1)
    listing = table_result(scores, 1, event.rounds[0].tables[0], score)
    assert listing.note == "3 players · ended by all safe · Guest 1: counted twice"
    assert [tag.words for tag in listing.records()[0]["name"].tags] == ["out of time"]
    ruled = replace(event, rounds=(replace(make_round(1), tables=(make_table([0, 0, 0], ruling="bank lost"),)),))
    scores = Scores(ruled)
    listing = table_result(scores, 1, ruled.rounds[0].tables[0], scores.tables(1)[0])
    assert listing.note == "3 players · equal shares by ruling: bank lost"
    assert [cell.text for cell in listing.sums if cell.text] == ["Sum", "0", "99.999", "75.000"]


def test_the_way_to_a_score_is_told_as_the_fine_is_timed() -> None:
    assert how_scored(MSO_ACQUIRE).startswith("Net = cash − fine. The highest net wins")
    assert "less the fine = adjusted" in how_scored(with_settings(MSO_ACQUIRE, {"fine_timing": FineTiming.AFTER_BONUS}))


def test_the_pentamind_list_says_why_who_left_stands_where() -> None:
    event = make_record(4, make_round(1, {1: 40_000, 2: 30_000, 3: 20_000, 4: 10_000}))
    assert len(pentamind_listing(Scores(event)).legend) == 1
    left = with_entry(with_entry(event, 1, status=Status.WITHDRAWN), 2, status=Status.DISQUALIFIED)
    listing = pentamind_listing(Scores(left))
    assert listing.legend[1:] == (
        "A withdrawn player keeps the rank their total gives but gets no points (R54).",
        "A disqualified player has no rank and gets no points (R67).",
    )
    out = listing.records()[-1]
    assert [out[key].text for key in ("rank", "average", "name", "points")] == ["DSQ", "", "Guest 2", "0.000"]
    assert (out["rank"].in_a_file, out["average"].in_a_file, out["player"].text) == ("4", "4", "Guest 2 (disqualified)")


def test_a_total_below_zero_is_told_with_a_minus_sign_and_filed_with_a_hyphen() -> None:
    fines = tuple(PenaltyRecord(PlayerId(player), 1, PenaltyKind.FINE, 30_000, "misread") for player in (1, 2))
    event = make_record(3, make_round(1, {1: 2_000, 2: 2_000, 3: 90_000}), penalties=fines)
    event = replace(event, format=with_settings(event.format, {"negative_cash": NegativeCash.ALLOW}))
    second = medal_listing(Scores(event)).records()[1]
    assert (second["total"].text, second["total"].in_a_file) == ("−53.300", "-53.300")
    assert "are level on −53.300 and" in second["why"].text
    assert "are level on -53.300 and" in second["why"].in_a_file
    assert "on −53.300;" in standings_listing(Scores(event)).rows[1].why


@given(records)
def test_every_list_of_any_event_has_a_cell_for_every_column(event: EventRecord) -> None:
    scores = Scores(event)
    listings = [
        standings_listing(scores, with_draft=True),
        form_listing(scores),
        medal_listing(scores),
        pentamind_listing(scores),
    ]
    listings += [round_results(scores, played.number) for played in event.rounds]
    for listing in listings:
        assert {len(row.cells) for row in listing.rows} <= {len(listing.columns)}
        names = {column.key for column in listing.columns}
        assert len(names) == len(listing.columns)
    assert [row.key for row in standings_listing(scores).rows] == [row.player for row in scores.standings()]


@given(st.integers(-(10**7), 10**7))
def test_no_figure_on_a_page_has_a_hyphen_and_none_in_a_file_a_minus_sign(value: int) -> None:
    for cell in (dollars_cell(value), score_cell(value)):
        assert "-" not in cell.text
        assert MINUS not in cell.in_a_file


# CSV sheets of standings, results and the medal form (section 5, items 9, 10 and 12)


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
    final = make_round(1, *tables, form=FINAL)
    event = make_record(8, final, rounds_planned=1, ties=(TieRuling((PlayerId(2), PlayerId(1)), "most wins"),))
    lines = [(line[1], line[3], line[4], line[5]) for line in _lines(medal_form_csv(event))[1:5]]
    assert lines == [
        ("Guest 5", "", "1", "Silver"),
        ("Guest 1", "", "2", "Bronze"),
        ("Guest 2", "director's ruling", "2", "Gold"),
        ("Guest 3", "", "4", ""),
    ]
    assert [line[3] for line in _lines(medal_form_csv(replace(event, ties=())))[1:4]] == ["", "top table", "top table"]
    ruled = _lines(
        medal_form_csv(replace(event, rounds=(replace(final, kind=RoundKind.RANDOM, top_table_wins=False),)))
    )
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


# Lists that people open in a spreadsheet


OPENED_LIST = Listing(
    "standings",
    "Standings: Cup [2026]",
    (Column("name", "Name", ColumnKind.NAME), Column("total", "Total", ColumnKind.TOTAL), Column("place", "Place")),
    (
        Row(1, (Cell("Ann; Ben"), Cell("−1.500", "-1.500"), Cell("=1", "1"))),
        Row(2, (Cell("=2+3"), Cell("34.752"), Cell("DSQ", ""))),
    ),
)


def test_a_workbook_holds_numbers_as_numbers_and_runs_no_text() -> None:
    sheet = load_workbook(BytesIO(xlsx(OPENED_LIST))).active
    assert sheet is not None
    rows = [[cell.value for cell in row] for row in sheet.iter_rows()]
    assert rows == [["Name", "Total", "Place"], ["Ann; Ben", -1.5, 1], ["=2+3", 34.752, None]]
    assert [sheet["B2"].number_format, sheet["A3"].data_type] == ["0.000", "s"]
    assert [sheet[cell].quotePrefix for cell in ("A2", "A3", "B3")] == [
        False,
        True,
        False,
    ]  # stays text when it is edited
    now = xlsx(OPENED_LIST)
    with time_machine.travel("2031-05-05"):
        assert xlsx(OPENED_LIST) == now
    assert (sheet.title, sheet.freeze_panes) == ("Standings  Cup  2026 ", "A2")
