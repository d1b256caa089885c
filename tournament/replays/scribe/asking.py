"""What a scribe's board asks for next: by the engine's front door, by factor, for a game whose hands nobody at the board sees.

Ruling: whether the game may be ended is never asked here, so that the board beside the table is nobody's hint; the end is offered
wherever a player whose turn it is could declare it at all: with a chain on the board, and no choice of a merger or a founder open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from games.acquire.actions import Act, Action
from games.acquire.board import TILES, tile_name
from games.acquire.play import Phase, State, final_cash, is_legal, position_at, question
from games.acquire.record import GameRecord
from games.acquire.rules.placement import may_place
from games.acquire.rules.turn import next_player
from games.acquire.state import NO_TILE

#: While a hand is exchanged; a log without draws goes on from any of these.
EXCHANGING = frozenset({Phase.SHOW, Phase.LAY, Phase.EXCHANGE, Phase.RETURN, Phase.REPLACE})

#: What a table may do at its own time; each is offered while it is legal.
AT_ANY_TIME = (Act.PASS, Act.CLOCK, Act.TIMEOUT)

#: What is asked while the player whose turn it is may speak of the end.
DECLARING = frozenset({"play", "buy", "next", "hand"})


@dataclass(frozen=True, slots=True)
class Moment:
    """Where a game that is being written down stands.

    ``now`` is the position after everything told; ``bought`` is the purchase with which the log ends, pairs of chain and number, and
    ``before`` the position before it (``now`` without one). ``number`` counts the turns told; ``following`` is whose turn comes next.
    """

    record: GameRecord
    now: State
    before: State
    bought: tuple[tuple[int, int], ...] | None
    number: int
    following: int

    @property
    def is_between_turns(self) -> bool:
        """Whether no turn is under way: the next tile begins one."""
        return self.number == 0 or self.now.turn > self.number

    def next_position(self) -> State:
        """The position in which the next turn has begun."""
        begun = Action(Act.TURN, self.following, self.number + 1)
        return position_at(replace(self.record, events=(*self.record.events, begun)))


def moment_of(record: GameRecord) -> Moment:
    """Where the game of a record stands."""
    events = record.events
    now = position_at(record)
    before, bought = now, None
    if events and events[-1].act is Act.BUY:
        before, bought = position_at(replace(record, events=events[:-1])), events[-1].value
    number = sum(event.act is Act.TURN for event in events)
    if not number:
        following = now.order[0] if now.phase is not Phase.START else 0
    else:
        following = now.player if now.turn > number else next_player(now)
    return Moment(record, now, before, bought, number, following)


def ask_of(moment: Moment) -> dict[str, Any]:
    """What comes next as plain values: ``kind``, whose it is, and what is legal for each part of the answer; players and chains by name.

    ``tiles`` may be tapped now, ``opens`` says that a tile begins the next turn; ``may`` are acts without a value, each with whose it is;
    ``declarable`` says that somebody could declare the end, whether he may or not.
    """
    asked = _ask_of(moment)
    return asked | {"declarable": asked["kind"] in DECLARING and moment.now.on_board != 0}


def _ask_of(moment: Moment) -> dict[str, Any]:
    now = moment.now
    ids = [player.id for player in moment.record.header.players]
    if any(event.act is Act.FINAL for event in moment.record.events):
        return {"kind": "done", "player": None, "tiles": [], "may": {}}
    if now.phase is Phase.OVER:
        cash = [int(amount) for amount in final_cash(now)]
        return {"kind": "over", "player": None, "tiles": [], "may": {}, "final": dict(zip(ids, cash, strict=True))}
    if now.phase is Phase.START:
        seat = len(now.start_tiles)
        return {"kind": "start", "player": ids[seat], "tiles": _tiles(now, Act.START, seat), "may": {}}
    if moment.bought is not None:
        return _purchase(moment, ids)
    if moment.is_between_turns or now.phase is Phase.DRAW:
        return _next_turn(moment, ids)
    asked = _ASKS.get(now.phase, _hand)(moment, ids)
    return {"tiles": [], "opens": False, "may": _may(moment, ids), **asked}


def _tiles(state: State, act: Act, seat: int) -> list[str]:
    return [tile_name(tile) for tile in range(TILES) if is_legal(state, Action(act, seat, tile))]


def _may(moment: Moment, ids: list[str]) -> dict[str, str]:
    """The acts without a value that are legal now; a tile that was laid in this turn may be taken back if the director says so (R23)."""
    state = moment.before
    anybody = [(act, seat) for act in AT_ANY_TIME for seat in range(state.seats)]
    found = {act.word: ids[seat] for act, seat in anybody if is_legal(state, Action(act, seat))}
    if not moment.is_between_turns and state.placed != NO_TILE:
        found[Act.TAKEBACK.word] = ids[state.player]
    return found


def _next_turn(moment: Moment, ids: list[str]) -> dict[str, Any]:
    begun = moment.next_position()
    player = moment.following
    tiles = _tiles(begun, Act.PLAY, player)
    may = _may(moment, ids)
    if is_legal(begun, Action(Act.PASS, player)):
        may[Act.PASS.word] = ids[player]
    return {"kind": "next", "player": ids[player], "opens": True, "tiles": tiles, "may": may}


def _purchase(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """The purchase under way: what one more share may be of, beside the next turn's tiles; only those where nothing can be bought."""
    state = moment.before
    names = state.labels.names
    coming = _next_turn(moment, ids)
    bought = moment.bought or ()
    asked = question(state)
    more = asked.purchase.next_chains(bought) if asked.purchase is not None else []
    if not more and moment.bought is None:
        return coming
    told = {names[chain]: count for chain, count in bought}
    return coming | {
        "kind": "buy",
        "buyer": ids[state.player],
        "bought": None if moment.bought is None else told,
        "limit": asked.purchase.limit if asked.purchase is not None else state.edition.buy_max,
        "chains": [names[chain] for chain in more],
    }


