"""Players who register themselves: in which line they stand, who of them has a place, and what a registration page may ask and take.

There is one line, by number of registration. As many of its first as there are free places have one; the others are the waiting list. So
whoever cancels lets the next move up, and nobody overtakes but somebody who may be here already under another registration or entry.

Fees as lists and people write them, "£10", "10,00 EUR", "paid", "5 of 10", and as pages, paper and files write them.

An amount is a whole number of hundredths of the event's currency.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple, Protocol

from tournament.day.likeness import KnownName, KnownNames
from tournament.record.event import EntryRecord, EventRecord
from tournament.record.lengths import MOST_FEE
from tournament.record.names import name_key
from tournament.record.vocabulary import Status
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.digits import plain_digits
from wording.figures import decimals, whole
from wording.worded import Worded

_AMOUNT = r"\d{1,3}(?:[ .,'’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_ONE = re.compile(rf"(?P<amount>{_AMOUNT})(?:[.,][-–—])?")
_PART_OF = re.compile(rf"(?P<paid>{_AMOUNT})\s*(?:/|of|von|de|di|from|out of)\s*(?P<due>{_AMOUNT})")
_CURRENCY = re.compile(
    r"[£$€¥₤₣₹₽₩₺₴]|\b(?:eur|euros?|gbp|usd|chf|czk|pln|zł|sek|nok|dkk|kr|huf|ft|pounds?|dollars?|fr|sfr)\b\.?"
)


def _words(listed: str) -> frozenset[str]:
    """Return the words of a list with commas between them."""
    return frozenset(word.strip() for word in listed.split(","))


_UNPAID = _words(
    "unpaid, not paid, not yet paid, open, owes, owing, due, outstanding, pending, no, n, false, to pay, pays at the door, at the door, "
    "on the day, cash on the day, offen, noch offen, nein, nicht bezahlt, unbezahlt, vor ort, zahlt vor ort, non, non payé, impayé, "
    "à payer, no pagado, pendiente, non pagato, da pagare, nie, nee, niet betaald, ✗, ✘"
)
_PAID = _words(
    "paid, paid in full, yes, y, true, ok, x, received, done, full, bezahlt, gezahlt, überwiesen, erhalten, ja, j, payé, payée, réglé, "
    "oui, pagado, sí, si, pagato, tak, betaald, zapłacone, ✓, ✔, ☑, ✅"
)
_FREE = _words("free, waived, exempt, guest, none, no fee, nothing, frei, befreit, kostenlos, gratis, gratuit, exonéré")
OWING = frozenset({Status.REGISTERED, Status.LATE, Status.PRESENT})
"""The statuses of players who may play, and therefore pay."""
_NOTHING_SAID = frozenset({"", "-", "–", "—", "?", "n/a", "na", "☐"})


class Fee(NamedTuple):
    """What is said about a player's fee: ``due`` is None where no amount is said; both are hundredths of the currency."""

    due: int | None
    paid: int


def read_fee(text: str, usual: int | None = None) -> Fee | None:
    """Return what the cell of a list says about a fee; None for anything that is neither an amount nor a word for paid, unpaid or free.

    An amount alone is due, "paid" beside it makes it paid, and "5 of 10" is a part of it. ``usual`` is the fee of the event for such a
    player, in hundredths, None without one: a player who has "paid" without an amount has paid it, and owes nothing where there is none.
    """
    words = " ".join(plain_digits(unicodedata.normalize("NFKC", text)).casefold().split()).strip(" .;:!")
    bare = " ".join(_CURRENCY.sub(" ", words).replace("(", " ").replace(")", " ").split()).strip(" .;:!,")
    if words in _NOTHING_SAID or bare in _NOTHING_SAID - {""}:
        return Fee(None, 0)
    if bare in _UNPAID:
        return Fee(None, 0)
    if bare in _FREE:
        return Fee(0, 0)
    if bare in _PAID:
        return Fee(usual or 0, usual or 0)
    if part := _PART_OF.fullmatch(_without_words(bare, _PAID)):
        return _fee_within_limit(_hundredths(part["due"]), _hundredths(part["paid"]))
    if amount := _ONE.fullmatch(_without_words(bare, _UNPAID)):
        return _fee_within_limit(_hundredths(amount["amount"]), 0)
    if amount := _ONE.fullmatch(_without_words(bare, _PAID)):
        paid = _hundredths(amount["amount"])
        return _fee_within_limit(paid, paid) if paid else Fee(None, 0)
    return None


