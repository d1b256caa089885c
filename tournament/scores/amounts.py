"""Amounts as they are typed and written: a number, a place at the table, or who won, alone or with others.

Without decimals "41,200", "41 200", "41.200", "41'200", "$41,200" and "41200" are equal, and so are the digits of any keyboard. Ruling:
"41.2k" and the like are refused, because a point separates thousands, and a typing error must not become another amount. With decimals a
point and a comma are the decimal sign, and nothing separates thousands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from tournament.record.formats import Amount, Second, Typed
from tournament.record.rounds import SeatRecord
from wording import gettext as _
from wording import gettext_noop
from wording.digits import plain_digits
from wording.figures import decimals, in_a_row, whole
from wording.worded import Worded

_GROUPED = re.compile(r"[0-9]{1,3}(?:[,.' _\u00a0\u202f\u2009’][0-9]{3})+|[0-9]+")
LARGEST = 1_000_000_000
"""The most that a column holds, where a format has no bound."""
EXAMPLE = 41_200
HUNDRED = 100
"""The step of amounts that end in 00."""


class AmountError(ValueError):
    """Raised for a text that is not an amount, or not a possible one; the message says why."""


class Outcome(Worded):
    """What is typed of a seat where the winner is typed; who drew was first with others."""

    WON = "won", gettext_noop("won")
    DREW = "drew", gettext_noop("drew")
    LOST = "lost", gettext_noop("lost")


def is_money(amount: Amount) -> bool:
    """Return whether sentences about cash are about this amount."""
    return amount.unit == "$"


def may_be_negative(amount: Amount) -> bool:
    """Return whether an amount below zero is possible."""
    return amount.least is None or amount.least < 0


def title_of(amount: Amount | Second) -> str:
    """Return the name of an amount or a second figure as the title of a column, for `gettext`."""
    return amount.name[:1].upper() + amount.name[1:]


def words_of_typed(amount: Amount, of_money: str, of_others: str = "") -> str:
    """Return what stands above fields in which amounts are typed: ``of_money`` where sentences about cash are about it.

    Of other amounts it is ``of_others``, or their name.
    """
    return of_money if is_money(amount) else of_others or _(title_of(amount))


def typed_of(amount: Amount) -> Mapping[str, Amount]:
    """Return what is typed for a seat by the name of its field in `SeatRecord`: the amount, and a second figure where there is one."""
    second = amount.second
    if second is None:
        return {"cash": amount}
    return {"cash": amount, "second": Amount(name=second.name, least=second.least, most=second.most)}


def example(amount: Amount) -> int:
    """Return an amount that shows how to enter one."""
    return EXAMPLE if amount.most is None else min(EXAMPLE, amount.most)


def how_to_enter(amount: Amount) -> str:
    """Return the sentence with which a message ends that refuses an amount as unreadable."""
    match amount.typed:
        case Typed.PLACE:
            return _("Enter 1 for the first, 2 for the second and so on; players who are equal have the same place.")
        case Typed.WINNER:
            return _("Enter “won”, “drew” or “lost”.")
    return _("Enter it like this: {example}.", example=written(amount, example(amount)))


def all_needed(amount: Amount) -> str:
    """Return the sentence that asks for what is missing at a table."""
    if is_money(amount):
        return _("Enter everybody's final cash, or 0 for none.")
    return _("Enter everybody's result.")


def missing(name: str, amount: Amount) -> str:
    """Return the sentence that a player's amount is missing."""
    if is_money(amount):
        return _("{name}'s final cash is missing. Enter the amount.", name=name)
    return _("{name}: {figure} is missing.", name=name, figure=_(title_of(amount)))


def read_amount(text: str, amount: Amount) -> int | None:
    """Return the amount of a typed text, None if it is empty; raises AmountError for anything else that is not a possible amount."""
    typed = plain_digits(text).strip().removeprefix(amount.unit).strip()
    if not typed:
        return None
    value = _outcome(typed) if amount.typed is Typed.WINNER else _number(typed, amount)
    if value is None:
        raise AmountError(f"{_not_an_amount(text.strip(), amount)} {how_to_enter(amount)}")
    if wrong := out_of_bounds(amount, value):
        raise AmountError(wrong)
    return value


def _outcome(typed: str) -> int | None:
    """Return 1 for who was first and 0 for who was not, None for another text."""
    said = typed.casefold()
    found = {each for each in Outcome if said in (each.value, each.words.casefold())}
    if said in ("0", "1"):
        return int(said)
    return int(Outcome.LOST not in found) if found else None


