"""A game on devices, as it is decided and told: the board on a common screen, a hand on each phone.

A game is its `Terms` and its `Deed`s, numbered and dated acts that are only ever added; a `Session` is what follows from
them. `decide` says which deeds an act of a seat or of the arbiter makes, with everything that the server then does itself;
`after` takes one in, `rebuild` all. `seat_view` and its like build what one recipient may know, `time_up` tells whose time
is over, `log_of` gives the log for the replay. Nothing here reads a clock or draws a number: moments and a chooser of tiles
come from outside.
"""

from games.acquire.play.devices.asking import Ask, Asked
from games.acquire.play.devices.clock import Clock
from games.acquire.play.devices.codes import DEVICE_CODES
from games.acquire.play.devices.deciding import ARBITER, Turn, decide, decide_turn, is_stale, write_timeout
from games.acquire.play.devices.deeds import Deed, Order, Ruling
from games.acquire.play.devices.duties import Chooser, settle
from games.acquire.play.devices.logs import log_of
from games.acquire.play.devices.news import news_for, seen_since
from games.acquire.play.devices.session import (
    Session,
    TimeUp,
    after,
    asked,
    clock_at,
    moment_of_zero,
    open_session,
    rebuild,
    time_up,
    up_to,
)
from games.acquire.play.devices.terms import Holdings, Terms, terms_document, terms_from
from games.acquire.play.devices.tiles import tile_effect
from games.acquire.play.devices.views import arbiter_view, board_view, seat_view, watcher_view
from games.acquire.play.devices.words import deed_document, deed_from

__all__ = [
    "ARBITER",
    "DEVICE_CODES",
    "Ask",
    "Asked",
    "Chooser",
    "Clock",
    "Deed",
    "Holdings",
    "Order",
    "Ruling",
    "Session",
    "Terms",
    "TimeUp",
    "Turn",
    "after",
    "arbiter_view",
    "asked",
    "board_view",
    "clock_at",
    "decide",
    "decide_turn",
    "deed_document",
    "deed_from",
    "is_stale",
    "log_of",
    "moment_of_zero",
    "news_for",
    "open_session",
    "rebuild",
    "seat_view",
    "seen_since",
    "settle",
    "terms_document",
    "terms_from",
    "tile_effect",
    "time_up",
    "up_to",
    "watcher_view",
    "write_timeout",
]
