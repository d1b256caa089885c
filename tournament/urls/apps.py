"""The pages that apps add to the desk of every event, below ``/desk/EVENT/plugins/``."""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.urls import include, path

from tournament.installation.plugins import added_urls


def pages_of_apps() -> list[Any]:
    """Return the pages of every app whose configuration has ``event_urls``, the module with its ``urlpatterns``."""
    added = ((config, added_urls(config)) for config in apps.get_app_configs())
    return [path(f"{config.label}/", include((module, config.label))) for config, module in added if module]
