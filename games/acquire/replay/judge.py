"""The replay of a record: what the rules find in it, the cash they compute, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from games.acquire.actions import Act
from games.acquire.editions import Money
from games.acquire.record import GameRecord
from games.acquire.replay.arbiter import Arbiter
from games.acquire.replay.causes import BREAKS, with_causes
from games.acquire.replay.certainty import (
    Certainty,
    Possible,
    agrees_with_log,
    is_one_wrong_sum,
    is_sound,
    proved,
    unproved,
)
from games.acquire.replay.findings import IMPOSSIBLE, Finding
from games.acquire.replay.hypotheses import Kind
from games.acquire.replay.trials import Fit, grave, search
from games.acquire.replay.walking import finish_walk

#: So many explanations are told in a message; more of them say nothing.
_MOST_TOLD = 3


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer of a replay.

    ``final`` is the final cash by the rules in dollars by player's ID, None for a player of whom the log does not prove it;
    ``possible`` is what such a player may have. ``recorded_final`` is the final cash that the log tells.
    ``final`` is empty while the game is not ``complete``, that is, did not come to its end.
    """

    edition: str
    turns: int
    complete: bool
    findings: tuple[Finding, ...]
    final: Mapping[str, Money | None]
    recorded_final: Mapping[str, int]
    possible: Mapping[str, Possible]

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
            "recorded_final": dict(self.recorded_final),
        }


def replay(record: GameRecord) -> Replay:
    """Replay a record by its rules: lenient, with one finding for each mistake."""
    return judge(record)[0]


def judge(record: GameRecord) -> tuple[Replay, GameRecord]:
    """The answer, and the record as it is best read: the given one unless one hypothesis alone explains its findings."""
    arbiter = Arbiter(record)
    plain = answer(arbiter)
    if is_sound(arbiter) or record.unread or not plain.findings:
        return plain, record
    is_sum = is_one_wrong_sum(arbiter)
    found = search(arbiter, since_count=is_sum)
    if is_sum:
        return _of_table(arbiter, found.fits, found.is_whole), record
    return _of_log(arbiter, found.fits, found.is_whole)


def answer(arbiter: Arbiter) -> Replay:
    """Walk an arbiter through the rest of its record and sum up what he found, the log taken as it is written."""
    finish_walk(arbiter)
    certainty = proved(arbiter.outcome) if is_sound(arbiter) else unproved(arbiter, ())
    return _summed_up(arbiter, arbiter.reporter.findings, certainty)


def _of_table(arbiter: Arbiter, fits: Sequence[Fit], is_whole: bool) -> Replay:
    """One wrong sum: the table's own mistake, unless another reading fits the counts and the final as well."""
    rivals = [fit for fit in fits if not fit.left and fit.arbiter.outcome is not None]
    findings = arbiter.reporter.findings
    # A bonus is its own witness: those who hold more and less, and the money before and after it, all have to fit.
    is_searched = is_whole or grave(findings)[0].code.startswith("bonus-")
    if agrees_with_log(arbiter) or (is_searched and not rivals):
        return _summed_up(arbiter, findings, proved(arbiter.outcome))
    if not is_searched:
        return _summed_up(arbiter, findings, unproved(arbiter, ()))
    told = [replace(findings[0], message=f"{findings[0].message} {_possibly(rivals, arbiter.record)}"), *findings[1:]]
    return _summed_up(arbiter, told, unproved(arbiter, [arbiter, *(fit.arbiter for fit in rivals)]))


def _of_log(arbiter: Arbiter, fits: Sequence[Fit], is_whole: bool) -> tuple[Replay, GameRecord]:
    """Findings that no wrong sum of the table explains: the log itself must be wrong somewhere."""
    said = arbiter.reporter
    certainty = _certainty(arbiter, [fit for fit in fits if not fit.left], is_whole)
    if not fits or not _is_worth_it(arbiter, fits[0]):
        return _summed_up(arbiter, said.findings, certainty), arbiter.record
    best = fits[0].arbiter
    at = next((place for place, finding in enumerate(said.findings) if finding.code == "turn-missing"), 0)
    cause = said.findings[at]
    first = replace(cause, message=f"{cause.message} {_possibly(fits, arbiter.record)}")
    left = [*best.reporter.findings] if len(fits) == 1 else _left_by_all(fits)
    told = _summed_up(arbiter, [first, *left], certainty)
    return told, best.record if len(fits) == 1 else arbiter.record


