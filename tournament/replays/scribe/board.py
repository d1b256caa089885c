"""The board of a scribe (who writes down a game at the table), as plain values for the page's script: position, log, next question.

The game is judged without knowing the players' hands. What the rules refuse is written down all the same, and the replay finds it
later (R11).

Ruling: the board never checks whether the game may be ended, so that it gives no player a hint; it offers the end whenever the player on
turn could declare it at all: with a chain on the board, and no choice of a merger or a founder open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILES, tile_name
from games.acquire.play.positions import position_at
from games.acquire.play.questions import disposal_range, purchase_range
from games.acquire.record import GameRecord
from games.acquire.rules.game import final_cash, is_legal, refusal_of
from games.acquire.rules.legal import iter_legal
from games.acquire.rules.placement import may_place
from games.acquire.rules.turn import next_player
from games.acquire.state import NO_TILE, Phase, State
from tournament.record.vocabulary import ScribeMark
from tournament.replays.scribe.entries import ScribedLog
from tournament.replays.workings import judge_words
from wording import gettext as _
from wording.figures import whole

#: The phases in which a hand is exchanged; a log without draws may continue from any of them.
_EXCHANGING = frozenset({Phase.SHOW, Phase.LAY, Phase.EXCHANGE, Phase.RETURN, Phase.REPLACE})

#: Events that are not tied to a phase; each is offered while it is legal.
_AT_ANY_TIME = (ActKind.PASS, ActKind.CLOCK, ActKind.TIMEOUT)

#: The kinds of questions during which the player on turn may declare the end.
_DECLARING = frozenset({"play", "buy", "next", "hand"})


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of a game that is being written down.

    ``now`` is the position after everything written. ``bought`` is the purchase with which the log ends, as pairs of chain and number,
    None if it ends otherwise; ``before`` is the position before that purchase, equal to ``now`` without one. ``number`` counts the turns
    written; ``following`` is the player of the next turn.
    """

    record: GameRecord
    now: State
    before: State
    bought: tuple[tuple[int, int], ...] | None
    number: int
    following: int

    @property
    def is_between_turns(self) -> bool:
        """Whether no turn is under way, so that the next tile begins one."""
        return self.number == 0 or self.now.turn > self.number

    def next_position(self) -> State:
        """Return the position in which the next turn has begun."""
        begun = Action(ActKind.TURN, self.following, self.number + 1)
        return position_at(replace(self.record, events=(*self.record.events, begun)))


def moment_of(record: GameRecord) -> Moment:
    """Return the state of the game of a record."""
    events = record.events
    now = position_at(record)
    before, bought = now, None
    if events and events[-1].act is ActKind.BUY:
        before, bought = position_at(replace(record, events=events[:-1])), events[-1].value
    number = sum(event.act is ActKind.TURN for event in events)
    if not number:
        following = now.order[0] if now.phase is not Phase.START else 0
    else:
        following = now.player if now.turn > number else next_player(now)
    return Moment(record, now, before, bought, number, following)


def next_question(moment: Moment) -> dict[str, Any]:
    """Return what the board asks next: its ``kind``, the player, and what is legal for each part of the answer, by name.

    ``tiles`` may be tapped now; ``opens`` says that a tile begins the next turn; ``may`` has the events that need no value, each with its
    player. ``declarable`` says that the player could declare the end, whether the rules allow it or not.
    """
    found = _question_of(moment)
    return found | {"declarable": found["kind"] in _DECLARING and moment.now.on_board != 0}


