"""What the arbiter does with each act of a log, phase of the turn by phase."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from games.acquire.actions import Act
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.phases import (
    bonuses,
    buying,
    clocks,
    counting,
    director,
    disposing,
    drawing,
    end,
    exchange,
    merging,
    replacing,
    start,
    turns,
)

_BY_ACT: dict[Act, Callable[[Arbiter, int, Any], None]] = {
    Act.START: start.on_start,
    Act.HAND: start.on_hand,
    Act.TURN: turns.on_turn,
    Act.PLAY: turns.on_tile,
    Act.FOUND: merging.on_found,
    Act.SURVIVOR: merging.on_survivor,
    Act.ORDER: merging.on_order,
    Act.BONUS: bonuses.on_bonus,
    Act.DISPOSE: disposing.on_dispose,
    Act.BUY: buying.on_buy,
    Act.DRAW: drawing.on_draw,
    Act.PASS: exchange.on_pass,
    Act.SHOW: exchange.on_show,
    Act.DEAD: replacing.on_dead,
    Act.RETURN: exchange.on_return,
    Act.CLOCK: clocks.on_clock,
    Act.TIMEOUT: clocks.on_timeout,
    Act.TAKEBACK: director.on_takeback,
    Act.REDRAW: director.on_redraw,
    Act.CARD: buying.on_card,
    Act.CASH: counting.on_cash,
    Act.END: end.on_end,
    Act.FINAL: counting.on_final,
    Act.SWAP: buying.on_swap,
    Act.MARKET: end.on_market,
    Act.PAUSE: director.on_pause,
    Act.RESUME: director.on_resume,
    Act.TIME: director.on_beside,
    Act.PEEK: director.on_beside,
    Act.REWIND: director.on_rewind,
}

#: What to do with an event, by its act; each takes the arbiter, the event's player and its value.
HANDLERS: Final = tuple(_BY_ACT[act] for act in Act)
