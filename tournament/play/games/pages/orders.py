"""Orders of the arbiter: read one from form fields, and describe it in words, so that it can be confirmed.

An order about the game becomes an act of its log. Orders in `OF_THE_HOUSE` concern devices only and are not in the log.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.http import QueryDict

from games.acquire.errors import IllegalActionError
from games.acquire.play.devices.deciding import ARBITER, decide
from games.acquire.play.devices.session import Session, pending_question
from tournament.play.games.pages.describing import DESCRIPTIONS
from tournament.play.games.words import with_names
from tournament.record.lengths import too_long
from wording import gettext as _
from wording.digits import plain_digits, whole_number

_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "pause": (),
    "resume": (),
    "time": ("player", "way", "minutes"),
    "takeback": (),
    "redraw": ("player",),
    "rewind": ("to",),
    "end": (),
    "timeout": ("player",),
    "found": ("chain",),
    "survivor": ("chain",),
    "order": ("chain",),
    "peek": ("player",),
    "link": ("seat",),
    "free": ("seat",),
    "leave": (),
    "take-up": (),
    "stays": (),
}
"""The fields of a form for each order, without the field for its reason."""

OF_THE_HOUSE: Final = frozenset({"link", "free", "leave", "take-up", "stays"})
OF_CASUAL_GAMES: Final = OF_THE_HOUSE - {"stays"}
AT_ONCE: Final = frozenset({"pause", "resume", "take-up", "stays"})
"""Orders by which nothing can be lost: they are done without confirmation, whatever happened meanwhile, and once if sent twice."""
NEEDS_REASON: Final = frozenset({"time", "rewind"})
LONGEST_VALUE = 40
LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Proposal:
    """An order to be confirmed: its form fields, what it does in words, and why it cannot be done now (``refusal``, empty if it can)."""

    fields: tuple[tuple[str, str], ...]
    title: str
    words: tuple[str, ...]
    needs_reason: bool
    refusal: str


def order_of(form: QueryDict, session: Session) -> dict[str, Any] | None:
    """Return the order that a form or a query string describes; None where there is none.

    Raises ValueError with a sentence where a field cannot be read.
    """
    act = form.get("act", "")
    if act not in _FIELDS:
        return None
    order: dict[str, Any] = {"act": act, **{name: form.get(name, "").strip()[:LONGEST_VALUE] for name in _FIELDS[act]}}
    if "player" in order and order["player"] not in session.terms.ids:
        raise ValueError(_("Choose one of the options."))
    if act == "time":
        seconds = _seconds_typed(order.pop("minutes"))
        order["seconds"] = seconds if order.pop("way") == "give" else -seconds
    elif act in ("found", "survivor", "order"):
        ask = pending_question(session)
        order["player"] = session.terms.ids[ask.seat] if ask else ""
        if act == "order":
            order["chains"] = [order.pop("chain")]
    for name in ("to", "seat"):
        if isinstance(order.get(name), str):
            order[name] = _number_typed(order[name])
    if "seat" in order and not 1 <= order["seat"] <= len(session.terms.ids):
        raise ValueError(_("Choose one of the options."))
    if act in NEEDS_REASON:
        order["reason"] = _reason_typed(form)
    return order


def _reason_typed(form: QueryDict) -> str:
    """The reason that was typed, without superfluous spaces; ValueError where it is too long."""
    reason = " ".join(form.get("reason", "").split())
    if refusal := too_long(reason, LONGEST_REASON):
        raise ValueError(refusal)
    return reason


def _number_typed(typed: str) -> int:
    """A typed whole number; ValueError with a sentence for anything else."""
    if not (plain := plain_digits(typed).strip()).isascii() or not plain.isdigit():
        raise ValueError(_("“{entered}” is not a whole number. Enter it again.", entered=typed[:20]))
    return whole_number(plain)


def _seconds_typed(typed: str) -> int:
    """Return typed minutes, "2" or "1:30", in seconds; ValueError for anything else."""
    minutes, _colon, rest = plain_digits(typed).strip().partition(":")
    parts = (minutes or "0", rest or "0")
    is_read = all(part.isascii() and part.isdigit() and len(part) <= 3 for part in parts) and int(parts[1]) <= 59
    seconds = int(parts[0]) * 60 + int(parts[1]) if is_read else 0
    if not seconds:
        raise ValueError(_("Enter minutes, such as 2 or 1:30."))
    return seconds


def proposal_of(
    order: Mapping[str, Any], form: QueryDict, session: Session, names: Mapping[str, str], at: int
) -> Proposal:
    """Return an order with a description in words of what it would do, and why it would be refused, if so.

    ``names`` are the players' names by ID; ``at`` is the current moment of the game in ms.
    """
    act = str(order["act"])
    title, words = DESCRIPTIONS[act](order, session, names, at)
    fields = [("act", act), *((name, form.get(name, "").strip()[:LONGEST_VALUE]) for name in _FIELDS[act])]
    refusal = "" if act in OF_THE_HOUSE else with_names(_refusal(order, session, at), names)
    return Proposal(tuple(fields), title, tuple(words), act in NEEDS_REASON, refusal)


def _refusal(order: Mapping[str, Any], session: Session, at: int) -> str:
    """Return why an order cannot be done now, "" if it can.

    It is always empty for the order to end the game, because a refusal would tell the players something.
    """
    if order["act"] == "end":
        return ""
    try:
        reason = {"reason": "?"} if order["act"] in NEEDS_REASON else {}
        decide(session, ARBITER, {**order, **reason}, at=at, choose=min)
    except IllegalActionError as refusal:
        return str(refusal)
    return ""
