"""Positions as JSON documents, written and read: a whole state, and what one seat observes of it.

Reading checks every value, so that the position can be played on; a `PositionError` names the place of the first wrong value.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from games.acquire.actions import NOBODY, Card
from games.acquire.board import EMPTY, LONE, TILE_NAMES, TILES
from games.acquire.editions import Edition, LabelSet, edition_named, label_set
from games.acquire.errors import EditionError, PositionError
from games.acquire.play import codecs
from games.acquire.play.codecs import (
    FLAG,
    MONEY,
    NUMBER,
    TILE,
    Codec,
    list_codec,
    member,
    members,
    number,
    one_of,
    optional_codec,
    row,
)
from games.acquire.play.observation import Observation
from games.acquire.play.soundness import check_state
from games.acquire.rules.legal import iter_legal
from games.acquire.rules.lenient import build_merger, build_state, remember
from games.acquire.state import NO_TILE, EndReason, Merger, Phase, State

STATE_FORMAT: Final = "acquire-state-1"
OBSERVATION_FORMAT: Final = "acquire-observation-1"
#: How many positions can be taken back one after another: a turn places at most four tiles (with a card of the Code War).
MOST_BEFORE: Final = 4
MOST_SEATS: Final = 12

_PHASE: Final = one_of({phase.name.lower(): phase for phase in Phase})
_REASON: Final = one_of(EndReason.__members__)
_CARD: Final = one_of({card.value: card for card in Card})


def state_document(state: State) -> dict[str, Any]:
    """Return the JSON document of a state with everything known about it."""
    lying = {tile for tile in range(TILES) if state.spaces[tile]}.union(state.dead, *state.hands)
    return {
        "format": STATE_FORMAT,
        "table": table_document(state),
        "hands": [codecs.TILES.write(hand) for hand in state.hands],
        "seen": codecs.TILES.write(state.seen - lying),
        "before": state_document(state.before) if state.before is not None else None,
    }


def state_from(document: Any) -> State:
    """Read a state from its document.

    Raises:
        PositionError: if the document describes no possible position.
    """
    return _state_from(document, "", MOST_BEFORE)


def _state_from(document: Any, place: str, deep: int) -> State:
    """Read a state from its document, which has at most ``deep`` earlier positions inside each other.

    ``place`` is the path of keys to the document, empty or with a dot at its end, for error messages.
    """
    _check_format(document, place, STATE_FORMAT)
    table = _table_from(member(document, "table", place), f"{place}table")
    hands = list_codec(codecs.TILES, table.seats).read(member(document, "hands", place), f"{place}hands")
    seen = codecs.TILES.read(member(document, "seen", place), f"{place}seen")
    state = table.with_hands([*map(set, hands)], set(seen), f"{place}table")
    before = member(document, "before", place)
    if before is not None:
        if not deep:
            raise PositionError(f"{place}before", f"at most {MOST_BEFORE} positions can be taken back")
        remember(state, _state_from(before, f"{place}before.", deep - 1))
    hidden = state.player >= 0 and state.hidden[state.player]
    if state.phase not in (Phase.TURN_OVER, Phase.OVER) and not hidden and next(iter_legal(state), None) is None:
        raise PositionError(f"{place}table.phase", "nothing can be done in it")
    return state


def observation_document(observation: Observation) -> dict[str, Any]:
    """Return the JSON document of an observation."""
    return {
        "format": OBSERVATION_FORMAT,
        "seat": observation.seat,
        "hand": codecs.TILES.write(observation.hand),
        "table": table_document(observation.state),
    }


def observation_from(document: Any) -> Observation:
    """Read an observation from its document.

    Raises:
        PositionError: if the document describes no possible position.
    """
    _check_format(document, "", OBSERVATION_FORMAT)
    table = _table_from(member(document, "table", ""), "table")
    seat = optional_codec(number(0, table.seats - 1)).read(member(document, "seat", ""), "seat")
    hand = set(codecs.TILES.read(member(document, "hand", ""), "hand"))
    if seat is None and hand:
        raise PositionError("hand", "a watcher holds no tiles")
    hands = [hand if player == seat else set() for player in range(table.seats)]
    if table.parts["player"] not in (NOBODY, seat):
        hands[table.parts["player"]] = table.parts["exposed"]
    return Observation(seat, table.with_hands(hands, set(), "table"))


def _check_format(document: Any, place: str, wanted: str) -> None:
    """Check that the document names the format ``wanted``."""
    if member(document, "format", place) != wanted:
        raise PositionError(f"{place}format", f"{wanted!r} was expected")


class _OpenPart(NamedTuple):
    """What lies open in a position, read from the document of a table.

    ``tiles`` are the numbers of tiles in the players' hands, ``parts`` all other attributes of the state by their names.
    """

    edition: Edition
    labels: LabelSet
    tiles: list[int]
    parts: dict[str, Any]

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.tiles)

    def with_hands(self, hands: list[set[int]], elsewhere: set[int], place: str) -> State:
        """Build the state with these known hands, one by seat.

        ``elsewhere`` are further tiles that are known not to be in the bag; ``place`` is the path of keys for error messages.

        Raises:
            PositionError: if the parts do not fit together.
        """
        filled = (tile for tile, mark in enumerate(self.parts["spaces"]) if mark)
        hidden = [count - len(hand) for count, hand in zip(self.tiles, hands, strict=True)]
        seen = elsewhere.union(filled, self.parts["dead"], *hands)
        parts = {**self.parts, "hands": hands, "hidden": hidden, "seen": seen}
        state = build_state(self.edition, self.labels, self.seats, parts)
        check_state(state, elsewhere, place)
        return state


@lru_cache(maxsize=64)
def _merger_codecs(labels: LabelSet, seats: int) -> dict[str, Codec[Any]]:
    """Return the codecs of a merger's attributes by their names, which are also the keys of its document."""
    seat, chain, chains = number(0, seats - 1), codecs.chain(labels), codecs.chains(labels)
    numbers = codecs.by_chain(labels, NUMBER)
    forced = list_codec(row(seat, chain, NUMBER))
    return {
        "sizes": numbers,
        "prices": numbers,
        "survivor": optional_codec(chain, NOBODY),
        "choices": chains.of(tuple, list),
        "waiting": chains,
        "unpaid": chains,
        "current": optional_codec(chain, NOBODY),
        "queue": list_codec(row(seat, chain)),
        "market": numbers,
        "bonuses": codecs.by_chain(labels, list_codec(row(seat, MONEY))),
        "forced": forced.of(
            lambda rows: {(player, of): count for player, of, count in rows},
            lambda sold: [(*holding, sold[holding]) for holding in sorted(sold)],
        ),
    }


