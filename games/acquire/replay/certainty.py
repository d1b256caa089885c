"""Which fact would settle what is not proved: what to ask the table for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.acquire.actions import Act, Action
from games.acquire.board import TILES
from games.acquire.editions import Money
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import UNFOUNDED_ENDS, Finding, Severity, grave
from games.acquire.replay.hypotheses import ErrorKind, Hypothesis
from games.acquire.replay.walk import finish_walk

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
    if reading.kind is ErrorKind.MISSING:
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
