"""Where a request comes from: its real address, its device mark (a signed cookie), and the key that counts its wrong passwords.

Wrong passwords are counted for the account and the stranger together (`stranger_of`), and a whole venue may share one address. On a device
on which the account has logged in before they are counted for the device instead, so that others in the venue cannot lock its owner out.
Others are counted for the account too, wherever they come from: that locks nobody out, and its owner is told at the next log-in.
"""

from __future__ import annotations

import hashlib
import ipaddress
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import AbstractBaseUser, User
from django.contrib.auth.signals import user_logged_in, user_login_failed
from django.db import DatabaseError
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from tournament.access.links import AT_THE_DOOR
from tournament.installation.device_mark import (
    COOKIE,
    LASTS,
    DeviceMark,
    account_digest,
    cookie_value,
    let_keep,
    new_device,
    read_mark,
)
from tournament.models import Event, Helper, WrongPasswords
from wording import ngettext
from wording.figures import clock_time, short_date

MOST_WRONG = 8
"""The wrong passwords of an account from one address, within AXES_COOLOFF_TIME, that lock it there."""
MOST_WRONG_OF_KNOWN = 100
"""The same on a device on which the account has logged in before: more than anybody types, too few to guess a password."""


ASKED = "X-Known-Device"
"""The header with which the front server of `serve` asks whether an account of a marked device has a role, and the answer's header."""
HOLDS_ROLE = "/known-device"
"""The address at which a proxy asks the same before it chooses a server: 204 where an account of the device has a role, else 403.
"""
KEPT_FOR = 5
"""The seconds for which nginx keeps an answer about a mark that this installation has written; others take no room there."""
HOLDS_FOR = 5.0
"""The seconds for which a process caches which accounts have a role."""


UNTIL_3_6 = "sessionid"
"""The cookie of a session that an earlier version began; none lasts longer than two weeks."""


class RequestOriginMiddleware:
    """Sets the real address of every request, and gives a device that has just logged in its mark."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request, and set the mark's cookie where somebody has just logged in on the device."""
        if request.path == HOLDS_ROLE:
            return _answer_of_role(read_mark(request.COOKIES))
        request.META["REMOTE_ADDR"] = real_address(request.META, settings.TRUSTED_PROXIES)
        if UNTIL_3_6 in request.COOKIES:
            request.COOKIES.setdefault(settings.SESSION_COOKIE_NAME, request.COOKIES[UNTIL_3_6])
        answer = self.get_response(request)
        if request.headers.get(ASKED):
            answer[ASKED] = "yes" if holds_role(read_mark(request.COOKIES)) else "no"
        name = _name_to_add(request)
        if name:
            mark = (read_mark(request.COOKIES) or new_device()).having(name)
            let_keep(answer, COOKIE, cookie_value(mark), LASTS)
        return answer


def _answer_of_role(mark: DeviceMark | None) -> HttpResponse:
    """Answer whether a device has a role, without a body: it is for proxies alone."""
    named = {"Cache-Control": "no-store", "X-Accel-Expires": str(KEPT_FOR if mark else 0)}
    return HttpResponse(status=204 if holds_role(mark) else 403, headers=named)


def holds_role(mark: DeviceMark | None) -> bool:
    """Return whether an account of this mark runs the installation, made an event, or helps at one."""
    return mark is not None and not _digests_with_role().isdisjoint(mark.accounts)


def _digests_with_role() -> frozenset[str]:
    """Return the digests of all accounts that have a role, cached; the cached ones where the database does not answer."""
    now = time.monotonic()
    if _remembered.until < now:
        _remembered.until = now + HOLDS_FOR
        in_use = Q(is_staff=True) | Q(pk__in=Event.objects.values("created_by"))
        in_use |= Q(pk__in=Helper.objects.filter(withdrawn_at=None).values("account"))
        with suppress(DatabaseError):
            names = User.objects.filter(in_use, is_active=True).values_list("username", flat=True)
            _remembered.marks = frozenset(map(account_digest, names))
    return _remembered.marks


@dataclass
class _Remembered:
    """The cached digests of accounts, and until when they are valid, by the monotonic clock."""

    marks: frozenset[str] = frozenset()
    until: float = -1.0


_remembered = _Remembered()


def _name_to_add(request: HttpRequest) -> str:
    """Return the name of the logged-in account if the device's mark lacks it; else an empty text."""
    user = getattr(request, "_cached_user", None)  # only if a view has read it: public pages must not read the session
    if user is None or not user.is_authenticated:
        return ""
    name = str(user.get_username())
    mark = read_mark(request.COOKIES)
    return "" if mark and mark.is_of(name) else name


