"""A record replayed step by step: the position after each step of a turn, its calculations, and the step of each finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.acquire.actions import Action, ActKind
from games.acquire.board import CHAINS, LONE, TILES
from games.acquire.editions.bonus import Money
from games.acquire.record import GameRecord
from games.acquire.replay.calculations import (
    Account,
    BonusCalculation,
    Calculation,
    Count,
    EventNames,
    MoneyKind,
    MoneyLine,
    MoneySnapshot,
    account,
    bonuses_paid,
    calculation_before,
    final_bonuses,
    final_money,
    money_of,
    money_since,
)
from games.acquire.replay.findings import CodeGroup, Finding
from games.acquire.replay.judging.judge import Replay, judge
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk, walk
from games.acquire.rules.ending import end_condition, worths
from games.acquire.state import State
from games.acquire.writings import is_left_out


@dataclass(frozen=True, slots=True)
class HandView:
    """What is known of a hand: tiles in ascending order, and the number of unknown ones."""

    known: tuple[int, ...]
    unknown: int


@dataclass(frozen=True, slots=True)
class TurnView:
    """A position at a point of turn ``number`` (0 for the start), with players and chains by name.

    ``cells`` maps every filled space to the chain's name, ``""`` for a lone tile, ``"dead"`` for an inert one;
    ``prices`` are dollars a share, ``sizes`` tiles, ``bank`` shares left; ``may_end`` is whether an end
    condition holds. ``findings`` are those of this turn if the position is the one after it.
    """

    number: int
    player: str | None
    label: str
    placed: int | None
    cells: Mapping[int, str]
    cash: Mapping[str, Money]
    shares: Mapping[str, Mapping[str, int]]
    hands: Mapping[str, HandView]
    bank: Mapping[str, int]
    sizes: Mapping[str, int]
    prices: Mapping[str, int]
    bag: int
    may_end: bool
    findings: tuple[Finding, ...]


def view_before_payments(view: TurnView, paid: Sequence[MoneyLine]) -> TurnView:
    """Return a position as it was before these payments were made."""
    cash = dict(view.cash)
    for line in paid:
        cash[line.player] -= line.amount
    return replace(view, cash=cash)


def view_of(replayer: Replayer) -> TurnView:
    """Return the present position of a replay."""
    state = replayer.state
    ids, names = replayer.ids, replayer.names
    player = ids[state.player] if replayer.progress.number else None
    return TurnView(
        number=replayer.progress.number,
        player=player,
        label=f"{replayer.progress.number} {player}" if player else "start",
        placed=state.placed if state.placed >= 0 else None,
        cells=cells_of(state, names),
        cash={name: state.cash[seat] for seat, name in enumerate(ids)},
        shares={
            name: {names[chain]: state.shares[chain][seat] for chain in range(CHAINS) if state.shares[chain][seat]}
            for seat, name in enumerate(ids)
        },
        hands={name: HandView(tuple(sorted(state.hands[seat])), state.hidden[seat]) for seat, name in enumerate(ids)},
        bank=dict(zip(names, state.bank, strict=True)),
        sizes={names[chain]: state.size(chain) for chain in state.chains_on_board()},
        prices={names[chain]: state.price[chain] for chain in state.chains_on_board()},
        bag=state.bag,
        may_end=end_condition(state),
        findings=(),
    )


def cells_of(state: State, names: Sequence[str]) -> dict[int, str]:
    """Return the filled spaces of a position: the chain's name, "" for a lone tile, "dead" for an inert one."""
    cells = {}
    for tile in range(TILES):
        mark = state.spaces[tile]
        if mark:
            cells[tile] = "" if mark == LONE else names[mark.bit_length() - 1]
        elif tile in state.dead:
            cells[tile] = "dead"
    return cells


