"""Close every database connection when a server's process ends: SQLite then writes its log back into its file, which a copy needs."""

from __future__ import annotations

import atexit
import contextlib
from typing import Any
from weakref import WeakSet

from django.db.backends.signals import connection_created
from django.db.utils import Error

_open: WeakSet[Any] = WeakSet()


def close_at_exit() -> None:
    """Know every connection of this process from now on, whichever thread opens it, and close what is left when it ends."""
    connection_created.connect(_note, dispatch_uid="tournament.closing")
    atexit.register(_close_all)


def _note(connection: Any, **_: Any) -> None:
    _open.add(connection)


def _close_all() -> None:
    for each in list(_open):
        with contextlib.suppress(Error):  # the process ends either way
            if each.connection is not None:
                each.connection.close()
