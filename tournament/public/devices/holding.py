"""Requests by phones that speak for a table or a player: the cookie that identifies a phone, and the pages that it may open.

The cookie is the secret of one table or player, and is sent to no other address.

What lets an open page of a phone follow its event: a notice and a new draw come to it by themselves (`static/tournament/live.js`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, wraps
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournament.access import check_is_there
from tournament.access.devices import (
    DeviceRefusedError,
    UnknownCodeError,
    check_alive,
    check_code,
    check_device,
    check_in_play,
    codes_of,
    device_of,
    held_by,
    phone_at_table,
    phone_with,
    subject_of,
)
from tournament.access.languages import speak_for
from tournament.installation.device_mark import let_keep
from tournament.installation.folders import STATIC
from tournament.models import Device, Event
from tournament.models.event import event_at
from tournament.models.queries import record_of
from tournament.models.queries.kept import in_transaction
from tournament.public.site import Site, open_site, public_view
from tournament.record.devices import (
    KINDS,
    DeviceKind,
    DeviceSubject,
    hash_of,
    new_token,
    player_subject,
    secret_at,
    table_subject,
)
from tournament.record.event import EventRecord
from tournament.record.vocabulary import PlayerId
from tournament.services.calls import let_phone_in
from tournament.tellings.hall import drawn_words
from wording import gettext as _


def following_context(
    event: Event, after: int = 0, player: PlayerId | None = None, seen: Site | None = None
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


@dataclass(frozen=True)
class PhoneRequest:
    """A request by a known phone, at its address; frozen, without slots because it caches properties.

    ``proof`` is the phone with the secret that the browser sent: a player's own, let in by card or link, or one that was let in by the slip
    of a table. ``place`` is whose address it is: that of a player, or of a table that shares the phone.
    """

    event: Event
    proof: Device
    place: DeviceSubject
    secret: str

    @property
    def address(self) -> str:
        """The address of the phone's page."""
        return address_of(self.event.slug, self.place)

    @property
    def is_own(self) -> bool:
        """Whether card or link has proved whose phone it is, and not only a slip that it is at a table."""
        return self.proof.kind == DeviceKind.PLAYER.value

    @cached_property
    def record(self) -> EventRecord:
        """The whole event as it is now, also what is not public."""
        return record_of(self.event)

    @cached_property
    def site(self) -> Site:
        """The public part of the event."""
        return Site(self.event, public_view(self.record)) if in_transaction() else open_site(self.event)

    @cached_property
    def table(self) -> DeviceSubject | None:
        """The table for which the phone speaks: that of its slip, or the one at which its player sits in the latest round."""
        if not self.is_own:
            return subject_of(self.proof)
        begun = self.record.begun_rounds
        home = begun[-1].table_of(PlayerId(self.place.number)) if begun else None
        return table_subject(begun[-1].number, home.number) if home else None

    @property
    def subject(self) -> DeviceSubject:
        """The same; raises DeviceRefusedError for a player without a table."""
        if self.table is None:
            raise DeviceRefusedError(_("You are not at a table now. Your page says what comes next."))
        return self.table

    @property
    def secret_at_table(self) -> str:
        """The secret with which the phone speaks for its table."""
        return secret_at(self.secret, self.subject) if self.is_own else self.secret

    @cached_property
    def device(self) -> Device:
        """The phone as it speaks for its table; DeviceRefusedError for a player without one."""
        return phone_at_table(self.proof, self.subject, self.secret_at_table) if self.is_own else self.proof

    def check_in_play(self) -> None:
        """Raise DeviceRefusedError where the round of the phone's table is not being played."""
        if self.device.pk is None:
            check_alive(self.event, self.subject)
        else:
            check_in_play(self.device)

    def speaking(self) -> PhoneRequest:
        """Return the same request by a phone that may write at its table; DeviceRefusedError where the round is not being played.

        A player's own phone is registered there by the right of card or link.
        """
        self.check_in_play()
        if self.device.pk is not None:
            return self
        code = codes_of(self.event, [self.subject])[self.subject]
        let_phone_in(self.event, self.subject, code, self.place.number, self.proof.browser, self.secret_at_table)
        return replace(self)


def place_in(numbers: Mapping[str, int]) -> DeviceSubject:
    """Return the player or table that the numbers in an address name."""
    if "player" in numbers:
        return player_subject(numbers["player"])
    return table_subject(numbers["number"], numbers["table"])


def pages_of_phones(word: str, view: Any, name: str) -> list[Any]:
    """Return the addresses of a page of phones: below that of a player, and below that of a table that shares its phone."""
    return [path(f"{place}{word}", view, name=name) for place in ("p/<int:player>/", "t/<int:number>/<int:table>/")]


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


