"""The versions of a result as differences: each against the version before, figure by figure, and how it became official.

Fines are no part of a result but change its score, so they are listed between its versions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from tournament.record.acts import ACTS, Act
from tournament.record.event import SeatRecord, TableRecord
from tournament.record.figures import ChangeRow, figures_of, merged_penalty
from tournament.record.vocabulary import Dollars, PlayerId, ReportSource
from tournament.tellings.figures import dollars
from tournament.tellings.history.labels import figure_of, title_of_figure
from wording import gettext as _

Row = TypeVar("Row", bound=ChangeRow)


@dataclass(frozen=True, slots=True)
class FigureChange:
    """One figure of a version against the version before; ``before`` is empty in the first version."""

    name: str
    before: str
    after: str

    @property
    def words(self) -> str:
        """Return the change as text: "Ada: 40,000 → 41,200"."""
        value = f"{self.before} → {self.after}" if self.before else self.after
        return _("{name}: {value}", name=self.name, value=value)


def how_it_came(act: str, source: ReportSource, *, is_undo: bool = False) -> str:
    """Return in two or three words how a version of a result came about: by an undo, by the action that made it official, else its source.

    ``act`` is the kind of the change that made it, empty if there is none.
    """
    if is_undo and act != Act.RESTORE_RESULT.value:
        return _("Restored by an undo")
    return _((ACTS[Act(act)].came_about if act else "") or source.said)


def changes_of(
    result: TableRecord, before: TableRecord | None, names: Mapping[PlayerId, str]
) -> tuple[FigureChange, ...]:
    """Return what a version of a result changed against the one before; for the first, all its figures."""
    seats, old = ({seat.player: seat for seat in each.seats} if each else {} for each in (result, before))
    rows: list[FigureChange] = []
    for player in dict.fromkeys([*seats, *old]):
        name = names.get(player) or _("player {number}", number=player)
        now, was = (each.get(player, SeatRecord(player)) for each in (seats, old))
        if before is None or was.cash != now.cash:
            rows.append(FigureChange(name, _cash(was.cash) if before else "", _cash(now.cash)))
        if was.timed_out != now.timed_out:
            rows.append(
                FigureChange(
                    figure_of(name, _("out of time")), _yes(was.timed_out) if before else "", _yes(now.timed_out)
                )
            )
        rows += _words(figure_of(name, title_of_figure("reason")), was.cash_reason, now.cash_reason)
    rows += _words(_("ended by"), before.ended_by if before else "", result.ended_by)
    rows += _words(_("equal shares"), before.equal_shares_ruling if before else "", result.equal_shares_ruling)
    return tuple(rows)


def fines_between(changes: Sequence[Row], names: Mapping[PlayerId, str]) -> tuple[tuple[Row, FigureChange], ...]:
    """Return the fines among the changes of a round, earliest first, each as the sum of the player's fines before and after it."""
    so_far: dict[PlayerId, Dollars] = {}
    found = []
    for change in changes:
        given, (_before, after) = merged_penalty(*figures_of(change)), figures_of(change)
        if not given.get("amount") or not change.entries:
            continue
        amount = -given["amount"] if "cancelled" in after["penalty"] else given["amount"]
        player = PlayerId(change.entries[0])
        before = so_far.get(player, 0)
        so_far[player] = before + amount
        name = names.get(player) or _("player {number}", number=player)
        found.append(
            (
                change,
                FigureChange(figure_of(name, title_of_figure("fine_amount")), dollars(before), dollars(so_far[player])),
            )
        )
    return tuple(found)


def _cash(cash: Dollars | None) -> str:
    """Return cash as text; "nothing" for None."""
    return _("nothing") if cash is None else dollars(cash)


def _yes(is_so: bool) -> str:
    """Return "yes" or "no"."""
    return _("yes") if is_so else _("no")


def _words(name: str, was: str, now: str) -> Iterable[FigureChange]:
    """Return a change of a text as a list of one; empty if the text did not change."""
    return [FigureChange(name, was, now or _("nothing"))] if was != now else []


def against_the_one_before(
    versions: Sequence[TableRecord], names: Mapping[PlayerId, str]
) -> tuple[tuple[FigureChange, ...], ...]:
    """Return the differences of each version from the version before it; ``versions`` and the differences are latest first."""
    before = [*versions[1:], None] if versions else []
    return tuple(changes_of(result, earlier, names) for result, earlier in zip(versions, before, strict=True))
