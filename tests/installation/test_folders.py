"""Where data lie on each system, by which words commands are entered, and what is said where an extra is missing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from deploy.windows.build import COMMAND
from tests.conftest import ROOT
from tournament.installation import database, folders
from tournament.installation.database import database as settings_of
from tournament.installation.environment import PASSED_ON, SettingError, joined_environment
from tournament.management.cli import choose_installation, names_installation
from tournament.public.templatetags.commands import command


@pytest.mark.parametrize(
    ("program", "words"),
    [
        ("manage.py", "python3 manage.py"),
        ("/opt/top-table/manage.py", "python3 manage.py"),
        ("/usr/local/bin/top-table", "top-table"),
        ("/usr/lib/python3/site-packages/tournament/management/__main__.py", "python3 -m tournament.management"),
        ("/media/stick/top-table.pyz", "python3 top-table.pyz"),
    ],
)
def test_a_command_is_named_by_the_program_that_was_started(program: str, words: str) -> None:
    assert folders.started_as(program) == words


def test_a_sentence_names_the_words_of_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(PASSED_ON, raising=False)
    assert folders.command_line("serve") == "python3 manage.py serve"
    monkeypatch.setattr(folders, "IS_CHECKOUT", False)
    assert folders.command_line("serve") == "top-table serve"
    monkeypatch.setenv(PASSED_ON, joined_environment(started_as="python3 top-table.pyz")[PASSED_ON])
    assert (folders.command_line("serve"), folders.command_line()) == (
        "python3 top-table.pyz serve",
        "python3 top-table.pyz",
    )


def test_what_the_installer_of_windows_brings_is_opened_in_the_start_menu_and_its_commands_have_a_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "top-table.cmd").write_text(COMMAND, encoding="ascii")  # as the installer lays it beside the packages
    monkeypatch.setattr(folders, "ROOT", tmp_path / "packages")
    monkeypatch.setenv(PASSED_ON, joined_environment(started_as=folders.started_as("__main__.py"))[PASSED_ON])
    path = r"%LOCALAPPDATA%\Programs\TopTable\top-table.cmd"
    assert folders.command_line("backup FILE") == f"{path} backup FILE"
    assert folders.command_line("serve --port 8002") == f"{path} serve --port 8002"
    assert folders.command_line("serve") == command("serve") == "Top Table in the start menu"
    where = (ROOT / "deploy" / "windows" / "installer.nsi").read_text(encoding="utf-8")
    assert 'InstallDir "$LOCALAPPDATA\\Programs\\TopTable"' in where
    assert path in (ROOT / "docs" / "running" / "windows.md").read_text(encoding="utf-8")


def test_data_lie_where_the_system_keeps_them_and_an_earlier_folder_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folders.user_folder("top-table", {"XDG_DATA_HOME": "/data"}) == Path("/data/top-table")
    usual = tmp_path / ".local" / "share" / "top-table"
    assert folders.user_folder("top-table", {"XDG_DATA_HOME": "not/whole"}) == usual
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name, appauthor: tmp_path / "Library" / name)
    assert folders.user_folder("top-table", {}) == tmp_path / "Library" / "top-table"
    usual.mkdir(parents=True)
    assert folders.user_folder("top-table", {}) == usual


def test_without_the_packages_of_a_server_a_sentence_says_how_to_install_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "find_spec", lambda _name: None)
    assert settings_of("sqlite://:memory:")["ENGINE"].endswith("sqlite3")
    with pytest.raises(SettingError) as refusal:
        settings_of("postgresql://toptable:secret@db/toptable")
    lock = ROOT / "deploy" / "requirements-server.lock"
    assert str(refusal.value) == (
        "DATABASE_URL names PostgreSQL, whose packages are not installed; enter: "
        f"{sys.executable} -m pip install --require-hashes -r {lock}"
    )
    assert lock.exists()
    monkeypatch.setattr(folders, "IS_CHECKOUT", False)
    with pytest.raises(
        SettingError, match=r'whose packages are not installed; enter: .* -m pip install "top-table\[server\]"'
    ):
        settings_of("postgresql://toptable:secret@db/toptable")


def test_a_command_on_all_events_means_serves_installation_and_before_that_the_demos(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["top-table", "person", "Player 07"])

    def chosen() -> str:
        for name in ("DATABASE_URL", "TOPTABLE_SECRET_KEY", "TOPTABLE_DEBUG"):
            monkeypatch.delenv(name, raising=False)
        before = dict(os.environ)
        choose_installation("person")
        found = os.environ["DATABASE_URL"]
        for name in set(os.environ) - set(before):
            del os.environ[name]
        os.environ.update(before)
        return found

    assert chosen().endswith("/demo.sqlite3")
    database_file = tmp_path / "top-table" / "top-table.sqlite3"
    database_file.parent.mkdir()
    database_file.write_bytes(b"SQLite")
    assert chosen() == f"sqlite:///{database_file}"


@pytest.mark.parametrize(
    ("variable", "names"),
    [
        ("DATABASE_URL", True),
        ("TOPTABLE_SECRET_KEY", True),
        ("TOPTABLE_DEBUG", True),
        ("TOPTABLE_PUBLIC_ADDRESS", False),
        (PASSED_ON, False),
    ],
)
def test_an_address_alone_does_not_say_which_installation_is_meant(variable: str, *, names: bool) -> None:
    assert names_installation(variable) == names
