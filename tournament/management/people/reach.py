"""What cannot be cleaned: copies, downloads and paper that have left this installation, with place and time where these are known."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User

from tournament.installation.copies.backups import last_download
from tournament.installation.copies.given import GivenKind, given_away
from tournament.installation.copies.second_place import second_place
from tournament.installation.copies.snapshots import made_at, names_in
from tournament.models import Event, PrintedSheet
from tournament.models.choices import who
from tournament.record.names import name_key


@dataclass(frozen=True, slots=True)
class OutOfReach:
    """Something that still has a name: what it is, in words with its place, and when it was made last, None where that is not known."""

    words: str
    at: datetime | None = None


def out_of_reach(events: Collection[Event], keys: Collection[str]) -> list[OutOfReach]:
    """Return what has the names of people of these events and is not cleaned with them; ``keys`` are the names in plain form."""
    return [*_snapshots(), *_given(events), *_paper(events), *_accounts(keys)]


def _snapshots() -> list[OutOfReach]:
    """Return the snapshots on this machine and at the second place."""
    folder = Path(settings.SNAPSHOT_FOLDER) if settings.SNAPSHOT_FOLDER else None
    found = []
    if folder is not None and (names := names_in(folder)):
        words = f"snapshots in {folder} ({len(names)}); restoring one forgets these names again"
        found.append(OutOfReach(words, made_at(max(names))))
    place = second_place()
    if place is not None:
        names = names_in(place)
        words = (
            f"snapshots on the stick {place} ({len(names)})"
            if place.is_dir()
            else f"snapshots on the stick {place}, which is not plugged in"
        )
        found.append(OutOfReach(words, made_at(max(names)) if names else None))
    return found


def _given(events: Collection[Event]) -> list[OutOfReach]:
    """Return what was downloaded, or written by a command; archives of these events only."""
    slugs = {event.slug for event in events}
    found, has_copy = [], False
    for each in given_away():
        if each.kind is GivenKind.EVERYTHING:
            has_copy = True
            found.append(OutOfReach(f"a copy of everything: {each.where}", each.at))
        elif each.kind is GivenKind.ARCHIVE and each.where.partition(": ")[0] in slugs:
            found.append(OutOfReach(f"the archive of {each.where}", each.at))
    if not has_copy and (downloaded := last_download()):
        found.append(OutOfReach("a copy of everything that was downloaded", downloaded))
    return found


def _paper(events: Collection[Event]) -> list[OutOfReach]:
    """Return the sheets that were printed, each once with the last time."""
    latest: dict[tuple[str, str], tuple[datetime, int, str]] = {}
    rows = PrintedSheet.objects.filter(event__in=events, is_printed=True).select_related("event", "printed_by")
    for row in rows.order_by("printed_at"):
        key = row.event.name, row.sheet
        latest[key] = row.printed_at, latest.get(key, (None, 0, ""))[1] + 1, who(row, "printed_by")
    return [
        OutOfReach(
            f"paper of {event}: “{sheet}”, printed ({many})",
            at,
        )
        for (event, sheet), (at, many, _by) in latest.items()
    ]


def _accounts(keys: Collection[str]) -> list[OutOfReach]:
    """Return accounts that are called like a person."""
    return [
        OutOfReach(f"the account {user.get_username()}; close it under “All accounts”")
        for user in User.objects.filter(is_active=True)
        if not {name_key(user.get_username()), name_key(user.get_full_name())}.isdisjoint(keys)
    ]


ALWAYS_OUT_OF_REACH = (
    "pages, lists and files that anybody saved, printed or photographed",
    "plain files on a web space, until “publish_static” writes them again",
    "backups that this machine's owner keeps elsewhere",
)
"""What may exist anywhere and is recorded nowhere."""
