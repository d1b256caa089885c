"""What JSON values of a log may be, checked one by one: each reader refuses with what it expected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from games.acquire.actions import UNKNOWN_TILE, Act, Action, Card
from games.acquire.board import parse_tile
from games.acquire.editions import LabelSet
from games.acquire.errors import ChainError, TileError

#: Where in a JSON document a value stands: keys and indexes from the outside in.
Path: TypeAlias = tuple[str | int, ...]


class WrongValueError(ValueError):
    """A value of the wrong kind inside a JSON log, found before its line and column are known."""

    def __init__(self, path: Path, problem: str, expected: str) -> None:
        super().__init__(problem)
        self.path = path
        self.problem = problem
        self.expected = expected


class Vocabulary:
    """The words of one log: its players' IDs and its chains' names."""

    __slots__ = ("actions", "ids", "labels")

    def __init__(self, ids: Sequence[str], labels: LabelSet) -> None:
        self.ids = {name: seat for seat, name in enumerate(ids)}
        self.labels = labels
        # Actions by the text of their event: an archive says the same few thousand things again and again.
        self.actions: dict[str, Action] = {}

    def player(self, value: object, path: Path) -> int:
        """The seat of the player with that ID."""
        seat = self.ids.get(value) if isinstance(value, str) else None
        if seat is None:
            raise WrongValueError(path, f"{value!r} is no player of this log", f"one of {', '.join(self.ids)}")
        return seat

    def chain(self, value: object, path: Path) -> int:
        """The number of the chain of that name."""
        names = ", ".join(self.labels.names)
        if not isinstance(value, str):
            raise WrongValueError(path, f"{value!r} is no chain", f"one of {names}")
        try:
            return self.labels.find(value)
        except ChainError as problem:
            raise WrongValueError(path, str(problem).rstrip("."), "a chain") from None


def member(of: Mapping[str, Any], key: str, path: Path) -> object:
    """The value under a key that must be there."""
    if key not in of:
        raise WrongValueError(path, f"{key!r} is missing", f"a value for {key!r}")
    return of[key]


def mapping(value: object, path: Path) -> Mapping[str, Any]:
    """A JSON object."""
    if not isinstance(value, dict):
        raise WrongValueError(path, f"{_short(value)} stands here", "an object in braces")
    return value


def listing(value: object, path: Path) -> Sequence[Any]:
    """A JSON array."""
    if not isinstance(value, list):
        raise WrongValueError(path, f"{_short(value)} stands here", "a list in brackets")
    return value


def whole(value: object, path: Path) -> int:
    """A whole number, which may be negative: the rules judge that, not the reader."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongValueError(path, f"{_short(value)} stands here", "a whole number")
    return value


def word(value: object, path: Path) -> str:
    """A text."""
    if not isinstance(value, str):
        raise WrongValueError(path, f"{_short(value)} stands here", "a text in quotes")
    return value


def tile(value: object, path: Path) -> int:
    """A known tile."""
    try:
        return parse_tile(word(value, path))
    except TileError:
        raise WrongValueError(path, f"{value!r} is no tile", "a tile from 1A to 12I") from None


def tiles(value: object, path: Path) -> tuple[int, ...]:
    """Tiles, of which some may be unknown."""
    return tuple(
        UNKNOWN_TILE if text == "?" else tile(text, (*path, place))
        for place, text in enumerate(listing(value, path))
    )


def action(event: object, words: Vocabulary, path: Path) -> Action:
    """The action that a JSON event tells of.

    Raises:
        WrongValueError: if the event is not well-formed.
    """
    members = mapping(event, path)
    name = word(member(members, "act", path), (*path, "act"))
    act = ACTS.get(name)
    if act is None:
        raise WrongValueError((*path, "act"), f"{name!r} is no act", f"one of {', '.join(ACTS)}")
    player = words.player(member(members, "player", path), (*path, "player"))
    extra = [key for key in members if key not in _KEYS[act]]
    if extra:
        raise WrongValueError((*path, extra[0]), f"{extra[0]!r} does not belong to {name!r}", "only keys of this act")
    return Action(act, player, _value(act, members, words, path))


def _value(act: Act, event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    def at(key: str) -> tuple[object, Path]:
        return member(event, key, path), (*path, key)

    if act in (Act.START, Act.PLAY):
        return tile(*at("tile"))
    if act in (Act.FOUND, Act.SURVIVOR):
        return words.chain(*at("chain"))
    if act in (Act.BONUS, Act.DISPOSE, Act.MARKET, Act.SWAP):
        return _chain_value(act, event, words, path)
    if act is Act.ORDER:
        names, where = at("chains")
        return tuple(words.chain(name, (*where, i)) for i, name in enumerate(listing(names, where)))
    if act is Act.BUY:
        shares, where = at("shares")
        return tuple((words.chain(k, where), whole(n, (*where, k))) for k, n in mapping(shares, where).items())
    if act is Act.TURN:
        number = event.get("number")
        return None if number is None else whole(number, (*path, "number"))
    if act is Act.CASH:
        return whole(*at("amount"))
    if act is Act.FINAL:
        return whole(*at("cash"))
    if act is Act.CARD:
        return _card(*at("card"))
    return tiles(*at("tiles")) if "tiles" in _KEYS[act] else None


def _chain_value(act: Act, event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    if act is Act.SWAP:
        return tuple(words.chain(member(event, key, path), (*path, key)) for key in ("give", "take"))
    chain = words.chain(member(event, "chain", path), (*path, "chain"))
    if act is Act.BONUS:
        return chain, whole(member(event, "amount", path), (*path, "amount"))
    if act is Act.MARKET:
        return chain, tile(member(event, "tile", path), (*path, "tile"))
    sell, trade = (whole(event.get(key, 0), (*path, key)) for key in ("sell", "trade"))
    hold = event.get("hold")
    return chain, sell, trade, None if hold is None else whole(hold, (*path, "hold"))


def _card(value: object, path: Path) -> Card:
    try:
        return Card(word(value, path).upper())
    except ValueError:
        raise WrongValueError(path, f"{value!r} is no card", f"one of {', '.join(Card)}") from None


def _short(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return f"{value!r}"


ACTS = {act.word: act for act in Act}

_COMMON = frozenset({"act", "player", "line"})
_VALUE_KEYS: dict[Act, tuple[str, ...]] = {
    Act.START: ("tile",),
    Act.PLAY: ("tile",),
    Act.TURN: ("number",),
    Act.FOUND: ("chain",),
    Act.SURVIVOR: ("chain",),
    Act.ORDER: ("chains",),
    Act.BONUS: ("chain", "amount"),
    Act.DISPOSE: ("chain", "sell", "trade", "hold"),
    Act.BUY: ("shares",),
    Act.CARD: ("card",),
    Act.CASH: ("amount",),
    Act.FINAL: ("cash",),
    Act.SWAP: ("give", "take"),
    Act.MARKET: ("chain", "tile"),
    **dict.fromkeys((Act.HAND, Act.DRAW, Act.SHOW, Act.DEAD, Act.RETURN, Act.REDRAW), ("tiles",)),
}
_KEYS = {act: _COMMON.union(_VALUE_KEYS.get(act, ())) for act in Act}
