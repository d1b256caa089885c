"""What a version of an event comes to, kept in each process: one value for each event, under a key that changes with all it rests on.

The key is the event's row as it was read, the moment and act of the change that made its version, and what moves without a version: how far
a game on devices is, and the names of those who acted. The moment tells two changes of one version apart where the database was
replaced by an earlier one. A transaction may see what is never committed, so inside of one nothing is kept.

The way from a row of any model to its event.

Derives the record of an event from its latest kept one where the acts since then only typed results, without reading all of it again.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from threading import Lock
from typing import Any, Generic, TypeVar

from django.conf import settings
from django.db import transaction
from django.db.models import Model

from tournament.models import Event
from tournament.models.event import public_moment
from tournament.models.plain_sql import SqlRows, moment
from tournament.models.queries.reading import official_of
from tournament.record.acts import Act
from tournament.record.event import EventRecord, SeatRecord, TableRecord
from tournament.record.vocabulary import ResultCheck


@cache
def path_to_event(model: type[Model]) -> str | None:
    """Return the look-up path from rows to their event, None where no key leads there.

    The event's own key goes first, then keys that are never null, then others.
    """
    if model is Event:
        return "pk"
    keys = sorted(model._meta.concrete_fields, key=lambda key: (key.related_model is not Event, key.null))
    for key in keys:
        if key.related_model not in (None, model) and (further := path_to_event(key.related_model)):
            return key.name if further == "pk" else f"{key.name}__{further}"
    return None


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
    """Values by event, or by other rows, the latest of each; at most ``most``, of those that were asked for last."""

    def __init__(self, most: int = EVENTS_KEPT) -> None:
        self._most = most
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
            if len(self._by_event) > self._most:
                self._by_event.popitem(last=False)

    def clear(self) -> None:
        """Let go of everything."""
        self._by_event.clear()


SINCE = SqlRows(
    f"""
    SELECT played.number, place.number, entry.number, line.cash, line.timed_out, line.reason, report.ended_by, report.equal_shares,
        report.id, report.source, COALESCE(reporter.username, report.reported_by_name), report.reported_at,
        COALESCE(official.username, report.official_by_name), report.official_at, report.official_version, report.why,
        line.second
    FROM tournament_reportedseat AS line JOIN tournament_tablereport AS report ON report.id = line.report_id
        JOIN tournament_table AS place ON place.id = report.table_id JOIN tournament_round AS played ON played.id = place.round_id
        JOIN tournament_entry AS entry ON entry.id = line.entry_id
        LEFT JOIN auth_user AS reporter ON reporter.id = report.reported_by_id
        LEFT JOIN auth_user AS official ON official.id = report.official_by_id
    WHERE played.event_id = %s AND report.official_version > %s AND NOT EXISTS (
        SELECT 1 FROM tournament_change AS change WHERE change.event_id = %s AND change.version > %s
            AND (change.act <> '{Act.RECORD_RESULT.value}' OR change.undoes IS NOT NULL))
    ORDER BY line.id
    """,  # noqa: S608  the act is a word of ours
    {4: bool, 11: moment, 13: moment},
)
"""The lines (figures of one player each) of the reports that were made official after a version; none where another act was done since."""


def record_after(kept: tuple[EventKey, EventRecord], key: EventKey) -> EventRecord | None:
    """Return the record of an event from a ``kept`` one and its key; None where more may have changed than typed results.

    ``key`` is what the event rests on now. Where results are checked a second time or reports are pending, an act changes more than the
    official figures.
    """
    old, record = kept
    event, version = key.column("id"), old.column("version")
    if (
        not (version < key.column("version") and key.differs_by_versions_alone(old))
        or record.result_check is not ResultCheck.NONE
    ):
        return None
    lines: dict[tuple[int, int], list[Sequence[Any]]] = {}
    for number, table, *line in SINCE.of(event, version, event, version):
        of_table = lines.setdefault((number, table), [])
        if of_table and of_table[0][6] != line[6]:
            of_table.clear()  # a later report of the same table
        of_table.append(line)
    if not lines:
        return None
    for (number, table), of_table in lines.items():
        before = record.table(number, table)
        if before.reports or {line[0] for line in of_table} != {seat.player for seat in before.seats}:
            return None
        record = record.with_round(record.round(number).with_table(_with_lines(before, of_table)))
    return replace(record, version=key.column("version"), public_version=key.column("public_version"))


def _with_lines(table: TableRecord, lines: Sequence[Sequence[Any]]) -> TableRecord:
    """Return the table with the figures and origin of the report whose lines these are."""
    seats = tuple(
        SeatRecord(player, cash=cash, timed_out=timed_out, cash_reason=reason, second=second)
        for player, cash, timed_out, reason, *_, second in lines
    )
    _, _, _, _, ended_by, equal_shares, *official, _ = lines[0]
    result = TableRecord(table.number, seats, ended_by=ended_by, equal_shares_ruling=equal_shares)
    return replace(table.with_result(result), official=official_of(*official))
