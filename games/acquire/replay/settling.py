"""Which fact would settle what is not proved: what to ask the table for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.acquire.actions import Act, Action
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.certainty import Certainty
from games.acquire.replay.findings import Finding, grave
from games.acquire.replay.hypotheses import Hypothesis, Kind

#: More facts than this are not asked for at once.
_MOST = 3


class Fact(StrEnum):
    """What the table may still know."""

    TURN = "turn"  # what was done in a turn
    TILE = "tile"  # which tile was placed in a turn
    PURCHASE = "purchase"  # what was bought in a turn
    HOLDING = "holding"  # how many shares of a chain a player had after a turn
    CASH = "cash"  # what cash a player had after a turn


@dataclass(frozen=True, slots=True)
class Settling:
    """A fact that would settle the cash of those for whom it is not proved: of whom, of which chain, in or after which turn.

    ``player`` is an ID, ``chain`` a name, each None where the fact is about none; ``turn`` counts from 1, 0 for the start.
    """

    kind: Fact
    player: str | None
    chain: str | None
    turn: int

    def document(self) -> Mapping[str, object]:
        """The fact as a JSON object."""
        return {"kind": self.kind.value, "player": self.player, "chain": self.chain, "turn": self.turn}


def settling(arbiter: Arbiter, certainty: Certainty, readings: Sequence[Hypothesis]) -> tuple[Settling, ...]:
    """The facts that would settle what ``certainty`` leaves open; none where all is proved or no game came to its end.

    They are those in which the readings differ from the log; without a reading, those that the findings speak of.
    """
    if None not in certainty.final.values():
        return ()
    asked = [_asked_by(arbiter, reading) for reading in readings]
    if not asked:
        asked = [_asked_of(arbiter, finding) for finding in grave(arbiter.reporter.findings) if finding.player]
    return tuple(_first(asked))


def _first(asked: Iterable[Settling]) -> list[Settling]:
    return list(dict.fromkeys(asked))[:_MOST]


def _asked_by(arbiter: Arbiter, reading: Hypothesis) -> Settling:
    """What would tell whether a reading is right."""
    turn = _turn_at(arbiter.events, reading.at)
    actor = reading.put[0] if reading.put else arbiter.events[reading.at]
    player = arbiter.ids[actor.player]
    if reading.kind is Kind.MISSING:
        return Settling(Fact.TURN, player, None, turn - 1)
    said = reading.said
    if said is None:
        return Settling(Fact.TURN, None, None, turn)
    if said.act is Act.BUY:
        return Settling(Fact.PURCHASE, player, None, turn)
    if said.act in (Act.PLAY, Act.START):
        return Settling(Fact.TILE, player, None, turn)
    if said.act is Act.DISPOSE:
        return Settling(Fact.HOLDING, arbiter.ids[said.player], arbiter.names[said.value[0]], turn - 1)
    return Settling(Fact.TURN, player, None, turn)


def _asked_of(arbiter: Arbiter, finding: Finding) -> Settling:
    """What would tell how a finding came about."""
    turn = finding.turn or 0
    place = arbiter.reporter.place_of(finding)
    event = arbiter.events[min(place, len(arbiter.events) - 1)]
    if finding.code.startswith("dispose-") and event.act is Act.DISPOSE:
        return Settling(Fact.HOLDING, finding.player, arbiter.names[event.value[0]], turn - 1)
    if finding.code.startswith("cash-"):
        return Settling(Fact.CASH, finding.player, None, turn)
    if finding.code.startswith(("tile-", "place-")):
        return Settling(Fact.TILE, finding.player, None, turn)
    if finding.code.startswith("buy-"):
        return Settling(Fact.PURCHASE, finding.player, None, turn)
    return Settling(Fact.TURN, finding.player, None, turn)


def _turn_at(events: Sequence[Action], place: int) -> int:
    """The number of the turn in which an event stands, as the log counts it."""
    begun = [event for event in events[: place + 1] if event.act is Act.TURN]
    return 0 if not begun else begun[-1].value or len(begun)
