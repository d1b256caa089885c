"""The sockets of an installation alone, in a process that serves no page and never sweeps unless it is told how often: a program.

What it hears of a game it hears from the database, and what it writes nobody has asked for. It stands behind one proxy, and is told how
many sockets one address may have.
"""

from __future__ import annotations

import socket
import sys
from threading import Event

import django

if __name__ == "__main__":
    django.setup()
    from tournament.play.games.sockets import hub, serving

    port, hub.SWEEPS_EVERY = int(sys.argv[1]), float(sys.argv[2])
    listening = socket.create_server(("127.0.0.1", port))
    listening.setblocking(False)
    serving.SocketServer([listening], proxies=1, of_an_address=int(sys.argv[3])).start()
    Event().wait()