def _play(moment: Moment, ids: list[str]) -> dict[str, Any]:
    state = moment.now
    return {"kind": "play", "player": ids[state.player], "tiles": _tiles(state, Act.PLAY, state.player)}


def _choice(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """A chain to be named: founded, surviving, or settled next."""
    state = moment.now
    names = state.labels.names
    kind = {Phase.FOUND: "found", Phase.SURVIVOR: "survivor", Phase.ORDER: "order"}[state.phase]
    values = [action.value for action in question(state).actions if action.act.word == kind]
    chains = [names[value[0] if isinstance(value, tuple) else value] for value in values]
    return {"kind": kind, "player": ids[state.player], "chains": chains}


def _dispose(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """A holder's disposal, with the bonuses of the chain as they are due while none of them was told."""
    state = moment.now
    merger, asked = state.merger, question(state)
    if merger is None or asked.disposal is None or asked.actor is None:
        return _hand(moment, ids)
    names, chain = state.labels.names, asked.disposal.chain
    return {
        "kind": "dispose",
        "player": ids[asked.actor],
        "chain": names[chain],
        "owned": asked.disposal.owned,
        "most_traded": asked.disposal.most_traded,
        "survivor": names[merger.survivor],
        "size": merger.sizes[chain],
        "price": merger.prices[chain],
        "due": [] if chain in _paid(moment) else [[ids[seat], int(due)] for seat, due in merger.bonuses.get(chain, ())],
    }


def _paid(moment: Moment) -> set[int]:
    """The chains of which a bonus was told in this turn."""
    events = moment.record.events
    last = max((place for place, event in enumerate(events) if event.act is Act.TURN), default=0)
    return {event.value[0] for event in events[last:] if event.act is Act.BONUS}


def _hand(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """What is done with a hand that is shown and exchanged (R17-R19): its tiles are written down as far as somebody saw them.

    Draws need not be told, so a new tile or the purchase may follow at once.
    """
    words = {
        Phase.SHOW: "show",
        Phase.LAY: "dead",
        Phase.EXCHANGE: "draw",
        Phase.RETURN: "return",
        Phase.REPLACE: "dead",
    }
    state = moment.now
    fits = [tile_name(tile) for tile in range(TILES) if tile not in state.dead and may_place(state, tile)]
    chains = [state.labels.names[chain] for chain in state.chains_on_board()]
    return {
        "kind": "hand",
        "player": ids[state.player],
        "word": words.get(state.phase, "draw"),
        "tiles": fits,
        "chains": chains,
    }


_ASKS: dict[Phase, Callable[[Moment, list[str]], dict[str, Any]]] = {
    Phase.PLAY: _play,
    Phase.FOUND: _choice,
    Phase.SURVIVOR: _choice,
    Phase.ORDER: _choice,
    Phase.DISPOSE: _dispose,
    Phase.BUY: _purchase,
}
