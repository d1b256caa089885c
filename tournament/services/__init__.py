"""The acts on events (every change that somebody makes): one function each, atomic, recorded as a Change; refusals are sentences."""

from importlib import import_module
from pkgutil import walk_packages

from django.apps import AppConfig
from django.core.checks import register
from django.utils.translation import get_language

from tournament.installation.plugins import PLUGINS, check_plugins
from wording import languages


class TournamentConfig(AppConfig):
    """The application: once it is ready, every act is declared."""

    name = "tournament"

    def ready(self) -> None:
        """Import every service, so that acts are declared and signals received; pure modules speak the language that Django speaks."""
        languages.follow(get_language)
        register(check_plugins, PLUGINS)
        for module in walk_packages(__path__, f"{__name__}."):
            import_module(module.name)