def phone_request(request: HttpRequest, slug: str, place: DeviceSubject) -> PhoneRequest:
    """Return the phone that sent a request to the address of a player or a table, which is answered in its language.

    Raises DeviceRefusedError where it may not speak for them; Http404 where the event is hidden and not its own.
    """
    secret = request.COOKIES.get(COOKIE, "")
    device = phone_with(secret)
    is_known = device is not None and device.event.slug == slug
    event = device.event if device is not None and is_known else event_of(slug)
    if not event.is_shown and not is_known:
        raise _no_event(slug)
    speak_for(request, event)
    check_is_there(request, event)
    return PhoneRequest(event, check_device(device, event, place), place, secret)


def following_of(device: Device, seen: Site | None = None) -> dict[str, Any]:
    """Return the context by which a page of a phone follows its event, and tells its holder of a later draw than its own."""
    player = PlayerId(device.entry.number) if device.entry else None
    return following_context(device.event, device.round_number, player, seen)


def address_of(slug: str, place: DeviceSubject) -> str:
    """Return the address of the page of a player's phones or of a table's; their cookie is only sent to it and to addresses below it."""
    numbers = [place.number] if place.kind is DeviceKind.PLAYER else [place.round, place.number]
    return reverse("mine", args=[slug, *numbers])


def browser_of(request: HttpRequest) -> str:
    """Return the random key that a browser got when it first claimed a code of the event, or a new one, which the request then has."""
    if not request.COOKIES.get(BROWSER):
        request.COOKIES[BROWSER] = new_token()
    return request.COOKIES.get(BROWSER, "")[:LONGEST]


def let_in(request: HttpRequest, event: Event, subject: DeviceSubject, code: str, holder: int | None) -> PhoneRequest:
    """Let the browser of a request in by a code; return it as a phone, whose answer `keep` gives its cookies.

    ``holder`` is the number of the player who holds it, None where the table shares it. In a browser that has its player's card a slip is
    not needed: it stays the player's own. Raises DeviceRefusedError where the code is not valid.
    """
    browser = hash_of(browser_of(request))
    place = subject if holder is None else player_subject(holder)
    if subject != place and held_by(event, place, browser):
        check_alive(event, subject)
        check_code(event, subject, code)
        subject, code = place, codes_of(event, [place])[place]
    token = let_phone_in(event, subject, code, holder, browser)
    return PhoneRequest(event, device_of(event, subject, token), place, token)


def keep(answer: HttpResponse, request: HttpRequest, phone: PhoneRequest) -> HttpResponse:
    """Set the cookies of a phone that was let in, which scripts cannot read, on an answer: its secret, and its browser's key."""
    let_keep(answer, COOKIE, phone.secret, KINDS[subject_of(phone.proof).kind].lasts, phone.address)
    longest = max(row.lasts for row in KINDS.values())
    # For the code pages of the event, which are in no language, as codes are printed.
    let_keep(answer, BROWSER, browser_of(request), longest, f"/{phone.event.slug}/c/")
    return answer


def worker_script() -> HttpResponse:
    """Return the service worker that caches a device's page for a reload without network; it must be served from that page's address."""
    return HttpResponse(WORKER.read_text(encoding="utf-8"), content_type="text/javascript")


def refusal_page(request: HttpRequest, event: Event, sentence: str, *, is_code: bool = False) -> HttpResponse:
    """Return the page, a 410, that says why the code that was shown (``is_code``) or the phone is not valid, with a link to the event."""
    device = phone_with(request.COOKIES.get(COOKIE, ""))
    known = device if device is not None and device.event_id == event.pk else None
    match = request.resolver_match
    own = match.kwargs.get("player") if match is not None and event.is_shown and not is_code else None
    shown = {"sentence": sentence, "event": event, "is_code": is_code, **(following_of(known) if known else {})}
    shown["own_url"] = reverse("mine", args=[event.slug, own]) if own else ""
    return render(request, "public/devices/refused.html", shown, status=GONE)


def phone_page(
    *methods: str, at_table: bool = False, refused: Callable[[HttpRequest, Event, str], HttpResponse] = refusal_page
) -> Callable[[Callable[[HttpRequest, PhoneRequest], HttpResponse]], Callable[..., HttpResponse]]:
    """Decorate a page of phones for these HTTP methods: its view gets a `PhoneRequest` in place of slug and numbers.

    A phone that is not valid gets what ``refused`` makes of the request, the event and the sentence that says why. With ``at_table`` so
    does a POST by a phone without a table, or once the table's round is over.
    """

    def decorate(view: Callable[[HttpRequest, PhoneRequest], HttpResponse]) -> Callable[..., HttpResponse]:
        @login_not_required
        @never_cache
        @require_http_methods(list(methods))
        @wraps(view)
        def page(request: HttpRequest, slug: str, **numbers: int) -> HttpResponse:
            try:
                phone = phone_request(request, slug, place_in(numbers))
                return view(request, phone.speaking() if at_table and request.method == "POST" else phone)
            except DeviceRefusedError as refusal:
                return refused(request, event_of(slug), str(refusal))

        return page

    return decorate
