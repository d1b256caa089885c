"""Which names that are imported from Django its public documentation has, and where: the fixture of `test_public_parts.py`.

By hand, with the `docs` folder of Django's source: ``python -m tests.run.documented DOCS > fixtures/django/documented.txt``.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.run.trees import nodes_of, tree_of

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("tournament", "games", "laboratory", "tests")
INTERNAL = ("internals/", "man/")
DIRECTIVE = re.compile(
    r"^\s*\.\. (module|currentmodule|class|function|exception|data|decorator|attribute|method|classmethod)::\s*([\w.]+)"
)
IMPORTED = re.compile(r"from (django[\w.]*) import (\([^)]*\)|[^\n(]+)")
ROLE = re.compile(r"`[~!]?(?:[^`<]*<)?~?(django(?:\.\w+)+)")
CALLED = re.compile(r"\b([a-z]\w*\.[a-z]\w+)\(")
LITERAL = re.compile(r"(?:``|[~.`])([A-Za-z_]\w+)(?:\(\))?`")


def modules() -> Iterator[Path]:
    """Every module of the product and of the tests, but for migrations, which Django itself has written."""
    yield from sorted(ROOT.glob("*.py"))
    for folder in FOLDERS:
        yield from (path for path in sorted((ROOT / folder).rglob("*.py")) if "migrations" not in path.parts)


def imports_of(path: Path, package: str) -> Iterator[str]:
    """The full names that a module imports from a package, wherever in it the import stands."""
    if package not in path.read_text(encoding="utf-8"):
        return
    for node in nodes_of(tree_of(path)):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] == package:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.split(".")[0] == package)


def told_in(docs: Path) -> dict[str, str]:
    """The names that the documentation has, in full where it says their module and else alone, each with the first file that has it."""
    told: dict[str, str] = {}
    for file in sorted(docs.rglob("*.txt"), key=lambda path: ("releases" in path.parts, path)):
        name = file.relative_to(docs).as_posix()
        if not name.startswith(INTERNAL):
            for found in names_in(file.read_text(encoding="utf-8")):
                told.setdefault(found, name)
    return told


def names_in(text: str) -> Iterator[str]:
    """The names in one file of the documentation: described, imported in an example, or named in a sentence."""
    module = ""
    for line in text.splitlines():
        if found := DIRECTIVE.match(line):
            kind, name = found.groups()
            module = name if kind in ("module", "currentmodule") else module
            yield name if name.startswith("django") else f"{module}.{name}"
    for imported in IMPORTED.finditer(text):
        yield from (f"{imported[1]}.{name}" for name in re.findall(r"\w+", imported[2]))
    yield from ROLE.findall(text)
    yield from CALLED.findall(text)
    yield from LITERAL.findall(text)


def place_of(name: str, told: dict[str, str]) -> str:
    """Where a name is told: at its own address, at that of a package around it, after its module, or by itself; empty where it is not."""
    packages, last = name.split(".")[:-1], name.rpartition(".")[2]
    addresses = [".".join((*packages[:length], last)) for length in range(len(packages), 0, -1)]
    return next(
        (told[address] for address in (*addresses, ".".join((*packages[-1:], last)), last) if address in told), ""
    )


if __name__ == "__main__":
    documented = told_in(Path(sys.argv[1]))
    used = {name for path in modules() for name in imports_of(path, "django")}
    sys.stdout.writelines(f"{name} {place}\n" for name in sorted(used) if (place := place_of(name, documented)))
