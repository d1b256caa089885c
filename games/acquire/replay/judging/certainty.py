"""How certain the final cash is: proved by the log, one of several amounts, or unknown (R11); and what would prove it.

A wrong amount given as certain is worse than none. So an amount counts as proved only if

1. the log has no error and no money in it is unknown, or
2. the replay comes to everybody's final cash that the log itself states, or
3. every explanation that is not much less likely than the best one, by slips of the scribe or of the table, leaves the same amount,
   and the search for them was not cut off.

And by `lawful_certainty` no amount does that contradicts the log's final cash and a count together, unless a
line states the wrong sum itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.board import TILES
from games.acquire.editions.bonus import Money
from games.acquire.replay.findings import UNFOUNDED_ENDS, CodeGroup, Finding, Severity, grave
from games.acquire.replay.judging.edits import Edit, EditKind
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk
from games.sentences import gettext_lazy as _

#: Warnings after which somebody's cash is unknown.
_WITHOUT_AMOUNT: Final = frozenset({"cash-unrecorded", "dispose-missing", "market-missing", "takeback-late"})

#: An upper limit of final cash: as if every second tile founded a chain and all its shares and bonuses went to one player.
MOST_CASH: Final = 6_000 + TILES // 2 * (25 * 1_200 + 18_000)


@dataclass(frozen=True, slots=True)
class Possible:
    """The amounts that a player may have by the explanations that fit, in ascending order; empty if none is known."""

    amounts: tuple[Money, ...]

    def document(self) -> object:
        """Return the amounts as a list, or the range in dollars if none is known."""
        return list(self.amounts) if self.amounts else {"from": 0, "to": MOST_CASH}


@dataclass(frozen=True, slots=True)
class Certainty:
    """How certain the final cash is, by player.

    ``final`` has None for a player whose cash is not proved; ``possible`` has what such a player may have.
    """

    final: Mapping[int, Money | None]
    possible: Mapping[int, Possible]


def is_sound(replayer: Replayer) -> bool:
    """Whether no finding could change anybody's cash."""
    return not any(map(may_change_cash, replayer.reporter.findings)) and not (
        replayer.reporter.suppressed or is_in_question(replayer)
    )


def may_change_cash(finding: Finding) -> bool:
    """Whether a finding could change anybody's cash: it is an error, or a warning after which some cash is unknown."""
    is_unknown = finding.code in _WITHOUT_AMOUNT and finding.severity is not Severity.NOTE
    return finding.severity is Severity.ERROR or is_unknown


def is_in_question(replayer: Replayer) -> bool:
    """Whether a part of the log that cannot be read may have moved money or shares that nothing later in the log has checked."""
    question = replayer.ledger.question
    if question is None or replayer.outcome is None:
        return question is not None
    stated = stated_finals(replayer)
    open_players = set(replayer.outcome) if question.needs_final else question.players
    return any(stated.get(player) != replayer.outcome[player] for player in open_players)


def agrees_with_log(replayer: Replayer) -> bool:
    """Whether the replay gives every player the final cash that the log states, and nobody has a share too many."""
    return replayer.outcome is not None and _players_in_agreement(replayer) == set(replayer.outcome)


def proved_certainty(outcome: Mapping[int, Money] | None) -> Certainty:
    """Return the certainty with which all cash is as it was computed."""
    return Certainty(dict(outcome or {}), {})


def certainty_of_explanations(
    replayer: Replayer, explanations: Sequence[Replayer], *, is_whole: bool = True, is_edited: bool = False
) -> Certainty:
    """Return the certainty of the final cash, given the replays of all explanations that fit.

    A player's cash is proved if all explanations give him the same, or if the replay of the log gives him what the log states and no
    explanation differs. Where there may be other explanations, without ``is_whole``, it is proved only if the log states it too, and
    what the log states is possible; so it is, as it was meant, where edits explain the log, with ``is_edited``. Without any
    explanation no amount is known for the others.
    """
    if replayer.outcome is None:
        return Certainty({}, {})
    final, possible = dict[int, Money | None](), dict[int, Possible]()
    agreed = _players_in_agreement(replayer) if not replayer.reporter.suppressed else set()
    stated = stated_finals(replayer)
    for player, own in replayer.outcome.items():
        amounts = {found.outcome[player] for found in explanations if found.outcome is not None}
        if not is_whole:
            amounts.add(stated.get(player, own))
        if is_edited:
            amounts |= {stated_finals(found).get(player, own) for found in explanations if player in stated}
        if player in agreed and amounts <= {own}:
            amounts = {own}
        is_proved = len(amounts) == 1 and (is_whole or player in agreed)
        final[player] = next(iter(amounts)) if is_proved else None
        if not is_proved:
            possible[player] = Possible(tuple(sorted(amounts)))
    return Certainty(final, possible)


