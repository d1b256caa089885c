"""A server behind the front of `serve`, as a program: the pages by waitress and, for the crowd, the sockets of games.

It listens at free ports of this machine, writes them to standard output as one line of JSON, and ends when standard input is closed.
Called for no part it serves nothing: it loads the program, and its copies serve (`forking`).
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import sys
from _thread import interrupt_main
from types import FrameType
from typing import TYPE_CHECKING

import waitress

from tournament.installation.processes import ends_with_parent, let_go_of_what_is_loaded, step_back
from tournament.management.serving.forking import application_read_beforehand, copy_as_seed
from tournament.management.serving.fronting.lanes import LARGEST_COPY

if TYPE_CHECKING:
    from tournament.play.games.sockets.serving import SocketServer

DESK, CROWD = "desk", "crowd"
THREADS = {DESK: 4, CROWD: 8}
HARDLY_NEEDS = {DESK: ("games", "public"), CROWD: ("director",)}
"""The folders of templates that a program of each part does not load beforehand, for each is megabytes; copies share them all."""
SESSION_STEPS_BACK = 5
"""By how much the priority of the crowd's server is lowered (see `step_back`); that of the desk's server is not."""
WAITING = 512


def local_port() -> socket.socket:
    """A listening socket at a free port that only programs on this machine reach."""
    return socket.create_server(("127.0.0.1", 0), backlog=WAITING)


class Ending:
    """How this process ends: by its lifeline alone, so that whoever tells all programs at once to end cuts no request short."""

    def __init__(self) -> None:
        self._is_asked = False
        signal.signal(signal.SIGTERM, self._hear)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        ends_with_parent(self._ask)

    def _ask(self) -> None:
        """Leave the main loop; called in the thread of the lifeline."""
        self._is_asked = True
        interrupt_main(signal.SIGTERM)

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        """The handler of the signal, in the main thread."""
        if self._is_asked:
            raise SystemExit(0)


def main() -> None:
    """Serve the part that the command line names, or as a copy the one asked for, until whoever started it ends or asks for it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=tuple(THREADS), nargs="?")
    part = parser.parse_args().part
    if part:
        begin(part)
    else:
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    application = application_read_beforehand(HARDLY_NEEDS.get(part, ()))
    let_go_of_what_is_loaded()
    if not part:
        from tournament.installation import static_files  # it reads settings

        begin(part := copy_as_seed())
        static_files.hold_again()
    pages = local_port()
    server = waitress.create_server(
        application,
        sockets=[pages],
        threads=THREADS[part],
        ident=None,
        # All requests come from the front. Whether fields of a proxy are trusted is a setting of the application.
        clear_untrusted_proxy_headers=False,
        max_request_body_size=LARGEST_COPY,
        channel_timeout=300,
    )
    listening = local_port() if part == CROWD else None
    sockets = open_sockets(listening) if listening else None
    ports = {"pages": pages.getsockname()[1], "sockets": listening.getsockname()[1] if listening else 0}
    sys.stdout.write(json.dumps(ports) + "\n")
    sys.stdout.flush()
    sys.stdout = sys.stderr
    try:
        server.run()
    finally:
        if sockets:
            sockets.end()


def begin(part: str) -> None:
    """Let this process end and step back as a process of its part does."""
    Ending()
    if part == CROWD:
        step_back(SESSION_STEPS_BACK)


def open_sockets(listening: socket.socket) -> SocketServer:
    """Serve the sockets of games in a thread of this process."""
    from django.conf import settings  # settings can be read only once the application is loaded

    from tournament.play.games.sockets.serving import SocketServer

    listening.setblocking(False)
    server = SocketServer([listening], settings.TRUSTED_PROXIES)
    server.start()
    return server


if __name__ == "__main__":
    main()
