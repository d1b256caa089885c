"""Amounts as they are typed and written: a number, a place at the table, or who won, alone or with others.

Without decimals "41,200", "41 200", "41.200", "41'200", "$41,200" and "41200" are equal, and so are the digits of any keyboard. Ruling:
"41.2k" and the like are refused, because a point separates thousands, and a typing error must not become another amount. With decimals a
point and a comma are the decimal sign, and nothing separates thousands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from tournament.record.formats import Amount, Typed
from tournament.record.rounds import SeatRecord
from wording import gettext as _
from wording import gettext_noop
from wording.digits import plain_digits
from wording.figures import decimals, in_a_row, whole
from wording.worded import Worded

_GROUPED = re.compile(r"[0-9]{1,3}(?:[,.' _\u00a0\u202f\u2009’][0-9]{3})+|[0-9]+")
LARGEST = 1_000_000_000
"""The most of an amount without a bound, which its column holds."""
EXAMPLE = 41_200
HUNDRED = 100
"""The step of amounts that end in 00."""


class AmountError(ValueError):
    """Raised for a text that is not a possible amount; the message says why."""


class Outcome(Worded):
    """What is typed for a seat where the winner is typed; several players who were first drew."""

    WON = "won", gettext_noop("won")
    DREW = "drew", gettext_noop("drew")
    LOST = "lost", gettext_noop("lost")


def example(amount: Amount) -> str:
    """Return an amount that shows how to enter one."""
    return written(amount, EXAMPLE if amount.most is None else min(EXAMPLE, amount.most))


def how_to_enter(amount: Amount) -> str:
    """Return the sentence with which a message ends that refuses an amount as unreadable."""
    return _("Enter it like this: {example}.", example=example(amount))


def missing(amount: Amount, name: str = "") -> str:
    """Return the sentence that asks for a figure of a player, or without a name for those of everybody at a table."""
    if amount.is_money:
        asked = _("Enter everybody's final cash, or 0 for none.")
        return _("{name}'s final cash is missing. Enter the amount.", name=name) if name else asked
    title = _(amount.title)
    return _("{name}: {figure} is missing.", name=name, figure=title) if name else _("Enter everybody's result.")


def read_amount(text: str, amount: Amount) -> int | None:
    """Return the amount of a typed text, None if it is empty; raises AmountError for anything else that is not a possible amount."""
    typed = plain_digits(text).strip().removeprefix(amount.unit).strip()
    if not typed:
        return None
    value = _outcome(typed) if amount.typed is Typed.WINNER else _number(typed, amount)
    if value is None:
        money = _("“{text}” is not an amount in dollars.", text=text.strip())
        wrong = money if amount.is_money else _("“{text}” cannot be entered here.", text=text.strip())
        raise AmountError(f"{wrong} {how_to_enter(amount)}")
    if wrong := out_of_bounds(amount, value):
        raise AmountError(wrong)
    return value


def _outcome(typed: str) -> int | None:
    """Return 1 for who was first and 0 for who was not, None for another text."""
    said = {each.value: int(each is not Outcome.LOST) for each in Outcome} | {"0": 0, "1": 1}
    return ({each.words: said[each] for each in Outcome} | said).get(typed.casefold())


def _number(typed: str, amount: Amount) -> int | None:
    """Return a number in parts of its last decimal, None for another text."""
    sign = -1 if typed.startswith("-") and amount.may_be_negative else 1
    digits = typed[1:].strip() if sign < 0 else typed
    if not amount.decimals:
        return sign * int(re.sub(r"[^0-9]", "", digits)) if _GROUPED.fullmatch(digits) else None
    found = re.fullmatch(rf"([0-9]+)(?:[.,]([0-9]{{1,{amount.decimals}}}))?", digits)
    return sign * int(found[1] + (found[2] or "").ljust(amount.decimals, "0")) if found else None


def out_of_bounds(amount: Amount, value: int) -> str:
    """Return why an amount is not possible; empty where it is."""
    said, most, least = written(amount, value), amount.most, amount.least
    if amount.is_money and most is not None and value > most:
        return _("{amount} is more than is possible in a game. Check the digits.", amount=said)
    if amount.is_money and value < 0:
        return _("{amount} is below zero; enter the final cash before fines.", amount=said)
    if value > (most := LARGEST if most is None else most):
        return _("{amount} is above {most}, the most that is possible.", amount=said, most=written(amount, most))
    if value < (least := -LARGEST if least is None else least):
        return _("{amount} is below {least}, the least that is possible.", amount=said, least=written(amount, least))
    return ""


def not_of_a_table(amount: Amount, values: Sequence[int], texts: Sequence[str] = ()) -> str:
    """Return why amounts, and the texts as which they were typed, cannot be those of a whole table; empty where they can."""
    right = [1 + sum(other < value for other in values) for value in values]
    if amount.typed is Typed.PLACE and list(values) != right:
        return _(
            "Places {typed} do not fit together: players who are equal share a place, and the next ones are left out, as in {right}.",
            typed=in_a_row(map(whole, sorted(values))),
            right=in_a_row(map(whole, sorted(right))),
        )
    first, won, drew = values.count(1), texts.count(Outcome.WON), texts.count(Outcome.DREW)
    if amount.typed is Typed.WINNER and (not first or (won and first > 1) or (drew and first == 1)):
        return _("Either one player won, or at least two drew. Check who won.")
    return ""


def completed(amount: Amount, texts: Sequence[str]) -> tuple[str, ...]:
    """Return what was typed at a table; where it says who won, or that at least two drew, everybody else lost."""
    is_decided = texts.count(Outcome.WON) == 1 or texts.count(Outcome.DREW) > 1
    if amount.typed is not Typed.WINNER or not is_decided:
        return tuple(texts)
    return tuple(text or Outcome.LOST.value for text in texts)


def choices_of(amount: Amount, size: int) -> tuple[tuple[str, str], ...]:
    """Return what one press may enter at a table of ``size``, each as it is sent and as it is read; empty where a number is typed."""
    match amount.typed:
        case Typed.PLACE:
            return tuple((str(place), whole(place)) for place in range(1, size + 1))
        case Typed.WINNER:
            return tuple((each.value, each.words.capitalize()) for each in Outcome)
    return ()


def figure(amount: Amount, value: int) -> str:
    """Return a number as sentences on steps write it, with a hyphen as its minus sign."""
    return decimals(value, amount.decimals) if amount.decimals else whole(value)


def outcome_of(value: int, among: Sequence[int | None]) -> Outcome:
    """Return the outcome that is stored as this value; ``among`` are the values of the table."""
    return Outcome.LOST if not value else Outcome.DREW if among.count(value) > 1 else Outcome.WON


def written(amount: Amount, value: int, among: Sequence[int | None] = ()) -> str:
    """Return an amount as a person reads it; ``among`` are the amounts of the table, so that a draw is told from a win."""
    if amount.typed is Typed.WINNER:
        return outcome_of(value, among).words
    return figure(amount, value).replace("-", "\N{MINUS SIGN}")


def in_field(amount: Amount, value: int | None, among: Sequence[int | None] = ()) -> str:
    """Return an amount as its field holds it; empty for none."""
    if value is None:
        return ""
    return outcome_of(value, among).value if amount.typed is Typed.WINNER else written(amount, value)


def seat_in_words(amount: Amount, seat: SeatRecord, seats: Sequence[SeatRecord]) -> str:
    """Return what is stored of one of the seats of a table, with its second figure: "3 (14)"; empty for nothing."""
    if seat.cash is None:
        return ""
    said = written(amount, seat.cash, [each.cash for each in seats])
    return f"{said} ({written(amount.second, seat.second)})" if amount.second and seat.second is not None else said
