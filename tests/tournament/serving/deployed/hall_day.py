"""An event on an installation of several hosts, made before they are tried: two directors, an event being played; told as JSON."""

from __future__ import annotations

import json
import os


def main() -> None:
    """Make it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    import django

    django.setup()
    from tests.build import PASSWORD, make_director, make_event, publish

    director = make_director(is_superuser=True, is_staff=True)
    event = make_event(8, rounds_planned=3)
    publish(event, 1)
    print(json.dumps({"slug": event.slug, "director": director.get_username(), "password": PASSWORD}))  # noqa: T201


if __name__ == "__main__":
    main()
