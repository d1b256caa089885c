"""Turns: who begins one, its number, the tile placed in it, the clocks that end it, and how it is closed."""

from __future__ import annotations

from typing import Final

from games.acquire.actions import Act
from games.acquire.board import FOUR_NEIGHBOURS, TILE_NAMES
from games.acquire.editions import NoPlay, TimeoutPolicy
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.coverage import LineKind, is_told, mentions
from games.acquire.replay.end import go_on_past_end, say_past_end
from games.acquire.replay.hands import keep_dead, skip_replacement
from games.acquire.replay.omissions import (
    carry_exchange,
    complete_decisions,
    complete_turn_to_draw,
    least_bag,
    note_dues,
)
from games.acquire.replay.start import open_game
from games.acquire.rules import hands, lenient, turn
from games.acquire.rules.ending import finish
from games.acquire.rules.hands import take_unknown
from games.acquire.rules.lenient import let_go_on, miss_turn, skip_to
from games.acquire.rules.placement import place, placement_refusal
from games.acquire.rules.turn import time_out
from games.acquire.state import NO_TILE, EndReason, Phase, State


def on_clock(arbiter: Arbiter, player: int, nothing: None) -> None:
    """The clock is pressed before drawing: the turn is over (R9)."""
    state = arbiter.state
    if player != state.player:
        arbiter.say_out_of_turn(player)
        return
    complete_decisions(arbiter)
    if state.phase not in (Phase.BUY, Phase.DRAW):
        arbiter.add("clock-unexpected", player, f"{arbiter.ids[player]} presses the clock without a turn to end.")
    skip_to(state, Phase.TURN_OVER)
    arbiter.course.clocked = True


def on_timeout(arbiter: Arbiter, player: int, nothing: None) -> None:
    """A player runs out of time (R31-R34)."""
    state = arbiter.state
    if state.edition.timeout_policy is not TimeoutPolicy.RANDOM_TILE:
        if player in state.timed_out:
            arbiter.add("timeout-unexpected", player, f"{arbiter.ids[player]} is out of time already.")
            return
        if _is_named_first(arbiter, player):
            return
        if state.phase is not Phase.DISPOSE:
            complete_decisions(arbiter)
    time_out(state, player)


#: What is told when a chain is named, by the phase in which it is asked for.
_NAMING: Final = {Phase.FOUND: Act.FOUND, Phase.SURVIVOR: Act.SURVIVOR}


def _is_named_first(arbiter: Arbiter, player: int) -> bool:
    """Whether time is called while a chain is to be named: the director lets it be named, and the time runs out after that.

    Ruling: while a chain is still to be named nobody is out of time (R31).
    """
    naming = _NAMING.get(arbiter.state.phase)
    if naming is None or player != arbiter.state.player:
        return False
    if not is_told(arbiter.events, arbiter.index, naming):
        return False
    name = arbiter.ids[player]
    message = f"{name}'s time is called while a chain is to be named; that is decided first, and {name} is out of time after it."
    arbiter.add("time-called-early", player, message)
    arbiter.course.called = player
    return True


def after_what(arbiter: Arbiter) -> str:
    """What ended the turn that is over: the draw, the clock pressed early (R9), or the time (R31)."""
    if arbiter.state.player in arbiter.state.timed_out:
        return "after the time ran out"
    return "after the clock was pressed" if arbiter.course.clocked else "after the draw"


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
    merged = any(is_told(arbiter.events, arbiter.index, act) for act in claims)
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
    idle = [held for held in hand if player not in mentions(events, index, held)]
    if hands.lies_open(state, tile) or mentions(events, index, tile):
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


TURN_OVER, DRAW = Phase.TURN_OVER, Phase.DRAW
ENDS_GAME = NoPlay.ENDS_GAME


def on_turn(arbiter: Arbiter, player: int, number: int | None) -> None:
    """A player's turn begins; the one before it is closed."""
    state, course = arbiter.state, arbiter.course
    if course.started:
        _close_turn(arbiter)
    else:
        open_game(arbiter, player, number)
    expected = state.following[state.player]
    if state.timed_out:
        expected = turn.next_player(state)
    due = course.number = course.number + 1
    course.laid = 0
    if number == due + 1 and player == _after(state, expected) and not _is_told_later(arbiter, due):
        _miss_turn(arbiter, expected)
        expected = player
        due = course.number = course.number + 1
    if number != due and number is not None:
        _compare_number(arbiter, player, number)
    if player != expected or course.passed_over >= 0:
        _compare_order(arbiter, player, expected)
    turn.begin_turn(state, player)
    if state.edition.no_play is ENDS_GAME and turn.must_end(state) and not course.past_end:
        finish(state, EndReason.NO_PLAY)


