"""The lists that people send: none is misread without a word, and four of five are read right at once."""

from __future__ import annotations

import pytest

from tests.tournament.day.lists.expected import Shape, shapes
from tests.tournament.day.lists.judging import Judged, Verdict
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
