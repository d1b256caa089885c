"""Commands run on a copy of a database in a process of its own, so that a copy of an earlier version can be migrated and read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from django.conf import settings

from tournament.installation.environment import joined

LONGEST = 120
"""The seconds that a command may take."""


def run_on(copy: Path, *words: str) -> str:
    """Run a command on an SQLite file, and return why it failed, in one line; empty where it succeeded.

    Raises TimeoutError where it takes longer than `LONGEST` seconds.
    """
    own = {
        "PYTHONUTF8": "1",
        "DATABASE_URL": f"sqlite:///{copy}",
        "TOPTABLE_SECRET_KEY": settings.SECRET_KEY,
        "TOPTABLE_SNAPSHOTS": "off",
        "TOPTABLE_SECOND_PLACE": "off",
    }
    try:
        done = subprocess.run(  # noqa: S603
            [sys.executable, "-m", "django", *words],
            cwd=settings.BASE_DIR,
            env=joined(os.environ, own, serve_folder=""),
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=LONGEST,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise TimeoutError(f"{words[0]} took longer than {LONGEST} seconds.") from late
    return (done.stderr.strip().splitlines() or ["nothing"])[-1] if done.returncode else ""
