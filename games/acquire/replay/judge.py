"""The judge: whether the table was wrong or the log is, and which hypothesis about a log explains what is found in it.

What is found may be the table's own mistake; then the rules give the correct amount (R11). Or the log does not say what
happened; then hypotheses that explain it are looked for, and none is believed that is not the only one that fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final

from games.acquire.actions import ActKind
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.certainty import (
    Certainty,
    MissingFact,
    Possible,
    agrees_with_log,
    asking_for_share,
    is_one_wrong_sum,
    is_sound,
    missing_facts,
    proved,
    some_of,
    stated_finals,
    stated_or_computed,
    undisposed,
    unproved,
)
from games.acquire.replay.findings import BESIDE, BREAKS, IMPOSSIBLE, CodeGroup, Finding, grave, with_causes
from games.acquire.replay.hypotheses import ErrorKind, Hypothesis
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.search import Fit, search
from games.acquire.replay.walk import finish_walk


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer of a replay.

    ``final`` is the final cash by the rules in dollars by player's ID, None for a player of whom the log does not prove it;
    ``possible`` is what such a player may have, and ``missing_facts`` what to ask the table for. ``recorded_final`` is the
    final cash that the log states. ``final`` is empty while the game is not ``complete``, that is, did not come to its end.
    """

    edition: str
    turns: int
    complete: bool
    findings: tuple[Finding, ...]
    final: Mapping[str, Money | None]
    recorded_final: Mapping[str, int]
    possible: Mapping[str, Possible]
    missing_facts: tuple[MissingFact, ...] = ()

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
            "findings": [_document_of(finding) for finding in self.findings],
            "final": _plain(dict(self.final)),
            "possible": {player: _plain(possible.document()) for player, possible in self.possible.items()},
            "settles": [fact.document() for fact in self.missing_facts],
            "recorded_final": dict(self.recorded_final),
        }


def _document_of(finding: Finding) -> dict[str, Any]:
    """A finding as a JSON object, whose message has the hint at its end."""
    return {name: _plain(value) for name, value in asdict(finding).items() if name != "hint"}


def _plain(value: object) -> Any:
    """A value fit for JSON: an exact fraction of a dollar becomes a float."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, Fraction) else value


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
        return _summed_up(replayer, plain.findings, proved(replayer.outcome)), record  # one slip that moved nothing
    is_sum = is_one_wrong_sum(replayer)
    found = search(replayer, since_count=is_sum)
    whole = [fit for fit in found.fits if not fit.left and fit.replayer.outcome is not None]
    if is_sum:
        return _of_table(replayer, whole, found.is_whole), record
    return _of_log(replayer, found.fits, _certainty(replayer, whole, found.is_whole))


def answer(replayer: Replayer) -> Replay:
    """Walk a replayer through the rest of its record and sum up what it found, the log taken as it is written."""
    finish_walk(replayer)
    certainty = proved(replayer.outcome) if is_sound(replayer) else unproved(replayer, ())
    return _summed_up(replayer, replayer.reporter.findings, certainty)


def _summed_up(
    replayer: Replayer, findings: Sequence[Finding], certainty: Certainty, hypotheses: Sequence[Hypothesis] = ()
) -> Replay:
    """The answer of a walk that is over: these findings, with their causes, and cash as sure as that.

    ``hypotheses`` are those that fit the log.
    """
    ids = replayer.ids
    return Replay(
        replayer.record.header.edition,
        replayer.state.turn,
        replayer.outcome is not None,
        with_causes(findings),
        {ids[player]: cash for player, cash in certainty.final.items()},
        {ids[player]: cash for player, cash in stated_finals(replayer).items()},
        {ids[player]: possible for player, possible in certainty.possible.items()},
        missing_facts(replayer, certainty, hypotheses),
    )


def _of_table(replayer: Replayer, rivals: Sequence[Fit], is_whole: bool) -> Replay:
    """The answer to one wrong sum: the table's own mistake, unless a hypothesis fits the counts and the final as well."""
    findings = replayer.reporter.findings
    wrong_sum = grave(findings)[0]
    # A bonus is its own witness: those who hold more and less, and the money before and after it, all have to fit.
    is_searched = is_whole or wrong_sum.group is CodeGroup.BONUS
    if agrees_with_log(replayer) or (is_searched and not rivals):
        return _summed_up(replayer, findings, proved(replayer.outcome))
    if not is_searched:
        return _summed_up(replayer, findings, stated_or_computed(replayer))
    hinted = [_with_fits(finding, rivals, replayer) if finding is wrong_sum else finding for finding in findings]
    certainty = unproved(replayer, [replayer, *(fit.replayer for fit in rivals)])
    return _summed_up(replayer, hinted, certainty, [fit.hypothesis for fit in rivals])


