"""What all figures of the judge come to: how often it is right where a log determines the figures, and never wrong without doubt."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from laboratory.mistakes.kinds import SCRIBE, Family
from laboratory.mistakes.measuring import Tally
from laboratory.mistakes.truthful import HabitTally


@dataclass(frozen=True, slots=True)
class Summary:
    """What all tallies come to.

    ``right`` is the part of right verdicts over the ``kinds`` of scribes' logs with counts that determine the figures, each kind
    weighing the same. ``others`` are the logs of the kinds that do not, ``others_honest`` those of them of which the verdict leaves open
    what cannot be known, or is right. ``wrong_certain`` leaves out ``hidden``: purchases that no log can tell apart. ``seconds`` are the
    processor's. Of ``truthful`` logs in ``habits`` some were ``accused`` of something, and of some not everybody's cash was proved.
    """

    kinds: int
    right: float
    others: int
    others_honest: int
    logs: int
    wrong_certain: int
    hidden: int
    as_written: int
    innocent_blamed: int
    seconds: float
    seconds_worst: float
    habits: int
    truthful: int
    accused: int
    unproved: int
    truthful_wrong: int


def summary_of(found: Iterable[Tally], habits: Iterable[HabitTally] = ()) -> Summary:
    """What some tallies come to."""
    rows, manners = list(found), list(habits)
    further = [row for row in rows if row.family == Family.FURTHER and row.view == SCRIBE]
    determined = [row for row in further if row.is_determined and row.has_counts]
    others = [row for row in further if not row.is_determined]
    logs = sum(row.logs for row in rows)
    return Summary(
        kinds=len(determined),
        right=sum(row.right_share for row in determined) / len(determined) if determined else 0.0,
        others=sum(row.logs for row in others),
        others_honest=sum(row.logs - row.wrong_certain + row.hidden for row in others),
        logs=logs,
        wrong_certain=sum(row.wrong_certain - row.hidden for row in rows),
        hidden=sum(row.hidden for row in rows),
        as_written=sum(row.as_written for row in rows),
        innocent_blamed=sum(row.innocent_blamed for row in rows),
        seconds=sum(row.seconds * row.logs for row in rows) / logs if logs else 0.0,
        seconds_worst=max((row.seconds_worst for row in rows), default=0.0),
        habits=len(manners),
        truthful=sum(row.logs for row in manners),
        accused=sum(row.accused for row in manners),
        unproved=sum(row.unproved for row in manners),
        truthful_wrong=sum(row.wrong_certain for row in manners),
    )
