"""Games on devices as an application of Django: its commands, and its models in the tables of `tournament`."""

from django.apps import AppConfig


class GamesOnDevices(AppConfig):
    """The application of games on devices."""

    name = "tournament.play.games"
    label = "games_on_devices"

    def ready(self) -> None:
        """Declare the changes to events that games at tables make, and connect the signal of changed seats."""
        # Not imported at the top, because models are loaded only now.
        from tournament.play.games.tables import opening
        from tournament.services.changes.signals import seats_changed

        seats_changed.connect(opening.follow_event, dispatch_uid="games on devices")
