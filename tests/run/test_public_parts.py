"""Of Django and of every other library only what its documentation names: a later version takes nothing else into account."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.conftest import ROOT
from tests.run.documented import imports_of, modules
from tests.run.trees import nodes_of, tree_of

DOCUMENTED = dict(
    line.split() for line in (ROOT / "fixtures/django/documented.txt").read_text(encoding="utf-8").splitlines()
)
"""What is imported from Django, and the file of its documentation that has it (`tests/run/documented.py` writes it)."""
UNDOCUMENTED = {
    # A broken upload raises it, and there is no other name for that.
    "django.http.multipartparser.MultiPartParserError": {"tournament/public/answers.py"},
}
"""What Django's documentation lacks and is used all the same, with the modules that may; nothing is added here."""
IN_TESTS = {"django.test.utils.CaptureQueriesContext"}
"""What tests and measurements alone use: `assertNumQueries` is documented, and is this with a number."""

PRIVATE = {
    # Tags for screen readers: ReportLab has no public way to them.
    "tournament/pdf/file/__init__.py": {"_code", "_doc"},
    # Whether a view has read who asks: public pages must not read the session for it.
    "tournament/access/request_origin.py": {"_cached_user"},
    # The operations of a page and its fonts, letter by letter, in tests of what is printed.
    "tests/tournament/pdf/reading.py": {"_font"},
}
"""Names with a leading underscore of other libraries, by module; nothing is added here."""
OF_OTHERS = {
    *("_meta", "_state", "_default_manager", "_base_manager"),  # in Django's documentation
    *("_fields", "_replace", "_asdict", "_value_", "_exit"),  # in Python's
}
"""Names with a leading underscore that their documentation has."""


def test_everything_that_is_imported_from_django_stands_in_its_documentation() -> None:
    used = {path: set(imports_of(path, "django")) for path in modules()}
    found = {
        (name, path.relative_to(ROOT).as_posix()) for path, names in used.items() for name in names - DOCUMENTED.keys()
    }
    assert {
        (name, path)
        for name, path in found
        if path not in UNDOCUMENTED.get(name, set()) and not is_for_tests(name, path)
    } == set()
    assert {(name, path) for name, paths in UNDOCUMENTED.items() for path in paths} <= found, "one is gone: take it out"


def is_for_tests(name: str, path: str) -> bool:
    return name in IN_TESTS and path.startswith(("tests/", "laboratory/"))


def test_no_private_part_of_another_library_is_used_but_those_that_nothing_public_replaces() -> None:
    trees = {path.relative_to(ROOT).as_posix(): tree_of(path) for path in modules()}
    ours = set().union(*map(names_given, trees.values())) | OF_OTHERS
    used = {path: private_names(tree) - ours for path, tree in trees.items()}
    assert {path: names for path, names in used.items() if names} == PRIVATE


def private_names(tree: ast.Module) -> set[str]:
    """The attributes and imported names of a module that begin with one underscore."""
    names = {node.attr for node in nodes_of(tree) if isinstance(node, ast.Attribute)}
    for node in nodes_of(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {*(node.module or "").split("."), *(alias.name for alias in node.names)}
    return {name for name in names if name.startswith("_") and not name.startswith("__")}


def names_given(tree: ast.Module) -> set[str]:
    """The names that a module gives to something of its own."""
    given: set[str] = set()
    for node in nodes_of(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            given.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            given.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            given |= {node.attr} if isinstance(node.value, ast.Name) and node.value.id in ("self", "cls") else set()
    return given


def test_a_private_name_is_found_where_it_is_read_and_where_it_is_imported() -> None:
    tree = ast.parse(
        "from lib._inner import thing\nclass A:\n    def __init__(self):\n        self._own = thing._theirs\n"
    )
    assert private_names(tree) == {"_inner", "_own", "_theirs"}
    assert names_given(tree) == {"A", "__init__", "_own"}


def test_the_fixture_names_files_of_the_documentation() -> None:
    assert {Path(place).suffix for place in DOCUMENTED.values()} == {".txt"}
