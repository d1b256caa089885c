"""The sockets of an installation alone, in a process that serves no page and never sweeps unless it is told how often: a program.

What it hears of a game it hears from the database, and what it writes nobody has asked for.
"""

from __future__ import annotations

import socket
import sys
from threading import Event

import django

if __name__ == "__main__":
    django.setup()
    from tournament.public.games.sockets import hub
    from tournament.public.games.sockets.serving import Sockets

    port, hub.SWEEPS_EVERY = int(sys.argv[1]), float(sys.argv[2])
    listening = socket.create_server(("127.0.0.1", port))
    listening.setblocking(False)
    Sockets([listening]).start()
    Event().wait()