def _remember_user(sender: type, request: HttpRequest | None, user: AbstractBaseUser, **_more: Any) -> None:
    """Remember a user who has just logged in, so that the answer to the request sets the device's mark."""
    if request is not None:
        request._cached_user = user  # type: ignore[attr-defined]  # read by `_name_to_add`


def _count_for_account(
    sender: type, credentials: Mapping[str, Any], request: HttpRequest | None = None, **_more: Any
) -> None:
    """Count a wrong password for its account, unless it was typed on a device of its owner."""
    name = str(credentials.get("username") or "")
    account = User.objects.filter(username=name).first()
    if account is not None and not (request and known_for(request, name)):
        WrongPasswords.objects.get_or_create(account=account)
        WrongPasswords.objects.filter(account=account).update(many=F("many") + 1)


def _tell_owner(sender: type, request: HttpRequest | None, user: AbstractBaseUser, **_more: Any) -> None:
    """Tell somebody who has just logged in how many wrong passwords were typed for the account since the last time, and forget them."""
    wrong = WrongPasswords.objects.filter(account=user.pk).first()
    if wrong is None or request is None:
        return
    wrong.delete()
    since = timezone.localtime(wrong.since)
    words = ngettext(
        "{n} wrong password has been entered for your account since {date}, {time}. If it was not you, make "
        "sure that your password is long.",
        "{n} wrong passwords have been entered for your account since {date}, {time}. If it was not you, make "
        "sure that your password is long.",
        wrong.many,
        date=short_date(since),
        time=clock_time(since),
    )
    messages.warning(request, words, fail_silently=True)


user_logged_in.connect(_remember_user)
user_logged_in.connect(_tell_owner)
user_login_failed.connect(_count_for_account)


def real_address(meta: Mapping[str, Any], proxies: int) -> str:
    """Return the IP address from which a request comes.

    ``proxies`` is the number of trusted proxies in front; each has appended an address to X-Forwarded-For. With 0 it is the peer's
    address.
    """
    peer = str(meta.get("REMOTE_ADDR") or "")
    if not proxies:
        return peer
    addresses = [part.strip() for part in str(meta.get("HTTP_X_FORWARDED_FOR", "")).split(",")]
    found = addresses[-proxies] if len(addresses) >= proxies else addresses[0]  # addresses further left can be forged
    try:
        return str(ipaddress.ip_address(found.partition("%")[0]))
    except ValueError:
        return peer


def stranger_of(meta: Mapping[str, Any], proxies: int = 0) -> str:
    """Return the address by which a stranger is counted everywhere; for IPv6 the first of the /64, as one machine has all of that.

    ``proxies`` is as in `real_address`; a request that `RequestOriginMiddleware` has seen has its real address already.
    """
    address = real_address(meta, proxies)
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if parsed.version == 6 and parsed.ipv4_mapped:
        return str(parsed.ipv4_mapped)
    return str(parsed if parsed.version == 4 else ipaddress.ip_network((parsed, 64), strict=False).network_address)


def counted_as(request: HttpRequest) -> str:
    """Return the address under which wrong passwords count: the stranger's, or the device's own key if its mark has the account."""
    if getattr(request, "types_a_code", False):
        mark = read_mark(request.COOKIES)
    else:
        mark = known_for(request, request.POST.get("username", "") if request.method == "POST" else "")
    return _own_address(mark) if mark else stranger_of(request.META)


def most_wrong(request: HttpRequest, credentials: Mapping[str, Any] | None = None) -> int:
    """Return how many wrong passwords lock an account for this request, and how many wrong personal codes the door."""
    name = str((credentials or {}).get("username") or "")
    return MOST_WRONG_OF_KNOWN if name == AT_THE_DOOR or known_for(request, name) else MOST_WRONG


def known_for(request: HttpRequest, name: str) -> DeviceMark | None:
    """Return the mark of a device on which the account of that name has logged in before; else None."""
    mark = read_mark(request.COOKIES) if name else None
    return mark if mark and mark.is_of(name) else None


def _own_address(mark: DeviceMark) -> str:
    """Return an address outside every real network, derived from the device's number, under which the device is counted."""
    return str(ipaddress.IPv6Address(b"\xfd" + hashlib.sha256(mark.device.encode()).digest()[:15]))
