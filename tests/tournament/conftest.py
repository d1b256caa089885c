"""What tests of several rooms share: one server with games, started once in a process of tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.tournament.games.sockets.standing import Stand


@pytest.fixture(scope="session")
def stand(tmp_path_factory: pytest.TempPathFactory, kept_database: Path) -> Iterator[Stand]:
    """A server of two processes on one SQLite file; every test opens games of its own there, and starts again what it has killed."""
    from tests.tournament.games.sockets.standing import standing_on_file  # only where a server is wanted

    with standing_on_file(tmp_path_factory.mktemp("stand"), kept_database) as answers:
        yield answers
