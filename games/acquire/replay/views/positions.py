"""A position as a viewer needs it: players and chains by name, and nothing that changes any more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.acquire.board import CHAINS, LONE, TILES
from games.acquire.editions import Money
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import Finding
from games.acquire.replay.working import MoneyLine
from games.acquire.rules.ending import end_condition
from games.acquire.state import State


@dataclass(frozen=True, slots=True)
class HandView:
    """What is known of a hand: tiles in ascending order, and the number of unknown ones."""

    known: tuple[int, ...]
    unknown: int


@dataclass(frozen=True, slots=True)
class TurnView:
    """A position at a point of the turn of that number (of the start, for 0), players and chains by name.

    ``cells`` maps every filled space to the chain's name, ``""`` for a lone tile, ``"dead"`` for an inert one;
    ``prices`` are dollars a share, ``sizes`` tiles, ``bank`` shares left; ``may_end`` tells whether an end
    condition holds. ``findings`` are those of this turn, where it is the position after it.
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


def unpaid(view: TurnView, paid: Sequence[MoneyLine]) -> TurnView:
    """A position before it was paid out."""
    cash = dict(view.cash)
    for line in paid:
        cash[line.player] -= line.amount
    return replace(view, cash=cash)


def view_of(arbiter: Arbiter) -> TurnView:
    """The position of a walk now."""
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