def _certainty(arbiter: Arbiter, whole: Sequence[Fit], is_whole: bool) -> Certainty:
    """How sure the cash is, given the readings that explain everything.

    The final cash that the log tells is one more count. It decides between readings that another count supports, and
    proves nothing of one that it supports alone.
    """
    if agrees_with_log(arbiter):
        return proved(arbiter.outcome)
    readings = [fit.arbiter for fit in whole]
    if readings and all(agrees_with_log(reading) for reading in readings):
        if any(_is_counted(fit) for fit in whole):
            return unproved(arbiter, readings)
        return unproved(arbiter, [*readings, arbiter])
    if readings and _may_have_happened(arbiter):
        readings.append(arbiter)
    if is_whole or not readings:
        return unproved(arbiter, readings)
    return replace(unproved(arbiter, ()), possible=_all_amounts(arbiter, readings))


def _is_counted(fit: Fit) -> bool:
    """Whether more than the final cash speaks for a reading: one that chooses a purchase needs a later count of its buyer."""
    if not fit.hypothesis.chooses_purchase:
        return True
    buyer = fit.hypothesis.put[0].player
    later = fit.arbiter.events[fit.hypothesis.index + len(fit.hypothesis.put) :]
    return any(event.act is Act.CASH and event.player == buyer for event in later)


def _may_have_happened(arbiter: Arbiter) -> bool:
    """Whether everything that is found may be the table's own mistake, the log right as it is written."""
    said = arbiter.reporter
    return not said.suppressed and not any(finding.code in BREAKS for finding in said.findings)


def _all_amounts(arbiter: Arbiter, explanations: Sequence[Arbiter]) -> dict[int, Possible]:
    """What each player may have by explanations that are not all there may be."""
    return {
        player: Possible(tuple(sorted({found.outcome[player] for found in explanations if found.outcome is not None})))
        for player in arbiter.outcome or ()
    }


def _is_worth_it(arbiter: Arbiter, fit: Fit) -> bool:
    """Whether a reading fills a gap, or explains two findings at least where the log tells what cannot happen at a table."""
    said = arbiter.reporter
    if fit.hypothesis.kind is Kind.MISSING:
        return True
    return said.weight - fit.left >= 2 and any(finding.code in IMPOSSIBLE for finding in said.findings)


def _left_by_all(fits: Sequence[Fit]) -> list[Finding]:
    """The findings that stay whichever of the readings is right."""
    left = fits[0].arbiter.reporter.findings
    return [finding for finding in left if all(finding in fit.arbiter.reporter.findings for fit in fits[1:])]


def _possibly(fits: Sequence[Fit], record: GameRecord) -> str:
    """The readings that fit, as a sentence."""
    told = [fit.hypothesis.told(record) for fit in fits[:_MOST_TOLD]]
    if len(fits) == 1:
        return f"What follows fits if {told[0]}."
    more = f", or {len(fits) - _MOST_TOLD} others" if len(fits) > _MOST_TOLD else ""
    return f"What follows fits if, possibly, {'; or '.join(told)}{more}."


def _summed_up(arbiter: Arbiter, findings: Sequence[Finding], certainty: Certainty) -> Replay:
    ids = arbiter.ids
    return Replay(
        arbiter.record.header.edition,
        arbiter.state.turn,
        arbiter.outcome is not None,
        with_causes(findings),
        {ids[player]: cash for player, cash in certainty.final.items()},
        {ids[player]: cash for player, (cash, _) in arbiter.purse.final.items()},
        {ids[player]: possible for player, possible in certainty.possible.items()},
    )


def _plain(value: object) -> Any:
    """A value fit for JSON: an exact fraction of a dollar becomes a float."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return float(value) if isinstance(value, Fraction) else value