def _question_of(moment: Moment) -> dict[str, Any]:
    """Return the question of the board without ``declarable``."""
    now = moment.now
    ids = [player.id for player in moment.record.header.players]
    if any(event.act is ActKind.FINAL for event in moment.record.events):
        return {"kind": "done", "player": None, "tiles": [], "may": {}}
    if now.phase is Phase.OVER:
        cash = [int(amount) for amount in final_cash(now)]
        return {"kind": "over", "player": None, "tiles": [], "may": {}, "final": dict(zip(ids, cash, strict=True))}
    if now.phase is Phase.START:
        seat = len(now.start_tiles)
        return {"kind": "start", "player": ids[seat], "tiles": _tiles(now, ActKind.START, seat), "may": {}}
    if moment.bought is not None:
        return _purchase(moment, ids)
    if moment.is_between_turns or now.phase is Phase.DRAW:
        return _next_turn(moment, ids)
    part = _BY_PHASE.get(now.phase, _hand_choices)(moment, ids)
    return {"tiles": [], "opens": False, "may": _legal_events(moment, ids), **part}


def _tiles(state: State, act: ActKind, seat: int) -> list[str]:
    """Return the names of the tiles with which this event of the player at ``seat`` is legal."""
    return [tile_name(tile) for tile in range(TILES) if is_legal(state, Action(act, seat, tile))]


def _legal_events(moment: Moment, ids: list[str]) -> dict[str, str]:
    """Return the events without a value that are legal now, by player; the director may allow a tile to be taken back (R23)."""
    state = moment.before
    anybody = [(act, seat) for act in _AT_ANY_TIME for seat in range(state.seats)]
    found = {act.word: ids[seat] for act, seat in anybody if is_legal(state, Action(act, seat))}
    if not moment.is_between_turns and state.placed != NO_TILE:
        found[ActKind.TAKEBACK.word] = ids[state.player]
    return found


