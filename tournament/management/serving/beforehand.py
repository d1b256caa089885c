"""Loads code and templates before a web server's processes are forked, so that no first request is slow."""

from __future__ import annotations

from pathlib import Path

from django.template import engines
from django.urls import reverse


def read_beforehand() -> int:
    """Load the code of every page and every template, without a database query; return the number of templates."""
    reverse("rules")  # the modules of the pages are read when an address is first asked for
    engine = engines["django"]
    names = [str(file.relative_to(folder)) for folder in engine.dirs for file in sorted(Path(folder).rglob("*.html"))]
    for name in names:
        engine.get_template(name)
    return len(names)
