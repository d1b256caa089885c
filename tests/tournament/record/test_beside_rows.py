"""No function takes an event as a record and as a row: what needs both takes one object that has both, such as the `Desk`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from django.apps import apps

from tests.run.trees import nodes_of, tree_of

ROOT = Path(__file__).resolve().parents[3]
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
