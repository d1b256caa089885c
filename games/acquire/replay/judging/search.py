"""The search for what explains the findings of a log: edits of the scribe and mistakes of the table, the cheapest sets of slips first.

The first finding that nothing explains yet is either a mistake of the table, or an edit makes it disappear. An edit is tried by a replay
of the changed log, which goes on until it makes a finding that was not there before.

How certain the final cash is by what explains a log: an amount is proved if no explanation that is likely enough leaves another.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import chain, count
from typing import Final

from games.acquire.actions import Action, ActKind
from games.acquire.record import GameRecord
from games.acquire.replay.findings import CodeGroup, Finding, Severity, grave
from games.acquire.replay.judging.certainty import (
    Certainty,
    agrees_with_log,
    certainty_if_undisposed,
    certainty_of_explanations,
    may_change_cash,
    proved_certainty,
)
from games.acquire.replay.judging.edits import Edit, manners
from games.acquire.replay.judging.slots import Clue, Scene, edits_at, free_tiles, lost_purchases, place_of_purchase
from games.acquire.replay.judging.starts import SLIP, TABLE_SUMS, cost_at_table, difference_of, one_slip
from games.acquire.replay.judging.whole_turns import missing_turns, other_writings, whole_turns, wrong_numbers
from games.acquire.replay.replayer import Replayer, Reporter
from games.acquire.replay.walk import finish_walk, walk

#: How many events all trials of a search replay at most; bounds the time of a long log.
MOST_EVENTS: Final = 240_000

#: How many slips an explanation has at most, beside sums that lines of their own state.
MOST_SLIPS: Final = 3

#: An explanation is a rival of the best one unless it costs so much more; it is less than a slip, so a slip more is no rival.
MARGIN: Final = 4

_Mark = tuple[str, str | None, int]
"""What makes two findings the same: code, player and place in the log as written."""


@dataclass(frozen=True, slots=True)
class Fit:
    """An edit that explains a finding and causes no new one, with the finished replay of the changed log.

    ``left`` is the number of findings that remain.
    """

    edit: Edit
    replayer: Replayer
    left: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """Slips that explain everything in a log: edits, each resting on the one before it, and ``accepted`` mistakes of the table.

    ``replayer`` is the finished replay of the log as it was meant.
    """

    fits: tuple[Fit, ...]
    accepted: tuple[Finding, ...]
    replayer: Replayer
    cost: int

    @property
    def is_of_sums(self) -> bool:
        """Whether the table did nothing worse than wrong sums, after which the rules say what everybody has."""
        return all(finding.code in TABLE_SUMS or finding.code == "turn-differs" for finding in self.accepted)

    @property
    def target(self) -> Finding | None:
        """The first finding that is not explained yet."""
        findings = self.replayer.reporter.findings
        return next((found for found in findings if may_change_cash(found) and found not in self.accepted), None)


@dataclass(frozen=True, slots=True)
class Search:
    """The result of a search: the best explanations and their rivals, the cheapest first, and whether nothing was left untried.

    ``partial`` are the edits that leave the fewest findings, where nothing explains everything.
    """

    all: tuple[Explanation, ...]
    is_whole: bool
    partial: tuple[Fit, ...]


class MisfitError(Exception):
    """The changed log of an edit has a finding that the log without it does not have, so the edit is rejected."""


class TrialReporter(Reporter):
    """The reporter for the replay of an edit, which rejects every finding and manner that the log without it does not have.

    ``known`` counts the findings of that log that may appear and have not yet, by `_Mark`; ``written`` is its reporter.
    """

    __slots__ = ("edit", "known", "spare", "written")

    def __init__(self, before: Reporter, written: Reporter, edit: Edit, known: Mapping[_Mark, int], spare: int) -> None:
        # ``super().__init__`` is not called, to save time: there is one reporter for every trial.
        self.findings, self.places, self.manners, self.written = before.findings, before.places, before.manners, written
        self.suppressed, self.excused, self.doubtful = 0, before.excused, before.doubtful
        self.edit, self.known, self.spare = edit, known, spare

    def silences(self, code: str, number: int) -> bool:
        """Do what `Reporter.silences` does, but reject the edit if a finding is silenced because the board is in doubt."""
        silenced = super().silences(code, number)
        if silenced and self.doubtful:
            raise MisfitError
        return silenced

    def note_manner(self, code: str, place: int) -> None:
        """Store a manner that the log as written has too.

        Raises:
            MisfitError: if the log as written does not have it.
        """
        if (code, self.edit.place_as_written(place)) not in self.written.manners:
            raise MisfitError
        super().note_manner(code, place)

    def add(self, place: int, finding: Finding) -> None:
        """Store a finding that the log as written has too.

        Raises:
            MisfitError: if the log as written does not have it.
        """
        if finding.severity is not Severity.NOTE:
            mark = (finding.code, finding.player, self.edit.place_as_written(place))
            left = self.known.get(mark, 0)
            if left:
                self.known = {**self.known, mark: left - 1}
            elif self.spare and finding.code == "cash-wrong":
                self.spare -= 1
            else:
                raise MisfitError
        super().add(place, finding)


def search(written: Replayer) -> Search:
    """Look for what explains the findings of a finished replay, the cheapest first, until only dearer explanations are left."""
    number = count()
    root = Explanation((), (), written, 0)
    heap = [(SLIP, next(number), root)]
    found: list[Explanation] = []
    partial: list[Fit] = []
    left, is_whole = MOST_EVENTS, True
    stated = {finding.turn for finding in written.reporter.findings if finding.group is CodeGroup.BONUS}
    bound = (MOST_SLIPS + 1 + len(stated)) * SLIP
    while heap and heap[0][0] <= bound:
        _cost, _number, node = heappop(heap)
        target = node.target
        if target is None:
            found.append(node)
            bound = min(bound, node.cost + MARGIN)
            continue
        findings = node.replayer.reporter.findings
        at_table = cost_at_table(findings, target, node.accepted, is_edited=bool(node.fits))
        children = []
        if at_table is not None and not node.replayer.reporter.suppressed:
            taken = (*node.accepted, *one_slip(findings, target))
            children.append(replace(node, accepted=taken, cost=node.cost + at_table))
        is_whole &= left > 0
        if len(node.fits) < MOST_SLIPS and left > 0:
            for fit, replayed in _fits(node, target, left):
                left -= replayed
                children += [_explained_by(node, fit)] if fit is not None else []
        if node is root:
            partial = [child.fits[0] for child in children if child.fits]
        for child in children:
            heappush(heap, (child.cost + (SLIP if child.target else 0), next(number), child))
    fewest = min((fit.left for fit in partial), default=0)
    near = tuple(one for one in found if one.cost <= bound)
    return Search(near, is_whole and left > 0, () if found else tuple(fit for fit in partial if fit.left == fewest))


def _explained_by(node: Explanation, fit: Fit) -> Explanation:
    """Return an explanation with one more edit, and without the mistakes of the table that this explains as well."""
    left = fit.replayer.reporter.findings
    accepted = tuple(other for other in left if any(_are_alike(one, other) for one in node.accepted))
    return Explanation((*node.fits, fit), accepted, fit.replayer, node.cost + SLIP + fit.edit.cost)


def _are_alike(one: Finding, other: Finding) -> bool:
    """Whether two findings of a log and the changed log are about the same."""
    return (one.code, one.player, one.turn) == (other.code, other.player, other.turn)


def _fits(node: Explanation, target: Finding, most: int) -> Iterator[tuple[Fit | None, int]]:
    """Yield for each edit that may explain a finding whether it does, and how many events were replayed to see it."""
    written = node.replayer
    reporter = written.reporter
    is_unended = any(found.code == "end-missing" and may_change_cash(found) for found in reporter.findings)
    if is_unended or not written.events:
        return  # what was played after the last line of a log stands in no line
    record = _with_all_lines(written.record)
    place = reporter.place_of(target)
    known = Counter(
        (found.code, found.player, at)
        for at, found in zip(reporter.places, reporter.findings, strict=True)
        if found.severity is not Severity.NOTE
    )
    known[target.code, target.player, place] -= 1
    edits, starts = _edits(node, record, target, place)
    places = [start.index for start in starts]
    replayed = 0
    for edit in edits:
        start = starts[bisect_right(places, edit.index) - 1]
        trial = start.copy(edit.applied(record))
        trial.reporter = TrialReporter(trial.reporter, reporter, edit, known, bool(reporter.suppressed))
        fit = None
        with suppress(MisfitError):
            finish_walk(trial)
            if trial.outcome is not None or written.outcome is None:
                fit = Fit(edit, trial, len(grave(trial.reporter.findings)))
        replayed += trial.index - start.index
        yield fit, trial.index - start.index
        if replayed > most:
            return


def _edits(node: Explanation, record: GameRecord, target: Finding, place: int) -> tuple[Iterator[Edit], list[Replayer]]:
    """Return the edits that may explain a finding, the most likely ones first, and replays that have come to the turns before it.

    If the numbers of turns show that a turn is missing, only edits about that turn are tried; of several missing turns nobody can say
    what was played. If turns are written twice and the writings differ, only the second writings are tried.
    """
    written = node.replayer
    reporter = written.reporter
    player = written.ids.index(target.player) if target.player in written.ids else -1
    since, company = _last_count(record, place, player), _chain_of(target, record.events[place])
    clue = Clue(target.code, place, since, _gaps(written, target), company)
    edits, starts = _of_events(record, clue)
    if target.code == "turn-differs":
        return other_writings(record), starts
    gaps = [found for found in reporter.findings if found.code == "turn-missing"]
    if len(gaps) > 1:
        return iter(()), starts
    if gaps:
        gap = reporter.place_of(gaps[0])
        if gaps[0].player is not None:
            return _missing_before(record, starts, gap, is_counted=True), starts
        return _without_gap(written, record, gap, gaps[0]), starts
    edits += whole_turns(record, clue.since, place)
    for code, at in reporter.manners:
        if code == "dispose-order" and at < place:
            edits += whole_turns(record, at, at)
    if target.code == "turn-order" and record.events[place].act is ActKind.TURN:
        edits += _missing_before(record, starts, place, is_counted=False)
    edits.sort(key=lambda edit: edit.cost)
    return chain(() if node.fits or node.accepted else manners(record, place, reporter), edits), starts


def _of_events(record: GameRecord, clue: Clue) -> tuple[list[Edit], list[Replayer]]:
    """Return the edits of all events up to a finding, and copies of the replay at the beginning and before each turn."""
    events, replayer = record.events, Replayer(record)
    starts = [replayer.copy()]
    scene = Scene(replayer, clue, frozenset(free_tiles(events)))
    found: list[Edit] = []
    closing = -1
    for at in range(min(clue.place + 1, len(events))):
        walk(replayer, at)
        scene.at = at
        if at == closing:
            found += lost_purchases(scene)
        if events[at].act is ActKind.TURN:
            starts.append(replayer.copy())
            scene.first, closing = at, place_of_purchase(events, at)
        found += edits_at(scene)
    return found, starts


def _last_count(record: GameRecord, place: int, player: int) -> int:
    """Return the index of the last count of a player's cash before an event, or of anybody's for -1; 0 for none."""
    counts = (at for at in range(min(place, len(record.events)) - 1, -1, -1) if record.events[at].act is ActKind.CASH)
    return next((at for at in counts if player < 0 or record.events[at].player == player), 0)


def _gaps(written: Replayer, target: Finding) -> frozenset[int]:
    """Return how much money an edit may move to explain a count: none, all that differs, or what no other finding explains."""
    whole, findings = difference_of(target), written.reporter.findings
    before = (difference_of(other) for other in findings if other.player == target.player and other is not target)
    return frozenset({0, whole, *(whole - difference for difference in before)})


#: Findings of which the shares of one chain are the cause, if any shares are.
_OF_CHAIN: Final = frozenset({"bonus-wrong", "bonus-misdirected", "dispose-too-many", "dispose-hold"})


def _chain_of(target: Finding, event: Action) -> int:
    """Return the chain of whose shares a finding about this event is, -1 for none."""
    is_of_chain = target.code in _OF_CHAIN and event.act in (ActKind.BONUS, ActKind.DISPOSE)
    return event.value[0] if is_of_chain else -1


def _missing_before(record: GameRecord, starts: list[Replayer], at: int, *, is_counted: bool) -> Iterator[Edit]:
    """Yield the edits by which the next player's turn is missing before the turn that begins at the event ``at``."""
    before = next(start for start in reversed(starts) if start.index <= at).state
    start = next((start for start in reversed(starts) if start.index < at), None)
    if start is None:  # the log begins with this turn
        return iter(())
    return missing_turns(start, record, at, before.following[before.player], is_counted=is_counted)


