"""The frame of every act: lock the event, do it, raise the version, write the Change, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.models import Change, Event
from tournament.models.queries import record_of
from tournament.scores.scoring import ScoringError, score_round


class RefusedError(Exception):
    """An act that cannot be done now; the message says why and what to do."""


@dataclass
class Act:
    """An act under way: the locked event, and what was before and is after for the Change."""

    event: Event
    subject: str
    before: dict[str, Any] = field(default_factory=dict)
    after: dict[str, Any] = field(default_factory=dict)


@contextmanager
def act_on(event: Event, actor: User | None, verb: str, subject: str, reason: str = "") -> Iterator[Act]:
    """Run the body on the locked, freshly read event in one transaction, then write version and Change."""
    with transaction.atomic():
        locked = Event.objects.select_for_update().get(pk=event.pk)
        act = Act(locked, subject)
        yield act
        locked.version += 1
        locked.save()
        Change.objects.create(
            event=locked,
            version=locked.version,
            made_by=actor,
            verb=verb,
            subject=act.subject[:200],
            before=act.before,
            after=act.after,
            reason=reason[:300],
        )
    for column in Event._meta.concrete_fields:  # the caller's own copy tells how things stand, not how they stood
        setattr(event, column.attname, getattr(locked, column.attname))


def keep_scorable(event: Event) -> None:
    """Refuse an act after which a closed round could not be scored any more (R62): the standings are always there."""
    record = record_of(event)
    try:
        for played in record.closed_rounds:
            score_round(record, played.number)
    except ScoringError as refusal:
        raise RefusedError(str(refusal)) from None
