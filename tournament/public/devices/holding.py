"""Requests by phones that speak for a table or a player: the cookie that identifies a phone, and the pages that it may open.

The cookie is the secret of one table or player, and is sent to no other address.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access.devices import DeviceRefusedError, UnknownCodeError, check_alive, check_code, device_of, is_known
from tournament.models import Device, Event
from tournament.models.event import event_at
from tournament.record.devices import KINDS, DeviceKind, DeviceSubject, table_subject
from tournament.record.letin import new_token

COOKIE = "device"
BROWSER = "browser"
"""The cookie by which a browser is known again at the codes of an event, whoever it says that it is; sent to no other address."""


LONGEST = 100
GONE = 410
WORKER = Path(settings.BASE_DIR) / "static" / "tournament" / "scribe" / "worker.js"


@dataclass(frozen=True, slots=True)
class PhoneRequest:
    """What a request by a phone is about: the event, the phone's row, and the table or player for which it speaks."""

    event: Event
    device: Device
    subject: DeviceSubject


def event_of(slug: str) -> Event:
    """The event of a printed code, hidden or not, because the director gave the code out; Http404 where there is none."""
    event = event_at(slug)
    if event is None:
        raise _no_event(slug)
    return event


def _no_event(slug: str) -> Http404:
    return Http404(f"There is no event “{slug}”.")


def event_of_code(slug: str, subject: DeviceSubject, code: str) -> Event:
    """The event of a printed code; a hidden event is a 404 for a code that was never one of its own."""
    event = event_of(slug)
    if not event.is_shown:
        try:
            check_code(event, subject, code)
        except UnknownCodeError:
            raise _no_event(slug) from None
        except DeviceRefusedError:  # it was one once: the page says so
            pass
    return event


def phone_request(request: HttpRequest, slug: str, subject: DeviceSubject) -> PhoneRequest:
    """The phone behind a request; raises DeviceRefusedError where it does not speak for this subject, Http404 for others' hidden events."""
    event, token = event_of(slug), request.COOKIES.get(COOKIE, "")
    if not event.is_shown and not is_known(event, token):
        raise _no_event(slug)
    return PhoneRequest(event, device_of(event, subject, token), subject)


def address_of(slug: str, subject: DeviceSubject) -> str:
    """The address of the page for a subject's phones; their cookie is sent to it and below it only."""
    if subject.kind is DeviceKind.TABLE:
        return reverse("device_table", args=[slug, subject.round, subject.number])
    return reverse("device_player", args=[slug, subject.number])


def browser_of(request: HttpRequest) -> str:
    """The random key that a browser got when it first claimed a code of the event; a new one where it has none."""
    return request.COOKIES.get(BROWSER, "")[:LONGEST] or new_token()


def remember_browser(answer: HttpResponse, slug: str, browser: str) -> None:
    """Set the cookie with the browser's key, for the addresses of the event's codes, for as long as any phone is valid."""
    answer.set_cookie(
        BROWSER,
        browser,
        max_age=max(row.lasts for row in KINDS.values()),
        path=f"{reverse('event', args=[slug])}c/",
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def remember(answer: HttpResponse, slug: str, subject: DeviceSubject, token: str) -> None:
    """Set the cookie with the phone's secret, out of reach of scripts."""
    answer.set_cookie(
        COOKIE,
        token,
        max_age=KINDS[subject.kind].lasts,
        path=address_of(slug, subject),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def worker_script() -> HttpResponse:
    """The script of the worker that caches a page of a device for a reload without network; served below the page that it may cache."""
    return HttpResponse(WORKER.read_text(encoding="utf-8"), content_type="text/javascript")


def refusal_page(request: HttpRequest, event: Event, sentence: str) -> HttpResponse:
    """The page that says why a code or a phone is not valid, with a link to the public page; status 410."""
    shown = {"sentence": sentence, "event": event}
    return render(request, "public/devices/refused.html", shown, status=GONE)


def table_page(
    *methods: str,
) -> Callable[[Callable[[HttpRequest, PhoneRequest], HttpResponse]], Callable[..., HttpResponse]]:
    """A decorator for a page of a table's phone: its view gets a `PhoneRequest` in place of the address's numbers.

    A phone that does not speak for the table gets the refusal page, and a table whose round is over takes no form.
    """

    def decorate(view: Callable[[HttpRequest, PhoneRequest], HttpResponse]) -> Callable[..., HttpResponse]:
        @login_not_required
        @never_cache
        @require_http_methods(list(methods))
        @wraps(view)
        def page(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
            try:
                phone = phone_request(request, slug, table_subject(number, table))
                if request.method == "POST":
                    check_alive(phone.event, phone.subject)
                return view(request, phone)
            except DeviceRefusedError as refusal:
                return refusal_page(request, event_of(slug), str(refusal))

        return page

    return decorate
