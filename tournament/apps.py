"""The one Django application of the project."""

from __future__ import annotations

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    """The tournament as Django knows it."""

    name = "tournament"
    verbose_name = "Top Table"
