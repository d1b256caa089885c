"""Games on devices as an application of Django: its commands, and its models in the tables of `tournament`."""

from django.apps import AppConfig


class GamesOnDevices(AppConfig):
    """The application of games on devices."""

    name = "tournament.play.games"
    label = "games_on_devices"

    def ready(self) -> None:
        """Load the declared acts of games at tables, register the answers to events, and connect the signal of changed seats."""
        # Models are loaded only now.
        from tournament.play.games.tables import ending, opening  # noqa: F401  they declare acts
        from tournament.play.games.tables.for_events import TableGames
        from tournament.services.changes import seats_changed
        from tournament.services.on_devices.following import register

        register(TableGames())
        seats_changed.connect(opening.follow_event, dispatch_uid="games on devices")
