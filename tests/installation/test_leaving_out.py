"""What the installer and the container leave out: nothing that is read, and most of what is not."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path, PurePath

import pytest

from deploy.leaving_out import is_needless, leave_out
from tests.conftest import ROOT

TOLD = """
import json
from babel import Locale
from tournament.day.office.countries import LANGUAGES, countries, country_code
from wording.figures import language_name, listed, whole
from wording.languages import speaking
names = {code: Locale.parse(code).territories["DE"] for code in LANGUAGES}
spoken = []
for code in ("en-gb", "de"):
    with speaking(code):
        spoken.append([language_name("de"), listed("abc"), whole(42400)])
print(json.dumps([names, [country_code(name) for name in names.values()], countries(), spoken]))
"""


def told(packages: Path | None = None) -> object:
    """What a program makes of Babel's data, in its own place or in this folder."""
    path = os.pathsep.join(str(each) for each in (packages, ROOT) if each)
    said = subprocess.run(
        [sys.executable, "-c", TOLD], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=True
    )
    return json.loads(said.stdout)


def test_of_babel_the_languages_stay_in_which_something_is_said_or_read(tmp_path: Path) -> None:
    found = find_spec("babel")
    assert found is not None
    assert found.origin is not None
    shutil.copytree(Path(found.origin).parent, tmp_path / "babel", ignore=shutil.ignore_patterns("__pycache__"))
    assert leave_out(tmp_path) > 15_000_000
    assert told(tmp_path) == told()


@pytest.mark.parametrize(
    ("path", "is_left_out"),
    [
        ("django/conf/locale/fr/LC_MESSAGES/django.mo", True),
        ("django/conf/locale/de/LC_MESSAGES/django.po", True),
        *((f"django/conf/locale/{code}/LC_MESSAGES/django.mo", False) for code in ("de", "en", "en_GB")),
        ("django/conf/locale/fr/formats.py", False),
        ("icalendar/tests/test_unit.py", True),
        ("django/test/client.py", False),
        ("babel/locale-data/LICENSE.unicode", False),
        ("wording/locale/de/LC_MESSAGES/django.mo", False),
        ("tournament/tests/of_ours.py", False),
        ("sitecustomize.py", False),
    ],
)
def test_words_that_nobody_reads_and_tests_of_others_are_left_out(path: str, *, is_left_out: bool) -> None:
    assert is_needless(PurePath(path)) == is_left_out
