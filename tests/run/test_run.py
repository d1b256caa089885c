"""The full run: which packages it finds missing, which tests its stages choose, and how a stage's end is told."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import psycopg
import pytest

from tests.conftest import ROOT
from tests.run.machine import PACKAGES, MachineError, missing_packages, read_parts_left_out
from tests.run.newest import CORE, lock_without
from tests.run.postgres import PostgresError, newest_binaries, running_server
from tests.run.told import closing_line, end_of_node, end_of_pytest

RED = """\
..F                                                                      [100%]
=================================== FAILURES ===================================
____________________________________ test_a ____________________________________
E   assert 1 == 2
=========================== short test summary info ============================
SKIPPED [2] tests/test_b.py:4: nginx is not installed
FAILED tests/test_a.py::test_a - assert 1 == 2
1 failed, 4294 passed, 2 skipped in 64.38s (0:01:04)"""


def test_parts_to_leave_out_are_named_with_commas_between() -> None:
    assert read_parts_left_out("browser, postgresql,") == {"browser", "postgresql"}
    assert read_parts_left_out("") == set()


def test_a_part_that_does_not_exist_cannot_be_left_out() -> None:
    with pytest.raises(MachineError) as refusal:
        read_parts_left_out("browsers")
    assert str(refusal.value) == "There is no part browsers to leave out; use browser, postgresql, paper, words, hosts."


def test_a_package_is_missing_while_its_file_is(tmp_path: Path) -> None:
    assert missing_packages((), tmp_path) == [package.name for package in PACKAGES]
    assert missing_packages(("paper", "words", "browser", "hosts"), tmp_path) == ["postgresql"]
    (tmp_path / "usr/lib/postgresql/15/bin").mkdir(parents=True)
    (tmp_path / "usr/lib/postgresql/15/bin/initdb").touch()
    assert missing_packages(("paper", "words", "browser", "hosts"), tmp_path) == []


@pytest.mark.parametrize("marks", list(product((False, True), repeat=3)))
def test_every_test_runs_in_exactly_one_stage_on_sqlite(marks: tuple[bool, bool, bool]) -> None:
    chosen = re.findall(
        r'def (?:unit|pages|servers)\(.*\n    """.*"""\n    run_pytest\(session, f"(.*) and \{BY_HAND', noxfile()
    )
    assert len(chosen) == 3
    named = dict(zip(("database", "server", "whole"), marks, strict=True))
    assert [eval(words, named) for words in chosen].count(True) == 1  # noqa: S307


def test_every_stage_but_those_of_a_release_runs_in_a_full_run_and_only_unit_tests_have_nothing_beside_them() -> None:
    stages = re.findall(r"^@nox.session(\(.*\))?\ndef (\w+)", noxfile(), re.MULTILINE)
    assert [name for words, name in stages if "default=False" in words] == ["newest", "windows", "release", "locks"]
    assert [name for words, name in stages if "allow_parallel=True" not in words] == ["unit"]


def noxfile() -> str:
    return (ROOT / "noxfile.py").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("....  [100%]\n4295 passed in 39.21s\n", "unit: 4,295 passed in 39 s"),
        ("= 1 passed, 170 deselected in 13.40s =\n", "unit: 1 passed, 170 deselected in 13 s"),
        (
            ".s\nSKIPPED [1] tests/test_b.py:4: nginx is not installed\n1 passed, 1 skipped in 0.40s\n",
            "unit: 1 passed, 1 skipped in 0 s\n  not proven, unit: tests/test_b.py:4: nginx is not installed",
        ),
        (
            RED,
            f"{RED[RED.index('===') :]}\nunit FAILED: 1 failed, 4,294 passed, 2 skipped in 64 s\n"
            "  not proven, unit: tests/test_b.py:4: nginx is not installed",
        ),
        ("no tests ran in 0.01s\n", "no tests ran in 0.01s\n\nunit FAILED: no test ran"),
        ("ImportError while loading conftest", "ImportError while loading conftest\nunit FAILED: no test ran"),
    ],
)
def test_a_stage_is_told_in_a_line_with_its_failures_before_and_what_it_left_out_below(said: str, told: str) -> None:
    assert end_of_pytest("unit", said) == told


def test_the_end_of_the_scripts_is_told_in_the_same_words() -> None:
    said = "TAP version 13\n# tests 3\n# pass {}\n# fail {}\n# cancelled 0\n# duration_ms 1400.5\n"
    assert end_of_node("scripts", said.format(3, 0)) == "scripts: 3 passed in 1 s"
    red = said.format(2, 1)
    assert end_of_node("scripts", red) == f"{red}\nscripts FAILED: 1 failed, 2 passed in 1 s"
    assert end_of_node("scripts", "") == "\nscripts FAILED: no test ran"


def test_the_last_line_has_the_figures_of_all_stages_in_the_words_of_pytest() -> None:
    told = [
        "machine: nothing",
        "checks: ruff, types in 20 s",
        "unit: 4,295 passed in 39 s",
        "pages FAILED: 1 failed, 5 passed in 4 s",
    ]
    assert closing_line(told, 63.5) == "1 failed, 4300 passed in 63.50s (0:01:03)"
    assert closing_line([], 1.25) == "no tests ran in 1.25s"


def test_the_newest_django_takes_the_place_of_the_locked_one_and_nothing_else_changes() -> None:
    lock = (ROOT / "tests" / "requirements-test.lock").read_text(encoding="utf-8")
    kept = lock_without(lock, ("django",))
    gone = set(lock.splitlines()) - set(kept.splitlines())
    assert {line.partition("==")[0].strip() for line in gone if "==" in line} == {"django"}
    assert "\ndjango-axes==" in kept


@pytest.mark.server
def test_every_file_for_the_newest_django_is_there() -> None:
    assert [name for name in CORE if not (ROOT / name).is_file()] == []


def test_a_postgresql_server_of_our_own_answers_and_is_gone_afterwards() -> None:
    try:
        newest_binaries()
    except PostgresError as missing:
        pytest.skip(str(missing))
    with running_server() as address:
        folder = Path(address.partition("?host=")[2])
        with psycopg.connect(address) as connection:
            assert connection.execute("SELECT 6 * 7").fetchone() == (42,)
        assert folder.is_dir()
    assert not folder.exists()