class Charging(Protocol):
    """An event, as its row or as its record: what it charges whom."""

    @property
    def fee(self) -> int | None:
        """The fee of a player, None for none."""

    @property
    def junior_fee(self) -> int | None:
        """The fee of a junior, None where juniors pay what everybody pays."""


def usual_fee(event: Charging, *, is_junior: bool) -> int | None:
    """Return the fee of an event for a player about whom nothing else is said; None where it has none."""
    return event.fee if event.junior_fee is None or not is_junior else event.junior_fee


def fee_of(event: Charging, entry: EntryRecord) -> int | None:
    """Return what is due from a player: as said of the entry, else the event's fee; None where neither says anything."""
    return usual_fee(event, is_junior=entry.is_junior) if entry.fee_due is None else entry.fee_due


def amount_owed(event: EventRecord, entry: EntryRecord) -> int:
    """Return what a player still owes, in hundredths: what is due and not paid, nothing for players who are absent or have left.

    Ruling: players who are left out to make the numbers work, and those who withdrew, owe nothing more.
    """
    if entry.status not in OWING:
        return 0
    return max(0, (fee_of(event, entry) or 0) - entry.fee_paid)


class FeeTotals(NamedTuple):
    """What an event has taken, what is still owed, both in hundredths, and by how many players."""

    paid: int
    owing: int
    owers: int


def has_fees(event: EventRecord) -> bool:
    """Return whether the desk shows fees, and there are any."""
    return event.extras.fees and any(fee_of(event, entry) or entry.fee_paid for entry in event.entries)


def fee_totals(event: EventRecord) -> FeeTotals:
    """Return the totals of an event: everything that anybody paid, and what those who may play still owe."""
    rests = [amount_owed(event, entry) for entry in event.entries]
    return FeeTotals(sum(entry.fee_paid for entry in event.entries), sum(rests), sum(rest > 0 for rest in rests))


def totals_words(event: EventRecord) -> str:
    """Return the totals as a sentence: £120 paid, 3 players owe £30."""
    paid, owing, owers = fee_totals(event)
    taken = amount_words(paid, event.currency)
    if not owers:
        return _("{amount} has been paid; nobody owes anything.", amount=taken)
    rest = amount_words(owing, event.currency)
    return ngettext(
        "{amount} has been paid; {n} player owes {rest}.",
        "{amount} has been paid; {n} players owe {rest}.",
        owers,
        amount=taken,
        rest=rest,
    )


def read_amount(text: str) -> int | None:
    """Return an amount that somebody typed in hundredths, however it is written: "10", "10.5", "10,50", "£10"; None for anything else."""
    bare = " ".join(_CURRENCY.sub(" ", plain_digits(unicodedata.normalize("NFKC", text)).casefold()).split())
    found = _ONE.fullmatch(bare)
    return _hundredths(found["amount"]) if found else None


def amount_words(amount: int, currency: str = "") -> str:
    """Return an amount as people read it: "£10", "£7.50", "10 CHF"; a word stands after it, a sign before it."""
    figure = whole(amount // 100)
    if amount % 100:
        figure += decimals(amount % 100, 2).removeprefix("0")
    if not currency:
        return figure
    is_sign = len(currency) == 1 and unicodedata.category(currency) == "Sc"
    return (
        _("{sign}{amount}", sign=currency, amount=figure)
        if is_sign
        else _("{amount} {currency}", amount=figure, currency=currency)
    )


def amount_plain(amount: int | None) -> str:
    """Return an amount as files hold it, "10.00"; empty for None."""
    return "" if amount is None else f"{amount // 100}.{amount % 100:02d}"


def _without_words(text: str, words: frozenset[str]) -> str:
    """Return a text without one of these words at its beginning or end."""
    for word in sorted(words, key=len, reverse=True):
        if text.startswith((f"{word} ", f"{word}: ")):
            return text[len(word) :].strip(" :,-")
        if text.endswith((f" {word}", f",{word}")):
            return text[: -len(word)].strip(" :,-")
    return text


def _hundredths(figure: str) -> int:
    """Return a figure in hundredths: the last sign with one or two digits after it is the decimal sign, all others group thousands."""
    found = re.fullmatch(r"(.*?)(?:[.,](\d{1,2}))?", figure)
    assert found is not None  # noqa: S101  everything matches
    return int(re.sub(r"\D", "", found[1])) * 100 + int((found[2] or "").ljust(2, "0"))


def _fee_within_limit(due: int, paid: int) -> Fee | None:
    """Return a fee, None where an amount is higher than any fee can be."""
    return Fee(due, paid) if max(due, paid) <= MOST_FEE else None


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
