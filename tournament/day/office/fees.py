"""Fees as lists and people write them, "£10", "10,00 EUR", "paid", "5 of 10", and as pages, paper and files write them.

An amount is a whole number of hundredths of the event's currency.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple, Protocol

from tournament.record.event import EntryRecord, EventRecord
from tournament.record.lengths import MOST_FEE
from tournament.record.vocabulary import Status
from wording import gettext as _
from wording import ngettext
from wording.digits import plain_digits
from wording.figures import decimals, whole

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
    if part := _PART_OF.fullmatch(_without(bare, _PAID)):
        return _within(_hundredths(part["due"]), _hundredths(part["paid"]))
    if amount := _ONE.fullmatch(_without(bare, _UNPAID)):
        return _within(_hundredths(amount["amount"]), 0)
    if amount := _ONE.fullmatch(_without(bare, _PAID)):
        paid = _hundredths(amount["amount"])
        return _within(paid, paid) if paid else Fee(None, 0)
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


def owed(event: EventRecord, entry: EntryRecord) -> int:
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
    rests = [owed(event, entry) for entry in event.entries]
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


def _without(text: str, words: frozenset[str]) -> str:
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


def _within(due: int, paid: int) -> Fee | None:
    """Return a fee, None where an amount is higher than any fee can be."""
    return Fee(due, paid) if max(due, paid) <= MOST_FEE else None
