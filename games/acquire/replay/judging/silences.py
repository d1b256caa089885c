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
from games.acquire.replay.findings import CodeGroup, Finding, grave
from games.acquire.replay.judging.hypotheses import turn_of
from games.acquire.replay.replayer import Kept, Replayer
from games.acquire.replay.walk import finish_walk, walk

#: How many events may be replayed to find lost disposals; bounds the time of a long log.
MOST_EVENTS: Final = 30_000


def with_lost_disposals(written: Replayer) -> Replayer:
    """Return a replayer, which has not begun, of the same record, for which the disposals that may be lost are unknown.

    ``written`` is the finished replay of the record. It is returned itself if no disposal may be lost.
    """
    lost = frozenset(_lost(written))
    return Replayer(written.record, lost=written.lost | lost) if lost else written


def _lost(written: Replayer) -> Iterator[tuple[int, int, int]]:
    """Yield turn number, player and chain of each silent holder whose disposal explains the first error or warning."""
    kept, found = written.ledger.kept, grave(written.reporter.findings)
    if not kept or not found:
        return
    place = written.reporter.place_of(found[0])
    base, replayed = Replayer(written.record, lost=written.lost), 0
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
