"""The log of changes of an event: who changed what, where, with the figures before and after; only deleting an event deletes it.

Beside it stands the list of the forgotten, because forgetting a person is the one act that may rewrite names in the log.

Sheets that were printed from the desk; fingerprints of their contents are stored, so that an outdated sheet can be recognised.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.models.choices import kept_name
from tournament.models.event import Event


class Change(models.Model):
    """One recorded change of an event, its "act"; ``version`` is the event's version after it.

    A trigger forbids altering a row, except that a forgotten person's name is replaced in what people typed (`Forgotten`).

    ``act`` is the key of the kind of act in `tournament.record.acts`; ``entries`` are entry numbers; ``before`` and ``after`` hold
    figures under stable keys (see `tournament.tellings.diary`), without what they say of people (`FormerEntry`). ``rows`` are those
    that an undo writes back (`tournament.services.changes.rows`), None where the act has none or an earlier version did it. ``words``
    hold the sentence of an edit by staff, which earlier versions allowed and which has no kind. ``key`` is a digest of the form's
    one-use key and contents: if the same form is sent again, this change is found. ``undoes`` is the version of the change that this
    one undoes, None where it is no undo.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    made_by_name = kept_name()
    act = models.CharField(max_length=40)
    round_number = models.PositiveSmallIntegerField(null=True, blank=True)
    table_number = models.PositiveSmallIntegerField(null=True, blank=True)
    entries = models.JSONField(default=list)
    words = models.CharField(max_length=250, blank=True)
    before = models.JSONField(default=dict)
    after = models.JSONField(default=dict)
    rows = models.JSONField(null=True)
    reason = models.TextField(blank=True)
    key = models.CharField(max_length=40, null=True, blank=True, unique=True)
    undoes = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["-version"]
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="one_change_a_version")]
        indexes = [models.Index(fields=["event", "act"], name="changes_by_act")]

    def __str__(self) -> str:
        return f"{self.act}, version {self.version}"


class FormerEntry(models.Model):
    """What the entry of a number was before the change of that version: the one place of former names, by the number alone.

    ``named`` are the columns of figures that say who somebody is, ``private`` those with what is private of a player, each with its text
    (`tournament.record.former`). With ``ends`` the change removed the entry. ``is_after`` is only set where an earlier version stored what
    an entry was after the change and no later change says so. A trigger forbids altering a row, except to forget a person.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="former_entries")
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    named = models.JSONField(default=dict)
    private = models.JSONField(default=dict)
    ends = models.BooleanField(default=False)
    is_after = models.BooleanField(default=False)

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "number"], name="former_entries_by_number")]

    def __str__(self) -> str:
        return f"Number {self.number} before version {self.version}"


OPEN = "open"
"""The kind of a row that stands only while stored names are rewritten; the guards of the database allow that as long as it stands."""


class Forgotten(models.Model):
    """One digest of a person who was forgotten, or was not although another of the same name was; no name can be read from it.

    ``kind`` is one of `tournament.installation.copies.forgotten.Listed`, or `OPEN`; ``salt`` and ``digest`` are hexadecimal. ``event`` is
    the event in which names are rewritten, and is only set for `OPEN`. A trigger forbids altering a row.
    """

    event = models.ForeignKey(Event, null=True, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=10)
    salt = models.CharField(max_length=32)
    digest = models.CharField(max_length=64, unique=True)
    forgotten_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.kind}, {self.forgotten_at:%Y-%m-%d}"


class PrintedSheet(models.Model):
    """One printed sheet: its name, its round (None for a sheet of the event), when, by whom, and at which version of the event.

    ``parts`` are fingerprints of the sheet's parts (`tournament.record.printing`), and ``fingerprint`` is that of all of them; those of
    version 2.8 and earlier are shorter. ``is_whole`` is false for a sheet printed for some tables only. Printing is no recorded change of
    the event, and its version stays.

    Opening a PDF is not printing it: until somebody says that the paper came out of the printer, the row is one of an opened sheet.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="printed")
    sheet = models.CharField(max_length=40)
    round_number = models.PositiveSmallIntegerField(null=True)
    printed_at = models.DateTimeField()
    printed_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    printed_by_name = kept_name()
    version = models.PositiveIntegerField()
    fingerprint = models.CharField(max_length=16)
    parts = models.JSONField()
    is_whole = models.BooleanField(default=True)
    is_printed = models.BooleanField(
        default=True, db_default=True
    )  # false: opened, and nobody has said whether it was printed
    reason = models.CharField(max_length=300, blank=True)  # why it was printed although a dispute was open

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "sheet", "round_number"], name="printed_sheet_by_name")]
        constraints = [
            models.CheckConstraint(
                condition=Q(round_number__isnull=True) | Q(round_number__gte=0, round_number__lte=9),
                name="printed_sheet_of_a_round",
            ),
        ]

    def __str__(self) -> str:
        of = "" if self.round_number is None else f", round {self.round_number}"
        return f"{self.sheet}{of}, version {self.version}"
