"""The archives of every event of a database as JSON, by slug, in base64: run in a process of its own, on the database it names."""

from __future__ import annotations

import json
import os
import sys
from base64 import b64encode


def main() -> None:
    """Print the archive of every event."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from tournament.models import Event
    from tournament.services.archives.writing import archive_of

    json.dump({event.slug: b64encode(archive_of(event)).decode() for event in Event.objects.all()}, sys.stdout)


if __name__ == "__main__":
    main()
