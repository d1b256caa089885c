"""What the arbiter does with turns, passes, the exchange of a hand and clocks."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.board import TILE_NAMES
from games.acquire.editions import DeadTiles, EndCall, NoPlay, StartOrder, TimeoutPolicy, label_set
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.exchange import return_first, returns_rightly
from games.acquire.replay.mergers import complete_decisions, say_out_of_turn
from games.acquire.replay.position import set_up
from games.acquire.replay.tiles import (
    complete_turn_to_draw,
    draws_again,
    keep_dead,
    on_play,
    say_not_in_bag,
    say_past_end,
    skip_replacement,
)
from games.acquire.rules import turn
from games.acquire.rules.ending import finish
from games.acquire.rules.placement import dead_tiles, is_dead, legal_tiles
from games.acquire.rules.start import starting_order
from games.acquire.state import NO_TILE, EndReason, Phase

TURN_OVER, DRAW = Phase.TURN_OVER, Phase.DRAW


def on_turn(arbiter: Arbiter, player: int, number: int | None) -> None:
    """A player's turn begins; the one before it is closed."""
    state = arbiter.state
    if arbiter.started:
        close_turn(arbiter)
    else:
        _open_game(arbiter, player, number)
    expected = state.following[state.player]
    if state.timed_out:
        expected = turn.next_player(state)
    due = arbiter.number = arbiter.number + 1
    if number != due and number is not None:
        _compare_number(arbiter, player, number)
    if player != expected or arbiter.passed_over >= 0:
        _compare_order(arbiter, player, expected)
    turn.begin_turn(state, player)
    if turn.must_end(state) and not arbiter.past_end:
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
    if not arbiter.started:
        return True
    drawn = state.phase is TURN_OVER or state.phase is Phase.REPLACE or not arbiter.records_draws
    return drawn and state.phase in (TURN_OVER, Phase.REPLACE, DRAW) and player == turn.next_player(state)


def _compare_number(arbiter: Arbiter, player: int, number: int) -> None:
    if arbiter.wrong_number and number == arbiter.wrong_number + 1:
        arbiter.number = number  # The log goes on counting from there: one finding was enough.
        arbiter.wrong_number = 0
        return
    message = f"This is turn {arbiter.number}, not {number}."
    arbiter.add("turn-number", player, message, arbiter.number, number)
    arbiter.wrong_number = number


def _compare_order(arbiter: Arbiter, player: int, expected: int) -> None:
    """Somebody plays who is not next, or did one turn or two ago.

    Whoever was passed over may play at once; the table then goes on after the one who was too early.
    """
    passed_over, too_early = arbiter.passed_over, arbiter.too_early
    arbiter.passed_over = NO_TILE
    if player == expected:
        return
    if player == passed_over and passed_over != arbiter.state.player:
        arbiter.passed_over = arbiter.state.following[too_early]
        return
    _say_wrong_turn(arbiter, player, expected)
    arbiter.passed_over, arbiter.too_early = expected, player


def _say_wrong_turn(arbiter: Arbiter, player: int, expected: int) -> None:
    name, right = arbiter.ids[player], arbiter.ids[expected]
    state = arbiter.state
    code = "turn-timed-out" if player in state.timed_out else "turn-order"
    if player in state.timed_out:
        # The table lets him go on: he holds tiles again, which nobody has told.
        state.timed_out.remove(player)
        arbiter.fill_hands(set(range(state.seats)) - {player})
    reason = f"{name} is out of time; it" if code == "turn-timed-out" else "It"
    arbiter.add(code, player, f"{reason} is {right}'s turn, not {name}'s.", right, name)


def _open_game(arbiter: Arbiter, player: int, number: int | None) -> None:
    """Before the first turn: seats, starting tiles and hands."""
    state = arbiter.state
    header = arbiter.record.header
    position = header.position
    if header.variant not in (None, label_set(header.named_labels()).variant):
        message = f"The chains are named as in {header.variant}, not as in {header.named_labels()}."
        arbiter.add("labels-differ", -1, message, header.named_labels(), header.variant)
    if position is not None:
        set_up(arbiter, position, player)
        arbiter.number = (number or 1) - 1
    else:
        _check_start(arbiter)
        arbiter.fill_hands()
        turn.seat_players(state, tuple(range(state.seats)))
    arbiter.started = True
    if arbiter.watch is not None:
        arbiter.watch(arbiter)


def _check_start(arbiter: Arbiter) -> None:
    state = arbiter.state
    edition = state.edition
    if not edition.min_players <= state.seats <= edition.max_players:
        message = (
            f"Edition {edition.name} is for {edition.min_players} to {edition.max_players} players, not {state.seats}."
        )
        arbiter.add("players-count", -1, message, None, state.seats)
    if not edition.start_tiles:
        return
    missing = state.seats - len(state.start_tiles)
    if missing:
        state.bag -= missing
        arbiter.add(
            "start-missing",
            -1,
            f"{missing} starting tiles are not recorded; the board may lack them.",
            state.seats,
            state.seats - missing,
        )
        return
    order = starting_order(state)
    if order != tuple(range(state.seats)):
        right = [arbiter.ids[player] for player in order]
        tiles = [TILE_NAMES[state.start_tiles[player]] for player in order]
        hint = f"; if a chart gave the seats, say rule start_order: {StartOrder.GIVEN}"
        message = f"By the starting tiles {' '.join(tiles)} the order is {', '.join(right)}{hint}."
        arbiter.add("start-order", order[0], message, right, arbiter.ids)


