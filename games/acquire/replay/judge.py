"""The judge: whether the table was wrong or the log is, and which reading of a log explains what is found in it.

What is found may be the table's own mistake; then the rules give the correct amount (R11). Or the log does not say what
happened; then the readings that explain it are looked for, and none is believed that is not the only one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any, Final

from games.acquire.actions import Act
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.certainty import (
    Certainty,
    Possible,
    Settling,
    agrees_with_log,
    asked_for_share,
    is_one_wrong_sum,
    is_sound,
    proved,
    settling,
    some_of,
    undisposed,
    unproved,
)
from games.acquire.replay.findings import BESIDE, BREAKS, IMPOSSIBLE, Finding, grave, with_causes
from games.acquire.replay.hypotheses import ErrorKind, Hypothesis
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.search import Fit, search
from games.acquire.replay.walk import finish_walk


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer of a replay.

    ``final`` is the final cash by the rules in dollars by player's ID, None for a player of whom the log does not prove it;
    ``possible`` is what such a player may have, and ``settles`` what to ask the table for. ``recorded_final`` is the final
    cash that the log tells. ``final`` is empty while the game is not ``complete``, that is, did not come to its end.
    """

    edition: str
    turns: int
    complete: bool
    findings: tuple[Finding, ...]
    final: Mapping[str, Money | None]
    recorded_final: Mapping[str, int]
    possible: Mapping[str, Possible]
    settles: tuple[Settling, ...] = ()

    @property
    def is_proved(self) -> bool:
        """Whether the game came to its end and everybody's final cash is proved."""
        return self.complete and None not in self.final.values()

    def document(self) -> dict[str, Any]:
        """The answer as a JSON document."""
        return {
            "edition": self.edition,
            "turns": self.turns,
            "complete": self.complete,
            "findings": [_plain(asdict(finding)) for finding in self.findings],
            "final": _plain(dict(self.final)),
            "possible": {player: _plain(possible.document()) for player, possible in self.possible.items()},
            "settles": [fact.document() for fact in self.settles],
            "recorded_final": dict(self.recorded_final),
        }


def summed_up(
    replayer: Replayer, findings: Sequence[Finding], certainty: Certainty, readings: Sequence[Hypothesis] = ()
) -> Replay:
    """The answer of a walk that is over: these findings, with their causes, and cash as sure as that.

    ``readings`` are the ways to read the log that fit.
    """
    ids = replayer.ids
    return Replay(
        replayer.record.header.edition,
        replayer.state.turn,
        replayer.outcome is not None,
        with_causes(findings),
        {ids[player]: cash for player, cash in certainty.final.items()},
        {ids[player]: cash for player, (cash, _) in replayer.purse.final.items()},
        {ids[player]: possible for player, possible in certainty.possible.items()},
        settling(replayer, certainty, readings),
    )


def _plain(value: object) -> Any:
    """A value fit for JSON: an exact fraction of a dollar becomes a float."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, Fraction) else value


#: So many readings are told in a message; more of them say nothing.
_MOST_TOLD = 3


def replay(record: GameRecord) -> Replay:
    """Replay a record by its rules: lenient, with one finding for each mistake."""
    return judge(record)[0]


def judge(record: GameRecord) -> tuple[Replay, GameRecord]:
    """The answer, and the record as it is best read: the given one unless one hypothesis alone explains its findings."""
    replayer = Replayer(record)
    plain = answer(replayer)
    if is_sound(replayer) or record.unread or not plain.findings:
        return plain, record
    if agrees_with_log(replayer) and replayer.reporter.weight == 1 and plain.findings[0].code != "turn-missing":
        return summed_up(replayer, plain.findings, proved(replayer.outcome)), record  # one slip that moved nothing
    is_sum = is_one_wrong_sum(replayer)
    searched = search(replayer, since_count=is_sum)
    whole = [fit for fit in searched.fits if not fit.left and fit.replayer.outcome is not None]
    if is_sum:
        return _of_table(replayer, whole, searched.is_whole), record
    return _of_log(replayer, searched.fits, _certainty(replayer, whole, searched.is_whole))


def answer(replayer: Replayer) -> Replay:
    """Walk a replayer through the rest of its record and sum up what it found, the log taken as it is written."""
    finish_walk(replayer)
    certainty = proved(replayer.outcome) if is_sound(replayer) else unproved(replayer, ())
    return summed_up(replayer, replayer.reporter.findings, certainty)


def _of_table(replayer: Replayer, rivals: Sequence[Fit], is_whole: bool) -> Replay:
    """One wrong sum: the table's own mistake, unless another reading fits the counts and the final as well."""
    findings = replayer.reporter.findings
    sum_found = grave(findings)[0]
    # A bonus is its own witness: those who hold more and less, and the money before and after it, all have to fit.
    is_searched = is_whole or sum_found.code.startswith("bonus-")
    if agrees_with_log(replayer) or (is_searched and not rivals):
        return summed_up(replayer, findings, proved(replayer.outcome))
    if not is_searched:
        return summed_up(replayer, findings, _either(replayer))
    told = [_fitting(finding, rivals, replayer) if finding is sum_found else finding for finding in findings]
    certainty = unproved(replayer, [replayer, *(fit.replayer for fit in rivals)])
    return summed_up(replayer, told, certainty, [fit.hypothesis for fit in rivals])


def _either(replayer: Replayer) -> Certainty:
    """One wrong sum of which not every reading could be tried: the table's, or the log's, and then its own final is right."""
    certainty = unproved(replayer, ())
    told = {player: cash for player, (cash, _) in replayer.purse.final.items()}
    own = replayer.outcome or {}
    return Certainty(
        certainty.final,
        {
            player: Possible(tuple(sorted({own[player], told.get(player, own[player])})))
            for player in certainty.possible
        },
    )


