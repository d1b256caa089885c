"""Sentences that do not go through the catalogue: ``python -m tests.tournament.languages.unmarked [PATH ...]`` lists them, one a line.

Read are templates and the modules that speak to people. In Python and in scripts a text counts as a sentence where it begins with a capital
and goes on with a small word; in templates, where every word is read, where it has two words or begins as a sentence does.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MARKS = {
    *("_", "gettext", "pgettext", "ngettext", "npgettext", "gettext_noop"),
    *("gettext_lazy", "pgettext_lazy", "ngettext_lazy", "npgettext_lazy"),
}
"""The calls whose texts are in the catalogue."""
TYPE_MAKERS = {"TypeVar", "ParamSpec", "NewType", "StrEnum"}
"""Calls whose texts name a type."""
PATTERNS = {"compile", "fullmatch", "words", "_keys"}
"""Calls whose texts are patterns, and names of sets of words that strangers use (`tournament/day/lists/words.csv`)."""
LOGGED = {"debug", "info", "warning", "error", "exception"}
"""Calls whose texts are in the log of the server."""
STORED = {"The event {} was deleted.", "Player {}", "Final cash", "Played on devices"}
"""Texts that are stored as they are, and by which programs or earlier versions know something."""
IS_SENTENCE = re.compile(r"^[“(]?[A-Z][a-z’]+,? [a-z(“\"{]")
IN_TEMPLATE = re.compile(r"[A-Za-z]{2,},? [a-z(“\"{]|[a-z]{3,}[.:?!…]$|^[A-Z][a-z]{2,}$|^[A-Z][a-z]+ ")
SPEAKS_ENGLISH = (
    "tournament/management",
    "tournament/installation",
    "tournament/migrations",
    "tournament/settings.py",
    "tournament/wsgi.py",
    *(f"games/acquire/logs/{name}.py" for name in ("language/words", "writer")),
    *(f"games/acquire/play/{name}.py" for name in ("notation", "soundness")),
    "games/__main__.py",
    "games/arguments.py",
    "games/commands.py",
    "games/series",
    "games/opponents",
    "games/acquire/play/devices/messages.py",
    "tournament/access/commands.py",
    "tournament/play/games/sockets",
    "tournament/play/programs",
    *(f"tournament/play/games/{name}.py" for name in ("pages/protocol", "services/answering")),
    *(f"tournament/record/{name}.py" for name in ("archive", "books")),
    "tournament/services/archives/writing.py",
    "tournament/tellings/csv.py",
)
"""What only the terminal, the log of the server or a program reads, and the words of logs; docs/developing/languages.md says so."""


def _passed(tree: ast.AST) -> set[int]:
    """Return the nodes of a module that are docstrings, marked, or parts of an f-string that is looked at whole."""
    passed: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            passed.add(id(node.value))
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            passed |= {id(part) for part in ast.walk(node.value)}
        elif isinstance(node, ast.FunctionDef) and node.name == "__str__":
            passed |= {id(part) for part in ast.walk(node)}  # for the admin's lists alone
        elif isinstance(node, ast.JoinedStr):
            passed |= {id(part) for part in node.values}
        elif isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in MARKS | TYPE_MAKERS | PATTERNS | LOGGED:
                passed |= {id(part) for argument in node.args for part in ast.walk(argument)}
    return passed


def _said(node: ast.AST) -> str:
    """Return the text of a constant or an f-string, with {} for each value; empty for anything else."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""


@cache
def read_tree(path: Path) -> ast.Module:
    """Return a module as a tree, which is read once."""
    return ast.parse(path.read_text(encoding="utf-8"))


