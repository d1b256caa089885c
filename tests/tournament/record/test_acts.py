"""Acts have types: each has its row, each act of the application names one, and nothing is decided by the wording of a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.run.trees import nodes_of, tree_of
from tournament.record.acts import ACTS, Act, Part, Place, Publicity, Role, Undo, acts_of, declare, is_public
from tournament.record.figures import ChangeFacts
from tournament.urls import urlpatterns

APPLICATION = Path(__file__).resolve().parents[3] / "tournament"


WORDS_OF_OTHERS = ("day/lists/", "day/office/")
"""Rooms that read what strangers have written, which has nothing but its words to go by."""


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of the application with its tree; migrations are history."""
    paths = [path for path in sorted(APPLICATION.rglob("*.py")) if "migrations" not in path.parts]
    return tuple((str(path.relative_to(APPLICATION)), tree_of(path)) for path in paths)


# The rows


def test_every_act_has_its_row() -> None:
    """Its key stays as databases hold it: `tests/upgrade/test_fixture_itself.py` compares them with those of each version."""
    assert set(ACTS) == set(Act)


def test_every_act_before_which_a_snapshot_is_made_has_words_for_the_list_of_snapshots() -> None:
    assert [act for act, row in ACTS.items() if row.snapshot_before and not row.words] == []


def test_each_act_belongs_to_one_part_of_the_filter() -> None:
    assert sorted(act for part in Part for act in acts_of(part)) == sorted(Act)
    assert acts_of(Part.PENALTIES) == (Act.GIVE_TIME, Act.GIVE_PENALTY, Act.CANCEL_PENALTY, Act.RESTORE_PENALTY)


def test_mending_is_nobodys_and_everything_else_is_the_directors() -> None:
    assert ACTS[Act.MEND].may == frozenset()
    assert {act for act, row in ACTS.items() if Role.DIRECTOR not in row.may} == {Act.MEND}


def test_an_act_is_undone_with_one_press_or_on_its_page_or_says_why_not() -> None:
    assert {act for act, row in ACTS.items() if row.undo is Undo.AT_ONCE} == {
        act for act in Act if ACTS[act].opposite or ACTS[act].rows is not None
    }
    assert {act for act, row in ACTS.items() if row.undo is Undo.NONE} == {act for act in Act if ACTS[act].why_not}
    assert [act for act, row in ACTS.items() if row.why_not and (row.opposite or row.rows is not None)] == []
    assert [act for act in Act if ACTS[act].undone_on and ACTS[act].why_not] == []


def test_an_act_is_declared_once() -> None:
    with pytest.raises(ValueError, match="declared twice"):
        declare(Act.WITHDRAW, Part.ENTRIES)
    calls = [
        named
        for _, tree in modules()
        for node in nodes_of(tree)
        if isinstance(node, ast.Call) and (is_called(node, "declare") or is_called(node, "act"))
        for named in (acts_named(node.args[0]) if node.args else ())
    ]
    assert sorted(calls) == sorted(Act.__members__)


def test_every_act_that_is_done_says_so_in_the_past_tense() -> None:
    assert {act for act in Act if not ACTS[act].sentence} == {Act.MEND, Act.DELETE_EVENT}
    for row in ACTS.values():
        assert not ChangeFacts().in_words(row.sentence).endswith("."), row.act


def test_every_page_on_which_an_act_stands_is_there() -> None:
    assert {place.value for place in Place} <= set(names_of(urlpatterns))


def names_of(patterns: list[Any]) -> Iterator[str | None]:
    """The names of the site map."""
    for each in patterns:
        if hasattr(each, "url_patterns"):
            yield from names_of(each.url_patterns)
        else:
            yield each.name


def test_what_is_known_of_an_act_stands_in_its_declaration_alone() -> None:
    """No table has acts as its keys: what such a table would say of them is a field of the declaration.

    What a slice does within an act is no such table.
    """
    found = [
        f"{path}:{node.lineno}"
        for path, tree in modules()
        if imports_acts(tree)
        for node in nodes_of(tree)
        if isinstance(node, ast.Dict) and any(key is not None and acts_named(key) for key in node.keys)
        if node not in {each.value for each in nodes_of(tree) if isinstance(each, ast.keyword) and each.arg == "within"}
    ]
    assert found == []


def imports_acts(tree: ast.AST) -> bool:
    return any(isinstance(node, ast.ImportFrom) and node.module == "tournament.record.acts" for node in nodes_of(tree))


@pytest.mark.parametrize(
    ("publicity", "seen"),
    [
        (Publicity.NEVER, [False, False, False]),
        (Publicity.PUBLISHED, [False, True, True]),
        (Publicity.CLOSED, [False, False, True]),
        (Publicity.ALWAYS, [True, True, True]),
    ],
)
def test_what_everybody_sees_of_an_act_depends_on_how_its_round_stands(publicity: Publicity, seen: list[bool]) -> None:
    stages = [(False, False), (True, False), (True, True)]
    for act, row in ACTS.items():
        if row.publicity is publicity:
            assert [is_public(act, is_published=begun, is_closed=over) for begun, over in stages] == seen


# Who names them


