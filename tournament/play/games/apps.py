"""Games on devices as an application of Django: its commands, and its models in the tables of `tournament`."""

from django.apps import AppConfig


class GamesOnDevices(AppConfig):
    """The room of games on devices."""

    name = "tournament.play.games"
    label = "games_on_devices"

    def ready(self) -> None:
        """Answer for the tables of events."""
        from tournament.play.games.tables.for_events import TableGames  # models are loaded only now
        from tournament.services.on_devices.following import register

        register(TableGames())
