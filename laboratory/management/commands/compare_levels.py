"""Play events with the peer of the draw by levels, draw the same rounds ourselves, and compare."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from laboratory.levels import Compared, Tally, compare_event, peer_at
from tournament.access.commands import SentenceCommand, refuse, whole_number

FEWEST, MOST = 16, 256
"""The players of the events: the sizes are spread evenly between these."""

#: The figures of a `Tally`, in their order.
HEAD = ("byes again", "byes above", "repeats", "breaks", "(at least)", "paired down", "mixed", "small again", "uneven")


class Command(SentenceCommand):
    """``manage.py compare_levels PATH_OF_PEER --python PYTHON [--count 200] [--snake]``: ours beside the peer, by the same counting."""

    help = "Compare the draw by levels with EDH_matchmaker, whose source lies in a folder of its own and runs by a Python of its own."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the peer's folder and Python, and how many events."""
        parser.add_argument("peer", type=Path, help="the folder with the source of the peer")
        parser.add_argument("--python", required=True, help="the Python that has what the peer needs (3.12 or newer)")
        parser.add_argument("--count", type=whole_number, default=200, help="events (200)")
        parser.add_argument("--first", type=whole_number, default=0, help="the seed of the first event (0)")
        parser.add_argument(
            "--snake", action="store_true", help="let the peer spread the levels in round 2, as it does by itself"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and compare; end with status 1 if ours, in the peer's place, is worse over an event in the order of the figures."""
        events = options["count"]
        if events < 1:
            refuse("Compare at least one event.")
        compared = []
        with peer_at(options["python"], options["peer"]) as process:
            for number in range(events):
                players = FEWEST + (MOST - FEWEST) * number // max(events - 1, 1)
                compared.append(compare_event(process, players, options["first"] + number, snake=options["snake"]))
        self._print(compared)
        if any(_together(one.ours).aims > _together(one.peer).aims for one in compared):
            raise SystemExit(1)

    def _print(self, compared: list[Compared]) -> None:
        """Print the sums, by rounds and over all, and how many draws and events are better or worse."""
        self.stdout.write(f"{'':>6} {'draws':>6} {'':<20}" + "".join(f"{words:>12}" for words in HEAD))
        most = max(len(one.peer) for one in compared)
        for number in range(1, most):
            rows = [one for one in compared if len(one.peer) > number]
            self._row(f"r{number + 1}", "peer", [one.peer[number] for one in rows])
            self._row("", "ours in its place", [one.ours[number] for one in rows])
            self._row("", "ours, own events", [one.own[number] for one in rows])
        for words, draws in (
            ("peer", [_together(one.peer) for one in compared]),
            ("ours in its place", [_together(one.ours) for one in compared]),
            ("ours, own events", [_together(one.own) for one in compared]),
        ):
            self._row("all", words, draws)
        self._verdict(
            "draws in the peer's place", [pair for one in compared for pair in zip(one.ours, one.peer, strict=True)]
        )
        self._verdict("events in the peer's place", [(_together(one.ours), _together(one.peer)) for one in compared])
        self._verdict("own events", [(_together(one.own), _together(one.peer)) for one in compared])
        slowest = max((seconds, one.players) for one in compared for seconds in one.seconds)
        self.stdout.write(
            f"The slowest draw of ours: {slowest[0] * 1000:.0f} ms of processor time for {slowest[1]} players."
        )

    def _row(self, round_: str, words: str, draws: list[Tally]) -> None:
        """Print the sums of some draws."""
        total = [sum(figures) for figures in zip(*(astuple(each)[: len(HEAD)] for each in draws), strict=True)]
        self.stdout.write(f"{round_:>6} {len(draws):>6} {words:<20}" + "".join(f"{figure:>12}" for figure in total))

    def _verdict(self, words: str, pairs: list[tuple[Tally, Tally]]) -> None:
        """Print how often ours is better or worse on byes, repeats and breaks."""
        worse = ", ".join(
            f"on {words} in {sum(ours.aims[aim] > peer.aims[aim] for ours, peer in pairs)}"
            for aim, words in enumerate(HEAD[:4])
        )
        better = sum(
            any(mine < theirs for mine, theirs in zip(ours.aims, peer.aims, strict=True)) for ours, peer in pairs
        )
        both_least = sum(ours.is_least and peer.is_least for ours, peer in pairs)
        neither = sum(ours.aims == peer.aims and not (ours.is_least and peer.is_least) for ours, peer in pairs)
        self.stdout.write(
            f"{len(pairs)} {words}: ours better on something in {better}; worse {worse}, "
            f"in {sum(ours.aims > peer.aims for ours, peer in pairs)} without being better on what stands before; "
            f"both proved best in {both_least}, equal but not proved in {neither}; "
            f"proved best: ours {sum(ours.is_least for ours, _peer in pairs)}, peer {sum(peer.is_least for _ours, peer in pairs)}."
        )


def _together(draws: Iterable[Tally]) -> Tally:
    """Return the draws of an event together."""
    return sum(draws, start=Tally())