def _players_in_agreement(replayer: Replayer) -> set[int]:
    """Return the players to whom the replay gives the final cash that the log states, and who have no share too many.

    A share left over may have been sold without being paid, so cash that agrees may be too little. If the end was declared without an
    end condition, cash that includes the final payments proves nothing: the game was not over.
    """
    if replayer.outcome is None:
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
    """Return the final cash that the log states, by player."""
    return {player: cash for player, (cash, _) in replayer.ledger.finals.items()}


def lawful_certainty(certainty: Certainty, told: Sequence[Replayer]) -> Certainty:
    """Return the certainty without what the log's final cash and a count of the same player contradict together.

    An amount stands by that replay among ``told`` that is contradicted least. A wrong bonus is a line that states the wrong sum itself,
    and the counts behind it are not wrong for it.
    """
    final, possible = dict(certainty.final), dict(certainty.possible)
    for player, cash in certainty.final.items() if any(replayer.reporter.findings for replayer in told) else ():
        giving = [replayer for replayer in told if cash is not None and (replayer.outcome or {}).get(player) == cash]
        if cash is not None and giving and all(_is_contradicted(replayer, player, cash) for replayer in giving):
            final[player] = None
            possible[player] = Possible(
                tuple(sorted({cash, *(stated_finals(replayer)[player] for replayer in giving)}))
            )
    return Certainty(final, possible)


def _is_contradicted(replayer: Replayer, player: int, cash: Money) -> bool:
    """Whether the log's final cash of a player is another amount, and a count of his as well."""
    wrong = {finding.player for finding in replayer.reporter.findings if finding.code == "cash-wrong"}
    return stated_finals(replayer).get(player, cash) != cash and replayer.ids[player] in wrong


def certainty_if_undisposed(replayer: Replayer) -> Certainty | None:
    """Return the certainty if the only findings are that players have more shares left than the log says; else None.

    The final cash agrees with the disposals as recorded. Such a player may have kept the other shares, or sold them, whatever else
    explains them; everybody else's cash is proved, because it is what the log states.
    """
    found, outcome = grave(replayer.reporter.findings), replayer.outcome
    is_all = all(finding.code == "dispose-hold" for finding in found)
    if not found or not is_all or outcome is None or stated_finals(replayer) != outcome:
        return None
    amounts: dict[int, set[Money]] = {}
    for finding in found:
        player = replayer.ids.index(str(finding.player))
        sold = _if_sold(replayer, finding) or outcome
        amounts.setdefault(player, {outcome[player]}).add(sold[player])
    possible = {player: Possible(tuple(sorted(either))) for player, either in amounts.items() if len(either) > 1}
    return Certainty({player: None if player in possible else cash for player, cash in outcome.items()}, possible)


def _if_sold(replayer: Replayer, finding: Finding) -> dict[int, Money] | None:
    """Return the final cash by player if the shares left over had been sold in the merger, or None if there are none."""
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
    """Return how many shares a player has left that the log does not account for; 0 or less for none."""
    due, stated = finding.expected, finding.recorded
    return due - stated if isinstance(due, int) and isinstance(stated, int) else 0


def asking_for_share(replayer: Replayer, finding: Finding) -> Finding:
    """Return a finding about shares left over with a hint that asks for the founder's free share.

    Any other finding is returned unchanged, also if the player did not found that chain.
    """
    if finding.code != "dispose-hold" or _left_over(finding) <= 0:
        return finding
    place = replayer.reporter.place_of(finding)
    _left, player, (chain, *_left) = replayer.events[place]
    founded = [
        at for at, event in enumerate(replayer.events[:place]) if event.act is ActKind.FOUND and event.value == chain
    ]
    if not founded or replayer.events[founded[-1]].player != player:
        return finding
    turn = turn_at(replayer.events, founded[-1])
    return finding.with_hint(
        _("{player} founded this chain in turn {turn}; was the free share taken?", player=finding.player, turn=turn)
    )


#: How many facts the players are asked for at most.
_MOST_FACTS = 3


class Fact(StrEnum):
    """The kinds of facts that players may still know."""

    TURN = "turn"  # what was done in a turn
    TILE = "tile"  # which tile was placed in a turn
    PURCHASE = "purchase"  # what was bought in a turn
    HOLDING = "holding"  # how many shares of a chain a player had after a turn
    CASH = "cash"  # what cash a player had after a turn
    BONUS = "bonus"  # which of two amounts a player was paid for a chain in a turn


