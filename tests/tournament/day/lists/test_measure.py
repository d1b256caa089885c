"""The judge of readings: each verdict by answers made by hand, so that no reader is needed to trust it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.day.lists.expected import FOLDERS, Person, Shape, shapes
from tests.tournament.day.lists.judging import Judged, Verdict, judge, judge_refusal
from tests.tournament.day.lists.measure import measured, shares

ALPHA = Person(("Alpha Eins", "Dr. Alpha Eins"), "DE", False, "", "Eins")
BETA = Person(("Beta Zwei",), "FR", None, None, "")
TWO = Shape("two.csv", Path("two.csv"), "tables", (ALPHA, BETA), False, (), (), False, False)


def row(name: str, country: str = "", *doubts: str, **told: Any) -> dict[str, Any]:
    return {"line": 1, "name": name, "country": country, "selected": True, "doubts": list(doubts), **told}


def read(*rows: dict[str, Any], questions: tuple[Any, ...] = ()) -> dict[str, Any]:
    return {"columns": [], "rows": list(rows), "questions": list(questions), "encoding": ""}


ALPHA_ROW, BETA_ROW = row("Alpha Eins", "DE"), row("Beta Zwei", "FR", junior=True, number="7")


def verdict(shape: Shape, *rows: dict[str, Any], questions: tuple[Any, ...] = ()) -> Verdict:
    return judge(shape, read(*rows, questions=questions)).verdict


def test_exactly_the_people_without_a_doubt_are_right() -> None:
    assert judge(TWO, read(BETA_ROW, ALPHA_ROW)) == Judged(Verdict.RIGHT)


def test_another_right_way_of_writing_a_name_is_right() -> None:
    assert verdict(TWO, row("Dr.  Alpha Eins", "DE"), BETA_ROW) is Verdict.RIGHT


def test_what_is_no_person_may_stand_apart() -> None:
    assert verdict(TWO, ALPHA_ROW, BETA_ROW, row("Total", selected=False)) is Verdict.RIGHT


@pytest.mark.parametrize(
    "wrong",
    [
        row("Eins Alpha", "DE"),
        row("alpha eins", "DE"),
        row("Alpha Eins", "AT"),
        row("Alpha Eins", "DE", junior=True),
        row("Alpha Eins", "DE", number="1800"),
        row("Alpha Eins", "DE", given="Eins", family="Alpha"),
    ],
)
def test_a_selected_row_that_is_wrong_without_a_doubt_is_silent(wrong: dict[str, Any]) -> None:
    assert verdict(TWO, wrong, BETA_ROW) is Verdict.SILENT
    assert verdict(TWO, {**wrong, "doubts": ["Is it so?"]}, BETA_ROW) is Verdict.ASKED


def test_a_line_too_many_is_silent_unless_it_is_doubted() -> None:
    assert judge(TWO, read(ALPHA_ROW, BETA_ROW, row("Total"))) == Judged(
        Verdict.SILENT, "“Total” is no person to enter"
    )
    assert verdict(TWO, ALPHA_ROW, BETA_ROW, row("Total", "", "Is this a person?")) is Verdict.ASKED


def test_a_person_lost_without_trace_is_silent() -> None:
    assert judge(TWO, read(ALPHA_ROW)) == Judged(Verdict.SILENT, "“Beta Zwei” is lost")


def test_a_person_in_an_unselected_row_or_a_question_or_a_doubted_row_is_asked() -> None:
    assert verdict(TWO, ALPHA_ROW, row("Zwei, Beta", selected=False)) is Verdict.ASKED
    assert verdict(TWO, ALPHA_ROW, questions=("Is “Beta Zwei” a player?",)) is Verdict.ASKED
    assert verdict(TWO, row("Alpha Eins, Beta Zwei", "", "More than one?")) is Verdict.ASKED


def test_people_with_broken_letters_are_asked_about_once_for_each_row() -> None:
    broken = [row("Ã Ã", "", "Broken letters"), row("Ä Ä", "", "Broken letters")]
    assert verdict(TWO, *broken) is Verdict.ASKED
    assert verdict(TWO, broken[0]) is Verdict.SILENT


def test_a_question_about_a_column_excuses_every_row() -> None:
    turned = (row("Eins Alpha", "DE"), row("Zwei Beta", "FR"))
    assert verdict(TWO, *turned, questions=({"column": 1, "sample": "Eins"},)) is Verdict.ASKED
    assert verdict(TWO, *turned, questions=("Which column is the surname?",)) is Verdict.ASKED


def test_a_question_about_another_row_excuses_nothing() -> None:
    rows = (row("Eins Alpha", "DE", line=1), row("Beta Zwei", "FR", line=2))
    assert verdict(TWO, *rows, questions=({"lines": [2], "text": "?"},)) is Verdict.SILENT
    assert verdict(TWO, *rows, questions=({"line": 1, "text": "?"},)) is Verdict.ASKED
    assert verdict(TWO, *rows, questions=("Is Beta a surname?",)) is Verdict.SILENT
    assert verdict(TWO, *rows, questions=("Is “Atlantis” a country?",)) is Verdict.SILENT


def test_a_needless_doubt_or_question_is_not_right() -> None:
    assert judge(TWO, read({**ALPHA_ROW, "doubts": ["?"]}, BETA_ROW)) == Judged(
        Verdict.ASKED, "“Alpha Eins” is doubted: ?"
    )
    assert verdict(TWO, ALPHA_ROW, BETA_ROW, questions=("Is this right?",)) is Verdict.ASKED


def test_what_a_careful_human_would_ask_may_be_asked_and_not_be_silent() -> None:
    shape = replace(TWO, ask=("Beta Zwei", "Guest"))
    doubted = row("Zwei Beta", "FR", "Which is the surname?")
    for rows in ([doubted], [row("Beta Zwei", selected=False)], [BETA_ROW], [BETA_ROW, row("Guest", "", "A name?")]):
        assert verdict(shape, ALPHA_ROW, *rows) is Verdict.RIGHT
    assert verdict(shape, ALPHA_ROW, row("Zwei Beta", "FR")) is Verdict.SILENT
    assert verdict(shape, ALPHA_ROW, BETA_ROW, row("Guest")) is Verdict.SILENT
    assert verdict(shape, row("Eins Alpha", "DE", "?"), BETA_ROW) is Verdict.ASKED


def test_of_a_list_that_is_doubtful_as_a_whole_everything_may_be_asked() -> None:
    shape = replace(TWO, ask=("*",))
    assert verdict(shape, row("Alpha Eins Beta Zwei", "", "More than one?")) is Verdict.RIGHT
    assert verdict(shape, row("Alpha Eins Beta Zwei")) is Verdict.SILENT
    assert judge_refusal(shape, "Save it as CSV.").verdict is Verdict.ASKED


def test_what_must_be_asked_is_silent_without_a_word() -> None:
    shape = replace(TWO, ask=("*",), must_ask=True)
    assert verdict(shape, ALPHA_ROW, BETA_ROW) is Verdict.SILENT
    assert verdict(shape, ALPHA_ROW, BETA_ROW, questions=("A formula has no value?",)) is Verdict.RIGHT


def test_what_stands_apart_is_to_be_shown() -> None:
    shape = replace(TWO, apart=("Waiting list",))
    assert judge(shape, read(ALPHA_ROW, BETA_ROW)) == Judged(Verdict.ASKED, "“Waiting list” is shown nowhere")
    assert verdict(shape, ALPHA_ROW, BETA_ROW, row("Waiting list:", selected=False)) is Verdict.RIGHT
    assert judge(shape, {**read(ALPHA_ROW, BETA_ROW), "unused": ["Waiting list"]}).verdict is Verdict.RIGHT


def test_a_refusal_is_right_where_there_is_no_list_and_asks_elsewhere() -> None:
    assert judge_refusal(replace(TWO, refused=True), "This is a PDF.") == Judged(Verdict.RIGHT)
    assert judge_refusal(replace(TWO, refused=None), "This is a vCard.") == Judged(Verdict.RIGHT)
    assert judge_refusal(TWO, "This is a PDF.").verdict is Verdict.ASKED
    assert judge_refusal(replace(TWO, refused=True), " ").verdict is Verdict.SILENT


def test_what_is_no_list_and_is_read_is_silent_or_asked() -> None:
    shape = replace(TWO, refused=True, people=())
    assert verdict(shape, row("%PDF-1.7")) is Verdict.SILENT
    assert verdict(shape, row("%PDF-1.7", "", "A name?")) is Verdict.ASKED
    assert verdict(shape) is Verdict.ASKED


def test_a_reader_that_breaks_is_silent(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_bytes(b"Alpha Eins\n")
    shape = replace(TWO, path=tmp_path / "two.csv", refused=True)

    def refuses(_name: str, _content: bytes) -> dict[str, Any]:
        raise ValueError("This is no list.")

    def breaks(_name: str, content: bytes) -> dict[str, Any]:
        return {"rows": [content.decode()[99]]}

    assert measured(shape, refuses) == Judged(Verdict.RIGHT)
    assert measured(shape, breaks).verdict is Verdict.SILENT
    assert measured(replace(shape, refused=False), lambda _name, _content: read(ALPHA_ROW, BETA_ROW)).verdict is (
        Verdict.RIGHT
    )


def test_shares_are_parts_of_one() -> None:
    assert shares([Judged(Verdict.RIGHT), Judged(Verdict.RIGHT), Judged(Verdict.ASKED), Judged(Verdict.SILENT)]) == {
        Verdict.RIGHT: 0.5,
        Verdict.ASKED: 0.25,
        Verdict.SILENT: 0.25,
    }
    assert set(shares([]).values()) == {0}


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_expectation_is_met_by_exactly_its_own_people(folder: str) -> None:
    """A perfect reader is possible: no expectation contradicts itself."""
    for shape in shapes(folder):
        rows = [
            row(person.names[0], person.country or "", junior=bool(person.junior), number=person.number or "")
            for person in shape.people
        ]
        others = [row(name, selected=False) for name in shape.apart]
        answer = read(*rows, *others, questions=("Which?",) if shape.must_ask else ())
        judged = judge_refusal(shape, "This is no list.") if shape.refused else judge(shape, answer)
        assert judged == Judged(Verdict.RIGHT), shape.name


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_reader_that_enters_every_line_is_never_right_but_of_clean_lists(folder: str) -> None:
    """The expectations of lists with lines apart are no trap that passes anything."""
    for shape in shapes(folder):
        if shape.apart:
            rows = [row(person.names[0], person.country or "") for person in shape.people]
            everything = read(*rows, *(row(name) for name in shape.apart))
            assert judge(shape, everything).verdict is Verdict.SILENT, shape.name


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_list_has_its_expectation_and_every_expectation_its_list(folder: str) -> None:
    files = {str(path.relative_to(FOLDERS[folder])) for path in FOLDERS[folder].rglob("*") if path.is_file()}
    assert files == {shape.name for shape in shapes(folder)}
