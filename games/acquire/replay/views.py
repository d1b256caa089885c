"""The positions of a game turn by turn, for a viewer; computed only when asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from games.acquire.board import CHAINS, LONE, TILES
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import Finding
from games.acquire.replay.judge import answer
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


class _Watcher:
    """Takes a view at the end of every turn of a replay."""

    def __init__(self) -> None:
        self.views: list[TurnView] = []
        self.told = 0

    def __call__(self, arbiter: Arbiter) -> None:
        fresh = tuple(arbiter.findings[self.told :])
        self.told = len(arbiter.findings)
        self.views.append(_view(arbiter, fresh))


def positions(record: GameRecord) -> Sequence[TurnView]:
    """The position after each turn of a record, findings included.

    The last view also carries the findings about the end of the game.
    """
    watcher = _Watcher()
    arbiter = Arbiter(record, watcher)
    answer(arbiter)
    fresh = tuple(arbiter.findings[watcher.told :])
    last = watcher.views[-1] if watcher.views else None
    if last is None or last.number != arbiter.number:
        watcher.views.append(_view(arbiter, fresh))
    elif fresh:
        watcher.views[-1] = replace(last, findings=last.findings + fresh)
    return watcher.views


def _view(arbiter: Arbiter, findings: tuple[Finding, ...]) -> TurnView:
    state = arbiter.state
    ids, names = arbiter.ids, arbiter.names
    player = ids[state.player] if arbiter.number else None
    return TurnView(
        number=arbiter.number,
        player=player,
        label=f"{arbiter.number} {player}" if player else "start",
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
        findings=findings,
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
