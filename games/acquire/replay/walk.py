"""Replaying a record event by event: which function handles each kind of event, and how the game is closed at its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.acquire.actions import NOBODY, ActKind
from games.acquire.replay.buying import on_buy, on_card, on_dispose, on_swap
from games.acquire.replay.end import conclude, on_bonus, on_cash, on_end, on_final, on_market
from games.acquire.replay.hands import on_dead, on_draw, on_pass, on_return, on_show
from games.acquire.replay.merging import on_found, on_order, on_survivor
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.start import on_hand, on_start, report_twice
from games.acquire.replay.turns import on_clock, on_play, on_timeout, on_turn
from games.acquire.rewinding import Rewound
from games.acquire.rules.turn import hide_hand, holder_of, tell_more
from games.acquire.writings import WrittenAgain
from games.sentences import gettext_lazy as _
from games.sentences import ngettext_lazy


def on_takeback(replayer: Replayer, player: int, nothing: None) -> None:
    """Restore the position before a player's tile, as the director allowed (R23-R26); report it if there is none."""
    before = replayer.progress.before_tile
    if before is None or player != replayer.state.player or before.turn != replayer.state.turn:
        replayer.add("takeback-nothing", player, _("There is no tile to take back."))
        return
    settled = replayer.state.settled
    if settled is not None and settled is not before.settled:
        sizes = sorted(settled.sizes.values())
        if sizes[-1] != sizes[-2]:
            message = _("{player} took a tile back although its merger left nothing to choose.")
            replayer.add("takeback-late", player, message)
    replayer.state = before
    replayer.progress.before_tile = None
    replayer.reporter.doubtful = replayer.progress.doubtful_before_tile
    replayer.reporter.excused = -1
    replayer.ledger.forget_dues()


def on_redraw(replayer: Replayer, player: int, tiles: tuple[int, ...]) -> None:
    """Replace a hand by newly drawn tiles, as a penalty (R27)."""
    state = replayer.state
    count = state.count(player)
    if len(tiles) != count:
        message = ngettext_lazy(
            "{player} drew {n} tile instead of {due}.",
            "{player} drew {n} tiles instead of {due}.",
            len(tiles),
            due=count,
        )
        replayer.add("redraw-count", player, message, count, len(tiles))
    hide_hand(state, player)
    for tile in tiles[:count]:
        if tile < 0:
            continue
        if tile in state.seen:
            replayer.report_holder(player, tile, holder_of(state, tile))
        else:
            tell_more(state, player, {tile})


def on_pause(replayer: Replayer, player: int, nothing: None) -> None:
    """Note that the director stops the game (R35); report it if it is stopped already."""
    if replayer.progress.paused:
        replayer.add("pause-unexpected", NOBODY, _("The game was stopped when it had already been stopped."))
    replayer.progress.paused = True


def on_resume(replayer: Replayer, player: int, nothing: None) -> None:
    """Note that the game goes on; report it if it was not stopped."""
    if not replayer.progress.paused:
        replayer.add("pause-unexpected", NOBODY, _("The game was resumed although it had not been stopped."))
    replayer.progress.paused = False


def on_beside(replayer: Replayer, player: int, value: int | None) -> None:
    """Do nothing: time given or taken (R27) and a look into a hand change nothing on the board."""


def on_rewind(replayer: Replayer, player: int, instead: Rewound | WrittenAgain | None) -> None:
    """Report a rewind to an event that is not before it, and turns that are written twice.

    A possible rewind needs nothing here: what it undid has been removed from the record already. None stands for an undone event.
    """
    if isinstance(instead, WrittenAgain):
        report_twice(replayer, instead)
    elif instead is not None and not instead.is_possible:
        place = replayer.index + 1
        message = _(
            "Statement {statement} takes the game back to statement {number}, which does not come before it, "
            "so nothing is undone.",
            statement=place,
            number=instead.to,
        )
        replayer.add("rewind-nowhere", NOBODY, message, place - 1, instead.to)


_BY_ACT: dict[ActKind, Callable[[Replayer, int, Any], None]] = {
    ActKind.START: on_start, ActKind.HAND: on_hand, ActKind.TURN: on_turn, ActKind.PLAY: on_play,
    ActKind.FOUND: on_found, ActKind.SURVIVOR: on_survivor, ActKind.ORDER: on_order, ActKind.BONUS: on_bonus,
    ActKind.DISPOSE: on_dispose, ActKind.BUY: on_buy, ActKind.DRAW: on_draw, ActKind.PASS: on_pass,
    ActKind.SHOW: on_show, ActKind.DEAD: on_dead, ActKind.RETURN: on_return, ActKind.CLOCK: on_clock,
    ActKind.TIMEOUT: on_timeout, ActKind.TAKEBACK: on_takeback, ActKind.REDRAW: on_redraw, ActKind.CARD: on_card,
    ActKind.CASH: on_cash, ActKind.END: on_end, ActKind.FINAL: on_final, ActKind.SWAP: on_swap,
    ActKind.MARKET: on_market, ActKind.PAUSE: on_pause, ActKind.RESUME: on_resume, ActKind.TIME: on_beside,
    ActKind.PEEK: on_beside, ActKind.REWIND: on_rewind,
}  # fmt: skip

#: What to do with an event, by its act; each takes the replayer, the event's player and its value.
HANDLERS: Final = tuple(_BY_ACT[act] for act in ActKind)


def walk(replayer: Replayer, end: int | None = None) -> None:
    """Replay the events from the next one to before the event at index ``end``; None for all that are left.

    A part of the log that could not be read is reported before the event behind it is replayed, or at the end.
    """
    first = replayer.index
    stop = len(replayer.events) if end is None else min(end, len(replayer.events))
    for gap in replayer.record.unread:
        if first <= gap.before and (gap.before < stop or end is None):
            _walk_on(replayer, gap.before)
            replayer.add_unread(gap)
    _walk_on(replayer, stop)


def _walk_on(replayer: Replayer, stop: int) -> None:
    """Replay the events from the next one to before the index ``stop``."""
    handlers, events = HANDLERS, replayer.events
    first = replayer.index
    for index in range(first, stop):  # no slice: most trials of a search stop after a few events
        act, player, value = events[index]
        replayer.index = index
        handlers[act](replayer, player, value)
    replayer.index = max(first, stop)


def finish_walk(replayer: Replayer) -> None:
    """Replay the rest of the record and close the game, if it came to its end."""
    walk(replayer)
    replayer.index = max(0, replayer.index - 1)  # what is found at the end of the log is noted at its last event
    replayer.outcome = conclude(replayer)
    count = replayer.reporter.suppressed
    if count:
        message = ngettext_lazy(
            "{n} later statement does not fit the board; correct the log and replay it.",
            "{n} later statements do not fit the board; correct the log and replay it.",
            count,
        )
        replayer.add("board-doubtful", -1, message, 0, count)
