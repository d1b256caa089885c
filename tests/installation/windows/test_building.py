"""How the installer is built: which packages, which parts are refused, the icon; and what its launcher does before it starts anything."""

from __future__ import annotations

import hashlib
import io
import re
import shutil
import socket
import subprocess
import sys
import zipfile
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image

from deploy.windows import launcher
from deploy.windows.icon import SIZES, IconError, strokes, write_icon
from deploy.windows.parts import PYTHON, PartError, check, environment_of, lock_for, unpack_python
from tests.conftest import ROOT

LOCK = """
# a comment
colorama==0.4.6 ; sys_platform == 'win32' \\
    --hash=sha256:aa \\
    --hash=sha256:bb
    # via something
uvloop==0.21.0 ; sys_platform != 'win32' \\
    --hash=sha256:cc
typing-extensions==4.16.0 ; python_full_version < '3.13' \\
    --hash=sha256:dd
waitress==3.0.2 \\
    --hash=sha256:ee
"""


def zipped(*names: str) -> bytes:
    """A zip with empty files of these names."""
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w") as made:
        for name in names:
            made.writestr(name, b"")
    return kept.getvalue()


def test_markers_of_the_lock_are_judged_for_windows_and_not_for_the_machine_that_builds() -> None:
    assert lock_for(LOCK, environment_of("3.13.2")).splitlines() == [
        "colorama==0.4.6 --hash=sha256:aa --hash=sha256:bb",
        "waitress==3.0.2 --hash=sha256:ee",
    ]
    assert "typing-extensions==4.16.0 --hash" in lock_for(LOCK, environment_of("3.12.9"))


def test_every_entry_of_the_lock_is_understood_and_keeps_its_digests() -> None:
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    lines = lock_for(lock, environment_of(PYTHON.version)).splitlines()
    assert len(lines) > 30
    assert all(re.fullmatch(r"[a-z0-9.-]+==\S+( --hash=sha256:[0-9a-f]{64})+", line) for line in lines)
    assert any(line.startswith("tzdata==") for line in lines)  # Windows has no time zones of its own


def test_a_part_with_another_digest_is_refused_in_a_sentence() -> None:
    check(Path("part.zip"), b"part", hashlib.sha256(b"part").hexdigest())
    with pytest.raises(PartError, match=r"part\.zip is not what was named: its SHA-256 is [0-9a-f]{64}, not 00\. "):
        check(Path("part.zip"), b"part", "00")


