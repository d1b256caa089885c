"""Holders of a defunct chain of whom the log says nothing: whether they kept their shares, or a line of the log was lost.

Some scribes write down only who sells or trades, so a holder without a line is taken to keep his shares. A line that was lost shows
later: cash is counted that does not fit. Where a disposal of the silent holder explains the first such finding, the log may have
lost it, and his cash is unknown until it is counted.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord
from games.acquire.replay.coverage import LineKind
from games.acquire.replay.findings import CodeGroup, Finding, Severity, grave
from games.acquire.replay.judging.whole_turns import turn_of
from games.acquire.replay.ledger import Kept
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk, walk

#: How many events may be replayed to find lost disposals; bounds the time of a long log.
MOST_EVENTS: Final = 30_000


def reconsidered(written: Replayer) -> Replayer:
    """Return a finished replay of the same record in which disposals that may be lost are unknown; the given one if none may be.

    Where errors remain, nothing is known of the disposals of players of whom the log has none, if that leaves no error.
    """
    if not written.ledger.kept or not grave(written.reporter.findings):
        return written
    lost = frozenset(_lost(written))
    again = _finished(written, lost) if lost else written
    untold = [
        silence for silence in written.ledger.kept if written.coverage.is_absent(LineKind.DISPOSALS, silence.player)
    ]
    if untold and _has_error(again):
        unknown = _finished(written, lost | {(silence.turn, silence.player, silence.chain) for silence in untold})
        return again if _has_error(unknown) else unknown
    return again


def _finished(written: Replayer, lost: frozenset[tuple[int, int, int]]) -> Replayer:
    """Return a finished replay of the same record in which these disposals are unknown."""
    replayer = Replayer(written.record, lost=lost)
    finish_walk(replayer)
    return replayer


def _has_error(replayer: Replayer) -> bool:
    """Whether a finished replay has an error."""
    return any(finding.severity is Severity.ERROR for finding in replayer.reporter.findings)


def _lost(written: Replayer) -> Iterator[tuple[int, int, int]]:
    """Yield turn number, player and chain of each silent holder whose disposal explains the first error or warning."""
    kept, found = written.ledger.kept, grave(written.reporter.findings)
    place = written.reporter.place_of(found[0])
    base, replayed = Replayer(written.record), 0
    for silence in kept:
        if silence.place > place:
            return
        walk(base, turn_of(written.events, silence.place))
        for events in _with_disposals(written, silence):
            trial = base.copy(GameRecord(written.record.header, events))
            is_explained = _explains(trial, found, place + 1)
            replayed += trial.index - base.index
            if is_explained:
                yield silence.turn, silence.player, silence.chain
            if is_explained or replayed > MOST_EVENTS:
                break


def _with_disposals(written: Replayer, silence: Kept) -> Iterator[list[Action]]:
    """Yield the events with each disposal that the silent holder may have made."""
    before, after = written.events[: silence.place], written.events[silence.place :]
    for trade in range(0, silence.owned + 1, 2):
        for sell in range(silence.owned - trade + 1):
            if sell or trade:
                yield [*before, Action(ActKind.DISPOSE, silence.player, (silence.chain, sell, trade, None)), *after]


def _explains(trial: Replayer, found: list[Finding], place: int) -> bool:
    """Whether the first of the findings, about the event at ``place`` of the changed log, disappears in its replay."""
    first = found[0]
    if first.group is not CodeGroup.FINAL:
        walk(trial, place + 1)
        return not grave(trial.reporter.findings)
    finish_walk(trial)
    left = grave(trial.reporter.findings)
    return len(left) < len(found) and not any(
        (finding.code, finding.player) == (first.code, first.player) for finding in left
    )
