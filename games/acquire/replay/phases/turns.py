"""Turns: who begins one, its number, and the turn before it closed."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.board import TILE_NAMES
from games.acquire.editions import NoPlay
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases.assuming import least_bag
from games.acquire.replay.phases.completing import complete_turn_to_draw
from games.acquire.replay.phases.end import go_on_past_end, say_past_end
from games.acquire.replay.phases.placing import on_play
from games.acquire.replay.phases.replacing import keep_dead
from games.acquire.replay.phases.start import open_game
from games.acquire.replay.telling import Kind
from games.acquire.rules import turn
from games.acquire.rules.ending import finish
from games.acquire.rules.hands import take_unknown
from games.acquire.rules.lenient import let_go_on, miss_turn
from games.acquire.state import NO_TILE, EndReason, Phase, State

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
    is_complete = over or (state.phase is DRAW and not arbiter.tells.misses(Kind.DRAWS, state.player))
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
            if arbiter.tells.misses(Kind.DRAWS, player) and min(missing, least_bag(arbiter)) > arbiter.course.laid:
                message = f"{arbiter.ids[player]} drew no tile and did not press the clock early."
                arbiter.add("draw-missing", player, message, missing, 0)
            take_unknown(state, player, missing)
        turn.after_draw(state)
    if state.phase is Phase.REPLACE:
        keep_dead(arbiter)
