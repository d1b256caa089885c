"""The judge of readings: each verdict by answers made by hand, so that no reader is needed to trust it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.tournament.day.lists.expected import FOLDERS, Person, Shape, shapes
from tests.tournament.day.lists.judging import Judged, Verdict, judge, judge_refusal
from tests.tournament.day.lists.measure import measured

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
