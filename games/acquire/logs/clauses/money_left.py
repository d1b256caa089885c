"""Reading the cash that a buyer has left, behind the purchase: ``($5,200 left)``, ``[5.4k]``, ``-> 5000``, ``/ 5100``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.errors import LogError
from games.acquire.logs.clauses.context import Phrase
from games.acquire.logs.clauses.values import read_amount, starts_amount
from games.sentences import gettext_lazy as _

#: Signs before the amount, each with the one behind it, and those that can only mean what is left.
_OPENING: Final = {"(": ")", "[": "]", "->": "", "=>": "", "→": "", "/": ""}
_ARROWS: Final = ("->", "=>", "→")
_BETWEEN: Final = (",", "/", *_ARROWS)
_CURRENCIES: Final = ("$", "€", "£")
#: Words for what is left.
_LEFT: Final = frozenset(
    {
        *("left", "remaining", "remain", "remains", "leaves", "leaving"),
        *("ubrig", "verbleiben", "verbleibend", "restant", "restants", "quedan", "queda", "restante", "restanti"),
        *("rimasti", "rimangono", "zostalo", "zostaje", "zbyva", "zbylo", "resterend"),
    }
)
#: The step of all amounts, and the most that one share costs.
_STEP: Final = 100
_DEAREST: Final = 1_200


@dataclass(frozen=True, slots=True)
class _Left:
    """An amount that may be what a buyer has left: the sign before it, its tokens, and whether a word says that it is left."""

    sign: str
    amount: int
    width: int
    is_said: bool


def left_at(phrase: Phrase, ahead: int = 0) -> _Left | None:
    """Return the amount ``ahead`` tokens after the next one that may be what a buyer has left, or None if there is none."""
    look = Phrase(phrase.tokens, phrase.end, phrase.context)
    first = look.at = phrase.at + ahead
    token = look.peek()
    if not (token.is_number or token.text in _OPENING or token.text in _CURRENCIES or token.folded in _LEFT):
        return None
    sign = token.text if token.text in _OPENING else ""
    look.at += bool(sign)
    is_said = _skip_words(look)
    is_behind_sign = first == 0 or look.tokens[first - 1].text in _BETWEEN
    if not starts_amount(look) or (amount := _amount(look)) is None:
        return None
    is_said = _skip_words(look) or is_said
    closing = _OPENING.get(sign, "")
    if not look.accept(closing) if closing else bool(look.peek().text and not look.separator_at()):
        return None
    is_money = amount >= _STEP or is_said or sign == "["
    if amount % _STEP or not is_money or not (sign or is_said or is_behind_sign):
        return None
    return _Left(sign or ("" if first == 0 else look.tokens[first - 1].text), amount, look.at - phrase.at, is_said)


def _skip_words(phrase: Phrase) -> bool:
    """Skip words for what is left; returns whether there were any."""
    first = phrase.at
    while phrase.peek().folded in _LEFT or (phrase.at > first and phrase.peek().text == ":"):
        phrase.at += 1
    return phrase.at > first


def _amount(phrase: Phrase) -> int | None:
    """Read an amount without a note and return it, or None if it is none."""
    notes = phrase.context.diagnostics.notes
    before = notes[:]
    try:
        return read_amount(phrase)
    except LogError:
        return None
    finally:
        notes[:] = before


def read_left(phrase: Phrase) -> list[Action] | None:
    """Read the cash that the buyer has left, or what the purchase before cost, which only repeats it; None if no such amount comes next.

    Raises:
        LogError: if the amount may be either.
    """
    context, last, first = phrase.context, phrase.context.last, phrase.at
    seat = context.seat
    if seat is None or not context.has_tile or (left := left_at(phrase)) is None:
        return None
    bought = last.value if last is not None and (last.act, last.player) == (ActKind.BUY, seat) else None
    if bought is None and not left.is_said:
        return None
    is_known = left.is_said or not bought or left.sign in (*_ARROWS, *context.left_signs)
    if not is_known and left.amount <= _DEAREST * context.game.buy_max:
        if left.sign != "(":
            problem = _("{amount} could be what was paid or what is left", amount=left.amount)
            raise phrase.peek().wrong(problem, _("'left' after what the buyer has left, or 'for' before what was paid"))
        phrase.at += left.width
        phrase.note(first, "")
        return []
    context.left_signs |= {left.sign} if left.sign else set()
    phrase.at += left.width
    phrase.note(first, f"cash {context.players.ids[seat]} {left.amount}")  # not said
    return [Action(ActKind.CASH, seat, left.amount)]
