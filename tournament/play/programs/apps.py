"""Series and programs as an application of Django: its commands, and its models in the tables of `tournament`."""

from django.apps import AppConfig


class ProgramsConfig(AppConfig):
    """The application of series and programs."""

    name = "tournament.play.programs"
    label = "programs"
