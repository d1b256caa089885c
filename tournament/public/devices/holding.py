"""Requests by phones that speak for a table or a player: the cookie that identifies a phone, and the pages that it may open.

The cookie is the secret of one table or player, and is sent to no other address.

What lets an open page of a phone follow its event: a notice and a new draw come to it by themselves (`static/tournament/live.js`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import check_is_there
from tournament.access.devices import (
    DeviceRefusedError,
    UnknownCodeError,
    check_code,
    check_device,
    check_in_play,
    phone_with,
)
from tournament.access.languages import speak_for
from tournament.installation.device_mark import let_keep
from tournament.installation.folders import STATIC
from tournament.models import Device, Event
from tournament.models.event import event_at
from tournament.public.site import open_site
from tournament.record.devices import KINDS, DeviceKind, DeviceSubject, new_token, table_subject
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.tellings.hall import drawn_words
from wording import gettext as _


class Seen(Protocol):
    """A page's view of an event."""

    @property
    def record(self) -> EventRecord:
        """The event as everybody may see it."""


def following_context(
    event: Event, after: int = 0, player: PlayerId | None = None, seen: Seen | None = None
) -> dict[str, Any]:
    """Return the context of a page that follows the event; on a page of round ``after`` it tells the draw of a later one to its player.

    ``seen`` has what everybody may see of the event, where the page has read it already.
    """
    return {
        "notice": event.notice,
        "version": event.public_version,
        "follows": reverse("json_now", args=[event.slug]),
        "drawn": drawn_words((seen or open_site(event)).record, after, player) if after else "",
    }


COOKIE = "device"
BROWSER = "browser"
"""The cookie that identifies a browser on the code pages of an event, whichever player it claims; sent to no other address."""


LONGEST = 100
GONE = 410
WORKER = STATIC / "tournament" / "scribe" / "worker.js"


@dataclass(frozen=True, slots=True)
class PhoneRequest:
    """A request by a known phone: the event, the phone, and the table or player for which it speaks."""

    event: Event
    device: Device
    subject: DeviceSubject


def event_of(slug: str) -> Event:
    """Return the event of a slug, even a hidden one, for the director handed its codes out; Http404 where there is none."""
    event = event_at(slug)
    if event is None:
        raise _no_event(slug)
    return event


def _no_event(slug: str) -> Http404:
    """Return the exception for an unknown event."""
    return Http404(_("There is no event “{slug}”.", slug=slug))


def event_of_code(request: HttpRequest, slug: str, subject: DeviceSubject, code: str) -> Event:
    """Return the event of a printed code; Http404 where there is none, or it is hidden and never had this code.

    The page is answered in the language that the browser chose, else in the event's.
    """
    event = event_of(slug)
    if not event.is_shown:
        try:
            check_code(event, subject, code)
        except UnknownCodeError:
            raise _no_event(slug) from None
        except DeviceRefusedError:  # the code was valid once; the page will say that it is not any more
            pass
    speak_for(request, event)
    return event


def phone_request(request: HttpRequest, slug: str, subject: DeviceSubject) -> PhoneRequest:
    """Return the phone that sent a request, which is answered in its language.

    Raises DeviceRefusedError where it may not speak for this table or player; Http404 where the event is hidden and not its own.
    """
    device = phone_with(request.COOKIES.get(COOKIE, ""))
    is_known = device is not None and device.event.slug == slug
    event = device.event if device is not None and is_known else event_of(slug)
    if not event.is_shown and not is_known:
        raise _no_event(slug)
    speak_for(request, event)
    check_is_there(request, event)
    return PhoneRequest(event, check_device(device, event, subject), subject)


def following_of(device: Device, seen: Seen | None = None) -> dict[str, Any]:
    """Return the context by which a page of a phone follows its event, and tells its holder of a later draw than its own."""
    player = PlayerId(device.entry.number) if device.entry else None
    return following_context(device.event, device.round_number, player, seen)


def address_of(slug: str, subject: DeviceSubject) -> str:
    """Return the address of the page for the phones of a table or player; their cookie is only sent to it and to addresses below it."""
    if subject.kind is DeviceKind.TABLE:
        return reverse("device_table", args=[slug, subject.round, subject.number])
    return reverse("device_player", args=[slug, subject.number])


def browser_of(request: HttpRequest) -> str:
    """Return the random key that a browser got when it first claimed a code of the event, or a new one."""
    return request.COOKIES.get(BROWSER, "")[:LONGEST] or new_token()


def remember_browser(answer: HttpResponse, slug: str, browser: str) -> None:
    """Set the cookie with the browser's key, for the code pages of the event, for as long as any phone can be valid."""
    longest = max(row.lasts for row in KINDS.values())
    let_keep(answer, BROWSER, browser, longest, f"/{slug}/c/")  # in no language, as codes are printed


def remember(answer: HttpResponse, slug: str, subject: DeviceSubject, token: str) -> None:
    """Set the cookie with the phone's secret, which scripts cannot read."""
    let_keep(answer, COOKIE, token, KINDS[subject.kind].lasts, address_of(slug, subject))


def worker_script() -> HttpResponse:
    """Return the service worker that caches a device's page for a reload without network; it must be served from that page's address."""
    return HttpResponse(WORKER.read_text(encoding="utf-8"), content_type="text/javascript")


def refusal_page(request: HttpRequest, event: Event, sentence: str, *, is_code: bool = False) -> HttpResponse:
    """Return the page, a 410, that says why the code that was shown (``is_code``) or the phone is not valid, with a link to the event."""
    device = phone_with(request.COOKIES.get(COOKIE, ""))
    known = device if device is not None and device.event_id == event.pk else None
    shown = {"sentence": sentence, "event": event, "is_code": is_code, **(following_of(known) if known else {})}
    return render(request, "public/devices/refused.html", shown, status=GONE)


def table_page(
    *methods: str,
) -> Callable[[Callable[[HttpRequest, PhoneRequest], HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a page of a table's phone for these HTTP methods: its view gets a `PhoneRequest` in place of slug and numbers.

    A phone that may not speak for the table gets the refusal page; so does a POST once the table's round is over.
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
                    check_in_play(phone.device)
                return view(request, phone)
            except DeviceRefusedError as refusal:
                return refusal_page(request, event_of(slug), str(refusal))

        return page

    return decorate
