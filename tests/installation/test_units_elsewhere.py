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
