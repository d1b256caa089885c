"""Work in several processes at once, answers in the order of the questions; none of them outlives whoever asks."""

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
    """What ``work`` answers to each question, in their order, by so many processes; one job works here.

    Not more questions are begun than there are processes, so whoever stops listening wastes little, and ends what is begun.
    ``prepare`` is called once in each process. Both must be functions of a module.
    """
    if jobs == 1:
        if prepare is not None:
            prepare()
        yield from map(work, questions)
        return
    with _pool(jobs, prepare) as pool:
        pending: deque[Future[Answer]] = deque()
        for question in questions:
            with _deaf_to_ctrl_c():
                pending.append(pool.submit(work, question))
            if len(pending) > jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


@contextmanager
def _pool(jobs: int, prepare: Callable[[], None] | None) -> Iterator[ProcessPoolExecutor]:
    """So many processes; whatever they still do at the end is cut off."""
    before = set(active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_begin, initargs=(prepare,))
    try:
        yield pool
    finally:
        for process in set(active_children()) - before:
            process.terminate()
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started now never hear Ctrl+C, which a terminal sends to all: whoever started them ends them."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(prepare: Callable[[], None] | None) -> None:
    """Begin a process: it ends with the one that started it, however that ended."""
    Thread(target=_end_with_parent, daemon=True).start()
    if prepare is not None:
        prepare()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
