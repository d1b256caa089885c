"""Restores one event to its state in a snapshot: a snapshot of the present state is made first, and the log of changes tells it.

The snapshot is copied, migrated and archived in a child process, so that one of an earlier version works too. Helpers, links, phones and
their open requests stay as they are now, and so do the address of the event and whether it is shown.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.contrib.auth.models import User

from tournament.access.devices import withdraw_device
from tournament.day.office.registering import RegistrationState
from tournament.day.phones import still_playing_in_words
from tournament.installation.copies.automatic_snapshots import snapshot_before
from tournament.installation.copies.snapshots import SnapshotError, carry, made_at, names_in, run_on_file
from tournament.models import Device, Entry, Event, Helper, PlayerRequest, Registration, Round, Table
from tournament.record.acts import Act, Part, Publicity, declare
from tournament.record.archive import LARGE, EnvelopeError, unpack
from tournament.record.vocabulary import RoundState
from tournament.services.archives.restoring import Inserting, all_or_nothing, check_readable, fill_row
from tournament.services.archives.writing import ARCHIVED
from tournament.services.changes import By, act_on, actor_of, check_may
from tournament.services.changes.refusals import GoneError, RefusedError
from tournament.services.forgetting.acting import forget_again
from tournament.services.on_devices.following import games_at_tables
from tournament.tellings.changed import PublicChangeKind, news_of_event
from wording import gettext as _
from wording import gettext_noop

KEPT_COLUMNS = (
    "slug",
    "version",
    "public_version",
    "is_shown",
    "is_put_away",
    "is_practice",
    "created_by_id",
    "created_by_name",
)
"""The columns of the event that stay as they are now."""
HELD_THERE = """
    SELECT e.version, (SELECT COUNT(*) FROM tournament_entry n WHERE n.event_id = e.id),
        (SELECT COUNT(*) FROM tournament_round r WHERE r.event_id = e.id AND r.state = 'closed')
    FROM tournament_event e WHERE e.slug = ?
    """


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A snapshot that holds the event: its file name, when and before which act it was made (empty for none).

    ``version``, ``entries`` and ``closed`` are the event's version and its numbers of entries and closed rounds in it.
    """

    name: str
    made_at: datetime
    before: str
    version: int
    entries: int
    closed: int


def snapshots_of(event: Event) -> list[Snapshot]:
    """Return the snapshots that hold the event, the latest first; none where the installation makes no snapshots."""
    folder = Path(settings.SNAPSHOT_FOLDER) if settings.SNAPSHOT_FOLDER else None
    found = (
        [_snapshot_in(folder / name, event.slug) for name in sorted(names_in(folder), reverse=True)] if folder else []
    )
    return [each for each in found if each]


