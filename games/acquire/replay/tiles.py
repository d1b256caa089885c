"""What the arbiter does with starting tiles, hands, placed tiles and draws."""

from __future__ import annotations

from games.acquire.actions import Act
from games.acquire.board import FOUR_NEIGHBOURS, TILE_NAMES
from games.acquire.editions import DeadTiles
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.exchange import break_off
from games.acquire.replay.mergers import complete_decisions, note_dues
from games.acquire.rules.ending import is_stuck
from games.acquire.rules.placement import dead_tiles, place, placement_refusal
from games.acquire.rules.start import put_start_tile
from games.acquire.rules.turn import after_draw, after_exchange_draw, tiles_to_draw
from games.acquire.state import NO_TILE, Phase

PLAY, BUY, DRAW, EXCHANGE, TURN_OVER = Phase.PLAY, Phase.BUY, Phase.DRAW, Phase.EXCHANGE, Phase.TURN_OVER


def on_start(arbiter: Arbiter, player: int, tile: int) -> None:
    """A starting tile is put on the board (R4, R5)."""
    state = arbiter.state
    name = arbiter.ids[player]
    if arbiter.started or player in state.start_tiles or not state.edition.start_tiles:
        message = f"{name} cannot put {TILE_NAMES[tile]} on the board as a starting tile here."
        arbiter.add("start-unexpected", player, message, None, TILE_NAMES[tile])
        if arbiter.started:
            return
    if arbiter.lies_open(tile):
        arbiter.add("tile-on-board", player, f"{TILE_NAMES[tile]} lies on the board already.", None, TILE_NAMES[tile])
        return
    put_start_tile(state, player, tile)


