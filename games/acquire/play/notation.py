"""A position as one line of text, written and read in the words of `docs/developing/notation.md`.

The line describes the position but not its history: it has no position to take back to, and nothing of a merger that is over.
Reading checks every value, so that the position can be played on; a `PositionError` names the place of the first wrong one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, Generic, NamedTuple, TypeVar

from games.acquire.actions import NOBODY, Card
from games.acquire.board import CHAINS, EMPTY, LONE, TILE_NAMES, TILES, parse_tile
from games.acquire.editions import Edition
from games.acquire.editions.bonus import Money
from games.acquire.editions.labels import LabelSet, label_set
from games.acquire.editions.values import edition_named
from games.acquire.errors import AcquireError, PositionError, TileError
from games.acquire.play.soundness import check_state
from games.acquire.rules.legal import iter_legal
from games.acquire.rules.lenient import build_state
from games.acquire.state import NO_TILE, EndReason, Merger, Phase, State

T = TypeVar("T")
E = TypeVar("E", bound=Enum)

#: The largest number accepted; no count or sum of a game is larger.
MOST: Final = 10_000_000
MOST_SEATS: Final = 12
_DIGITS: Final = 9
_LONGEST_FRACTION: Final = 40
_NOTHING: Final = "-"
_UNKNOWN: Final = "?"


@dataclass(frozen=True, slots=True)
class Codec(Generic[T]):
    """Two functions for one kind of value: ``write`` returns its text, ``read`` takes that and the place of it for error messages."""

    write: Callable[[T], str]
    read: Callable[[str, str], T]


def number(most: int = MOST) -> Codec[int]:
    """Return the codec of whole numbers from 0 to ``most``."""

    def read(word: str, place: str) -> int:
        if not word.isascii() or not word.isdigit() or len(word) > _DIGITS or int(word) > most:
            raise PositionError(place, f"a whole number from 0 to {most} was expected")
        return int(word)

    return Codec(str, read)


def _read_money(word: str, place: str) -> Money:
    """Read dollars, with a fraction of one as ``7/3``."""
    above, slash, below = word.partition("/")
    if not word.isascii() or not above.isdigit() or len(word) > _LONGEST_FRACTION:
        raise PositionError(place, "dollars were expected")
    if slash and below.isdigit() and int(below):
        return Fraction(int(above), int(below))
    if slash or len(word) > _DIGITS or int(word) > MOST:
        raise PositionError(place, "dollars were expected")
    return int(word)


def _read_tile(word: str, place: str) -> int:
    """Read a tile from its name."""
    try:
        return parse_tile(word)
    except TileError as problem:
        raise PositionError(place, str(problem).rstrip(".")) from None


def _read_tiles(text: str, place: str) -> set[int]:
    """Read different tiles."""
    return set(_all_different(_words(TILE).read(text, place), place, "a tile"))


def _all_different(values: Sequence[int], place: str, what: str) -> Sequence[int]:
    """Return the values unchanged if no two are equal; ``what`` names one of them in the error message.

    Raises:
        PositionError: if two are equal.
    """
    if len(set(values)) != len(values):
        raise PositionError(place, f"{what} stands there twice")
    return values


def _words(inner: Codec[T], length: int | None = None) -> Codec[Sequence[T]]:
    """Return the codec of values separated by spaces, each written and read by ``inner``; ``length`` is None for any number of them."""

    def read(text: str, place: str) -> Sequence[T]:
        words = text.split()
        if length is not None and len(words) != length:
            raise PositionError(place, f"a list of {length} was expected, not of {len(words)}")
        return [inner.read(word, f"{place}[{index}]") for index, word in enumerate(words)]

    return Codec(lambda values: " ".join(map(inner.write, values)), read)


def _row(*codecs: Codec[Any]) -> Codec[tuple[Any, ...]]:
    """Return the codec of a fixed number of values separated by spaces, with a codec for each."""
    values = _words(_WORD, len(codecs))

    def read(text: str, place: str) -> tuple[Any, ...]:
        whole = zip(codecs, values.read(text, place), strict=True)
        return tuple([codec.read(word, f"{place}[{index}]") for index, (codec, word) in enumerate(whole)])

    return Codec(lambda row: " ".join(codec.write(one) for codec, one in zip(codecs, row, strict=True)), read)


def _groups(text: str) -> list[str]:
    """Return the parts of a text between commas."""
    return [group.strip() for group in text.split(",")]


def _rows(*codecs: Codec[Any]) -> Codec[Sequence[tuple[Any, ...]]]:
    """Return the codec of rows separated by commas."""
    row = _row(*codecs)
    return Codec(
        lambda rows: ", ".join(map(row.write, rows)),
        lambda text, place: [row.read(group, f"{place}[{index}]") for index, group in enumerate(_groups(text))],
    )


def _one_of(members: Mapping[str, E]) -> Codec[E]:
    """Return the codec of an enumeration whose members are written as these words."""
    written = {member: word for word, member in members.items()}

    def read(word: str, place: str) -> E:
        if word not in members:
            raise PositionError(place, f"one of {', '.join(members)} was expected")
        return members[word]

    return Codec(written.__getitem__, read)


def _chain(labels: LabelSet) -> Codec[int]:
    """Return the codec of chains, which are written by their names."""

    def read(word: str, place: str) -> int:
        if word not in labels.names:
            raise PositionError(place, f"one of {', '.join(labels.names)} was expected")
        return labels.names.index(word)

    return Codec(labels.names.__getitem__, read)


def _by_chain(labels: LabelSet) -> Codec[dict[int, int]]:
    """Return the codec of numbers by chain: name, number, name, number and so on."""
    chain = _chain(labels)

    def read(text: str, place: str) -> dict[int, int]:
        words = text.split()
        if len(words) % 2:
            raise PositionError(text, "a number was expected behind each chain")
        pairs = dict(zip(words[::2], words[1::2], strict=True))
        return {chain.read(name, place): NUMBER.read(word, f"{place}.{name}") for name, word in pairs.items()}

    return Codec(lambda counts: " ".join(f"{labels.names[number]} {counts[number]}" for number in sorted(counts)), read)


def _bonuses(labels: LabelSet, seat: Codec[int]) -> Codec[dict[int, list[tuple[int, Money]]]]:
    """Return the codec of a merger's bonuses: for each chain its name, then player and dollars of each payment."""
    chain, payment = _chain(labels), _row(seat, MONEY)

    def write(bonuses: Mapping[int, Sequence[tuple[int, Money]]]) -> str:
        paid = [(labels.names[number], map(payment.write, bonuses[number])) for number in sorted(bonuses)]
        return ", ".join(" ".join((name, *payments)) for name, payments in paid)

    def read(text: str, place: str) -> dict[int, list[tuple[int, Money]]]:
        found = {}
        for name, words in _named_groups(text).items():
            pairs = [" ".join(words[at : at + 2]) for at in range(0, len(words), 2)]
            at_chain = f"{place}.{name}"
            payments = [payment.read(pair, f"{at_chain}[{index}]") for index, pair in enumerate(pairs)]
            found[chain.read(name, place)] = [(player, amount) for player, amount in payments]
        return found

    return Codec(write, read)


