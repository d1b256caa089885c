"""What lies open on the table: everything of a game that everybody there may see, as one value.

This is the list of what may be known to all; an observation is built from it and from one hand, never by
taking things away from a state. Cash and shares lie open: they follow from what everybody sees being bought and paid.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from games.acquire.actions import Card
from games.acquire.board import TILES
from games.acquire.editions import Edition, LabelSet, Money
from games.acquire.rules.setup import build_merger, build_state
from games.acquire.state import EndReason, Merger, Phase, State

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class OpenMerger:
    """A merger as everybody sees it; the fields are those of `games.acquire.state.Merger`, by chain in ascending order."""

    sizes: Pairs
    prices: Pairs
    survivor: int
    choices: tuple[int, ...]
    waiting: tuple[int, ...]
    unpaid: tuple[int, ...]
    current: int
    queue: Pairs
    market: Pairs
    bonuses: tuple[tuple[int, tuple[tuple[int, Money], ...]], ...]
    forced: tuple[tuple[tuple[int, int], int], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """What lies open; the fields are those of `games.acquire.state.State`, but for ``counts``, the tiles in each hand.

    ``spaces`` has the mark of each of the 108 spaces, ``shares`` the holdings by chain and then by player.
    """

    edition: Edition
    labels: LabelSet
    seats: int
    spaces: tuple[int, ...]
    dead: tuple[int, ...]
    cash: tuple[Money, ...]
    shares: tuple[tuple[int, ...], ...]
    bank: tuple[int, ...]
    start_tiles: Pairs
    counts: tuple[int, ...]
    bag: int
    order: tuple[int, ...]
    player: int
    turn: int
    phase: Phase
    placed: int
    passed: bool
    drew: bool
    blocked: int
    still: int
    exchanged: bool
    exposed: tuple[int, ...]
    shown: int
    concealed: int
    goal: int
    cards: tuple[tuple[Card, ...], ...]
    early_card: Card | None
    late_card: Card | None
    more_tiles: int
    swaps: int
    timed_out: tuple[int, ...]
    rushed: bool
    merger: OpenMerger | None
    settled: OpenMerger | None
    market: Pairs
    reason: EndReason | None


def table_of(state: State) -> Table:
    """What of a state lies open."""
    merger = _open(state.merger)
    return Table(
        edition=state.edition,
        labels=state.labels,
        seats=state.seats,
        spaces=tuple(state.spaces[:TILES]),
        dead=tuple(sorted(state.dead)),
        cash=tuple(state.cash),
        shares=tuple([tuple(holders) for holders in state.shares]),
        bank=tuple(state.bank),
        start_tiles=tuple(sorted(state.start_tiles.items())),
        counts=tuple([state.count(player) for player in range(state.seats)]),
        bag=state.bag,
        order=state.order,
        player=state.player,
        turn=state.turn,
        phase=state.phase,
        placed=state.placed,
        passed=state.passed,
        drew=state.drew,
        blocked=state.blocked,
        still=state.still,
        exchanged=state.exchanged,
        exposed=tuple(sorted(state.exposed)),
        shown=state.shown,
        concealed=state.concealed,
        goal=state.goal,
        cards=tuple([tuple(sorted(cards)) for cards in state.cards]),
        early_card=state.early_card,
        late_card=state.late_card,
        more_tiles=state.more_tiles,
        swaps=state.swaps,
        timed_out=tuple(sorted(state.timed_out)),
        rushed=state.rushed,
        merger=merger,
        settled=merger or _open(state.settled),
        market=tuple(sorted(state.market.items())),
        reason=state.reason,
    )


def _open(merger: Merger | None) -> OpenMerger | None:
    if merger is None:
        return None
    return OpenMerger(
        sizes=tuple(sorted(merger.sizes.items())),
        prices=tuple(sorted(merger.prices.items())),
        survivor=merger.survivor,
        choices=merger.choices,
        waiting=tuple(merger.waiting),
        unpaid=tuple(merger.unpaid),
        current=merger.current,
        queue=tuple(merger.queue),
        market=tuple(sorted(merger.market.items())),
        bonuses=tuple((chain, tuple(paid)) for chain, paid in sorted(merger.bonuses.items())),
        forced=tuple(sorted(merger.forced.items())),
    )


def state_of(table: Table, hands: Iterable[Iterable[int]], seen: Iterable[int] = ()) -> State:
    """The state with this table and these known hands; the other tiles of each hand are hidden ones.

    ``seen`` are tiles known not to be in the bag although they lie nowhere and are in no known hand.
    """
    known = [set(hand) for hand in hands]
    filled = (tile for tile, mark in enumerate(table.spaces) if mark)
    parts = {
        "spaces": table.spaces,
        "dead": set(table.dead),
        "cash": list(table.cash),
        "shares": [list(holders) for holders in table.shares],
        "bank": list(table.bank),
        "start_tiles": dict(table.start_tiles),
        "hands": known,
        "hidden": [count - len(hand) for count, hand in zip(table.counts, known, strict=True)],
        "seen": set(seen).union(filled, table.dead, *known),
        "cards": [set(cards) for cards in table.cards],
        "exposed": set(table.exposed),
        "timed_out": set(table.timed_out),
        "market": dict(table.market),
        "merger": _closed(table.merger),
        "settled": _closed(table.settled),
        **{name: getattr(table, name) for name in _PLAIN},
    }
    return build_state(table.edition, table.labels, table.seats, parts)


_PLAIN = (
    *("bag", "order", "player", "turn", "phase", "placed", "passed", "drew", "blocked", "still", "exchanged"),
    *("shown", "concealed", "goal", "early_card", "late_card", "more_tiles", "swaps", "rushed", "reason"),
)


def _closed(merger: OpenMerger | None) -> Merger | None:
    if merger is None:
        return None
    parts = {
        "sizes": dict(merger.sizes),
        "prices": dict(merger.prices),
        "survivor": merger.survivor,
        "choices": merger.choices,
        "waiting": list(merger.waiting),
        "unpaid": list(merger.unpaid),
        "current": merger.current,
        "queue": list(merger.queue),
        "market": dict(merger.market),
        "bonuses": {chain: list(paid) for chain, paid in merger.bonuses},
        "forced": dict(merger.forced),
    }
    return build_merger(parts)
