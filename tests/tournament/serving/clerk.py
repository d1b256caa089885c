"""A clerk beside a server: one program that runs the commands of an installation one after the other, each as if it were alone.

A program of its own for every command would spend most of its time on beginning.
"""

from __future__ import annotations

import io
import json
import os
import sys
import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stdout

from tests.run.programs import Talker


class Clerk(Talker):
    """The program, with the environment of an installation."""

    def __init__(self, given: Mapping[str, str]) -> None:
        super().__init__("tests.tournament.serving.clerk", given)

    def does(self, *words: str) -> str:
        """What a command prints; one that fails fails the test with what it said."""
        told: dict[str, str] = self.answer(words)
        assert not told["failed"], told["failed"]
        return told["said"]


@contextmanager
def employed(given: Mapping[str, str]) -> Iterator[Clerk]:
    """A clerk, who goes in the end, whatever happened."""
    clerk = Clerk(given)
    try:
        yield clerk
    finally:
        clerk.go()


def serve() -> None:
    """Run each command that comes as a line of JSON, and answer with a line; nothing of the database is held meanwhile."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connections

    for line in sys.stdin:
        name, *words = json.loads(line)
        out, failed = io.StringIO(), ""
        try:
            with redirect_stdout(out):
                call_command(name, *words, stdout=out)
        except (Exception, SystemExit):  # noqa: BLE001  whoever asked is told of it
            failed = traceback.format_exc()
        connections.close_all()
        sys.stdout.write(f"{json.dumps({'said': out.getvalue(), 'failed': failed})}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
