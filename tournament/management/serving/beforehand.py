"""Loads code and templates before a web server's processes are forked, so that no first request is slow."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from django.core.wsgi import get_wsgi_application
from django.template import engines
from django.urls import reverse

from tournament.installation.processes import close_at_exit
from tournament.installation.request_body import Application, with_whole_bodies
from tournament.management.serving.bodiless import without_needless_bodies


def application_read_beforehand(leaving_out: Collection[str] = ()) -> Application:
    """Return the application with the code of its pages loaded, and every template, see `read_beforehand`."""
    close_at_exit()
    application = without_needless_bodies(with_whole_bodies(get_wsgi_application()))
    read_beforehand(leaving_out)
    return application


def read_beforehand(leaving_out: Collection[str] = ()) -> int:
    """Load the code of every page and every template, without a database query; return the number of templates.

    ``leaving_out`` are folders of templates that this process hardly needs: it reads theirs when they are asked for.
    """
    reverse("rules")  # the modules of the pages are read when an address is first asked for
    engine = engines["django"]
    files = [file.relative_to(folder) for folder in engine.dirs for file in sorted(Path(folder).rglob("*.html"))]
    names = [str(file) for file in files if file.parts[0] not in leaving_out]
    for name in names:
        engine.get_template(name)
    return len(names)