def _named_groups(text: str) -> dict[str, list[str]]:
    """Read comma-separated groups of words as a mapping by their first word, a chain; ``-`` stands for no chain."""
    rows = [group.split() for group in _groups(text) if group]
    return {"" if name == _NOTHING else name: words for name, *words in rows}


def _board(labels: LabelSet) -> Codec[tuple[list[int], set[int]]]:
    """Return the codec of what lies on each of the 108 spaces, in the bits of `board`, and of the dead tiles."""
    chain = _chain(labels)

    def write(board: tuple[Sequence[int], set[int]]) -> str:
        spaces, dead = board
        marks = [*((name, 1 << number) for number, name in enumerate(labels.names)), (_NOTHING, LONE)]
        lying = [(name, [tile for tile in range(TILES) if spaces[tile] == mark]) for name, mark in marks]
        return ", ".join(f"{name} {SOME_TILES.write(tiles)}" for name, tiles in [*lying, ("dead", dead)] if tiles)

    def read(text: str, place: str) -> tuple[list[int], set[int]]:
        spaces, dead = [EMPTY] * TILES, set[int]()
        for name, words in _named_groups(text).items():
            at = f"{place}.{name}"
            tiles = SOME_TILES.read(" ".join(words), at)
            if name == "dead":
                dead = tiles
                continue
            mark = LONE if name == "" else 1 << chain.read(name, at)
            for tile in tiles:
                if spaces[tile]:
                    raise PositionError(at, f"{TILE_NAMES[tile]} lies there twice")
                spaces[tile] = mark
        return spaces, dead

    return Codec(write, read)


