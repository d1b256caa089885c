"""The entries of which the stored history of a game on devices consists (`Deed`), and their JSON in the words of a log.

The terms of a game on devices, agreed before it begins: edition and players, minutes, whether holdings lie open.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.errors import AcquireError, IllegalActionError, short_repr
from games.acquire.logs.fields import Vocabulary, WrongValueError
from games.acquire.logs.header import read_header, write_header
from games.acquire.logs.json import event_document, read_event
from games.acquire.record import Header
from games.sentences import Said, any_of
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


@dataclass(frozen=True, slots=True)
class Ruling:
    """An order of the arbiter that is no act of the game itself, and its reason.

    ``player`` is the seat whose time changes or whose hand is looked at, -1 for other orders. ``to`` is the number of the `Deed` after
    which the game goes on once a rewind has undone all later ones, 0 for the beginning. ``given`` is the time that the player gets,
    in ms, negative if it is taken from him.
    """

    order: ActKind
    player: int = NOBODY
    to: int = 0
    given: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Deed:
    """One entry in the stored history of a game: an action of a player, the bag or the server, or an order of the arbiter.

    ``number`` counts from 1, ``at`` is the moment in ms since the game began, ``lag`` the network delay in ms credited for it. Players
    are seats in the order in which they joined. The action contains the tiles that were drawn, so a game can be rebuilt without
    drawing again; several tiles of one draw are one `Deed`.
    """

    number: int
    at: int
    what: Action | Ruling
    lag: int = 0


#: The keys that the JSON of an order may have besides its name.
_ORDER_KEYS: Final = {
    ActKind.PAUSE: frozenset[str](),
    ActKind.RESUME: frozenset[str](),
    ActKind.REWIND: frozenset({"to", "reason"}),
    ActKind.TIME: frozenset({"player", "seconds", "reason"}),
    ActKind.PEEK: frozenset({"player"}),
}
_ORDERS: Final = {order.word: order for order in _ORDER_KEYS}
#: Acts whose tiles the server draws, so that clients send them without tiles.
DRAWN: Final = frozenset({ActKind.START, ActKind.DRAW, ActKind.REDRAW})
_DRAWN_WORDS: Final = {act.word: act for act in DRAWN}
LONGEST_REASON: Final = 200
LONGEST_QUOTE: Final = 40
MOST_SECONDS: Final = 36_000
_NO_TEXT = ""


def refusal_of_unreadable(message: Said) -> IllegalActionError:
    """Return the refusal of a message that cannot be read, with the code ``act-unreadable``."""
    return IllegalActionError(message, "act-unreadable")


def request_from(document: object, terms: Terms, seat: int) -> Action | Ruling:
    """Read the action or order that a client requests, in the fields of a log.

    ``seat`` is the player of an act that names none. An act for which the server draws tiles has the value None.

    Raises:
        IllegalActionError: ``act-unreadable``, or ``player-unknown``.
    """
    if not isinstance(document, Mapping):
        raise refusal_of_unreadable(_("An action must be an object such as {'act': 'pass'}."))
    word = document.get("act")
    if isinstance(word, str) and word in _ORDERS:
        return _ruling(document, _ORDERS[word], terms)
    player = _player(document, terms, seat)
    if isinstance(word, str) and word in _DRAWN_WORDS:
        if extra := sorted(set(map(str, document)) - {"act", "player"}):
            raise refusal_of_unreadable(
                _("{value} does not belong in {order}; remove it.", value=repr(extra[0]), order=word)
            )
        return Action(_DRAWN_WORDS[word], player)
    if "line" in document:
        raise refusal_of_unreadable(_("{value} does not belong in {order}; remove it.", value="'line'", order=word))
    named = {**document, "player": terms.ids[player] if player >= 0 else terms.ids[0]}
    return _action(named, terms)._replace(player=player)


def _player(document: Mapping[str, Any], terms: Terms, seat: int) -> int:
    """Return the seat of the player whom a request names, or ``seat`` if it names none."""
    if "player" not in document:
        return seat
    name = document["player"]
    if name not in terms.ids:
        raise IllegalActionError(
            _(
                "{value} is not a player in this game; name one of {choices}.",
                value=short_repr(name, LONGEST_QUOTE),
                choices=", ".join(terms.ids),
            ),
            "player-unknown",
        )
    return terms.ids.index(name)


def _action(named: dict[str, Any], terms: Terms) -> Action:
    """Read an action; the chains of a purchase are sorted, because the members of a JSON object have no order."""
    words = Vocabulary(terms.ids, terms.header.labels())
    try:
        read = read_event(named, words, ())
        return read._replace(value=tuple(sorted(read.value))) if read.act is ActKind.BUY else read
    except WrongValueError as problem:
        where = ".".join(map(str, problem.path))
        raise refusal_of_unreadable(
            _("{where}: {problem}; send {expected}.", where=where, problem=problem.problem, expected=problem.expected)
        ) from None


def _ruling(document: Mapping[str, Any], order: ActKind, terms: Terms) -> Ruling:
    """Read an order of the arbiter.

    Raises:
        IllegalActionError: if a key does not belong to this order, or a value is missing or wrong.
    """
    if extra := sorted(set(map(str, document)) - {"act"} - _ORDER_KEYS[order]):
        raise refusal_of_unreadable(
            _(
                "{value} does not belong in {order}; remove it.",
                value=short_repr(extra[0], LONGEST_QUOTE),
                order=order.word,
            )
        )
    reason = document.get("reason", _NO_TEXT)
    if not isinstance(reason, str) or len(reason) > LONGEST_REASON or not (reason.isprintable() or not reason):
        raise refusal_of_unreadable(
            _("A reason must be a single line of at most {most} characters.", most=LONGEST_REASON)
        )
    to = _number(document, "to", 0, 99_999) if order is ActKind.REWIND else 0
    seconds = _number(document, "seconds", -MOST_SECONDS, MOST_SECONDS) if order is ActKind.TIME else 0
    player = NOBODY
    if "player" in _ORDER_KEYS[order]:
        player = _player(document, terms, NOBODY)
        if player == NOBODY:
            raise refusal_of_unreadable(
                _("{order} needs a player; name one of {choices}.", order=order.word, choices=", ".join(terms.ids))
            )
    return Ruling(order, player, to, seconds * 1000, reason.strip())


def _number(document: Mapping[str, Any], key: str, least: int, most: int) -> int:
    """Return the whole number at a key, which must be from ``least`` to ``most``."""
    value = document.get(key)
    if type(value) is not int or not least <= value <= most:
        raise refusal_of_unreadable(
            _(
                "{key!r} must be a whole number from {least} to {most}, not {value}.",
                key=key,
                least=least,
                most=most,
                value=short_repr(value, LONGEST_QUOTE),
            )
        )
    return value


def act_document(what: Action | Ruling, terms: Terms) -> dict[str, Any]:
    """Return an action or order as JSON in the words of a log, with the ID of its player."""
    if isinstance(what, Action):
        return event_document(what, terms.ids, terms.names)
    document: dict[str, Any] = {"act": what.order.word}
    if what.player != NOBODY:
        document["player"] = terms.ids[what.player]
    if what.order is ActKind.REWIND:
        document["to"] = what.to
    elif what.order is ActKind.TIME:
        document["seconds"] = what.given // 1000
    return {**document, "reason": what.reason} if what.reason else document


def deed_document(deed: Deed, terms: Terms) -> dict[str, Any]:
    """Return a `Deed` as JSON: its number, moment (ms), credited lag if any, and the action or order."""
    lag = {"lag": deed.lag} if deed.lag else {}
    return {"n": deed.number, "at": deed.at, **lag, **act_document(deed.what, terms)}


def deed_from(document: Mapping[str, Any], terms: Terms) -> Deed:
    """Read a `Deed` from the JSON that `deed_document` wrote.

    Raises:
        IllegalActionError: if the JSON describes no `Deed`.
    """
    rest = {key: value for key, value in document.items() if key not in ("n", "at", "lag")}
    number, at, lag = (
        _number({key: document.get(key, 0)}, key, 0, 10**12 if key == "at" else 99_999) for key in ("n", "at", "lag")
    )
    word = rest.get("act")
    if isinstance(word, str) and word in _ORDERS:
        return Deed(number, at, _ruling(rest, _ORDERS[word], terms), lag)
    return Deed(number, at, _action(rest, terms), lag)


_TABLE = """
act-unreadable    a message that is no act in the words of a log
act-server        an act that the server writes itself, such as a bonus
act-arbiter       an act that is the arbiter's alone
act-arbiter-only  something that the arbiter cannot do for a player
paused            the game is paused, and only the arbiter acts
pause-unchanged   a pause of a paused game, or a game resumed that runs
rewind-not-back   an act to go back to that does not lie behind, so that nothing would be undone
reason-missing    a ruling that needs a reason
time-none         time given or taken where there is no clock, or of a player who is out of time
time-not-up       a time-out although there is time left
peek-closed       a hand to be seen in a game whose hands stay closed
game-handed-in    an act in a game whose result its table has handed in
deed-order        a deed that does not follow upon the one before
"""

DEVICE_CODES: Final[Mapping[str, str]] = MappingProxyType(
    {row.split()[0]: row.split(maxsplit=1)[1] for row in _TABLE.strip().splitlines()}
)
