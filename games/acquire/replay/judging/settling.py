"""How certain the final cash is by what explains a log: an amount is proved if no explanation that is likely enough leaves another."""

from __future__ import annotations

from games.acquire.actions import ActKind
from games.acquire.replay.findings import grave
from games.acquire.replay.judging.certainty import Certainty, agrees_with_log, proved, undisposed, unproved
from games.acquire.replay.judging.search import Explanation, Fit, Search
from games.acquire.replay.replayer import Replayer


def certainty_of(replayer: Replayer, found: Search) -> Certainty:
    """Return how certain the final cash is, given the explanations of a log.

    The final cash that the log states is one more count: it decides between edits that another count supports as well, but does not
    prove one that only it supports.
    """
    if agrees_with_log(replayer):
        return proved(replayer.outcome)
    if (kept := undisposed(replayer)) is not None:
        return kept
    replays = [one.replayer for one in found.all if one.replayer.outcome is not None]
    is_edited = any(one.fits for one in found.all)
    if not is_edited and _only_went_on(replayer):
        return unproved(replayer, [replayer], is_whole=False)
    if not replays or not (is_edited or all(one.is_of_sums for one in found.all)):
        return unproved(replayer, ())
    # Whether the end was declared is the question where the game went on: the stated final cash is of after it.
    went_on = replayer.progress.cash_at_end is not None
    if went_on or not any(map(_is_supported, found.all)):
        replays.append(replayer)
    return unproved(replayer, replays, is_whole=found.is_whole and not went_on, is_edited=is_edited)


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