def _without_gap(written: Replayer, record: GameRecord, gap: int, missing: Finding) -> Iterator[Edit]:
    """Yield the edit by which the only turns found missing are not missing, if the log states everybody's final cash.

    Without that, a log in which nothing is missing cannot be told from one in which nothing shows what is.
    """
    if isinstance(missing.expected, list) and len(written.ledger.finals) == len(written.ids):
        yield wrong_numbers(record, gap, missing.expected[-1] - missing.expected[0] + 1)


def _with_all_lines(record: GameRecord) -> GameRecord:
    """Return the record with a line, or None, for each event."""
    if len(record.lines) == len(record.events):
        return record
    return replace(record, lines=[record.line_of(place) for place in range(len(record.events))])


def certainty_of(replayer: Replayer, found: Search) -> Certainty:
    """Return how certain the final cash is, given the explanations of a log.

    The final cash that the log states is one more count: it decides between edits that another count supports as well, but does not
    prove one that only it supports.
    """
    if agrees_with_log(replayer):
        return proved_certainty(replayer.outcome)
    if (kept := certainty_if_undisposed(replayer)) is not None:
        return kept
    replays = [one.replayer for one in found.all if one.replayer.outcome is not None]
    is_edited = any(one.fits for one in found.all)
    if not is_edited and _only_went_on(replayer):
        return certainty_of_explanations(replayer, [replayer], is_whole=False)
    if not replays or not (is_edited or all(one.is_of_sums for one in found.all)):
        return certainty_of_explanations(replayer, ())
    # Whether the end was declared is the question where the game went on: the stated final cash is of after it.
    went_on = replayer.progress.cash_at_end is not None
    if went_on or not any(map(_is_supported, found.all)):
        replays.append(replayer)
    return certainty_of_explanations(replayer, replays, is_whole=found.is_whole and not went_on, is_edited=is_edited)


def _only_went_on(replayer: Replayer) -> bool:
    """Whether the only finding is that the game went on after its end."""
    found = grave(replayer.reporter.findings)
    return replayer.progress.cash_at_end is not None and len(found) == 1 and not replayer.reporter.suppressed


def _is_supported(one: Explanation) -> bool:
    """Whether more than the stated final cash supports each edit of an explanation."""
    return all(map(_is_counted, one.fits))


def _is_counted(fit: Fit) -> bool:
    """Whether a count supports an edit: one that chooses shares needs a later count of that player's cash, any other none."""
    edit = fit.edit
    if not edit.chooses_shares:
        return True
    player = edit.put[0].player
    later = fit.replayer.events[edit.index + max(1, len(edit.put) - edit.removed) :]
    return any(event.act is ActKind.CASH and event.player == player for event in later)
