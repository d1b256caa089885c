"""The lines of the diary (the log of changes): changes of one kind that one person made within a minute are one line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from tournament.draw.lines import said
from tournament.record.acts import ACTS, Act
from tournament.record.event import EventRecord
from tournament.record.figures import figures_of
from tournament.tellings.diary import sentence_of


@dataclass(frozen=True, slots=True)
class ChangeGroup:
    """The changes that make one line of the diary, newest first; each is a stored row with ``made_at``, ``made_by_id`` and ``reason``."""

    changes: tuple[Any, ...]

    @property
    def latest(self) -> Any:
        """The newest change."""
        return self.changes[0]

    @property
    def versions(self) -> tuple[int, ...]:
        """The versions of the changes, newest first."""
        return tuple(change.version for change in self.changes)

    def sentence(self, record: EventRecord) -> str:
        """Return one sentence for all changes of the group."""
        return sentence_of(self.latest if len(self.changes) == 1 else self._as_one(), record)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons that were given, each once."""
        return tuple(dict.fromkeys(said(change.reason) for change in reversed(self.changes) if change.reason))

    def _as_one(self) -> Any:
        """Return a copy of the newest change with the entries and figures of all changes of the group."""
        in_order, one = self.changes[::-1], copy(self.latest)
        one.entries = list(dict.fromkeys(number for change in in_order for number in change.entries))
        one.before = _merged(change.before for change in in_order)
        one.after = _merged(change.after for change in in_order)
        return one


def grouped(changes: Iterable[Any]) -> list[ChangeGroup]:
    """Return the lines of the diary; ``changes`` and lines are newest first."""
    lines: list[list[Any]] = []
    for change in changes:
        if lines and ACTS[Act(change.act)].is_joined and _group_key(change) == _group_key(lines[-1][-1]):
            lines[-1].append(change)
        else:
            lines.append([change])
    return [ChangeGroup(tuple(line)) for line in lines]


def _group_key(change: Any) -> tuple[object, ...]:
    """Return the key by which changes are grouped into one line: kind, person, phone, minute, round, and whether it is an undo.

    For marks of attendance the new status is part of the key too.
    """
    _before, after = figures_of(change)
    statuses = {row.get("status", "") for row in after.get("entries", {}).values()}
    minute = change.made_at.replace(second=0, microsecond=0)
    what = tuple(sorted(statuses)) if Act(change.act) is Act.MARK else ()
    phone = str(after.get("phone", ""))
    return change.act, change.made_by_id, phone, minute, change.round_number, change.undoes is None, what


def _merged(figures: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the figures of several changes as one; later values replace earlier ones."""
    merged: dict[str, Any] = {}
    for each in figures:
        for name, values in each.items():
            merged[name] = {**merged.get(name, {}), **values} if isinstance(values, Mapping) else values
    return merged
