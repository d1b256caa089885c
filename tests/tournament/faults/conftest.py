"""The database that the servers of all tests of faults begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tournament.faults.house import Prepared, prepare
from tests.tournament.serving.running import put_migrated


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> tuple[Path, Prepared]:
    """An SQLite file with the event, to be copied."""
    database = tmp_path_factory.mktemp("filled") / "fault.sqlite3"
    put_migrated(kept_database, database)
    return database, prepare(database.parent, f"sqlite:///{database}")
