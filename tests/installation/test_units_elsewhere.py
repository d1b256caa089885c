"""What starts `serve` with the machine on macOS and Windows."""

from __future__ import annotations

import plistlib
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tournament.management.serving import unit
from tournament.management.serving.unit import UnitError, write_unit


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of a user."""
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    return tmp_path


def test_macos_gets_a_launch_agent(home: Path) -> None:
    told = write_unit(8170, "darwin")
    agent = home / "Library" / "LaunchAgents" / "top-table.serve.plist"
    assert f"launchctl bootstrap gui/$(id -u) '{agent}'" in told
    written = plistlib.loads(agent.read_bytes())
    assert written["ProgramArguments"] == [sys.executable, f"{ROOT}/manage.py", "serve", "--port", "8170"]
    assert (written["RunAtLoad"], written["KeepAlive"], written["WorkingDirectory"]) == (True, True, str(ROOT))
    assert written["StandardOutPath"] in told


def test_windows_gets_a_command_in_the_startup_folder(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = [str(home / "100% sure" / "python.exe"), "-m", "tournament.management"]
    monkeypatch.setattr(unit, "COMMAND", words)
    told = write_unit(8170, "win32", {"APPDATA": str(home / "Roaming")})
    file = home / "Roaming" / "Microsoft" / "Windows" / "Start Menu" / "Programs" / "Startup" / "Top Table.cmd"
    assert told.startswith(f"{file} starts “serve” on port 8170")
    lines = file.read_bytes().decode().split("\r\n")
    assert lines[-2:] == [f'"{home}/100%% sure/python.exe" -m tournament.management serve --port 8170', ""]
    assert f'cd /d "{ROOT}"' in lines
    assert "\n" not in "".join(lines)


@pytest.mark.parametrize("system", ["darwin", "win32", "linux"])
def test_a_file_that_cannot_be_written_and_a_port_that_cannot_be_opened_are_sentences(home: Path, system: str) -> None:
    surroundings = {"APPDATA": str(home / "AppData"), "XDG_CONFIG_HOME": str(home / "AppData")}
    for name in ("AppData", "Library"):
        (home / name).touch()
    with pytest.raises(UnitError, match=r"cannot be written: .*; make its folder writable"):
        write_unit(8170, system, surroundings)
    with pytest.raises(UnitError, match="Port 80 is not open"):
        write_unit(80, system, surroundings)


@pytest.mark.parametrize("system", ["darwin", "win32", "linux"])
def test_a_runnable_file_is_named_itself_and_not_where_it_unpacks(
    home: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    file = home / "top-table.pyz"
    monkeypatch.setattr(unit, "COMMAND", unit.words_of(str(file)))
    assert (sys.executable, str(file)) == unit.COMMAND
    write_unit(8170, system, {"APPDATA": str(home), "XDG_CONFIG_HOME": str(home), "XDG_DATA_HOME": str(home)})
    written = [each.read_text(encoding="utf-8") for each in home.rglob("*") if each.is_file()]
    assert written
    assert all(str(file) in text and str(ROOT / "manage.py") not in text for text in written)
    assert not [text for text in written if f"WorkingDirectory={ROOT}" in text or f'cd /d "{ROOT}"' in text]


@pytest.mark.parametrize("folder", [".cache/uv/archive-v0/a1b2", "Library/Caches/pipx/a1", "uv/cache/archive-v0/a1"])
def test_from_a_cache_the_program_is_to_be_installed_first(home: Path, folder: str) -> None:
    with pytest.raises(UnitError, match=r"lies in a cache, .*; install it first, as by “uv tool install WHEEL”"):
        write_unit(8170, "linux", {}, home / folder)
    assert not list(home.iterdir())
