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
    """Whether a package is being fetched, is there, or failed."""

    FETCHING = "fetching"
    FETCHED = "fetched"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FetchNote:
    """The state of each fetched package, and the reasons of those that failed."""

    states: dict[str, FetchState] = field(default_factory=dict)
    reason: str = ""

    def all_are(self, state: FetchState, packages: Sequence[str]) -> bool:
        """Whether every one of these packages is in that state."""
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
    """Store a note, atomically; OSError where the folder cannot be written."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    content = asdict(note) | {"states": {package: state.value for package, state in note.states.items()}}
    draft.write_text(json.dumps(content), encoding="utf-8")
    draft.replace(path)


def rights_to_install() -> list[str] | None:
    """The words before apt-get: none as root, sudo where it asks no password; None where installing is not possible."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "--non-interactive", "--preserve-env=DEBIAN_FRONTEND"]
    if shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode == 0:  # noqa: S603
        return sudo
    return None


def install_beside(rights: Sequence[str], packages: Sequence[str]) -> str:
    """Install packages at low priority; the reason where it failed, or an empty text.

    The package lists may be old or missing: where the first try fails they are updated, and then it is tried once more. apt-get runs in
    a session of its own, so that Ctrl+C at the terminal never stops it half way.
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
            errors="replace",
            start_new_session=True,
            check=False,
        )
        if not outcome.returncode and words is install:
            return ""
        output = outcome.stdout
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    return " ".join(lines[-LAST_LINES:]) or "apt-get said nothing"
