"""The search process, at the lowest priority: each line on standard input is a job, each line on standard output an answer.

A job is ``{"id", "log", "event", "seconds", "unit"}``: the text of a log, the number of a decision's event in it, how long to search, and
the unit of the judgement. The answer has the same ``id`` and either ``judged`` or ``problem``, a sentence. Before the first job it
writes ``{"ready": true}``: where the search has to be compiled first, that takes a minute. It ends with its input, or after `IDLE`
seconds without a job.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from functools import lru_cache
from threading import Timer
from typing import Any, TextIO

from games.acquire.errors import AcquireError
from games.acquire.logs import read_log
from games.acquire.record import GameRecord
from games.background import lower_priority
from games.opponents.insight.judging import judge_event
from games.opponents.players import warm_up

IDLE = 120


def answer_to(job: dict[str, Any]) -> dict[str, Any]:
    """Do one job and return the answer to it."""
    try:
        judged = judge_event(_read(job["log"]), job["event"], job["seconds"], unit=job["unit"])
    except (AcquireError, LookupError) as problem:
        return {"id": job["id"], "problem": str(problem)}
    return {"id": job["id"], "judged": judged.document()}


@lru_cache(maxsize=4)
def _read(log: str) -> GameRecord:
    """Read the text of a log; the last few logs are cached."""
    return read_log(log)


def serve(jobs: Iterable[str], answers: TextIO) -> None:
    """Compile what the search needs, then answer one job after the other."""
    warm_up()
    idle = _end_later()
    print(json.dumps({"ready": True}), file=answers, flush=True)
    for line in jobs:
        idle.cancel()
        print(json.dumps(answer_to(json.loads(line))), file=answers, flush=True)
        idle = _end_later()


def _end_later() -> Timer:
    """End this process after `IDLE` seconds, unless the timer that is returned is cancelled before."""
    timer = Timer(IDLE, os._exit, (0,))
    timer.daemon = True
    timer.start()
    return timer


if __name__ == "__main__":
    lower_priority()
    serve(sys.stdin, sys.stdout)
