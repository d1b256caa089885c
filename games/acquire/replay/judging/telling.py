"""Which findings a judgement tells: one for each cause, with the edits that explain it in its words.

What may have happened where somebody's final cash is not proved: each story with the cash that everybody would have by it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.acquire.actions import ActKind
from games.acquire.editions.bonus import Money
from games.acquire.replay.findings import IMPOSSIBLE, Finding, Severity, grave, is_beside
from games.acquire.replay.judging.certainty import Certainty, asking_for_share, may_change_cash
from games.acquire.replay.judging.edits import LEAST_OF_EXCHANGES, MANNERS, Edit, EditKind
from games.acquire.replay.judging.search import Fit, Search
from games.acquire.replay.judging.starts import TABLE_SUMS, HouseRule
from games.acquire.replay.judging.whole_turns import in_words
from games.acquire.replay.replayer import Replayer
from games.sentences import Said, Sentence, gettext_noop, ngettext_lazy
from games.sentences import gettext_lazy as _


def told_findings(replayer: Replayer, found: Search) -> list[Finding]:
    """Return the findings of a replay as its explanations tell them.

    Where the table may be what is wrong, each is told, with a hint that names the edits by which it is no mistake; else those that the
    edits explain are one finding.
    """
    findings = replayer.reporter.findings
    if any(one.is_of_sums and not one.fits for one in found.all):
        rivals = [one.fits[0] for one in found.all if one.fits]
        return [_with_rivals(finding, rivals, replayer) for finding in findings]
    return _told_with_fits(replayer, chains_of(found))


def chains_of(found: Search) -> list[tuple[Fit, ...]]:
    """Return the edits of each explanation that has any; where nothing explains everything, those that leave least."""
    return [one.fits for one in found.all if one.fits] or [(fit,) for fit in found.partial]


def _with_rivals(finding: Finding, rivals: Sequence[Fit], replayer: Replayer) -> Finding:
    """Return a finding with a hint that names the edits without which it would not be there; unchanged if there are none."""
    is_sum = finding.code in TABLE_SUMS and may_change_cash(finding)
    own = [fit for fit in rivals if is_sum and finding not in fit.replayer.reporter.findings]
    return _with_fits(finding, own, replayer) if own else finding


def first_fits(chains: Sequence[tuple[Fit, ...]]) -> list[Fit]:
    """Return the first edit of each explanation, each once."""
    return list({id(fits[0]): fits[0] for fits in chains}.values())


def _told_with_fits(replayer: Replayer, chains: Sequence[tuple[Fit, ...]]) -> list[Finding]:
    """Return the findings where edits explain some: the first one with a hint, and those that are left.

    Each of ``chains`` has edits that rest on one another. Where they are not worth a hint, all findings are returned.
    """
    findings, fits = replayer.reporter.findings, first_fits(chains)
    if not are_worth_telling(replayer, fits):
        return [asking_for_share(replayer, finding) for finding in findings]
    edits = [fit.edit for fit in fits]
    left = _left_by_all(fits)
    if len(fits) == 1 and all(len(chain) > 1 for chain in chains):
        left = _told_with_fits(fits[0].replayer, [chain[1:] for chain in chains])
    if edits[0].kind in MANNERS and len({(edit.kind, edit.pair) for edit in edits}) == 1:
        return [_manner_in_words(replayer, edits[0]), *left]
    # What an edit of whole turns explains is reported there, though a count before it may have been found wrong first.
    own = _OWN_CODES.get(edits[0].kind, ())
    at_turn = [finding for finding in findings if finding.code in own]
    first = _with_fits([*at_turn, *findings[replayer.reporter.first_mistake :]][0], fits, replayer)
    # What is odd about the director's acts in turns before the first mistake stands before it.
    before = [finding for finding in left if is_beside(finding) and (finding.turn or 0) < (first.turn or 0)]
    return [*before, first, *(finding for finding in left if finding not in before)]


def told_by_house(replayer: Replayer, rule: HouseRule) -> list[Finding]:
    """Return one finding for a rule by which the table reckoned throughout, and those that it leaves."""
    written, left = grave(replayer.reporter.findings), grave(rule.replayer.reporter.findings)
    message = ngettext_lazy(
        "The table calculated bonuses using `{rule}`, which explains {n} finding. If that was agreed, add this "
        "line to the header of the log; if not, the edition's amounts apply.",
        "The table calculated bonuses using `{rule}`, which explains {n} findings. If that was agreed, add "
        "this line to the header of the log; if not, the edition's amounts apply.",
        len(written) - len(left),
        rule=f"rule {rule.name}: {rule.value}",
    )
    kept = Finding.of("manner-kept", written[0].line, written[0].turn, None, message, recorded=rule.value)
    notes = [finding for finding in replayer.reporter.findings if finding.severity is Severity.NOTE]
    return [kept, *left, *notes]


#: The findings that an edit of whole turns explains first of all.
_OWN_CODES: Final = {
    EditKind.MISSING: ("turn-missing", "turn-order"),
    EditKind.NUMBERED: ("turn-missing",),
    EditKind.RETOLD: ("turn-differs",),
}


def _manner_in_words(replayer: Replayer, edit: Edit) -> Finding:
    """Return the one finding that stands for all that a manner kept through the log explains."""
    message = _("Everything fits if {explanation}.", explanation=in_words(edit, replayer.record))
    # The finding stands where the manner shows; its words say from where on it was kept.
    first = replayer.reporter.findings[replayer.reporter.first_mistake]
    return Finding.of("manner-kept", first.line, first.turn, None, message)


#: Errors of whole turns, which the numbers and the order of the other turns show.
_OF_TURNS: Final = frozenset(
    {EditKind.RETOLD, EditKind.NUMBERED, EditKind.SWAPPED, EditKind.EXCHANGED, EditKind.MISSING}
)

#: Two players or chains written for each other, which may explain two findings by chance.
_EXCHANGED: Final = frozenset({EditKind.SEATS, EditKind.CHAINS})


def are_worth_telling(replayer: Replayer, fits: Sequence[Fit]) -> bool:
    """Whether there are edits that are worth a hint in the message.

    They are if they supply a missing turn or disposal, or show that no turn is missing. Otherwise they must explain at least two
    findings, and either explain everything in a finished game or by errors of whole turns, or concern a log with findings that cannot
    happen at a table. Several that leave something unexplained are guesses.
    """
    if not fits:
        return False
    left = fits[0].left
    kinds = {fit.edit.kind for fit in fits}
    codes = {finding.code for finding in replayer.reporter.findings}
    if kinds in ({EditKind.MISSING}, {EditKind.NUMBERED}) and "turn-missing" in codes:
        return True
    if all(
        fit.edit.kind is EditKind.LOST and fit.edit.clause and fit.edit.clause.act is ActKind.DISPOSE for fit in fits
    ):
        return not left
    explained = replayer.reporter.weight - left
    if kinds <= MANNERS:
        return explained >= (LEAST_OF_EXCHANGES if kinds & _EXCHANGED else 2)
    if explained < 2 or (left and len(fits) > 1):
        return False
    is_finished = replayer.outcome is not None
    return (not left and (is_finished or kinds <= _OF_TURNS)) or not codes.isdisjoint(IMPOSSIBLE)


def _left_by_all(fits: Sequence[Fit]) -> list[Finding]:
    """Return the findings that remain whichever of the edits is right."""
    left = fits[0].replayer.reporter.findings
    return [finding for finding in left if all(finding in fit.replayer.reporter.findings for fit in fits[1:])]


#: How many edits a message names at most.
_MOST_NAMED = 3


_OF_TWO = gettext_noop("The rest of the log fits if {first}, or if {second}.")
_OF_THREE = gettext_noop("The rest of the log fits if {first}, if {second}, or if {third}.")


def _with_fits(finding: Finding, fits: Sequence[Fit], replayer: Replayer) -> Finding:
    """Return a finding with a hint that names the edits that explain it."""
    every = list(dict.fromkeys(in_words(fit.edit, replayer.record) for fit in fits))
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


#: How many stories, and edits of one story, are told at most.
_MOST_STORIES: Final = 6
_MOST_EDITS: Final = 3

AS_WRITTEN: Final = _("the log is correct as written")


@dataclass(frozen=True, slots=True)
class Story:
    """One thing that may have happened: ``words`` follow "if", each alone enough; ``final`` is everybody's final cash by it, in dollars.

    ``is_as_written`` says whether it is that the log is right as it is written.
    """

    words: tuple[Said, ...]
    final: Mapping[str, Money]
    is_as_written: bool = False


def stories(replayer: Replayer, certainty: Certainty, fits: Sequence[Fit]) -> tuple[Story, ...]:
    """Return the stories between which the table must decide; empty if everybody's cash is proved or only one story is known.

    That the log is right as it is written comes first, if it may be.
    """
    if replayer.outcome is None or None not in certainty.final.values():
        return ()
    told: dict[tuple[Money, ...], list[Said]] = {}
    for words, outcome in [
        (AS_WRITTEN, replayer.outcome),
        *((in_words(fit.edit, replayer.record), fit.replayer.outcome) for fit in _one_a_place_first(fits)),
    ]:
        if outcome is not None and _is_possible(outcome, certainty):
            alike = told.setdefault(tuple(outcome[player] for player in sorted(outcome)), [])
            if words not in alike:
                alike.append(words)
    found = [
        Story(tuple(words[:_MOST_EDITS]), dict(zip(replayer.ids, cash, strict=True)), words[0] == AS_WRITTEN)
        for cash, words in list(told.items())[:_MOST_STORIES]
    ]
    return tuple(found) if len(found) > 1 else ()


def _one_a_place_first(fits: Sequence[Fit]) -> list[Fit]:
    """Return the fits with the first one about each place before all others, so that several places are told."""
    firsts = {fit.edit.at: fit for fit in reversed(fits)}
    return sorted(fits, key=lambda fit: firsts[fit.edit.at] is not fit)


def _is_possible(outcome: Mapping[int, Money], certainty: Certainty) -> bool:
    """Whether everybody may have the cash of this outcome."""
    return all(
        outcome[player] == cash if cash is not None else outcome[player] in certainty.possible[player].amounts
        for player, cash in certainty.final.items()
    )
