"""The phones that speak for a table or a player, and how often their printed codes were withdrawn; no secret itself is stored."""

from __future__ import annotations

from types import MappingProxyType

from django.conf import settings
from django.db import models
from django.db.models import Q, QuerySet

from tournament.models.choices import choices_of
from tournament.models.entry import Entry
from tournament.models.event import Event
from tournament.models.plain_sql import SqlModels, SqlRows
from tournament.record.devices import DeviceKind, RequestKind, RequestState
from tournament.record.pace import WRITES_OF_A_PHONE


class DeviceCode(models.Model):
    """How often the printed code of a subject (a table or a player) was withdrawn; see `tournament.record.devices`.

    A code that was never withdrawn has no row.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="device_codes")
    kind = models.CharField(max_length=10, choices=choices_of(DeviceKind))
    round_number = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField()
    counter = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["kind", "round_number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "kind", "round_number", "number"], name="one_counter_a_code"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.round_number}/{self.number}, withdrawn {self.counter} times"


class Device(models.Model):
    """One phone that claimed a code: its subject (a table or a player), the code's counter then, and the hash of its secret.

    ``entry`` is the player who holds it, None where the whole table shares it. ``browser`` is the hash of a key that the browser got when
    it first claimed a code of the event, empty where it is not known. ``left`` and ``counted_at`` limit how much the phone may send.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="devices")
    kind = models.CharField(max_length=10, choices=choices_of(DeviceKind))
    round_number = models.PositiveSmallIntegerField(default=0)
    number = models.PositiveSmallIntegerField()
    counter = models.PositiveIntegerField(default=0)
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="devices")
    token_hash = models.CharField(max_length=64, unique=True)
    browser = models.CharField(max_length=64, blank=True, default="", db_default="")
    claimed_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    left = models.PositiveSmallIntegerField(default=WRITES_OF_A_PHONE.burst)
    counted_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        indexes = [models.Index(fields=["event", "kind", "round_number", "number"], name="devices_by_subject")]
        constraints = [
            models.CheckConstraint(
                condition=Q(expires_at__gt=models.F("claimed_at")), name="device_expires_after_claim"
            ),
            models.CheckConstraint(
                condition=(Q(kind="table") & Q(round_number__gte=1)) | (~Q(kind="table") & Q(round_number=0)),
                name="device_of_a_table_has_a_round",
            ),
        ]

    def __str__(self) -> str:
        return f"Device of {self.kind} {self.round_number}/{self.number}"

    @property
    def voice(self) -> str:
        """Return what identifies the browser, whatever names it uses; a phone without a browser's key counts as a browser of its own."""
        return self.browser or f"phone {self.pk}"


def phones_held(event: Event, round_number: int, table: int | None = None) -> QuerySet[Device]:
    """Return the phones that hold the codes of a round's tables, or of the table with number ``table``, and were not withdrawn."""
    held = Device.objects.filter(event=event, kind=DeviceKind.TABLE.value, round_number=round_number, withdrawn_at=None)
    return held if table is None else held.filter(number=table)


COUNTERS = SqlRows(
    "SELECT number, counter FROM tournament_devicecode WHERE event_id = %s AND kind = %s AND round_number = %s ORDER BY number"
)
"""Pairs of a table's or player's number and how often its code was withdrawn, for an event, a kind and a round (0 for players)."""

_NOW = (
    "LEFT JOIN tournament_devicecode AS code ON code.event_id = row.event_id AND code.kind = row.kind "
    "AND code.round_number = row.round_number AND code.number = row.number "
    "LEFT JOIN tournament_round AS played ON played.event_id = row.event_id AND played.number = row.round_number"
)
_BESIDE = MappingProxyType({"counter_now": "COALESCE(code.counter, 0)", "round_state": "played.state"})

BY_KEY = SqlModels(Device, f"{_NOW} WHERE row.id = %s", beside=_BESIDE)
"""A phone as it is stored now, with ``counter_now``, how often its subject's code was withdrawn, and ``round_state``, the state of its
round (None for a player's phone, and for a round that is not drawn)."""

BY_SECRET = SqlModels(
    Device,
    "JOIN tournament_event AS event ON event.id = row.event_id LEFT JOIN tournament_entry AS entry ON entry.id = row.entry_id "
    f"{_NOW} WHERE row.token_hash = %s",
    related={"event": Event, "entry": Entry},
    beside={
        **_BESIDE,
        "answered": "(SELECT COALESCE(MAX(call.id), 0) FROM tournament_call AS call JOIN tournament_device AS caller "
        "ON caller.id = call.device_id WHERE call.event_id = row.event_id AND call.answered_at IS NOT NULL "
        "AND (caller.id = row.id OR caller.entry_id = row.entry_id))",
        "alike": "(SELECT COUNT(*) - COUNT(DISTINCT other.entry_id) + COUNT(NULLIF(other.browser, '')) "
        "- COUNT(DISTINCT NULLIF(other.browser, '')) FROM tournament_device AS other "
        "WHERE other.event_id = row.event_id AND other.kind = row.kind AND other.round_number = row.round_number "
        "AND other.number = row.number AND other.entry_id IS NOT NULL)",
    },
)
"""The same of the phone whose secret has that hash, with its event and player; ``answered``: the key of the latest call of its player, or
of the phone itself, that the director has answered (0 for none); ``alike``: how many phones of its table share a player's name or a browser
with another, normally 0."""


class PlayerRequest(models.Model):
    """A request that a player's own phone sent to the director, and its outcome; nothing else changes until it is confirmed."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="requests")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="requests")
    device = models.ForeignKey(Device, null=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=10, choices=choices_of(RequestKind))
    words = models.CharField(max_length=120, blank=True)  # the player's own words
    rounds = models.CharField(
        max_length=40, blank=True, default="", db_default=""
    )  # numbers of the rounds to be missed
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=choices_of(RequestState), default=RequestState.OPEN.value)
    answer = models.CharField(max_length=120, blank=True)  # the director's own words
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["entry", "kind"], condition=Q(state="open"), name="one_open_request"),
            models.CheckConstraint(
                condition=Q(state="open", answered_at=None) | (~Q(state="open") & Q(answered_at__isnull=False)),
                name="request_is_answered_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} asks: {self.kind}, {self.state}"

    @property
    def said(self) -> str:
        """Return the request in words."""
        return RequestKind(self.kind).words

    @property
    def round_numbers(self) -> tuple[int, ...]:
        """The rounds that the player asks to miss, in order."""
        return tuple(map(int, self.rounds.split()))
