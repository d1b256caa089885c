"""The judge: whether the players were wrong or the log is, and which hypothesis about a log explains what is found in it.

A finding may be a mistake that was made at the table; then the rules give the correct amount (R11). Or the log does not say what
happened; then hypotheses that explain it are searched for, and one is accepted only if no other fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any, Final

from games.acquire.actions import ActKind
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.findings import BESIDE, BREAKS, CODES, IMPOSSIBLE, Finding, Severity, grave, with_causes
from games.acquire.replay.judging.certainty import (
    Certainty,
    MissingFact,
    Possible,
    agrees_with_log,
    asking_for_share,
    is_in_question,
    is_sound,
    missing_facts,
    proved,
    some_of,
    stated_finals,
    stated_or_computed,
    turn_at,
    undisposed,
    unproved,
)
from games.acquire.replay.judging.hypotheses import MANNERS, ErrorKind, Hypothesis
from games.acquire.replay.judging.manners import LEAST_OF_EXCHANGES
from games.acquire.replay.judging.search import Fit, Search, search
from games.acquire.replay.judging.sums import HouseRule, house_rule, rivals_of, wrong_sums
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk
from games.acquire.writings.doubles import told_once


@dataclass(frozen=True, slots=True)
class Replay:
    """The result of a replay.

    ``final`` is the final cash by the rules, in dollars by player's ID, or None for a player whose final cash the log does not prove; it
    is empty while the game is not ``complete``, that is, did not come to its end. ``possible`` has the amounts that such a player may
    have, and ``missing_facts`` what to ask the players. ``recorded_final`` is the final cash that the log states. ``as_written`` is
    what everybody has if every line of the log is true and the rules pay, in dollars; it is empty while the game is not ``complete``.
    ``confirmed`` are the players whose proved final cash the log itself checks, because it states their final cash; without that,
    "proved" only means that nothing in the log speaks against it.
    """

    edition: str
    turns: int
    complete: bool
    findings: tuple[Finding, ...]
    final: Mapping[str, Money | None]
    recorded_final: Mapping[str, int]
    possible: Mapping[str, Possible]
    missing_facts: tuple[MissingFact, ...] = ()
    as_written: Mapping[str, Money] = field(default_factory=dict)
    confirmed: tuple[str, ...] = ()

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
            "as_written": _plain(dict(self.as_written)),
            "confirmed": list(self.confirmed),
        }


def _document_of(finding: Finding) -> dict[str, Any]:
    """Return a finding as a JSON object; the message includes the hint."""
    return {name: _plain(value) for name, value in asdict(finding).items() if name != "hint"}


def _plain(value: object) -> Any:
    """Return a value fit for JSON; an exact fraction of a dollar becomes a float."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, Fraction) else value


def replay(record: GameRecord) -> Replay:
    """Replay a record by the rules that its header names.

    The replay goes on after each mistake, and tries to report it with one finding.
    """
    return judge(record)[0]


def judge(record: GameRecord) -> tuple[Replay, GameRecord]:
    """Return the result of a replay, and the record as it was probably meant.

    That is the given record, unless exactly one hypothesis explains its findings.
    """
    replayer = Replayer(record)
    plain = answer(replayer)
    if is_sound(replayer):
        return plain, record
    once = told_once(record)
    if once is not record:
        return judge(once)  # What was written twice counts once, and the findings tell of it.
    if is_in_question(replayer) or not plain.findings:
        return plain, record
    if agrees_with_log(replayer) and replayer.reporter.weight == 1 and plain.findings[0].code != "turn-missing":
        return _summed_up(replayer, plain.findings, proved(replayer.outcome)), record  # one slip that moved nothing
    sums = wrong_sums(replayer)
    if len(sums) > 1 and (rule := house_rule(replayer)) is not None:
        return _of_house(replayer, rule), record
    if len(sums) == 1:
        return _of_table(replayer, sums, rivals_of(replayer, sums)), record
    found = search(replayer)
    whole = [fit for fit in found.fits if not fit.left and fit.replayer.outcome is not None]
    if sums and not whole:
        return _of_table(replayer, sums, rivals_of(replayer, sums)), record
    return _of_log(replayer, found.fits, _certainty(replayer, whole, found.is_whole))


def answer(replayer: Replayer) -> Replay:
    """Replay the rest of a record as it is written, without hypotheses, and return the result."""
    finish_walk(replayer)
    certainty = proved(replayer.outcome) if is_sound(replayer) else unproved(replayer, ())
    return _summed_up(replayer, replayer.reporter.findings, certainty)


