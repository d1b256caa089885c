"""How sure the final cash is: proved by the log, one of several amounts, or not known at all (R11).

A wrong amount given as certain is worse than none. So an amount is proved only where

1. the log has no error and leaves no money open, or
2. the replay comes to everybody's final cash that the log itself tells, or
3. one mistake of the table's money is all there is, and no other reading of the log fits it as well, or
4. one reading of the log explains everything that is found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.acquire.board import TILES
from games.acquire.editions import Money
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import UNFOUNDED_ENDS, Severity, grave

#: Mistakes of the table's money, and such as move none: what lies on the board is what the log tells.
TABLE_SUMS: Final = frozenset(
    {"cash-wrong", "final-wrong", "bonus-wrong", "bonus-missing", "bonus-misdirected", "bonus-twice"}
)

#: Warnings that leave open what somebody has.
_OPEN: Final = frozenset({"cash-unrecorded", "dispose-missing", "market-missing", "takeback-late"})

#: Nobody's final cash is more: every second tile founds a chain and all its shares and bonuses go to one player.
MOST_CASH: Final = 6_000 + TILES // 2 * (25 * 1_200 + 18_000)


@dataclass(frozen=True, slots=True)
class Possible:
    """What an unproved player may have: the ``amounts`` of the explanations that fit, in order; none where none is known."""

    amounts: tuple[Money, ...]

    def document(self) -> object:
        """The amounts as a list, or the range in dollars where nothing narrows it."""
        return list(self.amounts) if self.amounts else {"from": 0, "to": MOST_CASH}


@dataclass(frozen=True, slots=True)
class Certainty:
    """The final cash by player: ``final`` has None for a player whose cash is not proved, ``possible`` what he may have."""

    final: Mapping[int, Money | None]
    possible: Mapping[int, Possible]


def is_sound(arbiter: Arbiter) -> bool:
    """Whether nothing is found that could touch anybody's cash."""
    return not any(
        finding.severity is Severity.ERROR or finding.code in _OPEN for finding in arbiter.reporter.findings
    ) and not (arbiter.reporter.suppressed or arbiter.record.unread)


def agrees_with_log(arbiter: Arbiter) -> bool:
    """Whether the replay comes to the final cash that the log tells, of every player, and nobody holds a share too many."""
    return arbiter.outcome is not None and _agreed(arbiter) == set(arbiter.outcome)


def is_one_wrong_sum(arbiter: Arbiter) -> bool:
    """Whether all that is found is one mistake of the table's money, with what follows from it in sums."""
    said = arbiter.reporter
    found = grave(said.findings)
    return len(found) == 1 and found[0].code in TABLE_SUMS and not (said.suppressed or said.doubtful)


def proved(outcome: Mapping[int, Money] | None) -> Certainty:
    """All cash as it was computed."""
    return Certainty(dict(outcome or {}), {})


def unproved(arbiter: Arbiter, explanations: Sequence[Arbiter]) -> Certainty:
    """The amounts that explanations give, the cash as the log tells it among them where nothing else is known of a player.

    A player is proved of whom all of at least one say the same, and one of whom the replay comes to what the log tells.
    """
    if arbiter.outcome is None:
        return Certainty({}, {})
    final: dict[int, Money | None] = {}
    possible: dict[int, Possible] = {}
    agreed = _agreed(arbiter) if not arbiter.reporter.suppressed else set()
    for player, own in arbiter.outcome.items():
        amounts = {found.outcome[player] for found in explanations if found.outcome is not None}
        if player in agreed and amounts <= {own}:
            amounts = {own}
        final[player] = amounts.pop() if len(amounts) == 1 else None
        if final[player] is None:
            possible[player] = Possible(tuple(sorted(amounts)))
    return Certainty(final, possible)


def _agreed(arbiter: Arbiter) -> set[int]:
    """The players of whom the replay comes to the final cash that the log tells, and who have no share too many.

    A share left over may have been sold for nothing; then the cash that agrees is short of it. What an end without its
    condition has paid out is no witness: the game was not over.
    """
    if arbiter.outcome is None or arbiter.record.unread:
        return set()
    left_over = {finding.player for finding in arbiter.reporter.findings if finding.code == "dispose-hold"}
    told = {player: cash for player, (cash, _) in arbiter.purse.final.items()}
    is_over = not any(finding.code in UNFOUNDED_ENDS for finding in arbiter.reporter.findings)
    return {
        player
        for player, cash in arbiter.outcome.items()
        if told.get(player) == cash
        and arbiter.ids[player] not in left_over
        and (is_over or cash == arbiter.state.cash[player])
    }


def some_of(arbiter: Arbiter, explanations: Sequence[Arbiter]) -> Certainty:
    """Nobody's cash is proved: these explanations fit, but there may be others."""
    outcomes = [found.outcome for found in explanations if found.outcome is not None]
    players = arbiter.outcome or ()
    return Certainty(
        dict.fromkeys(players),
        {player: Possible(tuple(sorted({outcome[player] for outcome in outcomes}))) for player in players},
    )
