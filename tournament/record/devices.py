"""What players hold: a device of a table or a player, the code on paper by which a phone claims it, and how often it may write.

A code is made of the installation's key and never stored, so that a reprint carries the same one; to withdraw it the counter of its
subject is raised. What a device keeps after claiming is a secret of its own, of which only the hash is stored (`record.letin`).

A further thing to hold (a hand of a game, its board) is one more row of `KINDS`.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from types import MappingProxyType

from tournament.record.acts import Role
from tournament.record.letin import LETTERS

CODE_LENGTH = 14
"""Letters of a printed code: some 69 bits, short enough to be typed once from paper."""

BURST = 30
"""So many writings of one device are taken at once ..."""
REFILL = timedelta(seconds=4)
"""... and one more each time this has passed: nobody types a result faster, and a script in a loop does."""


class DeviceKind(StrEnum):
    """The stable key of what a device is held for; it is stored and never changes its meaning."""

    TABLE = "table"
    PLAYER = "player"


class RequestKind(StrEnum):
    """What a player's own phone may ask of the director; stored, and never changes its meaning."""

    WITHDRAW = "withdraw"
    LATE = "late"

    @property
    def words(self) -> str:
        """The request, behind "asks" or "asked"."""
        return {
            RequestKind.WITHDRAW: "to be withdrawn from the next round on (R54)",
            RequestKind.LATE: "to be kept in mind as late (R37)",
        }[self]


class RequestState(StrEnum):
    """What became of a request: the director answers it, or the phone takes it back before."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    DECLINED = "declined"
    TAKEN_BACK = "taken back"


@dataclass(frozen=True, slots=True)
class KindRow:
    """What is to be known of a kind of device: whether it dies with the round, how long it keeps its secret, in what capacity it acts."""

    is_of_a_round: bool
    lasts: timedelta
    role: Role | None = None


KINDS: Mapping[DeviceKind, KindRow] = MappingProxyType(
    {
        DeviceKind.TABLE: KindRow(is_of_a_round=True, lasts=timedelta(hours=18), role=Role.TABLE),
        DeviceKind.PLAYER: KindRow(is_of_a_round=False, lasts=timedelta(days=4)),
    }
)
"""The row of every kind."""


@dataclass(frozen=True, slots=True, order=True)
class DeviceSubject:
    """For what a device speaks: a table of a round, by their numbers, or a player of the whole event (round 0)."""

    kind: DeviceKind
    round: int
    number: int


def table_subject(round_number: int, table: int) -> DeviceSubject:
    """A table of a round."""
    return DeviceSubject(DeviceKind.TABLE, round_number, table)


def player_subject(player: int) -> DeviceSubject:
    """A player of the event."""
    return DeviceSubject(DeviceKind.PLAYER, 0, player)


def code_of(key: str, event: int, subject: DeviceSubject, counter: int) -> str:
    """The code that paper carries for a subject, 14 letters: the same for the same key, event, subject and counter, and no other."""
    message = f"top-table device:{event}:{subject.kind.value}:{subject.round}:{subject.number}:{counter}"
    digest = int.from_bytes(hmac.digest(key.encode(), message.encode(), "sha256"))
    letters = []
    for _ in range(CODE_LENGTH):
        digest, place = divmod(digest, len(LETTERS))
        letters.append(LETTERS[place])
    return "".join(letters)


def is_code(typed: str, code: str) -> bool:
    """Whether what somebody typed or scanned is that code; case, blanks and hyphens count for nothing."""
    plain = "".join(letter for letter in typed.lower() if letter.isascii() and letter.isalnum())
    return hmac.compare_digest(plain, code)


def spelled(code: str) -> str:
    """A code as it is printed to be typed, in fours."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4))


@dataclass(frozen=True, slots=True)
class Allowance:
    """How much a device may still write: so many at once, counted at a moment."""

    left: int
    counted_at: datetime

    def at(self, now: datetime) -> Allowance:
        """The same, later: one more for each `REFILL` that passed, at most `BURST`; a clock that was set back gives nothing."""
        passed = max(0, (now - self.counted_at) // REFILL)
        if self.left + passed >= BURST:
            return Allowance(BURST, now)
        return Allowance(self.left + passed, self.counted_at + passed * REFILL)

    def spent(self, now: datetime) -> Allowance | None:
        """What is left after one writing now, None where nothing was."""
        then = self.at(now)
        return Allowance(then.left - 1, then.counted_at) if then.left else None
