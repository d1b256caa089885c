"""Shares that the rules give a player and that nobody disposed of: a founder's share that was never taken."""

from __future__ import annotations

from dataclasses import replace

from games.acquire.actions import Act
from games.acquire.editions import Money
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.certainty import Certainty, Possible
from games.acquire.replay.findings import Finding, grave
from games.acquire.replay.walking import finish_walk


def undisposed(arbiter: Arbiter) -> Certainty | None:
    """How sure the cash is where all that is found is that somebody disposed of fewer shares than he has.

    The counts agree with the shares as they were disposed of; he may have kept the others, or sold them. Everybody else's
    cash is proved where it is what the log tells. None where something else is found.
    """
    found = grave(arbiter.reporter.findings)
    if not found or any(finding.code != "dispose-hold" or finding.player != found[0].player for finding in found):
        return None
    sold = _if_sold(arbiter, found[0])
    told = {player: cash for player, (cash, _) in arbiter.purse.final.items()}
    if sold is None or arbiter.outcome is None or told != arbiter.outcome:
        return None
    player = arbiter.ids.index(str(found[0].player))
    final: dict[int, Money | None] = {**arbiter.outcome, player: None}
    return Certainty(final, {player: Possible(tuple(sorted({arbiter.outcome[player], sold[player]})))})


def _if_sold(arbiter: Arbiter, finding: Finding) -> dict[int, Money] | None:
    """The final cash by player if the shares that are left over were sold in the merger."""
    place = next(
        at for at, other in zip(arbiter.reporter.places, arbiter.reporter.findings, strict=True) if other is finding
    )
    event = arbiter.events[place]
    if event.act is not Act.DISPOSE or not isinstance(finding.expected, int) or not isinstance(finding.recorded, int):
        return None
    over = finding.expected - finding.recorded
    if over <= 0:
        return None
    chain, sell, trade, hold = event.value
    events = list(arbiter.events)
    events[place] = event._replace(value=(chain, sell + over, trade, hold))
    trial = Arbiter(replace(arbiter.record, events=events))
    finish_walk(trial)
    return trial.outcome
