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
    told = {player: cash for player, (cash, _) in arbiter.purse.final.items()}
    if not found or any(finding.code != "dispose-hold" for finding in found) or told != arbiter.outcome:
        return None
    final: dict[int, Money | None] = dict(arbiter.outcome)
    possible: dict[int, Possible] = {}
    for finding in found:
        player = arbiter.ids.index(str(finding.player))
        sold = _if_sold(arbiter, finding)
        known = possible[player].amounts if player in possible else (arbiter.outcome[player],)
        final[player] = None
        possible[player] = Possible(tuple(sorted({*known, sold[player]})) if sold and known else ())
    return Certainty(final, possible)


def _if_sold(arbiter: Arbiter, finding: Finding) -> dict[int, Money] | None:
    """The final cash by player if the shares that are left over were sold in the merger."""
    place, over = arbiter.reporter.place_of(finding), _left_over(finding)
    if over <= 0:
        return None
    event = arbiter.events[place]
    chain, sell, trade, hold = event.value
    events = list(arbiter.events)
    events[place] = event._replace(value=(chain, sell + over, trade, hold))
    trial = Arbiter(replace(arbiter.record, events=events))
    finish_walk(trial)
    return trial.outcome


def asked_for_share(arbiter: Arbiter, finding: Finding) -> Finding:
    """A finding of shares left over that asks for the free share, where the player founded that chain."""
    if finding.code != "dispose-hold" or _left_over(finding) <= 0:
        return finding
    place = arbiter.reporter.place_of(finding)
    _, player, (chain, *_) = arbiter.events[place]
    turn, founder = 0, -1
    for event in arbiter.events[:place]:
        if event.act is Act.TURN:
            turn = event.value or turn + 1
        elif event.act is Act.FOUND and event.value == chain:
            founded, founder = turn, event.player
    if founder != player:
        return finding
    question = f"{finding.player} founded it in turn {founded}; was the free share taken?"
    return replace(finding, message=f"{finding.message} {question}")


def _left_over(finding: Finding) -> int:
    """How many shares are left that the log does not tell of; 0 or less for none."""
    due, told = finding.expected, finding.recorded
    return due - told if isinstance(due, int) and isinstance(told, int) else 0
