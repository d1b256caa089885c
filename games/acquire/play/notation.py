"""A position as one line of text, both ways: the words of `docs/notation.md`, read by the same checks as the JSON document.

The line tells what there is, not how it came about: no position to be taken back to, and nothing of a merger that is over.
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
    """How values of one kind are written behind their key and read again; ``default`` is the value of what is left out."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    default: Any


def _number(word: str) -> int | str:
    """A whole number; a word that is none stays as it is, for the checks of documents to refuse."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 9 else word


def _spaced(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _numbers(text: str) -> list[int | str]:
    return [_number(word) for word in text.split()]


def _groups(text: str) -> list[str]:
    return [group.strip() for group in text.split(",")]


def _pairs_text(pairs: dict[str, Any]) -> str:
    return " ".join(f"{name} {value}" for name, value in pairs.items())


def _pairs(text: str) -> dict[str, Any]:
    words = text.split()
    if len(words) % 2:
        raise PositionError(text, "a number was expected behind each chain")
    return {name: _number(value) for name, value in zip(words[::2], words[1::2], strict=True)}


def _board_text(board: dict[str, list[str]]) -> str:
    return ", ".join(_spaced([name or _NOTHING, *tiles]) for name, tiles in board.items() if tiles)


def _board(text: str) -> dict[str, list[str]]:
    rows = [group.split() for group in _groups(text)]
    return {"" if name == _NOTHING else name: tiles for name, *tiles in rows}


def _bonuses_text(bonuses: dict[str, list[list[Any]]]) -> str:
    return ", ".join(
        _spaced([name, *(value for payment in paid for value in payment)]) for name, paid in bonuses.items()
    )


def _bonuses(text: str) -> dict[str, list[list[Any]]]:
    rows = [group.split() for group in _groups(text)]
    return {
        name: [[_number(seat), _number(amount)] for seat, amount in zip(paid[::2], paid[1::2], strict=False)]
        for name, *paid in rows
    }


_NUMBER = _Kind(str, _number, 0)
_SEAT = _Kind(str, _number, None)
_WORD = _Kind(str, str, None)
_FLAG = _Kind(lambda value: "", lambda text: True, False)
_WORDS = _Kind(_spaced, str.split, [])
_SEATS = _Kind(_spaced, _numbers, [])
_ROWS = _Kind(lambda rows: ", ".join(map(_spaced, rows)), lambda text: [*map(_numbers, _groups(text))], [])
_BY_CHAIN = _Kind(_pairs_text, _pairs, {})

#: The parts of a line and their kinds, by the keys of a table's document.
_OF_THE_TABLE: Final = {
    **dict.fromkeys(("turn", "bag"), _NUMBER),
    "player": _SEAT,
    "placed": _WORD,
    **dict.fromkeys(("passed", "drew", "exchanged", "rushed"), _FLAG),
    **dict.fromkeys(("blocked", "still", "shown", "concealed", "goal", "more_tiles", "swaps"), _NUMBER),
    **dict.fromkeys(("early_card", "late_card", "reason"), _WORD),
    "board": _Kind(_board_text, _board, {"dead": []}),
    "start": _ROWS,
    "exposed": _WORDS,
    "timed_out": _SEATS,
    "market": _BY_CHAIN,
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
PARTS: Final = (*_OF_THE_TABLE, *("chains", "rule", "order", "seat", "merger", "seen"), *_OF_A_MERGER)


def position_text(state: State) -> str:
    """The line of a position, from which `state_from_text` makes an equal one."""
    document = state_document(state)
    table, merger = document["table"], document["table"]["merger"] or {}
    if table["player"] is not None:
        table["start"] = []  # the turn order follows from it, and stands for itself now
    parts = [f"{table['edition']} {table['phase']}"]
    if table["chains"] != edition_named(table["edition"]).labels:
        parts.append(f"chains {table['chains']}")
    parts += [f"rule {key} {json.dumps(value)}" for key, value in table["rules"].items()]
    if table["order"] != sorted(table["order"]):
        parts.append(f"order {_spaced(table['order'])}")
    parts += _written(table, _OF_THE_TABLE)
    parts += [_seat_text(player, hand) for player, hand in zip(table["players"], document["hands"], strict=True)]
    parts += [f"merger {part}" for part in _written(merger, _OF_A_MERGER)]
    if document["seen"]:
        parts.append(f"seen {_spaced(document['seen'])}")
    return "; ".join(parts)


def _written(document: dict[str, Any], kinds: dict[str, _Kind]) -> list[str]:
    """The parts whose values are not the default ones."""
    told = {key: kind for key, kind in kinds.items() if key in document and document[key] != kind.default}
    return [f"{key} {kind.write(document[key])}".rstrip() for key, kind in told.items()]


def _seat_text(player: dict[str, Any], hand: list[str]) -> str:
    tiles = [*hand, *[_UNKNOWN] * (player["tiles"] - len(hand))]
    groups = [str(player["cash"]), _pairs_text(player["shares"]), _spaced(tiles), _spaced(player["cards"])]
    while not groups[-1]:
        groups.pop()
    return f"seat {', '.join(group or _NOTHING for group in groups)}"


def state_from_text(text: str) -> State:
    """The state of a line.

    Raises:
        PositionError: if it describes none.
    """
    (head, *values), *parts = [part.split() for part in text.split(";") if part.strip()] or [[""]]
    if len(values) != 1:
        raise PositionError(head, "an edition and a phase were expected at the beginning, such as 'mso play'")
    reader = _LineReader(head, values[0])
    for key, *rest in parts:
        reader.take(key, rest)
    return state_from(reader.document())


class _LineReader:
    """Puts the parts of a line together to the document of a state."""

    def __init__(self, edition: str, phase: str) -> None:
        self._edition = edition
        self._rules: dict[str, Any] = {}
        self._seats: list[list[str]] = []
        self._seen: list[str] = []
        self._table: dict[str, Any] = {"phase": phase}
        self._merger: dict[str, Any] = {}

    def take(self, key: str, words: list[str]) -> None:
        """Take one part in."""
        if key == "seat":
            groups = ["" if group == _NOTHING else group for group in _groups(" ".join(words))]
            self._seats.append([*groups, "", "", ""][:4])
        elif key == "rule" and len(words) > 1:
            self._rules[words[0]] = _rule(words[0], " ".join(words[1:]))
        elif key == "chains" and len(words) == 1:
            self._table[key] = words[0]
        elif key == "order":
            self._table[key] = _numbers(" ".join(words))
        elif key == "seen":
            self._seen = words
        elif key == "merger" and words:
            self._read(self._merger, _OF_A_MERGER, words[0], words[1:])
        else:
            self._read(self._table, _OF_THE_TABLE, key, words)

    def _read(self, into: dict[str, Any], kinds: dict[str, _Kind], key: str, words: list[str]) -> None:
        if key not in kinds or key in into or bool(words) == (kinds[key] is _FLAG):
            raise PositionError(key, f"one of {', '.join(kinds)} was expected, once and with its value")
        into[key] = kinds[key].read(" ".join(words))

    def document(self) -> dict[str, Any]:
        """The document; what the line leaves out has its usual value."""
        table = {key: kind.default for key, kind in _OF_THE_TABLE.items()} | self._table
        merger = {key: kind.default for key, kind in _OF_A_MERGER.items()} | self._merger if self._merger else None
        shares = [_pairs(shares) for _, shares, _, _ in self._seats]
        table |= {
            "edition": self._edition,
            "rules": self._rules,
            "players": [
                {"cash": _number(cash), "shares": held, "tiles": len(tiles.split()), "cards": cards.split()}
                for held, (cash, _, tiles, cards) in zip(shares, self._seats, strict=True)
            ],
            "merger": merger,
            "settled": None,
        }
        table.setdefault("order", list(range(len(self._seats))))
        table["bank"] = self._bank(table, shares)
        hands = [[tile for tile in tiles.split() if tile != _UNKNOWN] for _, _, tiles, _ in self._seats]
        return {"format": STATE_FORMAT, "table": table, "hands": hands, "seen": self._seen, "before": None}

    def _bank(self, table: dict[str, Any], shares: list[dict[str, Any]]) -> dict[str, int]:
        """What nobody holds is in the bank."""
        try:
            edition = edition_named(self._edition).with_rules(self._rules)
            names = label_set(table.setdefault("chains", edition_named(self._edition).labels)).names
        except AcquireError as problem:
            raise PositionError(self._edition, str(problem).rstrip(".")) from None
        held = {name: sum(of.get(name, 0) for of in shares if isinstance(of.get(name, 0), int)) for name in names}
        return {name: edition.chain_shares - count for name, count in held.items()}


def _rule(key: str, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        raise PositionError(key, f"{text} is no value of a rule; write it as JSON") from None