def _next_turn(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """Return the question for the tile that begins the next turn."""
    begun = moment.next_position()
    player = moment.following
    tiles = _tiles(begun, ActKind.PLAY, player)
    may = _legal_events(moment, ids)
    if is_legal(begun, Action(ActKind.PASS, player)):
        may[ActKind.PASS.word] = ids[player]
    return {"kind": "next", "player": ids[player], "opens": True, "tiles": tiles, "may": may}


def _purchase(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """Return the question for a purchase and the tiles of the next turn; if nothing can be bought, that for the next turn alone."""
    state = moment.before
    names = state.labels.names
    coming = _next_turn(moment, ids)
    bought = moment.bought or ()
    purchase = purchase_range(state)
    more = purchase.next_chains(bought) if purchase is not None else []
    if not more and moment.bought is None:
        return coming
    return coming | {
        "kind": "buy",
        "buyer": ids[state.player],
        "bought": None if moment.bought is None else {names[chain]: count for chain, count in bought},
        "limit": purchase.limit if purchase is not None else state.edition.buy_max,
        "chains": [names[chain] for chain in more],
    }


def _play(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """Return the question for a tile."""
    state = moment.now
    return {"kind": "play", "player": ids[state.player], "tiles": _tiles(state, ActKind.PLAY, state.player)}


def _choice(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """Return the question for a chain: the one to found, to survive, or to settle next."""
    state = moment.now
    names = state.labels.names
    kind = {Phase.FOUND: "found", Phase.SURVIVOR: "survivor", Phase.ORDER: "order"}[state.phase]
    values = [action.value for action in iter_legal(state) if action.act.word == kind]
    chains = [names[value[0] if isinstance(value, tuple) else value] for value in values]
    return {"kind": kind, "player": ids[state.player], "chains": chains}


def _dispose(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """Return the question for a holder's shares in a merger, with the bonuses due if none was written down yet."""
    state = moment.now
    merger, disposal = state.merger, disposal_range(state)
    if merger is None or disposal is None:
        return _hand_choices(moment, ids)
    names, chain = state.labels.names, disposal.chain
    return {
        "kind": "dispose",
        "player": ids[disposal.player],
        "chain": names[chain],
        "owned": disposal.owned,
        "most_traded": disposal.most_traded,
        "survivor": names[merger.survivor],
        "size": merger.sizes[chain],
        "price": merger.prices[chain],
        "due": []
        if chain in _chains_paid(moment)
        else [[ids[seat], int(due)] for seat, due in merger.bonuses.get(chain, ())],
    }


def _chains_paid(moment: Moment) -> set[int]:
    """Return the chains for which a bonus was written down in this turn."""
    events = moment.record.events
    last = max((place for place, event in enumerate(events) if event.act is ActKind.TURN), default=0)
    return {event.value[0] for event in events[last:] if event.act is ActKind.BONUS}


def _hand_choices(moment: Moment, ids: list[str]) -> dict[str, Any]:
    """Return the tiles and chains that the scribe may enter while a player shows and exchanges a hand (R17-R19).

    Tiles are written down only if somebody saw them. Draws need not be written, so a new tile or a purchase may follow at once.
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


_BY_PHASE: dict[Phase, Callable[[Moment, list[str]], dict[str, Any]]] = {
    Phase.PLAY: _play,
    Phase.FOUND: _choice,
    Phase.SURVIVOR: _choice,
    Phase.ORDER: _choice,
    Phase.DISPOSE: _dispose,
    Phase.BUY: _purchase,
}


#: Events that are checked here, without knowing the hands; only a replay can check the others.
_CHECKED = frozenset(
    {
        ActKind.START,
        ActKind.PLAY,
        ActKind.PASS,
        ActKind.FOUND,
        ActKind.SURVIVOR,
        ActKind.ORDER,
        ActKind.DISPOSE,
        ActKind.BUY,
        ActKind.END,
        ActKind.CLOCK,
        ActKind.TIMEOUT,
    }
)


def objections(log: ScribedLog) -> dict[int, str]:
    """Return what the rules have against each marked entry, by its index; entries that the rules do not refuse are left out."""
    marked = (place for place, entry in enumerate(log.entries) if entry.mark is not ScribeMark.NONE)
    return {place: sentence for place in marked if (sentence := objection_to(log, place))}


def objection_to(log: ScribedLog, place: int) -> str:
    """Return what the rules have against the entry at index ``place``: against its first refused event; empty if none is refused."""
    for index, owner in enumerate(log.owners):
        if owner == place:
            sentence = _objection(replace(log.record, events=log.record.events[:index]), log.record.events[index])
            if sentence:
                return sentence
    return ""


def _objection(before: GameRecord, event: Action) -> str:
    """Return what the rules have against an event; ``before`` is the record before it; empty if they allow it."""
    if event.act is ActKind.TURN:
        return _turn_objection(before, event)
    if event.act is ActKind.BONUS:
        return _bonus_objection(before, event)
    if event.act not in _CHECKED or (event.act is ActKind.BUY and not event.value):
        return ""
    state = position_at(before)
    if state.phase in _EXCHANGING:  # the drawn tiles are not known, so nothing after them can be checked
        return ""
    refusal = refusal_of(state, event)
    if refusal is None:
        return ""
    if refusal.code == "act-out-of-turn":
        return _("{player} cannot act now.", player=before.header.players[event.player].id)
    return judge_words(refusal.said)


def _turn_objection(before: GameRecord, event: Action) -> str:
    """Return that another player's turn comes next; empty if it is this player's."""
    moment = moment_of(before)
    if event.player == moment.following:
        return ""
    players = before.header.players
    return _(
        "It is {right}'s turn, not {player}'s.", right=players[moment.following].id, player=players[event.player].id
    )


def _bonus_objection(before: GameRecord, event: Action) -> str:
    """Return that another bonus is due; empty if this one is right."""
    chain, paid = event.value
    state: State = position_at(before)
    due = dict(state.settled.bonuses.get(chain, ())).get(event.player, 0) if state.settled is not None else 0
    if due == paid:
        return ""
    player, name = before.header.players[event.player].id, state.labels.names[chain]
    return _(
        "{player} is due {due} for {chain}, not {amount}.",
        player=player,
        due=whole(int(due)),
        chain=name,
        amount=whole(paid),
    )
