"""The positions of a game turn by turn, for a viewer; computed only when asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.acquire.board import CHAINS, LONE, TILES
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.answer import Replay
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import Finding
from games.acquire.replay.judge import judge
from games.acquire.replay.walking import finish_walk
from games.acquire.rules.ending import end_condition
from games.acquire.state import State


@dataclass(frozen=True, slots=True)
class HandView:
    """What is known of a hand: tiles in ascending order, and the number of unknown ones."""

    known: tuple[int, ...]
    unknown: int


@dataclass(frozen=True, slots=True)
class TurnView:
    """The position after a turn (after the start for ``number`` 0), players and chains by name.

    ``cells`` maps every filled space to the chain's name, ``""`` for a lone tile, ``"dead"`` for an inert one;
    ``prices`` are dollars a share, ``sizes`` tiles, ``bank`` shares left; ``may_end`` tells whether an end
    condition holds. ``findings`` are those of this turn.
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


def positions(record: GameRecord) -> Sequence[TurnView]:
    """The position before the first turn and after each turn, as the record is best read, with the replay's findings.

    Findings about the whole game stand with the first view, those about its end with the last.
    """
    found, best = judge(record)
    views: list[TurnView] = []

    def take(arbiter: Arbiter) -> None:
        if not views or views[-1].number != arbiter.course.number:
            views.append(_view(arbiter))

    arbiter = Arbiter(best, take)
    finish_walk(arbiter)
    take(arbiter)
    numbers = {view.number for view in views}
    return [replace(view, findings=_of_turn(found, view.number, view is views[0], numbers)) for view in views]


def _of_turn(found: Replay, number: int, is_first: bool, numbers: set[int]) -> tuple[Finding, ...]:
    return tuple(f for f in found.findings if f.turn == number or (is_first and f.turn not in numbers))


def _view(arbiter: Arbiter) -> TurnView:
    state = arbiter.state
    ids, names = arbiter.ids, arbiter.names
    player = ids[state.player] if arbiter.course.number else None
    return TurnView(
        number=arbiter.course.number,
        player=player,
        label=f"{arbiter.course.number} {player}" if player else "start",
        placed=state.placed if state.placed >= 0 else None,
        cells=_cells(state, names),
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


def _cells(state: State, names: Sequence[str]) -> dict[int, str]:
    cells = {}
    for tile in range(TILES):
        mark = state.spaces[tile]
        if mark:
            cells[tile] = "" if mark == LONE else names[mark.bit_length() - 1]
        elif tile in state.dead:
            cells[tile] = "dead"
    return cells
