"""Gunicorn settings of the crowd's server: the desk's, with lower priority and with the sockets of games."""

from __future__ import annotations

import os
from typing import Any

from tournament.installation.processes import step_back
from tournament.management.serving.game_sockets import end_sockets as worker_exit  # noqa: F401
from tournament.management.serving.game_sockets import start_sockets as post_worker_init  # noqa: F401
from tournament.management.serving.lifeline import *  # noqa: F403  gunicorn reads the names of this module

SESSION_STEPS_BACK = 5
"""By how much the priority of the crowd's server is lowered (see `step_back`); that of the desk's server is not."""

workers = 2 if (os.cpu_count() or 1) >= 4 else 1
threads = 8
preload_app = workers > 1


def on_starting(_server: Any) -> None:
    """Lower the priority before any worker is forked."""
    step_back(SESSION_STEPS_BACK)
