"""Which fact would settle what is not proved: what to ask the table for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from games.acquire.actions import Act, Action
from games.acquire.board import TILES
from games.acquire.editions import Money
from games.acquire.replay.findings import UNFOUNDED_ENDS, Finding, Severity, grave
from games.acquire.replay.hypotheses import ErrorKind, Hypothesis
from games.acquire.replay.replayer import Replayer
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


def is_sound(replayer: Replayer) -> bool:
    """Whether nothing is found that could touch anybody's cash."""
    return not any(
        finding.severity is Severity.ERROR or finding.code in _OPEN for finding in replayer.reporter.findings
    ) and not (replayer.reporter.suppressed or replayer.record.unread)


def agrees_with_log(replayer: Replayer) -> bool:
    """Whether the replay comes to the final cash that the log tells, of every player, and nobody holds a share too many."""
    return replayer.outcome is not None and _agreed(replayer) == set(replayer.outcome)


def is_one_wrong_sum(replayer: Replayer) -> bool:
    """Whether all that is found is one mistake of the table's money, with what follows from it in sums."""
    said = replayer.reporter
    found = grave(said.findings)
    return len(found) == 1 and found[0].code in TABLE_SUMS and not (said.suppressed or said.doubtful)


def proved(outcome: Mapping[int, Money] | None) -> Certainty:
    """All cash as it was computed."""
    return Certainty(dict(outcome or {}), {})


def unproved(replayer: Replayer, explanations: Sequence[Replayer]) -> Certainty:
    """The amounts that explanations give, the cash as the log tells it among them where nothing else is known of a player.

    A player is proved of whom all of at least one say the same, and one of whom the replay comes to what the log tells.
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
    """The players of whom the replay comes to the final cash that the log tells, and who have no share too many.

    A share left over may have been sold for nothing; then the cash that agrees is short of it. What an end without its
    condition has paid out is no witness: the game was not over.
    """
    if replayer.outcome is None or replayer.record.unread:
        return set()
    left_over = {finding.player for finding in replayer.reporter.findings if finding.code == "dispose-hold"}
    told = {player: cash for player, (cash, _) in replayer.purse.final.items()}
    is_over = not any(finding.code in UNFOUNDED_ENDS for finding in replayer.reporter.findings)
    return {
        player
        for player, cash in replayer.outcome.items()
        if told.get(player) == cash
        and replayer.ids[player] not in left_over
        and (is_over or cash == replayer.state.cash[player])
    }


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
    cash is proved where it is what the log tells. None where something else is found.
    """
    found = grave(replayer.reporter.findings)
    told = {player: cash for player, (cash, _) in replayer.purse.final.items()}
    if not found or any(finding.code != "dispose-hold" for finding in found) or told != replayer.outcome:
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


def asked_for_share(replayer: Replayer, finding: Finding) -> Finding:
    """A finding of shares left over that asks for the free share, where the player founded that chain."""
    if finding.code != "dispose-hold" or _left_over(finding) <= 0:
        return finding
    place = replayer.reporter.place_of(finding)
    _, player, (chain, *_) = replayer.events[place]
    turn, founder = 0, -1
    for event in replayer.events[:place]:
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


def settling(replayer: Replayer, certainty: Certainty, readings: Sequence[Hypothesis]) -> tuple[Settling, ...]:
    """The facts that would settle what ``certainty`` leaves open; none where all is proved or no game came to its end.

    They are those in which the readings differ from the log; without a reading, those that the findings speak of.
    """
    if None not in certainty.final.values():
        return ()
    asked = [_asked_by(replayer, reading) for reading in readings]
    if not asked:
        asked = [_asked_of(replayer, finding) for finding in grave(replayer.reporter.findings) if finding.player]
    return tuple(_first(asked))


def _first(asked: Iterable[Settling]) -> list[Settling]:
    return list(dict.fromkeys(asked))[:_MOST]


def _asked_by(replayer: Replayer, reading: Hypothesis) -> Settling:
    """What would tell whether a reading is right."""
    turn = _turn_at(replayer.events, reading.at)
    actor = reading.put[0] if reading.put else replayer.events[reading.at]
    player = replayer.ids[actor.player]
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
        return Settling(Fact.HOLDING, replayer.ids[said.player], replayer.names[said.value[0]], turn - 1)
    return Settling(Fact.TURN, player, None, turn)


def _asked_of(replayer: Replayer, finding: Finding) -> Settling:
    """What would tell how a finding came about."""
    turn = finding.turn or 0
    place = replayer.reporter.place_of(finding)
    event = replayer.events[min(place, len(replayer.events) - 1)]
    if finding.code.startswith("dispose-") and event.act is Act.DISPOSE:
        return Settling(Fact.HOLDING, finding.player, replayer.names[event.value[0]], turn - 1)
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
