"""A hundred sentences of pages and sheets, drawn by a seed, for somebody who judges whether they are natural English.

``python3 manage.py test -m load tests/tournament/languages/test_drawn.py`` writes them to ``.pytest_cache/drawn-sentences.txt``.
"""

from __future__ import annotations

import re
import subprocess
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from tests.build import logged_in, make_director
from tests.conftest import ROOT
from tests.tournament.languages.rendered import runs_of
from tests.tournament.pages.judges import AS_TYPED
from tests.tournament.pages.walk import walk
from tests.tournament.pdf.events import PRINTED_AT, event
from tournament.pdf.document import sheet
from tournament.pdf.job import Options, PaperError
from tournament.pdf.sheets import SHEETS

pytestmark = [pytest.mark.load, pytest.mark.django_db]

TYPED_ON_PAPER = ("first of the rule", "misplay", "Misread tile")
"""What people typed on the sheets of the tests."""
SEED, COUNT = 20261126, 100
OF_PAPER = 25
"""How many of them are of paper."""


def is_sentence(run: str) -> bool:
    """Whether a run says something of ours: three words or more that are no list of names and figures and were not typed for a test."""
    if any(typed in run for typed in (*AS_TYPED, *TYPED_ON_PAPER) if " " in typed and typed != "Top Table"):
        return False
    return (
        len(re.findall(r"\b[a-z]{2,}\b", run)) >= 3
        and len(run) < 400
        and "http" not in run
        and " · Top Table" not in run
    )


def once_each(runs: list[str]) -> list[str]:
    """Return the sentences among the runs, each once, whatever figures and names are in it."""
    found: dict[str, str] = {}
    for run in runs:
        for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z“])", run):
            key = re.sub(r"\d+", "#", re.sub(r"\b[A-Z]\w+ (Demo|Player)\b|\bPlayer \w+", "NAME", sentence))
            if is_sentence(sentence):
                found.setdefault(key, sentence)
    return sorted(found.values())


def test_a_hundred_sentences_are_drawn(stages: dict[str, str], tmp_path: Path) -> None:
    director = logged_in(make_director())
    pages = once_each([run for visit in walk(director, stages) for run in runs_of(visit.page)])
    paper = once_each(printed(tmp_path))
    drawn = Random(SEED).sample(pages, COUNT - OF_PAPER) + Random(SEED).sample(paper, OF_PAPER)
    file = ROOT / ".pytest_cache" / "drawn-sentences.txt"
    file.write_text("".join(f"{number}. {said}\n" for number, said in enumerate(drawn, 1)), encoding="utf-8")
    (ROOT / ".pytest_cache" / "all-sentences.txt").write_text("\n".join([*pages, "", *paper]), encoding="utf-8")
    assert len(drawn) == COUNT


def printed(folder: Path) -> list[str]:
    """Return the lines of every sheet as a reader of PDF sees them."""
    lines: list[str] = []
    played, over = event(17, closed=2), event(17, closed=4, drawn=0)
    for name in SHEETS:
        file = folder / f"{name}.pdf"
        try:
            file.write_bytes(sheet(name, played, Options(), PRINTED_AT))
        except PaperError:
            file.write_bytes(sheet(name, replace(over, is_final_published=True), Options(), PRINTED_AT))
        text = subprocess.run(["pdftotext", "-layout", file, "-"], capture_output=True, text=True, check=True).stdout
        lines += [part.strip() for line in text.splitlines() for part in re.split(r"\s{3,}", line) if part.strip()]
    return lines
