"""A database of its own for a command that measures."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.management import call_command
from django.db import connection

from tournament.management.sentences import refuse


@contextmanager
def fresh_database() -> Iterator[Path]:
    """Work on an SQLite file made for the purpose and deleted afterwards, whatever database the installation has; where it is."""
    with TemporaryDirectory(prefix="top-table-") as folder:
        kept = connection.settings_dict["NAME"]
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
            connection.settings_dict["NAME"] = kept