def _number(typed: str, amount: Amount) -> int | None:
    """Return a number in parts of its last decimal, None for another text; a minus sign is read where an amount may be negative."""
    is_negative = typed.startswith("-") and may_be_negative(amount)
    digits = typed[1:].strip() if is_negative else typed
    if amount.decimals:
        found = re.fullmatch(rf"([0-9]+)(?:[.,]([0-9]{{1,{amount.decimals}}}))?", digits)
        figures = found and found[1] + (found[2] or "").ljust(amount.decimals, "0")
    else:
        figures = _GROUPED.fullmatch(digits) and re.sub(r"[^0-9]", "", digits)
    if not figures:
        return None
    return -int(figures) if is_negative else int(figures)


def _not_an_amount(text: str, amount: Amount) -> str:
    """Return the sentence that a text is not an amount."""
    if is_money(amount):
        return _("“{text}” is not an amount in dollars.", text=text)
    return _("“{text}” cannot be entered here.", text=text)


def out_of_bounds(amount: Amount, value: int) -> str:
    """Return why an amount is not possible; empty where it is."""
    most = LARGEST if amount.most is None else amount.most
    least = -LARGEST if amount.least is None else amount.least
    if amount.typed is Typed.WINNER:
        least, most = 0, 1
    said = written(amount, value)
    if value > most and is_money(amount):
        return _("{amount} is more than is possible in a game. Check the digits.", amount=said)
    if value > most:
        return _("{amount} is above {most}, the most that is possible.", amount=said, most=written(amount, most))
    if value < least and is_money(amount):
        return _("{amount} is below zero; enter the final cash before fines.", amount=said)
    if value < least:
        return _("{amount} is below {least}, the least that is possible.", amount=said, least=written(amount, least))
    return ""


def not_of_a_table(amount: Amount, values: Sequence[int]) -> str:
    """Return why amounts cannot be those of one whole table, with what to do; empty where they can."""
    right = [1 + sum(other < value for other in values) for value in values]
    if amount.typed is Typed.PLACE and list(values) != right:
        return _(
            "The places {typed} do not fit together. Players who are equal share a place and the next ones are left out, "
            "which makes it {right}.",
            typed=in_a_row(map(whole, sorted(values))),
            right=in_a_row(map(whole, sorted(right))),
        )
    return _one_or_several() if amount.typed is Typed.WINNER and 1 not in values else ""


def not_of_one_game(texts: Sequence[str]) -> str:
    """Return why outcomes as typed cannot be those of one whole table; empty where they can."""
    won, drew = texts.count(Outcome.WON), texts.count(Outcome.DREW)
    return _one_or_several() if won > 1 or drew == 1 or (won and drew) else ""


def _one_or_several() -> str:
    return _("Either one player won, or at least two drew. Check who won.")


def choices_of(amount: Amount, size: int) -> tuple[tuple[str, str], ...]:
    """Return what one press may enter at a table of ``size``, each as it is sent and as it is read; empty where a number is typed."""
    match amount.typed:
        case Typed.PLACE:
            return tuple((str(place), whole(place)) for place in range(1, size + 1))
        case Typed.WINNER:
            return tuple((each.value, each.words[:1].upper() + each.words[1:]) for each in Outcome)
    return ()


def figure(amount: Amount, value: int) -> str:
    """Return a number as sentences on steps write it, with a hyphen as its minus sign."""
    return decimals(value, amount.decimals) if amount.decimals else whole(value)


def written(amount: Amount, value: int, among: Sequence[int | None] = ()) -> str:
    """Return an amount as a person reads it; ``among`` are the amounts of the table, so that a draw is told from a win."""
    if amount.typed is Typed.WINNER:
        return outcome_of(value, among).words
    return figure(amount, value).replace("-", "\N{MINUS SIGN}")


def outcome_of(value: int, among: Sequence[int | None]) -> Outcome:
    """Return the outcome that is stored as this value."""
    if not value:
        return Outcome.LOST
    return Outcome.DREW if among.count(value) > 1 else Outcome.WON


def in_field(amount: Amount, value: int | None, among: Sequence[int | None] = ()) -> str:
    """Return an amount as its field holds it; empty for none."""
    if value is None:
        return ""
    return outcome_of(value, among).value if amount.typed is Typed.WINNER else written(amount, value, among)


def plain(amount: Amount, value: int) -> str:
    """Return an amount for programs, which is the same in every language."""
    return f"{Decimal(value).scaleb(-amount.decimals):f}"


def seat_in_words(amount: Amount, seat: SeatRecord, seats: Sequence[SeatRecord]) -> str:
    """Return what is stored of one of the seats of a table, with its second figure: "3 (14)"; empty for nothing."""
    if seat.cash is None:
        return ""
    said = written(amount, seat.cash, [each.cash for each in seats])
    return said if seat.second is None else f"{said} ({written(typed_of(amount)['second'], seat.second)})"
