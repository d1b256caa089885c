"""What the table itself did wrong: sums of which no scribe knew better, and rules by which it reckoned throughout.

A bonus, a price or change that was reckoned wrongly moves money and nothing else: no tile, no share. From there on every count and the
final cash of that player differ from the rules by the same amount, for which the replay allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.acquire.editions import SoleHolder, SplitRounding
from games.acquire.replay.findings import BREAKS, CodeGroup, Finding, grave
from games.acquire.replay.replayer import Replayer
from games.acquire.replay.walk import finish_walk

#: Wrong sums made at the table, which do not concern the board.
TABLE_SUMS: Final = frozenset(
    {"cash-wrong", "final-wrong", "bonus-wrong", "bonus-missing", "bonus-misdirected", "bonus-twice"}
)

#: Findings of which no table is the cause: they tell of what the log leaves open.
_NOT_OF_TABLE: Final = BREAKS | {"cash-unrecorded", "dispose-missing", "market-missing", "takeback-late"}

#: What a slip costs, of the table or of the scribe; the most likely kinds cost no more.
SLIP: Final = 10

#: What a sum that no line states costs above a slip.
_UNSTATED: Final = 2


def cost_at_table(
    findings: Sequence[Finding], target: Finding, accepted: Sequence[Finding], *, is_edited: bool
) -> int | None:
    """Return what it costs to take a finding as a mistake of the table, None if it cannot be one.

    ``findings`` are all of the log, ``accepted`` those taken so before. Final cash that no earlier
    finding explains is a sum if it is one player's alone, or if one of two has what the other lacks; several that do not cancel out
    have a common cause. So have counts that an edit leaves, with ``is_edited``.
    """
    if target.code in _NOT_OF_TABLE or _is_after_silence(findings, target):
        return None
    if target.code not in TABLE_SUMS or target.group is CodeGroup.BONUS:
        return SLIP
    alike = [other for other in grave(findings) if other.code == target.code]
    if target.code == "final-wrong":
        is_partly_explained = any(other.player == target.player and other.code in TABLE_SUMS for other in accepted)
        is_sum = not is_partly_explained and cancel_out(alike)
    else:
        is_sum = not is_edited or cancel_out(alike)
    return SLIP + _UNSTATED if is_sum else None


def one_slip(findings: Sequence[Finding], target: Finding) -> tuple[Finding, ...]:
    """Return the findings that one slip of the table makes: all bonuses of one merger, or the finding alone."""
    if target.group is not CodeGroup.BONUS:
        return (target,)
    return tuple(other for other in grave(findings) if other.group is target.group and other.turn == target.turn)


def _is_after_silence(findings: Sequence[Finding], target: Finding) -> bool:
    """Whether the log says nothing of an earlier disposal of the player: then neither his bonus nor his cash is a wrong sum."""
    silent = [other for other in findings if other.code == "dispose-missing" and other.player == target.player]
    return any((other.turn or 0) <= (target.turn or 0) for other in silent)


def cancel_out(found: Sequence[Finding]) -> bool:
    """Whether wrong amounts are one player's alone, or two of which one has what the other lacks."""
    over = [difference_of(finding) for finding in found]
    return len(over) < 2 or (len(over) == 2 and sum(over) == 0)


def difference_of(finding: Finding) -> int:
    """Return by how many dollars recorded cash differs from what is due."""
    recorded, due = finding.recorded, finding.expected
    return recorded - due if isinstance(recorded, int) and isinstance(due, int) else 0


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
    if not any(finding.code == "bonus-wrong" for finding in _sums_of(written)):
        return None
    header = written.record.header
    rulebook = header.rulebook().parameters()
    best, least = None, len(_sums_of(written)) - 1
    for name, value in _HABITS:
        if rulebook[name] != value:
            changed = replace(header, rules={**header.rules, name: value})
            trial = Replayer(replace(written.record, header=changed))
            finish_walk(trial)
            left = len(grave(trial.reporter.findings))
            if left < least and (not left or _sums_of(trial)) and _are_of_several_turns(written, trial):
                best, least = HouseRule(name, value, trial), left
    return best


def _sums_of(replayer: Replayer) -> list[Finding]:
    """Return the errors and warnings of a replay if they are wrong sums of the table alone; else none."""
    found = grave(replayer.reporter.findings)
    is_alone = not replayer.reporter.suppressed and all(finding.code in TABLE_SUMS for finding in found)
    return found if is_alone else []


def _are_of_several_turns(written: Replayer, trial: Replayer) -> bool:
    """Whether a rule explains wrong sums of at least two turns; those of one turn are one slip."""
    left = {(finding.turn, finding.player) for finding in grave(trial.reporter.findings)}
    explained = (finding for finding in _sums_of(written) if (finding.turn, finding.player) not in left)
    return len({finding.turn for finding in explained if finding.code != "cash-wrong"}) > 1
