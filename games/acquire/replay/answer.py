"""The answer of a replay: its findings, the cash by the rules, how sure that is, and what would settle the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from games.acquire.editions import Money
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.causes import with_causes
from games.acquire.replay.certainty import Certainty, Possible
from games.acquire.replay.findings import Finding
from games.acquire.replay.hypotheses import Hypothesis
from games.acquire.replay.settling import Settling, settling


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer of a replay.

    ``final`` is the final cash by the rules in dollars by player's ID, None for a player of whom the log does not prove it;
    ``possible`` is what such a player may have, and ``settles`` what to ask the table for. ``recorded_final`` is the final
    cash that the log tells. ``final`` is empty while the game is not ``complete``, that is, did not come to its end.
    """

    edition: str
    turns: int
    complete: bool
    findings: tuple[Finding, ...]
    final: Mapping[str, Money | None]
    recorded_final: Mapping[str, int]
    possible: Mapping[str, Possible]
    settles: tuple[Settling, ...] = ()

    @property
    def is_proved(self) -> bool:
        """Whether the game came to its end and everybody's final cash is proved."""
        return self.complete and None not in self.final.values()

    def document(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        return {
            "edition": self.edition,
            "turns": self.turns,
            "complete": self.complete,
            "findings": [_plain(asdict(finding)) for finding in self.findings],
            "final": _plain(dict(self.final)),
            "possible": {player: _plain(possible.document()) for player, possible in self.possible.items()},
            "settles": [fact.document() for fact in self.settles],
            "recorded_final": dict(self.recorded_final),
        }


def summed_up(
    arbiter: Arbiter, findings: Sequence[Finding], certainty: Certainty, readings: Sequence[Hypothesis] = ()
) -> Replay:
    """The answer of a walk that is over: these findings, with their causes, and cash as sure as that.

    ``readings`` are the ways to read the log that fit.
    """
    ids = arbiter.ids
    return Replay(
        arbiter.record.header.edition,
        arbiter.state.turn,
        arbiter.outcome is not None,
        with_causes(findings),
        {ids[player]: cash for player, cash in certainty.final.items()},
        {ids[player]: cash for player, (cash, _) in arbiter.purse.final.items()},
        {ids[player]: possible for player, possible in certainty.possible.items()},
        settling(arbiter, certainty, readings),
    )


def _plain(value: object) -> Any:
    """A value fit for JSON: an exact fraction of a dollar becomes a float."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, Fraction) else value
