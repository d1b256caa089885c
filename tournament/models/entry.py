"""Entries of an event, who must not meet, and the registrations of players who enter themselves."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone

from tournament.day.office.registering import (
    LONGEST_WORD,
    Acceptance,
    EmailAsked,
    RegistrationSettings,
    RegistrationState,
)
from tournament.models.choices import choices_of
from tournament.models.event import Event
from tournament.record.lengths import LONGEST_CLUB, LONGEST_EMAIL
from tournament.record.names import NameForm, name_in_parts
from tournament.record.settings import ScoreOwner
from tournament.record.vocabulary import NameShown, Status


class Entry(models.Model):
    """A player in an event; ``number`` counts from 1 and is printed on the name card.

    ``name`` is stored as it was entered; ``given_name`` and ``family_name`` are stored where an entrant list has them apart.
    ``club``, ``team`` (a family or a team) and ``email`` are for the desk alone, and so are the fees, in hundredths of the event's
    currency; ``fee_due`` is null where nothing is said, so that the event's fee is due.
    ``contestant_id`` is the organiser's number from an entrant list, unique within an event. ``first_round`` is the first round that the
    player could play (R53), ``last_round`` the last one before leaving (R54). ``shown_as`` says how much of the name is public.
    Entries of different events with the same ``person`` are one person's (`services.joining`). ``shared`` is the secret in the address at
    which the player shares the result, empty where it is not shared (`services.sharing`).
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
    tie_figure = models.PositiveIntegerField(null=True, blank=True)  # what the director entered for ties (`Key.TYPED`)
    person = models.PositiveBigIntegerField(null=True, blank=True)
    shared = models.CharField(max_length=26, blank=True, default="", db_default="")

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
        return name_in_parts(self.name, self.given_name, self.family_name).said(NameForm(self.event.name_form))


class TakenOver(models.Model):
    """The other person of an entry in whose seat somebody else plays on from ``round_number`` (R71).

    That is who plays if the first person owns the score, and who played before if the new one does; ``owner`` is as it was then.
    """

    entry = models.OneToOneField(Entry, on_delete=models.CASCADE, related_name="taken_over")
    round_number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=120)
    given_name = models.CharField(max_length=120, blank=True)
    family_name = models.CharField(max_length=120, blank=True)
    country = models.CharField(max_length=3, blank=True)
    is_junior = models.BooleanField(default=False)
    owner = models.CharField(max_length=12, choices=choices_of(ScoreOwner), default=ScoreOwner.FIRST.value)

    class Meta:
        ordering = ["entry"]

    def __str__(self) -> str:
        return f"{self.entry} is taken over"


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

    ``shape`` is a digest of the separator and the headings (`day.lists.rosters`); ``fields`` has the field by the column's place.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="list_shapes")
    shape = models.CharField(max_length=16)
    fields = models.JSONField(default=dict)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "shape"], name="shape_of_a_list_once_an_event")]

    def __str__(self) -> str:
        return self.shape


class RegistrationDesk(models.Model):
    """How an event takes registrations on its public page; an event without a row has never offered it. See `RegistrationSettings`."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="registration_desk")
    is_open = models.BooleanField(default=False)
    closes_at = models.DateTimeField(null=True, blank=True)
    places = models.PositiveSmallIntegerField(null=True, blank=True)
    acceptance = models.CharField(max_length=10, choices=choices_of(Acceptance), default=Acceptance.DESK.value)
    email_asked = models.CharField(max_length=10, choices=choices_of(EmailAsked), default=EmailAsked.NO.value)
    asks_junior = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"registration for {self.event}"

    @property
    def settings(self) -> RegistrationSettings:
        """The settings as a value."""
        return RegistrationSettings(
            self.is_open, self.closes_at, self.places, self.acceptance, self.email_asked, self.asks_junior
        )


class Registration(models.Model):
    """What a player typed on the registration page; ``number`` counts from 1 in each event and is the order of the line.

    The e-mail address and the word to the desk are for the desk alone. ``agreed_to`` is how much of the name was to be public when the
    player agreed. ``token_hash`` is the hash of the secret in the private link, ``changes`` how often the link changed something. Once
    accepted, name, country and junior are those of ``entry``, which is None again where that was removed. ``origin`` is a keyed digest of
    the network from which it came, so that the desk can clear what one stranger sent.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="registrations")
    number = models.PositiveIntegerField()
    given_name = models.CharField(max_length=120, blank=True)
    family_name = models.CharField(max_length=120, blank=True)
    country = models.CharField(max_length=3, blank=True)
    is_junior = models.BooleanField(default=False)
    email = models.CharField(max_length=LONGEST_EMAIL, blank=True)
    word = models.CharField(max_length=LONGEST_WORD, blank=True)
    agreed_to = models.CharField(max_length=10, choices=choices_of(NameShown), default=NameShown.FULL.value)
    state = models.CharField(max_length=10, choices=choices_of(RegistrationState), default=RegistrationState.OPEN.value)
    entry = models.OneToOneField(Entry, null=True, on_delete=models.SET_NULL, related_name="registration")
    token_hash = models.CharField(max_length=64, unique=True)
    origin = models.CharField(max_length=16, blank=True, default="", db_default="")
    changes = models.PositiveSmallIntegerField(default=0)
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["event", "state"], name="registrations_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="registration_number_once"),
            models.CheckConstraint(
                condition=Q(entry=None) | Q(state=RegistrationState.ACCEPTED.value), name="only_accepted_has_entry"
            ),
        ]

    def __str__(self) -> str:
        return f"registration {self.number}, {self.state}"

    @property
    def name(self) -> str:
        """The name as it is entered: given name and surname."""
        return f"{self.given_name} {self.family_name}".strip()
