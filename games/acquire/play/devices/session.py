"""A session: the state of a game on devices, computed from its terms and its deeds alone."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.editions import EndCall, SplitRounding, TimeoutPolicy
from games.acquire.errors import AcquireError, IllegalActionError
from games.acquire.play.devices.asking import ASKED_BY_CLOCK, PendingQuestion, question_in
from games.acquire.play.devices.clock import GameClock, clock_after, clock_after_rewind, new_clock
from games.acquire.play.devices.deeds import Deed, Order, Ruling
from games.acquire.play.devices.terms import Terms
from games.acquire.record import GameRecord, Stamp
from games.acquire.rules.game import outcome, push
from games.acquire.rules.legal import clocked_player
from games.acquire.rules.opening import start
from games.acquire.state import Phase, State

#: What the server states of what follows by itself.
STATED = frozenset({ActKind.TURN, ActKind.BONUS, ActKind.FINAL})


@dataclass(frozen=True, slots=True)
class Session:
    """A game under way. Neither the session nor its state may be changed.

    ``deeds`` are all, ``standing`` those that no rewind undid; ``clocks`` are the clocks after each deed, none in a game
    without. ``due_statements`` are the statements that come next, before anything else is done. ``peeked`` are the seats whose hands
    the arbiter saw in this position.
    """

    terms: Terms
    deeds: tuple[Deed, ...]
    standing: tuple[Deed, ...]
    state: State
    due_statements: tuple[Action, ...]
    clock: GameClock | None
    clocks: tuple[GameClock, ...]
    paused: bool
    peeked: frozenset[int]

    @property
    def number(self) -> int:
        """The number of the last deed, 0 before the first."""
        return len(self.deeds)

    @property
    def at(self) -> int:
        """The moment of the last deed, in ms since the game began."""
        return self.deeds[-1].at if self.deeds else 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and everything is stated."""
        return self.state.phase is Phase.OVER and not self.due_statements


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A player's time is over; with ``names_open`` he has to name a chain first, which the arbiter settles (R31)."""

    seat: int
    names_open: bool


def open_session(terms: Terms) -> Session:
    """Return the session of a game without any deed.

    Raises:
        AcquireError: if the edition is not played by so many, or the header begins in mid-game.
    """
    header = terms.header
    if header.position is not None:
        raise AcquireError("A game on devices begins with an empty board; leave the position out of its header.")
    edition, seats = header.rulebook(), len(header.players)
    state = start(edition, seats, header.labels())
    return Session(terms, (), (), state, (), new_clock(edition, seats, terms.minutes), (), False, frozenset())


def rebuild(terms: Terms, deeds: Iterable[Deed]) -> Session:
    """Return the session after all these deeds."""
    session = open_session(terms)
    for deed in deeds:
        session = add_deed(session, deed)
    return session


def session_at(session: Session, moment: int) -> Session:
    """Return the session as it was at a moment, for watchers with a delay."""
    return rebuild(session.terms, (deed for deed in session.deeds if deed.at <= moment))


def add_deed(session: Session, deed: Deed) -> Session:
    """Return the session after one more deed.

    Raises:
        IllegalActionError: if the deed does not follow upon the others.
    """
    if deed.number != session.number + 1 or deed.at < session.at:
        raise IllegalActionError(f"Deed {deed.number} does not follow upon deed {session.number}.", "deed-order")
    deeds = (*session.deeds, deed)
    if isinstance(deed.what, Ruling) and deed.what.order is Order.REWIND:
        return _gone_back(session, deed, deed.what, deeds)
    changed = _ruled(session, deed.what) if isinstance(deed.what, Ruling) else _acted(session, deed.what)
    clock, clocks = session.clock, session.clocks
    if clock is not None:
        clock = clock_after(clock, deed, running_clock(changed))
        clocks = (*clocks, clock)
    return replace(changed, deeds=deeds, standing=(*session.standing, deed), clock=clock, clocks=clocks)


