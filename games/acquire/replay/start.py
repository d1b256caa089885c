"""Replaying the beginning of a log: a position, starting tiles, hands, seats.

The sequence of turns in a log: their numbers and their order, turns that are not written down, and turns that are written twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.board import TILE_NAMES
from games.acquire.editions import StartOrder
from games.acquire.editions.labels import label_set
from games.acquire.record import StartPosition
from games.acquire.replay.findings import Finding
from games.acquire.replay.omissions import leave_silent_unknown
from games.acquire.replay.replayer import Replayer
from games.acquire.rules import lenient
from games.acquire.rules.turn import fill_hands, hide_tile, holder_of, lies_open, seat_players, take_unknown, tell_hand
from games.acquire.state import NO_TILE, State
from games.acquire.writings import Difference, WrittenAgain, in_words
from games.sentences import Sentence, gettext_noop, ngettext_lazy
from games.sentences import gettext_lazy as _


def set_up(replayer: Replayer, position: StartPosition, first: int) -> None:
    """Set up the position in a log's header; ``first`` is the player of the first turn unless the position names one."""
    state = replayer.state
    _report_too_little(replayer, position)
    for chain, tiles in position.chains:
        lenient.lay_chain(state, chain, _taken_from_bag(replayer, tiles))
    lenient.lay_lone(state, _taken_from_bag(replayer, position.lone))
    lenient.lay_dead(state, _taken_from_bag(replayer, position.dead))
    for player, amount in position.cash:
        lenient.give_cash(state, player, max(0, amount))
    for player, chain, owned in position.shares:
        lenient.give_shares(state, player, chain, max(0, owned))
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
            lenient.empty_bank(state, chain)
    for player, tiles in position.hands:
        known = _taken_from_bag(replayer, tuple(tile for tile in tiles if tile >= 0))
        lenient.deal_hand(state, player, known, len(tiles) - len(known))
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
            lenient.leave_bag(state, tile)
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
    lenient.put_start_tile(state, player, tile)


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
        used, named = label_set(header.variant), label_set(header.named_labels())
        message = _(
            "The chain names are those of {labels}, not of {named}.", labels=_(used.title), named=_(named.title)
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
        lenient.miss_start_tiles(state, missing)
        message = ngettext_lazy(
            "{n} starting tile was not recorded, so it may be missing from the board.",
            "{n} starting tiles were not recorded, so they may be missing from the board.",
            missing,
        )
        replayer.add("start-missing", -1, message, state.seats, state.seats - missing)
        return
    order = lenient.starting_order(state)
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


#: A number that is further on than this is a slip of the pen, not a gap.
MOST_MISSING: Final = 100


def compare_number(replayer: Replayer, player: int, number: int, expected: int) -> int:
    """Report that a turn has another number than the one that is due, and return the player who is next by the numbers.

    If the numbers left out and the player agree, these turns are not written down. Otherwise the number is wrong; that is not
    reported again while the log goes on counting from it.
    """
    progress = replayer.progress
    if progress.wrong_number and number == progress.wrong_number + 1:
        progress.number = number  # The log goes on counting from there: one finding was enough.
        progress.wrong_number = 0
        return expected
    missing = _missing_players(replayer, player, number, expected)
    if missing:
        _pass_over_missing(replayer, missing)
        progress.number = number
        return player
    message = _("This is turn {turn}, not {number}.", turn=progress.number, number=number)
    replayer.add("turn-number", player, message, progress.number, number)
    progress.wrong_number = number
    return expected


def _missing_players(replayer: Replayer, player: int, number: int, expected: int) -> list[int]:
    """Return the players of the turns whose numbers are left out before turn ``number``, in order; empty if it is no gap.

    It is none if the player does not agree with the number, or if one of the numbers comes later.
    """
    due = replayer.progress.number
    if not due < number <= due + MOST_MISSING:
        return []
    players = [expected]
    while len(players) <= number - due:
        players.append(_next_player(replayer.state, players[-1]))
    is_gap = players.pop() == player and not _is_any_numbered_later(replayer, due, number)
    return players if is_gap else []


def _next_player(state: State, player: int) -> int:
    """Return the first player in turn order, after the given one, who is not out of time."""
    return next(seat for seat in state.from_player(state.following[player]) if seat not in state.timed_out)


def _is_any_numbered_later(replayer: Replayer, first: int, last: int) -> bool:
    """Whether the log has a turn with a number from ``first`` to before ``last`` after the present event."""
    later = islice(replayer.events, replayer.index + 1, None)
    return any(event.act is ActKind.TURN and first <= (event.value or 0) < last for event in later)


def _pass_over_missing(replayer: Replayer, players: Sequence[int]) -> None:
    """Report the turns of these players that the log leaves out, and go past them; the board is in doubt from there on.

    Turns of which the log has lines that cannot be read are not left out: those lines are found already.
    """
    first = replayer.progress.number
    last = first + len(players) - 1
    expected: object
    if len(players) == 1:
        replayer.ids[players[0]]
        message, expected = _("Turn {turn} by {player} was not written down.", turn=first), first
        replayer.ledger.without_purchase.add(players[0])
    else:
        message, expected = (
            _("Turns {first_turn} to {last_turn} were not written down.", first_turn=first, last_turn=last),
            [first, last],
        )
        leave_all_unknown(replayer)
    if _unread_before(replayer) < len(players):
        replayer.add("turn-missing", players[0] if first == last else NO_TILE, message, expected, None)
    for player in players:
        lenient.miss_turn(replayer.state, player)
    _doubt_board(replayer)


def _unread_before(replayer: Replayer) -> int:
    """Return how many places that may each be a turn cannot be read between the turn before the present event and this event."""
    unread = replayer.record.unread
    if not unread:
        return 0
    events, here = replayer.events, replayer.index
    before = next((at for at in reversed(range(here)) if events[at].act is ActKind.TURN), -1)
    may_be_turn = (gap for gap in unread if gap.column == 1 or gap.act in (None, ActKind.TURN))
    return sum(before < gap.before <= here for gap in may_be_turn)


def _doubt_board(replayer: Replayer) -> None:
    """Leave the board in doubt for the rest of the log, whatever later counts answer."""
    replayer.reporter.doubtful = True
    if replayer.ledger.question is not None:
        replayer.ledger.question.suppressed = -1


def leave_all_unknown(replayer: Replayer) -> None:
    """Mark everybody's cash and shares as unknown: in several turns anybody may have bought, and mergers may have paid anybody."""
    for player in range(replayer.state.seats):
        replayer.ledger.leave_unknown(player, *range(len(replayer.names)))


def compare_order(replayer: Replayer, player: int, expected: int) -> None:
    """Report a player who is not next.

    After such a finding, the player whose turn was taken may play at once, and then the one after the player who was too early;
    neither is reported.
    """
    progress = replayer.progress
    passed_over = progress.passed_over
    progress.passed_over = NO_TILE
    if player == expected:
        return
    if player == passed_over and passed_over != replayer.state.player:
        progress.passed_over = replayer.state.following[progress.too_early]
        return
    # Behind a turn that was only written for another player the order seems broken once more; that is no gap.
    is_gap = passed_over < 0 and _goes_on_from(replayer, replayer.index)
    _report_wrong_turn(replayer, player, expected, is_gap=is_gap)
    progress.passed_over, progress.too_early = expected, player


def _report_wrong_turn(replayer: Replayer, player: int, expected: int, *, is_gap: bool) -> None:
    """Report a player whose turn it is not, because he is out of time or another one is next; with ``is_gap``, turns may be missing."""
    name, right = replayer.ids[player], replayer.ids[expected]
    if player in replayer.state.timed_out:
        lenient.let_go_on(replayer.state, player)
        message = _("{player} is out of time; it is {right}'s turn, not {player}'s.", right=right)
        replayer.add("turn-timed-out", player, message, right, name)
        return
    number = replayer.progress.number
    message = _("It is {right}'s turn, not {player}'s.", right=right)
    if is_gap:
        message = _(
            "It is {right}'s turn, not {player}'s; turns may be missing between turn {first_turn} and turn {last_turn}.",
            right=right,
            first_turn=number - 1,
            last_turn=number,
        )
    replayer.add("turn-order", player, message, right, name)
    if is_gap:
        leave_all_unknown(replayer)
        _doubt_board(replayer)


def _goes_on_from(replayer: Replayer, place: int) -> bool:
    """Whether the log goes on with the players after that of the turn at ``place`` in their order, for a round or to its end.

    After a turn that was only written for another player, or in the wrong place, it does not. Two players alternate in any case, so of
    them this cannot be told.
    """
    state = replayer.state
    later = islice(replayer.events, place + 1, None)
    turns = list(islice((event.player for event in later if event.act is ActKind.TURN), state.seats))
    due = [_next_player(state, replayer.events[place].player)]
    while len(due) < len(turns):
        due.append(_next_player(state, due[-1]))
    return state.seats > 2 and len(turns) > 1 and turns == due


def stands_before_gap(replayer: Replayer) -> bool:
    """Whether turns may be missing before the next turn of the log, so that what stands before it may have been counted after them."""
    events, state = replayer.events, replayer.state
    later = range(replayer.index + 1, len(events))
    place = next((at for at in later if events[at].act is ActKind.TURN), -1)
    if place < 0:
        return False
    _, player, number = events[place]
    if number is not None and number > replayer.progress.number + 1:
        return True
    is_next = player in state.timed_out or player == _next_player(state, state.player)
    return not is_next and replayer.progress.passed_over < 0 and _goes_on_from(replayer, place)


def report_twice(replayer: Replayer, again: WrittenAgain) -> None:
    """Report turns that are written twice: a note if the writings agree, else an error for each contradiction."""
    progress = replayer.progress
    numbers = [head.value for head in again.heads]
    if numbers[-1] != progress.number:
        progress.wrong_number = numbers[-1] or 0  # The log may go on counting from there.
    for difference in again.differences:
        _report_difference(replayer, difference)
    if not again.differences:
        replayer.add("turn-twice", NO_TILE, _double_sentence(again), None, numbers)


def _double_sentence(again: WrittenAgain) -> Sentence:
    """Return the sentence on turns whose two writings agree."""
    heads = again.heads
    first, last = heads[0].value, heads[-1].value
    if len(heads) == 1:
        return _("This turn was written down twice; the two versions do not contradict each other.")
    if first is None or last is None:
        return _(
            "These {count} turns were written down twice; the two versions do not contradict each other.",
            count=len(heads),
        )
    return _(
        "Turns {first_turn} to {last_turn} were written down twice; the two versions do not contradict each other.",
        first_turn=first,
        last_turn=last,
    )


_LINES_DIFFER = gettext_noop(
    "The turn was written down twice: line {line} says {said}, but line {other_line} says {instead}."
)
_DIFFER = gettext_noop("The turn was written down twice: one version says {said}, but the other says {instead}.")


def _report_difference(replayer: Replayer, difference: Difference) -> None:
    """Report that two writings of a turn contradict each other."""
    earlier = [event for event in replayer.events[: difference.places[0]] if event.act is ActKind.TURN]
    number, player = difference.turn or len(earlier), difference.said[0].player
    said, instead = (
        in_words(clauses, earlier[-1].player, replayer.ids, replayer.names)
        for clauses in (difference.said, difference.instead)
    )
    lines = difference.line, difference.other_line
    values = {"said": said, "instead": instead, "line": lines[0], "other_line": lines[1]}
    message = Sentence(_DIFFER if None in lines else _LINES_DIFFER, values)
    name = replayer.ids[player] if player >= 0 else None
    found = Finding.of("turn-differs", difference.other_line, number, name, message, said, instead)
    replayer.reporter.add(replayer.index, found)
