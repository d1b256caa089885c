"""A session: the state of a game on devices, computed from its terms and its `Deed`s alone.

What the server does by itself because nobody has a choice: hands, draws, statements, shown and dead tiles, the market's tiles.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.actions import NOBODY, Action, ActKind
from games.acquire.editions import EndCall, SplitRounding, TimeoutPolicy
from games.acquire.errors import AcquireError, IllegalActionError
from games.acquire.play.devices.asking import ASKED_BY_CLOCK, PendingQuestion, question_in
from games.acquire.play.devices.clock import GameClock, clock_after, clock_after_rewind, new_clock
from games.acquire.play.devices.deeds import Deed, Ruling, Terms
from games.acquire.record import GameRecord, Stamp
from games.acquire.rules import legal, lenient, turn
from games.acquire.rules.game import outcome, push
from games.acquire.state import Phase, State
from games.sentences import gettext_lazy as _

#: The statements that the server adds to the log: a turn begun, a bonus paid, final cash.
STATED = frozenset({ActKind.TURN, ActKind.BONUS, ActKind.FINAL})


@dataclass(frozen=True, slots=True)
class Session:
    """A game under way. Neither the session nor its state may be changed.

    ``deeds`` are all `Deed`s, ``standing`` those that no rewind has undone. ``clocks`` are the clocks after each `Deed`, empty in a game
    without clocks. ``due_statements`` are the statements that must come next, before anything else is done. ``peeked`` are the seats
    whose hands the arbiter has looked at in this position.
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
        """The number of the last `Deed`, 0 before the first."""
        return len(self.deeds)

    @property
    def at(self) -> int:
        """The moment of the last `Deed`, in ms since the game began."""
        return self.deeds[-1].at if self.deeds else 0

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and final cash has been stated."""
        return self.state.phase is Phase.OVER and not self.due_statements


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A player whose time is over.

    With ``names_open`` he has to name a chain before the time-out takes effect; the arbiter names it for him (R31).
    """

    seat: int
    names_open: bool


def open_session(terms: Terms) -> Session:
    """Return the session of a game without any `Deed`.

    Raises:
        AcquireError: if the edition does not allow this number of players, or the header begins in mid-game.
    """
    header = terms.header
    if header.position is not None:
        raise AcquireError(_("A game on devices starts with an empty board; remove the position from its header."))
    edition, seats = header.rulebook(), len(header.players)
    state = lenient.start(edition, seats, header.labels())
    return Session(terms, (), (), state, (), new_clock(edition, seats, terms.minutes), (), False, frozenset())


def rebuild(terms: Terms, deeds: Iterable[Deed]) -> Session:
    """Return the session after all these `Deed`s."""
    session = open_session(terms)
    for deed in deeds:
        session = add_deed(session, deed)
    return session


def add_deed(session: Session, deed: Deed) -> Session:
    """Return the session after one more `Deed`.

    Raises:
        IllegalActionError: if its number or moment does not follow the last one, or its action is not possible.
    """
    if deed.number != session.number + 1 or deed.at < session.at:
        raise IllegalActionError(
            _("Action {number} does not follow action {last}.", number=deed.number, last=session.number), "deed-order"
        )
    deeds = (*session.deeds, deed)
    if isinstance(deed.what, Ruling) and deed.what.order is ActKind.REWIND:
        return _after_rewind(session, deed, deed.what, deeds)
    changed = _after_order(session, deed.what) if isinstance(deed.what, Ruling) else _after_action(session, deed.what)
    clock, clocks = session.clock, session.clocks
    if clock is not None:
        clock = clock_after(clock, deed, running_clock(changed))
        clocks = (*clocks, clock)
    return replace(changed, deeds=deeds, standing=(*session.standing, deed), clock=clock, clocks=clocks)


def _after_order(session: Session, ruling: Ruling) -> Session:
    """Return the session after an order of the arbiter other than a rewind."""
    order = ruling.order
    if order is ActKind.PAUSE or order is ActKind.RESUME:
        return replace(session, paused=order is ActKind.PAUSE)
    return replace(session, peeked=session.peeked | {ruling.player}) if order is ActKind.PEEK else session


