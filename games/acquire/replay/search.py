"""Trials: a log replayed as a hypothesis has it, from a kept position on, and given up with the first finding of its own."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from games.acquire.actions import Act
from games.acquire.record import GameRecord
from games.acquire.replay.coverage import Extent, LineKind
from games.acquire.replay.findings import Severity, grave
from games.acquire.replay.hypotheses import (
    Clue,
    Hypothesis,
    doubled_turns,
    exchanged_players,
    exchanged_turns,
    missing_turns,
    swapped_turns,
)
from games.acquire.replay.replayer import KeptPlace, Replayer, Reporter
from games.acquire.replay.walk import finish_walk, walk
from games.acquire.replay.wrong_clauses import lost_choices, lost_purchases, moved_purchases, other_values


def whole_turns(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Turns near what was found that stand wrong as a whole."""
    yield from doubled_turns(record, clue.place)
    yield from swapped_turns(record, clue.place)
    yield from exchanged_turns(record, clue.place)
    yield from exchanged_players(record, clue.place)


def single_slips(record: GameRecord, clue: Clue) -> Iterator[Hypothesis]:
    """Clauses and values that may explain what was found, likeliest first."""
    if clue.may_be_of_shares:
        yield from moved_purchases(record, clue)
    yield from other_values(record, clue)
    if clue.may_be_of_silence:
        yield from lost_purchases(record, clue)
    yield from lost_choices(record, clue)


#: How many trials one search may cost; most are given up after a turn or two.
BUDGET: Final = 6_000

#: How many events may be told by all trials of a search together; bounds the time of a long log.
MOST_EVENTS: Final = 120_000

#: How many more are told once a reading explains everything, to see whether another one does.
_MORE_EVENTS: Final = 20_000

_Mark = tuple[str, str | None, int]


@dataclass(frozen=True, slots=True)
class Fit:
    """A hypothesis that explains findings and makes none: the replay by it, and how many findings it leaves."""

    hypothesis: Hypothesis
    replayer: Replayer
    left: int


@dataclass(frozen=True, slots=True)
class Search:
    """What a search has found: the hypotheses that leave fewest findings, and whether all could be tried."""

    fits: tuple[Fit, ...]
    is_whole: bool


class MisfitError(Exception):
    """A trial finds what the log as written has not: its hypothesis explains nothing."""


class Witness(Reporter):
    """The reporter of a trial: whatever the log as written was not found to have is a misfit.

    ``known`` are the findings of the log as written that are left, by code, player and place; no finding may lie before
    ``first``, and there may be ``most`` of them.
    """

    __slots__ = ("first", "hypothesis", "known", "most")

    def __init__(
        self, before: Reporter, hypothesis: Hypothesis, known: Mapping[_Mark, int], first: int, most: int
    ) -> None:
        # Not by way of the reporter's own beginning, for a search makes one for every trial.
        self.findings, self.places = before.findings, before.places
        self.suppressed, self.excused, self.doubtful = 0, before.excused, before.doubtful
        self.hypothesis, self.known, self.first, self.most = hypothesis, known, first, most

    def silences(self, code: str, number: int) -> bool:
        """As for any reporter; but a board that is in doubt explains nothing."""
        silenced = super().silences(code, number)
        if silenced and self.doubtful:
            raise MisfitError
        return silenced

    def expect(self, place: int, code: str, severity: Severity, player: str | None) -> None:
        """Let a finding be made that the log as written has too; most trials end here, before anything is made of it.

        Raises:
            MisfitError: if it is none of them.
        """
        if severity is Severity.NOTE:
            return
        mark = (code, player, self.hypothesis.place_as_written(place))
        self.most -= 1
        left = self.known.get(mark, 0)
        if self.most < 0 or mark[2] < self.first or not left:
            raise MisfitError
        self.known = {**self.known, mark: left - 1}


