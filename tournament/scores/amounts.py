"""Dollars as they are typed on a desk or a phone.

"41,200", "41 200", "41.200", "41'200", "$41,200" and "41200" are equal, and so are the digits of any keyboard. Ruling: "41.2k" and the
like are refused, because a point separates thousands, and a typing error must not become another amount.
"""

from __future__ import annotations

import re

from tournament.record.vocabulary import Dollars
from wording import gettext as _
from wording.digits import plain_digits
from wording.figures import whole

_GROUPED = re.compile(r"[0-9]{1,3}(?:[,.' _\u00a0\u202f\u2009’][0-9]{3})+|[0-9]+")
LARGEST_CASH: Dollars = 10_000_000
EXAMPLE: Dollars = 41_200


class AmountError(ValueError):
    """Raised for a text that is not an amount of dollars; the message says why."""


def how_to_enter() -> str:
    """Return the sentence with which a message ends that refuses an amount as unreadable."""
    return _("Enter it like this: {example}.", example=whole(EXAMPLE))


def read_dollars(text: str) -> Dollars | None:
    """Return the dollars of a typed text, None if it is empty; raises AmountError for anything else that is not an amount."""
    typed = plain_digits(text).strip().removeprefix("$").strip()
    if not typed:
        return None
    if not _GROUPED.fullmatch(typed):
        wrong = _("“{text}” is not an amount in dollars.", text=text.strip())
        raise AmountError(f"{wrong} {how_to_enter()}")
    amount = int(re.sub(r"[^0-9]", "", typed))
    if amount > LARGEST_CASH:
        raise AmountError(_("{amount} is more than is possible in a game. Check the digits.", amount=whole(amount)))
    return amount
