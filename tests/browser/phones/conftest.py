"""What tests of phones share with other tests of games: an installation that opens them."""

from __future__ import annotations

from tests.tournament.games.conftest import games_may_be_opened

__all__ = ["games_may_be_opened"]
