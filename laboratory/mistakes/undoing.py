"""Whether a log determines what happened: every true game near the damage from which one slip makes this very log.

Each line between the count before the damage and the count behind it is replaced by every true line that a slip of the pen makes it of,
or its contents are exchanged with those of the next lines of its kind; at the first line that cannot be true, lines and whole turns are
put in, taken out, exchanged and given to the player whose turn it is; and one player may have been paid wrongly from some place on. What
then fits the rules, all counts and the final is a game that may have been. Not seen are two slips in one log, slips in front of the count
before the damage, lost turns with a merger, and passes with an exchange of the hand; where more would have to be tried than ``most``,
nothing is determined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.editions.bonus import Money
from games.acquire.record import GameRecord
from games.acquire.rules.ending import worths
from games.acquire.rules.game import is_over, push
from games.acquire.state import Phase, State
from laboratory.mistakes.course import finals_after, make_ready, opened, possible, stated, step
from laboratory.mistakes.sheets import blocks
from laboratory.mistakes.slips import Lines, exchange_lines, exchange_turns, give_turn, miswritten, numbered_on

#: How many games are tried at most.
MOST: Final = 20_000

Finals = tuple[Money, ...]
"""Everybody's final cash, by seat."""


@dataclass(slots=True)
class _Tries:
    """What has been tried, and the finals of all games that fit."""

    most: int
    finals: set[Finals] = field(default_factory=set)

    def take(self, state: State, tails: Iterator[Sequence[Action]]) -> None:
        """Try each of these endings of the log in a position."""
        for tail in tails:
            if not self.most:
                return
            self.most -= 1
            if (found := finals_after(state.copy(), tail)) is not None:
                self.finals.add(found)


def finals_of(record: GameRecord, place: int, most: int = MOST) -> set[Finals] | None:
    """The finals of all true games of which one slip makes this log, damaged at a place; None where too many would have to be tried.

    A log that is true as it is written is believed.
    """
    lines = [*record.events]
    counts = [at for at, line in enumerate(lines) if line.act is ActKind.CASH]
    first = max((at + 1 for at in counts if at < place), default=0)
    last = min((at for at in counts if at > place and at + 1 not in counts), default=len(lines) - 1)
    state = opened(record.header)
    tries = _Tries(most)
    for at, line in enumerate(lines):
        if first <= at <= last:
            make_ready(state, line.act)
            tries.take(state, _otherwise(state, lines, at))
        before = state.copy()
        if not step(state, line):
            tries.take(before, _mended(before, lines, at))
            break
    else:
        return {worths(state)} if is_over(state) else set()
    return tries.finals | _paid_otherwise(record) if tries.most else None


def _otherwise(state: State, lines: Lines, at: int) -> Iterator[Sequence[Action]]:
    """What may stand from a place on if this line, or this and another of its kind, was miswritten."""
    for one in possible(state, lines[at].act):
        if lines[at] in miswritten(one, state.seats):
            yield [one, *lines[at + 1 :]]
    yield from (told[at:] for told in exchange_lines(lines, at, state.seats))


def _mended(state: State, lines: Lines, at: int) -> Iterator[Sequence[Action]]:
    """What may stand from the first line on that cannot be true if a line or a turn is lost, twice, exchanged or another player's."""
    line = lines[at]
    make_ready(state, line.act)
    if line in lines[:at]:
        yield lines[at + 1 :]
    for one in possible(state):
        yield [one, *lines[at:]]
    if line.act is ActKind.TURN:
        end = next(last for first, last in blocks(lines) if first == at)
        if any(lines[since : since + end - at] == lines[at:end] for since in range(at)):
            yield lines[end:]
    for change in (exchange_turns, give_turn):
        yield from (told[at:] for told in change(lines, at, state.seats))
    head = next((line for line in lines[at:] if line.act is ActKind.TURN), None)
    make_ready(state, ActKind.TURN)
    if state.phase is not Phase.PLAY:
        return
    begun = Action(ActKind.TURN, state.player, state.turn)
    yield from ([begun, tile, *lines[at:]] for tile in possible(state, ActKind.PLAY))
    if line.act in (ActKind.TURN, ActKind.CASH) and head and head.player != state.player:
        for turn in _turns(state, (begun,)):
            yield [*turn, *(numbered_on(lines[at:], 1) if head.value == state.turn else lines[at:])]


def _turns(state: State, told: tuple[Action, ...]) -> Iterator[tuple[Action, ...]]:
    """Every turn without a merger that may be played from a position of it on."""
    for one in possible(state):
        after = state.copy()
        push(after, one, undo=False)
        if after.settled is not state.settled:
            continue
        if after.turn > state.turn or after.phase in (Phase.DRAW, Phase.OVER):
            yield (*told, one)
        else:
            yield from _turns(after, (*told, one))


def _paid_otherwise(record: GameRecord) -> set[Finals]:
    """The finals of the log as it is written, if only one player's money is off, by the same dollars from some place on.

    Where a count and the final are off and no line states the sum, a slip that nobody knows of may have made both right: they count too.
    """
    state = opened(record.header)
    off: list[tuple[ActKind, int, int]] = []
    for line in record.events:
        is_off = not step(state, line)
        if is_off and line.act in _OF_MONEY and (due := _due(state, line)) is not None:
            off.append((line.act, line.player, (line.value[1] if line.act is ActKind.BONUS else line.value) - due))
        elif is_off or (line.act in _COUNTED and line.player in [player for _, player, _ in off]):
            return set()
    if len({(player, by) for _, player, by in off}) != 1 or not is_over(state):
        return set()
    finals, (_, player, by) = worths(state), off[0]
    as_stated = tuple(cash + by * (seat == player) for seat, cash in enumerate(finals))
    return {finals} if {act for act, _, _ in off} != _COUNTED else {finals, as_stated}


_COUNTED: Final = frozenset({ActKind.CASH, ActKind.FINAL})
_OF_MONEY: Final = _COUNTED | {ActKind.BONUS}


def _due(state: State, line: Action) -> int | None:
    """The dollars that a line about money ought to state, None where it ought not to stand at all."""
    for one in stated(state, line.act):
        if one.player == line.player and line.act is not ActKind.BONUS:
            return int(one.value)
        if one.player == line.player and one.value[0] == line.value[0]:
            return int(one.value[1])
    return None
