"""Work with the database, done in a few threads beside the loop, so that no query holds up a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import local
from time import monotonic
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, close_old_connections, connection

CHECKS_EVERY = 1.0
"""Seconds between two looks whether the database still answers a thread, each of which costs it a question more."""
READERS = 3
WRITERS = 2
"""Where several may write at once. SQLite has one writer, and who tries beside it sleeps longer each time: so it has a queue of ours."""

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class Work:
    """The threads; each keeps its connection as a thread of the pages' server does."""

    def __init__(self) -> None:
        writers = 1 if connection.vendor == "sqlite" else WRITERS
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="sockets")
        self._writers = ThreadPoolExecutor(writers, thread_name_prefix="acts")

    async def done(self, what: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
        """Call something that reads in a thread, and give what it gives; raises what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, lambda: _tidily(what, *given, **named))

    async def written(self, what: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
        """Call something that writes, likewise."""
        return await asyncio.get_running_loop().run_in_executor(self._writers, lambda: _tidily(what, *given, **named))

    def end(self) -> None:
        """Begin nothing more; what runs is finished."""
        for threads in (self._readers, self._writers):
            threads.shutdown(wait=False, cancel_futures=True)


class _Tidied(local):
    """When the connection of a thread was last looked at."""

    at = -CHECKS_EVERY


_tidied = _Tidied()
_broke = -CHECKS_EVERY


def _tidily(what: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
    """Call something with a connection that was looked at a moment ago, or since any of them broke."""
    global _broke
    now = monotonic()
    if now - _tidied.at >= CHECKS_EVERY or _tidied.at <= _broke:
        close_old_connections()
        _tidied.at = now
    try:
        return what(*given, **named)
    except DatabaseError:
        close_old_connections()
        _broke = monotonic()
        raise