def test_a_zip_of_python_is_unpacked_into_one_folder_and_refused_where_it_is_something_else(tmp_path: Path) -> None:
    unpack_python(zipped("cp313/python.exe", "cp313/pythonw.exe", "cp313/"), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["python.exe", "pythonw.exe"]
    with pytest.raises(PartError, match="outside its folder"):
        unpack_python(zipped("../pythonw.exe"), tmp_path)
    (tmp_path / "pythonw.exe").unlink()
    with pytest.raises(PartError, match=r"has no pythonw\.exe; name the zip “Windows embeddable package"):
        unpack_python(zipped("python.exe"), tmp_path)


def test_the_icon_has_every_size_in_the_colours_of_the_picture(tmp_path: Path) -> None:
    write_icon(ROOT / "static/tournament/icon.svg", tmp_path / "made.ico")
    with Image.open(tmp_path / "made.ico") as made:
        assert made.info["sizes"] == {(size, size) for size in SIZES}
        made.load()
        picture = made.convert("RGBA")
    assert picture.getpixel((128, 20)) == (0x1C, 0x4F, 0xB4, 255)
    assert picture.getpixel((128, 84)) == (0xFF, 0xFD, 0xF8, 255)  # the bar of the table
    assert picture.getpixel((0, 0)) == (0, 0, 0, 0)


def test_a_stroke_that_is_not_drawn_is_refused() -> None:
    assert strokes("M5 10.5h22M11.5 10v14") == [(5.0, 10.5, 27.0, 10.5), (11.5, 10.0, 11.5, 24.0)]
    with pytest.raises(IconError, match="is not drawn"):
        strokes("M5 10c1 1 2 2 3 3")


@pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis is not installed (package nsis)")
def test_the_script_of_the_installer_is_one_that_nsis_takes(tmp_path: Path) -> None:
    write_icon(ROOT / "static/tournament/icon.svg", tmp_path / "top-table.ico")
    (tmp_path / "files").mkdir()
    (tmp_path / "files/launcher.py").touch()
    given = {
        "VERSION": "3.6", "NUMBERS": "3.6.0.0", "FILES": tmp_path / "files", "ICON": tmp_path / "top-table.ico",
        "KILOBYTES": 1, "TARGET": tmp_path / "TopTable-3.6-setup.exe", "TARGETED": "amd64-unicode", "COMPRESSOR": "zlib",
    }  # fmt: skip
    line = ["makensis", "-V2", "-WX", "-INPUTCHARSET", "UTF8", *(f"-D{name}={value}" for name, value in given.items())]
    made = subprocess.run([*line, ROOT / "deploy/windows/installer.nsi"], capture_output=True, text=True, check=False)
    assert (made.returncode, made.stderr) == (0, "")
    assert (tmp_path / "TopTable-3.6-setup.exe").read_bytes()[:2] == b"MZ"


def test_the_uninstaller_deletes_whole_folders_of_the_program_alone() -> None:
    script = (ROOT / "deploy/windows/installer.nsi").read_text(encoding="utf-8")
    assert re.findall(r"RMDir /r (.+)", script) == [r'"$INSTDIR\python"', r'"$INSTDIR\packages"']
    assert "RequestExecutionLevel user" in script


def test_the_launcher_takes_the_first_port_that_nobody_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(socket.create_server(("", 0))) as taken:
        number = taken.getsockname()[1]
        monkeypatch.setattr(launcher, "PORTS", range(number, number + 1))
        assert launcher.free_port() == number  # `serve` says what is wrong
        monkeypatch.setattr(launcher, "PORTS", range(number, min(number + 40, 65_536)))
        assert launcher.free_port() > number


def test_the_launcher_shows_the_last_words_and_puts_a_long_log_aside(tmp_path: Path) -> None:
    assert launcher.last_words("Phones: http://x/\n\nCommandError: Port 8000 is in use.\n") == "Port 8000 is in use."
    assert launcher.last_words("one\ntwo\n\nthree\nfour\n") == "two\nthree\nfour"
    assert launcher.last_words("") == "Top Table ended and did not say why."
    log = tmp_path / launcher.LOG
    log.write_bytes(b"x" * (launcher.LONG + 1))
    assert launcher.log_file(tmp_path) == log
    assert ((tmp_path / launcher.EARLIER).stat().st_size, log.exists()) == (launcher.LONG + 1, False)


def test_only_the_process_above_serve_is_ended_when_it_is_stopped() -> None:
    assert launcher.is_launcher(["pythonw.exe", "C:/Top Table/launcher.py", "--quiet"])
    assert not launcher.is_launcher(["python.exe", "C:/Top Table/launcher.py", "--inside", "8000"])
    assert not launcher.is_launcher(["python.exe", "-m", "tournament.management.serving.behind", "desk"])


def test_the_launcher_finds_what_runs_in_its_folder_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "python/python.exe"
    program.parent.mkdir()
    shutil.copy("/bin/sleep", program)
    monkeypatch.setattr(launcher, "HERE", tmp_path)
    assert launcher.running_here() == []
    running = subprocess.Popen([program, "60"])
    try:
        assert [process.pid for process in launcher.running_here()] == [running.pid]
        assert launcher.stop(is_quiet=True) == 0
        assert launcher.running_here() == []
    finally:
        running.kill()
    assert sys.executable not in [process.exe() for process in launcher.running_here()]
