"""A session: what follows from the terms of a game and its deeds, one after the other. There is no other state."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.acquire.actions import NOBODY, Act, Action
from games.acquire.editions import EndCall, SplitRounding, TimeoutPolicy
from games.acquire.errors import AcquireError, IllegalActionError
from games.acquire.play.devices.asking import ASKED_BY_CLOCK, Ask, asked_in
from games.acquire.play.devices.clock import Clock, clock_after, new_clock, rewound
from games.acquire.play.devices.deeds import Deed, Order, Ruling
from games.acquire.play.devices.terms import Terms
from games.acquire.rules.game import outcome, push
from games.acquire.rules.legal import clocked_player
from games.acquire.rules.opening import start
from games.acquire.state import Phase, State

#: What the server states of what follows by itself.
STATED = frozenset({Act.TURN, Act.BONUS, Act.FINAL})


@dataclass(frozen=True, slots=True)
class Session:
    """A game under way; whoever holds one changes nothing in it, its state neither.

    ``deeds`` are all, ``standing`` those that no rewind undid; ``clocks`` are the clocks after each deed, none in a game
    without. ``owed`` are the statements that come next, before anything else is done. ``peeked`` are the seats whose hands
    the arbiter saw in this position.
    """

    terms: Terms
    deeds: tuple[Deed, ...]
    standing: tuple[Deed, ...]
    state: State
    owed: tuple[Action, ...]
    clock: Clock | None
    clocks: tuple[Clock, ...]
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
        return self.state.phase is Phase.OVER and not self.owed


@dataclass(frozen=True, slots=True)
class TimeUp:
    """Somebody's time is over; ``names_open``: a chain is still to be named, which the arbiter settles first (R31)."""

    seat: int
    names_open: bool


def open_session(terms: Terms) -> Session:
    """The session of a game of which nothing was played.

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
    """The session after all these deeds."""
    session = open_session(terms)
    for deed in deeds:
        session = after(session, deed)
    return session


def up_to(session: Session, moment: int) -> Session:
    """The session as it was at a moment, for those who watch with a delay."""
    return rebuild(session.terms, (deed for deed in session.deeds if deed.at <= moment))


def after(session: Session, deed: Deed) -> Session:
    """The session after one more deed.

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
    """The session after a rewind: as it stood after an earlier deed, paused if it is paused.

    Ruling: what was played in vain costs nobody time; time given or taken since stays given or taken.
    """
    if rewind.to > session.number:
        raise IllegalActionError(f"There is no act {rewind.to} to go back to.", "rewind-not-back")
    orders = tuple([old for old in session.deeds[rewind.to :] if _is_kept(old)])
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
    clock = rewound(before, session.clock, running_clock(back), given, deed.at)
    return replace(back, clock=clock, clocks=(*session.clocks, clock))


def standing_after(deeds: Sequence[Deed], number: int) -> tuple[Deed, ...]:
    """What stands after so many deeds: the acts of the game that no rewind among them undid, and all other orders."""
    found: list[Deed] = []
    upto = number  # Acts of the game behind this number were undone by a later rewind.
    for deed in reversed(deeds[:number]):
        what = deed.what
        if isinstance(what, Ruling) and what.order is Order.REWIND:
            upto = what.to if deed.number <= upto else upto
        elif deed.number <= upto or _is_kept(deed):
            found.append(deed)
    return tuple(reversed(found))


def _is_kept(deed: Deed) -> bool:
    """Whether a deed is an order that no rewind undoes: a pause, time given, a look into a hand."""
    return isinstance(deed.what, Ruling) and deed.what.order is not Order.REWIND


def _acted(session: Session, action: Action) -> Session:
    if action.act in STATED or session.owed:
        if session.owed[:1] != (action,):
            raise IllegalActionError(f"{action.act.word} does not follow here.", "deed-order")
        return replace(session, owed=session.owed[1:])
    state = session.state.copy()
    closes = state.edition.end is not EndCall.MANDATORY
    for single in _single(action):
        push(state, single, asks_to_close=closes)
    return replace(session, state=state, owed=_statements(session.state, state, action), peeked=frozenset())


def _single(action: Action) -> list[Action]:
    """An action as the engine takes it: tiles are drawn one by one."""
    if action.act not in (Act.DRAW, Act.HAND):
        return [action]
    return [Action(Act.DRAW, action.player, (tile,)) for tile in action.value]


def _statements(before: State, now: State, action: Action) -> tuple[Action, ...]:
    """What is stated after an action: bonuses paid, a turn begun, final cash."""
    if action.act is Act.TAKEBACK:
        return ()
    told: list[Action] = []
    whole = now.edition.split_rounding is not SplitRounding.EXACT  # A log has whole dollars only.
    settled = now.settled
    if whole and settled is not None and (before.merger is not None or settled is not before.settled):
        paid = before.merger.bonuses if before.merger is not None else {}
        fresh = [chain for chain in settled.bonuses if chain not in paid]
        told += [
            Action(Act.BONUS, player, (chain, int(due))) for chain in fresh for player, due in settled.bonuses[chain]
        ]
    if now.turn != before.turn:
        told.append(Action(Act.TURN, now.player, now.turn))
    result = outcome(now)
    if whole and result is not None and before.phase is not Phase.OVER:
        told += [Action(Act.FINAL, player, int(result.cash[player])) for player in now.order]
    return tuple(told)


def asked(session: Session) -> Ask | None:
    """Who is asked for what; None while the server has something to do, and when the game is over."""
    return None if session.owed else asked_in(session.state)


def running_clock(session: Session) -> int:
    """The seat whose clock runs in a session, -1 for nobody's."""
    ask = None if session.paused else asked(session)
    return ask.seat if ask is not None and ask.phase in ASKED_BY_CLOCK else NOBODY


def clock_at(session: Session, moment: int) -> tuple[int, ...] | None:
    """What each player has left at a moment, in ms by seat; None in a game without clocks."""
    return session.clock.at(moment) if session.clock is not None else None


def time_up(session: Session, moment: int) -> TimeUp | None:
    """Whose time is over at a moment, if anybody's is who is asked something."""
    clock = session.clock
    if clock is None or clock.running == NOBODY or clock.at(moment)[clock.running]:
        return None
    policy = session.state.edition.timeout_policy
    clocked = clocked_player(session.state)
    if clocked != clock.running and policy is TimeoutPolicy.RANDOM_TILE:
        return None  # Only the tile is placed for whoever lets the time pass.
    return TimeUp(clock.running, clocked != clock.running)


def moment_of_zero(session: Session) -> int | None:
    """When the clock that runs will be at 0 if nothing is done; None where none runs."""
    clock = session.clock
    if clock is None or clock.running == NOBODY:
        return None
    return clock.since + clock.left[clock.running]
