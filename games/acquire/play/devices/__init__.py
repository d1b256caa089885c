"""A game on devices: the board on a common screen, a hand on each phone.

A game is its `Terms` and its `Deed`s, which are numbered and dated acts; a `Session` is computed from them. `decide` returns
the deeds that an act of a seat or of the arbiter leads to, including everything the server then does itself; `add_deed` adds one
deed to a session, `rebuild` adds all. `seat_view` and the other views return what one recipient may know, `time_up` whose time
is over, and `log_of` the log for the replay. Nothing here reads a clock or draws a random number: callers pass moments and a
chooser of tiles.
"""

from games.acquire.play.devices.asking import PendingQuestion, QuestionKind
from games.acquire.play.devices.clock import GameClock
from games.acquire.play.devices.deciding import ARBITER, TurnDecision, decide, decide_turn, is_stale, write_timeout
from games.acquire.play.devices.deeds import (
    DEVICE_CODES,
    Deed,
    Holdings,
    Order,
    Ruling,
    Terms,
    deed_document,
    deed_from,
    terms_document,
    terms_from,
)
from games.acquire.play.devices.questions import tile_effect
from games.acquire.play.devices.session import (
    Chooser,
    Session,
    TimeUp,
    add_deed,
    clock_at,
    log_of,
    moment_of_zero,
    open_session,
    pending_question,
    rebuild,
    session_at,
    settle,
    time_up,
)
from games.acquire.play.devices.views import arbiter_view, board_view, news_for, seat_view, seen_since, watcher_view

__all__ = [
    "ARBITER",
    "DEVICE_CODES",
    "Chooser",
    "Deed",
    "GameClock",
    "Holdings",
    "Order",
    "PendingQuestion",
    "QuestionKind",
    "Ruling",
    "Session",
    "Terms",
    "TimeUp",
    "TurnDecision",
    "add_deed",
    "arbiter_view",
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
    "pending_question",
    "rebuild",
    "seat_view",
    "seen_since",
    "session_at",
    "settle",
    "terms_document",
    "terms_from",
    "tile_effect",
    "time_up",
    "watcher_view",
    "write_timeout",
]
