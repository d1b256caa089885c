"""What an installation holds when it is flooded.

`python -m tests.load.floods.made [PLAYERS]` fills its database, and tells the names as JSON.
"""

from __future__ import annotations

import json
import os
import sys

PLAYERS = 40
"""How many there are, unless the command line says so."""


def main() -> None:
    """Make a director, an event whose second round is being played, and a game on devices."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    import django

    django.setup()
    from django.core.management import call_command

    from laboratory.playing.measuring import opened_games
    from tests.build import PASSWORD, make_director, make_event, play_to, publish
    from tournament.installation.device_mark import cookie_value, new_device

    call_command("migrate", verbosity=0, interactive=False)
    director = make_director(is_superuser=True, is_staff=True)
    players = int(sys.argv[1]) if sys.argv[1:] else PLAYERS
    event = play_to(make_event(players, director=director, rounds_planned=4), round_closed=1)
    publish(event, 2)
    told = {"slug": event.slug, "game": opened_games(1, 7)[0].code, "password": PASSWORD}
    sys.stdout.write(json.dumps({**told, "mark": cookie_value(new_device().having("a former helper"))}))


if __name__ == "__main__":
    main()
