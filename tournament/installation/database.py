"""The address of a database turned into Django's settings for it: SQLite tuned for one machine, or PostgreSQL for several."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import dj_database_url

from tournament.installation.environment import SettingError
from tournament.installation.folders import install_line

SQLITE_OPTIONS = {
    # Django's defaults lost a quarter of the writes of 16 connections to "database is locked"; these three together lost none.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA temp_store=MEMORY;",
}
SCHEMES = ("sqlite", "postgres", "postgresql")


def database(address: str) -> dict[str, Any]:
    """Django's settings for the database at that address; raises SettingError for an address of neither SQLite nor PostgreSQL.

    The message of the error repeats only the scheme of the address, because the rest may contain a password.
    """
    scheme, colon, _rest = address.partition("://")
    if not colon or scheme not in SCHEMES:
        raise SettingError(
            f"DATABASE_URL begins with {scheme.split(':')[0]!r}; use sqlite:////full/path or postgresql://user:password@host/name."
        )
    if scheme != "sqlite" and find_spec("psycopg") is None:
        raise SettingError(
            f"DATABASE_URL names PostgreSQL, whose packages are not installed; enter: {install_line('server')}"
        )
    try:
        settings: dict[str, Any] = dict(dj_database_url.parse(address))
    except ValueError:
        raise SettingError(
            "DATABASE_URL cannot be read; write signs such as @ / : # in its password as %40 %2F %3A %23."
        ) from None
    if not settings["NAME"]:
        raise SettingError("DATABASE_URL names no database; end it in /name.")
    if scheme == "sqlite":
        settings["OPTIONS"] = SQLITE_OPTIONS | settings.get("OPTIONS", {})
        # An open connection keeps SQLite's shared-memory file (-shm); on a full disk a new one could not be made, nor anything read.
        settings["CONN_MAX_AGE"] = None
    else:
        settings |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}
    return settings


def snapshot_folder(settings: dict[str, Any]) -> str:
    """The default folder of snapshots: `snapshots` beside the SQLite file; an empty text for any other database."""
    path = Path(str(settings["NAME"]))
    return str(path.with_name("snapshots")) if settings["ENGINE"].endswith("sqlite3") and path.is_absolute() else ""
