"""A position as one line of text, written and read in the words of `docs/developing/notation.md`.

The line is turned into the JSON document of the position, so the same checks apply. It describes the position but not its
history: it has no position to take back to, and nothing of a merger that is over.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from games.acquire.editions import edition_named, label_set
from games.acquire.errors import AcquireError, PositionError
from games.acquire.play.documents import STATE_FORMAT, state_document, state_from
from games.acquire.state import State

_NOTHING: Final = "-"
_UNKNOWN: Final = "?"


class _Kind(NamedTuple):
    """A kind of value: how it is written behind its key and read again.

    A part of the line whose value is the ``default`` is left out.
    """

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    default: Any


def _number(word: str) -> int | str:
    """Read a whole number; return any other word unchanged, which the checks of documents refuse later."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 9 else word


def _spaced_text(values: Iterable[object]) -> str:
    """Return values as text, separated by spaces."""
    return " ".join(map(str, values))


def _numbers(text: str) -> list[int | str]:
    """Read numbers separated by spaces."""
    return [_number(word) for word in text.split()]


def _groups(text: str) -> list[str]:
    """Return the parts of a text between commas."""
    return [group.strip() for group in text.split(",")]


def _pairs_text(pairs: dict[str, Any]) -> str:
    """Write a mapping by chain as name, value, name, value and so on."""
    return " ".join(f"{name} {value}" for name, value in pairs.items())


def _pairs(text: str) -> dict[str, Any]:
    """Read what `_pairs_text` wrote.

    Raises:
        PositionError: if a name has no value behind it.
    """
    words = text.split()
    if len(words) % 2:
        raise PositionError(text, "a number was expected behind each chain")
    return {name: _number(value) for name, value in zip(words[::2], words[1::2], strict=True)}


def _board_text(board: dict[str, list[str]]) -> str:
    """Write the tiles of each chain as the chain's name and then its tiles, ``-`` for no chain."""
    return ", ".join(_spaced_text([name or _NOTHING, *tiles]) for name, tiles in board.items() if tiles)


def _named_groups(text: str) -> dict[str, list[str]]:
    """Read comma-separated groups of words as a mapping by their first word, a chain; ``-`` stands for no chain."""
    rows = [group.split() for group in _groups(text) if group]
    return {"" if name == _NOTHING else name: words for name, *words in rows}


def _bonuses_text(bonuses: dict[str, list[list[Any]]]) -> str:
    """Write the bonuses of a merger: for each chain its name, then player and dollars of each payment."""
    return ", ".join(
        _spaced_text([name, *(value for payment in paid for value in payment)]) for name, paid in bonuses.items()
    )


def _bonuses(text: str) -> dict[str, list[list[int | str]]]:
    """Read what `_bonuses_text` wrote: for each chain the pairs of player and dollars."""
    paid = {name: [*map(_number, words)] for name, words in _named_groups(text).items()}
    return {name: [values[place : place + 2] for place in range(0, len(values), 2)] for name, values in paid.items()}


_NUMBER = _Kind(str, _number, 0)
_SEAT = _Kind(str, _number, None)
_WORD = _Kind(str, str, None)
_FLAG = _Kind(lambda value: "", lambda text: True, False)
_WORDS = _Kind(_spaced_text, str.split, [])
_SEATS = _Kind(_spaced_text, _numbers, [])
_ROWS = _Kind(lambda rows: ", ".join(map(_spaced_text, rows)), lambda text: [*map(_numbers, _groups(text))], [])
_BY_CHAIN = _Kind(_pairs_text, _pairs, {})

#: The parts of a line and their kinds, by the keys of a table's document.
_OF_THE_TABLE: Final = {
    "chains": _WORD,
    "order": _Kind(_spaced_text, _numbers, None),
    **dict.fromkeys(("turn", "bag"), _NUMBER),
    "player": _SEAT,
    "placed": _WORD,
    **dict.fromkeys(("passed", "drew", "exchanged", "rushed"), _FLAG),
    **dict.fromkeys(("blocked", "still", "shown", "concealed", "goal", "more_tiles", "swaps"), _NUMBER),
    **dict.fromkeys(("early_card", "late_card", "reason"), _WORD),
    "board": _Kind(_board_text, _named_groups, {"dead": []}),
    "start": _ROWS,
    "exposed": _WORDS,
    "timed_out": _SEATS,
    "market": _BY_CHAIN,
    "seen": _WORDS,
}
#: The parts that tell of a merger, each behind the word ``merger``.
_OF_A_MERGER: Final = {
    **dict.fromkeys(("sizes", "prices", "market"), _BY_CHAIN),
    **dict.fromkeys(("survivor", "current"), _WORD),
    **dict.fromkeys(("choices", "waiting", "unpaid"), _WORDS),
    "queue": _ROWS,
    "bonuses": _Kind(_bonuses_text, _bonuses, {}),
    "forced": _ROWS,
}
#: Every word with which a part of a line begins, and every one behind ``merger``.
PARTS: Final = (*_OF_THE_TABLE, *("rule", "seat", "merger"), *_OF_A_MERGER)


