"""Positions as JSON documents, both ways: a table, an observation, a state.

Reading checks every value, so that what was read can be played on: a `PositionError` names the place of what is wrong.
"""

from __future__ import annotations

from typing import Any, Final

from games.acquire.actions import NOBODY, Card
from games.acquire.board import CHAINS, EMPTY, LONE, TILES
from games.acquire.editions import Edition, LabelSet, edition_named, label_set
from games.acquire.errors import EditionError, PositionError
from games.acquire.play import plain
from games.acquire.play.observation import Observation
from games.acquire.play.open_merger import merger_from, merger_out
from games.acquire.play.soundness import check_table
from games.acquire.play.table import Table, state_of, table_of
from games.acquire.rules.legal import iter_legal
from games.acquire.rules.setup import remember
from games.acquire.state import NO_TILE, EndReason, Phase, State

STATE_FORMAT: Final = "acquire-state-1"
OBSERVATION_FORMAT: Final = "acquire-observation-1"
#: A turn places at most four tiles (a card of the Code War), so that many positions can be taken back one after another.
MOST_BEFORE: Final = 4

_FLAGS = ("passed", "drew", "exchanged", "rushed")
_COUNTS = ("bag", "turn", "blocked", "still", "shown", "concealed", "goal", "more_tiles", "swaps")


def state_document(state: State) -> dict[str, Any]:
    """A state with all that is known of it, as a JSON document."""
    return {
        "format": STATE_FORMAT,
        "table": table_document(table_of(state)),
        "hands": [plain.tiles_out(hand) for hand in state.hands],
        "seen": plain.tiles_out(state.seen - _lying(state)),
        "before": state_document(state.before) if state.before is not None else None,
    }


def _lying(state: State) -> set[int]:
    """The tiles that are seen because they lie or are held somewhere."""
    return {tile for tile in range(TILES) if state.spaces[tile]}.union(state.dead, *state.hands)


def state_from(document: Any) -> State:
    """The state of a document.

    Raises:
        PositionError: if it describes none.
    """
    return _state_from(document, "", MOST_BEFORE)


def _state_from(document: Any, place: str, deep: int) -> State:
    _check_format(document, place, STATE_FORMAT)
    table = table_from(plain.member(document, "table", place), f"{place}table")
    hands = plain.listed(plain.member(document, "hands", place), f"{place}hands", plain.tiles, table.seats)
    seen = plain.tiles(plain.member(document, "seen", place), f"{place}seen")
    check_table(table, hands, seen, f"{place}table")
    state = state_of(table, hands, seen)
    before = plain.member(document, "before", place)
    if before is not None:
        if not deep:
            raise PositionError(f"{place}before", f"at most {MOST_BEFORE} positions can be taken back")
        remember(state, _state_from(before, f"{place}before.", deep - 1))
    hidden = state.player >= 0 and state.hidden[state.player]
    if state.phase not in (Phase.TURN_OVER, Phase.OVER) and not hidden and next(iter_legal(state), None) is None:
        raise PositionError(f"{place}table.phase", "nothing can be done in it")
    return state


def observation_document(observation: Observation) -> dict[str, Any]:
    """An observation as a JSON document."""
    return {
        "format": OBSERVATION_FORMAT,
        "seat": observation.seat,
        "hand": plain.tiles_out(observation.hand),
        "table": table_document(observation.table),
    }


def observation_from(document: Any) -> Observation:
    """The observation of a document.

    Raises:
        PositionError: if it describes none.
    """
    _check_format(document, "", OBSERVATION_FORMAT)
    table = table_from(plain.member(document, "table", ""), "table")
    seat = plain.member(document, "seat", "")
    hand = plain.tiles(plain.member(document, "hand", ""), "hand")
    if seat is not None:
        plain.number(seat, "seat", 0, table.seats - 1)
    elif hand:
        raise PositionError("hand", "a watcher holds no tiles")
    hands = [hand if player == seat else () for player in range(table.seats)]
    if table.player not in (NOBODY, seat):
        hands[table.player] = table.exposed
    check_table(table, hands, (), "table")
    return Observation(seat, hand, table)


