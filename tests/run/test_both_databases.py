"""What runs on PostgreSQL too: whatever asks the database itself, so that no guard, race or refusal of it is tried on one alone."""

from __future__ import annotations

import re

from tests.conftest import ON_BOTH_DATABASES, ROOT, runs_on_both

OF_THE_DATABASE = re.compile(r"raises\((DatabaseError|IntegrityError|OperationalError)|\bconnection\.(vendor|cursor)\b")
ELSEWHERE = {ROOT / "tests/browser", ROOT / "tests/load", ROOT / "tests/run/test_both_databases.py"}
"""Pages in Chromium, what is run by hand, and this."""


def test_whatever_asks_the_database_itself_runs_on_both() -> None:
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if not ELSEWHERE & {path, *path.parents}]
    asking = [path for path in files if OF_THE_DATABASE.search(path.read_text(encoding="utf-8"))]
    assert len(asking) > 5
    assert [path for path in asking if not runs_on_both(path)] == []


def test_everything_that_is_said_to_run_on_both_is_there() -> None:
    assert [path for path in ON_BOTH_DATABASES if not path.exists()] == []
