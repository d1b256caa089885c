"""The replay of a record: what the rules find in it, and the cash they compute."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from games.acquire.actions import Action
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.causes import with_causes
from games.acquire.replay.findings import IMPOSSIBLE, Finding
from games.acquire.replay.phases import HANDLERS
from games.acquire.replay.phases.end import conclude
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
        said = arbiter.reporter
        slips.append((said.places[0], suggested(said.findings[0], arbiter.record, index, event)))
        arbiter = reading
    if not slips:
        return found, record
    said = arbiter.reporter
    placed = sorted([*slips, *zip(said.places, said.findings, strict=True)], key=lambda pair: pair[0])
    return replace(_summed_up(arbiter), findings=with_causes([finding for _, finding in placed])), arbiter.record


def _better_reading(arbiter: Arbiter) -> tuple[int, Action, Arbiter] | None:
    """The one change of an event that makes most findings disappear, at least two; None if there is none.

    Looked for only where the log tells something impossible; what a table can do wrong stays a finding.
    """
    best = None
    said = arbiter.reporter
    least = said.weight - 1
    if least < 1 or not any(finding.code in IMPOSSIBLE for finding in said.findings):
        return None
    for index, event in islice(readings(arbiter.events, said.places[0]), BUDGET):
        trial = Arbiter(corrected(arbiter.record, index, event))
        answer(trial)
        if trial.reporter.weight < least:
            best, least = (index, event, trial), trial.reporter.weight
            if not least:
                break
    return best


def walk(arbiter: Arbiter, end: int | None = None) -> None:
    """Go on through the record from the event at hand to before the event at ``end``; None for all that is left.

    A place that cannot be read is told when the event is reached before which it stands, one at the end with the end.
    """
    first = arbiter.index
    stop = len(arbiter.events) if end is None else min(end, len(arbiter.events))
    for gap in arbiter.record.unread:
        if first <= gap.before and (gap.before < stop or end is None):
            _walk_on(arbiter, gap.before)
            arbiter.say_unread(gap)
    _walk_on(arbiter, stop)


def _walk_on(arbiter: Arbiter, stop: int) -> None:
    handlers = HANDLERS
    first = arbiter.index
    for index, (act, player, value) in enumerate(islice(arbiter.events, first, stop), first):
        arbiter.index = index
        handlers[act](arbiter, player, value)
    arbiter.index = max(first, stop)


def answer(arbiter: Arbiter) -> Replay:
    """Walk an arbiter through the rest of its record and sum up what he found."""
    walk(arbiter)
    arbiter.index = max(0, arbiter.index - 1)  # what the end of the log brings to light stands at its last event
    arbiter.outcome = conclude(arbiter)
    count = arbiter.reporter.suppressed
    if count:
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
        with_causes(arbiter.reporter.findings),
        {ids[player]: cash for player, cash in (final or {}).items()},
        {ids[player]: cash for player, (cash, _) in arbiter.purse.final.items()},
    )


def _plain(value: object) -> Any:
    """A value fit for JSON: an exact fraction of a dollar becomes a float."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, Fraction) else value
