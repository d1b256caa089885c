"""Apps that fail."""

from __future__ import annotations

from django.apps import AppConfig


class NeverReady(AppConfig):
    name = "top_table_faulty"
    label = "never_ready"
    event_urls = "top_table_faulty.nowhere"
    event_page = "index"

    def ready(self) -> None:
        raise RuntimeError("not today")


class Programs(AppConfig):
    name = "top_table_faulty.programs"