def python_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Return the unmarked sentences of a module, each with its line: constants and f-strings outside docstrings and marks."""
    tree = read_tree(path)
    passed = _passed(tree)
    for node in ast.walk(tree):
        said = "" if id(node) in passed else _said(node)
        if said not in STORED and IS_SENTENCE.search(said):
            yield getattr(node, "lineno", 1), said


TAG = re.compile(r"(?s){%.*?%}|{{.*?}}")
SILENT = re.compile(
    r"(?s){% comment %}.*?{% endcomment %}|{#.*?#}|{%-? *blocktrans(?:late)?\b.*?{% *endblocktrans(?:late)? *%}"
    r"|<(script|style|code|kbd)\b[^>]*>.*?</\1>|<!doctype[^>]*>"
)
READ_ATTRIBUTE = re.compile(
    r"""\b(?:placeholder|title|aria-label|alt|data-label|data-words|data-starts|data-seated|label)="([^"]*)\""""
)
IN_TAG = re.compile(r"""(_\()?(["'])((?:(?!\2).)*)\2""")
KEY_TAG = re.compile(
    r"{%-? *(?:load|url|static|extends|translate|trans|block|endblock|now|cycle|regroup|language|widthratio)\b"
)


def _blank(found: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", found[0])


def template_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Return the unmarked sentences of a template, each with its line: texts, attributes that are read, and words inside tags."""
    source = SILENT.sub(_blank, path.read_text(encoding="utf-8"))
    for tag in TAG.finditer(source):
        if KEY_TAG.match(tag[0]):
            continue
        for text in IN_TAG.finditer(tag[0]):
            if not text[1] and IN_TEMPLATE.search(text[3]) and "/" not in text[3]:
                yield source.count("\n", 0, tag.start()) + 1, text[3]
    bare = TAG.sub(_blank, source)
    if "<" not in bare and "=" in bare:  # attributes alone, of which READ_ATTRIBUTE finds those that are read
        bare = f"<{bare}>"
    for found in READ_ATTRIBUTE.finditer(bare):
        if re.search(r"[A-Za-z]{2}", found[1]):
            yield bare.count("\n", 0, found.start()) + 1, found[1].strip()
    for found in re.finditer(r"(?:^|>)([^<>]*)(?=<|$)", bare):
        if re.search(r"[A-Za-z]{2}", re.sub(r"&\w+;", "", found[1])):
            start = found.start(1) + len(found[1]) - len(found[1].lstrip())
            yield bare.count("\n", 0, start) + 1, " ".join(found[1].split())


MARKED_IN_SCRIPT = re.compile(r"""n?p?gettext\(\s*(?:"(?:\\.|[^"\\])*"\s*,?\s*)+""")
IN_SCRIPT = re.compile(r"""(["'`])((?:\\.|(?!\1).)*)\1""")


def script_texts(path: Path) -> Iterator[tuple[int, str]]:
    """Return the unmarked sentences of a script, each with its line."""
    source = re.sub(r"(?s)/\*.*?\*/", _blank, path.read_text(encoding="utf-8"))
    source = re.sub(r"(?m)(?<![:\"'`\\])//.*$", "", source)
    source = MARKED_IN_SCRIPT.sub(_blank, source)
    for number, line in enumerate(source.splitlines(), 1):
        for found in IN_SCRIPT.finditer(line):
            if IS_SENTENCE.search(found[2]):
                yield number, found[2]


READERS = {".py": python_texts, ".html": template_texts, ".js": script_texts}


def spoken_files(roots: list[Path]) -> Iterator[Path]:
    """Return every file below ``roots`` whose sentences people read."""
    for root in roots:
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            name = path.relative_to(ROOT).as_posix()
            is_terminals = name.startswith(SPEAKS_ENGLISH) or "/management/commands/" in name
            if path.suffix in READERS and not is_terminals and not name.startswith("static/tournament/languages/"):
                yield path


def unmarked(roots: list[Path]) -> list[str]:
    """Return "path:line: text" for every sentence below ``roots`` that no catalogue holds."""
    return [
        f"{path.relative_to(ROOT)}:{line}: {said}"
        for path in spoken_files(roots)
        for line, said in READERS[path.suffix](path)
    ]


if __name__ == "__main__":
    chosen = [Path(name).resolve() for name in sys.argv[1:]] or [
        ROOT / name for name in ("tournament", "games", "templates", "static")
    ]
    sys.stdout.write("".join(f"{line}\n" for line in unmarked(chosen)))
