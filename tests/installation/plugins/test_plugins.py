"""Plug-ins: one of each kind is installed, and used where a director meets it; and what is wrong with one leaves everything else alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from games import plugins
from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from tests.conftest import ROOT
from tests.run.patience import PATIENCE
from tests.tournament.serving.running import put_migrated
from tournament.installation.plugins import OUR_LABELS
from tournament.pdf.sheets import SHEETS

HERE = Path(__file__).parent
LOG = HERE / "four_shares.acq"


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the example and the faulty plug-ins are installed together, as pip installs them."""
    folder = tmp_path_factory.mktemp("installed")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    line = [*pip, "--target", str(folder), str(HERE / "example"), str(HERE / "faulty")]
    done = subprocess.run(line, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


def told_with(folder: Path, kept: Path, database: Path, **more: str) -> tuple[dict[str, Any], str]:
    """What a program tells in which the packages of a folder are installed, and what it wrote into its log."""
    put_migrated(kept, database)
    given = {
        name: value for name, value in os.environ.items() if not name.startswith(("TOPTABLE_", "DJANGO_", "PYTEST_"))
    }
    given |= {"PYTHONPATH": f"{folder}{os.pathsep}{ROOT}", "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    given |= {"DATABASE_URL": f"sqlite:///{database}", "TOPTABLE_DEBUG": "on", "TOPTABLE_SECRET_KEY": "s" * 40}
    given |= {"TOPTABLE_PUBLIC_ADDRESS": "http://testserver", "TOPTABLE_SNAPSHOTS": "off", "TOPTABLE_GAMES": "on"}
    line = [sys.executable, "-m", "tests.installation.plugins.inside", str(LOG)]
    done = subprocess.run(line, cwd=ROOT, env=given | more, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout), done.stderr


@pytest.fixture(scope="session")
def both(installed: Path, kept_database: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], str]:
    """What is told where they are installed."""
    return told_with(installed, kept_database, tmp_path_factory.mktemp("told") / "data" / "db.sqlite3")


@pytest.mark.server
def test_a_sheet_of_a_plugin_is_on_the_page_of_paper_and_is_printed(both: Any) -> None:
    told, _log = both
    status, page = told["sheets"]
    assert status == 200
    assert "Cloakroom list" in page
    assert "which coat is whose" in page
    text = PdfReader(BytesIO(bytes.fromhex(told["pdf"]))).pages[0].extract_text()
    assert "Cloakroom list" in text
    assert "Hook 1:" in text


@pytest.mark.server
def test_a_replay_takes_the_edition_of_a_plugin(both: Any) -> None:
    told, _log = both
    assert told["buy_max"] == 4
    by_ours, by_theirs = told["replayed"]
    assert "buy-too-many" in by_ours
    assert "edition generous" in by_theirs
    assert "buy-too-many" not in by_theirs


@pytest.mark.server
def test_a_reader_of_a_plugin_reads_its_lists_and_no_others(both: Any) -> None:
    told, _log = both
    assert ".ros" in told["paste"][1]
    assert "Ada Demo" in told["read"]
    assert "Ben Demo" in told["read"]
    assert "“players.ros” is damaged. Write it again and send that." in told["damaged"]
    odd = "The plug-in top-table-example 1.0 could not read “players.ros” as a list of Ros: ValueError. Send the list as CSV instead."
    assert odd in told["odd"]


@pytest.mark.server
def test_a_plugin_hears_of_every_act_once_it_is_stored(both: Any) -> None:
    _told, log = both
    slug = "sample-cup-2026"
    assert f"heard event.create of {slug}, version 1" in log
    assert f"heard rounds.draw of {slug}" in log
    assert f"heard rounds.publish of {slug}" in log
    assert log.count(f"round 1 of {slug} is published") == 1


@pytest.mark.server
def test_a_plugin_adds_a_page_to_the_desk_and_the_settings_lead_there(both: Any) -> None:
    told, _log = both
    assert told["hello"] == [200, "Hello, Sample Cup 2026!"]
    assert 'href="/desk/sample-cup-2026/plugins/top_table_example/">Example</a>' in told["settings"][1]


FAULTY = {
    "poster": "this name has already been taken; choose another.",
    "missing": "it raised ModuleNotFoundError: No module named 'top_table_faulty.nowhere'",
    "No name": "its name can use only small letters",
    "other": "its entry point is called “other”, but its own name is “edition”; use the same for both.",
    "untold": "its labels are “unheard-of”; use one of classic",
    "text": "it must be of type ListReader, not str.",
    "never-ready": "it raised RuntimeError: not today",
    "without-models": "it raised LookupError: 'no models here'",
    "programs": "its label “programs” is taken; give it another one.",
}


@pytest.mark.server
@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_plugin_is_left_out_with_a_sentence(both: Any, name: str) -> None:
    told, log = both
    (fault,) = [each for each in told["faults"] if f"“{name}”" in each]
    assert fault.startswith(f"The plug-in “{name}” of top-table-faulty 0.1 (top_table.")
    assert FAULTY[name].replace("'no models here'", "no models here") in fault.replace(
        "'no models here'", "no models here"
    )
    assert fault in log
    assert fault.partition(": ")[0] in told["checked"]
    (row,) = [row for row in told["plugins"] if row["name"] == name]
    assert fault.endswith(f": {row['fault']}")


@pytest.mark.server
def test_what_is_used_is_listed_without_a_fault(both: Any) -> None:
    told, _log = both
    used = {row["name"] for row in told["plugins"] if not row["fault"]}
    assert used >= {"cloakroom", "generous", "listening"}


@pytest.mark.server
def test_the_page_of_the_installation_tells_which_plugins_there_are_and_what_is_wrong(both: Any) -> None:
    told, _log = both
    status, page = told["installation"]
    assert status == 200
    assert "top-table-example 1.0" in page
    assert "its labels are “unheard-of”" in page


@pytest.mark.server
def test_a_sheet_that_fails_says_so_and_every_page_is_answered(both: Any) -> None:
    told, _log = both
    status, page = told["breaks"]
    assert status == 200
    assert "The sheet “breaks” from the plug-in top-table-faulty 0.1 cannot be printed: ZeroDivisionError." in page
    assert (told["overview"], told["settings"][0]) == (200, 200)


@pytest.mark.server
def test_plugins_are_switched_off_by_one_variable(installed: Path, kept_database: Path, tmp_path: Path) -> None:
    told, log = told_with(installed, kept_database, tmp_path / "told" / "db.sqlite3", TOPTABLE_PLUGINS="off")
    assert told["faults"] == []
    assert "Cloakroom" not in told["sheets"][1]
    assert told["hello"][0] == 404
    assert "heard" not in log
    assert "top-table-example" not in told["installation"][1]


def offering(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """Let one package offer one thing as an edition."""
    entry = EntryPoint(name, value, plugins.EDITIONS)
    monkeypatch.setattr(plugins, "_offers", lambda _group: ((plugins.Plugin(entry.group, name, "demo 1"), entry),))
    monkeypatch.setattr(plugins, "_faults", {})
    monkeypatch.setattr(plugins, "_registries", [])


@pytest.mark.parametrize("name", ["mso", "a--b", "-a", "a-", "1a", "A", "a b", "a/b", "", "a" * 41, "ä"])
def test_a_name_that_is_taken_or_is_no_name_is_refused(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    offering(monkeypatch, name, "games.acquire.editions.values:EDITIONS")
    assert dict(plugins.Registry(plugins.EDITIONS, Edition, EDITIONS)) == dict(EDITIONS)
    assert len(plugins.faults()) == 1


def test_a_fault_is_told_once(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    offering(monkeypatch, "demo", "games.acquire.editions.values:EDITIONS")
    for _time in range(2):
        assert not plugins.Registry(plugins.EDITIONS, Edition)
    words = "The plug-in “demo” of demo 1 (top_table.editions) is not used: it must be of type Edition, not Registry."
    assert [str(fault) for fault in plugins.faults()] == [words]


def test_nothing_of_ours_has_a_name_that_no_plugin_may_have() -> None:
    for name in (*EDITIONS, *SHEETS):
        plugins._check_name(plugins.Plugin("", name, ""), ())


def test_the_labels_of_our_apps_are_known() -> None:
    from django.apps import apps
    from django.conf import settings

    known = {*OUR_LABELS, *(each.rpartition(".")[2] for each in settings.INSTALLED_APPS)}
    assert {config.label for config in apps.get_app_configs()} <= known
