"""What one seat may know of a position, and random positions that agree with it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from games.acquire.errors import IllegalActionError
from games.acquire.rules.placement import dead_tiles, may_place
from games.acquire.rules.turn import expose, tell_more
from games.acquire.state import Phase, State


@dataclass(frozen=True, slots=True)
class Observation:
    """What a seat may know: the position with its own hand, all other hands hidden. It must not be changed.

    ``seat`` is None for a watcher, who knows no hand. Only what lies open now is known: a tile that was shown earlier and has
    gone back into the bag or a hand is hidden again.
    """

    seat: int | None
    state: State

    @property
    def hand(self) -> tuple[int, ...]:
        """The tiles of the seat's own hand in ascending order."""
        return () if self.seat is None else tuple(sorted(self.state.hands[self.seat]))


def check_seat(state: State, seat: object) -> None:
    """Check that a seat is one of the game's.

    Raises:
        IllegalActionError: if it is not.
    """
    if type(seat) is not int or not 0 <= seat < state.seats:
        raise IllegalActionError(f"There is no player {seat!r}; use 0 to {state.seats - 1}.", "player-unknown")


def observe(state: State, seat: int | None) -> Observation:
    """Return what a seat may know of a state; None is a watcher.

    Raises:
        IllegalActionError: if there is no such seat.
    """
    if seat is not None:
        check_seat(state, seat)
    return Observation(seat, state.known_to(seat))


def determinize(observation: Observation, random: Random) -> State:
    """Return a random position that agrees with an observation: every hidden tile is dealt to a hand.

    All ways to deal them are equally likely, except those that open facts exclude: a player who has passed holds no tile that can
    be placed, and a player who has to set dead tiles aside holds one.
    """
    return deal_hidden(observation.state.copy(), random)


def deal_hidden(state: State, random: Random) -> State:
    """Deal the hidden tiles of all hands at random; the state is changed in place and returned."""
    bag = state.unseen()
    random.shuffle(bag)
    player = state.player
    if player >= 0 and state.hidden[player]:
        known = set(state.hands[player])
        _deal_to(state, player, _excluding_impossible(state, bag, random))
        if state.concealed:
            dealt = sorted(state.hands[player] - known)
            expose(state, random.sample(dealt, min(state.concealed, len(dealt))))
        random.shuffle(bag)
    for other in range(state.seats):
        _deal_to(state, other, bag)
    return state


def _deal_to(state: State, player: int, bag: list[int]) -> None:
    """Make the hidden tiles of a hand known: take them from the end of the shuffled bag."""
    count = state.hidden[player]
    if count:
        tell_more(state, player, {bag.pop() for _ in range(min(count, len(bag)))})


#: How often a hand with a dead tile is dealt at random before one is simply put into it.
TRIES: Final = 40


def _excluding_impossible(state: State, bag: list[int], random: Random) -> list[int]:
    """Order the shuffled bag so that the player in turn gets a possible hand from its end.

    If he has passed, tiles that can be placed come first; if he must replace a dead tile, one is at the end.
    """
    player = state.player
    count = state.hidden[player]
    if state.passed and state.phase in (Phase.SHOW, Phase.BUY):
        bag.sort(key=lambda tile: not may_place(state, tile))  # stable: the shuffled order stays within both kinds
    elif state.phase is Phase.REPLACE and not dead_tiles(state, state.hands[player]):
        dead = dead_tiles(state, bag)
        for _ in range(TRIES):
            if not dead or not set(dead).isdisjoint(bag[-count:]):
                return bag
            random.shuffle(bag)
        chosen = random.choice(dead)
        bag.remove(chosen)
        bag.append(chosen)
    return bag