def _after_rewind(session: Session, deed: Deed, rewind: Ruling, deeds: tuple[Deed, ...]) -> Session:
    """Return the session after a rewind: the position after an earlier `Deed`; a paused game stays paused.

    Ruling: players get back the time that they spent on undone acts, but time that the arbiter gave or took since stays given or taken.
    """
    if rewind.to > session.number:
        message = _(
            "There is nothing to undo after action {number}; choose an earlier action, or 0 for the beginning.",
            number=rewind.to,
        )
        raise IllegalActionError(message, "rewind-not-back")
    orders = tuple([old for old in session.deeds[rewind.to :] if _is_never_undone(old)])
    standing = standing_after(session.deeds, rewind.to) + orders
    earlier = open_session(session.terms)
    for old in standing:
        if not isinstance(old.what, Ruling):
            earlier = _after_action(earlier, old.what)
    back = replace(earlier, deeds=deeds, standing=standing, paused=session.paused)
    if session.clock is None or earlier.clock is None:
        return back
    given = [old.what for old in orders if isinstance(old.what, Ruling)]
    before = session.clocks[rewind.to - 1] if rewind.to else earlier.clock
    clock = clock_after_rewind(before, session.clock, running_clock(back), given, deed.at)
    return replace(back, clock=clock, clocks=(*session.clocks, clock))


def standing_after(deeds: Sequence[Deed], number: int) -> tuple[Deed, ...]:
    """Return those of the first ``number`` `Deed`s that count: actions not undone by a rewind among them, and orders but rewinds."""
    found: list[Deed] = []
    upto = number  # Acts of the game behind this number were undone by a later rewind.
    for deed in reversed(deeds[:number]):
        what = deed.what
        if isinstance(what, Ruling) and what.order is ActKind.REWIND:
            upto = what.to if deed.number <= upto else upto
        elif deed.number <= upto or _is_never_undone(deed):
            found.append(deed)
    return tuple(reversed(found))


def _is_never_undone(deed: Deed) -> bool:
    """Whether a `Deed` is an order that no rewind undoes: a pause, time given, a look into a hand."""
    return isinstance(deed.what, Ruling) and deed.what.order is not ActKind.REWIND


def _after_action(session: Session, action: Action) -> Session:
    """Return the session after an action or statement.

    Raises:
        IllegalActionError: if statements are due and it is not the first of them, or the rules refuse it.
    """
    if action.act in STATED or session.due_statements:
        if session.due_statements[:1] != (action,):
            raise IllegalActionError(_("{clause} is not possible now.", clause=action.act.word), "deed-order")
        return replace(session, due_statements=session.due_statements[1:])
    state = session.state.copy()
    closes = state.edition.end is not EndCall.MANDATORY
    for single in _engine_actions(action):
        push(state, single, asks_to_close=closes)
    return replace(session, state=state, due_statements=_statements(session.state, state, action), peeked=frozenset())


def _engine_actions(action: Action) -> list[Action]:
    """Return an action as actions of the engine, which draws tiles one by one."""
    if action.act not in (ActKind.DRAW, ActKind.HAND):
        return [action]
    return [Action(ActKind.DRAW, action.player, (tile,)) for tile in action.value]


def _statements(before: State, now: State, action: Action) -> tuple[Action, ...]:
    """Return the statements that must follow an action: bonuses paid, a turn begun, final cash."""
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
    """Return the pending question, or None while the server has something to do or when the game is over."""
    return None if session.due_statements else question_in(session.state)


def running_clock(session: Session) -> int:
    """Return the seat whose clock is running, -1 for none."""
    ask = None if session.paused else pending_question(session)
    return ask.seat if ask is not None and ask.phase in ASKED_BY_CLOCK else NOBODY


def clock_at(session: Session, moment: int) -> tuple[int, ...] | None:
    """Return the time that each player has left at a moment (ms, by seat), or None in a game without clocks."""
    return session.clock.at(moment) if session.clock is not None else None


def time_up(session: Session, moment: int) -> TimeUp | None:
    """Return the player whose clock is at 0 at a moment (ms), or None if no running clock is."""
    clock = session.clock
    if clock is None or clock.running == NOBODY or clock.at(moment)[clock.running]:
        return None
    policy = session.state.edition.timeout_policy
    clocked = legal.clocked_player(session.state)
    if clocked != clock.running and policy is TimeoutPolicy.RANDOM_TILE:
        return None  # In this edition a player out of time only has to place a random tile.
    return TimeUp(clock.running, clocked != clock.running)


def moment_of_zero(session: Session) -> int | None:
    """Return the moment (ms) at which the running clock reaches 0 if nothing is done, or None if no clock is running."""
    clock = session.clock
    if clock is None or clock.running == NOBODY:
        return None
    return clock.since + clock.left[clock.running]


_SECOND: Final = 1_000  # ms


