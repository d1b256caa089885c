"""What JSON values of a log may be, checked one by one: each reader refuses with what it expected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from games.acquire.actions import NOBODY, OF_THE_TABLE, UNKNOWN_TILE, Act, Action, Card
from games.acquire.board import parse_tile
from games.acquire.editions import LabelSet
from games.acquire.errors import ChainError, TileError
from games.acquire.logs.language.times import MOST_MILLISECONDS
from games.acquire.logs.language.tokens import listed
from games.acquire.record import Stamp

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

    __slots__ = ("actions", "chains", "ids", "labels")

    def __init__(self, ids: Sequence[str], labels: LabelSet) -> None:
        self.ids = {name: seat for seat, name in enumerate(ids)}
        self.labels = labels
        self.chains = {name: number for number, name in enumerate(labels.names)}
        # Actions by the text of their event: an archive says the same few thousand things again and again.
        self.actions: dict[str, Action] = {}

    def player(self, value: object, path: Path) -> int:
        """The seat of the player with that ID."""
        seat = self.ids.get(value) if isinstance(value, str) else None
        if seat is None:
            raise WrongValueError(path, f"{value!r} is no player of this log", f"one of {listed(self.ids)}")
        return seat

    def chain(self, value: object, path: Path) -> int:
        """The number of the chain of that name."""
        exact = self.chains.get(value) if isinstance(value, str) else None
        if exact is not None:
            return exact
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
        UNKNOWN_TILE if text == "?" else tile(text, (*path, place)) for place, text in enumerate(listing(value, path))
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
    is_of_table = act in OF_THE_TABLE
    player = NOBODY if is_of_table else words.player(member(members, "player", path), (*path, "player"))
    if not members.keys() <= _KEYS[act]:
        extra = next(key for key in members if key not in _KEYS[act])
        raise WrongValueError((*path, extra), f"{extra!r} does not belong to {name!r}", "only keys of this act")
    read = _READERS.get(act)
    return Action(act, player, read(members, words, path) if read else None)


def stamp(event: Mapping[str, Any], path: Path) -> Stamp | None:
    """When a JSON event was done; None where it does not tell.

    Raises:
        WrongValueError: if its time is not well-formed.
    """
    if "at" in event:
        return Stamp(_milliseconds(event, "at", path), _milliseconds(event, "lag", path) if "lag" in event else 0)
    if "lag" in event:
        raise WrongValueError((*path, "lag"), "a lag stands without its time", "'at' beside 'lag'")
    return None


def _milliseconds(event: Mapping[str, Any], key: str, path: Path) -> int:
    value = event[key]
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_MILLISECONDS:
        shown = "a long number" if isinstance(value, int) and abs(value) > MOST_MILLISECONDS else _short(value)
        raise WrongValueError((*path, key), f"{shown} stands here", "whole milliseconds, at most 12 digits")
    return value


def _tile(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    return tile(member(event, "tile", path), (*path, "tile"))


def _tiles(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    return tiles(member(event, "tiles", path), (*path, "tiles"))


def _turn(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    number = event.get("number")
    return None if number is None else whole(number, (*path, "number"))


def _chain(event: Mapping[str, Any], words: Vocabulary, path: Path) -> int:
    return words.chain(member(event, "chain", path), (*path, "chain"))


def _chains(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    value = member(event, "chains", path)
    path = (*path, "chains")
    names = listing(value, path)
    return tuple(words.chain(name, (*path, place)) for place, name in enumerate(names))


def _bonus(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    return _chain(event, words, path), _amount(event, words, path)


def _dispose(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    sell, trade = (whole(event.get(key, 0), (*path, key)) for key in ("sell", "trade"))
    hold = event.get("hold")
    return _chain(event, words, path), sell, trade, None if hold is None else whole(hold, (*path, "hold"))


def _buy(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    value = member(event, "shares", path)
    path = (*path, "shares")
    bought = mapping(value, path)
    return tuple((words.chain(name, path), whole(count, (*path, name))) for name, count in bought.items())


def _amount(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    return whole(member(event, "amount", path), (*path, "amount"))


def _final(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    return whole(member(event, "cash", path), (*path, "cash"))


def _swap(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    return tuple(words.chain(member(event, key, path), (*path, key)) for key in ("give", "take"))


def _market(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    return _chain(event, words, path), _tile(event, words, path)


def _card(event: Mapping[str, Any], words: Vocabulary, path: Path) -> Card:
    value = member(event, "card", path)
    path = (*path, "card")
    try:
        return Card(word(value, path).upper())
    except ValueError:
        raise WrongValueError(path, f"{value!r} is no card", f"one of {', '.join(Card)}") from None


def _seconds(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    return whole(member(event, "seconds", path), (*path, "seconds"))


def _rewind(event: Mapping[str, Any], words: Vocabulary, path: Path) -> object:
    to = whole(member(event, "to", path), (*path, "to"))
    return to, word(event.get("reason", ""), (*path, "reason"))


def _short(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return f"{value!r}"


ACTS = {act.word: act for act in Act}

_Reader: TypeAlias = Callable[[Mapping[str, Any], Vocabulary, Path], object]

#: For each act the keys of its event and what reads them; acts not listed have no value.
_FORMS: dict[Act, tuple[_Reader, tuple[str, ...]]] = {
    Act.START: (_tile, ("tile",)),
    Act.PLAY: (_tile, ("tile",)),
    Act.TURN: (_turn, ("number",)),
    Act.FOUND: (_chain, ("chain",)),
    Act.SURVIVOR: (_chain, ("chain",)),
    Act.ORDER: (_chains, ("chains",)),
    Act.BONUS: (_bonus, ("chain", "amount")),
    Act.DISPOSE: (_dispose, ("chain", "sell", "trade", "hold")),
    Act.BUY: (_buy, ("shares",)),
    Act.CARD: (_card, ("card",)),
    Act.CASH: (_amount, ("amount",)),
    Act.FINAL: (_final, ("cash",)),
    Act.SWAP: (_swap, ("give", "take")),
    Act.MARKET: (_market, ("chain", "tile")),
    Act.TIME: (_seconds, ("seconds",)),
    Act.REWIND: (_rewind, ("to", "reason")),
    **dict.fromkeys((Act.HAND, Act.DRAW, Act.SHOW, Act.DEAD, Act.RETURN, Act.REDRAW), (_tiles, ("tiles",))),
}
_READERS = {act: reader for act, (reader, _) in _FORMS.items()}
_COMMON = frozenset({"act", "player", "line", "at", "lag"})
_KEYS = {
    act: (_COMMON - {"player"} if act in OF_THE_TABLE else _COMMON).union(_FORMS.get(act, (None, ()))[1]) for act in Act
}
