"""The search for hypotheses that explain findings: each is tried on the log, until a finding appears that the log did not have."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.record import GameRecord
from games.acquire.replay.coverage import LineKind
from games.acquire.replay.findings import Finding, Severity, grave
from games.acquire.replay.judging.certainty import agrees_with_log
from games.acquire.replay.judging.hypotheses import Clue, Hypothesis, missing_turns
from games.acquire.replay.judging.manners import manners
from games.acquire.replay.judging.retold import other_writings, wrong_numbers
from games.acquire.replay.judging.whole_turns import exchanged_purchases, exchanged_tiles, whole_turns
from games.acquire.replay.judging.wrong_clauses import wrong_clauses
from games.acquire.replay.replayer import Replayer, Reporter
from games.acquire.replay.walk import finish_walk, walk

#: How many hypotheses one search tries at most; most are rejected after a turn or two.
BUDGET: Final = 6_000

#: How many events may be replayed by all trials of a search together; bounds the time of a long log.
MOST_EVENTS: Final = 120_000

#: How many more are replayed once a hypothesis explains everything, to see whether another one does.
_MORE_EVENTS: Final = 12_000

_Mark = tuple[str, str | None, int]
"""What makes two findings the same: code, player and place in the log as written."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A hypothesis that explains some findings and causes no new one.

    ``replayer`` is the finished replay of the changed log, ``left`` the number of findings that remain.
    """

    hypothesis: Hypothesis
    replayer: Replayer
    left: int


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search: the hypotheses that leave the fewest findings, and whether all hypotheses could be tried.

    ``replayed`` is the number of events that the trials have replayed.
    """

    fits: tuple[Fit, ...]
    is_whole: bool
    replayed: int


class MisfitError(Exception):
    """The changed log of a hypothesis has a finding that the log as written does not have, so the hypothesis is rejected."""


class TrialReporter(Reporter):
    """The reporter for the replay of a hypothesis, which rejects every finding and manner that the log as written does not have.

    ``known`` counts the findings of the log as written that have not appeared yet, by `_Mark`; ``written`` is its reporter. No finding
    may belong to an event before ``first``, and there may be at most ``most`` findings. ``spare`` is how many wrong counts are allowed
    that the log as written does not have, because they were silenced there.
    """

    __slots__ = ("first", "hypothesis", "known", "most", "spare", "written")

    def __init__(
        self,
        before: Reporter,
        written: Reporter,
        hypothesis: Hypothesis,
        known: Mapping[_Mark, int],
        first: int,
        most: int,
        spare: int,
    ) -> None:
        # ``super().__init__`` is not called, to save time: there is one reporter for every trial.
        self.findings, self.places, self.manners, self.written = before.findings, before.places, before.manners, written
        self.suppressed, self.excused, self.doubtful = 0, before.excused, before.doubtful
        self.hypothesis, self.known, self.first, self.most, self.spare = hypothesis, known, first, most, spare

    def silences(self, code: str, number: int) -> bool:
        """Do what `Reporter.silences` does, but reject the hypothesis if a finding is silenced because the board is in doubt."""
        silenced = super().silences(code, number)
        if silenced and self.doubtful:
            raise MisfitError
        return silenced

    def note_manner(self, code: str, place: int) -> None:
        """Store a manner that the log as written has too.

        Raises:
            MisfitError: if the log as written does not have it.
        """
        if (code, self.hypothesis.place_as_written(place)) not in self.written.manners:
            raise MisfitError
        super().note_manner(code, place)

    def add(self, place: int, finding: Finding) -> None:
        """Store a finding that the log as written has too.

        Raises:
            MisfitError: if the log as written does not have it.
        """
        if finding.severity is not Severity.NOTE:
            mark = (finding.code, finding.player, self.hypothesis.place_as_written(place))
            self.most -= 1
            left = self.known.get(mark, 0)
            if self.most < 0 or mark[2] < self.first:
                raise MisfitError
            if left:
                self.known = {**self.known, mark: left - 1}
            elif self.spare and finding.code == "cash-wrong":
                self.spare -= 1
            else:
                raise MisfitError
        super().add(place, finding)


