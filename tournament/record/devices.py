"""Devices of players: kinds of device, the code on paper by which a phone claims its table or player.

A code is computed from the installation's key and never stored, so a reprint has the same code; it is withdrawn by raising the counter of
its subject. Once a phone was let in with the code, it keeps a secret, of which only the hash is stored (`record.letin`).

A further kind (a hand of a game, its board) is one more row of `KINDS`.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from types import MappingProxyType

from tournament.record.acts import Role
from tournament.record.letin import LETTERS, plain_code
from wording import gettext_noop
from wording.worded import Worded

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
        DeviceKind.PLAYER: KindRow(is_of_a_round=False, lasts=timedelta(days=4)),
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


def spelled(code: str) -> str:
    """Return a code in groups of four letters, as it is printed."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))
