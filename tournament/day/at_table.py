"""The clock of one table: presses, and what every player has left at a moment (R27, R29, R35, R36).

A press says what holds from its moment on, not what it changes: it names whose turn it is, or whose clock runs. Presses may
therefore arrive late, twice and in any order: sorted by their moment, with each key counted once, they always give the same clock.

1. A turn begins: the player is on turn, and their clock runs.
2. A merger: the clock runs for who decides about shares; who is on turn stays on turn (R36).
3. A bonus is paid, or the game rests: no clock runs (R35).
4. The director gives or takes seconds (R27), holds every clock, and lets them go on.

Calls for the director from tables: their subject, how long each waits, and the queue in words.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tournament.draw.seating import ClockError, minutes_per_player, order_of_play
from tournament.record.formats import Format
from tournament.record.rounds import Pause, RoundRecord, TableRecord
from tournament.record.vocabulary import SeatSource
from wording import gettext as _
from wording import gettext_noop, ngettext
from wording.worded import Worded

MINUTE = 60


class CallKind(Worded):
    """What a table calls about; the value is stored, so its meaning never changes."""

    DISPUTE = "dispute", gettext_noop("dispute")
    RULE = "rule", gettext_noop("rule question")
    TIME = "time", gettext_noop("time")
    OTHER = "other", gettext_noop("something else")


@dataclass(frozen=True, slots=True)
class CallRecord:
    """One call for the director: its round and table, subject, words and time.

    ``answered_at`` or ``cancelled_at`` is None until then; ``note`` says what came of it.
    """

    key: int
    round: int
    table: int
    kind: CallKind
    words: str
    called_at: datetime
    answered_at: datetime | None = None
    answered_by: str = ""
    note: str = ""
    cancelled_at: datetime | None = None

    @property
    def is_open(self) -> bool:
        """Whether the table still waits."""
        return self.answered_at is None and self.cancelled_at is None

    def waited(self, now: datetime) -> int:
        """Return the whole minutes from the call to its end, or to now if it is open; 0 if a clock was set back."""
        until = self.answered_at or self.cancelled_at or now
        return max(0, int((until - self.called_at).total_seconds()) // MINUTE)


def ago(minutes: int) -> str:
    """Return minutes as words: "just now", "1 minute ago"."""
    return _("just now") if minutes == 0 else ngettext("{n} minute ago", "{n} minutes ago", minutes)


@dataclass(frozen=True, slots=True)
class OpenCalls:
    """The open calls: how many there are, and the one that has waited longest, without the table's own words."""

    many: int
    oldest: CallRecord


def in_short(waiting: OpenCalls | None, now: datetime) -> str:
    """Return the open calls for a badge, the longest wait first: "2 calls: table 5, 3 min"; empty for None, no open call."""
    if waiting is None:
        return ""
    return ngettext(
        "{n} call: table {table}, waiting {minutes} min",
        "{n} calls: table {table}, waiting {minutes} min",
        waiting.many,
        table=waiting.oldest.table,
        minutes=waiting.oldest.waited(now),
    )


def to_do(waiting: OpenCalls | None, now: datetime) -> str:
    """Return the oldest call as a sentence: "Table 5 called 4 minutes ago: rule question."; empty for None, no open call."""
    if waiting is None:
        return ""
    more = waiting.many - 1
    first = _(
        "Table {table} called {ago}: {subject}.",
        table=waiting.oldest.table,
        ago=ago(waiting.oldest.waited(now)),
        subject=waiting.oldest.kind.words,
    )
    if not more:
        return first
    return " ".join((first, ngettext("{n} more call is waiting.", "{n} more calls are waiting.", more)))


SECOND = 1000
"""One second in milliseconds; all times here are in whole milliseconds, moments since 1970, as in a browser."""


class PressKind(StrEnum):
    """What was pressed: a turn, a decision in a merger, a stop; or by the director time given, clocks held, or clocks going on.

    The value is stored, so its meaning never changes.
    """

    TURN = "turn"
    DECIDE = "decide"
    STOP = "stop"
    GIVE = "give"
    HOLD = "hold"
    GO = "go"


OF_A_TABLE = frozenset({PressKind.TURN, PressKind.DECIDE, PressKind.STOP})
"""The kinds that the table itself presses; the others are the director's."""
OF_A_PLAYER = frozenset({PressKind.TURN, PressKind.DECIDE, PressKind.GIVE})
"""The kinds of presses that name a player."""


@dataclass(frozen=True, slots=True)
class Press:
    """One press: its key, the moment in ms, its kind, its player (0 for none), and the ms given to the player (negative if taken)."""

    key: str
    at: int
    kind: PressKind
    player: int = 0
    given: int = 0


Presses = Mapping[int, Sequence[Press]]
"""The presses of a round's clocks, by table number."""


@dataclass(frozen=True, slots=True)
class PlayerTime:
    """The time that a player used, was given by the director, and has left, in ms.

    ``left`` is below zero only if the director took time away.
    """

    player: int
    used: int
    given: int
    left: int

    @property
    def is_out(self) -> bool:
        """Whether the player is out of time (R31)."""
        return self.left <= 0