@dataclass(frozen=True, slots=True)
class MissingFact:
    """A fact that would prove cash which is not proved: about a player, a chain, and the time in or after a turn.

    ``player`` is an ID, ``chain`` a name, each None where the fact is about none; ``turn`` counts from 1, 0 for the start. ``amounts``
    are the dollars between which the players are to decide: first what the log says, then what the rules give; empty where the
    question is not about an amount. ``last`` is the number of the last of several turns that the fact is about, 0 for one turn.
    """

    kind: Fact
    player: str | None
    chain: str | None
    turn: int
    amounts: tuple[Money, ...] = ()
    last: int = 0

    def document(self) -> Mapping[str, object]:
        """Return the fact as a JSON object."""
        return {
            "kind": self.kind.value,
            "player": self.player,
            "chain": self.chain,
            "turn": self.turn,
            "amounts": [int(amount) for amount in self.amounts],
            "last": self.last or self.turn,
        }


def missing_facts(replayer: Replayer, certainty: Certainty, edits: Sequence[Edit]) -> tuple[MissingFact, ...]:
    """Return the facts to ask the players for, which would prove what is not proved; empty if all is.

    They are what the edits that fit change in the log; without one, what the findings are about.
    """
    if None not in certainty.final.values():
        return ()
    facts = [_fact_of_edit(replayer, edit) for edit in edits] or [
        _fact_of_finding(replayer, finding)
        for finding in replayer.reporter.findings
        if (finding.player or finding.code == "turn-missing")
        and finding.group is not CodeGroup.FINAL  # what somebody has at the end is itself in dispute
        and (finding.severity is not Severity.NOTE or finding.code == "line-unread")
    ]
    return tuple(dict.fromkeys(facts))[:_MOST_FACTS]


def _fact_of_edit(replayer: Replayer, edit: Edit) -> MissingFact:
    """Return the fact that would show whether an edit is right."""
    turn = turn_at(replayer.events, edit.at)
    actor = edit.put[0] if edit.put else replayer.events[edit.at]
    player = replayer.ids[actor.player]
    clause = edit.clause
    if edit.kind is EditKind.MISSING:
        # The put-in turn has its number; in a log without numbers it is the number of the turn that stands there now.
        return MissingFact(Fact.TURN, player, None, actor.value or turn)
    if clause is None:
        return MissingFact(Fact.TURN, None, None, turn)
    chain = replayer.names[clause.value[0]] if clause.act is ActKind.DISPOSE else None
    return MissingFact(_OF_ACTS.get(clause.act, Fact.TURN), player, chain, turn)


#: What would show what an act was.
_SHOWN: Final = Fact.PURCHASE, Fact.TILE, Fact.TILE, Fact.HOLDING
_OF_ACTS: Final = dict(zip((ActKind.BUY, ActKind.PLAY, ActKind.START, ActKind.DISPOSE), _SHOWN, strict=True))


#: What would show how a finding came about, by what it is about; for others what was done in its turn.
_FACTS: Final = {
    CodeGroup.CASH: Fact.CASH,
    CodeGroup.TILE: Fact.TILE,
    CodeGroup.PLACEMENT: Fact.TILE,
    CodeGroup.PURCHASE: Fact.PURCHASE,
}


def _fact_of_finding(replayer: Replayer, finding: Finding) -> MissingFact:
    """Return the fact that would show how a finding came about."""
    turn = finding.turn or 0
    if finding.code == "turn-missing" and isinstance(finding.expected, list):
        return MissingFact(Fact.TURN, None, None, turn, last=finding.expected[-1])
    place = replayer.reporter.place_of(finding)
    event = replayer.events[min(place, len(replayer.events) - 1)]
    if finding.group is CodeGroup.DISPOSAL and event.act is ActKind.DISPOSE:
        return MissingFact(Fact.HOLDING, finding.player, replayer.names[event.value[0]], turn)
    if finding.code == "bonus-wrong" and event.act is ActKind.BONUS:
        chain, paid = event.value
        due = finding.expected if isinstance(finding.expected, (int, Fraction)) else paid
        return MissingFact(Fact.BONUS, finding.player, replayer.names[chain], turn, (paid, due))
    return MissingFact(_FACTS.get(finding.group, Fact.TURN), finding.player, None, turn)


def turn_at(events: Sequence[Action], place: int) -> int:
    """Return the number of the turn to which the event at ``place`` belongs, as the log counts turns."""
    number = 0
    for event in events[: place + 1]:
        if event.act is ActKind.TURN:
            number = event.value or number + 1
    return number
