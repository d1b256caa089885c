"""Replaying the beginning of a log: a position, starting tiles, hands, seats."""

from __future__ import annotations

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.editions import StartOrder, label_set
from games.acquire.record import StartPosition
from games.acquire.replay.omissions import leave_silent_unknown
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import setup
from games.acquire.rules.hands import fill_hands, hide_tile, holder_of, lies_open, take_unknown, tell_hand
from games.acquire.rules.lenient import miss_start_tiles
from games.acquire.rules.opening import put_start_tile, starting_order
from games.acquire.rules.turn import seat_players
from games.acquire.state import NO_TILE
from games.sentences import gettext_lazy as _
from games.sentences import ngettext_lazy


def set_up(replayer: Replayer, position: StartPosition, first: int) -> None:
    """Set up the position in a log's header; ``first`` is the player of the first turn unless the position names one."""
    state = replayer.state
    _report_too_little(replayer, position)
    for chain, tiles in position.chains:
        setup.lay_chain(state, chain, _taken_from_bag(replayer, tiles))
    setup.lay_lone(state, _taken_from_bag(replayer, position.lone))
    setup.lay_dead(state, _taken_from_bag(replayer, position.dead))
    for player, amount in position.cash:
        setup.give_cash(state, player, max(0, amount))
    for player, chain, owned in position.shares:
        setup.give_shares(state, player, chain, max(0, owned))
    for chain, left in enumerate(state.bank):
        if left < 0:
            held = sum(state.shares[chain])
            message = _(
                "{held} shares of {chain} are held, but there are only {most}.",
                held=held,
                chain=chain,
                most=held + left,
            )
            replayer.add("position-wrong", -1, message)
            setup.empty_bank(state, chain)
    for player, tiles in position.hands:
        known = _taken_from_bag(replayer, tuple(tile for tile in tiles if tile >= 0))
        setup.deal_hand(state, player, known, len(tiles) - len(known))
    # A hand in the position is complete; the others are full.
    fill_hands(state, {player for player, _left in position.hands})
    seat_players(state, tuple(range(state.seats)), first if position.to_play is None else position.to_play)


def _report_too_little(replayer: Replayer, position: StartPosition) -> None:
    """Report chains of one tile, and negative cash and shares, which count as none."""
    for chain, tiles in position.chains:
        if len(tiles) == 1:
            message = _(
                "{chain} has only one tile, {tile}; it needs at least two.",
                chain=chain,
                tile=replayer.tile_names(tiles)[0],
            )
            replayer.add("position-wrong", -1, message, 2, 1)
    for player, amount in position.cash:
        if amount < 0:
            replayer.add("position-wrong", player, _("{player} cannot have {amount}.", amount=amount), 0, amount)
    for player, chain, owned in position.shares:
        if owned < 0:
            message = _("{player} cannot have {owned} shares of {chain}.", owned=owned, chain=chain)
            replayer.add("position-wrong", player, message, 0, owned)


def _taken_from_bag(replayer: Replayer, tiles: tuple[int, ...]) -> list[int]:
    """Take tiles out of the bag and return them, except those that are elsewhere already, which are reported."""
    state = replayer.state
    free = []
    for tile in tiles:
        if tile in state.seen:
            replayer.add_tile("position-wrong", -1, _("{tile} appears twice in the position."), tile)
        elif tile >= 0:
            setup.leave_bag(state, tile)
            free.append(tile)
    return free


def on_start(replayer: Replayer, player: int, tile: int) -> None:
    """Put a starting tile on the board (R4, R5), or report why that is not possible."""
    state = replayer.state
    if replayer.progress.started or player in state.start_tiles or not state.edition.start_tiles:
        message = _("{player} cannot put {tile} on the board as a starting tile here.")
        replayer.add_tile("start-unexpected", player, message, tile)
        if replayer.progress.started:
            return
    if lies_open(state, tile):
        replayer.add_tile("tile-on-board", player, _("{tile} is on the board or out of the game."), tile)
        return
    put_start_tile(state, player, tile)


