"""The weights of `search.evaluation` and the odds of `search.dealing`, learned from games of the search with itself.

Each game has an edition and a number of players of its own. At the start of each turn the features of every seat are noted; their weighted
sums should predict the seats' final cash. Every tenth game is not learned from but predicted, to measure the error of the sums. In the same
games it is counted how often tiles of a kind are in the hands of others, compared with chance, as far as the player in turn can know.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from games.acquire.editions import Edition
from games.acquire.editions.values import EDITIONS
from games.opponents.core import layout as at
from games.opponents.core.board import source
from games.opponents.core.layout import Numbers, zeros
from games.opponents.core.legal import acts_room, legal_acts
from games.opponents.core.money import final_cash
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, deal_hidden, position_room, step
from games.opponents.search.evaluation import (
    BETWEEN,
    FEATURES,
    KNOTS,
    WHOLE,
    knot_of,
    tiles_beyond_knot,
    write_features,
)
from games.opponents.search.rewards import EVEN, KINDS, kind_of
from games.opponents.search.thinking import COUNTING, Budget, think

#: The number of iterations of the search for each decision in the games that are learned from.
LOOKS = 150
#: The odds of a kind of tile are used only if at least so many were expected in hands.
ENOUGH = 200
#: One of so many games is not learned from, but used to measure the error.
APART = 10
#: How strongly large weights are penalised (ridge regression), as a part of the feature's sum of squares.
HELD_BACK = 3e-4
#: The part of the games that are of the MSO's edition; the others are of any.
OF_MSO = 0.3


@dataclass(frozen=True, slots=True)
class Noted:
    """What was noted of one game. ``bagged`` and ``features`` have an item for each turn, ``ends`` one for each seat.

    - ``bagged``: the tiles in the bag; ``features``: the features of each seat; ``ends``: the final cash.
    - ``found``: how many tiles of each kind were in the hands of others; ``expected``: how many would be by chance.
    """

    edition: str
    bagged: list[int]
    features: list[list[list[int]]]
    ends: list[int]
    found: list[float] = field(default_factory=lambda: [0.0] * KINDS)
    expected: list[float] = field(default_factory=lambda: [0.0] * KINDS)


@dataclass(frozen=True, slots=True)
class Seen:
    """The error of the weights over some positions (``what`` names them), in dollars: root mean square, and mean (``bias``)."""

    what: str
    positions: int
    error: float
    bias: float


@dataclass(frozen=True, slots=True)
class Learned:
    """What was learned: the weights, the odds of each kind of tile, and the errors of the weights (``seen``)."""

    weights: list[int]
    odds: list[int]
    seen: list[Seen]


def game_of(number: int) -> tuple[Edition, int]:
    """The edition and the number of players of the game of this number."""
    random = Random(number)
    name = "mso" if random.random() < OF_MSO else random.choice(list(EDITIONS))
    edition = EDITIONS[name]
    return edition, random.randint(max(2, edition.min_players), min(6, edition.max_players))


def play_noted(number: int) -> Noted:
    """Play the game of this number and return what was noted; each seat decides with the hidden tiles dealt anew at random."""
    edition, seats = game_of(number)
    e, s, r = parameters(edition), position_room(), source(f"learned {number}")
    deal_game(s, e, r, seats)
    room, known, features, worth = acts_room(), position_room(), zeros(FEATURES * seats), zeros(seats)
    noted = Noted(edition.name, [], [], [])
    turn, decision = -1, 0
    while s[at.PHASE] != at.OVER:
        if s[at.TURN] != turn:
            turn = int(s[at.TURN])
            write_features(s, e, features, worth)
            noted.bagged.append(int(s[at.BAGGED]))
            noted.features.append(
                [[int(one) for one in features[FEATURES * seat : FEATURES * (seat + 1)]] for seat in range(seats)]
            )
            count_kinds(s, e, noted)
        acts = legal_acts(s, e, room)
        known[:] = s
        seat = int(s[at.ACTOR])
        deal_hidden(known, r, seat)
        act = think(known, e, seat, acts, f"{number} {decision}", COUNTING, Budget(LOOKS))[0].act
        step(s, e, r, act)
        decision += 1
    final_cash(s, e, worth)
    noted.ends.extend(int(amount) for amount in worth)
    return noted


def count_kinds(s: Numbers, e: Numbers, noted: Noted) -> None:
    """Add to ``noted`` how many tiles of each kind that the player in turn cannot see are in the hands of others, and the chance of it."""
    hands = [
        {int(s[at.HANDS + at.HAND_AT_MOST * seat + place]) for place in range(int(s[at.HELD + seat]))}
        for seat in range(int(s[at.SEATS]))
    ]
    player = int(s[at.PLAYER])
    unknown = [
        tile
        for tile in range(at.TILES)
        if s[at.SPACES + tile] == 0 and not s[at.GONE + tile] and tile not in hands[player]
    ]
    for seat, hand in enumerate(hands):
        if seat != player:
            for tile in unknown:
                kind = int(kind_of(s, e, seat, tile))
                noted.found[kind] += tile in hand
                noted.expected[kind] += len(hand) / len(unknown)


def learn(games: Iterable[Noted]) -> Learned:
    """The weights that fit these games best, the odds counted in them, and the errors of the weights in the games not learned from.

    Raises:
        ImportError: without numpy.
    """
    import numpy

    size = FEATURES * KNOTS
    squares, products = numpy.zeros((size, size)), numpy.zeros(size)
    found, expected = numpy.zeros(KINDS), numpy.zeros(KINDS)
    apart = []
    for number, game in enumerate(games):
        found += game.found
        expected += game.expected
        if number % APART == APART - 1:
            apart.append(game)
            continue
        rows = rows_of(game)
        squares += rows.T @ rows
        products += rows.T @ numpy.tile(game.ends, len(game.bagged))
    # The added 1.0 gives the weight 0 to features that never occurred.
    held = numpy.diag(HELD_BACK * numpy.diag(squares) + 1.0)
    weights = [round(WHOLE * weight) for weight in numpy.linalg.solve(squares + held, products).tolist()]
    odds = [
        round(EVEN * seen / chance) if chance >= ENOUGH else EVEN
        for seen, chance in zip(found.tolist(), expected.tolist(), strict=True)
    ]
    return Learned(weights, odds, list(seen_in(apart, weights)))


def rows_of(game: Noted) -> Any:
    """A matrix with a row for each turn and seat: the numbers by which the weights are multiplied."""
    import numpy

    rows = numpy.zeros((len(game.bagged), len(game.ends), KNOTS, FEATURES))
    for turn, (bagged, features) in enumerate(zip(game.bagged, game.features, strict=True)):
        knot = int(knot_of(bagged))
        after = tiles_beyond_knot(bagged, knot) / BETWEEN
        rows[turn, :, knot] = numpy.array(features) * (1 - after)
        rows[turn, :, knot + 1] = numpy.array(features) * after
    return rows.reshape(-1, KNOTS * FEATURES)


def seen_in(games: Iterable[Noted], weights: list[int]) -> Iterator[Seen]:
    """The errors of the weights over these games, by edition, by number of players, and by tiles in the bag."""
    misses: dict[str, list[float]] = defaultdict(list)
    for game in games:
        sums = (rows_of(game) @ weights / WHOLE).tolist()
        ends = game.ends * len(game.bagged)
        for place, (foreseen, end) in enumerate(zip(sums, ends, strict=True)):
            knot = int(knot_of(game.bagged[place // len(game.ends)]))
            for name in (game.edition, f"{len(game.ends)} players", f"{BETWEEN * knot} tiles in the bag or more"):
                misses[name].append(foreseen - end)
    for name, missed in sorted(misses.items()):
        yield Seen(name, len(missed), sqrt(sum(miss**2 for miss in missed) / len(missed)), sum(missed) / len(missed))


def module_of(learned: Learned, games: int) -> str:
    """The text of the module `search.learned` with these weights; ``games`` is the number of games, for its docstring."""
    weights = learned.weights
    lines = "".join(f"    {', '.join(map(str, weights[place : place + 7]))},\n" for place in range(0, len(weights), 7))
    return (
        f'"""The weights of `evaluation` and the odds of `dealing`, learned from {games} games by `python -m laboratory learn`."""\n\n'
        f"# fmt: off\nLEARNED = (\n{lines})\nLEARNED_ODDS = ({', '.join(map(str, learned.odds))})\n# fmt: on\n"
    )
