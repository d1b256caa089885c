"""Work in several processes at once, answers in the order of the questions."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
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

    Not more questions are begun than there are processes, so whoever stops listening wastes little. ``prepare`` is called
    once in each process. Both must be functions of a module.
    """
    if jobs == 1:
        if prepare is not None:
            prepare()
        yield from map(work, questions)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=prepare) as pool:
        asked: deque[Future[Answer]] = deque()
        try:
            for question in questions:
                asked.append(pool.submit(work, question))
                if len(asked) > jobs:
                    yield asked.popleft().result()
            while asked:
                yield asked.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)
