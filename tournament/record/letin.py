"""Links that give access without a password: the purpose, how long a link is valid, whether it still is, and its secret.

A further purpose (the device of a table) is one more row of `PURPOSES`. Where a purpose allows it, a link has a short code beside it, for
people who must type instead of scanning.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from wording import gettext_noop
from wording.digits import plain_digits
from wording.worded import Worded

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of links and codes, without those that are easily confused, since they may be typed from a screen."""
LENGTH = 26
"""The number of letters of a link, about 128 bits, so that it cannot be guessed."""
CODE_LENGTH = 8
"""The number of letters of a code; there are 852,891,037,441 codes.

A code is valid for a day, and wrong ones are slowed down (`tournament.access.codes`).
"""


class Purpose(StrEnum):
    """What a link allows; the value is stored, so its meaning never changes."""

    FIRST_ACCOUNT = "account.first"
    NEW_PASSWORD = "account.password"  # noqa: S105  a purpose, no password
    FURTHER_ACCOUNT = "account.further"
    HELPER = "event.helper"
    TOKEN = "event.token"  # noqa: S105  a purpose, no password
    THIS_MACHINE = "machine.browser"


class LinkState(Worded):
    """Whether a link is valid, or why not."""

    OPEN = "open"
    USED = "used", gettext_noop("This link has already been used; it works only once.")
    EXPIRED = "expired", gettext_noop("This link or code has expired.")
    WITHDRAWN = "withdrawn", gettext_noop("This link or code was withdrawn.")


@dataclass(frozen=True, slots=True)
class PurposeRow:
    """The properties of a purpose: how long a link is valid, what a link must name, and whether it can be used only once.

    ``ask`` says from whom to get a new link; ``code_lasts`` is how long a code beside the link is valid, None if there is no code.
    """

    lasts: timedelta
    ask: str
    needs_account: bool = False
    needs_event: bool = False
    is_once: bool = True
    code_lasts: timedelta | None = None


AT_THE_MACHINE = gettext_noop(
    "You can get a new one from the log-in page on the computer that runs Top Table, or from an administrator."
)
THE_GIVER = gettext_noop("Ask the person who gave it to you for a new one.")

PURPOSES: Mapping[Purpose, PurposeRow] = MappingProxyType(
    {
        Purpose.FIRST_ACCOUNT: PurposeRow(timedelta(hours=24), AT_THE_MACHINE),
        Purpose.NEW_PASSWORD: PurposeRow(timedelta(hours=1), AT_THE_MACHINE, needs_account=True),
        Purpose.FURTHER_ACCOUNT: PurposeRow(
            timedelta(days=3),
            THE_GIVER,
        ),
        Purpose.HELPER: PurposeRow(
            timedelta(days=7),
            THE_GIVER,
            needs_event=True,
            is_once=False,
            code_lasts=timedelta(hours=24),
        ),
        Purpose.TOKEN: PurposeRow(
            timedelta(days=366),
            THE_GIVER,
            needs_account=True,
            needs_event=True,
            is_once=False,
        ),
        Purpose.THIS_MACHINE: PurposeRow(
            timedelta(days=31),
            gettext_noop("Start Top Table again on the computer that runs it."),
            is_once=False,
            code_lasts=timedelta(days=31),
        ),
    }
)
"""The properties of every purpose; their texts are for `gettext`."""


LEADS_TO = "leads_to"
"""What a link for the browser of this machine grants: the path to which it leads."""


def new_token() -> str:
    """Return a new secret for one link; it is shown once and never stored."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def new_code() -> str:
    """Return a new secret short enough to type; it is shown once and never stored."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def plain_code(typed: str) -> str:
    """Return a typed code without the dash, spaces and capitals, and with ASCII digits."""
    return "".join(letter for letter in plain_digits(typed).lower() if letter.isascii() and letter.isalnum())


def shown_code(code: str) -> str:
    """Return a code in two halves with a hyphen, as it is read out and typed."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"


def hash_of(token: str) -> str:
    """Return the stored hash of a secret, 64 hexadecimal digits; one pass of SHA-256 is enough, because secrets are random."""
    return hashlib.sha256(token.strip().lower().encode()).hexdigest()


def state_of(
    purpose: Purpose, expires_at: datetime, used_at: datetime | None, withdrawn_at: datetime | None, now: datetime
) -> LinkState:
    """Return the state of a link at the moment ``now``; it is expired from the moment ``expires_at`` on.

    A link whose purpose allows several uses stays open after its first use.
    """
    if withdrawn_at is not None:
        return LinkState.WITHDRAWN
    if used_at is not None and PURPOSES[purpose].is_once:
        return LinkState.USED
    return LinkState.EXPIRED if now >= expires_at else LinkState.OPEN
