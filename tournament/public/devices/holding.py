"""The secret that a phone holds: a cookie of the one table or player for which it speaks, sent to no other address."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from tournament.access.devices import device_of
from tournament.models import Device, Event
from tournament.record.devices import KINDS, DeviceKind, Subject

COOKIE = "device"


@dataclass(frozen=True, slots=True)
class Held:
    """A request by a phone that speaks for a subject: the event, and the phone's row."""

    event: Event
    device: Device
    subject: Subject


def event_of(slug: str) -> Event:
    """The event of a code, hidden or not: whoever holds a slip was given it by the director."""
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise Http404(f"There is no event “{slug}”.")
    return event


def held(request: HttpRequest, slug: str, subject: Subject) -> Held:
    """The phone that asks; raises DeviceRefusedError where it does not speak for this subject."""
    event = event_of(slug)
    return Held(event, device_of(event, subject, request.COOKIES.get(COOKIE, "")), subject)


def address_of(slug: str, subject: Subject) -> str:
    """The page of a phone that speaks for this; its cookie goes there and below, nowhere else."""
    if subject.kind is DeviceKind.TABLE:
        return reverse("device_table", args=[slug, subject.round, subject.number])
    return reverse("device_player", args=[slug, subject.number])


def remember(answer: HttpResponse, slug: str, subject: Subject, token: str) -> None:
    """Let the phone keep its secret, out of reach of scripts."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=KINDS[subject.kind].lasts,
        path=address_of(slug, subject),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
