"""What the installer installs, on a Windows that wine plays: from the first start to the last, as a director meets it."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pypdf
import pytest

from deploy.windows.build import main as build
from tests.installation.built import PASSWORD, a_day
from tests.installation.windows.wine import MISSING, Windows, is_there, played
from tests.run.patience import PATIENCE
from tests.tournament.keeping.browsing import Browser
from tests.tournament.serving.running import Served, free_port, wait

pytestmark = [
    pytest.mark.install,
    pytest.mark.skipif(not is_there(), reason=MISSING),
    pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis is not installed (package nsis)"),
]

OPENED = "opened.txt"
SETUP = "WINDOWS_SETUP"
"""The variable that names an installer to try, where it is not to be built anew."""


@pytest.fixture
def setup(tmp_path: Path) -> Path:
    """The installer."""
    if named := os.environ.get(SETUP):
        return Path(named)
    assert build(["--quick", "--into", str(tmp_path / "made")]) == 0
    (made,) = (tmp_path / "made").glob("*-setup.exe")
    return made


@pytest.fixture
def windows(tmp_path: Path) -> Iterator[Windows]:
    """A Windows on which nothing is installed."""
    with played(tmp_path) as machine:
        yield machine


def test_a_director_installs_it_plays_an_event_continues_from_a_copy_and_removes_it(
    setup: Path, windows: Windows, tmp_path: Path
) -> None:
    windows.run(PATIENCE, setup, "/S")
    (windows.program / "python/_wmi.pyd").unlink()
    assert menu(windows) == ["Stop Top Table.lnk", "Top Table.lnk"]
    assert "4 4 4 5" in command(windows, "tables", "17")

    served, opened = start(windows)
    assert Browser(served.port).open(opened).address == served.link
    desk = a_day(served)
    event = desk.address.split("/")[2]
    standings = desk.open(f"/desk/{event}/standings/").words
    assert "Player 9" in standings
    desk.open(f"/desk/{event}/sheets/round-pack.pdf?round=1")
    assert (desk.headers["Content-Type"], "Player 9" in text_of(desk.body)) == ("application/pdf", True)
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', desk.open("/desk/").text)
    assert [desk.open(address).status for address in styles] == [200] * len(styles) != []
    assert list((windows.data / "snapshots").glob("*.sqlite3"))
    copy = tmp_path / "copy.sqlite3"
    copy.write_bytes(desk.open("/desk/phones/copy/").body)
    assert copy.read_bytes().startswith(b"SQLite format 3")
    assert Browser(served.port).open(start_again(windows)).address == "/login/?next=/desk/"
    stop(windows)
    assert "Stopping; finishing requests ..." in served.said

    windows.data.rename(windows.data.with_name("the other laptop's"))
    command(windows, "take_over", f"Z:{copy}")
    served, opened = start(windows)
    assert Browser(served.port).open(opened).address == "/login/?next=/desk/"
    other = Browser(served.port).open("/desk/")
    other.send(other.address, username="director", password=PASSWORD)
    assert other.open(f"/desk/{event}/standings/").words == standings

    windows.run(PATIENCE, windows.program / "uninstall.exe", "/S")
    wait(lambda: not windows.program.exists())  # it deletes itself from a copy
    assert (windows.program.exists(), menu(windows)) == (False, [])
    assert (windows.data / "top-table.sqlite3").is_file()


def start(windows: Windows) -> tuple[Served, str]:
    """Press “Top Table” in the start menu, and wait for the browser; what runs, and the path of the page that was opened."""
    port = free_port()
    program = press(windows, "--port", str(port))
    opened = opened_in(windows)
    return Served(program, windows.data / "serve.log", port), opened


def start_again(windows: Windows) -> str:
    """Press “Top Table” while it runs, until that press has ended well; the path of the page that was opened."""
    assert press(windows).wait(PATIENCE) == 0
    return opened_in(windows)


def opened_in(windows: Windows) -> str:
    """The path of the page that the browser was told to open."""
    told = windows.folder / OPENED
    wait(lambda: told.is_file() and told.read_text(encoding="utf-8") != "")
    opened = told.read_text(encoding="utf-8")
    told.unlink()
    return urlsplit(opened).path


def press(windows: Windows, *words: str) -> subprocess.Popen[bytes]:
    """Do what the entry “Top Table” of the start menu does; a program of ours is the browser, and writes down what it opens."""
    record = windows.folder / "record.py"
    told = f"Z:{windows.folder / OPENED}"
    record.write_text(f"import sys\nopen({told!r}, 'w').write(sys.argv[1])\n", encoding="utf-8")
    browser = f'"Z:{windows.program / "python/python.exe"}" "Z:{record}" %s'
    launcher = (windows.program / "python/pythonw.exe", windows.program / "launcher.py")
    return windows.begin(*launcher, "--quiet", *words, BROWSER=browser)


def stop(windows: Windows) -> None:
    """Press “Stop Top Table”, and wait until nothing runs."""
    windows.run(PATIENCE, windows.program / "python/pythonw.exe", windows.program / "launcher.py", "--stop", "--quiet")


def command(windows: Windows, *words: str) -> str:
    """What a command says."""
    return windows.run(PATIENCE, windows.program / "python/python.exe", "-m", "tournament.management", *words)


def menu(windows: Windows) -> list[str]:
    """The entries of the start menu."""
    folder = windows.home / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Top Table"
    return sorted(path.name for path in folder.glob("*.lnk"))


def text_of(printed: bytes) -> str:
    """What is printed in a PDF."""
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(printed)).pages)
