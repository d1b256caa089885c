"""The acts on events (every change that somebody makes): one function each, atomic, recorded as a Change; refusals are sentences."""

from importlib import import_module

from django.apps import AppConfig
from django.core.checks import register
from django.utils.translation import get_language

from tournament.installation.plugins import check_plugins
from wording import languages

DECLARING = (
    "at_table.claiming",
    "at_table.clocks",
    "at_table.scribing",
    "charts",
    "disputes",
    "changes.earlier",
    "entries.entering",
    "entries.lists",
    "entries.registering",
    "entries.registrations",
    "events.planning",
    "events.removing",
    "events.settings",
    "events.showing",
    "events.ties",
    "gamelogs",
    "hall.acts",
    "helping",
    "archives.putting_back",
    "penalties",
    "people.absences",
    "people.apart",
    "people.attendance",
    "people.departures",
    "people.fees",
    "people.forgetting.acting",
    "people.fill_ins",
    "people.requests",
    "people.selfcheck",
    "people.taking_over",
    "results.acts",
    "rounds",
    "rounds.holding",
)
"""The modules of services that declare acts."""

FOLLOWING = ("archives.handover_copy",)
"""The modules that receive the signals of `tournament.services.changes.signals`."""


class TournamentConfig(AppConfig):
    """The application: once it is ready, every act is declared."""

    name = "tournament"

    def ready(self) -> None:
        """Import what declares acts and what follows them; pure modules speak the language that Django speaks."""
        languages.follow(get_language)
        register(check_plugins)
        for module in (*DECLARING, *FOLLOWING):
            import_module(f"tournament.services.{module}")
