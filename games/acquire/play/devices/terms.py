"""The terms of a game on devices, agreed before it begins: edition and players, minutes, whether holdings lie open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.acquire.errors import AcquireError
from games.acquire.logs.fields import WrongValueError
from games.acquire.logs.header import read_header, write_header
from games.acquire.record import Header
from games.sentences import any_of
from games.sentences import gettext_lazy as _


class Holdings(StrEnum):
    """Whether all players see everybody's cash and shares (R10), or only their own until the game is over."""

    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of one game.

    ``header`` is that of the log, with the players in the order in which they joined; if a seating chart gave the seats (R6), it has
    the rule ``start_order: given``. ``minutes`` is the time of each player (R29), None for no clock. ``code`` is the code by which
    the game is found. With ``lists_legal`` a client may ask for the list of legal acts, which no event allows. With ``opens_hands`` the
    arbiter may look into hands, which no event allows before the game is over.
    """

    header: Header
    minutes: int | None = None
    holdings: Holdings = Holdings.OPEN
    code: str = ""
    lists_legal: bool = False
    opens_hands: bool = False

    @property
    def ids(self) -> tuple[str, ...]:
        """The players' IDs by seat."""
        return tuple([player.id for player in self.header.players])

    @property
    def names(self) -> tuple[str, ...]:
        """The chains' names by number."""
        return self.header.labels().names


def terms_document(terms: Terms) -> dict[str, Any]:
    """Return the terms as a JSON document, from which `terms_from` reads equal terms."""
    return {
        "header": write_header(terms.header),
        "minutes": terms.minutes,
        "holdings": terms.holdings.value,
        "code": terms.code,
        "lists_legal": terms.lists_legal,
        "opens_hands": terms.opens_hands,
    }


def terms_from(document: object) -> Terms:
    """Read terms from their JSON document.

    Raises:
        AcquireError: if the document describes no terms.
    """
    if not isinstance(document, Mapping):
        raise AcquireError(_("The terms of a game must be an object with a header."))
    try:
        header = read_header(document.get("header"), ("header",))
    except WrongValueError as problem:
        where = ".".join(map(str, problem.path))
        raise AcquireError(
            _(
                "The terms cannot be read at {where}: {problem}; expected {expected}.",
                where=where,
                problem=problem.problem,
                expected=problem.expected,
            )
        ) from None
    minutes, code = document.get("minutes"), document.get("code", "")
    if minutes is not None and (type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES):
        raise AcquireError(
            _(
                "The minutes for each player must be from 1 to {most} or null, not {minutes!r}.",
                most=MOST_MINUTES,
                minutes=minutes,
            )
        )
    holdings = document.get("holdings", "open")
    if holdings not in list(Holdings):
        raise AcquireError(
            _("Holdings must be {choices}, not {holdings!r}.", choices=any_of(Holdings), holdings=holdings)
        )
    if not isinstance(code, str):
        raise AcquireError(_("The code of a game must be text, not {code!r}.", code=code))
    flags = {name: document.get(name) is True for name in ("lists_legal", "opens_hands")}
    return Terms(header, minutes, Holdings(holdings), code, **flags)


#: No player has more minutes than ten hours.
MOST_MINUTES = 600