def _of_log(replayer: Replayer, fits: Sequence[Fit], certainty: Certainty) -> tuple[Replay, GameRecord]:
    """Findings that no wrong sum of the table explains: the log itself must be wrong somewhere."""
    findings = replayer.reporter.findings
    if not fits or not _is_worth_it(replayer, fits):
        told = [asked_for_share(replayer, finding) for finding in findings]
        whole = [fit.hypothesis for fit in fits if not fit.left]
        return summed_up(replayer, told, certainty, whole), replayer.record
    readings = [fit.hypothesis for fit in fits]
    best = fits[0].replayer
    # A turn that is missing is told where it is missing, though a count before its place may have been found wrong first.
    at_gap = ("turn-missing", "turn-order") if readings[0].kind is ErrorKind.MISSING else ()
    gaps = [finding for finding in findings if finding.code in at_gap]
    first = _fitting([*gaps, *findings[replayer.reporter.first_mistake :]][0], fits, replayer)
    if len(fits) > 1:
        return summed_up(replayer, _begun_with(first, _left_by_all(fits)), certainty, readings), replayer.record
    return summed_up(replayer, _begun_with(first, best.reporter.findings), certainty, readings), best.record


def _begun_with(first: Finding, left: Sequence[Finding]) -> list[Finding]:
    """The first mistake and what is left beside it; what is odd about the director's acts in turns before it stands before it."""
    before = [finding for finding in left if finding.code in BESIDE and (finding.turn or 0) < (first.turn or 0)]
    return [*before, first, *(finding for finding in left if finding not in before)]


def _certainty(replayer: Replayer, whole: Sequence[Fit], is_whole: bool) -> Certainty:
    """How sure the cash is, given the readings that explain everything.

    The final cash that the log tells is one more count. It decides between readings that another count supports, and
    proves nothing of one that it supports alone.
    """
    if agrees_with_log(replayer):
        return proved(replayer.outcome)
    readings = [fit.replayer for fit in whole]
    if not readings and _only_went_on(replayer):
        return _either(replayer)
    if not readings:
        return undisposed(replayer) or unproved(replayer, ())
    if replayer.course.wound_up is not None:
        # Whether the end was declared is what is asked: the final cash is of after it, so it speaks for no reading.
        return some_of(replayer, [*readings, replayer])
    if all(agrees_with_log(reading) for reading in readings):
        is_counted = any(_is_counted(fit) for fit in whole)
        return unproved(replayer, readings if is_counted else [*readings, replayer])
    if _may_have_happened(replayer):
        readings.append(replayer)
    return unproved(replayer, readings) if is_whole else some_of(replayer, readings)


def _only_went_on(replayer: Replayer) -> bool:
    """Whether all that is found is that the game went on after its end."""
    found = grave(replayer.reporter.findings)
    return replayer.course.wound_up is not None and len(found) == 1 and not replayer.reporter.suppressed


def _is_counted(fit: Fit) -> bool:
    """Whether more than the final cash speaks for a reading: one that chooses a purchase needs a later count of its buyer."""
    if not fit.hypothesis.chooses_purchase:
        return True
    reading = fit.hypothesis
    buyer = reading.put[0].player
    later = fit.replayer.events[reading.index + max(1, len(reading.put) - reading.removed) :]
    return any(event.act is Act.CASH and event.player == buyer for event in later)


def _may_have_happened(replayer: Replayer) -> bool:
    """Whether everything that is found may be the table's own mistake, the log right as it is written."""
    said = replayer.reporter
    return not said.suppressed and not any(finding.code in BREAKS for finding in said.findings)


#: Whole turns that stand wrong in a log; the numbers and the order of the others show it.
_OF_TURNS: Final = frozenset({ErrorKind.DOUBLED, ErrorKind.SWAPPED, ErrorKind.EXCHANGED, ErrorKind.MISSING})


def _is_worth_it(replayer: Replayer, fits: Sequence[Fit]) -> bool:
    """Whether readings are worth to be told.

    They fill a gap; or they explain two findings at least, all of them by whole turns, or some in a log that tells what
    cannot happen at a table. Several that leave something unexplained are guesses.
    """
    first = fits[0]
    kinds = {fit.hypothesis.kind for fit in fits}
    if kinds == {ErrorKind.MISSING} and any(finding.code == "turn-missing" for finding in replayer.reporter.findings):
        return True
    if replayer.reporter.weight - first.left < 2 or (first.left and len(fits) > 1):
        return False
    of_turns = kinds <= _OF_TURNS and not first.left
    return of_turns or any(finding.code in IMPOSSIBLE for finding in replayer.reporter.findings)


def _left_by_all(fits: Sequence[Fit]) -> list[Finding]:
    """The findings that stay whichever of the readings is right."""
    left = fits[0].replayer.reporter.findings
    return [finding for finding in left if all(finding in fit.replayer.reporter.findings for fit in fits[1:])]


def _fitting(finding: Finding, fits: Sequence[Fit], replayer: Replayer) -> Finding:
    """A finding that says which readings explain it, or possibly do."""
    told = [fit.hypothesis.told(replayer.record) for fit in fits[:_MOST_TOLD]]
    others = len(fits) - _MOST_TOLD
    more = "" if others < 1 else ", or one other" if others == 1 else f", or {others} others"
    text = f"if {told[0]}" if len(fits) == 1 else f"if, possibly, {'; or '.join(told)}{more}"
    return replace(finding, message=f"{finding.message} What follows fits {text}.")
