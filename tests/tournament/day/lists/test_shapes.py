"""The lists that people send, and the judge of their readings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.day.lists.expected import FOLDERS, Person, Shape, shapes
from tests.tournament.day.lists.judging import Judged, Verdict, judge, judge_refusal
from tests.tournament.day.lists.measure import measure, measured, program, shares

MOST_ARE_RIGHT = 0.8
CLEAN = [shape for shape in shapes("shapes") if shape.kind == "clean"]


@pytest.fixture(scope="module", params=["shapes", "more", "third", "fourth"])
def read(request: pytest.FixtureRequest) -> list[tuple[Shape, Judged]]:
    return measure(shapes(request.param), program())


def test_no_list_is_misread_without_a_word(read: list[tuple[Shape, Judged]]) -> None:
    silent = {shape.name: judged.difference for shape, judged in read if judged.verdict is Verdict.SILENT}
    assert silent == {}


def test_four_of_five_lists_are_read_right(read: list[tuple[Shape, Judged]]) -> None:
    not_right = {shape.name: judged.difference for shape, judged in read if judged.verdict is not Verdict.RIGHT}
    assert shares(judged for _shape, judged in read)[Verdict.RIGHT] >= MOST_ARE_RIGHT, not_right


@pytest.mark.parametrize("shape", CLEAN, ids=lambda shape: shape.name)
def test_a_clean_list_is_read_without_a_doubt(shape: Shape) -> None:
    assert measured(shape, program()) == Judged(Verdict.RIGHT)


@pytest.mark.parametrize("shape", shapes("field"), ids=lambda shape: shape.name)
def test_what_was_misread_in_the_field_is_read_right_or_asked_about(shape: Shape) -> None:
    judged = measured(shape, program())
    assert judged.verdict is not Verdict.SILENT, judged.difference


# The judge of readings: each verdict by answers made by hand, so that no reader is needed to trust it


ALPHA = Person(("Alpha Eins", "Dr. Alpha Eins"), "DE", False, "", "Eins")
BETA = Person(("Beta Zwei",), "FR", None, None, "")
TWO = Shape("two.csv", Path("two.csv"), "tables", (ALPHA, BETA), False, (), (), False, False)


def row(name: str, country: str = "", *doubts: str, **told: Any) -> dict[str, Any]:
    return {"line": 1, "name": name, "country": country, "selected": True, "doubts": list(doubts), **told}


def reading(*rows: dict[str, Any], questions: tuple[Any, ...] = ()) -> dict[str, Any]:
    return {"columns": [], "rows": list(rows), "questions": list(questions), "encoding": ""}


ALPHA_ROW, BETA_ROW = row("Alpha Eins", "DE"), row("Beta Zwei", "FR", junior=True, number="7")


def verdict(shape: Shape, *rows: dict[str, Any], questions: tuple[Any, ...] = ()) -> Verdict:
    return judge(shape, reading(*rows, questions=questions)).verdict


def test_a_reader_that_breaks_is_silent(tmp_path: Path) -> None:
    (tmp_path / "two.csv").write_bytes(b"Alpha Eins\n")
    shape = replace(TWO, path=tmp_path / "two.csv", refused=True)

    def refuses(_name: str, _content: bytes) -> dict[str, Any]:
        raise ValueError("This is no list.")

    def breaks(_name: str, content: bytes) -> dict[str, Any]:
        return {"rows": [content.decode()[99]]}

    assert measured(shape, refuses) == Judged(Verdict.RIGHT)
    assert measured(shape, breaks).verdict is Verdict.SILENT
    assert measured(replace(shape, refused=False), lambda _name, _content: reading(ALPHA_ROW, BETA_ROW)).verdict is (
        Verdict.RIGHT
    )


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_expectation_is_met_by_exactly_its_own_people(folder: str) -> None:
    """A perfect reader is possible: no expectation contradicts itself."""
    for shape in shapes(folder):
        rows = [
            row(person.names[0], person.country or "", junior=bool(person.junior), number=person.number or "")
            for person in shape.people
        ]
        others = [row(name, selected=False) for name in shape.apart]
        answer = reading(*rows, *others, questions=("Which?",) if shape.must_ask else ())
        judged = judge_refusal(shape, "This is no list.") if shape.refused else judge(shape, answer)
        assert judged == Judged(Verdict.RIGHT), shape.name


@pytest.mark.parametrize("folder", FOLDERS)
def test_a_reader_that_enters_every_line_is_never_right_but_of_clean_lists(folder: str) -> None:
    """The expectations of lists with lines apart are no trap that passes anything."""
    for shape in shapes(folder):
        if shape.apart:
            rows = [row(person.names[0], person.country or "") for person in shape.people]
            everything = reading(*rows, *(row(name) for name in shape.apart))
            assert judge(shape, everything).verdict is Verdict.SILENT, shape.name


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_list_has_its_expectation_and_every_expectation_its_list(folder: str) -> None:
    files = {str(path.relative_to(FOLDERS[folder])) for path in FOLDERS[folder].rglob("*") if path.is_file()}
    assert files == {shape.name for shape in shapes(folder)}