def _summed_up(
    replayer: Replayer, findings: Sequence[Finding], certainty: Certainty, hypotheses: Sequence[Hypothesis] = ()
) -> Replay:
    """Return the result of a finished replay with these findings, with their causes, and this certainty of the final cash.

    ``hypotheses`` are those that fit the log.
    """
    ids, stated = replayer.ids, stated_finals(replayer)
    return Replay(
        replayer.record.header.edition,
        replayer.state.turn,
        replayer.outcome is not None,
        with_causes(findings),
        {ids[player]: cash for player, cash in certainty.final.items()},
        {ids[player]: cash for player, cash in stated.items()},
        {ids[player]: possible for player, possible in certainty.possible.items()},
        missing_facts(replayer, certainty, hypotheses),
        {ids[player]: cash for player, cash in (replayer.outcome or {}).items()},
        tuple(ids[player] for player, cash in certainty.final.items() if cash is not None and player in stated),
    )


def _of_table(replayer: Replayer, sums: Sequence[int], found: Search) -> Replay:
    """Return the result where wrong sums of the table are all that is found; ``sums`` are the indices of their findings.

    They are the players' own mistakes, unless one of the hypotheses found about the log explains one of them, all counts and the final
    cash as well.
    """
    findings = replayer.reporter.findings
    if agrees_with_log(replayer) or (found.is_whole and not found.fits):
        return _summed_up(replayer, findings, proved(replayer.outcome))
    if not found.is_whole:
        return _summed_up(replayer, findings, stated_or_computed(replayer))
    hinted = [
        _with_rivals(finding, found.fits, replayer) if index in sums else finding
        for index, finding in enumerate(findings)
    ]
    certainty = unproved(replayer, [replayer, *(fit.replayer for fit in found.fits)])
    return _summed_up(replayer, hinted, certainty, [fit.hypothesis for fit in found.fits])


def _of_house(replayer: Replayer, rule: HouseRule) -> Replay:
    """Return the result where the table reckoned by a rule of its own, and nothing but wrong sums is found by it.

    The correct cash is that of the log's own rules.
    """
    kept = rule.replayer
    sums = wrong_sums(kept)
    is_proved = not sums or (not (rivals := rivals_of(kept, sums)).fits and rivals.is_whole)
    explained = len(grave(replayer.reporter.findings)) - len(sums)
    first = grave(replayer.reporter.findings)[0]
    message = (
        f"The table reckoned bonuses by `rule {rule.name}: {rule.value}`, which explains {explained} findings. If that was agreed, "
        "write this line into the header of the log; if not, the amounts by the edition stand."
    )
    row = CODES["manner-kept"]
    found = Finding(row.code, row.severity, first.line, first.turn, None, message, None, rule.value, row.rule)
    notes = [finding for finding in replayer.reporter.findings if finding.severity is Severity.NOTE]
    certainty = proved(replayer.outcome) if is_proved else stated_or_computed(replayer)
    return _summed_up(replayer, [found, *grave(kept.reporter.findings), *notes], certainty)


def _with_rivals(finding: Finding, rivals: Sequence[Fit], replayer: Replayer) -> Finding:
    """Return a wrong sum with a hint that names those hypotheses by which it is none."""
    own = [fit for fit in rivals if finding not in fit.replayer.reporter.findings]
    return _with_fits(finding, own, replayer) if own else finding


def _of_log(replayer: Replayer, fits: Sequence[Fit], certainty: Certainty) -> tuple[Replay, GameRecord]:
    """Return the result where a mistake in the log, and not a wrong sum of the players, must explain the findings."""
    findings = replayer.reporter.findings
    if not fits or not _are_worth_telling(replayer, fits):
        asking = [asking_for_share(replayer, finding) for finding in findings]
        whole = [fit.hypothesis for fit in fits if not fit.left]
        return _summed_up(replayer, asking, certainty, whole), replayer.record
    hypotheses = [fit.hypothesis for fit in fits]
    if hypotheses[0].kind in MANNERS and len({(hypothesis.kind, hypothesis.pair) for hypothesis in hypotheses}) == 1:
        kept = _manner_kept(replayer, hypotheses[0])
        return _summed_up(replayer, [kept, *_left_by_all(fits)], certainty, hypotheses), fits[0].replayer.record
    # What a hypothesis about whole turns explains is reported there, though a count before it may have been found wrong first.
    own = _OWN_CODES.get(hypotheses[0].kind, ())
    at_turn = [finding for finding in findings if finding.code in own]
    first = _with_fits([*at_turn, *findings[replayer.reporter.first_mistake :]][0], fits, replayer)
    left = _left_by_all(fits)
    # What is odd about the director's acts in turns before the first mistake stands before it.
    before = [finding for finding in left if finding.code in BESIDE and (finding.turn or 0) < (first.turn or 0)]
    ordered = [*before, first, *(finding for finding in left if finding not in before)]
    best = fits[0].replayer.record if len(fits) == 1 else replayer.record
    return _summed_up(replayer, ordered, certainty, hypotheses), best


