"""The full run: which packages it finds missing, which stages it plans, and how a stage's end is told."""

from __future__ import annotations

import sys
from pathlib import Path

import psycopg
import pytest

from tests.run import summary
from tests.run.machine import PACKAGES, MachineError, missing_packages, read_parts_left_out
from tests.run.postgres import PostgresError, newest_binaries, running_server
from tests.run.stages import Stage, Voice, pytest_stages, run_stage


def test_parts_to_leave_out_are_named_with_commas_between() -> None:
    assert read_parts_left_out("browser, postgresql,") == {"browser", "postgresql"}
    assert read_parts_left_out("") == set()


def test_a_part_that_does_not_exist_cannot_be_left_out() -> None:
    with pytest.raises(MachineError) as refusal:
        read_parts_left_out("browsers")
    assert str(refusal.value) == "There is no part browsers to leave out; use browser, postgresql, paper, hosts."


def test_a_package_is_missing_while_its_file_is(tmp_path: Path) -> None:
    assert missing_packages((), tmp_path) == [package.name for package in PACKAGES]
    assert missing_packages(("paper", "browser", "hosts"), tmp_path) == ["postgresql"]
    (tmp_path / "usr/lib/postgresql/15/bin").mkdir(parents=True)
    (tmp_path / "usr/lib/postgresql/15/bin/initdb").touch()
    assert missing_packages(("paper", "browser", "hosts"), tmp_path) == []


def test_unit_and_page_tests_always_run_and_the_other_stages_unless_left_out() -> None:
    assert [stage.number for stage in pytest_stages(frozenset())] == [4, 5, 6, 7, 7]
    assert [stage.number for stage in pytest_stages(frozenset({"browser", "postgresql", "paper"}))] == [4, 5]


def test_what_the_unit_tests_leave_out_runs_with_the_page_tests() -> None:
    unit, pages = (set(stage.command[-1].split(" and ")) for stage in pytest_stages(frozenset())[:2])
    left_out = {mark.removeprefix("not ") for mark in unit - pages}
    assert left_out == {"database", "server", "whole"}
    assert pages - unit == {"(database or server or whole)"}


@pytest.mark.parametrize(
    ("program", "outcome"),
    [
        ("pass", ""),
        ("raise SystemExit(5)", "it collected no test, which proves nothing"),
        ("raise SystemExit(3)", "trial, exit status 3"),
    ],
)
def test_a_stage_ends_well_or_with_the_reason(program: str, outcome: str) -> None:
    assert run_stage(Stage(4, "unit", "trial", (sys.executable, "-I", "-c", program), Voice.ALWAYS)) == outcome


def test_the_summary_names_what_failed_and_what_was_left_out() -> None:
    assert summary([], frozenset(), "in all") == "Nothing failed in all."
    assert summary(["ruff", "browser"], frozenset({"postgresql"}), "in all") == (
        "Failed in all: ruff; browser\nLeft out by TOPTABLE_TEST_WITHOUT, so not proven here: postgresql"
    )


@pytest.mark.server
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
