"""The program as it is installed: a wheel, an environment that holds it, and a day at what it serves."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.run.patience import PATIENCE
from tests.run.programs import heed_ctrl_c
from tests.tournament.keeping.browsing import Browser
from tests.tournament.serving.running import Served

PASSWORD = "correct horse battery staple"


def wheel_of(source: Path, folder: Path) -> Path:
    """The wheel that is built of a source, by what is installed here."""
    line = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(source)]
    built = subprocess.run(line, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    return wheel


def environment_with(wheel: Path, folder: Path) -> Path:
    """The folder of programs of a new environment that holds a wheel, and for the rest the packages that are installed here."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "others.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-index", str(wheel)], check=True)
    return folder / "bin"


def somebody(home: Path, **more: str) -> dict[str, str]:
    """The environment variables of somebody who knows of no checkout."""
    home.mkdir(parents=True, exist_ok=True)
    return {"PATH": os.environ["PATH"], "HOME": str(home), **more}


def told(line: Sequence[str | Path], folder: Path, given: Mapping[str, str]) -> str:
    """What a program prints that ends well, started in a folder."""
    done = subprocess.run(line, cwd=folder, env=given, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@contextmanager
def served(line: Sequence[str | Path], port: int, folder: Path, given: Mapping[str, str]) -> Iterator[Served]:
    """A `serve` that was started in a folder by this line, to which its port is added; it is killed in the end, whatever happened."""
    said = folder.parent / f"said-{port}"
    with said.open("wb") as out:
        program = subprocess.Popen(
            [*line, "--port", str(port)],
            cwd=folder,
            env=given,
            stdout=out,
            stderr=subprocess.STDOUT,
            preexec_fn=heed_ctrl_c,
        )
    try:
        yield Served(program, said, port)
    finally:
        program.send_signal(signal.SIGINT)
        try:
            program.wait(PATIENCE)
        finally:
            program.kill()


def a_day(serve: Served) -> Browser:
    """Come in by the link that is printed, and check a practice event in and let it play its two rounds; the browser shows its overview."""
    serve.until("/let-in/")
    serve.until_up()
    browser = Browser(serve.port).open(serve.link)
    browser.send(browser.address, username="director", password1=PASSWORD, password2=PASSWORD)
    assert browser.address == "/desk/", browser.words
    browser.open("/desk/practice/").send("/desk/practice/", name="Trial", players="9", rounds_planned="2")
    overview = browser.address
    browser.send(f"{overview}entries/check-in/", to="everybody")
    for _round in range(2):
        browser.send(f"{overview}play/")
    assert (browser.status, browser.address) == (200, overview), browser.words
    assert "Check the final list" in browser.words
    return browser


def links_of(browser: Browser) -> list[str]:
    """The pages to which a page leads, each once."""
    found = re.findall(r'<a [^>]*?href="(/[^"#?]*)', browser.text)
    return [path for path in dict.fromkeys(found) if "/let-in/" not in path]


def files_in(folder: Path) -> list[Path]:
    """Everything that lies in a folder, but what Python compiles for itself."""
    return sorted(path for path in folder.rglob("*") if "__pycache__" not in path.parts)
