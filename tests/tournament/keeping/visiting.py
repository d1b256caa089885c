"""One process of a server: it changes an event and asks for its pages, as it is told line by line, with what it keeps of either."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from typing import Any

from tests.run.programs import Talker

CASH = {3: (50_000, 30_000, 20_000), 4: (40_000, 30_000, 20_000, 10_000), 5: (40_000, 30_000, 20_000, 10_000, 5_000)}


class Visitor(Talker):
    """The process, seen from a test."""

    def __init__(self, database: str, snapshots: str) -> None:
        given = {**os.environ, "DATABASE_URL": database, "VISITOR_SNAPSHOTS": snapshots}
        super().__init__("tests.tournament.keeping.visiting", given)

    def does(self, act: str, **how: Any) -> Any:
        """Do one of the acts of `Acts`, and return what it says."""
        return self.answer([act, how])


@contextmanager
def visiting(database: str, snapshots: str) -> Iterator[tuple[Visitor, Visitor]]:
    """Two processes on one database, gone in the end."""
    both = Visitor(database, snapshots), Visitor(database, snapshots)
    try:
        yield both
    finally:
        for each in both:
            each.go()


class Acts:
    """What a process can be told to do."""

    def __init__(self) -> None:
        from django.test import Client

        self.browser, self.desk = Client(), Client()

    @property
    def event(self) -> Any:
        """The event as it is stored now."""
        from tournament.models import Event

        return Event.objects.get()

    def make(self) -> str:
        """Make an event with a round being played."""
        from tests.build import make_event, publish

        event = make_event(9, is_shown=True)
        publish(event)
        return str(event.slug)

    def look(self) -> list[str]:
        """Return which pages differ from what they are with nothing kept, and after those a digest of all."""
        from django.core.cache import cache

        from tournament.models.queries import RECORDS
        from tournament.public.site import readers_cache

        self.desk.force_login(self.event.created_by)
        kept = dict(self._pages())
        for each in (cache, RECORDS, readers_cache("en-gb")):
            each.clear()
        anew = dict(self._pages())
        self._pages()
        differ = [address for address, page in kept.items() if anew[address] != page]
        return [*differ, sha256(json.dumps(anew).encode()).hexdigest()]

    def _pages(self) -> Iterator[tuple[str, str]]:
        """Every address with what it shows, but for what is another every time."""
        event = self.event
        site, desk = f"/{event.slug}/", f"/desk/{event.slug}/"
        public = ("", "standings/", "players/1/", "rounds/1/", "find/", "standings.json", "rounds/1/results/")
        for address in (*(site + page for page in public), f"{desk}rounds/1/results/", f"{desk}standings/", desk):
            browser = self.desk if address.startswith("/desk") else self.browser
            page = browser.get(address).content.decode()
            page = re.sub(r'name="(csrfmiddlewaretoken|key|token)" value="[^"]*"', "", page)
            yield address, re.sub(r'(data-seen="[^"]*)-\d+"', r'\1"', page)  # the hall is another each minute

    def enter(self, table: int, more: int = 0) -> None:
        """Type the result of a table of round 1."""
        from tests.build import enter_result
        from tournament.models.queries import record_of

        found = record_of(self.event).table(1, table)
        enter_result(self.event, 1, found, tuple(cash + more for cash in CASH[found.size]))

    def close(self) -> None:
        """Close round 1."""
        from tournament.services.rounds import close_round

        close_round(self.event, self.event.created_by, 1)

    def notice(self, text: str) -> None:
        """Set the notice of the event."""
        from tournament.slices.notices import set_notice

        set_notice(self.event, self.event.created_by, text)

    def undo(self) -> None:
        """Undo the latest change."""
        from tournament.services.undoing import undo_changes

        event = self.event
        undo_changes(event, event.created_by, [event.version])

    def back(self) -> None:
        """Put the event back to its first snapshot."""
        from tournament.services.archives.putting_back import put_back, snapshots_of

        event = self.event
        put_back(event, event.created_by, snapshots_of(event)[-1].name)

    def version(self) -> int:
        """The event's version."""
        return int(self.event.version)


def serve() -> None:
    """Do what comes as lines of JSON, and answer each with a line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    import django

    django.setup()
    from django.conf import settings
    from django.test.utils import setup_test_environment

    setup_test_environment()
    settings.SNAPSHOT_FOLDER = os.environ.get("VISITOR_SNAPSHOTS", "")
    acts = Acts()
    for line in sys.stdin:
        act, how = json.loads(line)
        told: Mapping[str, Any] | Any = getattr(acts, act)(**how)
        sys.stdout.write(f"{json.dumps(told)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    serve()
