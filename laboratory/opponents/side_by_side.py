"""Work in several processes at once, with answers in the order of the questions; the processes end with the one that started them."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from threading import Thread
from typing import TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")


def answers(
    work: Callable[[Question], Answer],
    questions: Iterable[Question],
    jobs: int,
    prepare: Callable[[], None] | None = None,
) -> Generator[Answer, None, None]:
    """Yield what ``work`` returns for each question, in their order, by ``jobs`` processes; one job works in this process.

    About as many questions are begun as there are processes, so little work is lost when the caller stops early: closing the generator ends
    the processes. ``prepare`` is called once in each process. Both functions must be defined at the top of a module.
    """
    if jobs == 1:
        if prepare is not None:
            prepare()
        yield from map(work, questions)
        return
    with _pool(jobs, prepare) as pool:
        pending: deque[Future[Answer]] = deque()
        for question in questions:
            with _ctrl_c_blocked():
                pending.append(pool.submit(work, question))
            if len(pending) > jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


@contextmanager
def _pool(jobs: int, prepare: Callable[[], None] | None) -> Iterator[ProcessPoolExecutor]:
    """Start so many processes for the block, and end them after it, whatever they are doing."""
    before = set(active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin_process, initargs=(prepare,))
    try:
        yield pool
    finally:
        for process in set(active_children()) - before:
            process.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Let processes that are started in the block ignore Ctrl+C, which a terminal sends to all processes; this one ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin_process(prepare: Callable[[], None] | None) -> None:
    """The first work of each process: let it end when its parent ends in whatever way, and call ``prepare``."""
    Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _end_with_parent() -> None:
    """Wait until the parent process has ended, then end this one."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
