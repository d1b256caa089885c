"""The version of Top Table that runs, as its project file names it."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[3] / "pyproject.toml"


@cache
def program_version() -> str:
    """The version, such as 2.8."""
    return str(tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["version"])
