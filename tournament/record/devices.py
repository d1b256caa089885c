"""Devices of players: kinds of device, the code on paper by which a phone claims its table or player.

A code is computed from the installation's key and never stored, so a reprint has the same code; it is withdrawn by raising the counter of
its subject. Once a phone was let in with the code, it keeps a secret, of which only the hash is stored (`record.devices`).

A further kind (a hand of a game, its board) is one more row of `KINDS`.

Links that give access without a password: the purpose, how long a link is valid, whether it still is, and its secret.

A further purpose (the device of a table) is one more row of `PURPOSES`. Where a purpose allows it, a link has a short code beside it, for
people who must type instead of scanning.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from tournament.record.acts import Role
from wording import gettext_noop
from wording.digits import plain_digits
from wording.worded import Worded

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The letters of links and codes, without those that are easily confused, since they may be typed from a screen."""
LENGTH = 26
"""The number of letters of a link, about 128 bits, so that it cannot be guessed."""
LET_IN_CODE_LENGTH = 8
"""The number of letters of a code; there are 852,891,037,441 codes.

A code is valid for a day, and wrong ones are slowed down (`tournament.access.links`).
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
    return "".join(secrets.choice(LETTERS) for _ in range(LET_IN_CODE_LENGTH))


def plain_code(typed: str) -> str:
    """Return a typed code without the dash, spaces and capitals, and with ASCII digits."""
    return "".join(letter for letter in plain_digits(typed).lower() if letter.isascii() and letter.isalnum())


def shown_code(code: str) -> str:
    """Return a code in two halves with a hyphen, as it is read out and typed."""
    return f"{code[: LET_IN_CODE_LENGTH // 2]}-{code[LET_IN_CODE_LENGTH // 2 :]}"


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


CODE_LENGTH = 14
"""Letters of a printed code: some 69 bits, short enough to be typed once from paper."""


class DeviceKind(StrEnum):
    """What a device speaks for, a table or a player; the value is stored, so its meaning never changes."""

    TABLE = "table"
    PLAYER = "player"


class RequestKind(Worded):
    """What a player's own phone may ask of the director; the value is stored, so its meaning never changes."""

    WITHDRAW = "withdraw", gettext_noop("to be withdrawn from the next round onwards (R54)")
    LATE = "late", gettext_noop("to be marked as late (R37)")
    MISS = "miss", gettext_noop("to miss a round (R69)")


class RequestState(Worded):
    """The state of a request: open, answered by the director, or taken back by the phone."""

    OPEN = "open", gettext_noop("waiting for the director")
    CONFIRMED = "confirmed", gettext_noop("confirmed")
    DECLINED = "declined", gettext_noop("declined")
    TAKEN_BACK = "taken back", gettext_noop("withdrawn by you")


@dataclass(frozen=True, slots=True)
class KindRow:
    """The properties of a kind of device.

    ``is_of_a_round``: it is valid only for one round. ``lasts`` is how long its secret is valid, ``role`` the role in which it acts, None
    for none.
    """

    is_of_a_round: bool
    lasts: timedelta
    role: Role | None = None


KINDS: Mapping[DeviceKind, KindRow] = MappingProxyType(
    {
        DeviceKind.TABLE: KindRow(is_of_a_round=True, lasts=timedelta(hours=18), role=Role.TABLE),
        DeviceKind.PLAYER: KindRow(is_of_a_round=False, lasts=timedelta(days=120)),
    }
)
"""The properties of every kind."""


@dataclass(frozen=True, slots=True, order=True)
class DeviceSubject:
    """What a device speaks for: a table by the numbers of its round and table, or a player of the whole event (round 0)."""

    kind: DeviceKind
    round: int
    number: int


def table_subject(round_number: int, table: int) -> DeviceSubject:
    """Return the subject of a table of a round."""
    return DeviceSubject(DeviceKind.TABLE, round_number, table)


def player_subject(player: int) -> DeviceSubject:
    """Return the subject of a player."""
    return DeviceSubject(DeviceKind.PLAYER, 0, player)


def secret_at(secret: str, table: DeviceSubject) -> str:
    """Return the secret with which a player's own phone speaks for a table; ``secret`` is that of the phone."""
    place = f"{table.kind.value}:{table.round}:{table.number}"
    return hmac.new(secret.encode(), place.encode(), "sha256").hexdigest()


def code_of(key: str, event: int, subject: DeviceSubject, counter: int) -> str:
    """Return the printed code of a subject, 14 letters; ``key`` is the key of the installation.

    The same key, event, subject and counter always give the same code; ``counter`` is raised to withdraw it.
    """
    message = f"top-table device:{event}:{subject.kind.value}:{subject.round}:{subject.number}:{counter}"
    digest = int.from_bytes(hmac.digest(key.encode(), message.encode(), "sha256"))
    letters = []
    for _letter in range(CODE_LENGTH):
        digest, place = divmod(digest, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def is_code(typed: str, code: str) -> bool:
    """Return whether a typed or scanned text is ``code``, whatever its case, blanks and hyphens."""
    return hmac.compare_digest(plain_code(typed), code)


def code_in_groups(code: str) -> str:
    """Return a code in groups of four letters, as it is printed."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))
