"""Players who register themselves: in which line they stand, who of them has a place, and what a registration page may ask and take.

There is one line, by number of registration. As many of its first as there are free places have one; the others are the waiting list. So
whoever cancels lets the next move up, and nobody overtakes but somebody who may be here already under another registration or entry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from tournament.day.likeness import KnownName, KnownNames
from tournament.record.names import name_key
from wording import gettext as _
from wording import gettext_noop
from wording.worded import Worded

LONGEST_WORD = 300
MOST_PLACES = 2_500
MOST_OPEN = 1_000
"""The most registrations of an event that may wait for the desk or for a place; the page then asks people to come to the desk."""
MOST_KEPT = 2_500
"""The most registrations of an event that are stored, in whatever state: as many as a list may have rows."""
MOST_CHANGES = 30
"""How often one private link may change its registration, so that the change log does not grow without end."""


class RegistrationState(StrEnum):
    """The state of a registration; the value is stored. One that is open waits for the desk or for a place."""

    OPEN = "open"
    ACCEPTED = "accepted"
    DECLINED = "declined"
    CANCELLED = "cancelled"


class Acceptance(Worded):
    """How a registration becomes an entry; the value is stored. With MOVING_UP the first of the line is entered when there is a place."""

    DESK = (
        "desk",
        gettext_noop("the desk accepts each registration"),
        gettext_noop("The desk accepts each registration."),
    )
    MOVING_UP = (
        "moving up",
        gettext_noop("at once; the next person on the waiting list moves up"),
        gettext_noop("Players are entered while there are places; the waiting list moves up automatically."),
    )


class EmailAsked(Worded):
    """Whether the page asks for an e-mail address; the value is stored."""

    NO = "no", gettext_noop("not asked")
    OPTIONAL = "optional", gettext_noop("optional")
    REQUIRED = "required", gettext_noop("required")


class WhyClosed(StrEnum):
    """Why the page takes no registrations."""

    BY_HAND = "by hand"
    BY_TIME = "by time"
    BY_ROUND = "by round"
    IS_OVER = "over"


@dataclass(frozen=True, slots=True)
class RegistrationSettings:
    """How an event takes registrations: whether it is open, until when, for how many places (None without a limit), and what is asked."""

    is_open: bool = False
    closes_at: datetime | None = None
    places: int | None = None
    acceptance: str = Acceptance.DESK.value
    email_asked: str = EmailAsked.NO.value
    asks_junior: bool = False

    def stored(self) -> Mapping[str, object]:
        """Return the settings as the change log stores them."""
        moment = self.closes_at.isoformat() if self.closes_at else None
        return {**asdict(self), "closes_at": moment}

    @property
    def moves_up(self) -> bool:
        """Whether a registration becomes an entry without the desk while there are places."""
        return self.acceptance == Acceptance.MOVING_UP.value

    def why_closed(self, now: datetime, *, has_begun: bool, is_over: bool) -> WhyClosed | None:
        """Return why no registration is taken at the moment ``now``; None while it is open.

        ``has_begun`` is whether a round is published, ``is_over`` whether the event is archived or has its final list.
        """
        if is_over:
            return WhyClosed.IS_OVER
        if has_begun:
            return WhyClosed.BY_ROUND
        if not self.is_open:
            return WhyClosed.BY_HAND
        return WhyClosed.BY_TIME if self.closes_at is not None and now >= self.closes_at else None


@dataclass(frozen=True, slots=True)
class Line:
    """The open registrations of an event by number, the earliest first, and how many of ``places`` are ``taken`` by entries."""

    places: int | None
    taken: int
    open: Sequence[int] = ()

    @property
    def free(self) -> int | None:
        """How many places no entry has; None without a limit."""
        return None if self.places is None else max(0, self.places - self.taken)

    @property
    def first(self) -> tuple[int, ...]:
        """The open registrations for which there is a place."""
        return tuple(self.open if self.free is None else self.open[: self.free])

    @property
    def waiting(self) -> tuple[int, ...]:
        """The open registrations on the waiting list, the next to move up first."""
        return tuple(self.open[len(self.first) :])

    def position(self, number: int) -> int:
        """Return the position of a registration on the waiting list, from 1; 0 where it is not on it."""
        return self.waiting.index(number) + 1 if number in self.waiting else 0


class Registered(Protocol):
    """What is compared of a registration."""

    number: int
    email: str

    @property
    def name(self) -> str:
        """The whole name."""


def doubts(rows: Iterable[Registered], entries: Iterable[tuple[int, str, str]]) -> Iterator[tuple[str, ...]]:
    """Yield for each registration, in their order, sentences on whom it may repeat: an entry or a registration before it.

    ``entries`` are the number, the name as entered and the e-mail address of each entry.
    """
    entered = tuple(entries)
    known = KnownNames(KnownName(name, _("number {number}", number=number)) for number, name, _address in entered)
    same = {
        name_key(name): _("{name} has already been entered, with number {number}.", name=name, number=number)
        for number, name, _address in entered
    }
    addresses = {
        address.lower(): _("Number {number} has the same e-mail address.", number=number)
        for number, _name, address in entered
    }
    for row in rows:
        key, address = name_key(row.name), row.email.lower()
        found = [same[key]] if key in same else []
        found += [alike.words for alike in known.like(row.name)]
        if address and address in addresses:
            found.append(addresses[address])
        yield tuple(found)
        if key not in same:
            known.add(KnownName(row.name, _("registration {number}", number=row.number)))
            same[key] = _("Registration {number} has the same name.", number=row.number)
        addresses.setdefault(address, _("Registration {number} has the same e-mail address.", number=row.number))
