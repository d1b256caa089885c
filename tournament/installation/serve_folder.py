"""The installation that `serve` makes for this user: its folder, secret and database, and what it remembers from one start to the next.

It knows no Django, because `cli` reads it before anything is configured.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from tournament.installation.copies.replacing import put_in_place, read_whole
from tournament.installation.folders import user_folder
from tournament.installation.local import LocalFolderError, kept_secret

DATABASE = "top-table.sqlite3"
MEMORY = "hall.json"
LOCK = "own.lock"
NOWHERE = "http://127.0.0.1:8000"
"""The address of an installation that does not know its own yet: phones cannot use it, so no printed code contains it."""


@dataclass(frozen=True, slots=True)
class ServeState:
    """What `serve` stores between starts: the last address, the one before, when it changed (ISO 8601), and the folder for second copies.

    ``taken_over`` is the moment (ISO 8601) when a copy took the place of all data; servers that began before it are replaced. Each is empty
    where there is none.
    """

    address: str = ""
    earlier_address: str = ""
    changed_at: str = ""
    second_place: str = ""
    taken_over: str = ""


def serve_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """The folder of this user's installation: `top-table` among the user's own data."""
    return user_folder("top-table", environment)


def is_made(folder: Path) -> bool:
    """Whether this folder has an installation: a database file that is not empty."""
    database = folder / DATABASE
    return database.is_file() and database.stat().st_size > 0


def serves_with(given: Mapping[str, str]) -> bool:
    """Whether to use the secret key of the installation that `serve` made for this user.

    So where that installation exists, and the environment variables ``given`` neither contain a key nor switch debugging on.
    """
    is_whole = given.get("TOPTABLE_SECRET_KEY") or given.get("TOPTABLE_DEBUG") == "on"
    return not is_whole and (serve_folder(given) / "secret-key").is_file()


def serves_own_key(folder: Path, given: Mapping[str, str] = os.environ) -> bool:
    """Whether the secret key in ``given`` is the one that is stored in this folder, and not one that the environment has chosen."""
    return bool(stored := stored_key(folder)) and stored == given.get("TOPTABLE_SECRET_KEY", "")


def stored_key(folder: Path) -> str:
    """The secret key that is stored in this folder; empty where there is none, or it cannot be read."""
    try:
        return (folder / "secret-key").read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def make_folder(folder: Path) -> None:
    """Make the folder, readable by its owner only; raises LocalFolderError where that cannot be done."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise LocalFolderError(
            f"Cannot create {error.filename or folder}: {error.strerror}; make its parent writable for this user."
        ) from error


def serve_environment(folder: Path, given: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The environment variables for the installation in this folder, without those that ``given`` sets already.

    The folder and its files are made on first use. The address is a placeholder, which `serve` replaces by the one it finds. Raises
    LocalFolderError where the folder cannot be written.
    """
    make_folder(folder)
    makers: dict[str, Callable[[], str]] = {
        "TOPTABLE_DEBUG": lambda: "off",
        "TOPTABLE_SECRET_KEY": lambda: kept_secret("secret-key", folder=folder),
        "TOPTABLE_PUBLIC_ADDRESS": lambda: NOWHERE,
        "TOPTABLE_SECOND_PLACE": lambda: read_state(folder).second_place,
        "TOPTABLE_TIME_ZONE": machine_time_zone,
        "DATABASE_URL": lambda: f"sqlite:///{_touch(folder / DATABASE)}",
    }
    return {name: make() for name, make in makers.items() if not given.get(name)}


def _touch(path: Path) -> Path:
    """Make the file, empty and with mode 0600, where it is missing; return its path. SQLite gives its journals the same mode.

    Raises LocalFolderError where that cannot be done.
    """
    try:
        path.touch(mode=0o600)
    except OSError as error:
        raise LocalFolderError(f"Cannot create {path}: {error.strerror}; make its folder writable.") from error
    return path


def machine_time_zone() -> str:
    """The name of this machine's time zone; empty where the system names none."""
    from tzlocal import get_localzone_name  # not at the top: manage.py reads this module before anything is installed

    try:
        return ZoneInfo(get_localzone_name() or "").key
    except (ZoneInfoNotFoundError, ValueError, OSError):  # none, or one set by hand that nobody knows
        return ""


def read_state(folder: Path) -> ServeState:
    """The state stored in the folder, an empty one before the first start; raises LocalFolderError for an unreadable file."""
    path = folder / MEMORY
    try:
        stored = json.loads(read_whole(path))
    except FileNotFoundError:
        return ServeState()
    except (OSError, ValueError) as error:
        raise LocalFolderError(f"Cannot read {path} ({error}); delete it, and name the backup drive again.") from error
    return ServeState(**{row.name: str(stored.get(row.name, "")) for row in fields(ServeState)})


def change_state(folder: Path, **changed: str) -> ServeState:
    """Change some of what is stored, whoever else changes something at the same time, and return all of it; raises LocalFolderError."""
    with one_at_a_time(folder):
        state = replace(read_state(folder), **changed)
        write_state(folder, state)
    return state


@contextmanager
def one_at_a_time(folder: Path) -> Iterator[None]:
    """Hold the lock of this installation's own files in the folder; other threads and processes wait.

    Where the folder cannot be written nothing is locked, and the block runs all the same.
    """
    from filelock import FileLock  # not at the top: manage.py reads this module before anything is installed

    lock = FileLock(folder / LOCK, mode=0o600)
    try:
        lock.acquire()
    except OSError:
        yield
        return
    try:
        yield
    finally:
        lock.release()


def write_state(folder: Path, state: ServeState) -> None:
    """Store the state in the folder, atomically; raises LocalFolderError where the folder cannot be written."""
    path = folder / MEMORY
    draft = path.with_name(f"{MEMORY}.{os.getpid()}")
    try:
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(asdict(state), indent=1) + "\n", encoding="utf-8")
        put_in_place(draft, path)
    except OSError as error:
        raise LocalFolderError(f"Cannot write {path}: {error.strerror}; make room or make it writable.") from error