class StepKind(StrEnum):
    """What a step of a turn is about."""

    START = "start"
    TILE = "tile"
    BONUSES = "bonuses"
    DISPOSAL = "disposal"
    PURCHASE = "purchase"
    SALE = "sale"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class StepView:
    """The position after one step of a turn: a tile with what it founds, bonuses, one disposal, a purchase or the final sale.

    ``turn`` counts the turns from 1, 0 is the start. ``place`` is the index of the first event, ``events`` are those of the step as
    they were probably meant, without undone ones, which are in the `Rewound` of their rewind. ``calculations`` are those that
    decided the step, ``money`` the changes of cash in it.
    """

    turn: int
    kind: StepKind
    place: int
    events: tuple[Action, ...]
    view: TurnView
    calculations: tuple[Calculation, ...]
    money: tuple[MoneyLine, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """Where a finding belongs: the index of its step, the event if it is known, and the calculations that decide it."""

    step: int
    event: Action | None
    calculations: tuple[Calculation, ...]


@dataclass(frozen=True, slots=True)
class Walk:
    """The result of replaying a record step by step: the judge's answer, all steps in order, and the place of each finding."""

    answer: Replay
    steps: tuple[StepView, ...]
    placed: tuple[Placed, ...]


def walk_through(record: GameRecord) -> Walk:
    """Judge a record, and replay it step by step as it was probably meant."""
    answer, best = judge(record)
    progress = _Walker(best)
    progress.run()
    if best is not record:
        progress.written = _Walker(record)
        progress.written.run()
    steps = tuple(progress.steps)
    return Walk(answer, steps, tuple(progress.placed(finding) for finding in answer.findings))


def positions(record: GameRecord) -> Sequence[TurnView]:
    """Return the position before the first turn and after each turn, with the findings about that turn.

    Findings about the whole game are in the first view, those about its end in the last.
    """
    walked = walk_through(record)
    views = {step.turn: step.view for step in walked.steps if step.kind is not StepKind.SALE}
    numbers = {view.number for view in views.values()}
    findings = walked.answer.findings
    return [replace(view, findings=_of_turn(findings, view.number, not turn, numbers)) for turn, view in views.items()]


def _of_turn(findings: Sequence[Finding], number: int, is_first: bool, numbers: set[int]) -> tuple[Finding, ...]:
    """Return the findings about turn ``number``; with ``is_first`` also those about no turn in ``numbers``."""
    return tuple(f for f in findings if f.turn == number or (is_first and f.turn not in numbers))


#: Events that begin a step; all others belong to the step before them.
_OPENING = {
    **dict.fromkeys((ActKind.PASS, ActKind.TIMEOUT, ActKind.TAKEBACK, ActKind.REDRAW, ActKind.END), StepKind.OTHER),
    **dict.fromkeys((ActKind.PAUSE, ActKind.RESUME, ActKind.TIME, ActKind.PEEK, ActKind.REWIND), StepKind.OTHER),
    ActKind.PLAY: StepKind.TILE,
    ActKind.DISPOSE: StepKind.DISPOSAL,
    ActKind.BUY: StepKind.PURCHASE,
    ActKind.SWAP: StepKind.PURCHASE,
}


class _Walker:
    """A replay that divides a record into steps; the attributes from ``turn`` on describe the step that is not closed yet.

    ``written`` is a replay of the record as it was written, if the judge found that another one was meant.
    """

    written: _Walker | None = None

    def __init__(self, record: GameRecord) -> None:
        self.replayer = Replayer(record, self._close_turn)
        self.steps: list[StepView] = []
        self.counts: list[Count] = []
        self.before: MoneySnapshot = money_of(self.replayer.state)
        self.turn = 0
        self.kind = StepKind.START
        self.is_open = True
        self.first = 0
        self.calculations: list[Calculation] = []
        self.money: list[MoneyLine] = []
        self.wanted: dict[int, Calculation] = {}

    def run(self) -> None:
        """Replay the whole record and close the game, if it came to its end."""
        replayer = self.replayer
        for place, event in enumerate(replayer.events):
            self._take(place, event)
        finish_walk(replayer)
        self._pay(len(replayer.events) - 1)
        if self.is_open or not self.steps or self.first < len(replayer.events):
            self._close(view_of(replayer), len(replayer.events))
        if replayer.outcome is not None:
            self._sell()

    def _take(self, place: int, event: Action) -> None:
        """Replay one event, and close the step before it if the event begins a new one."""
        replayer = self.replayer
        if is_left_out(event):
            walk(replayer, place + 1)
            return
        opening = _OPENING.get(event.act)
        old, turn = view_of(replayer) if opening and self.is_open else None, self.turn
        before = calculation_before(event, replayer.state, self._names(place))
        if before is not None:
            self.wanted[place] = before
        walk(replayer, place + 1)
        if opening is not None:
            if old is not None and turn == self.turn:
                self._close(old, place)
            self.kind, self.is_open = opening, True
            if event.act is ActKind.DISPOSE and before is not None:
                self.calculations.append(before)
        elif event.act is not ActKind.TURN:
            self.is_open = True
        if event.act is ActKind.CASH:
            self._note_count(place, event)
        self._pay(place)

    def _pay(self, place: int) -> None:
        """Add the payments since the last event to the open step; bonuses close it and become a step of their own."""
        replayer = self.replayer
        names = self._names(place)
        lines = money_since(self.before, replayer.state, names)
        bonuses = bonuses_paid(self.before, replayer.state, names)
        self.before = money_of(replayer.state)
        if not bonuses:
            self.money += lines
            return
        paid = [line for line in lines if line.kind is MoneyKind.BONUS]
        self.money += [line for line in lines if line.kind is not MoneyKind.BONUS]
        if self.is_open:
            self._close(view_before_payments(view_of(replayer), paid), place + 1)
        self.kind, self.is_open = StepKind.BONUSES, True
        self.calculations, self.money = list(bonuses), paid

    def _close_turn(self, replayer: Replayer) -> None:
        """Close the last step of the present turn, or of the start of the game."""
        if self.turn:
            self._pay(replayer.index)
        self.before = money_of(replayer.state)  # a position in mid-game brings money that nobody was paid
        self._close(view_of(replayer), replayer.index)
        self.turn += 1

    def _close(self, view: TurnView, end: int) -> None:
        """Add the open step, with the position after it; ``end`` is the index of the first event that does not belong to it."""
        events = tuple(event for event in self.replayer.events[self.first : end] if not is_left_out(event))
        step = StepView(self.turn, self.kind, self.first, events, view, tuple(self.calculations), tuple(self.money))
        self.steps.append(step)
        self.first, self.kind, self.is_open = end, StepKind.OTHER, False
        self.calculations, self.money = [], []

    def _sell(self) -> None:
        """Add the last step of a game: bonuses, and the sale of all shares (R15)."""
        replayer = self.replayer
        last = self.steps[-1]
        place = len(replayer.events)
        cash = {name: (replayer.outcome or {})[player] for player, name in enumerate(replayer.ids)}
        names = self._names(place)
        calculations = tuple(final_bonuses(replayer.state, names))
        money = tuple(final_money(replayer.state, names))
        if money:
            view = replace(last.view, cash=cash)
            self.steps.append(StepView(last.turn, StepKind.SALE, place, (), view, calculations, money))

    def _names(self, place: int) -> EventNames:
        replayer = self.replayer
        return EventNames(replayer.ids, replayer.names, place, replayer.progress.number)

    def _note_count(self, place: int, event: Action) -> None:
        """Store cash counted at the table, with what the rules give."""
        state = self.replayer.state
        due = state.cash[event.player]
        if state.reason is not None and event.value != due:
            due = worths(state)[event.player]
        number = self.replayer.progress.number
        self.counts.append(Count(place, number, self.replayer.ids[event.player], event.value, due))

    # Where findings stand.

    def placed(self, finding: Finding) -> Placed:
        """Return the step to which a finding belongs and what decides it, from this replay or that of the record as it was written."""
        place = self._place_of(finding)
        if place is None and self.written is not None and self.written._place_of(finding) is not None:
            there = self.written.placed(finding)
            step = self._step_of(finding, self._place_on_line(finding))[0]
            return Placed(step, there.event, there.calculations)
        if place is None:
            place = self._place_on_line(finding)
        event = self.replayer.events[place] if place is not None else None
        step, steps = self._step_of(finding, place)
        calculations: tuple[Calculation, ...] = ()
        if finding.group is CodeGroup.BONUS:
            step, calculations = self._bonuses_of(step, steps, event)
        elif finding.code in ("cash-wrong", "cash-unrecorded", "final-wrong"):
            calculations = self._accounts_of(finding, place)
            step = len(self.steps) - 1 if finding.code == "final-wrong" else step
        elif place is not None and place in self.wanted:
            calculations = (self.wanted[place],)
        return Placed(step, event, calculations)

    def _step_of(self, finding: Finding, place: int | None) -> tuple[int, list[int]]:
        """Return the index of the step of an event in a finding's turn, and all steps of that turn; if it has none, an earlier step."""
        number = finding.turn or 0
        steps = [index for index, step in enumerate(self.steps) if step.view.number == number]
        at = [index for index in steps if place is not None and self.steps[index].place <= place] or steps[:1]
        before = [index for index, step in enumerate(self.steps) if step.view.number < number]
        return (at or before or [0])[-1], steps

    def _place_of(self, finding: Finding) -> int | None:
        """Return the index of the event about which this replay makes the same finding, or None."""
        found, last = self.replayer.reporter, len(self.replayer.events) - 1
        same = (finding.code, finding.player, finding.line, finding.turn, finding.recorded)
        for place, other in zip(found.places, found.findings, strict=True):
            if (other.code, other.player, other.line, other.turn, other.recorded) == same:
                return min(place, last) if last >= 0 else None
        return None

    def _place_on_line(self, finding: Finding) -> int | None:
        """Return the index of the first event on the line of a finding, or None."""
        record = self.replayer.record
        on_line = (at for at in range(len(record.events)) if record.line_of(at) == finding.line)
        return next(on_line, None) if finding.line is not None else None

    def _bonuses_of(self, step: int, steps: Sequence[int], event: Action | None) -> tuple[int, tuple[Calculation, ...]]:
        """Return the step of a turn that pays the bonus of an event, and its calculation; of all chains if the event names none."""
        chain = self.replayer.names[event.value[0]] if event is not None and event.act is ActKind.BONUS else None
        paying = [
            (index, calculation)
            for index in steps
            for calculation in self.steps[index].calculations
            if isinstance(calculation, BonusCalculation)
        ]
        own = [(index, calculation) for index, calculation in paying if calculation.chain == chain] or paying
        return (own[0][0] if own else step), tuple(calculation for _, calculation in own)

    def _accounts_of(self, finding: Finding, place: int | None) -> tuple[Account, ...]:
        """Return the changes of a player's cash up to his wrong count, or to the end of the game if his final cash is wrong."""
        name = finding.player
        if name is None or not isinstance(finding.recorded, int):
            return ()
        at = place if place is not None else len(self.replayer.events)
        if finding.code == "final-wrong":
            number = self.steps[-1].view.number
            outcome = self.replayer.outcome or {}
            due = outcome.get(self.replayer.ids.index(name), 0)
            wrong = Count(len(self.replayer.events), number, name, finding.recorded, due)
        else:
            counted = [count for count in self.counts if count.place == at and count.player == name]
            if not counted:
                return ()
            wrong = counted[0]
        lines = [line for step in self.steps for line in step.money]
        return (account(name, self.steps[0].view.cash[name], lines, self.counts, wrong),)