def on_tile(arbiter: Arbiter, player: int, tile: int) -> None:
    """A tile is placed, perhaps by the next player although the log does not tell that his turn begins."""
    if player != arbiter.state.player and _is_next(arbiter, player):
        name, text = arbiter.ids[player], TILE_NAMES[tile]
        message = f"{name} places {text}, but the log does not say that {name}'s turn begins."
        on_turn(arbiter, player, None)
        arbiter.add("act-out-of-turn", player, message, None, text)
    on_play(arbiter, player, tile)


def _is_next(arbiter: Arbiter, player: int) -> bool:
    """Whether the turn of the player before is complete, so that this one can begin his."""
    state = arbiter.state
    if not arbiter.course.started:
        return True
    over = state.phase is TURN_OVER or state.phase is Phase.REPLACE
    is_complete = over or (state.phase is DRAW and not arbiter.tells.misses(LineKind.DRAWS, state.player))
    return is_complete and player == turn.next_player(state)


def _after(state: State, player: int) -> int:
    """Who is next after a player, whoever is out of time."""
    return next(seat for seat in state.from_player(state.following[player]) if seat not in state.timed_out)


def _is_told_later(arbiter: Arbiter, number: int) -> bool:
    return any(event.act is Act.TURN and event.value == number for event in arbiter.events[arbiter.index + 1 :])


def _miss_turn(arbiter: Arbiter, player: int) -> None:
    """A number is left out, and its player with it: his turn is not written down, and the board is in doubt from there."""
    name, number = arbiter.ids[player], arbiter.course.number
    arbiter.add("turn-missing", player, f"Turn {number}, {name}'s, is not written down; ask the table.", number, None)
    miss_turn(arbiter.state, player)
    arbiter.purse.unrecorded.add(player)
    arbiter.reporter.doubt()


def _compare_number(arbiter: Arbiter, player: int, number: int) -> None:
    course = arbiter.course
    if course.wrong_number and number == course.wrong_number + 1:
        course.number = number  # The log goes on counting from there: one finding was enough.
        course.wrong_number = 0
        return
    arbiter.add("turn-number", player, f"This is turn {course.number}, not {number}.", course.number, number)
    course.wrong_number = number


def _compare_order(arbiter: Arbiter, player: int, expected: int) -> None:
    """Somebody plays who is not next, or did one turn or two ago.

    Whoever was passed over may play at once; the table then goes on after the one who was too early.
    """
    course = arbiter.course
    passed_over = course.passed_over
    course.passed_over = NO_TILE
    if player == expected:
        return
    if player == passed_over and passed_over != arbiter.state.player:
        course.passed_over = arbiter.state.following[course.too_early]
        return
    _say_wrong_turn(arbiter, player, expected)
    course.passed_over, course.too_early = expected, player


def _say_wrong_turn(arbiter: Arbiter, player: int, expected: int) -> None:
    name, right = arbiter.ids[player], arbiter.ids[expected]
    if player in arbiter.state.timed_out:
        let_go_on(arbiter.state, player)
        arbiter.add(
            "turn-timed-out", player, f"{name} is out of time; it is {right}'s turn, not {name}'s.", right, name
        )
    else:
        arbiter.add("turn-order", player, f"It is {right}'s turn, not {name}'s.", right, name)


def _close_turn(arbiter: Arbiter) -> None:
    """Complete the turn that ends now and let the rules look for the end of the game."""
    state = arbiter.state
    if state.phase is not TURN_OVER:
        _complete_turn(arbiter)
    arbiter.course.clocked = False
    arbiter.course.called = NO_TILE
    if arbiter.watch is not None:
        arbiter.watch(arbiter)
    turn.end_turn(state)
    if state.reason is not None:
        go_on_past_end(arbiter)


def _complete_turn(arbiter: Arbiter) -> None:
    """Close what the log leaves open at the end of a turn."""
    state = arbiter.state
    player = state.player
    if state.reason is not None:
        say_past_end(arbiter, player)
        return
    if state.phase is not DRAW and state.phase is not Phase.REPLACE:
        complete_turn_to_draw(arbiter)
    if state.phase is DRAW:
        missing = turn.tiles_to_draw(state)
        if missing:
            if arbiter.tells.misses(LineKind.DRAWS, player) and min(missing, least_bag(arbiter)) > arbiter.course.laid:
                message = f"{arbiter.ids[player]} drew no tile and did not press the clock early."
                arbiter.add("draw-missing", player, message, missing, 0)
            take_unknown(state, player, missing)
        turn.after_draw(state)
    if state.phase is Phase.REPLACE:
        keep_dead(arbiter)
