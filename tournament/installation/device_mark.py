"""The mark of a device that logged in before: a signed cookie, which nobody can make up and the wall in front of the desk can read.

It lets nobody in. Whoever has it is served beside the crowd as long as an account of the device holds a role, and is not locked out by what
others type.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.core import signing
from django.http.response import HttpResponseBase

COOKIE = "known_device"
LASTS = timedelta(days=400)
"""As long as browsers keep any cookie."""
MOST_ACCOUNTS = 6
"""The largest number of accounts that a mark remembers; the earliest ones are forgotten first."""
LONGEST = 500
"""The most characters of a cookie's value; a longer one was not written by this program, and is ignored."""
_SALT = "tournament.known_device"


@dataclass(frozen=True, slots=True)
class DeviceMark:
    """The mark of a device that has logged in before: a random number, and digests of the accounts that did, the latest last."""

    device: str
    accounts: tuple[str, ...] = ()
    """Digests by `account_digest`, not names."""

    def having(self, name: str) -> DeviceMark:
        """The mark after the account of that name has logged in on the device."""
        digest = account_digest(name)
        others = tuple(each for each in self.accounts if each != digest)
        return DeviceMark(self.device, (*others, digest)[-MOST_ACCOUNTS:])

    def is_of(self, name: str) -> bool:
        """Whether the account of that name has logged in on the device."""
        return account_digest(name) in self.accounts


def account_digest(name: str) -> str:
    """A digest of an account's name, by which a mark refers to the account without revealing the name."""
    return keyed_digest(_SALT, name)[:16]


def keyed_digest(salt: str, text: str) -> str:
    """The digest of a text, in hexadecimal, that only this installation can make; ``salt`` says what it is for."""
    key = sha256(f"{salt}{settings.SECRET_KEY}".encode()).digest()
    return hmac.new(key, text.encode(), sha256).hexdigest()


def is_same(given: str, expected: str) -> bool:
    """Whether two texts are the same, found in a time that tells nothing about where they differ."""
    return hmac.compare_digest(given.encode(), expected.encode())


def let_keep(answer: HttpResponseBase, name: str, value: str, lasts: timedelta | int, path: str = "/") -> None:
    """Let a browser keep a cookie for ``lasts`` (in seconds, if a number), out of reach of scripts, and send it to pages below a path."""
    secure = settings.SESSION_COOKIE_SECURE
    answer.set_cookie(name, value, max_age=lasts, path=path, secure=secure, httponly=True, samesite="Lax")


def new_device() -> DeviceMark:
    """A mark with a new random number and no accounts."""
    return DeviceMark(secrets.token_urlsafe(9))


def cookie_value(mark: DeviceMark) -> str:
    """The mark as the signed value of its cookie."""
    return signing.dumps([mark.device, mark.accounts], salt=_SALT)


def read_mark(cookies: Mapping[str, str], key: str | None = None) -> DeviceMark | None:
    """The mark in a request's cookies; None where there is none, or its signature is not from this installation.

    ``key`` is the secret of its signature, None for this installation's.
    """
    value = cookies.get(COOKIE, "")
    if not value or len(value) > LONGEST:
        return None
    try:
        device, accounts = signing.loads(value, key=key, salt=_SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError):
        return None
    return DeviceMark(str(device), tuple(accounts))