NUMBER: Final = number()
MONEY: Final[Codec[Money]] = Codec(str, _read_money)
TILE: Final[Codec[int]] = Codec(TILE_NAMES.__getitem__, _read_tile)
#: Different tiles, written in ascending order.
SOME_TILES: Final[Codec[Any]] = Codec(lambda tiles: " ".join(TILE_NAMES[tile] for tile in sorted(tiles)), _read_tiles)
_WORD: Final[Codec[Any]] = Codec(str, lambda word, place: word)
_FLAG: Final[Codec[Any]] = Codec(lambda value: "", lambda text, place: True)
_FLAGS: Final = ("passed", "drew", "exchanged", "rushed")
_CARD: Final = _one_of({card.value: card for card in Card})
_PHASE: Final = _one_of({phase.name.lower(): phase for phase in Phase})
_REASON: Final = _one_of(EndReason.__members__)


class _Part(NamedTuple):
    """A part of a line: how its value is written behind its key and read again, and the ``default``, with which it is left out."""

    codec: Codec[Any]
    default: Any


def _seats_set(seat: Codec[int]) -> Codec[set[int]]:
    """Return the codec of sets of seats, written in ascending order."""
    seats = _words(seat)
    return Codec(lambda players: seats.write(sorted(players)), lambda text, place: set(seats.read(text, place)))


@lru_cache(maxsize=64)
def _parts(labels: LabelSet, seats: int) -> dict[str, _Part]:
    """Return the parts of a line but those of seats, rules and a merger, by their keys."""
    seat = number(seats - 1)
    order, start = _words(seat, seats), _rows(seat, TILE)
    return {
        "chains": _Part(_WORD, None),
        "order": _Part(Codec(order.write, lambda text, place: tuple(order.read(text, place))), tuple(range(seats))),
        **dict.fromkeys(("turn", "bag"), _Part(NUMBER, 0)),
        "player": _Part(seat, NOBODY),
        "placed": _Part(TILE, NO_TILE),
        **dict.fromkeys(_FLAGS, _Part(_FLAG, False)),
        **dict.fromkeys(("blocked", "still", "shown", "concealed", "goal", "more_tiles", "swaps"), _Part(NUMBER, 0)),
        **dict.fromkeys(("early_card", "late_card"), _Part(_CARD, None)),
        "reason": _Part(_REASON, None),
        "board": _Part(_board(labels), ([EMPTY] * TILES, set())),
        "start": _Part(Codec(lambda tiles: start.write(sorted(tiles.items())), start.read), {}),
        "exposed": _Part(SOME_TILES, set()),
        "timed_out": _Part(_seats_set(seat), set()),
        "market": _Part(_by_chain(labels), {}),
        "seen": _Part(SOME_TILES, set()),
    }


@lru_cache(maxsize=64)
def _merger_parts(labels: LabelSet, seats: int) -> dict[str, _Part]:
    """Return the parts that tell of a merger, each behind the word ``merger``, by the names of its attributes."""
    seat, chain = number(seats - 1), _chain(labels)
    every, forced = _words(chain), _rows(seat, chain, NUMBER)
    chains = Codec(every.write, lambda text, place: [*_all_different(every.read(text, place), place, "a chain")])
    return {
        **dict.fromkeys(("sizes", "prices", "market"), _Part(_by_chain(labels), {})),
        **dict.fromkeys(("survivor", "current"), _Part(chain, NOBODY)),
        "choices": _Part(Codec(every.write, lambda text, place: tuple(chains.read(text, place))), ()),
        **dict.fromkeys(("waiting", "unpaid"), _Part(chains, [])),
        "queue": _Part(_rows(seat, chain), []),
        "bonuses": _Part(_bonuses(labels, seat), {}),
        "forced": _Part(
            Codec(
                lambda sold: forced.write([(*holding, sold[holding]) for holding in sorted(sold)]),
                lambda text, place: {(player, of): count for player, of, count in forced.read(text, place)},
            ),
            {},
        ),
    }