def _check_format(document: Any, place: str, wanted: str) -> None:
    if plain.member(document, "format", place) != wanted:
        raise PositionError(f"{place}format", f"{wanted!r} was expected")


def table_document(table: Table) -> dict[str, Any]:
    """What lies open, as a JSON document."""
    labels = table.labels
    own, usual = table.edition.parameters(), edition_named(table.edition.name).parameters()
    board = {
        name: plain.tiles_out(tile for tile, mark in enumerate(table.spaces) if mark == 1 << chain)
        for chain, name in enumerate((*labels.names, ""))
    }
    return {
        "edition": table.edition.name,
        "rules": {key: value for key, value in own.items() if value != usual[key]},
        "chains": labels.name,
        "board": {**{name: tiles for name, tiles in board.items() if tiles}, "dead": plain.tiles_out(table.dead)},
        "players": [_player_document(table, player) for player in range(table.seats)],
        "bank": plain.by_chain_out(enumerate(table.bank), labels),
        "start": [[player, *plain.tiles_out([tile])] for player, tile in table.start_tiles],
        "order": list(table.order),
        "player": table.player if table.player >= 0 else None,
        "phase": table.phase.name.lower(),
        "placed": plain.tiles_out([table.placed])[0] if table.placed >= 0 else None,
        **{name: getattr(table, name) for name in (*_FLAGS, *_COUNTS)},
        "exposed": plain.tiles_out(table.exposed),
        "early_card": table.early_card and table.early_card.value,
        "late_card": table.late_card and table.late_card.value,
        "timed_out": list(table.timed_out),
        "merger": table.merger and merger_out(table.merger, labels),
        "settled": table.settled and merger_out(table.settled, labels),
        "market": plain.by_chain_out(table.market, labels),
        "reason": table.reason and table.reason.name,
    }


def _player_document(table: Table, player: int) -> dict[str, Any]:
    held = ((chain, holders[player]) for chain, holders in enumerate(table.shares) if holders[player])
    return {
        "cash": plain.money_out(table.cash[player]),
        "shares": plain.by_chain_out(held, table.labels),
        "tiles": table.counts[player],
        "cards": [card.value for card in table.cards[player]],
    }


def table_from(document: Any, place: str = "table") -> Table:
    """What lies open by a document whose values are all of the right kind; whether they fit together is not asked here.

    Raises:
        PositionError: if one is not.
    """
    get = _Getter(document, place)
    edition, labels = _edition_from(get), _labels_from(get)
    players = get("players", lambda value, at: plain.listed(value, at, lambda inner, of: _Getter(inner, of)))
    seats = plain.number(len(players), f"{place}.players", 1, 12)

    def seat(value: Any, at: str) -> int:
        return plain.number(value, at, 0, seats - 1)

    def mergers(value: Any, at: str) -> Any:
        return merger_from(value, at, labels, seats)

    shares = [
        dict(player("shares", lambda value, at: plain.by_chain(value, at, labels, plain.number))) for player in players
    ]
    cards = [player("cards", lambda value, at: plain.listed(value, at, _card)) for player in players]
    bank = dict(get("bank", lambda value, at: plain.by_chain(value, at, labels, plain.number)))
    placed = get("placed", lambda value, at: plain.optional(value, at, plain.tile))
    player = get("player", lambda value, at: plain.optional(value, at, seat))
    spaces, dead = _board_from(get, labels)
    rest: dict[str, Any] = {name: get(name, plain.flag) for name in _FLAGS}
    rest |= {name: get(name, plain.number) for name in _COUNTS}
    return Table(
        edition=edition,
        labels=labels,
        seats=seats,
        spaces=spaces,
        dead=dead,
        cash=tuple(of("cash", plain.money) for of in players),
        shares=tuple(tuple(held.get(chain, 0) for held in shares) for chain in range(CHAINS)),
        bank=tuple(bank.get(chain, 0) for chain in range(CHAINS)),
        start_tiles=tuple(
            sorted(get("start", lambda value, at: plain.listed(value, at, lambda v, a: _started(v, a, seats))))
        ),
        counts=tuple(of("tiles", lambda value, at: plain.number(value, at, 0, TILES)) for of in players),
        order=tuple(get("order", lambda value, at: plain.listed(value, at, seat, seats))),
        player=NOBODY if player is None else player,
        phase=get("phase", _phase),
        placed=NO_TILE if placed is None else placed,
        exposed=get("exposed", plain.tiles),
        cards=tuple(tuple(sorted(set(held))) for held in cards),
        early_card=get("early_card", lambda value, at: plain.optional(value, at, _card)),
        late_card=get("late_card", lambda value, at: plain.optional(value, at, _card)),
        timed_out=tuple(sorted(set(get("timed_out", lambda value, at: plain.listed(value, at, seat))))),
        merger=get("merger", lambda value, at: plain.optional(value, at, mergers)),
        settled=get("settled", lambda value, at: plain.optional(value, at, mergers)),
        market=get("market", lambda value, at: plain.by_chain(value, at, labels, plain.number)),
        reason=get("reason", lambda value, at: plain.optional(value, at, _reason)),
        **rest,
    )


