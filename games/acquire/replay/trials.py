"""Trials: a log replayed as a hypothesis has it, from a kept position on, and given up as soon as it fits worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from games.acquire.actions import Act
from games.acquire.record import GameRecord
from games.acquire.replay.arbiter import Arbiter, KeptPlace
from games.acquire.replay.findings import Finding, Severity
from games.acquire.replay.hypotheses import Hypothesis, hypotheses
from games.acquire.replay.walking import finish_walk, walk

#: How many trials one search may cost; most are given up after a turn or two.
BUDGET: Final = 1_500

#: How many events may be told by all trials of a search together; bounds the time of a long log.
MOST_EVENTS: Final = 50_000

#: How many more are told once a reading explains everything, to see whether another one does.
_MORE_EVENTS: Final = 10_000

#: A trial is looked at each time after so many events, whether it still fits.
_STRIDE: Final = 24

_Mark = tuple[str, str | None, int]


@dataclass(frozen=True, slots=True)
class Fit:
    """A hypothesis that explains findings and makes none: the replay by it, and how many findings it leaves."""

    hypothesis: Hypothesis
    arbiter: Arbiter
    left: int


@dataclass(frozen=True, slots=True)
class Search:
    """What a search has found: the hypotheses that leave fewest findings, and whether all could be tried."""

    fits: tuple[Fit, ...]
    is_whole: bool


def grave(findings: list[Finding]) -> list[Finding]:
    """The findings that are more than a note."""
    return [finding for finding in findings if finding.severity is not Severity.NOTE]


def search(judged: Arbiter, *, since_count: bool) -> Search:
    """Try each hypothesis on a record that was replayed with findings.

    ``since_count``: only what was written since the player's last count, for until then his money was right.
    """
    record = judged.record
    first = judged.reporter.places[0]
    player = judged.reporter.findings[0].player
    since = _count_before(record, first, judged.ids.index(player) if player in judged.ids else None)
    kept = _keep_turns(record, first)
    old = Counter(_marks(judged, None))
    fits: list[Fit] = []
    least = sum(old.values()) + judged.reporter.suppressed - 1
    told, most = 0, MOST_EVENTS
    tried = iter(hypotheses(record, first, since, since if since_count else 0))
    for hypothesis in islice(tried, BUDGET):
        trial = Arbiter(hypothesis.applied(record))
        _stand_before(trial, kept, hypothesis.index)
        began = trial.index
        fitting = _fits(trial, hypothesis, old, first, least)
        told += trial.index - began
        if fitting:
            left = len(grave(trial.reporter.findings))
            fits = [fit for fit in fits if fit.left <= left] + [Fit(hypothesis, trial, left)]
            least = left
            most = most if left else min(most, told + _MORE_EVENTS)
        if told > most:
            break
    return Search(tuple(fits), next(tried, None) is None)


def _count_before(record: GameRecord, place: int, player: int | None) -> int:
    """The place of the last count of a player's cash before a place, of anybody's for None: until then the money was right."""
    events = record.events
    counts = [at for at in range(min(place, len(events))) if events[at].act is Act.CASH]
    own = [at for at in counts if player is None or events[at].player == player]
    return own[-1] if own else 0


def _keep_turns(record: GameRecord, first: int) -> list[KeptPlace]:
    """The places before each turn up to the one of the first finding."""
    arbiter = Arbiter(record)
    kept = []
    for place, event in enumerate(record.events[: first + 1]):
        if event.act is Act.TURN:
            walk(arbiter, place)
            kept.append(arbiter.keep())
    return kept


def _stand_before(trial: Arbiter, kept: list[KeptPlace], index: int) -> None:
    """Go on from the latest place kept before an event; from the beginning where there is none."""
    places = [place for place in kept if place.index <= index]
    if places:
        trial.go_on_from(places[-1])


def _fits(trial: Arbiter, hypothesis: Hypothesis, old: Counter[_Mark], first: int, least: int) -> bool:
    """Walk a trial to its end as long as it makes no finding of its own; whether it came there and explains enough."""
    length = len(trial.events)
    while trial.index < length:
        walk(trial, trial.index + _STRIDE)
        if not _is_part(trial, hypothesis, old, first, least):
            return False
    finish_walk(trial)
    return _is_part(trial, hypothesis, old, first, least)


def _is_part(trial: Arbiter, hypothesis: Hypothesis, old: Counter[_Mark], first: int, least: int) -> bool:
    """Whether what a trial finds is a part of the old findings, none earlier, and not more than the best leaves."""
    if trial.reporter.suppressed:
        return False
    new = Counter(_marks(trial, hypothesis))
    return sum(new.values()) <= least and new <= old and all(place >= first for _, _, place in new)


def _marks(arbiter: Arbiter, hypothesis: Hypothesis | None) -> Iterator[_Mark]:
    """What is found, by code, player and place in the log as written; notes left out."""
    said = arbiter.reporter
    for place, finding in zip(said.places, said.findings, strict=True):
        if finding.severity is not Severity.NOTE:
            at = place if hypothesis is None else hypothesis.place_as_written(place)
            yield finding.code, finding.player, at
