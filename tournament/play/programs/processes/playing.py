"""One of the processes that play for programs: `python -m tournament.play.programs.processes.playing`, started by `ProgramRunner`.

It steps back behind everything else on the machine, ends with the command that started it, and keeps nothing: killed at any moment,
the one that comes after it picks all games up where they are.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
import time
from typing import Final

import django
from django.db import DatabaseError, connection
from django.utils import timezone

from tournament.installation.processes import ends_with_parent, step_back

#: By how much the priority of their whole session is lowered, in steps of `nice`.
SESSION_STEPS_BACK: Final = 10
#: Seconds between two questions which games are to be played: while there are some, and while there are none.
TO_FIND: Final = 0.4
TO_FIND_ANY: Final = 1.0
#: How long (s) it waits for a database that does not answer.
TO_RECOVER: Final = 10.0
#: The exit status that says that nothing can be compiled here.
PLAIN: Final = 3


def tell(words: str) -> None:
    """Write a line for the operator to standard error."""
    sys.stderr.write(f"Programs: {words}\n")
    sys.stderr.flush()


def play(address: str, part: int, parts: int) -> None:
    """Make the moves of the programs in one part of the installation's games, for ever.

    The games are shared among ``parts`` processes; ``part`` is the number of this one, from 0.
    """
    from games.opponents.client import PostTransport
    from games.opponents.core.layout import COMPILED
    from games.opponents.players import warm_up
    from tournament.play.programs.processes.pool import ProgramPool
    from tournament.play.programs.seats import SAYS_EVERY, note_served, seats_to_play

    if COMPILED:
        warm_up()
    step_back(SESSION_STEPS_BACK)  # only now: to start costs a few seconds at most, and people wait for it
    pool = ProgramPool(lambda token: PostTransport(address, token), tell)
    name = f"{socket.gethostname()[:60]} {part + 1}"
    noted_at = -SAYS_EVERY.total_seconds()
    while True:
        began = time.monotonic()
        try:
            if began - noted_at >= SAYS_EVERY.total_seconds():
                note_served(name)
                noted_at = began
            seats = seats_to_play(timezone.now(), part, parts)
        except DatabaseError as error:
            tell(f"The database does not answer ({error}); it is asked again.")
            connection.close()
            time.sleep(TO_RECOVER)
            continue
        pool.seat(seats)
        until = began + (TO_FIND if seats else TO_FIND_ANY)
        while (now := time.monotonic()) < until:
            pool.play(until)
            due = pool.next_due()
            time.sleep(max(0.0, min(until if due is None else max(due, now), until) - time.monotonic()))


def main() -> None:
    """With ``--ready`` compile the opponents' search and say by the exit status whether that was possible; otherwise play."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--ready", action="store_true", help="compile the search, and end")
    parser.add_argument("--address", default="", help="where the server is")
    parser.add_argument("--part", type=int, default=0, help="which part of the games, from 0")
    parser.add_argument("--parts", type=int, default=1, help="of how many")
    given = parser.parse_args()
    ends_with_parent()
    if given.ready:
        step_back(SESSION_STEPS_BACK)
        from games.opponents.core.layout import COMPILED
        from games.opponents.players import warm_up

        warm_up()
        sys.exit(0 if COMPILED else PLAIN)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()
    play(given.address, given.part, given.parts)


if __name__ == "__main__":
    main()
