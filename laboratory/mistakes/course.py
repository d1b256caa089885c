"""A log played through the rules: whether each of its lines is what the position allows, and what could stand in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.acquire.actions import Action, ActKind
from games.acquire.editions.bonus import Money
from games.acquire.errors import IllegalActionError
from games.acquire.record import GameRecord, Header
from games.acquire.rules.acts import go_on
from games.acquire.rules.ending import worths
from games.acquire.rules.game import is_over, push
from games.acquire.rules.legal import iter_legal
from games.acquire.rules.lenient import after_deal, put_start_tile, start
from games.acquire.rules.turn import after_draw, fill_hands, take_unknown, tiles_to_draw
from games.acquire.state import Phase, State

#: The acts that come after the purchase of a turn and before anything is drawn.
_BEFORE_A_DRAW = frozenset({ActKind.END, ActKind.CASH, ActKind.FINAL, ActKind.CLOCK})
_NOT_SEEN = frozenset({ActKind.DRAW, ActKind.SHOW, ActKind.DEAD, ActKind.RETURN})


def opened(header: Header) -> State:
    """The position before the first line of a log."""
    return start(header.rulebook(), len(header.players))


def make_ready(state: State, act: ActKind) -> None:
    """Deal and draw what no scribe sees, if the next line of the log is of this act."""
    if state.phase is Phase.DEAL:
        fill_hands(state)
        after_deal(state)
        go_on(state)
    elif state.phase is Phase.DRAW and act not in _BEFORE_A_DRAW and (due := tiles_to_draw(state)):
        take_unknown(state, state.player, due)
        after_draw(state)
        go_on(state)


def stated(state: State, act: ActKind) -> Iterator[Action]:
    """What a line that changes nothing may truly state now: the turn, the bonuses that were paid last, cash, final cash."""
    merger = state.merger or state.settled
    if act is ActKind.TURN and state.phase is Phase.PLAY:
        yield Action(act, state.player, state.turn)
    elif act is ActKind.BONUS and merger is not None:
        for chain, dues in merger.bonuses.items():
            yield from (Action(act, player, (chain, int(due))) for player, due in dues)
    elif act is ActKind.CASH:
        yield from (Action(act, player, int(cash)) for player, cash in enumerate(state.cash))
    elif act is ActKind.FINAL and is_over(state):
        yield from (Action(act, player, int(cash)) for player, cash in enumerate(worths(state)))


#: The acts that state something and change nothing.
STATING = frozenset({ActKind.TURN, ActKind.BONUS, ActKind.CASH, ActKind.FINAL})


def possible(state: State, act: ActKind | None = None) -> Iterator[Action]:
    """Every true line of an act that may come now; without one, everything that changes the position and that a scribe sees."""
    if act in STATING:
        yield from stated(state, act)
    elif act is ActKind.START:
        yield from (Action(act, seat, tile) for seat in range(state.seats) for tile in state.unseen())
    else:
        yield from (one for one in iter_legal(state) if one.act is act or (act is None and one.act not in _NOT_SEEN))


def step(state: State, line: Action) -> bool:
    """Whether a line is true in this position; if it is, the position becomes the one after it."""
    make_ready(state, line.act)
    if line.act in STATING:
        return any(one.player == line.player and line.value in (None, one.value) for one in stated(state, line.act))
    if line.act is ActKind.START:
        if state.phase is not Phase.START or line.value in state.seen or line.player in state.start_tiles:
            return False
        put_start_tile(state, line.player, line.value)
        return True
    try:
        push(state, line, undo=False)
    except IllegalActionError:
        return False
    return True


def finals_after(state: State, lines: Sequence[Action]) -> tuple[Money, ...] | None:
    """Everybody's final cash if all these lines are true one after the other and the game is over then; the position is used up."""
    for line in lines:
        if not step(state, line):
            return None
    return worths(state) if is_over(state) else None


def finals_of_game(record: GameRecord) -> tuple[Money, ...] | None:
    """Everybody's final cash by a log that is true as it is written, None by any other."""
    return finals_after(opened(record.header), record.events)
