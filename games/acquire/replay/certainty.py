"""How sure the final cash is: proved by the log, one of several amounts, or not known at all (R11); and what would settle it.

A wrong amount given as certain is worse than none. So an amount is proved only where

1. the log has no error and no money in it is unknown, or
2. the replay comes to everybody's final cash that the log itself states, or
3. one mistake of the table's money is all there is, and no other hypothesis fits the log as well, or
4. one hypothesis explains everything that is found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILES
from games.acquire.editions import Money
from games.acquire.replay.findings import UNFOUNDED_ENDS, CodeGroup, Finding, Severity, grave
from games.acquire.replay.hypotheses import ErrorKind, Hypothesis
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk

#: Mistakes of the table's money, and such as move none: what lies on the board is what the log states.
TABLE_SUMS: Final = frozenset(
    {"cash-wrong", "final-wrong", "bonus-wrong", "bonus-missing", "bonus-misdirected", "bonus-twice"}
)

#: Warnings after which somebody's cash is unknown.
_WITHOUT_AMOUNT: Final = frozenset({"cash-unrecorded", "dispose-missing", "market-missing", "takeback-late"})

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


def is_sound(replayer: Replayer) -> bool:
    """Whether nothing is found that could touch anybody's cash."""
    return not any(
        finding.severity is Severity.ERROR or finding.code in _WITHOUT_AMOUNT for finding in replayer.reporter.findings
    ) and not (replayer.reporter.suppressed or replayer.record.unread)


def agrees_with_log(replayer: Replayer) -> bool:
    """Whether the replay comes to the final cash that the log states, of every player, and nobody holds a share too many."""
    return replayer.outcome is not None and _agreed(replayer) == set(replayer.outcome)


def is_one_wrong_sum(replayer: Replayer) -> bool:
    """Whether all that is found is one mistake of the table's money, with what follows from it in sums."""
    reporter = replayer.reporter
    found = grave(reporter.findings)
    return len(found) == 1 and found[0].code in TABLE_SUMS and not (reporter.suppressed or reporter.doubtful)


def proved(outcome: Mapping[int, Money] | None) -> Certainty:
    """All cash as it was computed."""
    return Certainty(dict(outcome or {}), {})


def unproved(replayer: Replayer, explanations: Sequence[Replayer]) -> Certainty:
    """The amounts to which explanations come, for each player; they are none where there is no explanation.

    A player's cash is proved where all explanations agree on it, or the replay comes to what the log states and none differs.
    """
    if replayer.outcome is None:
        return Certainty({}, {})
    final: dict[int, Money | None] = {}
    possible: dict[int, Possible] = {}
    agreed = _agreed(replayer) if not replayer.reporter.suppressed else set()
    for player, own in replayer.outcome.items():
        amounts = {found.outcome[player] for found in explanations if found.outcome is not None}
        if player in agreed and amounts <= {own}:
            amounts = {own}
        final[player] = amounts.pop() if len(amounts) == 1 else None
        if final[player] is None:
            possible[player] = Possible(tuple(sorted(amounts)))
    return Certainty(final, possible)


def _agreed(replayer: Replayer) -> set[int]:
    """The players of whom the replay comes to the final cash that the log states, and who have no share too many.

    A share left over may have been sold for nothing; then the cash that agrees is short of it. What an end without its
    condition has paid out is no witness: the game was not over.
    """
    if replayer.outcome is None or replayer.record.unread:
        return set()
    left_over = {finding.player for finding in replayer.reporter.findings if finding.code == "dispose-hold"}
    stated = stated_finals(replayer)
    is_over = not any(finding.code in UNFOUNDED_ENDS for finding in replayer.reporter.findings)
    return {
        player
        for player, cash in replayer.outcome.items()
        if stated.get(player) == cash
        and replayer.ids[player] not in left_over
        and (is_over or cash == replayer.state.cash[player])
    }


def stated_finals(replayer: Replayer) -> dict[int, int]:
    """The final cash that the log states by player."""
    return {player: cash for player, (cash, _) in replayer.ledger.finals.items()}


def stated_or_computed(replayer: Replayer) -> Certainty:
    """For everybody whose cash is not proved, what is computed or what the log states: either the table was wrong or the log is."""
    certainty = unproved(replayer, ())
    stated, computed = stated_finals(replayer), replayer.outcome or {}
    amounts = {player: {computed[player], stated.get(player, computed[player])} for player in certainty.possible}
    return Certainty(certainty.final, {player: Possible(tuple(sorted(either))) for player, either in amounts.items()})


def some_of(replayer: Replayer, explanations: Sequence[Replayer]) -> Certainty:
    """Nobody's cash is proved: these explanations fit, but there may be others."""
    outcomes = [found.outcome for found in explanations if found.outcome is not None]
    players = replayer.outcome or ()
    return Certainty(
        dict.fromkeys(players),
        {player: Possible(tuple(sorted({outcome[player] for outcome in outcomes}))) for player in players},
    )