def acts_named(tree: ast.AST) -> set[str]:
    """The members of Act that stand somewhere in a piece of code."""
    return {
        node.attr
        for node in nodes_of(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Act"
    }


def is_called(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def test_every_act_but_mending_is_done_by_a_service() -> None:
    """Named outside of its declaration, in a module that does acts."""
    done = {row.undone_as.name for row in ACTS.values() if row.undone_as}
    for path, tree in modules():
        if path.startswith(("services/", "slices/", "play/")) and imports_acts(tree):
            statements = [node for node in ast.iter_child_nodes(tree) if not is_declaration(node)]
            done |= set().union(*map(acts_named, statements))
    assert {act for act in Act if act.name not in done} == {Act.MEND}
    assert done <= set(Act.__members__)


def is_declaration(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and is_called(node.value, "declare")


def test_changes_are_written_by_the_frame_and_by_the_making_of_an_event_alone() -> None:
    written = [
        path
        for path, tree in modules()
        for node in nodes_of(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in ("Change", "create")
        and ast.unparse(node.func) in ("Change", "Change.objects.create", "models.Change")
    ]
    assert written == ["services/changes/__init__.py"]


# Sentences are no facts

HOLD_WORDS = {
    *("gold", "line", "lines", "note", "notes", "protocol", "question", "reason", "reasons", "ruling", "said"),
    *("sentence", "sentences", "subject", "title", "told", "verb", "why", "words"),
}
"""Names of what people read: whoever compares them with letters decides by a wording."""

CUT_AND_COMPARE = {
    *("startswith", "endswith", "removeprefix", "removesuffix", "partition", "rpartition", "split", "rsplit"),
    *(
        "find",
        "rfind",
        "index",
        "rindex",
        *("count", "replace", "search", "fullmatch", "match", "findall", "finditer", "sub"),
    ),
}
LOOKUPS = {"contains", "icontains", "startswith", "istartswith", "endswith", "iendswith", "regex", "iregex", "iexact"}

ALLOWED = {
    ("installation/bootstrap.py", "No space left"): "what the installer said is all there is to go by",
    ("installation/bootstrap.py", "Permission denied"): "what the installer said is all there is to go by",
    ("installation/bootstrap.py", "do not match the hashes"): "what the installer said is all there is to go by",
    ("installation/bootstrap.py", "No matching distribution found"): "what the installer said is all there is to go by",
    ("record/books.py", "Pages: "): "the shape of a document that people write",
    ("record/books.py", "\nExtra: "): "the shape of a document that people write",
    ("record/books.py", "\\n(?=\\d+\\. )"): "the shape of a document that people write",
    ("access/commands.py", "argument "): "what argparse says of a wrong argument is rewritten, nothing decided",
}
"""Wordings that are not ours, or the shape of what is read, and why they may be looked at."""


def named(node: ast.AST) -> str:
    """The last name of what an expression speaks of: "note" of ``column.note.strip()``."""
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Subscript):
        return named(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return named(node.func.value)
    return ""


def texts(node: ast.AST) -> Iterator[str]:
    """The literal texts of an operand, those of a list and of an f-string too, in which {words} stands for what people read."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for element in node.elts:
            yield from texts(element)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(map(_spelled, node.values))


def _spelled(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    assert isinstance(part, ast.FormattedValue)
    return "{words}" if named(part.value) in HOLD_WORDS else "{}"


def is_wording(text: str) -> bool:
    """Whether a text is words of people: letters, and a blank at or between them."""
    return " " in text and re.search("[A-Za-z]", text) is not None


def has_letters(text: str) -> bool:
    return re.search("[A-Za-z]{2}", text) is not None


def worded_decisions(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Each place that decides something, or cuts something out, by a wording: its line and the text."""
    for node in nodes_of(tree):
        operands: list[ast.expr] = []
        found: list[str] = []
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
            found = [text for operand in operands for text in texts(operand)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CUT_AND_COMPARE:
            operands = [node.func.value]
            found = [text for argument in node.args for text in texts(argument)]
        elif isinstance(node, ast.Call):
            looked_up = [word for word in node.keywords if word.arg and word.arg.rpartition("__")[2] in LOOKUPS]
            yield from ((node.lineno, str(word.arg)) for word in looked_up if "__" in str(word.arg))
            found = [text for word in node.keywords if word.arg == "subject" for text in texts(word.value)]
            is_asked = isinstance(node.func, ast.Attribute) and node.func.attr in ("filter", "exclude", "get")
            found = found if is_asked else []
        elif isinstance(node, ast.MatchValue):
            found = list(texts(node.value))
        about_words = any(named(operand) in HOLD_WORDS for operand in operands)
        for text in found:
            assert isinstance(node, ast.expr | ast.pattern)
            if is_wording(text) or (about_words and has_letters(text)):
                yield node.lineno, text


def test_nothing_is_decided_by_the_wording_of_a_sentence() -> None:
    found = {
        (path, text): line
        for path, tree in modules()
        for line, text in worded_decisions(tree)
        if not path.startswith(WORDS_OF_OTHERS)
    }
    assert {where: line for where, line in found.items() if where not in ALLOWED} == {}
    assert set(ALLOWED) <= set(found)


def test_a_choice_on_a_button_is_spelled_and_read_in_one_module() -> None:
    """A text of several parts is one value's own spelling: it is written and read beside each other, and nowhere else."""
    found = {
        path
        for path, tree in modules()
        for node in nodes_of(tree)
        if not path.startswith(WORDS_OF_OTHERS)
        and path
        not in ("record/books.py", "replays/reading.py")  # tables of a document, an expression of several names
        and isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in ("split", "partition", "rpartition", "join", "rstrip")
        and "|" in [text for part in (node.func.value, *node.args) for text in texts(part)]
    }
    assert found == {"draw/allocation.py"}