def _snapshot_in(file: Path, slug: str) -> Snapshot | None:
    """Return what a snapshot file holds of the event with that slug; None without the event or where it cannot be read."""
    try:
        with closing(sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro&immutable=1", uri=True)) as opened:
            row = opened.execute(HELD_THERE, (slug,)).fetchone()
    except sqlite3.Error:
        return None
    before = file.stem.partition("-before-")[2]
    return Snapshot(file.name, made_at(file.name), before, *row) if row else None


def snapshot_of(event: Event, name: str) -> Snapshot:
    """Return the snapshot of that file name; raises RefusedError where it is gone or does not hold the event."""
    for each in snapshots_of(event):
        if each.name == name:
            return each
    raise GoneError


def put_back(event: Event, by: By, name: str) -> int:
    """Restore the event to its state in the snapshot with that file name; nothing else of the installation changes.

    Returns how many players of the snapshot were forgotten since, who have pseudonyms again.
    Raises RefusedError where a game on devices is going on, the snapshot cannot be read, or no snapshot of the present state could be
    made first.
    """
    actor = actor_of(by)
    check_may(actor.user, event, Act.RESTORE_SNAPSHOT)
    if numbers := games_at_tables().unfinished(event):
        raise RefusedError(
            " ".join(
                (
                    still_playing_in_words(numbers),
                    _("Games on devices would be lost; let the tables finish and agree first."),
                )
            )
        )
    wanted = snapshot_of(event, name)
    document = _snapshot_document(event, Path(settings.SNAPSHOT_FOLDER) / name)
    if snapshot_before(Act.RESTORE_SNAPSHOT.value) is None:
        raise RefusedError(
            _("No snapshot of the current state could be made, so nothing was changed; check “Phones and copies”.")
        )
    try:
        with all_or_nothing(), act_on(event, actor, Act.RESTORE_SNAPSHOT) as doing:
            now = doing.event
            kept_columns = {column: getattr(now, column) for column in KEPT_COLUMNS}
            fill_row(now, document["event"], "the event", lambda name: None)
            for column, value in kept_columns.items():
                setattr(now, column, value)
            with games_at_tables().phones_kept(now):
                _exchange(now, document["rows"])
            many = forget_again(now)
            check_readable(Event.objects.get(pk=now.pk))
            doing.after = {"snapshot": {"version": wanted.version}}
    except EnvelopeError as failure:
        raise RefusedError(str(failure)) from failure
    return many


declare(
    Act.RESTORE_SNAPSHOT,
    Part.SETTINGS,
    Publicity.ALWAYS,
    sentence=lambda facts: _(
        "Event restored to version {version}", version=facts.after.get("snapshot", {}).get("version", "?")
    ),
    why_not=gettext_noop("Restore the snapshot that was made just before this."),
    public_news=news_of_event(PublicChangeKind.PUT_BACK),
)


def _exchange(event: Event, rows: dict[str, list[dict[str, object]]]) -> None:
    """Replace the rows of the event by those of an archive.

    Phones, helpers, registrations and open requests stay, and are linked to the new entries with the same numbers; a registration whose
    entry is not there waits again. Whose entries in other events are the same person's, and who shares a result, stays too.
    """
    players = [
        (row, row.entry.number if row.entry else 0, row.entry.name if row.entry else "")
        for model in (Device, Helper)
        for row in model._default_manager.filter(event=event, entry__isnull=False).select_related("entry")
    ]
    registered = [
        (row, row.entry.number, row.entry.name) for row in event.registrations.select_related("entry") if row.entry
    ]
    kept = list(event.entries.exclude(person=None, shared="").values("number", "name", "person", "shared"))
    for model in (Device, Helper):
        model._default_manager.filter(event=event).update(entry=None)
    requests = [(row, row.entry.number) for row in PlayerRequest.objects.filter(event=event).select_related("entry")]
    PlayerRequest.objects.filter(event=event).delete()
    Round.objects.filter(event=event).update(state=RoundState.DRAFT.value)
    Table.objects.filter(round__event=event).update(official=None)
    for held in reversed(ARCHIVED):
        if held.name not in ("Helper", "GameAct"):  # a game's acts are deleted with the game
            held.model._default_manager.filter(**{held.path: event}).delete()
    accounts = {user.get_username(): user for user in User.objects.all()}
    Inserting(event, accounts.get).insert({name: each for name, each in rows.items() if name != Helper.__name__})
    entries = dict(Entry.objects.filter(event=event).values_list("number", "pk"))
    for each in kept:
        found = event.entries.filter(number=each["number"], name=each["name"])
        found.update(person=each["person"], shared=each["shared"])
    names = {entry.number: entry.name for entry in event.entries.all()}
    for row, number, name in players:
        type(row)._default_manager.filter(pk=row.pk).update(entry=entries.get(number))
        if isinstance(row, Device) and names.get(number) != name:  # the number was somebody else's
            withdraw_device(row)
    for registration, number, name in registered:
        same = event.entries.filter(number=number, name=name).first()
        state = RegistrationState.ACCEPTED if same else RegistrationState.OPEN
        Registration.objects.filter(pk=registration.pk).update(entry=same, state=state.value)
    for request, number in requests:
        request.entry_id = entries.get(number, 0)
    PlayerRequest.objects.bulk_create([request for request, _ in requests if request.entry_id])


def _snapshot_document(event: Event, file: Path) -> dict[str, dict[str, list[dict[str, object]]]]:
    """Return the document of the event in a snapshot file; raises RefusedError where it cannot be read."""
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        try:
            carry(file, folder)
        except SnapshotError as failure:
            raise RefusedError(str(failure)) from failure
        archive = folder / "event"
        for words in (("migrate", "--verbosity", "0"), ("archive", event.slug, str(archive))):
            try:
                why = run_on_file(folder / file.name, *words)
            except TimeoutError as late:
                raise RefusedError(_("Reading the copy took too long; try again.")) from late
            if why:
                raise RefusedError(_("The copy could not be read: {error}", error=why[:200]))
        try:
            return dict(unpack(archive.read_bytes(), LARGE).document)
        except EnvelopeError as failure:
            raise RefusedError(str(failure)) from failure
