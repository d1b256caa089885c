"""What a process of a web server reads before its first request, so that no desk's first save waits for it."""

from __future__ import annotations

from pathlib import Path

from django.template import engines
from django.urls import get_resolver


def read_beforehand() -> int:
    """Read every page's code and every template; how many templates there are. Asks no database, for the processes that come of it do."""
    resolver = get_resolver()
    resolver.url_patterns  # noqa: B018  the modules of the pages are read when they are first asked for
    resolver.reverse_dict  # noqa: B018
    engine = engines["django"]
    names = [str(file.relative_to(folder)) for folder in engine.dirs for file in sorted(Path(folder).rglob("*.html"))]
    for name in names:
        engine.get_template(name)
    return len(names)