@dataclass(frozen=True, slots=True)
class TableTime:
    """The state of a table's clock at the moment ``at``: everybody's time in order of play, whose turn it is, and whose clock runs.

    ``turn``, ``pressed`` and ``running`` are players, 0 for nobody. ``pressed`` is the player whose clock was started last; it runs
    unless all clocks are held or the player has no time left.
    """

    at: int
    players: tuple[PlayerTime, ...]
    turn: int
    pressed: int
    running: int
    is_held: bool
    has_begun: bool

    def of(self, player: int) -> PlayerTime:
        """Return the time of one player."""
        return next(row for row in self.players if row.player == player)

    @property
    def next(self) -> int:
        """The player who is next in order of play and has time left (R34); 0 if nobody has."""
        order = [row.player for row in self.players]
        begin = order.index(self.turn) + 1 if self.turn in order else 0
        with_time = (player for player in order[begin:] + order[:begin] if not self.of(player).is_out)
        return next(with_time, 0)

    @property
    def out(self) -> tuple[int, ...]:
        """The players who are out of time."""
        return tuple(row.player for row in self.players if row.is_out)

    @property
    def least(self) -> int:
        """The least time left of a player who is not out of time, 0 if all are."""
        return min((row.left for row in self.players if not row.is_out), default=0)


def clock_at(order: Iterable[int], budget: int, presses: Iterable[Press], at: int) -> TableTime:
    """Return the state of a clock at the moment ``at``; players in ``order`` of play have ``budget`` ms each (R29).

    Presses after that moment count as made at that moment, so that no clock runs backwards if two devices disagree on the time.
    """
    clock = _Clock(dict.fromkeys(order, budget))
    for press in sorted({press.key: press for press in presses}.values(), key=lambda press: (press.at, press.key)):
        clock.run_to(min(press.at, at))
        clock.take(press)
    clock.run_to(at)
    return TableTime(
        at,
        tuple(PlayerTime(player, clock.used[player], clock.given[player], left) for player, left in clock.left.items()),
        clock.turn,
        clock.pressed,
        clock.running,
        clock.is_held,
        clock.has_begun,
    )


class _Clock:
    """A clock while its presses are applied in order."""

    def __init__(self, left: dict[int, int]) -> None:
        self.left = left
        self.used, self.given = dict.fromkeys(left, 0), dict.fromkeys(left, 0)
        self.now = self.turn = self.pressed = 0
        self.is_held = self.has_begun = False

    @property
    def running(self) -> int:
        """The player whose clock runs, 0 for nobody: the one pressed last, unless all clocks are held or the time is up."""
        return self.pressed if not self.is_held and self.left.get(self.pressed, 0) > 0 else 0

    def run_to(self, moment: int) -> None:
        """Let the running clock run to the moment ``moment``."""
        if player := self.running:
            spent = min(max(0, moment - self.now), self.left[player])
            self.left[player] -= spent
            self.used[player] += spent
        self.now = moment

    def take(self, press: Press) -> None:
        """Apply one press."""
        if press.kind in OF_A_PLAYER and press.player not in self.left:
            return  # a player who has left the table has no clock
        if press.kind is PressKind.GIVE:
            self.left[press.player] += press.given
            self.given[press.player] += press.given
        elif press.kind in (PressKind.HOLD, PressKind.GO):
            self.is_held = press.kind is PressKind.HOLD
        else:
            self.pressed = press.player
            self.has_begun = self.has_begun or press.kind is not PressKind.STOP
            self.turn = press.player if press.kind is PressKind.TURN else self.turn


def read_out(left: int) -> str:
    """Return time on a clock as text: "24:59", a part of a second counted as a whole one; never below "0:00"."""
    seconds = max(0, -(-left // SECOND))
    return f"{seconds // 60}:{seconds % 60:02}"


def moment(at: datetime) -> int:
    """Return a moment in whole ms since 1970, the unit in which presses are stored."""
    return int(at.timestamp() * 1000)


def state_of_clock(
    table: TableRecord, source: SeatSource, rules: Format, presses: Iterable[Press], at: int
) -> TableTime | None:
    """Return the state of a table's clock at ``at`` (in ms), None where the rules have no minutes for a table of its size (R29)."""
    try:
        budget = minutes_per_player(len(table.seats), rules) * MINUTE * SECOND
    except ClockError:
        return None
    return clock_at([seat.player for seat in order_of_play(table, source)], budget, presses, at)


def pressed_by_pauses(pauses: Sequence[Pause]) -> Iterator[Press]:
    """Yield the pauses of a round's clock as presses, which all its tables share."""
    for number, pause in enumerate(pauses):
        yield Press(f"pause{number:03}", moment(pause.since), PressKind.HOLD)
        if pause.until is not None:
            yield Press(f"pause{number:03}-end", moment(pause.until), PressKind.GO)


def out_by_clock(round_: RoundRecord, rules: Format, pressed: Presses, now: datetime) -> dict[int, frozenset[int]]:
    """Return the players who are out of time by their table's clock, by table number at ``now``; the result's form proposes them (R31)."""
    found = {}
    for table in round_.tables:
        presses = [*pressed.get(table.number, ()), *pressed_by_pauses(round_.pauses)]
        time = state_of_clock(table, round_.seat_source, rules, presses, moment(now))
        if time is not None and time.has_begun and time.out:
            found[table.number] = frozenset(time.out)
    return found
