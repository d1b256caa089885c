"""The agreed shape of the project: its layers, sizes, names, words and what may lie at the top."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path
from typing import Any

import grimp
import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parent.parent
FORBIDDEN_NAMES = {
    "match",
    "bye",
    "manager",
    "helper",
    "helpers",
    "utils",
    "common",
    "data",
    "info",
    "handler",
    "process",
}
TOP_LEVEL = {
    *(
        "manage.py",
        "noxfile.py",
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "CHANGELOG.md",
        "CONTRIBUTING.md",
    ),
    *(".gitignore", ".ci"),
    *(
        "requirements.lock",
        "tournament",
        "games",
        "laboratory",
        "templates",
        "static",
        "tests",
        "fixtures",
        "docs",
        "deploy",
        "wording",
    ),
}
# Put together here, so that this file does not find itself.
MACHINE_PATHS = re.compile("|".join(("/" + "work/", "/" + "tmp/", "/" + "root/", "/" + "home/[a-z]")))
REGISTRIES = re.compile(
    "|".join(("py" + r"pi\.org", "python" + r"hosted\.org", "npm" + r"js\.", "deb" + r"\.debian\.org"))
)
PURE_LAYERS_FROM, PURE_LAYERS_TO = "pdf", "record"


@pytest.fixture(scope="session")
def tracked() -> list[Path]:
    """Every file that git keeps, as paths from the project's folder."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).exists()]


def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def modules(tracked: list[Path]) -> list[Path]:
    return [path for path in tracked if path.suffix == ".py" and "migrations" not in path.parts]


def test_imports_go_down_the_layers_only() -> None:
    lint = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as lint; lint()", "--no-logo"]
    outcome = subprocess.run(lint, cwd=ROOT, capture_output=True, text=True)
    assert outcome.returncode == 0, outcome.stdout


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Imports for types alone and inside functions count too; a circle raises CycleError, which names it."""
    graph = grimp.build_graph("tournament", "games", cache_dir=None)
    imports = {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}
    assert len(imports) > len(list((ROOT / "games").rglob("*.py")))
    TopologicalSorter(imports).prepare()


def test_the_contract_of_purity_names_every_module_of_the_pure_layers() -> None:
    contracts = {contract["name"]: contract for contract in project()["tool"]["importlinter"]["contracts"]}
    layers = [re.findall(r"[a-z]+", layer) for layer in contracts["The layers of the tournament"]["layers"]]
    first, last = (
        next(i for i, layer in enumerate(layers) if word in layer) for word in (PURE_LAYERS_FROM, PURE_LAYERS_TO)
    )
    pure = {f"tournament.{module}" for layer in layers[first : last + 1] for module in layer if is_module(module)}
    assert set(contracts["The pure modules know no Django and no settings"]["source_modules"]) == pure | {"games"}


def is_module(name: str) -> bool:
    return any((ROOT / "tournament" / path).exists() for path in (f"{name}.py", f"{name}/__init__.py"))


def test_no_module_has_a_name_that_tells_nothing(tracked: list[Path]) -> None:
    assert [path for path in modules(tracked) if FORBIDDEN_NAMES & set(path.stem.split("_"))] == []


def test_every_module_begins_with_what_it_is_for(tracked: list[Path]) -> None:
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path in modules(tracked)}
    assert [path for path, text in texts.items() if text.strip() and not _what_it_is_for(text)] == []


def _what_it_is_for(text: str) -> str | None:
    """The docstring of a module; only what stands before its end is parsed, as everything else is no part of it."""
    end = text.find('"""', text.find('"""') + 3) + 3
    return ast.get_docstring(ast.parse(text[:end])) if text[end : end + 1] in ("", "\n") else None


def test_nothing_but_the_agreed_lies_at_the_top(tracked: list[Path]) -> None:
    assert {path.parts[0] for path in tracked} - TOP_LEVEL == set()


def test_no_file_names_a_place_on_one_machine_or_a_package_registry(tracked: list[Path]) -> None:
    found = []
    for path in tracked:
        try:
            lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a font or a picture
        found += [
            f"{path}: {line.strip()[:100]}" for line in lines if MACHINE_PATHS.search(line) or REGISTRIES.search(line)
        ]
    assert found == []


@pytest.mark.django_db
def test_the_migrations_tell_all_that_the_models_say() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=3)


def test_the_tests_run_on_exactly_the_packages_that_the_application_runs_on() -> None:
    application, tests = (
        set(re.findall(r"^([a-z0-9._\[\],-]+==[^ \\]+)", (ROOT / name).read_text(encoding="utf-8"), re.MULTILINE))
        for name in ("requirements.lock", "tests/requirements-test.lock")
    )
    assert len(application) > len(project()["project"]["dependencies"])
    assert {pin.replace("[binary]", "") for pin in application} - {
        pin.replace("[binary]", "") for pin in tests
    } == set()


@pytest.mark.parametrize("module", ["tournament.installation.bootstrap", "tournament.installation.local", "manage"])
def test_what_runs_before_anything_is_installed_needs_only_the_standard_library(module: str) -> None:
    alone = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import {module}"
    subprocess.run([sys.executable, "-I", "-S", "-c", alone], check=True)


@pytest.mark.parametrize(
    "module",
    [
        "tournament/__init__.py",
        "tournament/installation/__init__.py",
        "tournament/installation/bootstrap.py",
        "manage.py",
    ],
)
def test_what_runs_first_is_readable_to_an_older_python(module: str) -> None:
    ast.parse((ROOT / module).read_text(encoding="utf-8"), feature_version=(3, 9))
