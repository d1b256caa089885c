"""The players: each chooses an act from a view of the protocol.

A player is named `random`, `house`, `search`, `search:SECONDS`, `search:ITERATIONSi`, `seed002` or `seed002:ITERATIONS`. It
knows nothing but its views; one player may play several seats, each by the views of that seat.
"""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Any, Final, Protocol

from games.acquire.editions import Edition
from games.acquire.editions.labels import label_set
from games.acquire.editions.values import edition_named
from games.acquire.errors import AcquireError
from games.opponents.core import layout as at
from games.opponents.core.board import random_below, source
from games.opponents.core.legal import legal_acts
from games.opponents.core.parameters import parameters
from games.opponents.core.playing import deal_game, position_room
from games.opponents.heuristics import heuristic_act
from games.opponents.levels import Level
from games.opponents.protocol import Knowledge, act_of, document_of, knowledge_of
from games.opponents.search.thinking import OURS, SEED002, Budget, Method, think

View = Mapping[str, Any]

#: The seconds of a search that has neither a budget nor a deadline.
DEFAULT_SECONDS: Final = 2.0
#: The seconds before its deadline at which a search stops.
MARGIN: Final = 0.03
#: The iterations of the opponent of seed 002 at its strongest level.
STRONGEST: Final = 10_000
#: The largest budget, in seconds or in iterations.
MOST: Final = 1_000_000


class GamePlayer(Protocol):
    """A program that chooses an act from the view of its seat."""

    def choose(self, view: View, deadline: float | None) -> dict[str, Any]:
        """Return the act that answers the question in a view; ``deadline`` is a moment of `time.monotonic`, None for no deadline.

        The view must ask its own seat; if it does not list the legal acts in ``ask.legal``, they are computed from it.
        """


class NoSuchPlayerError(AcquireError):
    """There is no player with a name; the message lists the names."""


class RandomPlayer:
    """Chooses any legal act, each with the same chance."""

    def __init__(self, seed: object) -> None:
        self.random = source(seed)

    def choose(self, view: View, deadline: float | None) -> dict[str, Any]:
        """See `GamePlayer`."""
        acts = legal_of(view)
        return dict(acts[int(random_below(self.random, len(acts)))])


class HousePlayer:
    """Goes by rules of thumb (`heuristics`)."""

    def __init__(self, seed: object) -> None:
        self.random = source(seed)

    def choose(self, view: View, deadline: float | None) -> dict[str, Any]:
        """See `GamePlayer`."""
        acts = legal_of(view)
        if len(acts) == 1:
            return dict(acts[0])
        knows = knowledge_of(view)
        documents = {act_of(document, knows.labels): document for document in acts}
        return dict(documents[heuristic_act(knows.position, knows.edition, self.random, knows.seat, list(documents))])


class SearchPlayer:
    """Searches. Without its own budget it stops shortly before the deadline, or after two seconds if there is no deadline."""

    def __init__(
        self, seed: object, method: Method, *, seconds: float | None = None, iterations: int | None = None
    ) -> None:
        self.seed, self.method, self.seconds, self.iterations = seed, method, seconds, iterations
        self.searches = 0
        self.last_views: dict[str, View] = {}

    def choose(self, view: View, deadline: float | None) -> dict[str, Any]:
        """See `GamePlayer`."""
        started = monotonic()
        acts = legal_of(view)
        before, self.last_views[view["you"]] = self.last_views.get(view["you"]), view
        if len(acts) == 1:
            return dict(acts[0])
        knows = knowledge_of(view, before)
        documents = {act_of(document, knows.labels): document for document in acts}
        self.searches += 1
        found = think(
            *(knows.position, knows.edition, knows.seat, list(documents)),
            *(f"{self.seed} {self.searches}", self.method, self._budget(started, deadline)),
        )
        return dict(documents[found[0].act])

    def _budget(self, started: float, deadline: float | None) -> Budget:
        """The budget of a decision that began at the moment ``started``."""
        seconds = self.seconds if self.seconds is not None else DEFAULT_SECONDS
        ends = [] if deadline is None else [deadline - MARGIN]
        if self.seconds is not None or (deadline is None and self.iterations is None):
            ends.append(started + seconds)
        return Budget(self.iterations, min(ends) if ends else None)