#: The keys of `_parts` and of `_merger_parts`, which are the same for all labels and numbers of seats.
_OF_THE_TABLE: Final = tuple(_parts(label_set("classic"), 1))
_OF_A_MERGER: Final = tuple(_merger_parts(label_set("classic"), 1))
#: Every word with which a part of a line begins, and every one behind ``merger``.
PARTS: Final = (*_OF_THE_TABLE, *("rule", "seat", "merger"), *_OF_A_MERGER)


def position_text(state: State) -> str:
    """Return the line of a position; `state_from_text` reads an equal position from it."""
    edition, labels, seats = state.edition, state.labels, state.seats
    usual = edition_named(edition.name).parameters()
    rules = {key: value for key, value in edition.parameters().items() if value != usual[key]}
    lying = {tile for tile in range(TILES) if state.spaces[tile]}.union(state.dead, *state.hands)
    values = {
        **{key: getattr(state, key, None) for key in _OF_THE_TABLE},
        "chains": None if labels.name == usual["labels"] else labels.name,
        "board": (state.spaces[:TILES], state.dead),
        "start": state.start_tiles
        if state.player < 0
        else {},  # Later they only give the turn order, which is written.
        "seen": state.seen - lying,
    }
    merger = {key: getattr(state.merger, key) for key in _OF_A_MERGER} if state.merger is not None else {}
    return "; ".join(
        [
            f"{edition.name} {_PHASE.write(state.phase)}",
            *(f"rule {key} {json.dumps(value)}" for key, value in rules.items()),
            *_parts_as_text(values, _parts(labels, seats)),
            *(_seat_text(state, seat) for seat in range(seats)),
            *(f"merger {part}" for part in _parts_as_text(merger, _merger_parts(labels, seats))),
        ]
    )


def _parts_as_text(values: Mapping[str, Any], parts: Mapping[str, _Part]) -> list[str]:
    """Return the parts whose values differ from their defaults, each as text."""
    given = {key: parts[key].codec for key, value in values.items() if value != parts[key].default}
    return [f"{key} {codec.write(values[key])}".rstrip() for key, codec in given.items()]


def _seat_text(state: State, seat: int) -> str:
    """Write cash, shares, tiles and cards of one seat, the empty ones at the end left out."""
    shares = {chain: holders[seat] for chain, holders in enumerate(state.shares) if holders[seat]}
    tiles = f"{SOME_TILES.write(state.hands[seat])}{f' {_UNKNOWN}' * state.hidden[seat]}".strip()
    groups = [str(state.cash[seat]), _by_chain(state.labels).write(shares), tiles, " ".join(sorted(state.cards[seat]))]
    while not groups[-1]:
        groups.pop()
    return f"seat {', '.join(group or _NOTHING for group in groups)}"


def state_from_text(text: str) -> State:
    """Read a position from its line.

    Raises:
        PositionError: if the line describes no possible position.
    """
    head, *parts = [part.split() for part in text.split(";")]
    if len(head) != 2:
        raise PositionError(" ".join(head), "an edition and a phase were expected at the beginning, such as 'mso play'")
    reader = _LineReader(*head)
    for key, *words in filter(None, parts):
        reader.take(key, words)
    return reader.state()


