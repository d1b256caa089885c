"""The link that lets somebody in: what for, how long, whether it still holds, and the secret it carries.

A further purpose (a helper's roles in an event, the device of a table) is one more row of `PURPOSES`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What a link is written in: no letter that a tired eye takes for another one, as it may be typed from a screen."""
LENGTH = 26
"""Letters of a link: some 128 bits, which nobody guesses."""


class Purpose(StrEnum):
    """The stable key of what a link lets somebody do; it is stored and never changes its meaning."""

    FIRST_ACCOUNT = "account.first"
    NEW_PASSWORD = "account.password"  # noqa: S105  a purpose, no password


class LinkState(StrEnum):
    """How a link stands: it holds, or why not."""

    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class PurposeRow:
    """What is to be known of a purpose: in words, how long a link lasts, what a link must name, and whether it goes with its first use."""

    words: str
    lasts: timedelta
    needs_account: bool = False
    needs_event: bool = False
    is_once: bool = True


PURPOSES: Mapping[Purpose, PurposeRow] = MappingProxyType(
    {
        Purpose.FIRST_ACCOUNT: PurposeRow("make the first account", timedelta(hours=24)),
        Purpose.NEW_PASSWORD: PurposeRow("set a new password", timedelta(hours=1), needs_account=True),
    }
)
"""The row of every purpose."""


def new_token() -> str:
    """A secret for one link; it is shown once and never stored."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def hash_of(token: str) -> str:
    """What is stored of a secret, 64 hexadecimal digits. It is drawn at random, so one pass is as good as many."""
    return hashlib.sha256(token.strip().lower().encode()).hexdigest()


def state_of(
    purpose: Purpose, expires_at: datetime, used_at: datetime | None, withdrawn_at: datetime | None, now: datetime
) -> LinkState:
    """How a link stands at a moment; it ends with the very moment at which it expires."""
    if withdrawn_at is not None:
        return LinkState.WITHDRAWN
    if used_at is not None and PURPOSES[purpose].is_once:
        return LinkState.USED
    return LinkState.EXPIRED if now >= expires_at else LinkState.OPEN


REFUSALS: Mapping[LinkState, str] = MappingProxyType(
    {
        LinkState.USED: "This link was used already: it lets in once.",
        LinkState.EXPIRED: "This link has expired.",
        LinkState.WITHDRAWN: "This link was withdrawn: a newer one has taken its place.",
    }
)
"""Why a link does not hold, for whoever opened it."""
