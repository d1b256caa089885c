"""Which findings are causes, and which only follow from one: so that one mistake is not a page of accusations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.acquire.replay.findings import BESIDE, DEPENDENT, IMPOSSIBLE, Finding, Severity

#: Findings after which the log no longer tells of the table's game: a turn, a tile or a chain is not what it was.
BREAKS: Final = frozenset(
    {"line-unread", "turn-missing", "turn-number", "turn-order", "act-out-of-turn", "place-missing", "place-twice"}
    | IMPOSSIBLE
)

#: Findings that name an event of the table by itself; none of them follows from an earlier one.
_OWN: Final = frozenset({"line-unread", "turn-missing"}) | BESIDE

#: Findings that may follow from a broken log as well as those that depend on the board.
_FOLLOWING: Final = DEPENDENT | IMPOSSIBLE | BREAKS | {"show-missing", "draw-count", "draw-missing", "market-missing"}


def with_causes(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings, in the order of the log, each with the index of the one that explains it, where there is one.

    After the log breaks, what depends on the board follows from the break; a note always follows from the first error
    before it, of the same player where there is one; and the same player's next wrong cash follows from the first.
    """
    told: list[Finding] = []
    for finding in findings:
        told.append(replace(finding, cause=_cause(told, finding)))
    return tuple(told)


def _cause(told: Sequence[Finding], finding: Finding) -> int | None:
    causes = [index for index, other in enumerate(told) if other.cause is None and other.severity is not Severity.NOTE]
    broken = [index for index in causes if told[index].code in BREAKS]
    if finding.code in _OWN or not causes:
        return None
    if broken and finding.code in _FOLLOWING:
        return broken[-1]
    own = [index for index in causes if told[index].player == finding.player]
    if finding.severity is Severity.NOTE:
        return (own or causes)[0]
    if finding.code in ("cash-wrong", "cash-unrecorded", "final-wrong"):
        of_purse = [index for index in own if told[index].code.startswith(("cash-", "bonus-", "buy-", "dispose-"))]
        return of_purse[0] if of_purse else None
    return None