def _of_log(replayer: Replayer, fits: Sequence[Fit], certainty: Certainty) -> tuple[Replay, GameRecord]:
    """The answer to findings that no wrong sum of the table explains: the log itself must be wrong somewhere."""
    findings = replayer.reporter.findings
    if not fits or not _are_worth_telling(replayer, fits):
        asking = [asking_for_share(replayer, finding) for finding in findings]
        whole = [fit.hypothesis for fit in fits if not fit.left]
        return _summed_up(replayer, asking, certainty, whole), replayer.record
    hypotheses = [fit.hypothesis for fit in fits]
    # A turn that is missing is reported where it is missing, though a count before its place may have been found wrong first.
    at_gap = ("turn-missing", "turn-order") if hypotheses[0].kind is ErrorKind.MISSING else ()
    gaps = [finding for finding in findings if finding.code in at_gap]
    first = _with_fits([*gaps, *findings[replayer.reporter.first_mistake :]][0], fits, replayer)
    left = _left_by_all(fits)
    # What is odd about the director's acts in turns before the first mistake stands before it.
    before = [finding for finding in left if finding.code in BESIDE and (finding.turn or 0) < (first.turn or 0)]
    ordered = [*before, first, *(finding for finding in left if finding not in before)]
    best = fits[0].replayer.record if len(fits) == 1 else replayer.record
    return _summed_up(replayer, ordered, certainty, hypotheses), best


def _certainty(replayer: Replayer, whole: Sequence[Fit], is_whole: bool) -> Certainty:
    """How sure the cash is, given the hypotheses that explain everything.

    The final cash that the log states is one more count. It decides between hypotheses that another count supports, and
    proves nothing of one that it supports alone.
    """
    if agrees_with_log(replayer):
        return proved(replayer.outcome)
    replays = [fit.replayer for fit in whole]
    if not replays and _only_went_on(replayer):
        return stated_or_computed(replayer)
    if not replays:
        return undisposed(replayer) or unproved(replayer, ())
    if replayer.progress.cash_at_end is not None:
        # Whether the end was declared is the question: the stated final cash is of after it, so it supports no hypothesis.
        return some_of(replayer, [*replays, replayer])
    if all(agrees_with_log(other) for other in replays):
        is_counted = any(_is_counted(fit) for fit in whole)
        return unproved(replayer, replays if is_counted else [*replays, replayer])
    if _may_have_happened(replayer):
        replays.append(replayer)
    return unproved(replayer, replays) if is_whole else some_of(replayer, replays)


def _only_went_on(replayer: Replayer) -> bool:
    """Whether all that is found is that the game went on after its end."""
    found = grave(replayer.reporter.findings)
    return replayer.progress.cash_at_end is not None and len(found) == 1 and not replayer.reporter.suppressed


def _is_counted(fit: Fit) -> bool:
    """Whether more than the final cash supports a hypothesis: one that chooses a purchase needs a later count of its buyer."""
    hypothesis = fit.hypothesis
    if not hypothesis.chooses_purchase:
        return True
    buyer = hypothesis.put[0].player
    later = fit.replayer.events[hypothesis.index + max(1, len(hypothesis.put) - hypothesis.removed) :]
    return any(event.act is ActKind.CASH and event.player == buyer for event in later)


def _may_have_happened(replayer: Replayer) -> bool:
    """Whether everything that is found may be the table's own mistake, the log right as it is written."""
    reporter = replayer.reporter
    return not reporter.suppressed and not any(finding.code in BREAKS for finding in reporter.findings)


#: Whole turns that stand wrong in a log; the numbers and the order of the others show it.
_OF_TURNS: Final = frozenset({ErrorKind.DOUBLED, ErrorKind.SWAPPED, ErrorKind.EXCHANGED, ErrorKind.MISSING})


def _are_worth_telling(replayer: Replayer, fits: Sequence[Fit]) -> bool:
    """Whether hypotheses are worth a hint.

    They fill a gap; or they explain two findings at least, all of them by whole turns, or some in a log with what
    cannot happen at a table. Several that leave something unexplained are guesses.
    """
    left = fits[0].left
    kinds = {fit.hypothesis.kind for fit in fits}
    codes = {finding.code for finding in replayer.reporter.findings}
    if kinds == {ErrorKind.MISSING} and "turn-missing" in codes:
        return True
    if replayer.reporter.weight - left < 2 or (left and len(fits) > 1):
        return False
    return (kinds <= _OF_TURNS and not left) or not codes.isdisjoint(IMPOSSIBLE)


def _left_by_all(fits: Sequence[Fit]) -> list[Finding]:
    """The findings that stay whichever of the hypotheses is right."""
    left = fits[0].replayer.reporter.findings
    return [finding for finding in left if all(finding in fit.replayer.reporter.findings for fit in fits[1:])]


#: So many hypotheses are named in a message; more of them say nothing.
_MOST_NAMED = 3


def _with_fits(finding: Finding, fits: Sequence[Fit], replayer: Replayer) -> Finding:
    """A finding with the hint which hypotheses explain it, or possibly do."""
    named = [fit.hypothesis.in_words(replayer.record) for fit in fits[:_MOST_NAMED]]
    others = len(fits) - _MOST_NAMED
    more = "" if others < 1 else ", or one other" if others == 1 else f", or {others} others"
    text = f"if {named[0]}" if len(fits) == 1 else f"if, possibly, {'; or '.join(named)}{more}"
    return finding.with_hint(f"What follows fits {text}.")
