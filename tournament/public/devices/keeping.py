"""The worker that keeps a page of a device for a reload without network; it is served below that page, for it may keep no other."""

from __future__ import annotations

from pathlib import Path

from django.conf import settings
from django.http import HttpResponse

WORKER = Path(settings.BASE_DIR) / "static" / "tournament" / "scribe" / "worker.js"


def worker() -> HttpResponse:
    """The worker's script; it holds nothing of the event."""
    return HttpResponse(WORKER.read_text(encoding="utf-8"), content_type="text/javascript")
