"""Debian packages: whether this program may install them, their installation at low priority, and a file with its progress.

Standard library only, because the tests prepare a machine with it before anything else stands.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from enum import Enum
from pathlib import Path

from games.background import apart
from tournament.installation.copies.replacing import put_in_place, read_whole

# apt-get gives up soon on a network that does not answer, and waits up to two minutes for another apt-get to end.
_PATIENCE = ("-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1", "-o", "DPkg::Lock::Timeout=120")
_INSTALL = ("install", "--yes", "--no-install-recommends")
LAST_LINES = 2
NOTE_FILE = "fonts.json"
"""The file in the folder of `serve` with the progress of the fonts that it fetches."""


class FetchState(Enum):
    """Whether a package is being fetched, is there, or failed."""

    FETCHING = "fetching"
    FETCHED = "fetched"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FetchNote:
    """The progress of fetching: the state of each package by its name, and the reason of a failure (empty where none failed)."""

    states: dict[str, FetchState] = field(default_factory=dict)
    reason: str = ""

    def all_are(self, state: FetchState, packages: Sequence[str]) -> bool:
        """Whether every one of these packages is in that state; false where there are no packages."""
        return bool(packages) and all(self.states.get(package) is state for package in packages)


def read_note(path: Path | None) -> FetchNote:
    """Read a note from a file; an empty note where there is no file or it cannot be read."""
    if path is None:
        return FetchNote()
    try:
        stored = json.loads(read_whole(path))
        states = {str(package): FetchState(state) for package, state in stored["states"].items()}
        return FetchNote(states, str(stored["reason"]))
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return FetchNote()


def write_note(path: Path, note: FetchNote) -> None:
    """Write a note into a file, atomically; raises OSError where the folder cannot be written."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    content = asdict(note) | {"states": {package: state.value for package, state in note.states.items()}}
    draft.write_text(json.dumps(content), encoding="utf-8")
    put_in_place(draft, path)


def has_apt() -> bool:
    """Whether this system installs Debian's packages: Debian, Ubuntu and their kin do, Windows and macOS do not."""
    return shutil.which("apt-get") is not None


def rights_to_install() -> list[str] | None:
    """The words to put before apt-get: an empty list as root, sudo's where it asks for no password; None where neither is possible."""
    if not has_apt() or not hasattr(os, "geteuid"):
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "--non-interactive", "--preserve-env=DEBIAN_FRONTEND"]
    if shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode == 0:  # noqa: S603
        return sudo
    return None


def install_beside(rights: Sequence[str], packages: Sequence[str]) -> str:
    """Install packages at low priority, and return why that failed: the last lines of apt-get; an empty text where it succeeded.

    ``rights`` are the words before apt-get, from `rights_to_install`. Where the first try fails the package lists are updated, and the
    installation is tried once more. apt-get runs in a session of its own, so that Ctrl+C at the terminal does not interrupt it.
    """
    low = ("nice", "-n", "19") if shutil.which("nice") else ()
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    output = ""
    install = (*_INSTALL, *packages)
    for words in (install, ("update",), install):
        outcome = subprocess.run(  # noqa: S603
            [*low, *rights, "apt-get", *_PATIENCE, "--quiet", *words],
            env=quiet,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
            errors="replace",
            **apart(),
            check=False,
        )
        if not outcome.returncode and words is install:
            return ""
        output = outcome.stdout
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return " ".join(lines[-LAST_LINES:]) or "apt-get said nothing"
