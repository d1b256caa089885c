"""The documents as somebody reads them: short, each named by the index, the changes by version, each dependency with its reason."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tests.conftest import ROOT
from tests.test_documents import DOCUMENTS, rows_of, text_of

CHANGES = (ROOT / "CHANGELOG.md", ROOT / "docs/developing/changes-before-2.8.md")
NOT_COUNTED = {*CHANGES, ROOT / "docs/rules.md", ROOT / "docs/help.md"}
"""What is looked up by a version, a rule or an event's need, and what the application reads; `fixtures` and `wording` hold no documents."""
MOST_WORDS, MOST_WORDS_OF_THE_README = 45_000, 600


def words_of(document: Path) -> int:
    return len(document.read_text(encoding="utf-8").split())


def test_the_documents_are_no_longer_than_somebody_reads() -> None:
    counted = {*DOCUMENTS, *ROOT.glob("deploy/*/README.md"), *ROOT.glob("laboratory/*.md")} - NOT_COUNTED
    assert words_of(ROOT / "README.md") <= MOST_WORDS_OF_THE_README
    assert sum(words_of(each) for each in counted if each.parent.name != "fixtures") <= MOST_WORDS


def test_the_index_names_every_document() -> None:
    index = ROOT / "docs/README.md"
    told = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", index.read_text(encoding="utf-8"))
    named = {(index.parent / target).resolve() for target in told}
    elsewhere = {ROOT / "README.md", ROOT / "CHANGELOG.md", index}
    assert {*DOCUMENTS, *ROOT.glob("laboratory/*.md")} - named - elsewhere == set()


def test_each_version_says_first_what_to_do_before_an_upgrade() -> None:
    parts = ["Before you upgrade", "New", "Changed", "Gone"]
    for version in re.split(r"^## ", CHANGES[0].read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        told = re.findall(r"^### (.*)$", version, re.MULTILINE)
        assert told == [part for part in parts if part in told], version.splitlines()[0]
        assert told[0] == parts[0], version.splitlines()[0]


def test_versions_before_2_8_have_a_file_of_their_own() -> None:
    now, then = (
        [line[3:] for line in each.read_text(encoding="utf-8").splitlines() if line.startswith("## ")]
        for each in CHANGES
    )
    assert now[-1] == "2.8"
    assert {version.split(".")[0] for version in then} == {"1", "2"}
    assert not {*now} & {*then}


def test_each_direct_dependency_has_its_row_and_no_other_has() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = (each for extra in project["optional-dependencies"].values() for each in extra)
    needed = {re.split(r"[^\w-]", each)[0] for each in (*project["dependencies"], *extras)}
    rows = rows_of(text_of("developing/dependencies.md"), "package")
    assert {name for row in rows for name in re.findall(r"`([\w-]+)`", row[0])} == needed