def search(
    written: Replayer,
    *,
    since_count: bool = False,
    root: int | None = None,
    most_events: int = MOST_EVENTS,
    spare: int = 0,
) -> Search:
    """Try all hypotheses on a record whose finished replay, ``written``, has findings.

    The hypotheses are those that may explain the finding at the index ``root``, None for the first mistake. With ``since_count`` every
    hypothesis that explains it fits, whatever else it leaves, and only changes after the player's last count of cash are tried, because
    his money was right until then; disposals are tried wherever they are. All trials together replay about ``most_events`` events. With
    ``spare`` a hypothesis may leave so many wrong counts that were silenced in the log as written, if it comes to all final cash that
    the log states.
    """
    found = written.reporter
    first = found.places[found.first_mistake]
    root = found.first_mistake if root is None else root
    record = _with_all_lines(written.record)
    starts = _turn_starts(
        record, written.lost, max(_gap(written), _place_of(written, "turn-order"), found.places[root])
    )
    places = [start.index for start in starts]
    earlier = [len(grave(start.reporter.findings)) for start in starts]
    known = Counter(_marks(found))
    fits: list[Fit] = []
    least = sum(known.values()) + found.suppressed - 1
    if since_count:
        known[_mark(found, root)] -= 1
    replayed, most = 0, most_events
    hypotheses = _all_hypotheses(written, record, starts, root, since_count=since_count)
    for hypothesis in islice(hypotheses, BUDGET):
        at = bisect_right(places, hypothesis.index) - 1
        start = starts[at]
        trial = start.copy(hypothesis.applied(record))
        trial.reporter = TrialReporter(trial.reporter, found, hypothesis, known, first, least - earlier[at], spare)
        is_fitting = _comes_to_its_end(trial) and (not spare or agrees_with_log(trial))
        replayed += trial.index - start.index
        if is_fitting:
            left = len(grave(trial.reporter.findings))
            if not since_count or not left:  # what explains everything leaves out what does not
                fits = [fit for fit in fits if fit.left <= left]
                least = left
            fits.append(Fit(hypothesis, trial, left))
            most = most if left else min(most, replayed + _MORE_EVENTS)
        if replayed > most:
            break
    return Search(tuple(fits), next(hypotheses, None) is None, replayed)


def _all_hypotheses(
    written: Replayer, record: GameRecord, starts: list[Replayer], root: int, *, since_count: bool
) -> Iterator[Hypothesis]:
    """Yield all hypotheses that may explain the finding at the index ``root``.

    If the numbers of turns show that a turn is missing, only hypotheses about that turn are tried; of several missing turns nobody can
    say what was played. If turns are written twice and the writings differ, only the second writings are tried.
    """
    found = written.reporter
    codes = [finding.code for finding in found.findings]
    if "turn-differs" in codes:
        return other_writings(record)
    if "turn-missing" in codes and _gap(written) < 0:
        return _without_gap(written, record)
    first, player = found.places[root], found.findings[root].player
    gap = _gap(written)
    if gap >= 0:
        return _missing_before(written, record, starts, gap, is_counted=True)
    since = _count_before(record, first, written.ids.index(player) if player in written.ids else None)
    clue = Clue(first, tuple(codes[root:]), since, since if since_count else 0)
    places = [start.index for start in starts]

    def holdings(place: int, chain: int) -> Sequence[int]:
        return starts[bisect_right(places, place) - 1].state.shares[chain]

    skipped = _place_of(written, "turn-order")
    is_skipped = skipped >= 0 and record.events[skipped].act is ActKind.TURN
    missing = _missing_before(written, record, starts, skipped, is_counted=False) if is_skipped else iter(())
    disorders = [place for code, place in found.manners if code == "dispose-order" and clue.since <= place < first]
    return chain(
        () if since_count else manners(record, clue, found),
        whole_turns(record, clue.place),
        *(whole_turns(record, place) for place in disorders),
        missing,
        wrong_clauses(record, clue, holdings),
        exchanged_purchases(record, clue),
        exchanged_tiles(record, clue),
    )