class _Getter:
    """Reads the values of one object by key; the path goes along."""

    def __init__(self, document: Any, place: str) -> None:
        self.document = document
        self.place = place

    def __call__(self, key: str, read: plain.Reading[plain.T]) -> plain.T:
        return read(plain.member(self.document, key, self.place), f"{self.place}.{key}")


def _edition_from(get: _Getter) -> Edition:
    try:
        edition = edition_named(get("edition", lambda value, at: str(value)))
        rules = get("rules", lambda value, at: value)
        if not isinstance(rules, dict):
            raise PositionError(f"{get.place}.rules", "an object was expected")
        return edition.with_rules(rules)
    except EditionError as problem:
        raise PositionError(f"{get.place}.edition", str(problem).rstrip(".")) from None


def _labels_from(get: _Getter) -> LabelSet:
    try:
        return label_set(get("chains", lambda value, at: str(value)))
    except EditionError as problem:
        raise PositionError(f"{get.place}.chains", str(problem).rstrip(".")) from None


def _board_from(get: _Getter, labels: LabelSet) -> tuple[tuple[int, ...], tuple[int, ...]]:
    board = get("board", lambda value, at: value)
    if not isinstance(board, dict):
        raise PositionError(f"{get.place}.board", "an object by chain was expected")
    spaces = [EMPTY] * TILES
    dead: tuple[int, ...] = ()
    for name, value in board.items():
        at = f"{get.place}.board.{name}"
        tiles = plain.tiles(value, at)
        if name == "dead":
            dead = tiles
            continue
        mark = LONE if name == "" else 1 << plain.chain(name, at, labels)
        for tile in tiles:
            if spaces[tile]:
                raise PositionError(at, f"{plain.tiles_out([tile])[0]} lies there twice")
            spaces[tile] = mark
    return tuple(spaces), dead


def _started(value: Any, place: str, seats: int) -> tuple[int, int]:
    pair = plain.listed(value, place, lambda inner, at: inner, 2)
    return plain.number(pair[0], f"{place}[0]", 0, seats - 1), plain.tile(pair[1], f"{place}[1]")


def _phase(value: Any, place: str) -> Phase:
    names = {phase.name.lower(): phase for phase in Phase}
    if not isinstance(value, str) or value not in names:
        raise PositionError(place, f"one of {', '.join(names)} was expected")
    return names[value]


def _reason(value: Any, place: str) -> EndReason:
    if not isinstance(value, str) or value not in EndReason.__members__:
        raise PositionError(place, f"one of {', '.join(EndReason.__members__)} was expected")
    return EndReason[value]


def _card(value: Any, place: str) -> Card:
    return plain.word(value, place, Card)
