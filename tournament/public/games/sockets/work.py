"""Work with the database, done in a few threads beside the loop, so that no query holds up a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections

THREADS = 4

_Given = ParamSpec("_Given")
_Result = TypeVar("_Result")


class Work:
    """The threads; each keeps its connection as a thread of the pages' server does."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="sockets")

    async def done(self, what: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
        """Call something in a thread, and give what it gives; raises what it raises."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: _tidily(what, *given, **named))

    def end(self) -> None:
        """Begin nothing more; what runs is finished."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _tidily(what: Callable[_Given, _Result], *given: _Given.args, **named: _Given.kwargs) -> _Result:
    close_old_connections()
    try:
        return what(*given, **named)
    finally:
        close_old_connections()