class _LineReader:
    """Collects the parts of a line as text, by their keys, and builds the state from them."""

    def __init__(self, edition: str, phase: str) -> None:
        self._edition = edition
        self._phase = phase
        self._rules: dict[str, Any] = {}
        self._seats: list[list[str]] = []
        self._table: dict[str, str] = {}
        self._merger: dict[str, str] = {}

    def take(self, key: str, words: list[str]) -> None:
        """Add one part of the line: its first word ``key`` and the words behind it."""
        if key == "seat":
            groups = ["" if group == _NOTHING else group for group in _groups(" ".join(words))]
            self._seats.append([*groups, "", "", ""][:4])
        elif key == "rule" and len(words) > 1:
            self._rules[words[0]] = _rule(words[0], " ".join(words[1:]))
        elif key == "merger" and words:
            _add_part(self._merger, _OF_A_MERGER, words[0], words[1:])
        else:
            _add_part(self._table, _OF_THE_TABLE, key, words)

    def state(self) -> State:
        """Return the state.

        Raises:
            PositionError: at the first value that is wrong, or the first two that do not fit together.
        """
        edition, labels = self._edition_and_labels()
        seats = len(self._seats)
        if not 1 <= seats <= MOST_SEATS:
            raise PositionError("table.players", f"a whole number from 1 to {MOST_SEATS} was expected")
        parts = self._players(labels) | {"phase": _PHASE.read(self._phase, "table.phase")}
        held = [sum(of_chain) for of_chain in parts["shares"]]
        left = [(name, edition.chain_shares - held[chain]) for chain, name in enumerate(labels.names)]
        parts["bank"] = [NUMBER.read(str(count), f"table.bank.{name}") for name, count in left]
        parts |= _values_of(self._table, _parts(labels, seats), "table.")
        parts["spaces"], parts["dead"] = map(copy, parts.pop("board"))
        parts["start_tiles"] = dict(parts.pop("start"))
        if self._merger:
            parts["merger"] = Merger(**_values_of(self._merger, _merger_parts(labels, seats), "table.merger."))
        elsewhere = parts["seen"]
        filled = (tile for tile, mark in enumerate(parts["spaces"]) if mark)
        parts["seen"] = elsewhere.union(filled, parts["dead"], *parts["hands"])
        del parts["chains"]
        state = build_state(edition, labels, seats, parts)
        check_state(state, elsewhere)
        hidden = state.player >= 0 and state.hidden[state.player]
        if state.phase not in (Phase.TURN_OVER, Phase.OVER) and not hidden and next(iter_legal(state), None) is None:
            raise PositionError("table.phase", "nothing can be done in it")
        return state

    def _edition_and_labels(self) -> tuple[Edition, LabelSet]:
        """Return the edition with its changed rules, and the label set."""
        try:
            usual = edition_named(self._edition)
            return usual.with_rules(self._rules), label_set(self._table.get("chains") or usual.labels)
        except AcquireError as problem:
            raise PositionError(self._edition, str(problem).rstrip(".")) from None

    def _players(self, labels: LabelSet) -> dict[str, Any]:
        """Return what the players have, as attributes of a state."""
        shares, cash, hands, hidden, cards = [], [], [], [], []
        for seat, (dollars, owned, tiles, own_cards) in enumerate(self._seats):
            place = f"table.players[{seat}]"
            cash.append(MONEY.read(dollars, f"{place}.cash"))
            shares.append(_by_chain(labels).read(owned, f"{place}.shares"))
            cards.append(set(_words(_CARD).read(own_cards, f"{place}.cards")))
            known = [tile for tile in tiles.split() if tile != _UNKNOWN]
            hands.append(SOME_TILES.read(" ".join(known), f"hands[{seat}]"))
            hidden.append(len(tiles.split()) - len(known))
        by_chain = [[own.get(chain, 0) for own in shares] for chain in range(CHAINS)]
        return {"cash": cash, "shares": by_chain, "hands": hands, "hidden": hidden, "cards": cards}


def _add_part(into: dict[str, str], known: Sequence[str], key: str, words: list[str]) -> None:
    """Add a part to the mapping ``into``, in which it must not be yet.

    Raises:
        PositionError: if the key is unknown or repeated, or has a value too many or none.
    """
    if key not in known:
        raise PositionError(key, f"one of {', '.join(known)} was expected")
    if key in into:
        raise PositionError(key, "it stands there twice")
    if bool(words) == (key in _FLAGS):
        raise PositionError(key, "nothing was expected behind it" if words else "a value was expected behind it")
    into[key] = " ".join(words)


def _values_of(given: Mapping[str, str], parts: Mapping[str, _Part], place: str) -> dict[str, Any]:
    """Return the values of all parts, the default of each that is not given."""
    return {
        key: codec.read(given[key], key if key == "seen" else f"{place}{key}") if key in given else copy(default)
        for key, (codec, default) in parts.items()
    }


def _rule(key: str, text: str) -> Any:
    """Read the value of an edition's rule, written as JSON.

    Raises:
        PositionError: if it is no JSON.
    """
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise PositionError(key, f"{text} is no value of a rule; write it as JSON") from None
