"""Sends what waits: in a thread of the process that queued it, or by the command ``webhooks``; each hook in order, one process at a time.

If an address does not take something, it is tried again later and later, and everything after it waits; what waited for a day is given up.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from threading import Event, Lock, Thread

from django.db import DatabaseError, connection
from django.db.models import Min, QuerySet
from django.utils import timezone

from tournament.management.webhooks.models import TEST, Delivery, Failure, Hook
from tournament.management.webhooks.posting import SECONDS, Answer, post
from tournament.management.webhooks.signing import headers_of

PAUSES = tuple(timedelta(seconds=each) for each in (10, 30, 120, 600, 3600))
"""How long nothing is tried after the first failure in a row, the second and so on; the last counts for all further ones."""
GIVEN_UP_AFTER = timedelta(days=1)
MOST_SETTLED = 20
"""The most settled deliveries of one hook that are kept, for its page."""
CLAIM = timedelta(seconds=6 * SECONDS)
"""How long a hook belongs to the process that sends to it, unless that says more."""

log = logging.getLogger("tournament.webhooks")
_lock, _news = Lock(), Event()
_sender: Thread | None = None


def wake() -> None:
    """Let the thread of this process send what waits; start it where it does not run."""
    global _sender
    with _lock:
        _news.set()
        if _sender is None:
            _sender = Thread(target=_work, name="webhooks", daemon=True)
            _sender.start()


def _work() -> None:
    """Send until nothing waits any more."""
    while (pause := _send_once()) is not None:
        _news.wait(pause)


def _send_once() -> float | None:
    """Send what is due and return the seconds until something else is; None, and the thread ends, where nothing waits."""
    global _sender
    _news.clear()
    pause = None
    try:
        pause = send_due()
    except DatabaseError as error:
        log.warning("Webhooks cannot be sent now: %s", error)  # not said
    finally:
        connection.close()
    with _lock:
        if pause is None and _news.is_set():
            return 0
        if pause is None:
            _sender = None
        return pause


def send_due() -> float | None:
    """Send everything that is due; return the seconds until the next hook is, None where nothing waits for any."""
    for hook in _waiting().filter(next_try_at__lte=timezone.now()):
        if _is_claimed(hook):
            _send_all(hook)
    soonest = _waiting().aggregate(soonest=Min("next_try_at"))["soonest"]
    return None if soonest is None else max((soonest - timezone.now()).total_seconds(), 0.1)


def _waiting() -> QuerySet[Hook]:
    """Return the hooks that are on and for which something waits."""
    return Hook.objects.filter(is_on=True, pk__in=Delivery.objects.filter(settled_at=None).values("hook"))


def _is_claimed(hook: Hook) -> bool:
    """Claim a hook for this process; false where another was quicker, or it was switched off."""
    until = timezone.now() + CLAIM
    free = Hook.objects.filter(pk=hook.pk, is_on=True, next_try_at=hook.next_try_at)
    if not free.update(next_try_at=until):
        return False
    hook.next_try_at = until
    return True


def _send_all(hook: Hook) -> None:
    """Send to a claimed hook what waits for it, until something is not taken."""
    while (delivery := _next(hook)) and _is_claimed(hook):
        answer = _send(hook, delivery)
        if delivery.settled_at is None:
            _wait(hook, answer)
            return
    _clear(hook)
    Hook.objects.filter(pk=hook.pk, next_try_at=hook.next_try_at).update(next_try_at=timezone.now(), failures=0)


def _next(hook: Hook) -> Delivery | None:
    """Return what is sent next to a hook: a test, else the oldest."""
    waiting = hook.deliveries.filter(settled_at=None).order_by("pk")
    return waiting.filter(kind=TEST).first() or waiting.first()


def _send(hook: Hook, delivery: Delivery) -> Answer:
    """Send one delivery, and note what came of it."""
    now, body = timezone.now(), delivery.body.encode()
    answer = post(hook.address, body, headers_of(hook.salt, delivery.number, body, int(now.timestamp())))
    delivery.tries, delivery.status, delivery.failure = delivery.tries + 1, answer.status, answer.failure
    if answer.is_delivered or delivery.kind == TEST:  # a test is tried once
        delivery.settled_at = timezone.now()
    elif now - delivery.made_at > GIVEN_UP_AFTER:
        delivery.settled_at, delivery.failure = timezone.now(), Failure.GIVEN_UP
    delivery.save(update_fields=["tries", "status", "failure", "settled_at"])
    return answer


def _wait(hook: Hook, answer: Answer) -> None:
    """Note a failure, and when to try again; only the first in a row is written into the log."""
    if not hook.failures:
        log.warning("A webhook of %s gets no answer (%s)", hook.event_id, answer.failure or answer.status)  # not said
    next_try_at: datetime = timezone.now() + PAUSES[min(hook.failures, len(PAUSES) - 1)]
    Hook.objects.filter(pk=hook.pk, next_try_at=hook.next_try_at).update(
        next_try_at=next_try_at, failures=hook.failures + 1
    )


def _clear(hook: Hook) -> None:
    """Delete all but the last settled deliveries of a hook."""
    settled = hook.deliveries.exclude(settled_at=None).order_by("-pk").values_list("pk", flat=True)
    Delivery.objects.filter(pk__in=list(settled[MOST_SETTLED:])).delete()