def _ruled(session: Session, ruling: Ruling) -> Session:
    order = ruling.order
    if order is Order.PAUSE or order is Order.RESUME:
        return replace(session, paused=order is Order.PAUSE)
    return replace(session, peeked=session.peeked | {ruling.player}) if order is Order.PEEK else session


def _gone_back(session: Session, deed: Deed, rewind: Ruling, deeds: tuple[Deed, ...]) -> Session:
    """Return the session after a rewind: the position after an earlier deed; a paused game stays paused.

    Ruling: what was played in vain costs nobody time; time given or taken since stays given or taken.
    """
    if rewind.to > session.number:
        raise IllegalActionError(f"There is no act {rewind.to} to go back to.", "rewind-not-back")
    orders = tuple([old for old in session.deeds[rewind.to :] if _is_never_undone(old)])
    standing = standing_after(session.deeds, rewind.to) + orders
    earlier = open_session(session.terms)
    for old in standing:
        if not isinstance(old.what, Ruling):
            earlier = _acted(earlier, old.what)
    back = replace(earlier, deeds=deeds, standing=standing, paused=session.paused)
    if session.clock is None or earlier.clock is None:
        return back
    given = [old.what for old in orders if isinstance(old.what, Ruling)]
    before = session.clocks[rewind.to - 1] if rewind.to else earlier.clock
    clock = clock_after_rewind(before, session.clock, running_clock(back), given, deed.at)
    return replace(back, clock=clock, clocks=(*session.clocks, clock))


def standing_after(deeds: Sequence[Deed], number: int) -> tuple[Deed, ...]:
    """Return the deeds that stand after so many of them: acts that no rewind among them undid, and all orders but rewinds."""
    found: list[Deed] = []
    upto = number  # Acts of the game behind this number were undone by a later rewind.
    for deed in reversed(deeds[:number]):
        what = deed.what
        if isinstance(what, Ruling) and what.order is Order.REWIND:
            upto = what.to if deed.number <= upto else upto
        elif deed.number <= upto or _is_never_undone(deed):
            found.append(deed)
    return tuple(reversed(found))


def _is_never_undone(deed: Deed) -> bool:
    """Whether a deed is an order that no rewind undoes: a pause, time given, a look into a hand."""
    return isinstance(deed.what, Ruling) and deed.what.order is not Order.REWIND


def _acted(session: Session, action: Action) -> Session:
    if action.act in STATED or session.due_statements:
        if session.due_statements[:1] != (action,):
            raise IllegalActionError(f"{action.act.word} does not follow here.", "deed-order")
        return replace(session, due_statements=session.due_statements[1:])
    state = session.state.copy()
    closes = state.edition.end is not EndCall.MANDATORY
    for single in _single(action):
        push(state, single, asks_to_close=closes)
    return replace(session, state=state, due_statements=_statements(session.state, state, action), peeked=frozenset())


def _single(action: Action) -> list[Action]:
    """Return an action as the engine's actions: tiles are drawn one by one."""
    if action.act not in (ActKind.DRAW, ActKind.HAND):
        return [action]
    return [Action(ActKind.DRAW, action.player, (tile,)) for tile in action.value]


def _statements(before: State, now: State, action: Action) -> tuple[Action, ...]:
    """Return the statements that follow an action: bonuses paid, a turn begun, final cash."""
    if action.act is ActKind.TAKEBACK:
        return ()
    statements: list[Action] = []
    whole = now.edition.split_rounding is not SplitRounding.EXACT  # A log has whole dollars only.
    settled = now.settled
    if whole and settled is not None and (before.merger is not None or settled is not before.settled):
        paid = before.merger.bonuses if before.merger is not None else {}
        fresh = [chain for chain in settled.bonuses if chain not in paid]
        statements += [
            Action(ActKind.BONUS, player, (chain, int(due)))
            for chain in fresh
            for player, due in settled.bonuses[chain]
        ]
    if now.turn != before.turn:
        statements.append(Action(ActKind.TURN, now.player, now.turn))
    result = outcome(now)
    if whole and result is not None and before.phase is not Phase.OVER:
        statements += [Action(ActKind.FINAL, player, int(result.cash[player])) for player in now.order]
    return tuple(statements)


