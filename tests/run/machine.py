"""What the tests need of the machine beside Python: Debian packages, found by a file of theirs and installed where missing."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

WITHOUT = "TOPTABLE_TEST_WITHOUT"
"""The variable that leaves parts of the tests out."""


class MachineError(ValueError):
    """The machine lacks something, or a part to leave out has no such name; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Package:
    """A Debian package, the part of the tests that needs it, and a file whose presence proves it (a glob below the root)."""

    name: str
    part: str
    proof: str


PACKAGES = (
    Package("chromium-headless-shell", "browser", "usr/bin/chromium-headless-shell"),
    Package("libatomic1", "browser", "usr/lib/*/libatomic.so.1"),  # Playwright's driver needs it and cannot bring it
    Package("postgresql", "postgresql", "usr/lib/postgresql/*/bin/initdb"),
    Package("poppler-utils", "paper", "usr/bin/pdftotext"),
    Package("gettext", "words", "usr/bin/msgmerge"),
    Package("fonts-dejavu-core", "paper", "usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"),
    Package("fonts-droid-fallback", "paper", "usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf"),
    Package("fonts-wqy-microhei", "paper", "usr/share/fonts/truetype/wqy/wqy-microhei.ttc"),
    Package("fonts-symbola", "paper", "usr/share/fonts/truetype/ancient-scripts/Symbola_hint.ttf"),
    Package("nginx-light", "hosts", "usr/sbin/nginx"),
)
PART_NAMES = tuple(dict.fromkeys(package.part for package in PACKAGES))


def read_parts_left_out(text: str) -> frozenset[str]:
    """The parts named in `text`, with commas between; raises MachineError for a name that is no part."""
    parts = frozenset(part.strip() for part in text.split(",") if part.strip())
    if unknown := sorted(parts - set(PART_NAMES)):
        raise MachineError(f"There is no part {', '.join(unknown)} to leave out; use {', '.join(PART_NAMES)}.")
    return parts


def missing_packages(left_out: Iterable[str], root: Path = Path("/")) -> list[str]:
    """The names of the packages that the wanted parts need and whose proof is not there."""
    return [
        package.name
        for package in PACKAGES
        if package.part not in left_out and next(root.glob(package.proof), None) is None
    ]


def rights_to_install() -> list[str] | None:
    """The words to put before apt-get: an empty list as root, sudo's where it asks for no password; None where neither is possible."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    sudo = ["sudo", "--non-interactive", "--preserve-env=DEBIAN_FRONTEND"]
    if shutil.which("sudo") and subprocess.run([*sudo, "true"], capture_output=True).returncode == 0:
        return sudo
    return None


def prepare_machine(left_out: frozenset[str]) -> str:
    """Install what is missing and return what was done, as one line; raises MachineError where it may not or cannot."""
    missing = missing_packages(left_out)
    if not missing:
        return "everything is installed"
    install = ["apt-get", "install", "--yes", "--no-install-recommends", *missing]
    rights = rights_to_install()
    if rights is None:
        raise MachineError(
            f"The tests need {', '.join(missing)}, and this user may not install them; run as root: {' '.join(install)} "
            "(or leave parts out, see: python3 manage.py test --help)"
        )
    for command in (["apt-get", "update", "--quiet"], install):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        outcome = subprocess.run(
            [*rights, *command], env=quiet, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        if outcome.returncode:
            said = "\n".join((outcome.stdout + outcome.stderr).strip().splitlines()[-6:])
            raise MachineError(f"{' '.join(command)} failed; mend it, or leave parts out.\n{said}")
    if still_missing := missing_packages(left_out):
        raise MachineError(
            f"{', '.join(still_missing)} was installed and yet its files are not where Debian puts them."
        )
    return f"installed {', '.join(missing)}"