def close_turn(arbiter: Arbiter) -> None:
    """Complete the turn that ends now and let the rules look for the end of the game."""
    state = arbiter.state
    if state.phase is not TURN_OVER:
        _complete_turn(arbiter)
    arbiter.clocked = False
    if arbiter.watch is not None:
        arbiter.watch(arbiter)
    turn.end_turn(state)
    if state.reason is not None:
        _went_on(arbiter)


def _went_on(arbiter: Arbiter) -> None:
    """The game was over by itself, yet another turn follows."""
    state = arbiter.state
    if state.reason is EndReason.STANDSTILL:
        pass  # A ruling of this library, not a rule of the edition: the table may go on.
    elif state.edition.end is EndCall.MANDATORY and not arbiter.past_end:
        arbiter.report("end-missed", state.player, f"The game was over: {state.reason}.")
        arbiter.past_end = True
    else:
        say_past_end(arbiter, state.player)
    state.reason = None
    state.phase = TURN_OVER


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
            if arbiter.records_draws:
                arbiter.add(
                    "draw-missing",
                    player,
                    f"{arbiter.ids[player]} drew no tile and did not press the clock early.",
                    missing,
                    0,
                )
            state.hidden[player] += missing
            state.bag -= missing
        turn.after_draw(state)
    if state.phase is Phase.REPLACE:
        keep_dead(arbiter)


def on_pass(arbiter: Arbiter, player: int, nothing: None) -> None:
    """A player says that no tile is legal (R16)."""
    state = arbiter.state
    name = arbiter.ids[player]
    if player != state.player:
        say_out_of_turn(arbiter, player)
        return
    skip_replacement(arbiter)
    if state.phase is Phase.BUY and state.passed and state.placed < 0:
        return  # Said once more, perhaps after the exchange.
    if state.phase is not Phase.PLAY:
        complete_decisions(arbiter)
        if state.phase is not Phase.OVER:
            arbiter.report("pass-after-tile", player, f"{name} passes, but a tile was placed or the turn is over.")
        return
    if _has_legal(arbiter, player) and state.edition.no_play is NoPlay.ENDS_GAME:
        # The pass was none, so it did not end the game either.
        state.passed = True
        state.phase = Phase.BUY
        return
    turn.pass_turn(state)


def _has_legal(arbiter: Arbiter, player: int) -> bool:
    """Whether a player who passes is known to hold a legal tile; says so if he does."""
    if arbiter.state.hidden[player]:
        return False
    legal = arbiter.names_of(legal_tiles(arbiter.state, player))
    if legal:
        message = f"{arbiter.ids[player]} passes with the legal tiles {' '.join(legal)}."
        arbiter.report("pass-with-legal", player, message, legal, [])
    return bool(legal)


