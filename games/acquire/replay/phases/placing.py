"""Tiles placed."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.board import FOUR_NEIGHBOURS, TILE_NAMES
from games.acquire.replay import lookahead
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.assuming import carry_exchange
from games.acquire.replay.phases.clocks import after_what
from games.acquire.replay.phases.completing import complete_decisions
from games.acquire.replay.phases.dues import note_dues
from games.acquire.replay.phases.end import say_past_end
from games.acquire.replay.phases.replacing import skip_replacement
from games.acquire.rules import hands, lenient
from games.acquire.rules.placement import place, placement_refusal
from games.acquire.state import NO_TILE, Phase

PLAY = Phase.PLAY


def on_play(arbiter: Arbiter, player: int, tile: int) -> None:
    """A tile is placed."""
    state = arbiter.state
    if state.phase is not PLAY or player != state.player:
        _make_room(arbiter, player, tile)
    if arbiter.takes_back:
        arbiter.course.undo = state.copy()
        arbiter.course.doubted_at_undo = arbiter.reporter.doubtful
    if tile in state.hands[player]:
        hands.leave_hand(state, player, tile)
    else:
        tile = _tile_from_nowhere(arbiter, player, tile)
        if tile < 0:
            lenient.skip_tile(state)
            return
    spaces = state.spaces
    a, b, c, d = FOUR_NEIGHBOURS[tile]
    bits = spaces[a] | spaces[b] | spaces[c] | spaces[d]
    if bits:
        refusal = placement_refusal(state, tile, bits)
        if refusal is not None:
            arbiter.refuse(refusal, player, None, TILE_NAMES[tile])
            _place_anyway(arbiter, tile, bits, refusal.code)
            return
    place(state, tile, bits)
    if state.settled is not arbiter.purse.noted:
        note_dues(arbiter)


def _place_anyway(arbiter: Arbiter, tile: int, bits: int, code: str) -> None:
    """Let an illegal tile lie: what is on the board stands until the director rules otherwise."""
    arbiter.excuse_turn()
    claims = (Act.BONUS, Act.DISPOSE, Act.SURVIVOR)
    merged = any(lookahead.is_told(arbiter.events, arbiter.index, act) for act in claims)
    if code == "place-beside-loose" or (merged and code in ("place-two-safe", "place-safe")):
        lenient.force_tile(arbiter.state, tile, bits)
        note_dues(arbiter)
    elif code == "place-eighth-chain":
        lenient.force_loose(arbiter.state, tile)
    else:
        lenient.force_inert(arbiter.state, tile)


def _make_room(arbiter: Arbiter, player: int, tile: int) -> None:
    """A tile is placed where none is expected: say why, then let it be placed."""
    state = arbiter.state
    name = arbiter.ids[player]
    if player == state.player:
        carry_exchange(arbiter, PLAY)
        if skip_replacement(arbiter, tile) or state.phase is PLAY:
            return
    if state.phase is Phase.OVER:
        say_past_end(arbiter, player)
    elif player != state.player:
        arbiter.report("act-out-of-turn", player, f"{name} places a tile in {arbiter.ids[state.player]}'s turn.")
        complete_decisions(arbiter)
    elif state.phase is Phase.TURN_OVER or state.phase is Phase.REPLACE:
        arbiter.add(
            "play-after-draw", player, f"{name} places {TILE_NAMES[tile]} {after_what(arbiter)}; the turn was over."
        )
        if player in state.timed_out:
            lenient.let_go_on(state, player)
    elif state.phase in (Phase.SHOW, Phase.LAY, Phase.EXCHANGE, Phase.RETURN):
        arbiter.report("show-missing", player, f"{name} places {TILE_NAMES[tile]} before the hand was exchanged.")
        lenient.break_off(state, player)
    else:
        complete_decisions(arbiter)
        if state.phase is Phase.BUY or state.phase is Phase.DRAW:
            arbiter.add("place-twice", player, f"{name} has no further tile to place in this turn.")
    lenient.skip_to(state, PLAY)


def _tile_from_nowhere(arbiter: Arbiter, player: int, tile: int) -> int:
    """A tile is placed that the player is not known to hold: the tile that was meant, -1 for none."""
    state = arbiter.state
    name, text = arbiter.ids[player], TILE_NAMES[tile]
    holder = hands.holder_of(state, tile)
    if tile not in state.seen:
        if state.hidden[player]:
            hands.leave_unseen(state, player, tile)
            return tile
        hand = arbiter.names_of(sorted(state.hands[player]))
        arbiter.add("tile-not-in-hand", player, f"{name} does not hold {text}, but {' '.join(hand)}.", hand, text)
    elif holder < 0:
        message = f"{name} cannot place {text}: it lies on the board or is out of the game."
        arbiter.add("tile-on-board", player, message, None, text)
    else:
        message = f"{name} cannot place {text}: {arbiter.ids[holder]} holds it."
        arbiter.add("tile-elsewhere", player, message, None, text)
    return _tile_meant(arbiter, player, tile, holder)


def _tile_meant(arbiter: Arbiter, player: int, tile: int, holder: int) -> int:
    """Read a wrong tile by what follows in the log, so that one slip has no consequences.

    Either the tile was misread: then it turns up again later, and the tile that was placed is the one
    of the hand that does not. Or an earlier draw was misread: then the tile placed stands.
    """
    state, events, index = arbiter.state, arbiter.events, arbiter.index
    hand = sorted(state.hands[player])
    idle = [held for held in hand if player not in lookahead.mentions(events, index, held)]
    if hands.lies_open(state, tile) or lookahead.mentions(events, index, tile):
        if state.hidden[player] or not idle:
            hands.lose_unknown(state, player)
            arbiter.reporter.doubt()
            return NO_TILE
        if len(idle) > 1:
            arbiter.reporter.doubt()
        hands.leave_hand(state, player, idle[0])
        return idle[0]
    if holder >= 0:
        hands.hide_tile(state, tile)
    for held in idle:
        hands.hide_tile(state, held)
    if not state.hidden[player]:
        hands.hide_hand(state, player)
    hands.leave_unseen(state, player, tile)
    return tile
