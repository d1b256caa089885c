"""What this machine makes for itself and never shares: the secrets and databases of the demo and of work on the project.

It knows no Django, because `cli` and the settings read it before anything is configured.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from tournament.installation.folders import ROOT, user_folder


def folder_for(root: Path, environ: Mapping[str, str]) -> Path:
    """The folder for this machine's own files: `.local` in a checkout of the project, elsewhere one among the user's data.

    ``root`` is the folder that holds the packages. A folder outside it survives an upgrade, which replaces ``root``.
    """
    if (root / ".local").is_dir() or (root / ".git").exists():
        return root / ".local"
    try:
        return user_folder("top-table-demo", environ)
    except RuntimeError:  # a user of no home
        return root / ".local"


FOLDER = folder_for(ROOT, os.environ)
"""The folder of the demo's database and secrets; deleting it deletes nothing else."""

DEMO_DATABASE = "demo.sqlite3"
"""The file whose installation is the demo: its home page says so, and on its own machine it can be tried without a password."""


class LocalFolderError(ValueError):
    """The `.local` folder, or a file in it, cannot be written."""


def kept_secret(name: str, length: int = 48, folder: Path = FOLDER) -> str:
    """The secret stored in the file `name`, made of `length` random bytes on first use and readable by its owner only.

    Raises LocalFolderError where the folder cannot be written.
    """
    path = folder / name
    draft = folder / f"{name}.{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            draft.touch(mode=0o600)
            draft.write_text(secrets.token_urlsafe(length) + "\n", encoding="ascii")
            try:
                os.link(draft, path)  # fails where another process made the file first: its secret is then used
            except FileExistsError:
                pass
            except OSError:  # a disk that knows no links, such as a stick's
                if not path.exists():
                    draft.replace(path)
            finally:
                draft.unlink(missing_ok=True)
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise LocalFolderError(
            f"Cannot write {path}: {error.strerror}; make the folder writable for this user."
        ) from error


def database_address(name: str, folder: Path = FOLDER) -> str:
    """The address of the SQLite file `name` in the local folder, which is made where it is missing.

    Raises LocalFolderError where the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LocalFolderError(
            f"Cannot create {folder}: {error.strerror}; make its parent writable for this user."
        ) from error
    return f"sqlite:///{folder / name}"


def demo_environment() -> dict[str, str]:
    """The environment variables of the demo: production settings with this machine's own secret and an SQLite file of its own."""
    return {
        "TOPTABLE_DEBUG": "off",
        "TOPTABLE_SECRET_KEY": kept_secret("secret-key"),
        "TOPTABLE_PUBLIC_ADDRESS": "http://127.0.0.1:8000",
        "TOPTABLE_SNAPSHOTS": "off",  # there is nothing to lose
        "TOPTABLE_GAMES": "on",
        "DATABASE_URL": database_address(DEMO_DATABASE),
    }