def on_show(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """The hand is shown (R17): what it really is becomes known."""
    state = arbiter.state
    name = arbiter.ids[player]
    shown = {tile for tile in tiles if tile >= 0}
    if len(tiles) != state.count(player) or (len(shown) == len(tiles) and state.hands[player] - shown):
        hand = arbiter.names_of(sorted(state.hands[player]))
        message = f"{name} shows {' '.join(arbiter.names_of(tiles))}; the hand is {' '.join(hand)} and {state.hidden[player]} unknown."
        arbiter.add("show-differs", player, message, hand, arbiter.names_of(tiles))
    elif len(shown) == len(tiles):
        fresh = shown - state.hands[player]
        for tile in sorted(fresh & state.seen):
            say_not_in_bag(arbiter, player, tile, "hold")
        state.hands[player] |= fresh - state.seen
        state.seen |= fresh
        state.hidden[player] = len(tiles) - len(state.hands[player])
        if fresh and state.phase is Phase.SHOW:
            _has_legal(arbiter, player)
    elif len(shown - state.hands[player]) <= state.hidden[player] and not (shown - state.hands[player]) & state.seen:
        fresh = shown - state.hands[player]
        state.hands[player] |= fresh
        state.seen |= fresh
        state.hidden[player] -= len(fresh)
    if state.phase is Phase.SHOW:
        turn.show_hand(state)
        if state.hidden[player] and arbiter.next_of_turn(Act.DEAD) is not None:
            state.phase = Phase.LAY  # Some of the tiles shown turn out to be dead.


def on_dead(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """Dead tiles are laid out in the exchange (R18), or set aside and replaced."""
    state = arbiter.state
    if state.phase is DRAW:
        # Dead tiles may be told before the draw of the turn; the hand is filled up afterwards.
        waiting = dead_tiles(state, state.hands[player])
        if waiting and set(tiles) <= set(waiting) and state.edition.dead_tiles is not DeadTiles.AUTO:
            state.phase = Phase.REPLACE
    laying = state.phase is Phase.LAY or state.phase is Phase.SHOW
    if player != state.player or not (laying or state.phase is Phase.REPLACE):
        if player == state.player and _dead_unknown(arbiter, player, tiles):
            return
        _say_not_dead(arbiter, player, tiles)
        return
    whole = state.edition.no_play is NoPlay.REDRAW_ALL and laying
    alive = [tile for tile in tiles if tile >= 0 and not whole and not is_dead(state, tile)]
    if alive:
        text = " ".join(arbiter.names_of(alive))
        arbiter.report(
            "dead-not-dead", player, f"{text} is not dead: it can still become legal.", [], arbiter.names_of(alive)
        )
    elsewhere = [tile for tile in tiles if tile in state.seen and tile not in state.hands[player]]
    for tile in elsewhere:
        arbiter.add(
            "tile-not-in-hand",
            player,
            f"{arbiter.ids[player]} does not hold {TILE_NAMES[tile]}.",
            None,
            TILE_NAMES[tile],
        )
    mine = tuple(tile for tile in tiles if tile >= 0 and tile not in elsewhere)
    if laying:
        kept = [] if whole else [tile for tile in dead_tiles(state, state.exposed) if tile not in mine]
        if kept:
            names = arbiter.names_of(kept)
            arbiter.report("dead-kept", player, f"{' '.join(names)} is dead and is not laid out.", names, [])
        for tile in mine:
            turn.lay_out(state, tile)
        state.hidden[player] -= min(tiles.count(-1), state.hidden[player])
        turn.begin_exchange(state)
    else:
        turn.set_aside(state, mine)


def _dead_unknown(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> bool:
    """Replace dead tiles of a hand that is not known, where the edition does so."""
    state = arbiter.state
    rule = state.edition.dead_tiles
    at_end = rule in (DeadTiles.END_OF_TURN_ONCE, DeadTiles.END_OF_TURN_REPEAT) and state.phase is TURN_OVER
    at_start = rule is DeadTiles.AUTO and state.phase is Phase.PLAY and state.placed < 0
    fresh = [tile for tile in tiles if tile not in state.seen]
    if not (at_end or at_start) or len(fresh) < len(tiles) or len(tiles) > state.hidden[player]:
        return False
    if not all(is_dead(state, tile) for tile in tiles):
        return False
    turn.set_aside(state, tiles)
    return True


def _say_not_dead(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    state = arbiter.state
    alive = [tile for tile in tiles if tile >= 0 and not is_dead(state, tile)]
    names = arbiter.names_of(tiles)
    if alive and state.edition.dead_tiles is not DeadTiles.NONE:
        arbiter.report("dead-not-dead", player, f"{' '.join(names)} is not dead: it can still become legal.", [], names)
    else:
        arbiter.report(
            "dead-unexpected", player, f"No dead tiles are to be laid out here, yet {' '.join(names)}.", [], names
        )
    for tile in tiles:
        if tile in state.hands[player]:
            state.hands[player].remove(tile)
            state.exposed.discard(tile)  # what is exposed is in the hand
            state.dead.add(tile)


def on_return(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """The exposed tiles that are left go back into the bag (R19)."""
    state = arbiter.state
    name = arbiter.ids[player]
    if state.phase is Phase.EXCHANGE:
        due = turn.tiles_to_draw(state)
        arbiter.report("draw-count", player, f"{name} puts tiles back before drawing {due} new ones.", due, 0)
        if draws_again(arbiter):
            return_first(arbiter, player)
            return
        state.hidden[player] += due
        state.bag -= due
        turn.after_exchange_draw(state)
    if state.phase is not Phase.RETURN or player != state.player:
        arbiter.add("return-unexpected", player, f"{name} has no tiles to put back.", [], arbiter.names_of(tiles))
        return
    if not returns_rightly(arbiter, tiles):
        right = arbiter.names_of(sorted(state.exposed))
        arbiter.add(
            "return-differs", player, f"{name} must put back {' '.join(right)}.", right, arbiter.names_of(tiles)
        )
    turn.put_back(state)


def on_clock(arbiter: Arbiter, player: int, nothing: None) -> None:
    """The clock is pressed before drawing: the turn is over (R9)."""
    state = arbiter.state
    if player != state.player:
        say_out_of_turn(arbiter, player)
        return
    complete_decisions(arbiter)
    if state.phase not in (Phase.BUY, DRAW):
        arbiter.add("clock-unexpected", player, f"{arbiter.ids[player]} presses the clock without a turn to end.")
    state.phase = TURN_OVER
    arbiter.clocked = True


def on_timeout(arbiter: Arbiter, player: int, nothing: None) -> None:
    """A player runs out of time (R31-R34)."""
    state = arbiter.state
    if state.edition.timeout_policy is TimeoutPolicy.RANDOM_TILE:
        state.rushed = True
        return
    if player in state.timed_out:
        arbiter.add("timeout-unexpected", player, f"{arbiter.ids[player]} is out of time already.")
        return
    if state.phase is not Phase.DISPOSE:
        complete_decisions(arbiter)
    turn.time_out(state, player)
