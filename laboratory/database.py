"""Temporary databases for commands that measure."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from django.core.management import call_command
from django.db import connection, connections

from tournament.access.commands import refuse
from tournament.installation.database import database
from tournament.installation.environment import SettingError


@contextmanager
def fresh_database() -> Iterator[Path]:
    """Connect Django to a new, migrated SQLite file for the block, and delete it afterwards; gives the path of the file."""
    with TemporaryDirectory(prefix="top-table-") as folder:
        usual = connection.settings_dict["NAME"]
        if connection.vendor != "sqlite":
            refuse("This measures on SQLite; leave DATABASE_URL out.")
        connection.close()
        file = Path(folder) / "measured.sqlite3"
        connection.settings_dict["NAME"] = str(file)
        try:
            call_command("migrate", verbosity=0, interactive=False)
            yield file
        finally:
            connection.close()
            connection.settings_dict["NAME"] = usual


@contextmanager
def fresh_on_server(address: str) -> Iterator[str]:
    """Connect Django to a new, migrated PostgreSQL database for the block, and delete it afterwards; gives its address.

    ``address`` is that of an existing database on the server. Raises CommandError for an address that is not PostgreSQL's.
    """
    name = f"top_table_measured_{secrets.token_hex(6)}"
    try:
        there = database(address)
    except SettingError as refusal:
        refuse(str(refusal))
    if not there["ENGINE"].endswith("postgresql"):
        refuse("Measure on PostgreSQL by the address of a database there: --postgresql postgresql://user@host/name.")
    usual = connections.settings["default"]
    parts = urlsplit(address)
    try:
        _connect(there)
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}"')
        _connect({**there, "NAME": name})
        call_command("migrate", verbosity=0, interactive=False)
        yield urlunsplit(parts._replace(path=f"/{name}"))
    finally:
        _connect(there)
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')
        _connect(usual)


def _connect(to: dict[str, Any]) -> None:
    """Replace Django's default connection by one with these database settings."""
    connection.close()
    connections.settings["default"] = connections.configure_settings({"default": dict(to)})["default"]
    del connections["default"]
