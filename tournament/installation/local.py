"""What this machine makes for itself and never shares: the `.local` folder beside manage.py, its secrets and its databases.

Standard library only, because bootstrap and settings read it before anything is installed or configured.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds manage.py."""

FOLDER = ROOT / ".local"
"""Ignored by git; deleting it forgets the demo and its secrets, nothing else."""

DEMO_DATABASE = "demo.sqlite3"


class LocalFolderError(ValueError):
    """The `.local` folder, or a file in it, cannot be written."""


def kept_secret(name: str, length: int = 48, folder: Path = FOLDER) -> str:
    """The secret kept in the file `name`, made of `length` random bytes on first use and readable by its owner only.

    Raises LocalFolderError where the folder cannot be written.
    """
    path = folder / name
    draft = folder / f"{name}.{os.getpid()}"
    try:
        folder.mkdir(exist_ok=True)
        if not path.exists():
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(length) + "\n", encoding="ascii")
            try:
                os.link(draft, path)  # fails where another start was quicker: its secret then counts for both
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise LocalFolderError(
            f"Cannot keep {path}: {error.strerror}; make the folder writable for this user."
        ) from error


def database_address(name: str, folder: Path = FOLDER) -> str:
    """The address of the SQLite file `name` in the local folder, which is made where it is missing.

    Raises LocalFolderError where the folder cannot be made.
    """
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise LocalFolderError(
            f"Cannot make {folder}: {error.strerror}; make its parent writable for this user."
        ) from error
    return f"sqlite:///{folder / name}"


def demo_environment() -> dict[str, str]:
    """The settings under which the demo runs: as in earnest, on this machine's own secret and an SQLite file of its own."""
    return {
        "TOPTABLE_DEBUG": "off",
        "TOPTABLE_SECRET_KEY": kept_secret("secret-key"),
        "TOPTABLE_PUBLIC_ADDRESS": "http://127.0.0.1:8000",
        "TOPTABLE_SNAPSHOTS": "off",  # there is nothing to lose
        "TOPTABLE_GAMES": "on",
        "DATABASE_URL": database_address(DEMO_DATABASE),
    }
