"""Debian's packages from here: whether this program may install them, installing them at low priority, and a note of how that goes.

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

# A network that does not answer is given up soon; another installation that runs is waited for.
_PATIENCE = ("-o", "Acquire::http::Timeout=20", "-o", "Acquire::Retries=1", "-o", "DPkg::Lock::Timeout=120")
_INSTALL = ("install", "--yes", "--no-install-recommends")
LAST_LINES = 2


class FetchState(Enum):
    """How the fetching of packages stands."""

    FETCHING = "fetching"
    FETCHED = "fetched"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FetchNote:
    """What is known of fetched packages: how it stands with each, and why some failed."""

    states: dict[str, FetchState] = field(default_factory=dict)
    reason: str = ""

    def all_are(self, state: FetchState, packages: Sequence[str]) -> bool:
        """Whether it stands so with every one of these packages."""
        return bool(packages) and all(self.states.get(package) is state for package in packages)


def read_note(path: Path | None) -> FetchNote:
    """The note in a file; an empty one where there is none or it cannot be read."""
    if path is None:
        return FetchNote()
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))
        states = {str(package): FetchState(state) for package, state in stored["states"].items()}
        return FetchNote(states, str(stored["reason"]))
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return FetchNote()


def write_note(path: Path, note: FetchNote) -> None:
    """Keep a note, whole or not at all; OSError where the folder cannot be written."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    kept = asdict(note) | {"states": {package: state.value for package, state in note.states.items()}}
    draft.write_text(json.dumps(kept), encoding="utf-8")
    draft.replace(path)


def rights_to_install() -> list[str] | None:
    """What to write before apt-get: nothing as root, sudo where it asks no password; None where installing is not possible."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "--non-interactive", "--preserve-env=DEBIAN_FRONTEND"]
    if shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode == 0:  # noqa: S603
        return sudo
    return None


def install_beside(rights: Sequence[str], packages: Sequence[str]) -> str:
    """Install packages without getting in anybody's way; why it failed, or an empty text.

    What is known of packages may be old or missing: where the first try fails it is fetched anew, and then tried once more. The program
    runs in a session of its own, so that Ctrl+C at the terminal never stops it half way.
    """
    low = ("nice", "-n", "19") if shutil.which("nice") else ()
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    said = ""
    install = (*_INSTALL, *packages)
    for words in (install, ("update",), install):
        outcome = subprocess.run(  # noqa: S603
            [*low, *rights, "apt-get", *_PATIENCE, "--quiet", *words],
            env=quiet,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
            check=False,
        )
        if not outcome.returncode and words is install:
            return ""
        said = outcome.stdout
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return " ".join(lines[-LAST_LINES:]) or "apt-get said nothing"
