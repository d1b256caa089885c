"""What the installer installs, on a Windows that wine plays: from the first start to the last, as a director meets it."""

from __future__ import annotations

import io
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

import pypdf
import pytest

from deploy.windows.build import main as build
from tests.installation.windows.visitor import Page, Visitor
from tests.installation.windows.wine import MISSING, Windows, is_there, played

pytestmark = [
    pytest.mark.install,
    pytest.mark.skipif(not is_there(), reason=MISSING),
    pytest.mark.skipif(shutil.which("makensis") is None, reason="makensis is not installed (package nsis)"),
]

PATIENCE = 400.0
"""Seconds: a first start under wine compiles every module, and the machine may be busy."""
Found = TypeVar("Found")
PASSWORD = "seven hotels on a board"
STEPS = 60
SETUP = "TOPTABLE_WINDOWS_SETUP"
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
    setup: Path, windows: Windows
) -> None:
    windows.run(PATIENCE, setup, "/S")
    (windows.program / "python/_wmi.pyd").unlink()
    assert menu(windows) == ["Stop Top Table.lnk", "Top Table.lnk"]
    assert "4 4 4 5" in command(windows, "tables", "17")

    desk, opened = start(windows)
    page = desk.send(desk.get(opened), "username", username="director", password1=PASSWORD, password2=PASSWORD)
    assert (page.status, urlsplit(page.address).path) == (200, "/desk/")
    event = practice(desk)
    standings = desk.get(f"/desk/{event}/standings/").text
    assert "Player 9" in standings
    printed = desk.get(f"/desk/{event}/sheets/round-pack.pdf?round=1")
    assert (printed.kind, "Player 9" in text_of(printed)) == ("application/pdf", True)
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page.text)
    assert [desk.get(address).status for address in styles] == [200] * len(styles) != []
    assert list((windows.data / "snapshots").glob("*.sqlite3"))
    copy = desk.get("/desk/phones/copy/")
    assert copy.content.startswith(b"SQLite format 3")
    begin_again(windows)
    stop(windows)
    assert "Stopping; finishing requests ..." in said(windows)

    windows.data.rename(windows.data.with_name("the other laptop's"))
    desk, _ = start(windows)
    page = desk.send(desk.get("/let-in/copy/"), "csrfmiddlewaretoken", file=copy.content)
    page = desk.send(page, "brought")
    page = until(lambda: desk.get(page.address), lambda found: "username" in found.text)
    page = desk.send(page, "username", username="director", password=PASSWORD)
    assert desk.get(f"/desk/{event}/standings/").text.count("Player") == standings.count("Player") > 0

    windows.run(PATIENCE, windows.program / "uninstall.exe", "/S")
    until(lambda: windows.program.exists(), lambda is_left: not is_left)  # it deletes itself from a copy
    assert not windows.program.exists()
    assert menu(windows) == []
    assert (windows.data / "top-table.sqlite3").is_file()


def start(windows: Windows) -> tuple[Visitor, str]:
    """Press “Top Table” in the start menu; a visitor at what is served, and the address that was opened in the browser."""
    told = windows.folder / "opened.txt"
    told.unlink(missing_ok=True)
    record = windows.folder / "record.py"
    record.write_text(f"import sys\nopen({f'Z:{told}'!r}, 'w').write(sys.argv[1])\n", encoding="utf-8")
    python = f"Z:{(windows.program / 'python/python.exe').as_posix()}"
    press(windows, BROWSER=f'"{python}" "Z:{record}" %s')
    until(lambda: told, lambda file: file.is_file() and file.read_text(encoding="utf-8") != "")
    opened = told.read_text(encoding="utf-8")
    parts = urlsplit(opened)
    return Visitor(f"{parts.scheme}://{parts.netloc}/", PATIENCE), opened


def press(windows: Windows, *words: str, **more: str) -> None:
    """Do what an entry of the start menu does."""
    windows.begin(windows.program / "python/pythonw.exe", windows.program / "launcher.py", "--quiet", *words, **more)


def begin_again(windows: Windows) -> None:
    """Press “Top Table” while it runs: nothing is started, and the press ends well."""
    windows.run(
        PATIENCE, windows.program / "python/pythonw.exe", windows.program / "launcher.py", "--quiet", BROWSER="no %s"
    )


def stop(windows: Windows) -> None:
    """Press “Stop Top Table”, and wait until nothing runs."""
    windows.run(PATIENCE, windows.program / "python/pythonw.exe", windows.program / "launcher.py", "--stop", "--quiet")


def command(windows: Windows, *words: str) -> str:
    """What a command says."""
    return windows.run(PATIENCE, windows.program / "python/python.exe", "-m", "tournament.management", *words)


def said(windows: Windows) -> str:
    """What `serve` has written so far."""
    return (windows.data / "serve.log").read_text(encoding="utf-8")


def menu(windows: Windows) -> list[str]:
    """The entries of the start menu."""
    folder = windows.home / "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Top Table"
    return sorted(path.name for path in folder.glob("*.lnk"))


def practice(desk: Visitor) -> str:
    """Make a practice event of nine players and two rounds and play it to its end by the buttons of its page; its name in addresses."""
    page = desk.send(desk.get("/desk/practice/"), "players", players="9", rounds_planned="2")
    event = urlsplit(page.address).path.split("/")[2]
    page = desk.press(page, "Play", to="final-list")
    for _ in range(STEPS):
        if "?to=" not in page.address:
            break
        page = desk.press(page, "Continue")
    assert urlsplit(page.address).path == f"/desk/{event}/"
    return event


def text_of(printed: Page) -> str:
    """What is printed in a PDF."""
    return "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(printed.content)).pages)


def until(look: Callable[[], Found], is_so: Callable[[Found], bool]) -> Found:
    """What is found once it is so, or when patience is at an end."""
    last = time.monotonic() + PATIENCE
    while True:
        found = look()
        if is_so(found) or time.monotonic() > last:
            return found
        time.sleep(0.5)