def legal_of(view: View) -> list[Mapping[str, Any]]:
    """Return the legal acts that a view lists, or if it has no list, those that follow from it; AcquireError if it asks nothing."""
    ask = view["ask"]
    if ask is None or ask["who"] != view["you"]:
        raise AcquireError("Nobody asks this seat; ask a player only when the view asks its seat.")
    if "legal" in ask:
        return list(ask["legal"])
    if ask["phase"] == "start":
        return [{"act": "start"}]
    return legal_documents(knowledge_of(view))


def legal_documents(knows: Knowledge) -> list[Mapping[str, Any]]:
    """Return the legal acts in a position as a seat knows it, as the protocol writes them."""
    s = knows.position
    chain = int(s[at.M_CURRENT])
    owned = int(s[at.SHARES + at.SEATS_AT_MOST * chain + knows.seat])
    return [document_of(act, knows.labels, chain, owned) for act in legal_acts(s, knows.edition)]


def warm_up() -> None:
    """Compile everything that a search needs before the first game; takes a minute the first time, then nothing."""
    knows = opening(edition_named("mso"))
    acts = legal_acts(knows.position, knows.edition)
    think(knows.position, knows.edition, 0, acts, 0, OURS, Budget(iterations=4))
    heuristic_act(knows.position, knows.edition, source(0), 0, acts)


def opening(edition: Edition) -> Knowledge:
    """Return the first position of a game of an edition, dealt by a fixed seed, with what the first seat knows."""
    e, s = parameters(edition), position_room()
    deal_game(s, e, source(0), max(2, edition.min_players))
    return Knowledge(s, e, 0, label_set(edition.labels))


def player_of(name: str, seed: object) -> GamePlayer:
    """Return the player with a name; ``seed`` fixes its random choices.

    Raises:
        NoSuchPlayerError: if there is no such player.
    """
    kind, _, rest = name.partition(":")
    if kind in ("random", "house") and not rest and name == kind:
        return RandomPlayer(seed) if kind == "random" else HousePlayer(seed)
    if kind == "search" and rest.endswith("i"):
        return SearchPlayer(seed, OURS, iterations=int(_budget_in(name, rest[:-1], whole=True)))
    if kind == "search" and (rest or name == kind):
        return SearchPlayer(seed, OURS, seconds=_budget_in(name, rest) if rest else None)
    if kind == "seed002" and (rest or name == kind):
        return SearchPlayer(seed, SEED002, iterations=int(_budget_in(name, rest, whole=True)) if rest else STRONGEST)
    raise _no_such_player(name)


def player_at(level: Level, seed: object) -> GamePlayer:
    """Return a player of a level; ``seed`` fixes its random choices."""
    if level.iterations is None and level.seconds is None:
        return HousePlayer(seed) if level.rules else RandomPlayer(seed)
    return SearchPlayer(seed, OURS, seconds=level.seconds, iterations=level.iterations)


def _budget_in(name: str, text: str, *, whole: bool = False) -> float:
    """Return the number ``text`` in the name of a player, which is more than 0 and with ``whole`` a whole number.

    Raises:
        NoSuchPlayerError: if it is not such a number.
    """
    try:
        amount = float(text)
    except ValueError:
        raise _no_such_player(name) from None
    if not 0 < amount <= MOST or (whole and amount != int(amount)):
        raise _no_such_player(name)
    return amount


def _no_such_player(name: str) -> NoSuchPlayerError:
    """The error for a name that no player has."""
    return NoSuchPlayerError(
        f"There is no player {name!r}; choose random, house, search[:SECONDS] or seed002[:ITERATIONS]."
    )
