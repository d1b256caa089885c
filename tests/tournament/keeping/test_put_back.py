"""A snapshot goes back in place for one event: as it stood, nothing else touched, the present kept first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def kept(tmp_path: Path, settings: Any) -> Iterator[Path]:
    """An installation in a file, with a folder for its snapshots: its file is the database of the test."""
    if connection.vendor != "sqlite":
        pytest.skip("snapshots are of SQLite files; PostgreSQL is copied by its own means")
    settings.SNAPSHOT_FOLDER = str(tmp_path / "snapshots")
    yield tmp_path / "snapshots"


def test_an_event_stands_again_as_it_stood(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pass
