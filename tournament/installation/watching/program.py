"""The version of Top Table that runs, as its project file names it."""

from __future__ import annotations

import platform
import tomllib
from functools import cache
from importlib import metadata

from tournament.installation.folders import IS_CHECKOUT, ROOT


@cache
def program_version() -> str:
    """The version, such as 2.8."""
    if not IS_CHECKOUT:
        return metadata.version("top-table")
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def versions() -> str:
    """What `--version` prints: the program with its version, and the versions of what runs it."""
    import django

    return f"top-table {program_version()} (Django {django.get_version()}, Python {platform.python_version()})"
