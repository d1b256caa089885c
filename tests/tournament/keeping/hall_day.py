"""An evening before a drill: an event with a published round, a casual game under way; printed codes and the game's are told as JSON."""

from __future__ import annotations

import json
import os
from random import Random


def main() -> None:
    """Make the event, publish its first round, play some acts, print the codes of a table and of a player."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    import django

    django.setup()
    from django.test import override_settings

    from tests.acts.games import play_on
    from tests.build import make_director, make_event, publish
    from tests.tournament.games.tables import begun
    from tournament.access.devices import codes_of
    from tournament.models import Event
    from tournament.record.devices import player_subject, table_subject

    director = make_director()
    director.set_password("tiles and chains")
    director.save()
    event = make_event(8, rounds_planned=2, is_practice=True)
    Event.objects.filter(pk=event.pk).update(is_shown=True)
    publish(event, 1)
    with override_settings(GAMES=True):
        game = play_on(begun(), Random(7), 20)
    codes = codes_of(event, [table_subject(1, 1), player_subject(2)])
    print(json.dumps({"slug": event.slug, "codes": list(codes.values()), "game": game.code}))  # noqa: T201


if __name__ == "__main__":
    main()
