"""The folder of gathered style sheets and scripts: made on first use by whoever serves, and deleted when nobody needs it."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock
from pytest_django import Settings

from tests.conftest import ROOT
from tournament.installation import local, static_files
from tournament.installation.static_files import COMPLETE, HOLD, cache_folder, gather, static_root

pytestmark = pytest.mark.server

A_PROCESS = "import django; django.setup(); from tournament.installation.static_files import gather; gather()"

TWO_COPIES = f"""{A_PROCESS}
import os, sys
from tournament.installation.static_files import hold_again
for ends in (True, False):
    if not os.fork():
        hold_again()
        print("holds", flush=True)
        sys.exit() if ends else sys.exit(sys.stdin.read())
    if ends:
        os.wait()
"""
"""A process with two copies: the first ends, then the process itself, and the second when standard input is closed."""


def start(cache: Path, *, debug: str = "off", code: str = A_PROCESS, **more: Any) -> subprocess.Popen[bytes]:
    """Start a process that gathers into a folder below ``cache``, as the first process of a server does."""
    own = {"TOPTABLE_SECRET_KEY": "x" * 40, "TOPTABLE_PUBLIC_ADDRESS": "http://testserver", "TOPTABLE_DEBUG": debug}
    own |= {"DATABASE_URL": "sqlite://:memory:", "CACHE_DIRECTORY": str(cache)}
    own["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
    return subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env={**os.environ, **own}, **more)


def folders(cache: Path) -> list[Path]:
    """The folders of gathered files below ``cache``."""
    return sorted(path for path in cache.iterdir() if path.is_dir())


def written(folder: Path) -> dict[Path, int]:
    """When each file below a folder was written, by its path."""
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_processes_that_start_at_once_gather_once_and_later_ones_find_it(tmp_path: Path) -> None:
    assert [process.wait() for process in [start(tmp_path) for _ in range(3)]] == [0, 0, 0]
    (root,) = folders(tmp_path)
    made = written(root)
    assert {"app.css", "app.css.gz"} < {path.name for path in made}
    assert start(tmp_path).wait() == 0
    assert written(root) == made
    (root / COMPLETE).unlink()  # as a power cut leaves it
    (root / "staticfiles.json").unlink()
    sheets = {path: path.read_bytes() for path in (root / "tournament").glob("*.*") if path.suffix != ".gz"}
    for path in sheets:
        path.write_bytes(b"half")
    assert start(tmp_path).wait() == 0
    assert set(written(root)) == set(made)
    assert {path: path.read_bytes() for path in sheets} == sheets


def test_a_folder_of_another_version_goes_when_no_process_holds_it(tmp_path: Path) -> None:
    earlier, running = tmp_path / "static-000000000000", tmp_path / "static-111111111111"
    for folder in (earlier, running):
        folder.mkdir()
        (folder / "app.css").touch()
    ended = Path(f"{earlier}{HOLD}1-aa")
    ended.touch()
    with FileLock(f"{running}{HOLD}2-bb"):
        assert start(tmp_path).wait() == 0
    assert not ended.exists()
    assert (earlier.exists(), (running / "app.css").exists(), len(folders(tmp_path))) == (False, True, 2)


@pytest.mark.usefixtures("unheld")
def test_a_copy_of_a_process_holds_the_folder_when_all_others_have_ended(tmp_path: Path, settings: Settings) -> None:
    process = start(tmp_path, code=TWO_COPIES, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert process.stdin is not None
    assert process.stdout is not None
    assert [process.stdout.readline() for _ in range(2)] == [b"holds\n"] * 2
    process.wait()
    (root,) = folders(tmp_path)
    settings.STATIC_ROOT = str(tmp_path / "static-000000000000")
    gather()
    assert root.exists()
    process.communicate()


def test_work_on_this_machine_gathers_nothing(tmp_path: Path) -> None:
    assert start(tmp_path, debug="on").wait() == 0
    assert not folders(tmp_path)


def test_another_file_or_another_content_makes_another_folder(tmp_path: Path) -> None:
    def root() -> str:
        return static_root(tmp_path / "static", {"CACHE_DIRECTORY": str(tmp_path)})

    (tmp_path / "static").mkdir()
    empty = root()
    (tmp_path / "static" / "app.css").write_text("body { color: red }")
    red = root()
    (tmp_path / "static" / "app.css").write_text("body { color: blue }")
    assert len({empty, red, root()}) == 3
    (tmp_path / "static" / "app.css").write_text("body { color: red }")
    assert root() == red


def test_where_the_checkout_cannot_be_written_the_users_own_folder_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The checkout is a plain file here, below which not even root can make a folder."""
    checkout, home = tmp_path / "checkout", tmp_path / "home"
    checkout.touch()
    home.mkdir()
    monkeypatch.setattr(local, "FOLDER", tmp_path / ".local")
    assert cache_folder({"CACHE_DIRECTORY": f"{tmp_path}/of-systemd:{tmp_path}/second"}) == tmp_path / "of-systemd"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert cache_folder({}) == tmp_path / ".local"
    monkeypatch.setattr(local, "FOLDER", checkout / ".local")
    assert cache_folder({}) == tmp_path / "xdg" / "top-table"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_folder({}) == home / ".cache" / "top-table"
    monkeypatch.setenv("HOME", str(checkout))
    assert cache_folder({}) == Path(tempfile.gettempdir()) / f"top-table-{os.geteuid()}"
    monkeypatch.delattr(os, "geteuid")
    assert cache_folder({}) == Path(tempfile.gettempdir()) / "top-table-own"


@pytest.fixture
def unheld(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process as it was before it gathered."""
    monkeypatch.setattr(static_files, "_held", [])
    yield
    for hold in static_files._held:
        hold.release()


@pytest.mark.usefixtures("unheld")
def test_a_passing_folder_of_another_user_is_refused(
    tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(os, "geteuid", lambda: 4321)
    settings.STATIC_ROOT = str(tmp_path / "top-table-4321" / "static-000000000000")
    with pytest.raises(local.LocalFolderError, match=r"it belongs to another user; make .*/top-table-4321 writable"):
        gather()


@pytest.mark.usefixtures("unheld")
def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path, settings: Settings) -> None:
    (tmp_path / "file").touch()
    settings.STATIC_ROOT = str(tmp_path / "file" / "static-000000000000")
    with pytest.raises(local.LocalFolderError, match=r"Cannot collect style sheets and scripts in .*: Not a directory"):
        gather()
