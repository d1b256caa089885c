"""`manage.py series`: the command `series` of the games, with a page to watch and control it (docs/developing/opponents.md).

This process plays; the page shows what it wrote.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from typing import Any

from django.core.management.base import CommandParser
from django.db import connection
from django.urls import reverse

from games.arguments import whole_type
from games.running import lower_priority
from games.series.commands import add_series_words, play_and_print, run_or_refuse, series_of
from tournament.access.commands import SentenceCommand, need_table, whole_number
from tournament.play.games.management.commands.game import address_here
from tournament.play.programs.models import Series
from tournament.play.programs.series import FASTEST, SeriesFollower, StartWishes, open_series


class Command(SentenceCommand):
    """``manage.py series [--edition E] [--games N] … [--paused] [--speed N] [--open-hands] BOT…``."""

    help = "Let programs play a series of games, with a page to watch, pause, step and slow it down."

    def add_arguments(self, parser: CommandParser) -> None:
        """Add the arguments that describe a series, and those that set how its page begins."""
        add_series_words(parser)
        parser.add_argument("--paused", action="store_true", help="wait until somebody presses Play on the page")
        parser.add_argument(
            "--speed",
            type=whole_type(FASTEST),
            metavar="N",
            help=f"decisions a minute, at most {FASTEST} (as fast as it goes)",
        )
        parser.add_argument(
            "--open-hands",
            action="store_true",
            help="let the person with the control page look into hands; each look is logged",
        )
        parser.add_argument("--port", type=whole_number, help="the port on which this installation is served here")

    def run_from_argv(self, argv: list[str]) -> None:
        """Run at the lowest priority of this machine, so that everything else goes first."""
        lower_priority()
        super().run_from_argv(argv)

    def handle(self, *args: Any, **options: Any) -> None:
        """Play the series; where that is refused, say why in a sentence and exit with status 2."""
        need_table(Series, "series")
        base = address_here(options["port"])
        status = run_or_refuse(lambda: self._play(Namespace(**options), base))
        if status:
            sys.exit(status)

    def _play(self, choice: Namespace, base: str) -> int:
        """Open the series, print its addresses, play it and end it; return the status of the command."""
        order = series_of(choice)
        row, token = open_series(order, StartWishes(choice.paused, choice.speed, choice.open_hands))
        follower = SeriesFollower(row, order)
        is_whole = False
        self.stderr.write(f"Watch {base}{reverse('series', args=[row.code])}")  # standard output is for the table alone
        self.stderr.write(f"Control {base}{reverse('series_control', args=[row.code, token])}")
        try:
            status = play_and_print(choice, order, follower=follower)
            is_whole = True
        finally:
            if not connection.in_atomic_block:
                connection.close()  # a call to end may have cut between the database's beginning and Django's knowing of it
            follower.finish(is_whole=is_whole)
        return status