def on_hand(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """A hand is known at this point."""
    state = arbiter.state
    name = arbiter.ids[player]
    known = {tile for tile in tiles if tile >= 0}
    if arbiter.started or state.count(player):
        expected = state.count(player)
    else:
        expected = min(state.edition.hand_size, state.bag)
        state.bag -= expected
    # Fewer tiles than the hand has are no mistake: the others are not known.
    if len(tiles) > expected:
        arbiter.add(
            "hand-count", player, f"{name} holds {len(tiles)} tiles instead of {expected}.", expected, len(tiles)
        )
    elif state.hands[player] - known and len(known) == expected:
        missing = arbiter.names_of(sorted(state.hands[player] - known))
        arbiter.add(
            "hand-differs", player, f"{name} must also hold {' '.join(missing)}.", missing, arbiter.names_of(tiles)
        )
    held = state.hands[player] if len(known) < expected else set()
    state.seen -= state.hands[player]
    hand = {tile for tile in known | held if _is_free(arbiter, player, tile)}
    if len(hand) > expected:
        hand = set()
    state.seen |= hand
    state.hands[player] = hand
    state.hidden[player] = expected - len(hand)


def _is_free(arbiter: Arbiter, player: int, tile: int) -> bool:
    """Whether a tile can be in a player's hand; says so if not."""
    name, text = arbiter.ids[player], TILE_NAMES[tile]
    if arbiter.lies_open(tile):
        arbiter.add("tile-on-board", player, f"{name} cannot hold {text}: it lies on the board.", None, text)
        return False
    holder = arbiter.holder_of(tile)
    if holder >= 0 and holder != player:
        arbiter.add("tile-elsewhere", player, f"{name} cannot hold {text}: {arbiter.ids[holder]} does.", None, text)
        arbiter.hide_tile(tile)
        return False
    return True


def on_play(arbiter: Arbiter, player: int, tile: int) -> None:
    """A tile is placed."""
    state = arbiter.state
    if state.phase is not PLAY or player != state.player:
        _make_room(arbiter, player, tile)
    if arbiter.takes_back:
        arbiter.before = state.copy()
        arbiter.doubted_before = arbiter.doubtful
    hand = state.hands[player]
    if tile in hand:
        hand.remove(tile)
    else:
        tile = _tile_from_nowhere(arbiter, player, tile)
        if tile < 0:
            state.placed = NO_TILE
            state.phase = BUY
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
    if state.settled is not arbiter.noted:
        note_dues(arbiter)


def _place_anyway(arbiter: Arbiter, tile: int, bits: int, code: str) -> None:
    """Let an illegal tile lie: what is on the board stands until the director rules otherwise."""
    state = arbiter.state
    arbiter.excused = arbiter.number
    state.placed = tile
    claims = {Act.BONUS, Act.DISPOSE, Act.SURVIVOR}
    merged = any(arbiter.next_of_turn(act) is not None for act in claims)
    if code == "place-beside-loose" or (merged and code in ("place-two-safe", "place-safe")):
        place(state, tile, bits)
        note_dues(arbiter)
    elif code == "place-eighth-chain":
        state.spaces[tile] = 1 << 7
        state.phase = BUY
    else:
        state.dead.add(tile)
        state.phase = BUY


def _make_room(arbiter: Arbiter, player: int, tile: int) -> None:
    """A tile is placed where none is expected: say why, then let it be placed."""
    state = arbiter.state
    name = arbiter.ids[player]
    if player == state.player and skip_replacement(arbiter, tile):
        return
    if state.phase is Phase.OVER:
        say_past_end(arbiter, player)
    elif player != state.player:
        arbiter.report("act-out-of-turn", player, f"{name} places a tile in {arbiter.ids[state.player]}'s turn.")
        complete_decisions(arbiter)
    elif state.phase is TURN_OVER or state.phase is Phase.REPLACE:
        arbiter.add(
            "play-after-draw", player, f"{name} places {TILE_NAMES[tile]} {after_what(arbiter)}; the turn was over."
        )
        if player in state.timed_out:
            # The table lets him go on: he holds tiles again, which nobody has told.
            state.timed_out.remove(player)
            arbiter.fill_hands(set(range(state.seats)) - {player})
    elif state.phase in (Phase.SHOW, Phase.LAY, EXCHANGE, Phase.RETURN):
        arbiter.report("show-missing", player, f"{name} places {TILE_NAMES[tile]} before the hand was exchanged.")
        break_off(arbiter, player)
    else:
        complete_decisions(arbiter)
        if state.phase is BUY or state.phase is DRAW:
            arbiter.add("place-twice", player, f"{name} has no further tile to place in this turn.")
    state.phase = PLAY


def after_what(arbiter: Arbiter) -> str:
    """What ended the turn that is over: the draw, the clock pressed early (R9), or the time (R31)."""
    if arbiter.state.player in arbiter.state.timed_out:
        return "after the time ran out"
    return "after the clock was pressed" if arbiter.clocked else "after the draw"


def say_past_end(arbiter: Arbiter, player: int) -> None:
    """The game went on after its end: said once."""
    state = arbiter.state
    if not arbiter.past_end:
        arbiter.add("play-after-end", player, f"The game was over: {state.reason}.")
    arbiter.past_end = True
    state.reason = None
    state.phase = TURN_OVER


def _tile_from_nowhere(arbiter: Arbiter, player: int, tile: int) -> int:
    """A tile is placed that the player is not known to hold: the tile that was meant, -1 for none."""
    state = arbiter.state
    name, text = arbiter.ids[player], TILE_NAMES[tile]
    holder = arbiter.holder_of(tile)
    if tile not in state.seen:
        if state.hidden[player]:
            state.hidden[player] -= 1
            state.seen.add(tile)
            return tile
        hand = arbiter.names_of(sorted(state.hands[player]))
        arbiter.add("tile-not-in-hand", player, f"{name} does not hold {text}, but {' '.join(hand)}.", hand, text)
    elif holder < 0:
        arbiter.add(
            "tile-on-board",
            player,
            f"{name} cannot place {text}: it lies on the board or is out of the game.",
            None,
            text,
        )
    else:
        arbiter.add(
            "tile-elsewhere", player, f"{name} cannot place {text}: {arbiter.ids[holder]} holds it.", None, text
        )
    return _tile_meant(arbiter, player, tile, holder)


def _tile_meant(arbiter: Arbiter, player: int, tile: int, holder: int) -> int:
    """Read a wrong tile by what follows in the log, so that one slip has no consequences.

    Either the tile was misread: then it turns up again later, and the tile that was placed is the one
    of the hand that does not. Or an earlier draw was misread: then the tile placed stands.
    """
    state = arbiter.state
    hand = state.hands[player]
    idle = [held for held in sorted(hand) if player not in arbiter.mentions(held)]
    if arbiter.lies_open(tile) or arbiter.mentions(tile):
        if state.hidden[player] or not idle:
            state.hidden[player] -= min(1, state.hidden[player])
            arbiter.doubt()
            return NO_TILE
        if len(idle) > 1:
            arbiter.doubt()
        hand.remove(idle[0])
        return idle[0]
    if holder >= 0:
        arbiter.hide_tile(tile)
    for held in idle:
        arbiter.hide_tile(held)
    if not state.hidden[player]:
        arbiter.hide_hand(player)
    state.hidden[player] -= min(1, state.hidden[player])
    state.seen.add(tile)
    return tile


def on_draw(arbiter: Arbiter, player: int, tiles: tuple[int, ...]) -> None:
    """Tiles are drawn."""
    state = arbiter.state
    if state.phase is not DRAW or player != state.player:
        if player in state.timed_out:
            message = f"{arbiter.ids[player]} draws {' '.join(arbiter.names_of(tiles))} after the time ran out."
            arbiter.add("draw-out-of-turn", player, message, [], arbiter.names_of(tiles))
            return
        _prepare_draw(arbiter, player)
    due = tiles_to_draw(state)
    if len(tiles) != due:
        tiles = _count_draw(arbiter, player, tiles, due)
    hand, seen = state.hands[player], state.seen
    for tile in tiles:
        if tile < 0 or tile in seen:
            _draw_oddly(arbiter, player, tile)
        else:
            seen.add(tile)
            hand.add(tile)
    state.bag -= len(tiles)
    state.drew = True
    arbiter.drawn = tiles
    if state.phase is EXCHANGE:
        after_exchange_draw(state)
    elif state.phase is DRAW:
        after_draw(state)


def _count_draw(arbiter: Arbiter, player: int, tiles: tuple[int, ...], due: int) -> tuple[int, ...]:
    """The tiles that count of a draw of too many; of too few, the others are drawn unseen."""
    state = arbiter.state
    if len(tiles) < due and (draws_again(arbiter) or arbiter.next_of_turn(Act.DEAD) is not None):
        return tiles
    # After another mistake of the turn the hand is not what the table thinks; the draw only follows from that.
    if not arbiter.findings or arbiter.findings[-1].turn != arbiter.number:
        name = arbiter.ids[player]
        drawn = f"{len(tiles)} tile{'' if len(tiles) == 1 else 's'}"
        arbiter.report("draw-count", player, f"{name} draws {drawn} instead of {due}.", due, len(tiles))
    unseen = max(0, due - len(tiles))
    state.hidden[player] += unseen
    state.bag -= unseen
    # Of too many tiles nobody knows which ones stay in the hand.
    return tiles if len(tiles) < due else (-1,) * due


def draws_again(arbiter: Arbiter) -> bool:
    """Whether the same player goes on drawing with the next event."""
    following = arbiter.events[arbiter.index + 1 : arbiter.index + 2]
    return any(act is Act.DRAW for act, _, _ in following)


def _prepare_draw(arbiter: Arbiter, player: int) -> None:
    state = arbiter.state
    name = arbiter.ids[player]
    if player != state.player:
        arbiter.add("draw-out-of-turn", player, f"{name} draws in {arbiter.ids[state.player]}'s turn.")
        return
    if state.phase is EXCHANGE:
        return
    if state.phase is TURN_OVER:
        if arbiter.clocked:
            message = (
                f"{name} pressed the clock before drawing; the tile may only be drawn at the end of the next turn."
            )
            arbiter.add("draw-after-clock", player, message)
        return
    if state.phase is Phase.REPLACE and not skip_replacement(arbiter):
        keep_dead(arbiter)
        return
    complete_turn_to_draw(arbiter)


def complete_turn_to_draw(arbiter: Arbiter) -> None:
    """Bring a turn of which the log leaves something out to its draw."""
    state = arbiter.state
    player = state.player
    complete_decisions(arbiter)
    if state.phase in (Phase.SHOW, Phase.LAY, EXCHANGE, Phase.RETURN):
        arbiter.report("show-missing", player, f"{arbiter.ids[player]} passed without exchanging the hand.")
        break_off(arbiter, player)
    elif state.phase is PLAY:
        say_no_tile(arbiter)
    if state.phase is not DRAW:
        arbiter.unrecorded.add(player)
    state.phase = DRAW


def say_no_tile(arbiter: Arbiter) -> None:
    """A turn goes on without a tile: right only after an exchange, or if no tile could be placed."""
    state = arbiter.state
    player = state.player
    if state.exchanged or state.placed >= 0 or is_stuck(state, player):
        return
    arbiter.report("place-missing", player, f"{arbiter.ids[player]} neither placed a tile nor passed.")


def _draw_oddly(arbiter: Arbiter, player: int, tile: int) -> None:
    """An unknown tile is drawn, or one that cannot be: its place in the hand is then unknown."""
    state = arbiter.state
    state.hidden[player] += 1
    if tile < 0:
        return
    name, text = arbiter.ids[player], TILE_NAMES[tile]
    holder = arbiter.holder_of(tile)
    if holder == player:
        arbiter.add("tile-twice", player, f"{name} cannot draw {text}: it is in that hand already.", None, text)
    elif holder >= 0:
        arbiter.add("tile-elsewhere", player, f"{name} cannot draw {text}: {arbiter.ids[holder]} holds it.", None, text)
        arbiter.hide_tile(tile)
    else:
        arbiter.add("tile-on-board", player, f"{name} cannot draw {text}: it is not in the bag any more.", None, text)


def skip_replacement(arbiter: Arbiter, tile: int = NO_TILE) -> bool:
    """Let the turn begin although its dead tiles were not replaced; one that is placed is found by itself."""
    state = arbiter.state
    if state.phase is not Phase.REPLACE or state.edition.dead_tiles is not DeadTiles.AUTO:
        return False
    arbiter.kept.add(tile)
    keep_dead(arbiter)
    state.phase = PLAY
    return True


def say_not_in_bag(arbiter: Arbiter, player: int, tile: int, verb: str) -> None:
    """A tile in a hand that cannot come from the bag: where it is instead."""
    holder, text = arbiter.holder_of(tile), TILE_NAMES[tile]
    where = f"{arbiter.ids[holder]} holds it" if holder >= 0 else "it is not in the bag any more"
    code = "tile-elsewhere" if holder >= 0 else "tile-on-board"
    arbiter.add(code, player, f"{arbiter.ids[player]} cannot {verb} {text}: {where}.", None, text)


def keep_dead(arbiter: Arbiter) -> None:
    """Dead tiles that had to be replaced were kept.

    Ruling: a dead tile drawn in this very turn may wait for the next one, as some servers that
    play this edition look for dead tiles before they draw.
    """
    state = arbiter.state
    player = state.player
    dead = [
        tile
        for tile in dead_tiles(state, state.hands[player])
        if tile not in arbiter.drawn and tile not in arbiter.kept
    ]
    if dead:
        arbiter.kept.update(dead)  # Said once for each tile.
        names = arbiter.names_of(dead)
        arbiter.report(
            "dead-kept", player, f"{arbiter.ids[player]} keeps {' '.join(names)}, to be replaced as dead.", names, []
        )
    state.phase = TURN_OVER
