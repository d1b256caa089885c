"""Entries of an event, and who must not meet."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from tournament.models.choices import choices_of
from tournament.models.event import Event
from tournament.record.lengths import LONGEST_CLUB, LONGEST_EMAIL
from tournament.record.names import NameForm, parted
from tournament.record.vocabulary import NameShown, Status


class Entry(models.Model):
    """A player in an event; ``number`` counts from 1 and is printed on the name card.

    ``name`` is stored as it was entered; ``given_name`` and ``family_name`` are stored where an entrant list has them apart.
    ``club``, ``team`` (a family or a team) and ``email`` are for the desk alone, and so are the fees, in hundredths of the event's
    currency; ``fee_due`` is null where nothing is said, so that the event's fee is due.
    ``contestant_id`` is the organiser's number from an entrant list, unique within an event. ``first_round`` is the first round that the
    player could play (R53), ``last_round`` the last one before leaving (R54). ``shown_as`` says how much of the name is public.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    given_name = models.CharField(max_length=120, blank=True, default="", db_default="")
    family_name = models.CharField(max_length=120, blank=True, default="", db_default="")
    shown_as = models.CharField(
        max_length=10,
        choices=choices_of(NameShown),
        default=NameShown.FULL.value,
        db_default=NameShown.FULL.value,
    )
    country = models.CharField(max_length=3, blank=True)
    is_junior = models.BooleanField(default=False)
    contestant_id = models.CharField(max_length=30, blank=True)
    status = models.CharField(max_length=15, choices=choices_of(Status), default=Status.REGISTERED.value)
    first_round = models.PositiveSmallIntegerField(default=1)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    fixed_table = models.PositiveSmallIntegerField(null=True, blank=True)
    note = models.CharField(max_length=300, blank=True)
    club = models.CharField(max_length=LONGEST_CLUB, blank=True, default="", db_default="")
    team = models.CharField(max_length=LONGEST_CLUB, blank=True, default="", db_default="")
    email = models.CharField(max_length=LONGEST_EMAIL, blank=True, default="", db_default="")
    fee_due = models.PositiveIntegerField(null=True, blank=True)
    fee_paid = models.PositiveIntegerField(default=0, db_default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once_an_event"),
            models.UniqueConstraint(
                fields=["event", "contestant_id"],
                condition=~Q(contestant_id=""),
                name="organisers_number_once_an_event",
            ),
            models.CheckConstraint(condition=Q(number__gte=1), name="entry_numbers_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    @property
    def said(self) -> str:
        """The name as everybody reads it, in the form of the event."""
        return parted(self.name, self.given_name, self.family_name).said(NameForm(self.event.name_form))


class KeepApart(models.Model):
    """A rule that entries of one event do not share a table: never (``is_hard``), or only if it cannot be avoided."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="keep_aparts")
    is_hard = models.BooleanField(default=True)
    reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return ", ".join(str(member.entry.number) for member in self.members.select_related("entry"))


class KeptApart(models.Model):
    """One entry of a keep-apart rule. A trigger requires it to be of the rule's own event."""

    rule = models.ForeignKey(KeepApart, on_delete=models.CASCADE, related_name="members")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="kept_apart")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["rule", "entry"], name="kept_apart_once_a_rule")]

    def __str__(self) -> str:
        return str(self.entry)


class ListShape(models.Model):
    """How the director said that a list of this shape is to be read, so that nobody has to say it again for the next one.

    ``shape`` is a digest of the separator and the headings (`tournament.day.lists.shapes`); ``fields`` has the field by the column's place.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="list_shapes")
    shape = models.CharField(max_length=16)
    fields = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "shape"], name="shape_of_a_list_once_an_event")]

    def __str__(self) -> str:
        return self.shape
