"""The diary as lines: what one person did by one act within a minute is one line, told as if it had been done at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tournament.record.acts import Act
from tournament.record.event import EventRecord
from tournament.tellings.diary import sentence_of

TOGETHER = frozenset(
    {
        Act.ENTER_PLAYERS,
        Act.CHECK_IN,
        Act.MARK,
        Act.EDIT_ENTRY,
        Act.SET_TILES,
        Act.REPORT_RESULT,
        Act.RECORD_RESULT,
    }
)
"""Acts that are done one after the other to many: a save of tables, check-ins, tiles."""


@dataclass(frozen=True, slots=True)
class Group:
    """Changes that are one line, newest first: as they are stored, with their moment (``made_at``), ``made_by_id`` and ``reason``."""

    changes: tuple[Any, ...]

    @property
    def latest(self) -> Any:
        """The newest of them."""
        return self.changes[0]

    @property
    def versions(self) -> tuple[int, ...]:
        """Their versions, newest first."""
        return tuple(change.version for change in self.changes)

    def sentence(self, record: EventRecord) -> str:
        """What was done, of all of them together."""
        return sentence_of(self.latest if len(self.changes) == 1 else _together(self.changes), record)

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons that were given, each once."""
        return tuple(dict.fromkeys(change.reason for change in reversed(self.changes) if change.reason))


def groups(changes: Iterable[Any]) -> list[Group]:
    """The changes as lines; both newest first."""
    lines: list[list[Any]] = []
    for change in changes:
        if lines and Act(change.act) in TOGETHER and _mark(change) == _mark(lines[-1][-1]):
            lines[-1].append(change)
        else:
            lines.append([change])
    return [Group(tuple(line)) for line in lines]


def _mark(change: Any) -> tuple[object, ...]:
    """What changes of one line have in common; those that are undone or undo stand alone with their like."""
    statuses = {row.get("status") for row in change.after.get("entries", {}).values()}
    minute = change.made_at.replace(second=0, microsecond=0)
    what = tuple(sorted(map(str, statuses))) if Act(change.act) is Act.MARK else ()
    phone = str(change.after.get("phone", ""))
    return change.act, change.made_by_id, phone, minute, change.round_number, change.undoes is None, what


@dataclass(slots=True)
class _Together:
    """Several changes as one."""

    version: int
    act: str
    round_number: int | None
    table_number: int | None
    entries: Sequence[int]
    words: str
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    undoes: int | None
    reason: str


def _together(changes: Sequence[Any]) -> _Together:
    latest, in_order = changes[0], list(reversed(changes))
    return _Together(
        latest.version,
        latest.act,
        latest.round_number,
        latest.table_number,
        list(dict.fromkeys(number for change in in_order for number in change.entries)),
        latest.words,
        _merged([change.before for change in in_order]),
        _merged([change.after for change in in_order]),
        latest.undoes,
        latest.reason,
    )


def _merged(figures: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The groups of figures of several changes laid over each other, later ones last."""
    merged: dict[str, Any] = {}
    for each in figures:
        for name, values in each.items():
            merged[name] = {**merged.get(name, {}), **values} if isinstance(values, Mapping) else values
    return merged