def on_hand(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Compare a hand that the log states with what is known of it, and then take it as known."""
    state = replayer.state
    known = {tile for tile in tiles if tile >= 0}
    if not replayer.progress.started and not state.count(player):
        take_unknown(state, player, min(state.edition.hand_size, state.bag))
    expected = state.count(player)
    # Fewer tiles than the hand has are no mistake: the others are not known.
    if len(tiles) > expected:
        message = ngettext_lazy(
            "{player} holds {n} tile instead of {due}.",
            "{player} holds {n} tiles instead of {due}.",
            len(tiles),
            due=expected,
        )
        replayer.add("hand-count", player, message, expected, len(tiles))
    elif state.hands[player] - known and len(known) == expected:
        missing = replayer.tile_names(sorted(state.hands[player] - known))
        message = _("{player} must also hold {tiles}.", tiles=" ".join(missing))
        replayer.add("hand-differs", player, message, missing, replayer.tile_names(tiles))
    held = state.hands[player] if len(known) < expected else set()
    hand = {tile for tile in known | held if _can_hold(replayer, player, tile)}
    tell_hand(state, player, hand if len(hand) <= expected else set())


def _can_hold(replayer: Replayer, player: int, tile: int) -> bool:
    """Whether a tile can be in a player's hand; reports it if not."""
    holder = holder_of(replayer.state, tile)
    is_open = lies_open(replayer.state, tile)
    if not is_open and holder in (player, NO_TILE):
        return True
    replayer.report_holder(player, tile, holder)
    if not is_open:
        hide_tile(replayer.state, tile)
    return False


def stands_alone(replayer: Replayer) -> bool:
    """Whether the log is a position without any turn: what stands below the header is about that position."""
    return replayer.record.header.position is not None and not replayer.coverage.has(ActKind.TURN)


def open_position(replayer: Replayer) -> None:
    """Lay out the position of a log without any turn, unless it lies there already."""
    if not replayer.progress.started:
        open_game(replayer, 0, 1)


def open_game(replayer: Replayer, player: int, number: int | None) -> None:
    """Prepare the first turn: seats, starting tiles and hands, or the position of the header."""
    state = replayer.state
    header = replayer.record.header
    position = header.position
    if header.variant not in (None, label_set(header.named_labels()).variant):
        message = _(
            "The chain names are those of {labels}, not of {named}.", labels=header.variant, named=header.named_labels()
        )
        replayer.add("labels-differ", -1, message, header.named_labels(), header.variant)
    if position is not None:
        set_up(replayer, position, player)
        replayer.progress.number = (number or 1) - 1
    else:
        _check_start(replayer)
        fill_hands(state)
        seat_players(state, tuple(range(state.seats)))
    leave_silent_unknown(replayer)
    replayer.progress.started = True
    if replayer.watch is not None:
        replayer.watch(replayer)


def _check_start(replayer: Replayer) -> None:
    """Report a wrong number of players, missing starting tiles and an order that does not follow from them (R4)."""
    state = replayer.state
    edition = state.edition
    if not edition.min_players <= state.seats <= edition.max_players:
        message = _(
            "Edition {edition} is for {least} to {most} players, not {count}.",
            edition=edition.name,
            least=edition.min_players,
            most=edition.max_players,
            count=state.seats,
        )
        replayer.add("players-count", -1, message, None, state.seats)
    if not edition.start_tiles:
        return
    missing = state.seats - len(state.start_tiles)
    if missing:
        miss_start_tiles(state, missing)
        message = ngettext_lazy(
            "{n} starting tile was not recorded, so it may be missing from the board.",
            "{n} starting tiles were not recorded, so they may be missing from the board.",
            missing,
        )
        replayer.add("start-missing", -1, message, state.seats, state.seats - missing)
        return
    order = starting_order(state)
    if order != tuple(range(state.seats)):
        right = [replayer.ids[player] for player in order]
        tiles = [TILE_NAMES[state.start_tiles[player]] for player in order]
        message = _(
            "The starting tiles {tiles} give the order {players}; if a chart gave the seats, write “{rule}” in "
            "the header.",
            tiles=" ".join(tiles),
            players=", ".join(right),
            rule=f"rule start_order: {StartOrder.GIVEN}",
        )
        replayer.add("start-order", order[0], message, right, replayer.ids)
