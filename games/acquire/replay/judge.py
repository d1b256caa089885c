"""The replay of a record: what the rules find in it, and the cash they compute."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from games.acquire.actions import Act, Action
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay import director, mergers, money, tiles, turns
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.findings import IMPOSSIBLE, Finding
from games.acquire.replay.slips import BUDGET, MOST_SLIPS, corrected, readings, suggested


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer of a replay.

    ``final`` is the computed and ``recorded_final`` the recorded final cash in dollars by player's ID;
    ``final`` is empty while the game is not ``complete``, that is, did not come to its end.
    """

    edition: str
    turns: int
    complete: bool
    findings: tuple[Finding, ...]
    final: Mapping[str, Money]
    recorded_final: Mapping[str, int]

    def document(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        return {
            "edition": self.edition,
            "turns": self.turns,
            "complete": self.complete,
            "findings": [_plain(asdict(finding)) for finding in self.findings],
            "final": _plain(dict(self.final)),
            "recorded_final": dict(self.recorded_final),
        }


def replay(record: GameRecord) -> Replay:
    """Replay a record by its rules: lenient, with one finding for each mistake."""
    return judge(record)[0]


def judge(record: GameRecord) -> tuple[Replay, GameRecord]:
    """The answer, and the record as it is best read: the given one unless slips explain its findings."""
    arbiter = Arbiter(record)
    found = answer(arbiter)
    slips: list[tuple[int, Finding]] = []
    while len(slips) < MOST_SLIPS:
        better = _better_reading(arbiter)
        if better is None:
            break
        index, event, reading = better
        slips.append((arbiter.places[0], suggested(arbiter.findings[0], arbiter.record, index, event)))
        arbiter = reading
    if not slips:
        return found, record
    placed = sorted([*slips, *zip(arbiter.places, arbiter.findings, strict=True)], key=lambda pair: pair[0])
    return replace(_summed_up(arbiter), findings=tuple(finding for _, finding in placed)), arbiter.record


def _weight(arbiter: Arbiter) -> int:
    return len(arbiter.findings) + arbiter.suppressed


def _better_reading(arbiter: Arbiter) -> tuple[int, Action, Arbiter] | None:
    """The one change of an event that makes most findings disappear, at least two; None if there is none.

    Looked for only where the log tells something impossible; what a table can do wrong stays a finding.
    """
    best = None
    least = _weight(arbiter) - 1
    if least < 1 or not any(finding.code in IMPOSSIBLE for finding in arbiter.findings):
        return None
    for index, event in islice(readings(arbiter.events, arbiter.places[0]), BUDGET):
        trial = Arbiter(corrected(arbiter.record, index, event))
        answer(trial)
        if _weight(trial) < least:
            best, least = (index, event, trial), _weight(trial)
            if not least:
                break
    return best


def answer(arbiter: Arbiter) -> Replay:
    """Walk an arbiter through its record and sum up what he found."""
    handlers = HANDLERS
    for index, (act, player, value) in enumerate(arbiter.events):
        arbiter.index = index
        handlers[act](arbiter, player, value)
    arbiter.outcome = money.conclude(arbiter)
    if arbiter.suppressed:
        count = arbiter.suppressed
        message = f"{count} later statements do not fit the board; correct the log and replay it."
        arbiter.add("board-doubtful", -1, message, 0, count)
    return _summed_up(arbiter)


def _summed_up(arbiter: Arbiter) -> Replay:
    ids = arbiter.ids
    final = arbiter.outcome
    return Replay(
        arbiter.record.header.edition,
        arbiter.state.turn,
        final is not None,
        tuple(arbiter.findings),
        {ids[player]: cash for player, cash in (final or {}).items()},
        {ids[player]: cash for player, (cash, _) in arbiter.final.items()},
    )


def _plain(value: object) -> Any:
    """A value fit for JSON: an exact fraction of a dollar becomes a float."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, Fraction) else value


def _on_bonus(arbiter: Arbiter, player: int, value: tuple[int, int]) -> None:
    mergers.on_bonus(arbiter, player, *value)


_BY_ACT: dict[Act, Callable[[Arbiter, int, Any], None]] = {
    Act.START: tiles.on_start,
    Act.HAND: tiles.on_hand,
    Act.TURN: turns.on_turn,
    Act.PLAY: turns.on_tile,
    Act.FOUND: mergers.on_found,
    Act.SURVIVOR: mergers.on_survivor,
    Act.ORDER: mergers.on_order,
    Act.BONUS: _on_bonus,
    Act.DISPOSE: mergers.on_dispose,
    Act.BUY: money.on_buy,
    Act.DRAW: tiles.on_draw,
    Act.PASS: turns.on_pass,
    Act.SHOW: turns.on_show,
    Act.DEAD: turns.on_dead,
    Act.RETURN: turns.on_return,
    Act.CLOCK: turns.on_clock,
    Act.TIMEOUT: turns.on_timeout,
    Act.TAKEBACK: director.on_takeback,
    Act.REDRAW: director.on_redraw,
    Act.CARD: money.on_card,
    Act.CASH: money.on_cash,
    Act.END: money.on_end,
    Act.FINAL: money.on_final,
    Act.SWAP: money.on_swap,
    Act.MARKET: mergers.on_market,
}
HANDLERS = tuple(_BY_ACT[act] for act in Act)