def _merger(labels: LabelSet, seats: int) -> Codec[Merger]:
    """Return the codec of whole mergers."""
    parts = _merger_codecs(labels, seats)
    return Codec(
        lambda merger: {key: codec.write(getattr(merger, key)) for key, codec in parts.items()},
        lambda value, place: build_merger(members(value, parts, place)),
    )


@lru_cache(maxsize=64)
def _table_codecs(labels: LabelSet, seats: int) -> dict[str, Codec[Any]]:
    """Return the codecs of those attributes of a state that its document holds unchanged, by the keys of the document."""
    seat = number(0, seats - 1)
    merger = optional_codec(_merger(labels, seats))
    flags = dict.fromkeys(("passed", "drew", "exchanged", "rushed"), FLAG)
    figures = ("bag", "turn", "blocked", "still", "shown", "concealed", "goal", "more_tiles", "swaps")
    return {
        "bank": codecs.counts(labels, with_none=True),
        "start": list_codec(row(seat, TILE)).of(dict, lambda tiles: sorted(tiles.items())),
        "order": list_codec(seat, seats).of(tuple, list),
        "player": optional_codec(seat, NOBODY),
        "phase": _PHASE,
        "placed": optional_codec(TILE, NO_TILE),
        **flags,
        **dict.fromkeys(figures, NUMBER),
        "exposed": codecs.TILES.of(set, set),
        "early_card": optional_codec(_CARD),
        "late_card": optional_codec(_CARD),
        "timed_out": list_codec(seat).of(set, sorted),
        "merger": merger,
        "settled": merger,
        "market": codecs.by_chain(labels, NUMBER),
        "reason": optional_codec(_REASON),
    }


#: The attributes of a state whose keys in the document differ from their names, by key.
_PARTS: Final = {"start": "start_tiles"}


def _player_codecs(labels: LabelSet) -> dict[str, Codec[Any]]:
    """Return the codecs of what the document holds for each player, by its keys."""
    return {
        "cash": MONEY,
        "shares": codecs.counts(labels),
        "tiles": number(0, TILES),
        "cards": list_codec(_CARD).of(set, sorted),
    }