def search(judged: Replayer, *, since_count: bool) -> Search:
    """Try each hypothesis on a record that was replayed with findings.

    ``since_count``: only what was written since the player's last count, for until then his money was right.
    """
    said = judged.reporter
    first = said.places[said.first_mistake]
    record = _with_all_lines(judged.record)
    kept = _keep_turns(judged, record, max(_gap(judged), _place_of(judged, "turn-order"), first))
    places = [place.index for place in kept]
    known = Counter(_marks(judged))
    fits: list[Fit] = []
    least = sum(known.values()) + said.suppressed - 1
    told, most = 0, MOST_EVENTS
    tried = _all_hypotheses(judged, record, kept, since_count=since_count)
    for hypothesis in islice(tried, BUDGET):
        place = kept[bisect_right(places, hypothesis.index) - 1]
        trial = judged.resumed(hypothesis.applied(record), place)
        trial.reporter = Witness(trial.reporter, hypothesis, known, first, least)
        fitting = _comes_to_its_end(trial)
        told += trial.index - place.index
        if fitting:
            left = len(grave(trial.reporter.findings))
            fits = [fit for fit in fits if fit.left <= left] + [Fit(hypothesis, trial, left)]
            least = left
            most = most if left else min(most, told + _MORE_EVENTS)
        if told > most:
            break
    return Search(tuple(fits), next(tried, None) is None)


def _all_hypotheses(
    judged: Replayer, record: GameRecord, kept: list[KeptPlace], *, since_count: bool
) -> Iterator[Hypothesis]:
    """What may explain the findings; a turn that is missing stands by itself, for its gap proves it."""
    said = judged.reporter
    first, player = said.places[said.first_mistake], said.findings[said.first_mistake].player
    gap = _gap(judged)
    if gap >= 0:
        return _missing_before(judged, record, kept, gap, is_counted=True)
    since = _count_before(record, first, judged.ids.index(player) if player in judged.ids else None)
    codes = tuple(finding.code for finding in said.findings[said.first_mistake :])
    clue = Clue(first, codes, since, since if since_count else 0)
    skipped = _place_of(judged, "turn-order")
    is_skipped = skipped >= 0 and record.events[skipped].act is Act.TURN
    missing = _missing_before(judged, record, kept, skipped, is_counted=False) if is_skipped else iter(())
    return chain(whole_turns(record, clue), missing, single_slips(record, clue))


def _missing_before(
    judged: Replayer, record: GameRecord, kept: list[KeptPlace], at: int, *, is_counted: bool
) -> Iterator[Hypothesis]:
    """A turn of whoever was next, missing before the one that begins at a place, with its number or without."""
    before = next(place for place in reversed(kept) if place.index <= at).state
    player = before.following[before.player]
    tells_draws = judged.tells.of(LineKind.DRAWS, player) is Extent.ALL
    return missing_turns(record, at, player, before, tells_draws=tells_draws, is_counted=is_counted)


def _gap(judged: Replayer) -> int:
    """The place of the turn before which the only missing one should stand, -1 for none."""
    codes = [finding.code for finding in judged.reporter.findings]
    return _place_of(judged, "turn-missing") if codes.count("turn-missing") == 1 else -1


def _place_of(judged: Replayer, code: str) -> int:
    """The place of the first finding of a code, -1 for none."""
    said = judged.reporter
    return next((at for at, other in zip(said.places, said.findings, strict=True) if other.code == code), -1)


def _with_all_lines(record: GameRecord) -> GameRecord:
    """The record with a line, or None, for each event."""
    if len(record.lines) == len(record.events):
        return record
    return replace(record, lines=[record.line_of(place) for place in range(len(record.events))])


def _count_before(record: GameRecord, place: int, player: int | None) -> int:
    """The place of the last count of a player's cash before a place, of anybody's for None: until then the money was right."""
    events = record.events
    counts = [at for at in range(min(place, len(events))) if events[at].act is Act.CASH]
    own = [at for at in counts if player is None or events[at].player == player]
    return own[-1] if own else 0


def _keep_turns(judged: Replayer, record: GameRecord, last: int) -> list[KeptPlace]:
    """The beginning, and the places before each turn up to an event."""
    replayer = Replayer(record)
    kept = [replayer.keep()]
    for place, event in enumerate(record.events[: last + 1]):
        if event.act is Act.TURN:
            walk(replayer, place)
            kept.append(replayer.keep())
    return kept


def _comes_to_its_end(trial: Replayer) -> bool:
    """Walk a trial to its end as long as it fits."""
    try:
        finish_walk(trial)
    except MisfitError:
        return False
    return True


def _marks(replayer: Replayer) -> Iterator[_Mark]:
    """What is found, by code, player and place; notes left out."""
    said = replayer.reporter
    for place, finding in zip(said.places, said.findings, strict=True):
        if finding.severity is not Severity.NOTE:
            yield finding.code, finding.player, place
