"""Links that let somebody in: the purpose, how long a link lasts, whether it is still valid, and its secret.

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

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What a link is written in: no letter that a tired eye takes for another one, as it may be typed from a screen."""
LENGTH = 26
"""Letters of a link: some 128 bits, which nobody guesses."""
CODE_LENGTH = 8
"""Letters of a code: 852,891,037,441 are possible. It lasts a day, and wrong ones are held up (`tournament.access.codes`)."""


class Purpose(StrEnum):
    """The stable key of what a link lets somebody do; it is stored and never changes its meaning."""

    FIRST_ACCOUNT = "account.first"
    NEW_PASSWORD = "account.password"  # noqa: S105  a purpose, no password
    FURTHER_ACCOUNT = "account.further"
    HELPER = "event.helper"


class LinkState(StrEnum):
    """Whether a link is valid, or why not."""

    OPEN = "open"
    USED = "used"
    EXPIRED = "expired"
    WITHDRAWN = "withdrawn"


@dataclass(frozen=True, slots=True)
class PurposeRow:
    """Properties of a purpose: its words, how long a link lasts, what a link must name, and whether it can be used only once.

    ``ask`` says who gives a new one; ``code_lasts`` is how long a code beside the link lasts, if there is one.
    """

    words: str
    lasts: timedelta
    ask: str
    needs_account: bool = False
    needs_event: bool = False
    is_once: bool = True
    code_lasts: timedelta | None = None


AT_THE_MACHINE = "Ask whoever runs this machine for a new one: python3 manage.py serve --new-link"
A_DIRECTOR = "Ask the event's director for a new one."

PURPOSES: Mapping[Purpose, PurposeRow] = MappingProxyType(
    {
        Purpose.FIRST_ACCOUNT: PurposeRow("make the first account", timedelta(hours=24), AT_THE_MACHINE),
        Purpose.NEW_PASSWORD: PurposeRow("set a new password", timedelta(hours=1), AT_THE_MACHINE, needs_account=True),
        Purpose.FURTHER_ACCOUNT: PurposeRow(
            "make an account", timedelta(days=3), "Ask whoever gave it to you for a new one."
        ),
        Purpose.HELPER: PurposeRow(
            "let a helper in",
            timedelta(days=7),
            A_DIRECTOR,
            needs_event=True,
            is_once=False,
            code_lasts=timedelta(hours=24),
        ),
    }
)
"""The row of every purpose."""


def new_token() -> str:
    """Return a new secret for one link; it is shown once and never stored."""
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


def new_code() -> str:
    """Return a new secret short enough to type; it is shown once and never stored."""
    return "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))


def plain_code(typed: str) -> str:
    """Return a typed code without the dash, spaces and capitals."""
    return "".join(letter for letter in typed.lower() if letter.isalnum())


def shown_code(code: str) -> str:
    """Return a code in two halves, as it is read out and typed."""
    return f"{code[: CODE_LENGTH // 2]}-{code[CODE_LENGTH // 2 :]}"


def hash_of(token: str) -> str:
    """Return the stored hash of a secret, 64 hexadecimal digits; secrets are random, so one pass is enough."""
    return hashlib.sha256(token.strip().lower().encode()).hexdigest()


def state_of(
    purpose: Purpose, expires_at: datetime, used_at: datetime | None, withdrawn_at: datetime | None, now: datetime
) -> LinkState:
    """Return the state of a link at a moment; it ends at the very moment of expiry."""
    if withdrawn_at is not None:
        return LinkState.WITHDRAWN
    if used_at is not None and PURPOSES[purpose].is_once:
        return LinkState.USED
    return LinkState.EXPIRED if now >= expires_at else LinkState.OPEN


REFUSALS: Mapping[LinkState, str] = MappingProxyType(
    {
        LinkState.USED: "This link was used already: it lets in once.",
        LinkState.EXPIRED: "This link has expired.",
        LinkState.WITHDRAWN: "This link was withdrawn.",
    }
)
"""Why a link does not hold, for whoever opened it."""
