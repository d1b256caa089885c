"""Make the installer for Windows, `dist/TopTable-VERSION-setup.exe`, on Linux, from pinned and checked parts.

    python3 -m deploy.windows.build [--wheel FILE] [--python ZIP --python-version 3.13.9 --sha256 DIGEST] [--unsigned] [--quick]

It needs Debian's `nsis`, and `osslsigncode` for the signatures; the network once, for the parts (`parts.py`). Without `--wheel` the wheel
of this checkout is built first. deploy/windows/README.md has the steps of a release.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from deploy.leaving_out import leave_out
from deploy.windows.icon import IconError, write_icon
from deploy.windows.parts import (
    PYTHON,
    PartError,
    check,
    fetch_wheels,
    python_zip,
    unpack_python,
    unproven_signatures,
)

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
DIST = ROOT / "dist"
TARGET = "amd64-unicode"
"""What NSIS makes: a 64-bit installer, because the Python in it is one."""
COMMAND = '@"%~dp0python\\python.exe" -m tournament.management %*\r\n'
"""The commands for a window of Windows' own, `top-table.cmd`."""
WHERE = "{zip}\r\n.\r\n..\\packages\r\nimport site\r\n"
"""The folders in which this Python looks for modules, and no others: neither the machine's Python nor its variables meddle."""
AT_START = """import sys

for stream in (sys.stdout, sys.stderr):
    if stream is not None:
        stream.reconfigure(encoding="utf-8", errors="replace", line_buffering=True)
"""
"""Read whenever this Python starts, as `sitecustomize`: what is said reaches files and pipes whole, whatever letters are in it."""


def main(words: Sequence[str] | None = None) -> int:
    """Build the installer; return the exit status. What is refused is told in a sentence."""
    parser = argparse.ArgumentParser(
        prog="python3 -m deploy.windows.build", description="Make the installer for Windows."
    )
    parser.add_argument("--wheel", type=Path, help="this wheel of Top Table, and not one of this checkout")
    parser.add_argument("--python", type=Path, help="this “Windows embeddable package (64-bit)” of python.org")
    parser.add_argument("--python-version", default=PYTHON.version, help="its version (%(default)s)")
    parser.add_argument("--sha256", default="", help="its digest, as python.org publishes it")
    parser.add_argument("--unsigned", action="store_true", help="do not compare the signatures of Python's programs")
    parser.add_argument("--quick", action="store_true", help="compress little: for a trial, not for a release")
    parser.add_argument("--into", type=Path, default=DIST, help="where the installer is written (dist)")
    parser.add_argument("--parts", type=Path, default=DIST / "parts", help="where downloads are kept (dist/parts)")
    given = parser.parse_args(words)
    began = time.monotonic()
    try:
        made = build(given)
    except (PartError, IconError) as refusal:
        sys.stderr.write(f"{refusal}\n")
        return 2
    megabytes = made.stat().st_size / 1e6
    sys.stdout.write(f"{made}: {megabytes:.1f} MB in {time.monotonic() - began:.0f} s\n")
    return 0


def build(given: argparse.Namespace) -> Path:
    """Build the installer from what the command line gives, and return its path; raises PartError and IconError."""
    maker = shutil.which("makensis")
    if maker is None:
        raise PartError("makensis is not installed; install the package nsis.")
    given.parts.mkdir(parents=True, exist_ok=True)
    wheel = given.wheel or built_wheel(given.parts / "own")
    files = given.parts / "files"
    shutil.rmtree(files, ignore_errors=True)
    lay_out(files, wheel, given)
    version = wheel.name.split("-")[1]
    target: Path = given.into / f"TopTable-{version}-setup.exe"
    given.into.mkdir(parents=True, exist_ok=True)
    figures = [*re.findall(r"\d+", version), "0", "0", "0", "0"][:4]
    size = sum(path.stat().st_size for path in files.rglob("*") if path.is_file())
    defined = {
        "VERSION": version,
        "NUMBERS": ".".join(figures),
        "FILES": str(files),
        "ICON": str(files / "top-table.ico"),
        "KILOBYTES": str(size // 1024),
        "TARGET": str(target),
        "TARGETED": TARGET,
        "COMPRESSOR": "zlib" if given.quick else "/SOLID lzma",
    }
    made = run(
        [
            maker,
            "-V2",
            "-INPUTCHARSET",
            "UTF8",
            *(f"-D{name}={value}" for name, value in defined.items()),
            str(HERE / "installer.nsi"),
        ]
    )
    if made.returncode:
        raise PartError(f"makensis could not make the installer: {made.stdout.strip()} {made.stderr.strip()}")
    return target


def lay_out(files: Path, wheel: Path, given: argparse.Namespace) -> None:
    """Lay the files of an installation into a folder, as they will lie on Windows; raises PartError."""
    interpreter, packages = files / "python", files / "packages"
    interpreter.mkdir(parents=True)
    packages.mkdir()
    if given.python is None:
        python, content = PYTHON, python_zip(PYTHON, given.parts)
    else:
        python, content = replace(PYTHON, version=given.python_version), given.python.read_bytes()
        check(given.python, content, given.sha256.lower())
    unpack_python(content, interpreter)
    if not given.unsigned and (unproven := unproven_signatures(interpreter)):
        raise PartError(f"These programs of Python are not as they were signed: {', '.join(unproven)}.")
    (interpreter / f"python{python.tag}._pth").write_text(
        WHERE.format(zip=f"python{python.tag}.zip"), encoding="ascii", newline=""
    )
    for part in (*fetch_wheels(ROOT / "requirements.lock", python, given.parts), wheel):
        with zipfile.ZipFile(part) as opened:
            opened.extractall(packages)
    leave_out(packages)
    (packages / "sitecustomize.py").write_text(AT_START, encoding="ascii", newline="\r\n")
    write_icon(ROOT / "static" / "tournament" / "icon.svg", files / "top-table.ico")
    shutil.copy(HERE / "launcher.py", files)
    (files / "top-table.cmd").write_text(COMMAND, encoding="ascii", newline="")
    (files / "LICENSE.txt").write_text((ROOT / "LICENSE").read_text(encoding="utf-8"), encoding="utf-8", newline="\r\n")


def built_wheel(folder: Path) -> Path:
    """The wheel of this checkout, made in the folder; raises PartError with what the build said last."""
    shutil.rmtree(folder, ignore_errors=True)
    made = run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)])
    found = sorted(folder.glob("*.whl"))
    if made.returncode or len(found) != 1:
        raise PartError(f"The wheel could not be built: {(made.stdout + made.stderr).strip().splitlines()[-1]}")
    return found[0]


def run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Run a program to its end, and return what it said."""
    return subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603


if __name__ == "__main__":
    sys.exit(main())
