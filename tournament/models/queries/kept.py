"""What a version of an event comes to, kept in each process: one value for each event, under a key that changes with all it rests on.

The key is the event's row as it was read, the moment and act of the change that made its version, and what moves without a version: how far
a game on devices is, and the names of those who acted. The moment tells two changes of one version apart where the database was
replaced by an earlier one. A transaction may see what is never committed, so inside of one nothing is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from threading import Lock
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db import transaction

from tournament.models import Event
from tournament.models.event import public_moment
from tournament.models.plain_sql import SqlRows

EVENTS_KEPT = 16
"""The most events of which a process keeps what they come to: those that are asked for last."""

Value = TypeVar("Value")
_COLUMNS = [field.attname for field in Event._meta.concrete_fields]

PRESENT = SqlRows(
    """
    SELECT 'version', event.version, change.act, change.made_at, change.undoes, FALSE
    FROM tournament_event AS event LEFT JOIN tournament_change AS change ON change.event_id = event.id AND change.version = event.version
    WHERE event.id = %s
    UNION ALL
    SELECT 'game', game.table_id, game.state, NULL, CASE WHEN game.last > 0 THEN 1 ELSE 0 END, game.reported_at IS NOT NULL
    FROM tournament_game AS game JOIN tournament_table AS place ON place.id = game.table_id
        JOIN tournament_round AS played ON played.id = place.round_id
    WHERE played.event_id = %s
    UNION ALL
    SELECT 'name', author.id, author.username, NULL, NULL, FALSE
    FROM auth_user AS author WHERE author.id IN (SELECT made_by_id FROM tournament_change WHERE event_id = %s)
    """
)
"""The version of an event with its change, and what moves without a version: the games at its tables, and the names of those who acted."""


@dataclass(frozen=True, slots=True)
class EventKey:
    """Everything on which the record of an event rests.

    ``row`` are the values of the event's row; ``change`` is the change of its version, None where the event was deleted; ``beside`` is
    what moves without a version.
    """

    row: tuple[Any, ...]
    change: tuple[Any, ...] | None
    beside: frozenset[tuple[Any, ...]]
    address: str

    def column(self, name: str) -> Any:
        """Return the value of a column of the event's row."""
        return self.row[_COLUMNS.index(name)]

    @property
    def is_stored(self) -> bool:
        """Whether the row as it was read has the version that is stored."""
        return self.change is not None and self.change[1] == self.column("version")

    def differs_by_versions_alone(self, other: EventKey) -> bool:
        """Whether two keys differ in nothing but the versions of the event and its change."""
        pairs = zip(_COLUMNS, self.row, other.row, strict=True)
        rest = all(one == two for name, one, two in pairs if name not in ("version", "public_version"))
        return rest and self.beside == other.beside and self.address == other.address


def event_key(event: Event) -> EventKey:
    """Return the key of what an event comes to, by its row as it was read and by what is stored beside it; one query."""
    rows = PRESENT.of(*[event.pk] * 3)
    return EventKey(
        tuple(getattr(event, name) for name in _COLUMNS),
        next((row for row in rows if row[0] == "version"), None),
        frozenset(row for row in rows if row[0] != "version"),
        settings.PUBLIC_ADDRESS,
    )


def public_key(event: Event) -> tuple[float, int, float]:
    """Return the key of all that everybody may see of an event: its creation, its public version, and the moment of that change.

    The moments tell events and changes apart where the database was replaced by another one.
    """
    changed_at = public_moment(event)
    return event.created_at.timestamp(), event.public_version, changed_at.timestamp() if changed_at else 0


def in_transaction() -> bool:
    """Return whether a transaction is open: then nothing is kept, and what was kept may not be what is stored by now."""
    return not transaction.get_autocommit()


class Kept(Generic[Value]):
    """Values by event, the latest of each; those of the events that were asked for last."""

    def __init__(self) -> None:
        self._by_event: OrderedDict[int, tuple[Hashable, Value]] = OrderedDict()
        self._lock = Lock()

    def found(self, event: int, key: Hashable) -> Value | None:
        """Return the value of an event under exactly this key; None where another one or none is kept."""
        with self._lock:
            kept = self._by_event.get(event)
            if kept is None or kept[0] != key:
                return None
            self._by_event.move_to_end(event)
            return kept[1]

    def latest(self, event: int) -> tuple[Any, Value] | None:
        """Return the latest value of an event with its key; None where none is kept."""
        return self._by_event.get(event)

    def keep(self, event: int, key: Hashable, value: Value) -> None:
        """Keep a value in place of the event's earlier one, and let go of the event that was not asked for longest."""
        with self._lock:
            self._by_event[event] = key, value
            self._by_event.move_to_end(event)
            if len(self._by_event) > EVENTS_KEPT:
                self._by_event.popitem(last=False)

    def clear(self) -> None:
        """Let go of everything."""
        self._by_event.clear()