def table_document(state: State) -> dict[str, Any]:
    """Return the JSON document of what lies open in a state: everything but the tiles in hands and earlier positions."""
    labels, of_a_player, board = state.labels, _player_codecs(state.labels), board_document(state)
    usual = edition_named(state.edition.name).parameters()
    players = [
        {
            "cash": state.cash[seat],
            "shares": [holders[seat] for holders in state.shares],
            "tiles": state.count(seat),
            "cards": state.cards[seat],
        }
        for seat in range(state.seats)
    ]
    return {
        "edition": state.edition.name,
        "rules": {key: value for key, value in state.edition.parameters().items() if value != usual[key]},
        "chains": labels.name,
        "board": {name: board[name] for name in (*labels.names, "") if name in board} | {"dead": board.get("dead", [])},
        "players": [{key: codec.write(player[key]) for key, codec in of_a_player.items()} for player in players],
        **{
            key: codec.write(getattr(state, _PARTS.get(key, key)))
            for key, codec in _table_codecs(labels, state.seats).items()
        },
    }


def board_document(state: State) -> dict[str, list[str]]:
    """Return the tiles on the board by the names of their chains; lone tiles are under an empty name, dead ones under ``dead``."""
    named = {1 << chain: name for chain, name in enumerate((*state.labels.names, ""))}
    board: dict[str, list[str]] = {}
    for tile, mark in zip(TILE_NAMES, state.spaces, strict=False):  # the space outside comes last
        if mark:
            board.setdefault(named[mark], []).append(tile)
    if state.dead:
        board["dead"] = codecs.TILES.write(state.dead)
    return board


def _table_from(document: Any, place: str) -> _OpenPart:
    """Read the document of a table.

    Every value has been checked to be of the right kind, but not whether the values agree with each other.

    Raises:
        PositionError: if a value is of a wrong kind.
    """
    edition, labels = _edition_from(document, place), _labels_from(document, place)
    listing = list_codec(Codec(dict, lambda value, at: members(value, _player_codecs(labels), at)))
    players = listing.read(member(document, "players", place), f"{place}.players")
    seats = number(1, MOST_SEATS).read(len(players), f"{place}.players")
    spaces, dead = _board_from(member(document, "board", place), f"{place}.board", labels)
    parts = {
        _PARTS.get(key, key): value for key, value in members(document, _table_codecs(labels, seats), place).items()
    }
    parts |= {
        "spaces": spaces,
        "dead": dead,
        "cash": [player["cash"] for player in players],
        "shares": [list(held) for held in zip(*(player["shares"] for player in players), strict=True)],
        "cards": [player["cards"] for player in players],
    }
    return _OpenPart(edition, labels, [player["tiles"] for player in players], parts)


def _edition_from(document: Any, place: str) -> Edition:
    """Read the edition with its changed parameters from the document of a table."""
    name, rules = member(document, "edition", place), member(document, "rules", place)
    try:
        edition = edition_named(str(name))
        if not isinstance(rules, dict):
            raise PositionError(f"{place}.rules", "an object was expected")
        return edition.with_rules(rules)
    except EditionError as problem:
        raise PositionError(f"{place}.edition", str(problem).rstrip(".")) from None


def _labels_from(document: Any, place: str) -> LabelSet:
    """Read the label set from the document of a table."""
    try:
        return label_set(str(member(document, "chains", place)))
    except EditionError as problem:
        raise PositionError(f"{place}.chains", str(problem).rstrip(".")) from None


def _board_from(board: Any, place: str, labels: LabelSet) -> tuple[list[int], set[int]]:
    """Return what lies on each of the 108 spaces, in the bits of `board`, and the dead tiles."""
    if not isinstance(board, dict):
        raise PositionError(place, "an object by chain was expected")
    spaces = [EMPTY] * TILES
    dead: set[int] = set()
    for name, value in board.items():
        at = f"{place}.{name}"
        tiles = codecs.TILES.read(value, at)
        if name == "dead":
            dead = set(tiles)
            continue
        mark = LONE if name == "" else 1 << codecs.chain(labels).read(name, at)
        for tile in tiles:
            if spaces[tile]:
                raise PositionError(at, f"{TILE.write(tile)} lies there twice")
            spaces[tile] = mark
    return spaces, dead
