"""A result of a table is stated by one value, wherever it comes from: the source has no second class for the cash of a seat."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tournament import record

PRODUCT = Path(record.__file__).parents[1]
OF_A_RESULT = (
    *("desk/results/forms.py", "desk/results", "public/result_form.py", "public/devices"),
    *(
        "services/results",
        "scores",
        "day",
        "tellings/undoing.py",
        "record/rounds.py",
        "record/vocabulary.py",
    ),
    "models/result.py",
)
"""Where a seat's cash is on its way from a form to the standings."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    """The modules on that way, by their paths."""
    for place in OF_A_RESULT:
        path = PRODUCT / place
        for found in sorted(path.rglob("*.py")) if path.is_dir() else [path]:
            yield str(found.relative_to(PRODUCT)), ast.parse(found.read_text(encoding="utf-8"))


def fields_of(definition: ast.ClassDef) -> set[str]:
    """The names of the fields that a class declares."""
    targets = [
        *(line.target for line in definition.body if isinstance(line, ast.AnnAssign)),
        *(target for line in definition.body if isinstance(line, ast.Assign) for target in line.targets),
    ]
    return {target.id for target in targets if isinstance(target, ast.Name)}


def test_a_seats_cash_has_a_field_of_a_form_a_row_a_record_and_a_score() -> None:
    found = {
        definition.name
        for _, module in modules()
        for definition in ast.walk(module)
        if isinstance(definition, ast.ClassDef) and fields_of(definition) & {"cash", "value"}
    }
    of_no_seat = {"Needed", "Pick"}  # the cash that a title asks for, and what a drop-down list has chosen
    assert found - of_no_seat == {"SeatFields", "ReportedSeat", "SeatRecord", "SeatScore"}
