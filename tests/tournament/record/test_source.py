"""What the source holds: no text is cut, no function takes an event as a record and as a row, a result has one value."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps

from tests.run.trees import nodes_of, tree_of
from tournament import record
from tournament.day.lists.columns import RosterError
from tournament.day.lists.lines import LineState
from tournament.day.lists.rosters import Surroundings, read_list

ROOT = Path(__file__).resolve().parents[3]

STORING = ("services", "models", "public", "play", "desk", "day", "access", "pdf", "tellings", "management")
"""The rooms through which a text goes between somebody who types it and somebody who reads it."""

SHORT = 25
"""Shorter beginnings are digests, codes and capital letters."""

NO_STORED_TEXT = {
    line for line in Path(__file__).with_name("cuts.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"
}
"""Beginnings of texts that nobody entered to be kept, each as it stands in the source."""

LISTS = re.compile(
    r"(lines|row|numbers|fields|rolls|missing|views|found|causes|people|names|entries|places|moved|met|players|table|list\(.*|[\w.\[\]']+\.split\(\w*\)"
    r"|.*order_by\(.*|.*values_list\(.*|.*values\(.*\)|pairs_alike\(.*|.*hexdigest\(\)|.*digest\(\)|keyed_digest\(.*\)|told|\[.*\]|asked|ways|old|step\.missing"
    r"|record|less|won|described|self\.names|self\.rows|newest|moves|said\.split\(BETWEEN\)|told\[::-1\]|rows)\["
)
"""Lists of which a page shows the first, and says how many more there are; and digests."""


def beginnings() -> list[str]:
    """Every beginning or end of something that the rooms cut off at a fixed length, as it stands in the source."""
    found = []
    for room in STORING:
        for file in sorted((ROOT / "tournament" / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and _is_a_cut(node.slice):
                    found.append(ast.unparse(node))
    return found


def _is_a_cut(part: ast.Slice) -> bool:
    end = part.upper if part.lower is None else part.lower if part.upper is None else None
    if isinstance(end, ast.UnaryOp):
        end = end.operand
    elif part.lower is not None:
        return False
    if isinstance(end, ast.Constant):
        return isinstance(end.value, int) and end.value >= SHORT
    return isinstance(end, ast.Name | ast.Attribute) and (end.id if isinstance(end, ast.Name) else end.attr).isupper()


def test_no_text_on_its_way_to_be_stored_or_read_is_cut_at_a_length() -> None:
    cut = {each for each in beginnings() if each not in NO_STORED_TEXT and not LISTS.match(each)}
    assert cut == set()


def test_no_page_cuts_a_text_it_shows() -> None:
    cutting = re.compile(r"\|\s*(truncat\w+|slice:\s*\"?:)")
    pages = sorted((ROOT / "templates").rglob("*.html"))
    assert [page.name for page in pages if cutting.search(page.read_text(encoding="utf-8"))] == []


def test_what_a_list_has_too_long_is_refused_on_its_line_and_shown_whole() -> None:
    number, name = "9" * 31, "N" * 121
    text = f"Name,ContestantId,First name\nAda Demo,{number},Ada\n{name},1,Ben\nCai Demo,2,{name}\n"
    lines = read_list(text, Surroundings()).lines
    assert [line.state for line in lines] == [LineState.REFUSED] * 3
    assert [line.remark for line in lines] == [
        f"“{number[:20]}…” has 31 characters; the limit is 30. Shorten it.",
        f"“Ben {name[:16]}…” has 125 characters; the limit is 120. Shorten it.",
        f"“{name[:20]}…” has 130 characters; the limit is 120. Shorten it.",
    ]
    assert (lines[0].contestant_id, lines[2].given_name) == (number, name)
    with pytest.raises(RosterError, match="has 20,001 characters; the limit is 20,000"):
        read_list("x" * 20_001, Surroundings())


READ = frozenset({"EventRecord", "RoundRecord"})
STATED = frozenset({"TableRecord"})
"""A table's record is also what somebody states of it, to be stored: beside the event in which it is stored it is no second reading."""
OF_A_TABLE = frozenset({"Table", "Seat"})


