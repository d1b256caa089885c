"""Logs kept as text with what comes of them: under a title a head, and below it blocks of lines, each with its answer behind arrows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

ANSWER = "=> "


def cases(path: Path) -> list[Any]:
    """The logs of a file as parameters of a test: each with the head above it, and the lines of its answer, of which nothing is none."""
    found = []
    for section in path.read_text(encoding="utf-8").split("== ")[1:]:
        title, _, rest = section.partition("\n")
        head, _, blocks = rest.partition("--\n")
        for number, block in enumerate(blocks.strip("\n").split("\n\n"), 1):
            lines = block.split("\n")
            log = "".join(f"{line}\n" for line in lines if not line.startswith(ANSWER))
            told = [line.removeprefix(ANSWER) for line in lines if line.startswith(ANSWER)]
            found.append(pytest.param(head + log, [] if told == ["nothing"] else told, id=f"{title} {number}"))
    return found
