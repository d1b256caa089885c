"""Gunicorn settings of the desk's server behind `serve`: it ends when the command that started it ends, in whatever way."""

from __future__ import annotations

import os
import signal
import time
from threading import Thread
from typing import Any

from tournament.installation.processes import started_by

LOOKS_EVERY = 0.5
"""Seconds between two checks whether the parent process still runs."""

# Two processes of four threads; the server's usual two seconds of keep-alive would reset a form sent later than that.
worker_class = "gthread"
workers = 2
threads = 4
keepalive = 30
graceful_timeout = 10
preload_app = True  # loaded once before forking: starting takes half the time, and a further process little memory
loglevel = "warning"
control_socket_disable = True
forwarded_allow_ips = ""
"""Trust no address: all requests come from the front. Whether fields of a proxy are trusted is a setting of the application."""


def when_ready(_server: Any) -> None:
    """Watch the parent process from the moment the server is ready."""
    Thread(target=_end_with, args=(started_by(),), daemon=True, name="lifeline").start()


def _end_with(parent: int) -> None:
    """Wait until this process has another parent than the process number ``parent``, then end this process."""
    while os.getppid() == parent:
        time.sleep(LOOKS_EVERY)
    os.kill(os.getpid(), signal.SIGTERM)
