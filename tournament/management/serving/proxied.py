"""Settings of the web server on a host behind nginx: where it listens and how many it is come from the environment.

TOPTABLE_BIND       where the proxy finds it (127.0.0.1:8001)
TOPTABLE_WORKERS    its processes (one more than the machine has cores)
TOPTABLE_LIVE_BIND  where the proxy finds the sockets of games (the next port), or off
TOPTABLE_CROWD_BIND where nginx finds the crowd's server (`proxied_crowd`), which has the sockets then; without it this one serves all
"""

from __future__ import annotations

import os
from typing import Any

from tournament.management.serving.game_sockets import end_sockets as worker_exit  # noqa: F401
from tournament.management.serving.game_sockets import open_behind_proxy
from tournament.management.serving.game_sockets import start_sockets as post_worker_init  # noqa: F401

bind = os.environ.get("TOPTABLE_BIND", "").strip() or "127.0.0.1:8001"
worker_class = "gthread"
workers = int(os.environ.get("TOPTABLE_WORKERS", "").strip() or (os.cpu_count() or 1) + 1)
threads = 4
keepalive = 75
"""Longer than the proxy keeps a connection that is not used, so that it never writes into one that is just being closed."""
timeout = 60
"""Seconds after which a process is replaced that does nothing but work for one request."""
graceful_timeout = 15
loglevel = "warning"
control_socket_disable = True


def on_starting(_server: Any) -> None:
    """Open the sockets of games before any process of this server is made, unless the crowd's server has them."""
    if not os.environ.get("TOPTABLE_CROWD_BIND", "").strip():
        open_behind_proxy(bind)
