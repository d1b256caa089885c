"""`manage.py bots`: make the opponents ready to think fast, before the first game waits for them.

What they need beyond the application (`requirements-bots.lock`) is fetched on the way in, by `manage.py`; here it is compiled, which
takes up to a minute once, and kept in the user's cache. Nothing else depends on it: without it opponents think in plain Python.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.opponents.core.compiled import COMPILED
from games.opponents.players import warm_up


class Command(BaseCommand):
    """Make the opponents ready to think fast."""

    help = "Compile what the opponents think with, and say whether that was possible."

    def handle(self, **options: Any) -> None:
        """Compile everything that a search needs."""
        warm_up()
        if COMPILED:
            self.stdout.write("The opponents are ready; their moves are compiled.")
        else:
            self.stdout.write("The opponents are ready and think in plain Python: numba is not installed here.")
