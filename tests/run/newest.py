"""What the stage on the newest Django needs: a newer Python, and the tests' packages without the Django that the project is locked to."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

VERSIONS = (13, 12)
"""The Pythons, as 3.x, that both this project and the newest Django run on."""
NEEDLESS = ("django", "django-stubs", "import-linter", "mypy", "nox", "playwright", "ruff", "virtualenv")
"""What is not installed of the tests' lock file: the older Django, and what reads source or pages."""
CORE = (
    *(
        "tests/test_access.py",
        "tests/installation/test_settings.py",
        "tests/tournament/services/results/test_confirming.py",
    ),
    *(f"tests/tournament/access/test_{name}.py" for name in ("accounts", "request_origin")),
    "tests/tournament/pages/desk/test_entries.py",
    *("tests/tournament/commands/test_commands_demo.py", "tests/tournament/games/sockets/test_news.py"),
)
"""A file of tests for each part of Django: pages, templates and addresses; settings; models and acts; accounts and middleware; forms;
commands; sockets. Migrations run where the test database is set up, on every Django of its own."""


def newer_python() -> str:
    """The newest Python at hand that the newest Django runs on; empty where there is none."""
    at_hand = [found for version in VERSIONS if (found := shutil.which(f"python3.{version}"))]
    for version in VERSIONS:
        at_hand += sorted(map(str, (Path.home() / ".pyenv" / "versions").glob(f"3.{version}.*/bin/python")))
    return next((path for path in at_hand if _makes_environments(path)), "")


def _makes_environments(python: str) -> bool:
    """Whether it starts at all (a name may lead to nothing) and Debian has left `venv` in it."""
    return subprocess.run([python, "-c", "import ensurepip, venv"], capture_output=True).returncode == 0


def lock_without(lock: str, names: tuple[str, ...] = NEEDLESS) -> str:
    """The lock file without the entries of these packages; an entry's further lines are indented."""
    kept, is_kept = [], True
    for line in lock.splitlines():
        if not line.startswith(" "):
            is_kept = line.partition("==")[0].partition("[")[0] not in names
        if is_kept:
            kept.append(line)
    return "\n".join(kept) + "\n"
