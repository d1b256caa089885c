"""What a process of the web server reads before its first request."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.template.engine import Engine

from tournament.management.serving.forking import read_beforehand


def test_every_template_is_read_before_the_first_request_and_no_database_is_asked() -> None:
    files = {
        str(file.relative_to(settings.BASE_DIR / "templates")) for file in settings.BASE_DIR.glob("templates/**/*.html")
    }
    cached: Any
    (cached,) = Engine.get_default().template_loaders
    cached.reset()
    assert read_beforehand() == len(files) > 100
    assert files <= cached.get_template_cache.keys()
