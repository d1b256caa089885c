"""Wrong sums made at the table: any number of them in one log, each told apart by its own line.

A bonus, a price or change that was reckoned wrongly moves money and nothing else: no tile, no share. So each such mistake leaves one
finding, and from there on every count and the final cash of that player differ from the rules by the same amount, which the replay
allows for. Where a log has no other findings, the correct cash is what the rules give, unless a mistake of the scribe would explain
one of the findings as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.editions import SoleHolder, SplitRounding
from games.acquire.replay.findings import CodeGroup, Finding, Severity, grave
from games.acquire.replay.judging.search import MOST_EVENTS, Fit, Search, search
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk

#: Wrong sums made at the table, which do not concern the board.
TABLE_SUMS: Final = frozenset(
    {"cash-wrong", "final-wrong", "bonus-wrong", "bonus-missing", "bonus-misdirected", "bonus-twice"}
)


def wrong_sums(replayer: Replayer) -> tuple[int, ...]:
    """Return the indices of the findings of a finished replay that are wrong sums of the table; empty if anything else is wrong too.

    Final cash that no earlier finding explains is such a sum if it is one player's alone, or if one of two has what the other lacks.
    Several that do not cancel out have a common cause, which is not a sum; so has final cash that another sum of the player explains in
    part only.
    """
    found = _sums_alone(replayer)
    over: list[int] = [
        _difference(finding.recorded, finding.expected) for _, finding in found if finding.code == "final-wrong"
    ]
    players = [finding.player for _, finding in found]
    if any(finding.code == "final-wrong" and players.count(finding.player) > 1 for _, finding in found):
        return ()
    if len(over) > 2 or (len(over) == 2 and sum(over) != 0):
        return ()
    return tuple(index for index, _ in found)


def _sums_alone(replayer: Replayer) -> list[tuple[int, Finding]]:
    """Return the findings that compare money, with their indices, if there are no others; else none."""
    reporter = replayer.reporter
    found = [
        (index, finding)
        for index, finding in enumerate(reporter.findings)
        if finding.severity is not Severity.NOTE and finding.code != "line-unread"
    ]
    is_alone = not reporter.suppressed and all(finding.code in TABLE_SUMS for _, finding in found)
    # Of whom the log has no disposal, it may be that he had no share: then neither his bonus nor his cash is a wrong sum.
    silent = {finding.player: finding.turn or 0 for finding in reporter.findings if finding.code == "dispose-missing"}
    if any(finding.player in silent and (finding.turn or 0) >= silent[finding.player] for _, finding in found):
        return []
    return found if is_alone else []


def are_one_slip(replayer: Replayer, sums: Sequence[int]) -> bool:
    """Whether one slip of the table explains all these wrong sums: bonuses of one merger, or final cash alone."""
    found = [replayer.reporter.findings[index] for index in sums]
    groups = {finding.group for finding in found}
    return groups == {CodeGroup.FINAL} or (
        groups == {CodeGroup.BONUS} and len({finding.turn for finding in found}) == 1
    )


def leaves_sums(replayer: Replayer) -> bool:
    """Whether a replay by a hypothesis about the log leaves nothing but wrong sums of the table, or nothing at all.

    Counts that differ without a wrong bonus before them are sums only if they are one player's or cancel out; otherwise the hypothesis
    rather is the wrong one.
    """
    if not grave(replayer.reporter.findings):
        return True
    found = [replayer.reporter.findings[index] for index in wrong_sums(replayer)]
    counts = [_difference(finding.recorded, finding.expected) for finding in found if finding.code == "cash-wrong"]
    return bool(found) and (len(counts) < 2 or (len(counts) == 2 and sum(counts) == 0))


def _difference(recorded: object, due: object) -> int:
    """Return by how many dollars recorded cash differs from what is due."""
    return int(recorded) - int(due) if isinstance(recorded, int) and isinstance(due, int) else 0


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A rule by which the table reckoned throughout, although the log's edition has another one.

    ``name`` and ``value`` are those of the parameter; ``replayer`` is the finished replay by it.
    """

    name: str
    value: str
    replayer: Replayer


#: The rules of bonuses that a table may have by habit.
_HABITS: Final = (
    *(("split_rounding", str(rounding)) for rounding in SplitRounding),
    *(("sole_holder", str(holder)) for holder in SoleHolder),
)


def house_rule(written: Replayer) -> HouseRule | None:
    """Return the rule of bonuses that explains the most wrong sums, at least two, and leaves nothing but other sums; None if there is none.

    Several rules may come to the same in one log, such as those that round to a dollar; then the first one is returned, for the correct
    cash is that of the log's own rules with each of them.
    """
    if not any(finding.code == "bonus-wrong" for _, finding in _sums_alone(written)):
        return None
    header = written.record.header
    rulebook = header.rulebook().parameters()
    best, least = None, len(grave(written.reporter.findings)) - 1
    for name, value in _HABITS:
        if rulebook[name] != value:
            changed = replace(header, rules={**header.rules, name: value})
            trial = Replayer(replace(written.record, header=changed), lost=written.lost)
            finish_walk(trial)
            left = len(grave(trial.reporter.findings))
            if left < least and (not left or wrong_sums(trial)) and _are_of_several_turns(written, trial):
                best, least = HouseRule(name, value, trial), left
    return best


def _are_of_several_turns(written: Replayer, trial: Replayer) -> bool:
    """Whether a rule explains wrong sums of at least two turns; those of one turn are one slip."""
    left = {(finding.turn, finding.player) for finding in grave(trial.reporter.findings)}
    explained = (finding for finding in grave(written.reporter.findings) if (finding.turn, finding.player) not in left)
    return len({finding.turn for finding in explained if finding.code != "cash-wrong"}) > 1


def rivals_of(replayer: Replayer, sums: Sequence[int], most_events: int = MOST_EVENTS) -> Search:
    """Return the mistakes of a scribe that would explain one of these wrong sums as well.

    A bonus needs no complete search: another reading would have to fit all holdings and the money before and after it. So the result is
    whole if the searches for all other sums were. All trials together replay about ``most_events`` events.
    """
    findings = replayer.reporter.findings
    left, is_whole = most_events, True
    rivals: dict[tuple[int, int, object], Fit] = {}
    lines: set[tuple[str, int | None]] = set()
    for index in sums:
        finding = findings[index]
        is_bonus = finding.group is CodeGroup.BONUS
        if is_bonus and (finding.group, finding.turn) in lines:
            continue  # The bonuses of one merger rest on the same shares and the same tiles.
        lines.add((finding.group, finding.turn))
        found = search(replayer, root=index, since_count=True, most_events=max(0, left))
        left -= found.replayed
        is_whole &= found.is_whole or is_bonus
        for fit in found.fits:
            if fit.replayer.outcome is not None:
                rivals.setdefault((fit.hypothesis.index, fit.hypothesis.removed, fit.hypothesis.put), fit)
    return Search(tuple(rivals.values()), is_whole, most_events - left)