def pending_question(session: Session) -> PendingQuestion | None:
    """Return the pending question, or None while the server has something to do and when the game is over."""
    return None if session.due_statements else question_in(session.state)


def running_clock(session: Session) -> int:
    """Return the seat whose clock is running, -1 for none."""
    ask = None if session.paused else pending_question(session)
    return ask.seat if ask is not None and ask.phase in ASKED_BY_CLOCK else NOBODY


def clock_at(session: Session, moment: int) -> tuple[int, ...] | None:
    """Return what each player has left at a moment (ms, by seat), or None in a game without clocks."""
    return session.clock.at(moment) if session.clock is not None else None


def time_up(session: Session, moment: int) -> TimeUp | None:
    """Return the player whose time is over at a moment, if it is the one who has to answer; else None."""
    clock = session.clock
    if clock is None or clock.running == NOBODY or clock.at(moment)[clock.running]:
        return None
    policy = session.state.edition.timeout_policy
    clocked = clocked_player(session.state)
    if clocked != clock.running and policy is TimeoutPolicy.RANDOM_TILE:
        return None  # Only the tile is placed for whoever lets the time pass.
    return TimeUp(clock.running, clocked != clock.running)


def moment_of_zero(session: Session) -> int | None:
    """Return the moment at which the running clock reaches 0 if nothing is done, or None if no clock is running."""
    clock = session.clock
    if clock is None or clock.running == NOBODY:
        return None
    return clock.since + clock.left[clock.running]


_SECOND: Final = 1_000  # ms

_ACTS: Final = {
    Order.PAUSE: ActKind.PAUSE,
    Order.RESUME: ActKind.RESUME,
    Order.REWIND: ActKind.REWIND,
    Order.TIME: ActKind.TIME,
    Order.PEEK: ActKind.PEEK,
}


def log_of(session: Session) -> GameRecord:
    """Return the record of the whole game, with players in turn order as their starting tiles or the chart gave it (R4, R6).

    Every deed is a statement with its moment and its credited lag, the arbiter's orders too; what a rewind undid stays and is
    no part of the game. Only a tap that ends the look at a bonus (R35) is none: nothing was paused.
    """
    header, order = session.terms.header, session.state.order
    places = {seat: place for place, seat in enumerate(order)} | {NOBODY: NOBODY}
    logged = list(_logged(session.deeds))
    numbers = [deed.number for deed in logged]
    events = [_statement(deed.what, places, numbers) for deed in logged]
    stamps = tuple([Stamp(deed.at, deed.lag) for deed in logged])
    return GameRecord(replace(header, players=tuple([header.players[seat] for seat in order])), events, stamps=stamps)


def _logged(deeds: Sequence[Deed]) -> Iterator[Deed]:
    """Yield the deeds that the log states: all but a resumption of a game that was not paused."""
    is_paused = False
    for deed in deeds:
        if isinstance(deed.what, Ruling) and deed.what.order in (Order.PAUSE, Order.RESUME):
            pauses = deed.what.order is Order.PAUSE
            if not pauses and not is_paused:
                continue
            is_paused = pauses
        yield deed


def _statement(what: Action | Ruling, places: Mapping[int, int], numbers: Sequence[int]) -> Action:
    """Return an action or order as a statement of the log: players by their places, a rewind by the number of statements that stay."""
    if isinstance(what, Action):
        return what._replace(player=places[what.player])
    value: object = None
    if what.order is Order.TIME:
        value = int(what.given / _SECOND)
    elif what.order is Order.REWIND:
        value = bisect_right(numbers, what.to), what.reason
    return Action(_ACTS[what.order], places[what.player], value)
