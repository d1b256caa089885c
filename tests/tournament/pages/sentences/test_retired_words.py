"""One term for a thing: words that were given up stand in no template, no message and no manual."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.conftest import ROOT
from tests.run.trees import nodes_of, tree_of

RETIRED = {
    r"\b[Tt]ick(s|ed|ing)?\b": "select, selected",
    r" anew\b": "again, re-seated, restart",
    r"\bNot done\b": "Not saved",
    r"\bParticulars\b": "Details",
    r"Here or not": "Attendance",
    r"From nobody": "No restrictions",
    r"\bparted\b": "split by, separated by",
    r"in the book\b": "is recorded, on record",
    r"\b(is|was|are) made already\b": "exists already",
    r"\bYour account is made\b": "is created",
    r"[Dd]rawn to a draft": "Draft drawn",
    r"\b[Tt]ake (the )?(round|ruling|chart|final|final list|player)( \S+)? back\b": "unpublish, withdraw, reinstate",
    r"\b(Keep (it|the \w+) as (it is|they are)|Open none|Attach nothing|Enter nobody|Not now)\b": "Cancel",
    r"\b[Rr]ule (the|it|a) (dispute|cash|tie|first|before)\b": "rule on",
    r"\bover (the|a) dispute\b": "despite the dispute",
    r"\b([Pp]aste|[Rr]ead|of) the roster\b": "the list",
    r"^Paper$": "Print, Size of the paper",
}
"""What was said once, and what is said now."""
ANY_RETIRED = re.compile("|".join(f"(?:{old})" for old in RETIRED))
"""Asked first, for hardly a text holds any of them."""
IS_A_KEY = re.compile(r"^([a-z_]+|Paper|Particulars)$")
"""A key of the program, or a name that it exports: nobody reads it."""
ON_PAPER = ("pdf", "models", "migrations", "management")
"""A box on a sheet is ticked with a pencil; the others say nothing to players or directors in the hall."""


def in_templates() -> Iterator[tuple[str, str]]:
    """The words of every template, without comments, tags and attributes that nobody reads."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = re.sub(r"(?s){% comment %}.*?{% endcomment %}|{#.*?#}", "", path.read_text(encoding="utf-8"))
        text = re.sub(r"{%.*?%}|{{.*?}}", "", text)
        yield from ((path.name, said.strip()) for said in re.split(r"<[^<>]*>", text) if said.strip())
        yield from (
            (path.name, said) for said in re.findall(r'(?:placeholder|title|aria-label|data-label)="([^"]*)"', text)
        )


def in_messages() -> Iterator[tuple[str, str]]:
    """Every text of the program that is a sentence or a label; what is written for programmers, docstrings, is left out."""
    for path in sorted((ROOT / "tournament").rglob("*.py")):
        if set(path.relative_to(ROOT / "tournament").parts) & set(ON_PAPER):
            continue
        nodes = nodes_of(tree_of(path))
        notes = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            said = node.value if isinstance(node, ast.Constant) and id(node) not in notes else None
            if isinstance(said, str) and not IS_A_KEY.match(said):
                yield f"{path.name}:{getattr(node, 'lineno', 0)}", said


def in_the_manual() -> Iterator[tuple[str, str]]:
    """What the help says line by line."""
    for line in (ROOT / "docs/help.md").read_text(encoding="utf-8").splitlines():
        yield "help.md", line


def retired(said: str) -> list[str]:
    """The words of a text that were given up, with what is said instead."""
    if not ANY_RETIRED.search(said):
        return []
    return [f"{found[0]!r}: say {now}" for old, now in RETIRED.items() if (found := re.search(old, said))]


@pytest.mark.parametrize("place", [in_templates, in_messages, in_the_manual])
def test_words_that_were_given_up_stand_nowhere(place: object) -> None:
    said = list(place())  # type: ignore[operator]
    assert len(said) > 50
    found = [(where, wrong) for where, text in said for wrong in retired(text)]
    assert found == []


def test_a_word_that_was_given_up_is_found() -> None:
    assert retired("Seat them anew, then tick the rest.") == [
        "'tick': say select, selected",
        "' anew': say again, re-seated, restart",
    ]
    assert retired("Select the rest; nobody is re-seated.") == []