def log_of(session: Session) -> GameRecord:
    """Return the record of the whole game, with players in the turn order given by starting tiles or seating chart (R4, R6).

    Every `Deed` is an event with its moment and its credited lag, also the arbiter's orders and what a rewind has undone. Only a tap
    that ends the look at a bonus (R35) is left out: nothing was paused.
    """
    header, order = session.terms.header, session.state.order
    places = {seat: place for place, seat in enumerate(order)} | {NOBODY: NOBODY}
    logged = list(_deeds_for_log(session.deeds))
    numbers = [deed.number for deed in logged]
    events = [_statement(deed.what, places, numbers) for deed in logged]
    stamps = tuple([Stamp(deed.at, deed.lag) for deed in logged])
    return GameRecord(replace(header, players=tuple([header.players[seat] for seat in order])), events, stamps=stamps)


def _deeds_for_log(deeds: Sequence[Deed]) -> Iterator[Deed]:
    """Yield the `Deed`s that become events of the log: all but a resumption of a game that was not paused."""
    is_paused = False
    for deed in deeds:
        if isinstance(deed.what, Ruling) and deed.what.order in (ActKind.PAUSE, ActKind.RESUME):
            pauses = deed.what.order is ActKind.PAUSE
            if not pauses and not is_paused:
                continue
            is_paused = pauses
        yield deed


def _statement(what: Action | Ruling, places: Mapping[int, int], numbers: Sequence[int]) -> Action:
    """Return an action or order as an event of the log.

    ``places`` has the place in turn order of each seat, ``numbers`` the numbers of the `Deed`s in the log; a rewind tells how many
    events it keeps.
    """
    if isinstance(what, Action):
        return what._replace(player=places[what.player])
    value: object = None
    if what.order is ActKind.TIME:
        value = int(what.given / _SECOND)
    elif what.order is ActKind.REWIND:
        value = bisect_right(numbers, what.to), what.reason
    return Action(what.order, places[what.player], value)


#: A function that chooses one of several tiles: at random in a real game, fixed in a trial.
Chooser = Callable[[Sequence[int]], int]

_DRAWS = frozenset({Phase.DRAW, Phase.EXCHANGE})


def settle(session: Session, at: int, choose: Chooser) -> tuple[Session, tuple[Deed, ...]]:
    """Do everything that the server has to do until a player is asked or the game is over.

    ``at`` is the moment in ms. Returns the session after it, and the `Deed`s that were added.
    """
    done: list[Deed] = []
    while (action := next_server_action(session, choose)) is not None:
        deed = Deed(session.number + 1, max(at, session.at), action)
        session = add_deed(session, deed)
        done.append(deed)
    return session, tuple(done)


def next_server_action(session: Session, choose: Chooser) -> Action | None:
    """Return the next action that the server has to do, or None if a question is pending or the game is over."""
    if session.due_statements:
        return session.due_statements[0]
    state = session.state
    if state.phase is Phase.OVER or pending_question(session) is not None:
        return None
    if state.phase is Phase.DEAL:
        player = lenient.next_to_deal(state)
        count = min(state.edition.hand_size - state.count(player), state.bag)
        return Action(ActKind.HAND, player, tuple(sorted(choose_tiles(state.unseen(), count, choose))))
    if state.phase in _DRAWS:
        return due_draw(state, choose)
    if state.phase is Phase.MARKET:
        return Action(ActKind.MARKET, state.player, (legal.market_chain(state), choose(state.unseen())))
    return _only_action(state, choose)


def choose_tiles(tiles: Sequence[int], count: int, choose: Chooser) -> tuple[int, ...]:
    """Choose ``count`` of the tiles, one after the other."""
    left, taken = list(tiles), []
    for _number in range(count):
        tile = choose(left)
        left.remove(tile)
        taken.append(tile)
    return tuple(taken)


def due_draw(state: State, choose: Chooser) -> Action:
    """Return the draw that is due, or the clock that closes the turn if there is no tile to draw."""
    due = turn.tiles_to_draw(state)
    if not due:
        return Action(ActKind.CLOCK, state.player)
    return Action(ActKind.DRAW, state.player, choose_tiles(state.unseen(), due, choose))


def penalty_redraw(state: State, player: int, choose: Chooser) -> Action:
    """Return the penalty redraw of a player (R27): the whole hand goes back first, then as many tiles are drawn."""
    pool = sorted({*state.unseen(), *state.hands[player]})
    return Action(ActKind.REDRAW, player, tuple(sorted(choose_tiles(pool, state.count(player), choose))))


def _only_action(state: State, choose: Chooser) -> Action:
    """Return the only possible action.

    For a player who let his time pass there may be several: then a random tile, and otherwise the first of the legal actions.
    """
    listed = legal.legal_actions(state)
    plays = {action.value: action for action in listed if action.act is ActKind.PLAY}
    return plays[choose(sorted(plays))] if plays else listed[0]
