"""What tests of phones share: the event whose players hold them."""

from __future__ import annotations

import pytest

from tests.build import make_event, publish
from tournament.models import Event


@pytest.fixture
def event(db: None) -> Event:
    """Eight players at two tables of a published round; they report by phone."""
    made = make_event(8, players_report=True)
    publish(made)
    return made