def position_text(state: State) -> str:
    """Return the line of a position; `state_from_text` reads an equal position from it."""
    document = state_document(state)
    table, merger = document["table"], document["table"]["merger"] or {}
    table["seen"] = document["seen"]
    if table["chains"] == edition_named(table["edition"]).labels:
        table["chains"] = None
    if table["order"] == sorted(table["order"]):
        table["order"] = None
    if table["player"] is not None:
        table["start"] = []  # Starting tiles only give the turn order, which is written as ``order``.
    return "; ".join(
        [
            f"{table['edition']} {table['phase']}",
            *(f"rule {key} {json.dumps(value)}" for key, value in table["rules"].items()),
            *_parts_as_text(table, _OF_THE_TABLE),
            *map(_seat_text, table["players"], document["hands"]),
            *(f"merger {part}" for part in _parts_as_text(merger, _OF_A_MERGER)),
        ]
    )


def _parts_as_text(document: dict[str, Any], kinds: dict[str, _Kind]) -> list[str]:
    """Return the parts of a document whose values differ from their defaults, each as text."""
    given = {key: kind for key, kind in kinds.items() if key in document and document[key] != kind.default}
    return [f"{key} {kind.write(document[key])}".rstrip() for key, kind in given.items()]


def _seat_text(player: dict[str, Any], hand: list[str]) -> str:
    """Write cash, shares, tiles and cards of one seat, the empty ones at the end left out."""
    tiles = [*hand, *[_UNKNOWN] * (player["tiles"] - len(hand))]
    groups = [str(player["cash"]), _pairs_text(player["shares"]), _spaced_text(tiles), _spaced_text(player["cards"])]
    while not groups[-1]:
        groups.pop()
    return f"seat {', '.join(group or _NOTHING for group in groups)}"


def state_from_text(text: str) -> State:
    """Read a position from its line.

    Raises:
        PositionError: if the line describes no position.
    """
    head, *parts = [part.split() for part in text.split(";")]
    if len(head) != 2:
        raise PositionError(" ".join(head), "an edition and a phase were expected at the beginning, such as 'mso play'")
    reader = _LineReader(*head)
    for key, *words in filter(None, parts):
        reader.take(key, words)
    return state_from(reader.document())


class _LineReader:
    """Collects the parts of a line into the JSON document of a state."""

    def __init__(self, edition: str, phase: str) -> None:
        self._edition = edition
        self._rules: dict[str, Any] = {}
        self._seats: list[list[str]] = []
        self._table: dict[str, Any] = {"phase": phase}
        self._merger: dict[str, Any] = {}

    def take(self, key: str, words: list[str]) -> None:
        """Add one part of the line: its first word ``key`` and the words behind it."""
        if key == "seat":
            groups = ["" if group == _NOTHING else group for group in _groups(" ".join(words))]
            self._seats.append([*groups, "", "", ""][:4])
        elif key == "rule" and len(words) > 1:
            self._rules[words[0]] = _rule(words[0], " ".join(words[1:]))
        elif key == "merger" and words:
            self._read_part(self._merger, _OF_A_MERGER, words[0], words[1:])
        else:
            self._read_part(self._table, _OF_THE_TABLE, key, words)

    def _read_part(self, into: dict[str, Any], kinds: dict[str, _Kind], key: str, words: list[str]) -> None:
        """Read a part into the mapping ``into``, in which it must not be yet.

        Raises:
            PositionError: if the key is unknown or repeated, or has a value too many or none.
        """
        if key not in kinds:
            raise PositionError(key, f"one of {', '.join(kinds)} was expected")
        if key in into:
            raise PositionError(key, "it stands there twice")
        if bool(words) == (kinds[key] is _FLAG):
            raise PositionError(key, "nothing was expected behind it" if words else "a value was expected behind it")
        into[key] = kinds[key].read(" ".join(words))

    def document(self) -> dict[str, Any]:
        """Return the document; parts that the line leaves out have their default values."""
        table = {key: kind.default for key, kind in _OF_THE_TABLE.items()} | self._table
        merger = {key: kind.default for key, kind in _OF_A_MERGER.items()} | self._merger if self._merger else None
        shares = [_pairs(shares) for _, shares, _, _ in self._seats]
        players = [
            {"cash": _number(cash), "shares": held, "tiles": len(tiles.split()), "cards": cards.split()}
            for held, (cash, _, tiles, cards) in zip(shares, self._seats, strict=True)
        ]
        order = list(range(len(players))) if table["order"] is None else table["order"]
        table |= {"edition": self._edition, "rules": self._rules, "players": players, "order": order}
        table |= {"merger": merger, "settled": None, **self._chains_and_bank(table["chains"], shares)}
        hands = [[tile for tile in tiles.split() if tile != _UNKNOWN] for _, _, tiles, _ in self._seats]
        return {"format": STATE_FORMAT, "table": table, "hands": hands, "seen": table.pop("seen"), "before": None}

    def _chains_and_bank(self, chains: str | None, shares: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the name of the label set, and the shares in the bank: all that no player holds."""
        try:
            edition = edition_named(self._edition).with_rules(self._rules)
            labels = label_set(chains or edition_named(self._edition).labels)
        except AcquireError as problem:
            raise PositionError(self._edition, str(problem).rstrip(".")) from None
        numbers = [{name: count for name, count in held.items() if isinstance(count, int)} for held in shares]
        bank = {name: edition.chain_shares - sum(held.get(name, 0) for held in numbers) for name in labels.names}
        return {"chains": labels.name, "bank": bank}


def _rule(key: str, text: str) -> Any:
    """Read the value of an edition's rule, written as JSON.

    Raises:
        PositionError: if it is no JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise PositionError(key, f"{text} is no value of a rule; write it as JSON") from None
