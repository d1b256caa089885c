"""What cannot be cleaned: copies, downloads and paper that have left this installation, with place and time where these are known."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.auth.models import User
from django.db.models import Count, Max

from tournament.installation.copies.backups import last_download
from tournament.installation.copies.given import GivenKind, given_away
from tournament.installation.copies.second_place import second_place
from tournament.installation.copies.snapshots import made_at, names_in
from tournament.models import Event, PrintedSheet
from tournament.record.names import name_key

Copy = tuple[str, datetime | None]
"""Something that still has a name: what it is, in words with its place, and when it was made last, None where that is not known."""


def out_of_reach(events: Collection[Event], keys: Collection[str]) -> list[Copy]:
    """Return what has the names of people of these events and is not cleaned with them; ``keys`` are the names in plain form."""
    return [*_snapshots(), *_given(events), *_paper(events), *_accounts(keys)]


def _snapshots() -> Iterator[Copy]:
    """Give the snapshots on this machine and at the second place."""
    folder, place = Path(settings.SNAPSHOT_FOLDER) if settings.SNAPSHOT_FOLDER else None, second_place()
    if folder is not None and (names := names_in(folder)):
        yield f"snapshots in {folder} ({len(names)}); restoring one forgets these names again", made_at(max(names))
    if place is not None:
        names = names_in(place)
        words = f" ({len(names)})" if place.is_dir() else ", which is not plugged in"
        yield f"snapshots on the stick {place}{words}", made_at(max(names)) if names else None


def _given(events: Collection[Event]) -> Iterator[Copy]:
    """Give what was downloaded, or written by a command; archives of these events only."""
    slugs, given = {event.slug for event in events}, given_away()
    for each in given:
        if each.kind is GivenKind.EVERYTHING:
            yield f"a copy of everything: {each.where}", each.at
        elif each.kind is GivenKind.ARCHIVE and each.where.partition(": ")[0] in slugs:
            yield f"the archive of {each.where}", each.at
    if GivenKind.EVERYTHING not in {each.kind for each in given} and (downloaded := last_download()):
        yield "a copy of everything that was downloaded", downloaded


def _paper(events: Collection[Event]) -> Iterator[Copy]:
    """Give the sheets that were printed, each once with the last time."""
    rows = PrintedSheet.objects.filter(event__in=events, is_printed=True).order_by().values_list("event__name", "sheet")
    for event, sheet, many, at in rows.annotate(many=Count("pk"), at=Max("printed_at")).order_by("at"):
        yield f"paper of {event}: “{sheet}”, printed ({many})", at


def _accounts(keys: Collection[str]) -> Iterator[Copy]:
    """Give accounts that are called like a person."""
    for user in User.objects.filter(is_active=True):
        if not {name_key(user.get_username()), name_key(user.get_full_name())}.isdisjoint(keys):
            yield f"the account {user.get_username()}; close it under “Accounts”", None


ALWAYS_OUT_OF_REACH = (
    "pages, lists and files that anybody saved, printed or photographed",
    "plain files on a web space, until “publish_static” writes them again",
    "backups that this machine's owner keeps elsewhere",
)
"""What may exist anywhere and is recorded nowhere."""
