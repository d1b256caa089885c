"""One term for a thing: words that were given up are in no template, message, sheet, command or document."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

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
    r"\b[Dd]eeds?\b": "change, action, move",
    r"\b[Aa]like\b": "the same, similar, possible duplicate",
    r"\b[Bb]esides\b": "also",
    r"\b[Mm]eanwhile\b": "since then, while you were typing",
    r"\bdear(er|est)?\b": "expensive",
    r"\b(come|came|comes) to (\d|what\b)": "is",
    r"\bstands? at\b": "is",
    r"\b[Dd]oes not hold\b": "does not apply, is no longer valid",
    r"\b[Dd]rop it\b": "discard it",
    r"\b[Hh]angs?\b": "put up, replace",
    r"\bin all([.,;:)]|$)": "total",
    r"\b(is|are|was|were) meant\b": "say the thing itself",
    r"\b[Ll]ook through\b": "check",
    r"\b[Mm]ake up the numbers\b": "make the numbers work",
    r"\b[Mm]end(s|ed|ing)?\b": "fix, correct",
    r"\b(is|are) (ours|our own)\b": "is recommended, belongs to the project",
    r"\b[Pp]ut(s|ting)? (it |the event |an event )?away\b": "archive",
    r"\b(is|are|was|were) said\b": "shown, see",
    r"\b[Ss]ee what (it costs|follows)\b": "Preview",
    r"\b[Ww]hat stands\b": "the result is",
    r"\b[Ss]tands? (as|in|on|for|there|below|above|beside|behind|first)\b": "is, are",
    r"\bunderstood\b": "recognised",
    r"\b[Ww]hich one\?": "Several players match: choose one",
    r"\b([Ww]orked|[Ww]ork|[Ww]orks|[Ww]orking) out\b": "calculated",
    r"\b[Ll]ate ?comers?\b": "late arrival",
    r"\b(is|are) content\b": "is happy with",
    r"\b[Hh](old|olds|eld) (for|in|of|to) (every|the) (event|round|table)": "applies to",
    r"\b(is|are) taken out again\b": "is brought back",
    r"\b(cheap|cheaper), (a )?middle\b": "cheap, medium, expensive",
    r"\b(is|are|was|were) (not )?let in by\b": "is invited by, is logged in with",
}
"""What was said once, and what is said now."""
ANY_RETIRED = re.compile("|".join(f"(?:{old})" for old in RETIRED))
"""Asked first, for hardly a text holds any of them."""
IS_A_KEY = re.compile(r"^([a-z_.-]+|Paper|Particulars)$")
"""A key of the program, or a name that it exports: nobody reads it."""
ON_PAPER = ("pdf", "models")
"""A box on a sheet is ticked with a pencil."""
TICKED = next(iter(RETIRED))
NOT_READ = ("migrations",)
"""What says nothing to anybody in the hall."""
NOT_CHECKED = ("english.md", "CHANGELOG.md", "changes-before-2.8.md")
"""The list of the words itself, and what earlier versions were called."""


def in_templates() -> Iterator[tuple[str, str]]:
    """The words of every template, without comments, tags and attributes that nobody reads."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        text = re.sub(r"(?s){% comment %}.*?{% endcomment %}|{#.*?#}", "", path.read_text(encoding="utf-8"))
        text = re.sub(r"{%.*?%}|{{.*?}}", "", text)
        yield from ((path.name, said.strip()) for said in re.split(r"<[^<>]*>", text) if said.strip())
        yield from (
            (path.name, said) for said in re.findall(r'(?:placeholder|title|aria-label|data-label)="([^"]*)"', text)
        )


def in_code(paths: Iterable[Path]) -> Iterator[tuple[str, str]]:
    """Every text of these modules that is a sentence or a label; what is written for programmers, docstrings, is left out."""
    for path in sorted(paths):
        nodes = nodes_of(tree_of(path))
        notes = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            said = node.value if isinstance(node, ast.Constant) and id(node) not in notes else None
            if isinstance(said, str) and not IS_A_KEY.match(said):
                yield f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}", said


def modules(*, on_paper: bool) -> list[Path]:
    """The modules of the application that speak: those of paper, or all others."""
    found = (ROOT / "tournament").rglob("*.py")
    parts = {path: set(path.relative_to(ROOT / "tournament").parts) for path in found}
    return [path for path, its in parts.items() if not its & set(NOT_READ) and bool(its & set(ON_PAPER)) is on_paper]


def in_messages() -> Iterator[tuple[str, str]]:
    """What pages, phones and the commands of manage.py say."""
    return in_code(modules(on_paper=False))


def on_paper() -> Iterator[tuple[str, str]]:
    """What sheets say, and the rows that they are printed from."""
    return in_code(modules(on_paper=True))


def in_commands() -> Iterator[tuple[str, str]]:
    """What the commands of ``python -m games`` say."""
    return in_code([*(ROOT / "games").rglob("*commands*.py"), ROOT / "games/arguments.py"])


def in_documents() -> Iterator[tuple[str, str]]:
    """Every line of README and docs, without blocks and words of code; the help is one of them."""
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        if path.name in NOT_CHECKED:
            continue
        text = re.sub(
            r"(?ms)^ *```.*?^ *```$", lambda block: "\n" * block[0].count("\n"), path.read_text(encoding="utf-8")
        )
        for number, line in enumerate(text.splitlines(), 1):
            if not re.match(r"(    |\t)", line):
                yield f"{path.relative_to(ROOT)}:{number}", re.sub(r"`[^`]*`", "", line)


def retired(said: str, *, is_on_paper: bool = False) -> list[str]:
    """The words of a text that were given up, with what is said instead."""
    if not ANY_RETIRED.search(said):
        return []
    return [
        f"{found[0]!r}: say {now}"
        for old, now in RETIRED.items()
        if not (is_on_paper and old == TICKED) and (found := re.search(old, said))
    ]


@pytest.mark.parametrize("place", [in_templates, in_messages, on_paper, in_commands, in_documents])
def test_words_that_were_given_up_stand_nowhere(place: Callable[[], Iterator[tuple[str, str]]]) -> None:
    said = list(place())
    assert len(said) > 50
    found = [(where, wrong) for where, text in said for wrong in retired(text, is_on_paper=place is on_paper)]
    assert found == []


def test_a_word_that_was_given_up_is_found() -> None:
    assert retired("Seat them anew, then tick the rest.") == [
        "'tick': say select, selected",
        "' anew': say again, re-seated, restart",
    ]
    assert retired("Select the rest; nobody is re-seated.") == []
    assert retired("Tick a box, then mend it.", is_on_paper=True) == ["'mend': say fix, correct"]