def undisposed(replayer: Replayer) -> Certainty | None:
    """How sure the cash is where all that is found is that somebody disposed of fewer shares than he has.

    The counts agree with the shares as they were disposed of; he may have kept the others, or sold them. Everybody else's
    cash is proved where it is what the log states. None where something else is found.
    """
    found = grave(replayer.reporter.findings)
    only_undisposed = all(finding.code == "dispose-hold" for finding in found)
    if not found or not only_undisposed or replayer.outcome is None or stated_finals(replayer) != replayer.outcome:
        return None
    final: dict[int, Money | None] = dict(replayer.outcome)
    possible: dict[int, Possible] = {}
    for finding in found:
        player = replayer.ids.index(str(finding.player))
        sold = _if_sold(replayer, finding)
        known = possible[player].amounts if player in possible else (replayer.outcome[player],)
        final[player] = None
        possible[player] = Possible(tuple(sorted({*known, sold[player]})) if sold and known else ())
    return Certainty(final, possible)


def _if_sold(replayer: Replayer, finding: Finding) -> dict[int, Money] | None:
    """The final cash by player if the shares that are left over were sold in the merger."""
    place, over = replayer.reporter.place_of(finding), _left_over(finding)
    if over <= 0:
        return None
    event = replayer.events[place]
    chain, sell, trade, hold = event.value
    events = list(replayer.events)
    events[place] = event._replace(value=(chain, sell + over, trade, hold))
    trial = Replayer(replace(replayer.record, events=events))
    finish_walk(trial)
    return trial.outcome


def _left_over(finding: Finding) -> int:
    """How many shares are left that the log does not account for; 0 or less for none."""
    due, stated = finding.expected, finding.recorded
    return due - stated if isinstance(due, int) and isinstance(stated, int) else 0


def asking_for_share(replayer: Replayer, finding: Finding) -> Finding:
    """A finding of shares left over with a hint that asks for the free share, where the player founded that chain; any other as it is."""
    if finding.code != "dispose-hold" or _left_over(finding) <= 0:
        return finding
    place = replayer.reporter.place_of(finding)
    _, player, (chain, *_) = replayer.events[place]
    founded = [
        at for at, event in enumerate(replayer.events[:place]) if event.act is ActKind.FOUND and event.value == chain
    ]
    if not founded or replayer.events[founded[-1]].player != player:
        return finding
    turn = _turn_at(replayer.events, founded[-1])
    return finding.with_hint(f"{finding.player} founded it in turn {turn}; was the free share taken?")


#: The table is asked for so many facts at once.
_MOST_FACTS = 3


class Fact(StrEnum):
    """What the table may still know."""

    TURN = "turn"  # what was done in a turn
    TILE = "tile"  # which tile was placed in a turn
    PURCHASE = "purchase"  # what was bought in a turn
    HOLDING = "holding"  # how many shares of a chain a player had after a turn
    CASH = "cash"  # what cash a player had after a turn


@dataclass(frozen=True, slots=True)
class MissingFact:
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


def missing_facts(
    replayer: Replayer, certainty: Certainty, hypotheses: Sequence[Hypothesis]
) -> tuple[MissingFact, ...]:
    """The facts to ask the table for, which would settle what is not proved; none where all is or no game came to its end.

    They are those in which the hypotheses that fit differ from the log; without one, those that the findings are about.
    """
    if None not in certainty.final.values():
        return ()
    facts = [_fact_of_hypothesis(replayer, hypothesis) for hypothesis in hypotheses] or [
        _fact_of_finding(replayer, finding) for finding in grave(replayer.reporter.findings) if finding.player
    ]
    return tuple(dict.fromkeys(facts))[:_MOST_FACTS]


def _fact_of_hypothesis(replayer: Replayer, hypothesis: Hypothesis) -> MissingFact:
    """What would show whether a hypothesis is right."""
    turn = _turn_at(replayer.events, hypothesis.at)
    actor = hypothesis.put[0] if hypothesis.put else replayer.events[hypothesis.at]
    player = replayer.ids[actor.player]
    clause = hypothesis.clause
    if hypothesis.kind is ErrorKind.MISSING:
        return MissingFact(Fact.TURN, player, None, turn - 1)
    if clause is None:
        return MissingFact(Fact.TURN, None, None, turn)
    if clause.act is ActKind.BUY:
        return MissingFact(Fact.PURCHASE, player, None, turn)
    if clause.act in (ActKind.PLAY, ActKind.START):
        return MissingFact(Fact.TILE, player, None, turn)
    if clause.act is ActKind.DISPOSE:
        return MissingFact(Fact.HOLDING, replayer.ids[clause.player], replayer.names[clause.value[0]], turn - 1)
    return MissingFact(Fact.TURN, player, None, turn)


#: What would show how a finding came about, by what it is about; for others what was done in its turn.
_FACTS: Final = {
    CodeGroup.CASH: Fact.CASH,
    CodeGroup.TILE: Fact.TILE,
    CodeGroup.PLACEMENT: Fact.TILE,
    CodeGroup.PURCHASE: Fact.PURCHASE,
}


def _fact_of_finding(replayer: Replayer, finding: Finding) -> MissingFact:
    """What would show how a finding came about."""
    turn = finding.turn or 0
    place = replayer.reporter.place_of(finding)
    event = replayer.events[min(place, len(replayer.events) - 1)]
    if finding.group is CodeGroup.DISPOSAL and event.act is ActKind.DISPOSE:
        return MissingFact(Fact.HOLDING, finding.player, replayer.names[event.value[0]], turn - 1)
    return MissingFact(_FACTS.get(finding.group, Fact.TURN), finding.player, None, turn)


def _turn_at(events: Sequence[Action], place: int) -> int:
    """The number of the turn in which an event stands, as the log counts it."""
    number = 0
    for event in events[: place + 1]:
        if event.act is ActKind.TURN:
            number = event.value or number + 1
    return number