def _missing_before(
    written: Replayer, record: GameRecord, starts: list[Replayer], at: int, *, is_counted: bool
) -> Iterator[Hypothesis]:
    """Yield hypotheses by which the next player's turn is missing before the turn that begins at the event ``at``.

    ``is_counted`` is that of `missing_turns`.
    """
    before = next(start for start in reversed(starts) if start.index <= at).state
    player = before.following[before.player]
    has_draws = written.coverage.is_complete(LineKind.DRAWS, player)
    return missing_turns(record, at, player, before, has_draws=has_draws, is_counted=is_counted)


def _gap(written: Replayer) -> int:
    """Return the index of the turn before which the only missing turn belongs, -1 if none or several are missing."""
    missing = [finding for finding in written.reporter.findings if finding.code == "turn-missing"]
    is_one = len(missing) == 1 and missing[0].player is not None  # of several turns the finding names no player
    return _place_of(written, "turn-missing") if is_one else -1


def _without_gap(written: Replayer, record: GameRecord) -> Iterator[Hypothesis]:
    """Yield the hypothesis by which the only turns found missing are not missing, if the log states everybody's final cash.

    Without that, a log in which nothing is missing cannot be told from one in which nothing shows what is.
    """
    missing = [finding for finding in written.reporter.findings if finding.code == "turn-missing"]
    if len(missing) == 1 and isinstance(missing[0].expected, list) and len(written.ledger.finals) == len(written.ids):
        first, last = missing[0].expected
        yield from wrong_numbers(record, _place_of(written, "turn-missing"), last - first + 1)


def _place_of(written: Replayer, code: str) -> int:
    """Return the index of the event of the first finding with this code, -1 for none."""
    found = written.reporter
    return next((at for at, other in zip(found.places, found.findings, strict=True) if other.code == code), -1)


def _with_all_lines(record: GameRecord) -> GameRecord:
    """Return the record with a line, or None, for each event."""
    if len(record.lines) == len(record.events):
        return record
    return replace(record, lines=[record.line_of(place) for place in range(len(record.events))])


def _count_before(record: GameRecord, place: int, player: int | None) -> int:
    """Return the index of the last count of a player's cash (None: anybody's) before an event, 0 for none."""
    events = record.events
    counts = [at for at in range(min(place, len(events))) if events[at].act is ActKind.CASH]
    own = [at for at in counts if player is None or events[at].player == player]
    return own[-1] if own else 0


def _turn_starts(record: GameRecord, lost: frozenset[tuple[int, int, int]], last: int) -> list[Replayer]:
    """Return copies of a replay of the record: at its beginning, and before each turn up to the event at ``last``.

    ``lost`` are the disposals that the log may have lost.
    """
    replayer = Replayer(record, lost=lost)
    starts = [replayer.copy()]
    for place, event in enumerate(record.events[: last + 1]):
        if event.act is ActKind.TURN:
            walk(replayer, place)
            starts.append(replayer.copy())
    return starts


def _comes_to_its_end(trial: Replayer) -> bool:
    """Replay a changed log to its end; returns False as soon as the hypothesis is rejected."""
    try:
        finish_walk(trial)
    except MisfitError:
        return False
    return True


def _marks(found: Reporter) -> Iterator[_Mark]:
    """Yield the marks of all findings except notes."""
    return (_mark(found, at) for at, finding in enumerate(found.findings) if finding.severity is not Severity.NOTE)


def _mark(found: Reporter, at: int) -> _Mark:
    """Return the mark of the finding at this index."""
    return found.findings[at].code, found.findings[at].player, found.places[at]
