"""Settings of the crowd's server on a host behind nginx: as the desk's, at an address of its own, and with the sockets of games."""

from __future__ import annotations

import os
from typing import Any

from tournament.management.serving import proxied
from tournament.management.serving.game_sockets import open_behind_proxy
from tournament.management.serving.proxied import *  # noqa: F403  gunicorn reads the names of this module

bind = os.environ.get("TOPTABLE_CROWD_BIND", "").strip() or "127.0.0.1:8003"
workers, threads = max(1, proxied.workers - 1), 2
"""Fewer than the desk's server has: what many readers ask at once waits here, not in the database, where the desk would wait with it."""


def on_starting(_server: Any) -> None:  # type: ignore[no-redef]
    """Open the sockets of games before any process of this server is made."""
    open_behind_proxy(proxied.bind)
