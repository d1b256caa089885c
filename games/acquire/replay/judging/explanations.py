"""Explanations of a log with mistakes: one hypothesis or two after another, and whatever wrong sums of the table they leave."""

from __future__ import annotations

from dataclasses import dataclass

from games.acquire.actions import ActKind
from games.acquire.replay.findings import BREAKS, grave
from games.acquire.replay.judging.certainty import (
    Certainty,
    agrees_with_log,
    proved,
    some_of,
    stated_finals,
    stated_or_computed,
    undisposed,
    unproved,
)
from games.acquire.replay.judging.search import MOST_EVENTS, Fit, Search, search
from games.acquire.replay.judging.sums import leaves_sums, rivals_of, wrong_sums
from games.acquire.replay.replayer import Replayer


@dataclass(frozen=True, slots=True)
class Explanation:
    """Hypotheses that explain everything in a log but wrong sums of the table; each of ``fits`` rests on the one before it."""

    fits: tuple[Fit, ...]

    @property
    def replayer(self) -> Replayer:
        """The finished replay of the log as it was meant by all hypotheses."""
        return self.fits[-1].replayer


@dataclass(frozen=True, slots=True)
class Explanations:
    """All explanations found, and whether all hypotheses could be tried.

    ``further`` is the search for a second mistake, where one hypothesis explains a part of the findings; None if none was made.
    """

    all: tuple[Explanation, ...]
    is_whole: bool
    further: Search | None = None


def explanations(found: Search) -> Explanations:
    """Return the explanations that a search has found, or, if its only fit leaves more than sums, what explains the rest."""
    fits = [fit for fit in found.fits if fit.replayer.outcome is not None]
    explained = tuple(Explanation((fit,)) for fit in fits if leaves_sums(fit.replayer))
    if len(fits) != 1 or not fits[0].left:
        return Explanations(explained, found.is_whole)
    (first,) = fits
    sums = wrong_sums(first.replayer)
    left = max(0, MOST_EVENTS - found.replayed)
    further = rivals_of(first.replayer, sums, left) if sums else search(first.replayer, most_events=left)
    second = (fit for fit in further.fits if fit.replayer.outcome is not None)
    explained += tuple(Explanation((first, fit)) for fit in second if leaves_sums(fit.replayer))
    return Explanations(explained, found.is_whole and further.is_whole, further)


def certainty_of(replayer: Replayer, found: Explanations) -> Certainty:
    """Return how certain the final cash is, given the explanations of a log.

    The final cash that the log states is one more count: it decides between hypotheses that another count supports as well, but does not
    prove one that only it supports.
    """
    if agrees_with_log(replayer):
        return proved(replayer.outcome)
    replays = [explanation.replayer for explanation in found.all]
    if _only_differs(replayer):
        return unproved(replayer, [*replays, replayer])
    if not replays and _only_went_on(replayer):
        return stated_or_computed(replayer)
    if not replays:
        return undisposed(replayer) or unproved(replayer, ())
    if replayer.progress.cash_at_end is not None:
        # Whether the end was declared is the question: the stated final cash is of after it, so it supports no hypothesis.
        return some_of(replayer, [*replays, replayer])
    if all(_agrees_but_for_sums(other) for other in replays):
        is_counted = any(all(map(_is_supported, explanation.fits)) for explanation in found.all)
        return unproved(replayer, replays if is_counted else [*replays, replayer])
    if _may_have_happened(replayer):
        replays.append(replayer)
    return unproved(replayer, replays) if found.is_whole else some_of(replayer, replays)


def _agrees_but_for_sums(replayer: Replayer) -> bool:
    """Whether a replay comes to all final cash that the log states, but for wrong sums of the table that it has found before."""
    if agrees_with_log(replayer):
        return True
    found = grave(replayer.reporter.findings)
    is_told = bool(wrong_sums(replayer)) and all(finding.code != "final-wrong" for finding in found)
    return is_told and set(stated_finals(replayer)) == set(replayer.outcome or ())


def _only_went_on(replayer: Replayer) -> bool:
    """Whether the only finding is that the game went on after its end."""
    found = grave(replayer.reporter.findings)
    return replayer.progress.cash_at_end is not None and len(found) == 1 and not replayer.reporter.suppressed


def _only_differs(replayer: Replayer) -> bool:
    """Whether all that is found is that two writings of a turn contradict each other, so that the first one may well be right."""
    codes = {finding.code for finding in grave(replayer.reporter.findings)}
    return codes == {"turn-differs"} and not replayer.reporter.suppressed


def _is_supported(fit: Fit) -> bool:
    """Whether more than the stated final cash supports a hypothesis.

    A hypothesis that chooses shares needs a later count of that player's cash; any other is supported.
    """
    hypothesis = fit.hypothesis
    if not hypothesis.chooses_shares:
        return True
    player = hypothesis.put[0].player
    later = fit.replayer.events[hypothesis.index + max(1, len(hypothesis.put) - hypothesis.removed) :]
    return any(event.act is ActKind.CASH and event.player == player for event in later)


def _may_have_happened(replayer: Replayer) -> bool:
    """Whether all findings may be mistakes made at the table, so that the log may be right as it is written.

    They may not if a turn is written twice and only its first writing leads to them.
    """
    reporter = replayer.reporter
    return not reporter.suppressed and not any(
        finding.code in BREAKS or finding.code == "turn-differs" for finding in reporter.findings
    )
