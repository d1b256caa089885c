"""Games that the engine plays at random, as a scribe beside the table writes them down: no hands, no draws, tap by tap."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from games.acquire.actions import Action, ActKind
from games.acquire.editions.labels import label_set
from games.acquire.editions.values import edition_named
from games.acquire.play.chance import sample
from games.acquire.play.questions import purchase_range
from games.acquire.record import Player
from games.acquire.rules.game import final_cash, is_over, push
from games.acquire.rules.lenient import start
from games.acquire.state import Phase, State
from tournament.replays.scribe.entries import LogEntry
from tournament.replays.table_log import TableHeader

IDS = ("Ann", "Ben", "Cai", "Dot")
NAMES = label_set("classic").names
DRAWN = frozenset({Phase.START, Phase.DEAL})


@dataclass(frozen=True, slots=True)
class Tap:
    """One tap of a scribe: the turn in which it is made, and the events that it tells."""

    turn: int
    events: tuple[Action, ...]

    @property
    def last(self) -> Action:
        """What is told, without the turn that it opens."""
        return self.events[-1]


@dataclass(frozen=True, slots=True)
class Game:
    """A game from its starting tiles to its final cash; players are seats in the order of play."""

    starts: tuple[int, ...]
    taps: tuple[Tap, ...]
    final: tuple[int, ...]

    @property
    def table(self) -> TableHeader:
        """What the table knows of the game."""
        players = tuple(Player(name, f"{name} Demo") for name in IDS)
        return TableHeader(players, tuple(zip(IDS, self.starts, strict=True)), "classic")

    @property
    def turns(self) -> int:
        """How many turns it has."""
        return self.taps[-1].turn


def play(seed: int) -> Game:
    """A game at random to its end."""
    chance = Random(seed)
    state = start(edition_named("mso"), len(IDS))
    starts: dict[int, int] = {}
    told: list[tuple[State, Action]] = []
    while not is_over(state):
        action = sample(state, chance)
        if action.act is ActKind.START:
            starts[action.player] = action.value
        elif state.phase not in DRAWN and action.act is not ActKind.DRAW and not is_closing(state, action):
            told.append((state.copy(), action))
        push(state, action)
    seats = {player: seat for seat, player in enumerate(state.order)}
    tiles = tuple(starts[player] for player in state.order)
    final = tuple(int(final_cash(state)[player]) for player in state.order)
    return Game(tiles, tuple(taps_of(told, seats)), final)


def is_closing(state: State, action: Action) -> bool:
    """Whether a clock only closes a turn in which there was nothing to draw: nobody presses it for that."""
    return action.act is ActKind.CLOCK and state.phase is Phase.DRAW


def taps_of(told: Sequence[tuple[State, Action]], seats: dict[int, int]) -> Iterator[Tap]:
    """Every tap: a tile with the turn that it opens, a share at a time, bonuses as due before the first disposal of a chain."""
    begun = 0
    paid: set[tuple[int, int]] = set()
    for state, action in told:
        seat, number = seats[action.player], state.turn
        opens = (Action(ActKind.TURN, seat, number),) if number != begun else ()
        begun = number
        if action.act is ActKind.DISPOSE and state.merger is not None and (number, action.value[0]) not in paid:
            chain = action.value[0]
            paid.add((number, chain))
            dues = state.merger.bonuses[chain]
            yield Tap(number, tuple(Action(ActKind.BONUS, seats[player], (chain, int(due))) for player, due in dues))
        if action.act is ActKind.BUY and action.value:
            for chain, count in action.value:
                for _ in range(count):
                    yield Tap(number, (*opens, Action(ActKind.BUY, seat, ((chain, 1),))))
                    opens = ()
        elif action.act is not ActKind.BUY or can_buy(state):
            yield Tap(number, (*opens, Action(action.act, seat, action.value)))


def can_buy(state: State) -> bool:
    """Whether a share can be bought, so that somebody is asked."""
    offered = purchase_range(state)
    return offered is not None and bool(offered.next_chains(()))


def entries_of(taps: Sequence[Tap]) -> list[LogEntry]:
    """The taps as entries, each with a key of its own."""
    return [LogEntry(f"tap {place}", tap.events) for place, tap in enumerate(taps)]
