"""Which findings a judgement tells: one for each cause, with the hypothesis that explains it in its words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.acquire.replay.findings import IMPOSSIBLE, Finding, Severity, grave, is_beside
from games.acquire.replay.judging.certainty import asking_for_share
from games.acquire.replay.judging.hypotheses import MANNERS, ErrorKind, Hypothesis
from games.acquire.replay.judging.manners import LEAST_OF_EXCHANGES
from games.acquire.replay.judging.search import Fit, Search
from games.acquire.replay.judging.sums import HouseRule
from games.acquire.replay.judging.words import in_words
from games.acquire.replay.replayer import Replayer
from games.sentences import Sentence, gettext_noop, ngettext_lazy
from games.sentences import gettext_lazy as _


def told_with_rivals(replayer: Replayer, sums: Sequence[int], rivals: Sequence[Fit]) -> list[Finding]:
    """Return the findings of a replay, with a hint at each wrong sum that names the hypotheses by which it is none.

    ``sums`` are the indices of the wrong sums.
    """
    told = []
    for index, finding in enumerate(replayer.reporter.findings):
        own = [fit for fit in rivals if finding not in fit.replayer.reporter.findings] if index in sums else []
        told.append(_with_fits(finding, own, replayer) if own else finding)
    return told


def told_by_house(replayer: Replayer, rule: HouseRule) -> list[Finding]:
    """Return one finding for a rule by which the table reckoned throughout, and those that it leaves."""
    written, left = grave(replayer.reporter.findings), grave(rule.replayer.reporter.findings)
    message = ngettext_lazy(
        "The table calculated bonuses using `{rule}`, which explains {n} finding. If that was agreed, add this "
        "line to the header of the log; if not, the edition's amounts apply.",
        "The table calculated bonuses using `{rule}`, which explains {n} findings. If that was agreed, add "
        "this line to the header of the log; if not, the edition's amounts apply.",
        len(written) - len(left),
        rule=f"rule {rule.name}: {rule.value}",  # not said
    )
    kept = Finding.of("manner-kept", written[0].line, written[0].turn, None, message, recorded=rule.value)
    notes = [finding for finding in replayer.reporter.findings if finding.severity is Severity.NOTE]
    return [kept, *left, *notes]


def told_with_fits(replayer: Replayer, fits: Sequence[Fit], further: Search | None) -> list[Finding]:
    """Return the findings where hypotheses about the log explain some: the first one with a hint, and those that are left.

    ``further`` is the search for what explains the rest, if there is a single fit. Where the hypotheses are not worth a hint, all
    findings are returned.
    """
    findings = replayer.reporter.findings
    if not are_worth_telling(replayer, fits):
        return [asking_for_share(replayer, finding) for finding in findings]
    hypotheses = [fit.hypothesis for fit in fits]
    left = _left_by_all(fits)
    if further is not None and further.fits:
        left = told_with_fits(fits[0].replayer, further.fits, None)
    if hypotheses[0].kind in MANNERS and len({(hypothesis.kind, hypothesis.pair) for hypothesis in hypotheses}) == 1:
        return [_manner_in_words(replayer, hypotheses[0]), *left]
    # What a hypothesis about whole turns explains is reported there, though a count before it may have been found wrong first.
    own = _OWN_CODES.get(hypotheses[0].kind, ())
    at_turn = [finding for finding in findings if finding.code in own]
    first = _with_fits([*at_turn, *findings[replayer.reporter.first_mistake :]][0], fits, replayer)
    # What is odd about the director's acts in turns before the first mistake stands before it.
    before = [finding for finding in left if is_beside(finding) and (finding.turn or 0) < (first.turn or 0)]
    return [*before, first, *(finding for finding in left if finding not in before)]


#: The findings that a hypothesis about whole turns explains first of all.
_OWN_CODES: Final = {
    ErrorKind.MISSING: ("turn-missing", "turn-order"),
    ErrorKind.NUMBERED: ("turn-missing",),
    ErrorKind.RETOLD: ("turn-differs",),
}


def _manner_in_words(replayer: Replayer, hypothesis: Hypothesis) -> Finding:
    """Return the one finding that stands for all that a manner kept through the log explains."""
    message = _("Everything fits if {explanation}.", explanation=in_words(hypothesis, replayer.record))
    # The finding stands where the manner shows; its words say from where on it was kept.
    first = replayer.reporter.findings[replayer.reporter.first_mistake]
    return Finding.of("manner-kept", first.line, first.turn, None, message)


#: Errors of whole turns, which the numbers and the order of the other turns show.
_OF_TURNS: Final = frozenset(
    {ErrorKind.RETOLD, ErrorKind.NUMBERED, ErrorKind.SWAPPED, ErrorKind.EXCHANGED, ErrorKind.MISSING}
)

#: Two players or chains written for each other, which may explain two findings by chance.
_EXCHANGED: Final = frozenset({ErrorKind.SEATS, ErrorKind.CHAINS})


def are_worth_telling(replayer: Replayer, fits: Sequence[Fit]) -> bool:
    """Whether there are hypotheses that are worth a hint in the message.

    They are if they supply a missing turn or show that none is missing. Otherwise they must explain at least two findings, and either be
    errors of whole turns that explain everything, or concern a log with findings that cannot happen at a table. Several that leave
    something unexplained are guesses.
    """
    if not fits:
        return False
    left = fits[0].left
    kinds = {fit.hypothesis.kind for fit in fits}
    codes = {finding.code for finding in replayer.reporter.findings}
    if kinds in ({ErrorKind.MISSING}, {ErrorKind.NUMBERED}) and "turn-missing" in codes:
        return True
    explained = replayer.reporter.weight - left
    if kinds <= MANNERS:
        return explained >= (LEAST_OF_EXCHANGES if kinds & _EXCHANGED else 2)
    if explained < 2 or (left and len(fits) > 1):
        return False
    return (kinds <= _OF_TURNS and not left) or not codes.isdisjoint(IMPOSSIBLE)


def _left_by_all(fits: Sequence[Fit]) -> list[Finding]:
    """Return the findings that remain whichever of the hypotheses is right."""
    left = fits[0].replayer.reporter.findings
    return [finding for finding in left if all(finding in fit.replayer.reporter.findings for fit in fits[1:])]


#: How many hypotheses a message names at most.
_MOST_NAMED = 3


_OF_TWO = gettext_noop("The rest of the log fits if {first}, or if {second}.")
_OF_THREE = gettext_noop("The rest of the log fits if {first}, if {second}, or if {third}.")


def _with_fits(finding: Finding, fits: Sequence[Fit], replayer: Replayer) -> Finding:
    """Return a finding with a hint that names the hypotheses that explain it."""
    every = list(dict.fromkeys(in_words(fit.hypothesis, replayer.record) for fit in fits))
    named, others = every[:_MOST_NAMED], len(every) - _MOST_NAMED
    if len(every) == 1:
        return finding.with_hint(_("The rest of the log fits if {explanation}.", explanation=every[0]))
    values = dict(zip(("first", "second", "third"), named, strict=False))
    if others > 0:
        hint = ngettext_lazy(
            "The rest of the log fits if {first}, if {second}, if {third}, or by {n} other explanation.",
            "The rest of the log fits if {first}, if {second}, if {third}, or by {n} other explanations.",
            others,
            **values,
        )
        return finding.with_hint(hint)
    return finding.with_hint(Sentence(_OF_TWO if len(named) == 2 else _OF_THREE, values))
