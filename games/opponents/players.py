"""The door of the opponents: a player is asked with a view of the protocol and answers with one act.

A player is named `random`, `house`, `search`, `search:SECONDS`, `search:ITERATIONSi`, `seed002` or `seed002:ITERATIONS`. It
knows what its view tells and nothing else; one player may be asked for several seats, each by the view of that seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Any, Final, Protocol

from games.acquire.editions import Edition, edition_named, label_set
from games.acquire.errors import AcquireError
from games.opponents.core import layout as at
from games.opponents.core.chance import below, source
from games.opponents.core.legal import acts_room, legal
from games.opponents.core.parameters import parameters
from games.opponents.core.playouts import deal_game, position_room
from games.opponents.heuristics import heuristic_act
from games.opponents.levels import Level
from games.opponents.protocol import Knowledge, act_of, document_of, knowledge_of
from games.opponents.search.thinking import OURS, SEED002, Budget, Method, think

View = Mapping[str, Any]

#: How long a search thinks that was given neither seconds nor a deadline.
DEFAULT_SECONDS: Final = 2.0
#: So long before its deadline a search stops, in seconds.
MARGIN: Final = 0.03
#: The iterations of the opponent of seed 002 at its strongest level.
STRONGEST: Final = 10_000
#: No budget is larger, in seconds or in iterations.
MOST: Final = 1_000_000


class Player(Protocol):
    """Whoever chooses an act from what its seat is told."""

    def choose(self, view: View, deadline: float | None) -> dict[str, Any]:
        """The act that answers the question of a view; ``deadline`` is a moment of `time.monotonic` or None.

        The view is one of the protocol that asks its own seat, best with the list of legal acts in ``ask.legal``.
        """


class NoSuchPlayerError(AcquireError):
    """There is no player of that name; the message says which there are."""


class RandomPlayer:
    """Any legal act, each as likely as every other."""

    def __init__(self, seed: object) -> None:
        self.random = source(seed)

    def choose(self, view: View, deadline: float | None) -> dict[str, Any]:
        """See `Player`."""
        listed = listed_in(view)
        return dict(listed[int(below(self.random, len(listed)))])


class HousePlayer:
    """The rules of thumb."""

    def __init__(self, seed: object) -> None:
        self.random = source(seed)

    def choose(self, view: View, deadline: float | None) -> dict[str, Any]:
        """See `Player`."""
        listed = listed_in(view)
        if len(listed) == 1:
            return dict(listed[0])
        knows = knowledge_of(view)
        documents = {act_of(document, knows.labels): document for document in listed}
        return dict(documents[heuristic_act(knows.position, knows.edition, self.random, knows.seat, list(documents))])


class SearchPlayer:
    """A search; without a budget of its own it thinks until shortly before the deadline, and two seconds where there is none."""

    def __init__(
        self, seed: object, method: Method, *, seconds: float | None = None, iterations: int | None = None
    ) -> None:
        self.seed, self.method, self.seconds, self.iterations = seed, method, seconds, iterations
        self.asked = 0
        self.seen: dict[str, View] = {}

    def choose(self, view: View, deadline: float | None) -> dict[str, Any]:
        """See `Player`."""
        started = monotonic()
        listed = listed_in(view)
        before, self.seen[view["you"]] = self.seen.get(view["you"]), view
        if len(listed) == 1:
            return dict(listed[0])
        knows = knowledge_of(view, before)
        documents = {act_of(document, knows.labels): document for document in listed}
        self.asked += 1
        found = think(
            *(knows.position, knows.edition, knows.seat, list(documents)),
            *(f"{self.seed} {self.asked}", self.method, self._budget(started, deadline)),
        )
        return dict(documents[found[0].act])

    def _budget(self, started: float, deadline: float | None) -> Budget:
        seconds = self.seconds if self.seconds is not None else DEFAULT_SECONDS
        ends = [] if deadline is None else [deadline - MARGIN]
        if self.seconds is not None or (deadline is None and self.iterations is None):
            ends.append(started + seconds)
        return Budget(self.iterations, min(ends) if ends else None)


def listed_in(view: View) -> list[Mapping[str, Any]]:
    """The legal acts that a view lists, or where it lists none those that follow from what it tells."""
    ask = view["ask"]
    if ask is None or ask["who"] != view["you"]:
        raise AcquireError("Nobody asks this seat; ask a player only when the view asks its seat.")
    if "legal" in ask:
        return list(ask["legal"])
    if ask["phase"] == "start":
        return [{"act": "start"}]
    return legal_documents(knowledge_of(view))


def legal_documents(knows: Knowledge) -> list[Mapping[str, Any]]:
    """The legal acts of a position as its seat knows it."""
    s, room = knows.position, acts_room()
    count = legal(s, knows.edition, room)
    chain = int(s[at.M_CURRENT])
    owned = int(s[at.SHARES + at.SEATS_AT_MOST * chain + knows.seat])
    return [document_of(int(room[place]), knows.labels, chain, owned) for place in range(count)]


def warm_up() -> None:
    """Let everything be compiled that a search needs, before the first game; seconds the first time, then nothing."""
    knows = opening(edition_named("mso"))
    room = acts_room()
    acts = [int(room[place]) for place in range(legal(knows.position, knows.edition, room))]
    think(knows.position, knows.edition, 0, acts, 0, OURS, Budget(iterations=4))
    heuristic_act(knows.position, knows.edition, source(0), 0, acts)


def opening(edition: Edition) -> Knowledge:
    """The first position of some game of an edition."""
    e, s = parameters(edition), position_room()
    deal_game(s, e, source(0), max(2, edition.min_players))
    return Knowledge(s, e, 0, label_set(edition.labels))


def player_of(name: str, seed: object) -> Player:
    """The player of that name, whose choices at random follow from the seed.

    Raises:
        NoSuchPlayerError: if there is none.
    """
    kind, _, rest = name.partition(":")
    if kind in ("random", "house") and not rest and name == kind:
        return RandomPlayer(seed) if kind == "random" else HousePlayer(seed)
    if kind == "search" and rest.endswith("i"):
        return SearchPlayer(seed, OURS, iterations=int(_amount(name, rest[:-1], whole=True)))
    if kind == "search" and (rest or name == kind):
        return SearchPlayer(seed, OURS, seconds=_amount(name, rest) if rest else None)
    if kind == "seed002" and (rest or name == kind):
        return SearchPlayer(seed, SEED002, iterations=int(_amount(name, rest, whole=True)) if rest else STRONGEST)
    raise _unknown(name)


def player_at(level: Level, seed: object) -> Player:
    """A player of a level, whose choices at random follow from the seed."""
    if level.iterations is None and level.seconds is None:
        return HousePlayer(seed) if level.rules else RandomPlayer(seed)
    return SearchPlayer(seed, OURS, seconds=level.seconds, iterations=level.iterations)


def _amount(name: str, text: str, *, whole: bool = False) -> float:
    """A number above 0."""
    try:
        amount = float(text)
    except ValueError:
        raise _unknown(name) from None
    if not 0 < amount <= MOST or (whole and amount != int(amount)):
        raise _unknown(name)
    return amount


def _unknown(name: str) -> NoSuchPlayerError:
    return NoSuchPlayerError(
        f"There is no player {name!r}; choose random, house, search[:SECONDS] or seed002[:ITERATIONS]."
    )
