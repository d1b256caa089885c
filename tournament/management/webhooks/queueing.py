"""What is told to the webhooks of an event: every act that changed something public, as a row that waits to be sent."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any
from uuid import uuid4

from django.conf import settings
from django.core.signals import request_started
from django.urls import reverse
from django.utils import timezone

from tournament.management.webhooks.models import TEST, Delivery, Hook
from tournament.management.webhooks.sending import wake
from tournament.services.changes.signals import ActDone

MOST_WAITING = 100
"""The most that waits for one hook; of more the oldest is dropped, because whoever reads the event now reads what it told."""


def hear(done: ActDone, **_signal: Any) -> None:
    """Queue what an act tells, for every hook of its event that is on; receives `act_done`."""
    if settings.WEBHOOKS == "off" or not done.is_public:
        return
    if hooks := list(Hook.objects.filter(event=done.event_id, event__is_shown=True, is_on=True)):
        facts = {
            "event": done.slug,
            "version": done.version,
            "round": done.round_number,
            "table": done.table_number,
            "undoes": done.undoes,
        }
        queue(hooks, done.act, done.slug, facts)


def test(hook: Hook) -> Delivery:
    """Queue a test for one hook, which is sent at once."""
    Hook.objects.filter(pk=hook.pk).update(next_try_at=timezone.now(), failures=0)
    event = hook.event
    facts = {"event": event.slug, "version": event.public_version, "round": None, "table": None, "undoes": None}
    return queue([hook], TEST, event.slug, facts)[0]


def queue(hooks: Iterable[Hook], kind: str, slug: str, facts: dict[str, object]) -> list[Delivery]:
    """Store what is told to these hooks, and wake what sends it."""
    now = timezone.now()
    address = f"{settings.PUBLIC_ADDRESS or settings.OWN_ADDRESS}{reverse('json_event', args=[slug])}"
    body = {"type": kind, "timestamp": now.isoformat(timespec="seconds"), "data": {**facts, "read": address}}
    text = json.dumps(body, separators=(",", ":"))
    queued = [
        Delivery.objects.create(hook=hook, number=f"msg_{uuid4().hex}", kind=kind, body=text, made_at=now)
        for hook in hooks
    ]
    for delivery in queued:
        waiting = Delivery.objects.filter(hook=delivery.hook_id, settled_at=None).order_by("-pk")
        Delivery.objects.filter(pk__in=list(waiting.values_list("pk", flat=True)[MOST_WAITING:])).delete()
    wake()
    return queued


def resume(**_signal: Any) -> None:
    """Send what an earlier process left, once in each process; receives `request_started`."""
    request_started.disconnect(resume, dispatch_uid="webhooks")
    if settings.WEBHOOKS != "off":
        wake()