#: The findings that a hypothesis about whole turns explains first of all.
_OWN_CODES: Final = {
    ErrorKind.MISSING: ("turn-missing", "turn-order"),
    ErrorKind.NUMBERED: ("turn-missing",),
    ErrorKind.RETOLD: ("turn-differs",),
}


def _manner_kept(replayer: Replayer, hypothesis: Hypothesis) -> Finding:
    """Return the one finding that stands for all that a manner kept through the log explains."""
    words = hypothesis.in_words(replayer.record)
    message = f"{words[:1].upper()}{words[1:]}. Read so, what differs fits."
    turn = turn_at(replayer.events, hypothesis.at) or None
    row = CODES["manner-kept"]
    line = replayer.record.line_of(hypothesis.at)
    return Finding(row.code, row.severity, line, turn, None, message, None, None, row.rule)


def _certainty(replayer: Replayer, whole: Sequence[Fit], is_whole: bool) -> Certainty:
    """Return how certain the final cash is, given the hypotheses that explain all findings (``whole``).

    ``is_whole`` says whether all hypotheses could be tried. The final cash that the log states is one more count: it decides between
    hypotheses that another count supports as well, but does not prove one that only it supports.
    """
    if agrees_with_log(replayer):
        return proved(replayer.outcome)
    replays = [fit.replayer for fit in whole]
    if _only_differs(replayer):
        return unproved(replayer, [*replays, replayer])
    if not replays and _only_went_on(replayer):
        return stated_or_computed(replayer)
    if not replays:
        return undisposed(replayer) or unproved(replayer, ())
    if replayer.progress.cash_at_end is not None:
        # Whether the end was declared is the question: the stated final cash is of after it, so it supports no hypothesis.
        return some_of(replayer, [*replays, replayer])
    if all(agrees_with_log(other) for other in replays):
        is_counted = any(_is_supported(fit) for fit in whole)
        return unproved(replayer, replays if is_counted else [*replays, replayer])
    if _may_have_happened(replayer):
        replays.append(replayer)
    return unproved(replayer, replays) if is_whole else some_of(replayer, replays)


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

    A hypothesis that chooses a purchase needs a later count of the buyer's cash; any other is supported.
    """
    hypothesis = fit.hypothesis
    if not hypothesis.chooses_purchase:
        return True
    buyer = hypothesis.put[0].player
    later = fit.replayer.events[hypothesis.index + max(1, len(hypothesis.put) - hypothesis.removed) :]
    return any(event.act is ActKind.CASH and event.player == buyer for event in later)


def _may_have_happened(replayer: Replayer) -> bool:
    """Whether all findings may be mistakes made at the table, so that the log may be right as it is written.

    They may not if a turn is written twice and only its first writing leads to them.
    """
    reporter = replayer.reporter
    return not reporter.suppressed and not any(
        finding.code in BREAKS or finding.code == "turn-differs" for finding in reporter.findings
    )


#: Errors of whole turns, which the numbers and the order of the other turns show.
_OF_TURNS: Final = frozenset(
    {ErrorKind.RETOLD, ErrorKind.NUMBERED, ErrorKind.SWAPPED, ErrorKind.EXCHANGED, ErrorKind.MISSING}
)


#: Two players or chains written for each other, which may explain two findings by chance.
_EXCHANGED: Final = frozenset({ErrorKind.SEATS, ErrorKind.CHAINS})


def _are_worth_telling(replayer: Replayer, fits: Sequence[Fit]) -> bool:
    """Whether hypotheses are worth a hint in the message.

    They are if they supply a missing turn or show that none is missing. Otherwise they must explain at least two findings, and either be
    errors of whole turns that explain everything, or concern a log with findings that cannot happen at a table. Several that leave
    something unexplained are guesses.
    """
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


def _with_fits(finding: Finding, fits: Sequence[Fit], replayer: Replayer) -> Finding:
    """Return a finding with a hint that names the hypotheses that explain it."""
    named = [fit.hypothesis.in_words(replayer.record) for fit in fits[:_MOST_NAMED]]
    others = len(fits) - _MOST_NAMED
    more = "" if others < 1 else ", or one other" if others == 1 else f", or {others} others"
    text = f"if {named[0]}" if len(fits) == 1 else f"if, possibly, {'; or '.join(named)}{more}"
    return finding.with_hint(f"What follows fits {text}.")
