"""`manage.py bots`: make the opponents ready to think fast, and with `--serve` let them play in this installation's games.

What they need beyond the application (`games/requirements-bots.lock`) is fetched on the way in, by `manage.py`; here it is compiled, which
takes up to a minute once, and kept in the user's cache. Nothing else depends on it: without it opponents think in plain Python.
`serve` and `demo` let programs play by themselves; `--serve` is for an installation behind a proxy, as a service of its own.
"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

from games.opponents.client import SeatRefusedError, address_of
from tournament.access.commands import SentenceCommand
from tournament.installation.folders import install_line
from tournament.installation.processes import hear_once
from tournament.play.programs.processes.runner import ProgramRunner

LOOKS_EVERY = 1.0
"""Seconds between two looks at the processes that play."""


class Command(SentenceCommand):
    """Make the opponents ready to think fast, or let them play here."""

    help = (
        "Compile the opponents' search and report whether that worked; with --serve, let programs play the seats "
        "that people gave them in this installation's games. (For your own programs: the command “games bots check”.)"
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the arguments: whether to play, and where the server is."""
        parser.add_argument("--serve", action="store_true", help="play in the games of this installation until Ctrl+C")
        parser.add_argument(
            "--at", metavar="ADDRESS", help="the address of its server (the installation's own address)"
        )

    def handle(self, **options: Any) -> None:
        """Compile everything that a search needs, or play."""
        if options["serve"]:
            self._serve(options["at"] or settings.OWN_ADDRESS)
            return
        from games.opponents.core.layout import COMPILED  # whoever only starts others needs no compiler
        from games.opponents.players import warm_up

        warm_up()
        if COMPILED:
            self.stdout.write("The opponents are ready; their moves are compiled.")
        else:
            self.stdout.write(
                f"The opponents are ready and think in plain Python. To let them think faster, enter: {install_line('opponents')}"
            )

    def _serve(self, address: str) -> None:
        """Keep the processes that play running until Ctrl+C; ``address`` is that of the server."""
        if not (settings.GAMES and settings.PROGRAMS):
            raise CommandError("Programs are switched off here: TOPTABLE_GAMES or TOPTABLE_PROGRAMS is off.")
        try:
            address_of(address)
        except SeatRefusedError as refusal:
            raise CommandError(str(refusal)) from None
        programs = ProgramRunner(address, settings.PROGRAMS, self._tell)
        hear_once()
        try:
            programs.start({})
            self._tell(f"Programs play in the games of {address}. Stop with Ctrl+C.")
            while True:
                programs.look()
                time.sleep(LOOKS_EVERY)
        except KeyboardInterrupt:
            return
        finally:
            programs.stop()

    def _tell(self, words: str) -> None:
        """Write a line to standard output at once."""
        self.stdout.write(words)
        self.stdout.flush()
