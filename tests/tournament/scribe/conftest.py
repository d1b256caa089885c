"""What tests of the scribe's board share: the table whose game is written down."""

from __future__ import annotations

import pytest

from tests.tournament.scribe.test_writing import a_table
from tournament.models import Event


@pytest.fixture
def event(db: None) -> Event:
    """One table that is being played."""
    return a_table()
