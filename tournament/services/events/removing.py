"""Deletes an event: a real one only while nothing was published, a practice event at any time."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Exists

from tournament.models import (
    Dispute,
    Event,
    GameLog,
    ReportAnswer,
    ReportedSeat,
    Seat,
    SitOut,
    Table,
    TableReport,
    TiedEntry,
)
from tournament.record.acts import Act, Part, declare
from tournament.record.vocabulary import RoundState
from tournament.services.changes import By, RefusedError, actor_of, check_may
from wording import gettext as _
from wording import gettext_noop

PUBLISHING = frozenset({Act.PUBLISH_ROUND, Act.PUBLISH_CHART, Act.PUBLISH_LOG, Act.PUBLISH_FINAL})
"""Acts after which something of an event was read by everybody, even if it was taken back."""


def was_published(event: Event) -> bool:
    """Return whether a round, a chart, a replay or a final list of the event was ever published."""
    was = Exists(event.changes.filter(act__in=[act.value for act in PUBLISHING]))
    stands = Exists(event.rounds.exclude(state=RoundState.DRAFT.value))
    return Event.objects.filter(was | stands, pk=event.pk).exists()


def reason_to_stay(event: Event) -> str:
    """Return why an event cannot be deleted, and what to do instead; empty where it can."""
    if not event.is_practice and was_published(event):
        return _(
            "{event} has published rounds, so it cannot be deleted; archive it to take it off the lists.",
            event=event.name,
        )
    return ""


def delete_event(event: Event, by: By, typed: str = "") -> None:
    """Delete an event for good; ``typed`` is its name as the director typed it, which a practice event does not need.

    Its log of changes is deleted with it. Closed rounds are made drafts first, in the same transaction, because triggers guard closed
    ones.
    """
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        check_may(actor_of(by).user, locked, Act.DELETE_EVENT)
        if refusal := reason_to_stay(locked):
            raise RefusedError(refusal)
        name = " ".join(typed.split())
        if not locked.is_practice and name != locked.name:
            raise RefusedError(_("Enter “{event}” to delete it.", event=locked.name))
        _delete_all(locked)


declare(
    Act.DELETE_EVENT,
    Part.SETTINGS,
    why_not=gettext_noop("No copy is kept of what was deleted."),
    when_put_away=True,
    words=gettext_noop("delete event"),
)


def _delete_all(event: Event) -> None:
    """Delete every row of the event, in an order in which no foreign key is left dangling."""
    event.rounds.update(state=RoundState.DRAFT.value)
    tables = Table.objects.filter(round__event=event)
    tables.update(official=None)
    ReportAnswer.objects.filter(report__table__in=tables).delete()
    ReportedSeat.objects.filter(report__table__in=tables).delete()
    TableReport.objects.filter(table__in=tables).delete()
    Dispute.objects.filter(table__in=tables).delete()
    GameLog.objects.filter(table__in=tables).delete()
    Seat.objects.filter(round__event=event).delete()
    SitOut.objects.filter(round__event=event).delete()
    TiedEntry.objects.filter(tie__event=event).delete()
    event.penalties.all().delete()
    event.chart_seats.all().delete()
    event.delete()