def functions_with_both(tree: ast.Module) -> list[str]:
    """The functions of a module that take a record and a row, by their names."""
    rows = imported_rows(tree)
    return [
        node.name
        for node in nodes_of(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and has_both(set(annotated(node)), rows)
    ]


def has_both(taken: set[str], rows: set[str]) -> bool:
    """Whether parameters of these types are a record and a row."""
    return bool((taken & READ and taken & rows) or (taken & STATED and taken & rows & OF_A_TABLE))


def imported_rows(tree: ast.Module) -> set[str]:
    """The models that a module imports, as it calls them; ``models.Event`` is called "Event"."""
    models = {model.__name__: model for model in apps.get_app_config("tournament").get_models()}
    found: set[str] = set()
    for node in nodes_of(tree):
        if not isinstance(node, ast.ImportFrom):
            continue
        for alias in node.names:
            if (node.module, alias.name) == ("tournament", "models"):
                found |= set(models)
            elif alias.name in models and getattr(import_module(node.module or ""), alias.name) is models[alias.name]:
                found.add(alias.asname or alias.name)
    return found


def annotated(function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Every name in the annotations of a function's parameters, but for what a callable takes that is handed in."""
    taken = function.args
    for parameter in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs):
        if parameter.annotation is not None:
            yield from _named(parameter.annotation)


def _named(annotation: ast.AST) -> Iterator[str]:
    if (
        isinstance(annotation, ast.Subscript)
        and isinstance(annotation.value, ast.Name)
        and annotation.value.id == "Callable"
    ):
        return
    if isinstance(annotation, ast.Name):
        yield annotation.id
    elif isinstance(annotation, ast.Attribute):
        yield annotation.attr
    for part in ast.iter_child_nodes(annotation):
        yield from _named(part)


def test_no_function_takes_a_record_and_a_row() -> None:
    modules = [path for path in sorted((ROOT / "tournament").rglob("*.py")) if "migrations" not in path.parts]
    found = {str(path.relative_to(ROOT)): both for path in modules if (both := functions_with_both(tree_of(path)))}
    assert len(modules) > 100
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "from tournament.models import Event\ndef both(event: Event, record: EventRecord) -> None: ...",
        "from tournament import models\ndef both(event: models.Event, *, record: EventRecord | None) -> None: ...",
        "from tournament.models import Change\nasync def both(changes: list[Change], round_: RoundRecord) -> None: ...",
        "from tournament.models import Table\ndef both(row: Table, table: TableRecord) -> None: ...",
    ],
)
def test_such_a_function_is_found(text: str) -> None:
    assert functions_with_both(ast.parse(text)) == ["both"]


def test_figures_to_be_stored_in_an_event_are_no_second_reading_of_it() -> None:
    assert (
        functions_with_both(
            ast.parse("from tournament.models import Event\ndef store(event: Event, result: TableRecord): ...")
        )
        == []
    )


def test_a_function_with_one_of_them_is_none() -> None:
    text = "from tournament.models import Event\ndef row(event: Event) -> EventRecord: ...\ndef value(record: EventRecord) -> Event: ..."
    assert functions_with_both(ast.parse(text)) == []


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


def test_a_seats_cash_has_a_field_of_a_form_a_row_and_a_record() -> None:
    found = {
        definition.name
        for _, module in modules()
        for definition in ast.walk(module)
        if isinstance(definition, ast.ClassDef) and fields_of(definition) & {"cash", "value"}
    }
    of_no_seat = {"Needed", "Pick"}  # the cash that a title asks for, and what a drop-down list has chosen
    assert found - of_no_seat == {"FigureField", "ReportedSeat", "SeatRecord"}
